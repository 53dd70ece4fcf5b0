//! JSON as it is, without a type: any part of a text, and where it stands, so that what is not changed can be kept to the byte.

use std::borrow::Cow;

use super::reader::{Kind, Reader};
use super::type_json::decode_type;
use crate::error::Error;
use crate::ty::Type;

/// A part of a JSON text. Nothing is copied, and nothing below it is looked at before it is asked for.
///
/// ```
/// use tfgen_cty::json::Node;
///
/// let text = br#"{"serial": 7, "name": "caf\u00e9", "more": [true, null]}"#;
/// let node = Node::parse(text)?;
/// assert_eq!(node.get("serial").and_then(|serial| serial.number()), Some("7"));
/// assert_eq!(node.get("name").and_then(|name| name.string()).as_deref(), Some("café"));
/// assert_eq!(node.get("more").map(|more| more.raw()), Some("[true, null]"));
/// assert_eq!(node.get("serial").map(|serial| serial.span()), Some(11..12));
/// assert!(Node::parse(b"{\"a\": 1").is_err());
/// # Ok::<(), tfgen_cty::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node<'j> {
    /// The whole text.
    text: &'j str,
    start: usize,
    end: usize,
}

impl<'j> Node<'j> {
    /// The one value that a text holds; all of it is checked.
    ///
    /// # Errors
    ///
    /// What is no JSON, with the byte where it ends to be.
    pub fn parse(json: &'j [u8]) -> Result<Self, Error> {
        let mut reader = Reader::new(json)?;
        let value = reader.skip()?;
        reader.end()?;
        let (text, start, end) = value.place();
        let whole = std::str::from_utf8(json).unwrap_or(text);
        Ok(Self { text: whole, start, end })
    }

    /// The text of this part.
    pub fn raw(&self) -> &'j str {
        &self.text[self.start..self.end]
    }

    /// Where it stands in the whole text.
    pub fn span(&self) -> std::ops::Range<usize> {
        self.start..self.end
    }

    /// The line that it stands in, counted from 1.
    pub fn line(&self) -> usize {
        self.text[..self.start].matches('\n').count() + 1
    }

    /// What it is, in words: "an object", "null".
    pub fn kind(&self) -> &'static str {
        self.reader().peek().map_or("nothing", Kind::name)
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        self.raw() == "null"
    }

    /// A bool, if it is one.
    pub fn bool(&self) -> Option<bool> {
        match self.raw() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// The text of a number, if it is one.
    pub fn number(&self) -> Option<&'j str> {
        self.raw().starts_with(|first: char| first == '-' || first.is_ascii_digit()).then(|| self.raw())
    }

    /// A string, if it is one.
    pub fn string(&self) -> Option<Cow<'j, str>> {
        if self.raw().starts_with('"') { self.reader().string().ok() } else { None }
    }

    /// The elements of an array, if it is one.
    pub fn elements(&self) -> Option<Vec<Self>> {
        let mut reader = self.reader();
        reader.array_start().ok()?;
        let mut elements = Vec::new();
        while reader.array_next(elements.len()).ok()? {
            elements.push(self.part(reader.skip().ok()?));
        }
        Some(elements)
    }

    /// The entries of an object, if it is one, as they stand. A key may come twice.
    pub fn entries(&self) -> Option<Vec<(Cow<'j, str>, Self)>> {
        let mut reader = self.reader();
        reader.object_start().ok()?;
        let mut entries = Vec::new();
        while let Some(key) = reader.object_next(entries.len()).ok()? {
            entries.push((key, self.part(reader.skip().ok()?)));
        }
        Some(entries)
    }

    /// The entry of an object under this key; of several the last one, which is the one that counts.
    pub fn get(&self, key: &str) -> Option<Self> {
        self.entries()?.into_iter().rev().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// The type that it stands for, as Terraform writes types.
    ///
    /// # Errors
    ///
    /// What is no type.
    pub fn ty(&self) -> Result<Type, Error> {
        let mut reader = self.reader();
        decode_type(&mut reader, 0)
    }

    fn reader(&self) -> Reader<'j> {
        Reader::within(self.text, self.start, self.end)
    }

    fn part(&self, value: Reader<'j>) -> Self {
        let (_, start, end) = value.place();
        Self { text: self.text, start, end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_found_where_it_stands() {
        let text = " {\"a\" : [1, {\"b\":\"x\\\"]\"} , []], \"a\": {}, \"t\":[\"map\",\"bool\"] }\n";
        let node = Node::parse(text.as_bytes()).unwrap();
        let entries = node.entries().unwrap();
        assert_eq!(entries.iter().map(|(key, _)| &**key).collect::<Vec<_>>(), ["a", "a", "t"]);
        let elements = entries[0].1.elements().unwrap();
        assert_eq!(elements.iter().map(Node::raw).collect::<Vec<_>>(), ["1", "{\"b\":\"x\\\"]\"}", "[]"]);
        assert_eq!(elements[1].get("b").unwrap().string().unwrap(), "x\"]");
        assert!(elements.iter().all(|element| &text[element.span()] == element.raw()));
        assert_eq!(node.get("a").unwrap().raw(), "{}", "the last one counts");
        assert_eq!(node.get("t").unwrap().ty().unwrap(), Type::map(Type::Bool));
        assert_eq!((node.kind(), elements[0].number(), elements[0].string()), ("an object", Some("1"), None));
        assert!(node.elements().is_none() && elements[0].entries().is_none());
    }

    #[test]
    fn what_is_no_json_is_refused_as_a_whole() {
        for text in ["", "{", "[1,]", "{\"a\":1}x", "{\"a\":{\"b\":[1,2}}", "\u{feff}{}", "nul"] {
            assert!(Node::parse(text.as_bytes()).is_err(), "{text}");
        }
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert!(Node::parse(deep.as_bytes()).is_ok(), "depth costs no stack");
    }
}
