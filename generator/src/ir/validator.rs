//! Validators: by their names, checked against the type that they stand on.

use tfgen_cty::Number;

use super::attribute::plain_type;
use super::import::is_primitive;
use super::scope::Scope;
use super::{AttributeType, Nesting, Validator, default, reference};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Kind;
use crate::document::key::{PATTERN, VALIDATOR};
use crate::document::nearest::{nearest, translated};
use crate::document::table::{count_of, strings_of, wrong_type};
use crate::document::tree::{Entry, Item, ItemValue, Table};
use crate::rule::Rule;
use crate::source::{Span, Spanned};

/// The validators of the attribute at `address`, by name. Without a type, what needs one is not checked.
pub(super) fn lower(
    table: &Table,
    address: &str,
    ty: Option<&AttributeType>,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Validator> {
    Reader { address, ty, is_element: false, is_block: false, scope, diagnostics }.table(table)
}

/// The validators of a block, which is held as nested attributes of that type are.
pub(super) fn of_block(
    table: &Table,
    address: &str,
    ty: &AttributeType,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Validator> {
    Reader { address, ty: Some(ty), is_element: false, is_block: true, scope, diagnostics }.table(table)
}

struct Reader<'a, 'd> {
    address: &'a str,
    ty: Option<&'a AttributeType>,
    is_element: bool,
    is_block: bool,
    scope: &'a Scope<'a>,
    diagnostics: &'d mut Diagnostics,
}

impl Reader<'_, '_> {
    fn table(&mut self, table: &Table) -> Vec<Validator> {
        table.entries.iter().filter_map(|(name, entry)| self.validator(name, entry)).collect()
    }

    fn validator(&mut self, name: &str, entry: &Entry) -> Option<Validator> {
        if !VALIDATOR.iter().any(|key| key.name == name) {
            let mut diagnostic = Diagnostic::new(Rule::UnknownKey, format!("unknown validator `{name}`"))
                .at(entry.key_span, "not a validator");
            if let Some(ours) = translated(name, VALIDATOR.iter().map(|key| key.name)) {
                diagnostic = diagnostic.with_help(format!("perhaps `{ours}` is meant"));
            } else if let Some(near) = nearest(name, VALIDATOR.iter().map(|key| key.name)) {
                diagnostic = diagnostic.with_help(format!("a validator with a similar name: `{near}`"));
            }
            self.diagnostics.push(diagnostic);
            return None;
        }
        if let Some((fits, wanted)) = self.fits(name)
            && !fits
        {
            self.diagnostics.push(
                Diagnostic::new(Rule::ValidatorMisfit, format!("`{name}` is for {wanted}"))
                    .at(entry.span(), format!("`{}` is something else", self.address))
                    .with_help("remove it, or use one that fits the type"),
            );
            return None;
        }
        let item = &entry.item;
        match name {
            "length_at_least" => self.count(name, item).map(Validator::LengthAtLeast),
            "length_at_most" => self.count(name, item).map(Validator::LengthAtMost),
            "length_between" => self.counts(name, item).map(|(a, b)| Validator::LengthBetween(a, b)),
            "utf8_length_at_least" => self.count(name, item).map(Validator::Utf8LengthAtLeast),
            "utf8_length_at_most" => self.count(name, item).map(Validator::Utf8LengthAtMost),
            "utf8_length_between" => self.counts(name, item).map(|(a, b)| Validator::Utf8LengthBetween(a, b)),
            "size_at_least" => self.count(name, item).map(Validator::SizeAtLeast),
            "size_at_most" => self.count(name, item).map(Validator::SizeAtMost),
            "size_between" => self.counts(name, item).map(|(a, b)| Validator::SizeBetween(a, b)),
            "at_least" => self.number(name, item).map(|number| Validator::AtLeast(number.to_string())),
            "at_most" => self.number(name, item).map(|number| Validator::AtMost(number.to_string())),
            "between" => self.numbers(name, item).map(|(a, b)| Validator::Between(a.to_string(), b.to_string())),
            "one_of" => self.values(name, item).map(Validator::OneOf),
            "none_of" => self.values(name, item).map(Validator::NoneOf),
            "one_of_case_insensitive" => self.strings(name, item).map(Validator::OneOfCaseInsensitive),
            "none_of_case_insensitive" => self.strings(name, item).map(Validator::NoneOfCaseInsensitive),
            "regex_matches" => self.pattern(item),
            "unique_values" => self.flag(name, item).then_some(Validator::UniqueValues),
            "no_null_values" => self.flag(name, item).then_some(Validator::NoNullValues),
            "keys_are" => self.inner(name, item, Some(&AttributeType::String)).map(Validator::KeysAre),
            "conflicts_with" => self.addresses(name, item).map(Validator::ConflictsWith),
            "also_requires" => self.addresses(name, item).map(Validator::AlsoRequires),
            "at_least_one_of" => self.addresses(name, item).map(Validator::AtLeastOneOf),
            "exactly_one_of" => self.addresses(name, item).map(Validator::ExactlyOneOf),
            "any" => self.lists(name, item).map(Validator::Any),
            "any_with_all_warnings" => self.lists(name, item).map(Validator::AnyWithAllWarnings),
            "all" => self.lists(name, item).map(Validator::All),
            "equals" => self.boolean(name, item).map(Validator::Equals),
            "at_least_sum_of" => self.operands(name, item).map(Validator::AtLeastSumOf),
            "at_most_sum_of" => self.operands(name, item).map(Validator::AtMostSumOf),
            "equal_to_sum_of" => self.operands(name, item).map(Validator::EqualToSumOf),
            "equal_to_product_of" => self.operands(name, item).map(Validator::EqualToProductOf),
            "prefer_write_only_attribute" => self.write_only(name, item),
            "is_required" => self.flag(name, item).then_some(Validator::IsRequired),
            "hook" => self.text(name, item).map(Validator::Hook),
            _ => {
                let element = self.ty.and_then(element);
                self.inner(name, item, element).map(Validator::ValuesAre)
            }
        }
    }

    /// Whether a validator fits the type, and what it is for; `None` if the type is not known.
    fn fits(&self, name: &str) -> Option<(bool, &'static str)> {
        if matches!(
            name,
            "conflicts_with" | "also_requires" | "at_least_one_of" | "exactly_one_of" | "prefer_write_only_attribute"
        ) {
            return Some((!self.is_element, "attributes, not for their elements"));
        }
        if name == "hook" {
            let has_hooks = !matches!(self.scope.kind(), Kind::Function | Kind::ProviderMeta);
            let owners = "attributes, not for their elements, for blocks, parameters or for `provider_meta`";
            return Some((!self.is_element && !self.is_block && has_hooks, owners));
        }
        if name == "is_required" {
            return Some((self.is_block, "blocks; an attribute has `required`"));
        }
        if matches!(name, "any" | "any_with_all_warnings" | "all") {
            return Some((true, ""));
        }
        let ty = self.ty?;
        let element = element(ty);
        let is = |wanted: fn(&AttributeType) -> bool| element.is_some_and(wanted);
        Some(match name {
            "at_least" | "at_most" | "between" => {
                (is_primitive(ty) && !matches!(ty, AttributeType::Bool | AttributeType::String), "numbers")
            }
            "one_of" | "none_of" => (is_primitive(ty) && !matches!(ty, AttributeType::Bool), "strings and numbers"),
            "equals" => (matches!(ty, AttributeType::Bool), "bools"),
            "at_least_sum_of" | "at_most_sum_of" | "equal_to_sum_of" | "equal_to_product_of" => (
                !self.is_element && self.scope.kind() != Kind::Function && is_integer(ty),
                "attributes of the types `int32` and `int64`",
            ),
            "size_at_least" | "size_at_most" | "size_between" | "no_null_values" => {
                (is_collection(ty), "lists, sets and maps")
            }
            "unique_values" => {
                (matches!(ty, AttributeType::List(_) | AttributeType::Nested(Nesting::List, _)), "lists")
            }
            "keys_are" => (matches!(ty, AttributeType::Map(_) | AttributeType::Nested(Nesting::Map, _)), "maps"),
            "value_strings_are" => (is(|it| matches!(it, AttributeType::String)), "collections of `string`"),
            "value_int32s_are" => (is(|it| matches!(it, AttributeType::Int32)), "collections of `int32`"),
            "value_int64s_are" => (is(|it| matches!(it, AttributeType::Int64)), "collections of `int64`"),
            "value_float32s_are" => (is(|it| matches!(it, AttributeType::Float32)), "collections of `float32`"),
            "value_float64s_are" => (is(|it| matches!(it, AttributeType::Float64)), "collections of `float64`"),
            "value_numbers_are" => (is(|it| matches!(it, AttributeType::Number)), "collections of `number`"),
            "value_lists_are" => (is(|it| matches!(it, AttributeType::List(_))), "collections of lists"),
            "value_sets_are" => (is(|it| matches!(it, AttributeType::Set(_))), "collections of sets"),
            "value_maps_are" => (is(|it| matches!(it, AttributeType::Map(_))), "collections of maps"),
            _ => (matches!(ty, AttributeType::String), "strings"),
        })
    }

    fn count(&mut self, name: &str, item: &Item) -> Option<u64> {
        count_of(name, item, self.diagnostics)
    }

    fn counts(&mut self, name: &str, item: &Item) -> Option<(u64, u64)> {
        let (first, second) = self.pair(name, item, "two integers")?;
        let (low, high) = (self.count(name, first), self.count(name, second));
        self.ordered(name, item.span, low?, high?)
    }

    fn number(&mut self, name: &str, item: &Item) -> Option<Number> {
        let is_whole = matches!(self.ty, Some(AttributeType::Int32 | AttributeType::Int64));
        match &item.value {
            ItemValue::Integer(text) => text.parse().ok(),
            ItemValue::Float(text) if !is_whole => text.parse::<Number>().ok().filter(Number::is_finite),
            _ => None,
        }
        .or_else(|| {
            let wanted = if is_whole { "an integer" } else { "a number" };
            let diagnostic = match item.value {
                ItemValue::Integer(_) | ItemValue::Float(_) => {
                    Diagnostic::new(Rule::BrokenValidator, format!("`{name}` takes {wanted}"))
                        .at(item.span, "another number")
                }
                _ => wrong_type(name, item, wanted),
            };
            self.diagnostics.push(diagnostic);
            None
        })
    }

    fn numbers(&mut self, name: &str, item: &Item) -> Option<(Number, Number)> {
        let (first, second) = self.pair(name, item, "two numbers")?;
        let (low, high) = (self.number(name, first), self.number(name, second));
        self.ordered(name, item.span, low?, high?)
    }

    fn pair<'i>(&mut self, name: &str, item: &'i Item, wanted: &str) -> Option<(&'i Item, &'i Item)> {
        match item.as_array() {
            Some([first, second]) => Some((first, second)),
            Some(items) => {
                let found = items.len();
                self.broken(item.span, &format!("`{name}` takes {wanted}"), &format!("these are {found}"))
            }
            None => {
                self.diagnostics.push(wrong_type(name, item, &format!("an array of {wanted}")));
                None
            }
        }
    }

    fn ordered<T: PartialOrd + std::fmt::Display>(
        &mut self,
        name: &str,
        span: Span,
        low: T,
        high: T,
    ) -> Option<(T, T)> {
        if low <= high {
            return Some((low, high));
        }
        self.broken(
            span,
            &format!("nothing is between {low} and {high}"),
            &format!("`{name}` takes the lower end first"),
        )
    }

    fn values(&mut self, name: &str, item: &Item) -> Option<Vec<tfgen_cty::Value>> {
        let Some(items) = item.as_array() else {
            self.diagnostics.push(wrong_type(name, item, "an array"));
            return None;
        };
        if items.is_empty() {
            return self.broken(item.span, &format!("`{name}` is empty"), "list the values");
        }
        let ty = self.ty?;
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.extend(default::value(item, ty, Rule::ValidatorMisfit, self.diagnostics));
        }
        Some(values)
    }

    fn strings(&mut self, name: &str, item: &Item) -> Option<Vec<String>> {
        if item.as_array().is_some_and(<[Item]>::is_empty) {
            return self.broken(item.span, &format!("`{name}` is empty"), "list the values");
        }
        Some(self.spanned_strings(name, item)?.into_iter().map(|string| string.value).collect())
    }

    fn spanned_strings(&mut self, name: &str, item: &Item) -> Option<Vec<Spanned<String>>> {
        if item.as_array().is_none() {
            self.diagnostics.push(wrong_type(name, item, "an array of strings"));
            return None;
        }
        Some(strings_of(name, item, self.diagnostics))
    }

    fn addresses(&mut self, name: &str, item: &Item) -> Option<Vec<String>> {
        let targets = self.spanned_strings(name, item)?;
        if item.as_array().is_some_and(<[Item]>::is_empty) {
            return self.broken(item.span, &format!("`{name}` is empty"), "name the other attributes");
        }
        Some(reference::addresses(name, self.address, &targets, self.scope, self.diagnostics))
    }

    /// Addresses of integers.
    fn operands(&mut self, name: &str, item: &Item) -> Option<Vec<String>> {
        let operands = self.addresses(name, item)?;
        for operand in &operands {
            let ty = self.scope.attribute(operand).and_then(|it| it.ty.as_ref()).map(|ty| plain_type(&ty.value));
            if ty.is_some_and(|ty| !is_integer(&ty)) {
                let message = format!("`{name}` adds up integers, but `{operand}` is none");
                self.broken::<()>(item.span, &message, "attributes of the types `int32` and `int64`");
            }
        }
        Some(operands)
    }

    /// The address of a write-only attribute.
    fn write_only(&mut self, name: &str, item: &Item) -> Option<Validator> {
        let target = Spanned::new(self.text(name, item)?, item.span);
        let targets = std::slice::from_ref(&target);
        let address = reference::addresses(name, self.address, targets, self.scope, self.diagnostics).pop()?;
        let is_write_only = self.scope.attribute(&address).is_some_and(|it| it.write_only.is_some() || it.broken);
        if !is_write_only {
            return self.broken(item.span, &format!("`{address}` is not write-only"), "its value would be stored, too");
        }
        Some(Validator::PreferWriteOnlyAttribute(address))
    }

    /// Tables of validators, each of which stands for one alternative.
    fn lists(&mut self, name: &str, item: &Item) -> Option<Vec<Vec<Validator>>> {
        let tables: Option<Vec<&Table>> = item.as_array().and_then(|items| items.iter().map(Item::as_table).collect());
        let Some(tables) = tables else {
            self.diagnostics.push(wrong_type(name, item, "an array of tables of validators"));
            return None;
        };
        if tables.is_empty() {
            return self.broken(item.span, &format!("`{name}` is empty"), "list the alternatives");
        }
        for table in &tables {
            if let Some(hook) = table.entries.get("hook") {
                let message = "`hook` stands directly in `validators`";
                return self.broken(hook.span(), message, "not among alternatives");
            }
        }
        Some(tables.into_iter().map(|table| self.table(table)).collect())
    }

    fn boolean(&mut self, name: &str, item: &Item) -> Option<bool> {
        let ItemValue::Boolean(value) = item.value else {
            self.diagnostics.push(wrong_type(name, item, "`true` or `false`"));
            return None;
        };
        Some(value)
    }

    fn flag(&mut self, name: &str, item: &Item) -> bool {
        self.boolean(name, item) == Some(true)
    }

    fn pattern(&mut self, item: &Item) -> Option<Validator> {
        let (pattern, message) = match &item.value {
            ItemValue::String(_) => (Some(item), None),
            ItemValue::Table(table) => {
                for (key, entry) in &table.entries {
                    if !PATTERN.iter().any(|known| known.name == key) {
                        self.diagnostics.push(
                            Diagnostic::new(Rule::UnknownKey, format!("unknown key `{key}`"))
                                .at(entry.key_span, "not a key of `regex_matches`")
                                .with_help("its keys are `pattern` and `message`"),
                        );
                    }
                }
                let item_of = |key: &str| table.entries.get(key).map(|entry| &entry.item);
                (item_of("pattern"), item_of("message"))
            }
            _ => {
                self.diagnostics.push(wrong_type("regex_matches", item, "a string or a table"));
                return None;
            }
        };
        let Some(pattern) = pattern else {
            self.diagnostics.push(
                Diagnostic::new(Rule::MissingKey, "`regex_matches` has no `pattern`")
                    .at(item.span, "`pattern` is missing")
                    .with_help("add `pattern = \"…\"`"),
            );
            return None;
        };
        let text = self.text("pattern", pattern)?;
        let message = message.map_or(Some(String::new()), |message| self.text("message", message));
        if let Err(error) = regex_lite::Regex::new(&text) {
            return self.broken(pattern.span, "the regular expression does not compile", &error.to_string());
        }
        Some(Validator::RegexMatches(text, message?))
    }

    fn text(&mut self, key: &str, item: &Item) -> Option<String> {
        let text = item.as_str().map(str::to_owned);
        if text.is_none() {
            self.diagnostics.push(wrong_type(key, item, "a string"));
        }
        text
    }

    fn inner(&mut self, name: &str, item: &Item, ty: Option<&AttributeType>) -> Option<Vec<Validator>> {
        let Some(table) = item.as_table() else {
            self.diagnostics.push(wrong_type(name, item, "a table of validators"));
            return None;
        };
        let address = self.address;
        let place = format!("each element of {address}");
        let mut inner = Reader {
            address: &place,
            ty,
            is_element: true,
            is_block: false,
            scope: self.scope,
            diagnostics: self.diagnostics,
        };
        Some(inner.table(table))
    }

    fn broken<T>(&mut self, span: Span, message: &str, label: &str) -> Option<T> {
        self.diagnostics.push(Diagnostic::new(Rule::BrokenValidator, message).at(span, label));
        None
    }
}

fn is_integer(ty: &AttributeType) -> bool {
    matches!(ty, AttributeType::Int32 | AttributeType::Int64)
}

fn is_collection(ty: &AttributeType) -> bool {
    element(ty).is_some() || matches!(ty, AttributeType::Nested(Nesting::List | Nesting::Set | Nesting::Map, _))
}

fn element(ty: &AttributeType) -> Option<&AttributeType> {
    match ty {
        AttributeType::List(element) | AttributeType::Set(element) | AttributeType::Map(element) => Some(element),
        _ => None,
    }
}
