//! Go of the framework and its companions that a schema can say: validators, defaults, built-in types.

use serde_json::Value as Json;
use tfgen::ir::{AttributeType, Nesting, Validator};
use tfgen_cty::{Number, Value};

use super::go::Go;

/// What a custom default is.
pub enum Default {
    Value(Value),
    Null,
    Unknown,
}

/// A part of a custom validator.
pub enum Part {
    /// one of the language
    Known(Validator),
    /// a rule of the value alone
    OfValue(String),
    /// a rule that looks at other attributes
    OfOthers(String),
}

/// Whether a custom type is the framework's own.
pub fn is_built_in(custom_type: &Json) -> bool {
    let path = custom_type.pointer("/import/path").and_then(Json::as_str).unwrap_or_default();
    path == "github.com/hashicorp/terraform-plugin-framework/types/basetypes"
}

/// The rules of a custom validator. What is known of it is said in the schema; a rule that is not is a hook.
pub fn validators(go: &str, ty: &AttributeType, address: &str) -> Vec<Part> {
    let Some(expressions) = Go::parse_all(go) else { return vec![of_unknown(go)] };
    let part = |expression: &Go| match validator(expression, ty, address) {
        Some(rule) => Part::Known(rule),
        None => of_unknown(&expression.to_string()),
    };
    expressions.iter().map(part).collect()
}

fn of_unknown(go: &str) -> Part {
    if go.contains("path.Match") { Part::OfOthers(go.to_owned()) } else { Part::OfValue(go.to_owned()) }
}

fn validator(go: &Go, ty: &AttributeType, address: &str) -> Option<Validator> {
    let (name, arguments) = go.call()?;
    let (package, name) = name.split_once('.')?;
    if !package.ends_with("validator") || package.starts_with("my") || package.starts_with("mist") {
        return None;
    }
    // A rule for values of another type can never have been run.
    if !fits(package, ty) {
        return None;
    }
    let count = |n: usize| if let Go::Number(text) = arguments.get(n)? { text.parse::<u64>().ok() } else { None };
    let number = |n: usize| if let Go::Number(text) = arguments.get(n)? { plain(text) } else { None };
    let strings = || arguments.iter().map(string).collect::<Option<Vec<_>>>();
    let values = || arguments.iter().map(|go| value(go, ty)).collect::<Option<Vec<_>>>();
    let paths = || {
        let mut paths = arguments.iter().map(|go| path(go, address)).collect::<Option<Vec<_>>>()?;
        paths.sort();
        Some(paths)
    };
    let element = || match ty {
        AttributeType::List(element) | AttributeType::Set(element) | AttributeType::Map(element) => Some(&**element),
        _ => None,
    };
    let inner = |ty: &AttributeType| arguments.iter().map(|go| validator(go, ty, address)).collect::<Option<Vec<_>>>();
    let alternatives = || {
        let one = |go: &Go| validator(go, ty, address).map(|rule| vec![rule]);
        arguments.iter().map(one).collect::<Option<Vec<_>>>()
    };
    Some(match name {
        "LengthAtLeast" => Validator::LengthAtLeast(count(0)?),
        "LengthAtMost" => Validator::LengthAtMost(count(0)?),
        "LengthBetween" => Validator::LengthBetween(count(0)?, count(1)?),
        "UTF8LengthAtLeast" => Validator::Utf8LengthAtLeast(count(0)?),
        "UTF8LengthAtMost" => Validator::Utf8LengthAtMost(count(0)?),
        "UTF8LengthBetween" => Validator::Utf8LengthBetween(count(0)?, count(1)?),
        "OneOf" => Validator::OneOf(values()?),
        "NoneOf" => Validator::NoneOf(values()?),
        "OneOfCaseInsensitive" => Validator::OneOfCaseInsensitive(strings()?),
        "NoneOfCaseInsensitive" => Validator::NoneOfCaseInsensitive(strings()?),
        "RegexMatches" => {
            let (_, pattern) = arguments.first()?.call()?;
            Validator::RegexMatches(string(pattern.first()?)?, arguments.get(1).and_then(string).unwrap_or_default())
        }
        "AtLeast" => Validator::AtLeast(number(0)?),
        "AtMost" => Validator::AtMost(number(0)?),
        "Between" => Validator::Between(number(0)?, number(1)?),
        "SizeAtLeast" => Validator::SizeAtLeast(count(0)?),
        "SizeAtMost" => Validator::SizeAtMost(count(0)?),
        "SizeBetween" => Validator::SizeBetween(count(0)?, count(1)?),
        "IsRequired" => Validator::IsRequired,
        "UniqueValues" => Validator::UniqueValues,
        "NoNullValues" => Validator::NoNullValues,
        "KeysAre" => Validator::KeysAre(inner(&AttributeType::String)?),
        _ if name.starts_with("Value") && name.ends_with("sAre") => Validator::ValuesAre(inner(element()?)?),
        "ConflictsWith" => Validator::ConflictsWith(paths()?),
        "AlsoRequires" => Validator::AlsoRequires(paths()?),
        "AtLeastOneOf" => Validator::AtLeastOneOf(paths()?),
        "ExactlyOneOf" => Validator::ExactlyOneOf(paths()?),
        "Any" => Validator::Any(alternatives()?),
        "AnyWithAllWarnings" => Validator::AnyWithAllWarnings(alternatives()?),
        "All" => Validator::All(alternatives()?),
        "Equals" => Validator::Equals(arguments.first()?.to_string().parse().ok()?),
        _ => return None,
    })
}

