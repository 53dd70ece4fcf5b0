//! Rules for configurations: of one value, and of several attributes.

use tfgen_cty::Value;

/// A rule about several attributes: addresses, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `exactly_one_of`
    ExactlyOneOf(Vec<String>),
    /// `at_least_one_of`
    AtLeastOneOf(Vec<String>),
    /// `conflicting`
    Conflicting(Vec<String>),
    /// `required_together`
    RequiredTogether(Vec<String>),
    /// `any`: all rules of one alternative hold
    Any(Vec<Vec<Condition>>),
}

/// A rule for a value; each mirrors a variant of the runtime's `Validator`.
#[derive(Clone, Debug, PartialEq)]
pub enum Validator {
    /// `length_at_least = n`
    LengthAtLeast(u64),
    /// `length_at_most = n`
    LengthAtMost(u64),
    /// `length_between = [a, b]`
    LengthBetween(u64, u64),
    /// `utf8_length_at_least = n`
    Utf8LengthAtLeast(u64),
    /// `utf8_length_at_most = n`
    Utf8LengthAtMost(u64),
    /// `utf8_length_between = [a, b]`
    Utf8LengthBetween(u64, u64),
    /// `one_of = [..]`
    OneOf(Vec<Value>),
    /// `none_of = [..]`
    NoneOf(Vec<Value>),
    /// `one_of_case_insensitive = [..]`
    OneOfCaseInsensitive(Vec<String>),
    /// `none_of_case_insensitive = [..]`
    NoneOfCaseInsensitive(Vec<String>),
    /// `regex_matches = "…"` or `{ pattern, message }`
    RegexMatches(String, String),
    /// `at_least = n`, plain decimal
    AtLeast(String),
    /// `at_most = n`
    AtMost(String),
    /// `between = [a, b]`
    Between(String, String),
    /// `size_at_least = n`
    SizeAtLeast(u64),
    /// `size_at_most = n`
    SizeAtMost(u64),
    /// `size_between = [a, b]`
    SizeBetween(u64, u64),
    /// `unique_values = true`
    UniqueValues,
    /// `no_null_values = true`
    NoNullValues,
    /// `value_strings_are = {..}`, `value_int64s_are`, …
    ValuesAre(Vec<Validator>),
    /// `keys_are = {..}`
    KeysAre(Vec<Validator>),
    /// `conflicts_with = [..]`
    ConflictsWith(Vec<String>),
    /// `also_requires = [..]`
    AlsoRequires(Vec<String>),
    /// `at_least_one_of = [..]`
    AtLeastOneOf(Vec<String>),
    /// `exactly_one_of = [..]`
    ExactlyOneOf(Vec<String>),
    /// a duration as Go writes them
    Duration,
    /// `equals = true`
    Equals(bool),
    /// `any = [{..}, ..]`
    Any(Vec<Vec<Validator>>),
    /// `any_with_all_warnings = [{..}, ..]`
    AnyWithAllWarnings(Vec<Vec<Validator>>),
    /// `all = [{..}, ..]`
    All(Vec<Vec<Validator>>),
    /// `at_least_sum_of = [..]`
    AtLeastSumOf(Vec<String>),
    /// `at_most_sum_of = [..]`
    AtMostSumOf(Vec<String>),
    /// `equal_to_sum_of = [..]`
    EqualToSumOf(Vec<String>),
    /// `equal_to_product_of = [..]`
    EqualToProductOf(Vec<String>),
    /// `prefer_write_only_attribute = ".."`
    PreferWriteOnlyAttribute(String),
    /// `hook = ".."`
    Hook(String),
    /// `is_required`, of a block
    IsRequired,
}
