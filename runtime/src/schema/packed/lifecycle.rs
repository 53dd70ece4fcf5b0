//! Imports, timeouts, upgrades and moves.

use super::Reader;
use crate::schema::{Conversion, ImportSegment, MovedFrom, Steps, Timeouts, Upgrade};

impl Reader {
    pub(super) fn import_segment(&mut self) -> Option<ImportSegment> {
        Some(match self.byte()? {
            0 => ImportSegment::Literal(self.text()?),
            1 => ImportSegment::Attribute(self.text()?),
            2 => ImportSegment::Optional(self.list(Self::import_segment)?),
            _ => return None,
        })
    }

    pub(super) fn timeouts(&mut self) -> Option<Timeouts> {
        self.list(|reader| Some((reader.text()?, reader.number()?)))
    }

    pub(super) fn upgrade(&mut self) -> Option<Upgrade> {
        Some(Upgrade { from: self.integer()?, steps: self.steps()? })
    }

    pub(super) fn moved_from(&mut self) -> Option<MovedFrom> {
        Some(MovedFrom {
            provider: self.text()?,
            type_name: self.text()?,
            version: match self.flags()? {
                [true] => Some(self.integer()?),
                [false] => None,
            },
            steps: self.steps()?,
        })
    }

    fn steps(&mut self) -> Option<Steps> {
        let rename = self.list(|reader| Some((reader.text()?, reader.text()?)))?;
        let convert = self.list(|reader| Some((reader.text()?, reader.conversion()?)))?;
        let set = self.list(|reader| Some((reader.text()?, reader.literal()?)))?;
        let drop = self.texts()?;
        let [hook] = self.flags()?;
        Some(Steps { rename, convert, set, drop, hook })
    }

    fn conversion(&mut self) -> Option<Conversion> {
        Some(match self.byte()? {
            0 => Conversion::String,
            1 => Conversion::Number,
            2 => Conversion::Bool,
            3 => Conversion::List,
            4 => Conversion::Single,
            _ => return None,
        })
    }
}