/// Whether a package's rules are for values of the type.
fn fits(package: &str, ty: &AttributeType) -> bool {
    use AttributeType::{
        Bool, Dynamic, Float32, Float64, Int32, Int64, List, Map, Nested, Number, Object, Set, String,
    };
    if matches!(ty, Dynamic) {
        // Any value, or a block.
        return true;
    }
    match package {
        "boolvalidator" => matches!(ty, Bool),
        "stringvalidator" => matches!(ty, String),
        "int32validator" | "int64validator" => matches!(ty, Int32 | Int64 | Number),
        "float32validator" | "float64validator" => matches!(ty, Float32 | Float64 | Number),
        "numbervalidator" => matches!(ty, Number),
        "listvalidator" => matches!(ty, List(_) | Nested(Nesting::List, _)),
        "setvalidator" => matches!(ty, Set(_) | Nested(Nesting::Set, _)),
        "mapvalidator" => matches!(ty, Map(_) | Nested(Nesting::Map, _)),
        // The object may be the element of a collection.
        "objectvalidator" => matches!(ty, Nested(..) | Object(_) | List(_) | Set(_) | Map(_)),
        _ => true,
    }
}

fn plain(text: &str) -> Option<String> {
    Some(text.parse::<Number>().ok()?.to_string())
}

fn string(go: &Go) -> Option<String> {
    if let Go::Text(text) = go { Some(text.clone()) } else { None }
}

/// `path.MatchRoot("a").AtName("b")`, or `path.MatchRelative().AtParent().AtName("b")`, as an address.
fn path(go: &Go, from: &str) -> Option<String> {
    let Go::Call(function, arguments) = go else { return None };
    let Go::Select(inner, name) = &**function else { return None };
    match name.as_str() {
        "MatchRoot" | "Root" => string(arguments.first()?),
        "MatchRelative" => Some(from.to_owned()),
        "AtParent" => Some(path(inner, from)?.rsplit_once('.').map_or(String::new(), |(outer, _)| outer.to_owned())),
        "AtName" => {
            let (outer, name) = (path(inner, from)?, string(arguments.first()?)?);
            Some(if outer.is_empty() { name } else { format!("{outer}.{name}") })
        }
        // The same element is meant, or any: an address has no words for elements.
        "AtAnyListIndex" | "AtAnySetValue" | "AtAnyMapKey" => path(inner, from),
        _ => None,
    }
}

/// The value of a custom default.
pub fn default(go: &str, ty: &AttributeType) -> Default {
    let Some(expressions) = Go::parse_all(go) else { return Default::Unknown };
    let [expression] = expressions.as_slice() else { return Default::Unknown };
    let Some((name, [argument])) = expression.call() else { return Default::Unknown };
    if !name.contains("default.Static") || name.starts_with("my") {
        return Default::Unknown;
    }
    match value(argument, ty) {
        Some(value) if value.is_null() => Default::Null,
        // No schema says that something required may be missing after all.
        Some(value) if lacks_required(&value, ty) => Default::Unknown,
        Some(value) => Default::Value(value),
        None => Default::Unknown,
    }
}

