//! What a field of a log entry holds, and how it is written as JSON. Nothing is ever read here.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

/// A value of a log field. It is shown as JSON.
///
/// ```
/// use tfgen_runtime::log::Value;
///
/// assert_eq!(Value::from("say \"hi\"").to_string(), r#""say \"hi\"""#);
/// assert_eq!(Value::from(vec![1, 2]).to_string(), "[1,2]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Number(i128),
    /// A text.
    Text(String),
    /// Several values.
    List(Vec<Value>),
    /// Values by name.
    Object(BTreeMap<String, Value>),
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(formatter, "{value}"),
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Text(text) => write_text(formatter, text),
            Self::List(values) => {
                formatter.write_char('[')?;
                for (index, value) in values.iter().enumerate() {
                    formatter.write_str(if index == 0 { "" } else { "," })?;
                    write!(formatter, "{value}")?;
                }
                formatter.write_char(']')
            }
            Self::Object(values) => {
                formatter.write_char('{')?;
                for (index, (name, value)) in values.iter().enumerate() {
                    formatter.write_str(if index == 0 { "" } else { "," })?;
                    write_text(formatter, name)?;
                    write!(formatter, ":{value}")?;
                }
                formatter.write_char('}')
            }
        }
    }
}

fn write_text(formatter: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    formatter.write_char('"')?;
    let mut plain = 0;
    // All that needs another form is one byte long and no part of a longer character.
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'"' | b'\\' | 0..0x20)) {
        formatter.write_str(&text[plain..at])?;
        plain = at + 1;
        match byte {
            b'"' | b'\\' => write!(formatter, "\\{}", char::from(byte))?,
            b'\n' => formatter.write_str("\\n")?,
            b'\r' => formatter.write_str("\\r")?,
            b'\t' => formatter.write_str("\\t")?,
            0x08 => formatter.write_str("\\b")?,
            0x0c => formatter.write_str("\\f")?,
            _ => write!(formatter, "\\u{byte:04x}")?,
        }
    }
    formatter.write_str(&text[plain..])?;
    formatter.write_char('"')
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

macro_rules! numbers {
    ($($ty:ty)*) => {
        $(impl From<$ty> for Value {
            fn from(number: $ty) -> Self {
                Self::Number(number.into())
            }
        })*
    };
}

numbers! { u8 u16 u32 u64 i8 i16 i32 i64 i128 }

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        // No machine counts further.
        Self::Number(i128::try_from(number).unwrap_or(i128::MAX))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl<const N: usize> From<[(&str, Value); N]> for Value {
    fn from(values: [(&str, Value); N]) -> Self {
        let mut object = BTreeMap::new();
        object.extend(values.map(|(name, value)| (name.to_owned(), value)));
        Self::Object(object)
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn what_is_written_reads_back_as_json() {
        let all: String = (0..0x80_u8).map(char::from).chain("é\u{2028}😀".chars()).collect();
        let value = Value::from([
            (all.as_str(), Value::from(all.as_str())),
            ("list", vec![i64::MIN, 0, i64::MAX].into()),
            ("nothing", Value::from(Vec::<bool>::new())),
            ("object", Value::from([])),
            ("yes", true.into()),
            ("most", u64::MAX.into()),
        ]);
        let read: serde_json::Value = serde_json::from_str(&value.to_string()).unwrap();
        let expected = serde_json::json!({
            all.clone(): all, "list": [i64::MIN, 0, i64::MAX], "nothing": [], "object": {}, "yes": true, "most": u64::MAX,
        });
        assert_eq!(read, expected);
    }
}
