//! The keys of validators.

use super::{Key, Shape, key};

/// The validators.
pub static VALIDATOR: &[Key] = &[
    key("length_at_least", Shape::Count, "A string of at least this many bytes."),
    key("length_at_most", Shape::Count, "A string of at most this many bytes."),
    key("length_between", Shape::Counts, "A string of so many bytes, both ends included."),
    key("utf8_length_at_least", Shape::Count, "A string of at least this many characters."),
    key("utf8_length_at_most", Shape::Count, "A string of at most this many characters."),
    key("utf8_length_between", Shape::Counts, "A string of so many characters, both ends included."),
    key("one_of", Shape::Values, "One of these strings or numbers."),
    key("none_of", Shape::Values, "None of these strings or numbers."),
    key("one_of_case_insensitive", Shape::Strings, "One of these strings, letter case aside."),
    key("none_of_case_insensitive", Shape::Strings, "None of these strings, letter case aside."),
    key("regex_matches", Shape::Pattern, "A string that the regular expression matches somewhere."),
    key("at_least", Shape::Number, "A number of at least this."),
    key("at_most", Shape::Number, "A number of at most this."),
    key("between", Shape::Numbers, "A number in this range, both ends included."),
    key("size_at_least", Shape::Count, "A collection of at least this many elements."),
    key("size_at_most", Shape::Count, "A collection of at most this many elements."),
    key("size_between", Shape::Counts, "A collection of so many elements, both ends included."),
    key("unique_values", Shape::True, "No two elements of the list are equal."),
    key("no_null_values", Shape::True, "No element is null."),
    key("value_strings_are", Shape::Validators, "Rules for each element, a string."),
    key("value_int32s_are", Shape::Validators, "Rules for each element, an `int32`."),
    key("value_int64s_are", Shape::Validators, "Rules for each element, an `int64`."),
    key("value_float32s_are", Shape::Validators, "Rules for each element, a `float32`."),
    key("value_float64s_are", Shape::Validators, "Rules for each element, a `float64`."),
    key("value_numbers_are", Shape::Validators, "Rules for each element, a `number`."),
    key("value_lists_are", Shape::Validators, "Rules for each element, a list."),
    key("value_sets_are", Shape::Validators, "Rules for each element, a set."),
    key("value_maps_are", Shape::Validators, "Rules for each element, a map."),
    key("keys_are", Shape::Validators, "Rules for each key of the map."),
    key("conflicts_with", Shape::Strings, "None of these attributes may be set too."),
    key("also_requires", Shape::Strings, "All of these attributes must be set too."),
    key("at_least_one_of", Shape::Strings, "This or one of these attributes must be set."),
    key("exactly_one_of", Shape::Strings, "Exactly one of this and these attributes must be set."),
    key("equals", Shape::Boolean, "This bool."),
    key("all", Shape::ValidatorLists, "The rules of all of these tables."),
    key("any", Shape::ValidatorLists, "All rules of at least one of these tables."),
    key("any_with_all_warnings", Shape::ValidatorLists, "The same as `any`, with the warnings of all tables."),
    key("prefer_write_only_attribute", Shape::String, "Warns that this write-only attribute can be set instead."),
    key("at_least_sum_of", Shape::Strings, "An integer of at least the sum of these attributes."),
    key("at_most_sum_of", Shape::Strings, "An integer of at most the sum of these attributes."),
    key("equal_to_sum_of", Shape::Strings, "An integer that is the sum of these attributes."),
    key("equal_to_product_of", Shape::Strings, "An integer that is the product of these attributes."),
    key("hook", Shape::String, "The function `validate_NAME` of the implementation."),
    key("is_required", Shape::True, "A block that must be there."),
];

/// The keys of the long form of `regex_matches`.
pub static PATTERN: &[Key] = &[
    key("pattern", Shape::String, "The regular expression."),
    key("message", Shape::String, "What the value must be, for the person who wrote another one."),
];