fn lacks_required(value: &Value, ty: &AttributeType) -> bool {
    let AttributeType::Nested(nesting, attributes) = ty else { return false };
    let lacks = |object: &Value| {
        attributes.iter().any(|each| {
            let inner = object.get(&each.name).unwrap_or(&Value::Null);
            let is_missing = inner.is_null() && each.mode == tfgen::ir::Mode::Required;
            is_missing || (!inner.is_null() && lacks_required(inner, &each.ty))
        })
    };
    match nesting {
        Nesting::Single => lacks(value),
        Nesting::List | Nesting::Set => value.elements().is_some_and(|all| all.iter().any(lacks)),
        Nesting::Map => value.as_map().is_some_and(|all| all.values().any(lacks)),
    }
}

/// A Go value for a type: literals, `types.StringValue("a")`, `types.ListValueMust(…)`, `types.ObjectValueMust(…)`.
fn value(go: &Go, ty: &AttributeType) -> Option<Value> {
    match go {
        Go::Text(text) => return Some(Value::string(text)),
        Go::Number(text) => return text.parse::<Number>().ok().map(Value::number),
        Go::Name(name) if name == "true" || name == "false" => return Some(Value::Bool(name == "true")),
        _ => {}
    }
    let (name, arguments) = go.call()?;
    let name = name.rsplit('.').next()?;
    if name.ends_with("Null") {
        return Some(Value::Null);
    }
    let last = arguments.last()?;
    match name {
        "StringValue" | "BoolValue" | "Int64Value" | "Float64Value" | "NewFloat" | "NumberValue" => value(last, ty),
        "ListValueMust" | "SetValueMust" => {
            let (element, is_set) = element_of(ty)?;
            let Go::Composite(_, items) = last else { return None };
            let values = items.iter().map(|(_, go)| element(go)).collect::<Option<Vec<_>>>()?;
            Some(if is_set { Value::set(values) } else { Value::list(values) })
        }
        "MapValueMust" => {
            let Go::Composite(_, items) = last else { return None };
            let element = |go: &Go| match ty {
                AttributeType::Map(element) => value(go, element),
                AttributeType::Nested(Nesting::Map, attributes) => object(go, attributes),
                _ => None,
            };
            let values = items.iter().map(|(key, go)| Some((key.clone()?, element(go)?)));
            Some(Value::map(values.collect::<Option<Vec<_>>>()?))
        }
        _ if name == "ObjectValueMust" || (name.starts_with("New") && name.ends_with("ValueMust")) => match ty {
            AttributeType::Nested(Nesting::Single, attributes) => object(go, attributes),
            AttributeType::Object(members) => {
                let Go::Composite(_, items) = last else { return None };
                let member = |(name, ty): &(String, AttributeType)| {
                    let given = items.iter().find(|(key, _)| key.as_ref() == Some(name));
                    Some((name.clone(), given.map_or(Some(Value::Null), |(_, go)| value(go, ty))?))
                };
                Some(Value::object(members.iter().map(member).collect::<Option<Vec<_>>>()?))
            }
            _ => None,
        },
        _ => None,
    }
}

type Element<'a> = Box<dyn Fn(&Go) -> Option<Value> + 'a>;

fn element_of(ty: &AttributeType) -> Option<(Element<'_>, bool)> {
    match ty {
        AttributeType::List(element) => Some((Box::new(|go| value(go, element)), false)),
        AttributeType::Set(element) => Some((Box::new(|go| value(go, element)), true)),
        AttributeType::Nested(Nesting::List, attributes) => Some((Box::new(|go| object(go, attributes)), false)),
        AttributeType::Nested(Nesting::Set, attributes) => Some((Box::new(|go| object(go, attributes)), true)),
        _ => None,
    }
}

fn object(go: &Go, attributes: &[tfgen::ir::Attribute]) -> Option<Value> {
    let (_, arguments) = go.call()?;
    let Go::Composite(_, items) = arguments.last()? else { return None };
    let attribute = |attribute: &tfgen::ir::Attribute| {
        let given = items.iter().find(|(key, _)| key.as_ref() == Some(&attribute.name));
        let value = given.map_or(Some(Value::Null), |(_, go)| value(go, &attribute.ty))?;
        Some((attribute.name.clone(), value))
    };
    Some(Value::object(attributes.iter().map(attribute).collect::<Option<Vec<_>>>()?))
}
