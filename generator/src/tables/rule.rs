//! Rules for configurations. The numbers are the places of the variants in the runtime's enums.

use super::Writer;
use crate::ir::{Condition, Validator};

impl Writer<'_> {
    pub(super) fn condition(&mut self, condition: &Condition) {
        let (tag, names) = match condition {
            Condition::ExactlyOneOf(names) => (0, names),
            Condition::AtLeastOneOf(names) => (1, names),
            Condition::Conflicting(names) => (2, names),
            Condition::RequiredTogether(names) => (3, names),
            Condition::Any(lists) => {
                return self.tagged(4, lists, |writer, rules| writer.list(rules, Writer::condition));
            }
        };
        self.byte(tag);
        self.texts(names);
    }

    pub(super) fn validator(&mut self, rule: &Validator) {
        match rule {
            Validator::LengthAtLeast(least) => self.one(0, *least),
            Validator::LengthAtMost(most) => self.one(1, *most),
            Validator::LengthBetween(least, most) => self.two(2, *least, *most),
            Validator::Utf8LengthAtLeast(least) => self.one(3, *least),
            Validator::Utf8LengthAtMost(most) => self.one(4, *most),
            Validator::Utf8LengthBetween(least, most) => self.two(5, *least, *most),
            Validator::OneOf(values) => self.tagged(6, values, Writer::literal),
            Validator::NoneOf(values) => self.tagged(7, values, Writer::literal),
            Validator::OneOfCaseInsensitive(values) => self.named(8, values),
            Validator::NoneOfCaseInsensitive(values) => self.named(9, values),
            Validator::RegexMatches(pattern, message) => self.spelled(10, &[pattern, message]),
            Validator::AtLeast(least) => self.spelled(11, &[least]),
            Validator::AtMost(most) => self.spelled(12, &[most]),
            Validator::Between(least, most) => self.spelled(13, &[least, most]),
            Validator::SizeAtLeast(least) => self.one(14, *least),
            Validator::SizeAtMost(most) => self.one(15, *most),
            Validator::SizeBetween(least, most) => self.two(16, *least, *most),
            Validator::UniqueValues => self.byte(17),
            Validator::NoNullValues => self.byte(18),
            Validator::ValuesAre(rules) => self.tagged(19, rules, Writer::validator),
            Validator::KeysAre(rules) => self.tagged(20, rules, Writer::validator),
            Validator::ConflictsWith(paths) => self.named(21, paths),
            Validator::AlsoRequires(paths) => self.named(22, paths),
            Validator::AtLeastOneOf(paths) => self.named(23, paths),
            Validator::ExactlyOneOf(paths) => self.named(24, paths),
            Validator::Duration => self.byte(25),
            Validator::Equals(value) => {
                self.byte(26);
                self.flags(&[*value]);
            }
            Validator::Any(lists) => self.alternatives(27, lists),
            Validator::AnyWithAllWarnings(lists) => self.alternatives(28, lists),
            Validator::All(lists) => self.alternatives(29, lists),
            Validator::AtLeastSumOf(paths) => self.named(30, paths),
            Validator::AtMostSumOf(paths) => self.named(31, paths),
            Validator::EqualToSumOf(paths) => self.named(32, paths),
            Validator::EqualToProductOf(paths) => self.named(33, paths),
            Validator::PreferWriteOnlyAttribute(path) => self.spelled(34, &[path]),
            Validator::IsRequired => self.byte(35),
            Validator::Hook(name) => self.spelled(36, &[name]),
        }
    }

    fn one(&mut self, tag: u8, number: u64) {
        self.byte(tag);
        self.number(number);
    }

    fn two(&mut self, tag: u8, first: u64, second: u64) {
        self.one(tag, first);
        self.number(second);
    }

    fn spelled(&mut self, tag: u8, texts: &[&String]) {
        self.byte(tag);
        for text in texts {
            self.text(text);
        }
    }

    fn named(&mut self, tag: u8, names: &[String]) {
        self.byte(tag);
        self.texts(names);
    }

    fn tagged<T>(&mut self, tag: u8, list: &[T], item: impl FnMut(&mut Self, &T)) {
        self.byte(tag);
        self.list(list, item);
    }

    fn alternatives(&mut self, tag: u8, lists: &[Vec<Validator>]) {
        self.tagged(tag, lists, |writer, rules| writer.list(rules, Writer::validator));
    }
}
