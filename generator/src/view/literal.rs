//! Strings and cty values as Rust constants.

use super::layout::Expression;
use std::fmt::Write as _;
use tfgen_cty::Value;

/// A Rust string literal. Control and text-direction characters are escaped: rustc refuses the latter in source.
pub fn string(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for character in text.chars() {
        match character {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            other if must_be_escaped(other) => drop(write!(literal, "\\u{{{:x}}}", u32::from(other))),
            other => literal.push(other),
        }
    }
    literal.push('"');
    literal
}

/// A number with an underscore after each three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

/// Whether a character must not stand in Rust source as it is.
pub fn must_be_escaped(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A string literal as an expression.
pub fn text(text: &str) -> Expression {
    Expression::Text(string(text))
}

/// `&["a", "b"]`
pub fn texts<S: AsRef<str>>(list: &[S]) -> Expression {
    Expression::Slice(list.iter().map(|each| text(each.as_ref())).collect())
}

/// The `Literal` of a value.
pub fn literal(value: &Value) -> Expression {
    match value {
        Value::Bool(value) => call("rt::Literal::Bool", Expression::Text(value.to_string())),
        Value::Number(number) => call("rt::Literal::Number", text(&number.to_string())),
        Value::String(value) => call("rt::Literal::String", text(value)),
        Value::List(elements) | Value::Tuple(elements) => call("rt::Literal::List", literals(elements.iter())),
        Value::Set(elements) => call("rt::Literal::List", literals(elements.iter())),
        Value::Map(members) | Value::Object(members) => call(
            "rt::Literal::Map",
            Expression::Slice(
                members.iter().map(|(name, value)| Expression::Tuple(vec![text(name), literal(value)])).collect(),
            ),
        ),
        Value::Dynamic(dynamic) => literal(&dynamic.value),
        Value::Null | Value::Unknown(_) => Expression::Text("rt::Literal::Null".into()),
    }
}

/// `&[Literal::…, …]`
pub fn literals<'a>(values: impl Iterator<Item = &'a Value>) -> Expression {
    Expression::Slice(values.map(literal).collect())
}

fn call(name: &'static str, argument: Expression) -> Expression {
    Expression::Call(name, vec![argument])
}

#[cfg(test)]
mod tests {
    #[test]
    fn odd_characters_are_escaped() {
        assert_eq!(super::string("a\"\\\n\u{202e}é"), r#""a\"\\\n\u{202e}é""#);
    }
}
