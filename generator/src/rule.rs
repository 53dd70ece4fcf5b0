//! The closed table of rules that a schema or an output folder can break.
//!
//! Every diagnostic names one of them. The text of each (title, explanation, example) is in [`text`]; fixtures in
//! `tests/invalid/` and `docs/diagnostics.md` follow this list.

mod remedy;
pub mod text;

use self::text::RuleText;

/// Whether a broken rule stops the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It does; nothing is written.
    Error,
    /// It does not.
    Warning,
}

/// A rule. The number is its code and never changes meaning; numbers from 201 are about the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each rule is described by its entry in `text::TABLE`")]
#[repr(u16)]
pub enum Rule {
    BrokenToml = 1,
    NotUtf8 = 2,
    UnreadableSchema = 3,
    EmptySchema = 4,
    UnknownKey = 5,
    WrongType = 6,
    MissingKey = 7,
    UnknownWord = 8,
    OutOfRange = 10,

    IllegalName = 20,
    ReservedName = 21,
    DuplicateName = 22,
    NameCollision = 23,
    IllegalAddress = 24,
    UnknownParent = 25,
    ParentNotNested = 26,
    AttributeAndBlock = 27,
    TypeNamePrefix = 28,
    DuplicateEntry = 29,
    IllegalPath = 30,
    UnknownObject = 31,
    ObjectCycle = 32,
    ObjectMisfit = 33,
    UnknownCapability = 34,
    CapabilityClash = 35,

    NoProvider = 40,
    SeveralProviders = 41,
    NothingInside = 42,
    ModelMisfit = 43,

    NoMode = 50,
    RequiredAndOptional = 51,
    RequiredAndComputed = 52,
    NotInThisKind = 53,
    NeedsComputed = 54,
    NeedsConfigurable = 55,
    WriteOnlyAndComputed = 56,
    WriteOnlyInSet = 57,
    WriteOnlyOutside = 58,
    WriteOnlyInComputed = 59,
    LocalHasNoValue = 60,
    NullWhenEmptyMisfit = 61,
    IdentityKeyMisfit = 62,
    ConflictingPlanRules = 63,
    EnvMisfit = 64,
    FormatMisfit = 65,
    PrefixMisfit = 66,
    OnChangeMisfit = 67,
    LocalInSet = 68,
    NullElementsMisfit = 69,

    TypeAndNesting = 70,
    BrokenType = 71,
    UnknownType = 72,
    DynamicInCollection = 73,

    DefaultNeedsComputed = 80,
    DefaultMisfit = 81,
    EnumMisfit = 82,
    DefaultNotInEnum = 83,

    UnknownReference = 90,
    ReferenceIntoCollection = 91,
    SelfReference = 92,
    BrokenCondition = 93,

    NoIdentity = 100,
    IdentityMisfit = 101,
    BrokenImport = 102,
    AmbiguousImport = 103,
    ImportMissesIdentity = 104,
    ImportMisfit = 105,
    ListWithoutResource = 106,

    ItemsNotAllowed = 110,
    ItemsOutOfOrder = 111,
    ComputedBlockMisfit = 112,

    ValidatorMisfit = 120,
    BrokenValidator = 121,
    HookMisfit = 122,

    PrivateMisfit = 130,
    TimeoutMisfit = 131,
    BrokenUpgrade = 132,
    BrokenStep = 133,
    BrokenMove = 134,

    BrokenTool = 140,
    BrokenTemplate = 141,
    SecretInCommand = 142,

    OutputNotWritable = 201,
    ForeignFile = 202,
    OrphanFile = 203,
    NotCurrent = 204,
}

impl Rule {
    /// Every rule, by code.
    pub fn all() -> impl Iterator<Item = Self> {
        text::TABLE.iter().flat_map(|section| section.iter()).map(|entry| entry.rule)
    }

    /// The code that diagnostics show: `TF0001`.
    pub fn code(self) -> String {
        format!("TF{:04}", self as u16)
    }

    /// The rule with a code, in any letter case, with or without `TF` and leading zeros.
    pub fn from_code(code: &str) -> Option<Self> {
        let digits = code.trim().trim_start_matches(['T', 't']).trim_start_matches(['F', 'f']);
        let number: u16 = digits.parse().ok()?;
        Self::all().find(|rule| *rule as u16 == number)
    }

    /// Its name in snake case: the folder of its fixtures.
    pub fn name(self) -> &'static str {
        self.text().name
    }

    /// What it demands, in a few words.
    pub fn title(self) -> &'static str {
        self.text().title
    }

    /// Why, and what to do about a breach, in Markdown.
    pub fn explanation(self) -> &'static str {
        self.text().explanation
    }

    /// What to do about a breach, in one sentence.
    pub fn remedy(self) -> &'static str {
        remedy::remedy(self)
    }

    /// A schema (or a situation) that breaks it.
    pub fn example(self) -> &'static str {
        self.text().example
    }

    /// Whether a breach stops the generator.
    pub fn severity(self) -> Severity {
        match self {
            Self::OrphanFile => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Whether it is about schema files, so that a fixture can break it.
    pub fn is_about_schema(self) -> bool {
        (self as u16) < 200
    }

    fn text(self) -> &'static RuleText {
        let mut entries = text::TABLE.iter().flat_map(|section| section.iter());
        entries.find(|entry| entry.rule == self).unwrap_or(&text::NO_TEXT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_text_and_codes_ascend() {
        let codes: Vec<u16> = Rule::all().map(|rule| rule as u16).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
        for rule in Rule::all() {
            assert!(
                !rule.title().is_empty() && !rule.explanation().is_empty() && !rule.example().is_empty(),
                "{rule:?}"
            );
            assert_eq!(Rule::from_code(&rule.code()), Some(rule));
            assert_eq!(heck::AsSnakeCase(format!("{rule:?}")).to_string(), rule.name());
        }
    }

    #[test]
    fn codes_are_read_leniently() {
        assert_eq!(Rule::from_code("tf5"), Some(Rule::UnknownKey));
        assert_eq!(Rule::from_code("0005"), Some(Rule::UnknownKey));
        assert_eq!(Rule::from_code("TF9999"), None);
        assert_eq!(Rule::from_code("x"), None);
    }
}
