//! Rules for configurations.

use super::Reader;
use crate::schema::{Condition, Validator};

impl Reader {
    pub(super) fn condition(&mut self) -> Option<Condition> {
        Some(match self.byte()? {
            0 => Condition::ExactlyOneOf(self.texts()?),
            1 => Condition::AtLeastOneOf(self.texts()?),
            2 => Condition::Conflicting(self.texts()?),
            3 => Condition::RequiredTogether(self.texts()?),
            4 => Condition::Any(self.list(|reader| reader.list(Self::condition))?),
            _ => return None,
        })
    }

    pub(super) fn validator(&mut self) -> Option<Validator> {
        Some(match self.byte()? {
            0 => Validator::LengthAtLeast(self.number()?),
            1 => Validator::LengthAtMost(self.number()?),
            2 => Validator::LengthBetween(self.number()?, self.number()?),
            3 => Validator::Utf8LengthAtLeast(self.number()?),
            4 => Validator::Utf8LengthAtMost(self.number()?),
            5 => Validator::Utf8LengthBetween(self.number()?, self.number()?),
            6 => Validator::OneOf(self.list(Self::literal)?),
            7 => Validator::NoneOf(self.list(Self::literal)?),
            8 => Validator::OneOfCaseInsensitive(self.texts()?),
            9 => Validator::NoneOfCaseInsensitive(self.texts()?),
            10 => Validator::RegexMatches(self.text()?, self.text()?),
            11 => Validator::AtLeast(self.text()?),
            12 => Validator::AtMost(self.text()?),
            13 => Validator::Between(self.text()?, self.text()?),
            14 => Validator::SizeAtLeast(self.number()?),
            15 => Validator::SizeAtMost(self.number()?),
            16 => Validator::SizeBetween(self.number()?, self.number()?),
            17 => Validator::UniqueValues,
            18 => Validator::NoNullValues,
            19 => Validator::ValuesAre(self.list(Self::validator)?),
            20 => Validator::KeysAre(self.list(Self::validator)?),
            21 => Validator::ConflictsWith(self.texts()?),
            22 => Validator::AlsoRequires(self.texts()?),
            23 => Validator::AtLeastOneOf(self.texts()?),
            24 => Validator::ExactlyOneOf(self.texts()?),
            25 => Validator::Duration,
            26 => {
                let [value] = self.flags()?;
                Validator::Equals(value)
            }
            27 => Validator::Any(self.alternatives()?),
            28 => Validator::AnyWithAllWarnings(self.alternatives()?),
            29 => Validator::All(self.alternatives()?),
            30 => Validator::AtLeastSumOf(self.texts()?),
            31 => Validator::AtMostSumOf(self.texts()?),
            32 => Validator::EqualToSumOf(self.texts()?),
            33 => Validator::EqualToProductOf(self.texts()?),
            34 => Validator::PreferWriteOnlyAttribute(self.text()?),
            35 => Validator::IsRequired,
            36 => Validator::Hook(self.text()?),
            _ => return None,
        })
    }

    fn alternatives(&mut self) -> Option<&'static [&'static [Validator]]> {
        self.list(|reader| reader.list(Self::validator))
    }
}
