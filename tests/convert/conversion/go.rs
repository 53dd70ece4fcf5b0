//! Go expressions as provider code specifications hold them: calls, selectors, literals. No statement, no type checks.

use std::fmt;

/// A Go expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Go {
    /// `true`, `path`, `[]attr.Value`
    Name(String),
    /// a string literal
    Text(String),
    /// a number literal, with its sign
    Number(String),
    /// `inner.name`
    Select(Box<Go>, String),
    /// `inner(arguments)`
    Call(Box<Go>, Vec<Go>),
    /// `inner{values}`; keys of values are strings here
    Composite(Box<Go>, Vec<(Option<String>, Go)>),
}

impl Go {
    /// The expressions in a text, which are separated by commas; `None` if it is anything else.
    pub fn parse_all(text: &str) -> Option<Vec<Self>> {
        let mut parser = Parser { rest: text };
        let found = parser.list("")?;
        parser.skip();
        parser.rest.is_empty().then_some(found)
    }

    /// The dotted name of a call, and its arguments: `("stringvalidator.OneOf", […])`.
    pub fn call(&self) -> Option<(String, &[Self])> {
        match self {
            Self::Call(inner, arguments) => Some((inner.to_string(), arguments)),
            _ => None,
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) | Self::Number(text) => write!(formatter, "{text}"),
            Self::Text(text) => write!(formatter, "{text:?}"),
            Self::Select(inner, name) => write!(formatter, "{inner}.{name}"),
            Self::Call(inner, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Self::to_string).collect();
                write!(formatter, "{inner}({})", arguments.join(", "))
            }
            Self::Composite(inner, values) => {
                let value = |(key, value): &(Option<String>, Self)| match key {
                    Some(key) => format!("{key:?}: {value}"),
                    None => value.to_string(),
                };
                let values: Vec<String> = values.iter().map(value).collect();
                write!(formatter, "{inner}{{{}}}", values.join(", "))
            }
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, token: &str) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Expressions up to a closing token; up to the end for an empty one.
    fn list(&mut self, close: &str) -> Option<Vec<Go>> {
        let mut found = Vec::new();
        loop {
            self.skip();
            if (close.is_empty() && self.rest.is_empty()) || (!close.is_empty() && self.take(close)) {
                return Some(found);
            }
            found.push(self.expression()?);
            if !self.take(",") {
                self.skip();
                let ends = if close.is_empty() { self.rest.is_empty() } else { self.take(close) };
                return ends.then_some(found);
            }
        }
    }

    fn expression(&mut self) -> Option<Go> {
        self.skip();
        let mut found = self.primary()?;
        loop {
            if self.take(".") {
                found = Go::Select(Box::new(found), self.word()?);
            } else if self.take("(") {
                found = Go::Call(Box::new(found), self.list(")")?);
            } else if self.take("{") {
                found = Go::Composite(Box::new(found), self.values()?);
            } else {
                return Some(found);
            }
        }
    }

    fn values(&mut self) -> Option<Vec<(Option<String>, Go)>> {
        let mut found = Vec::new();
        loop {
            if self.take("}") {
                return Some(found);
            }
            let first = self.expression()?;
            if self.take(":") {
                let (Go::Text(key) | Go::Name(key)) = first else { return None };
                found.push((Some(key), self.expression()?));
            } else {
                found.push((None, first));
            }
            if !self.take(",") {
                return self.take("}").then_some(found);
            }
        }
    }

    fn primary(&mut self) -> Option<Go> {
        let first = self.rest.chars().next()?;
        match first {
            '"' => self.interpreted(),
            '`' => {
                let (text, rest) = self.rest[1..].split_once('`')?;
                self.rest = rest;
                Some(Go::Text(text.to_owned()))
            }
            '0'..='9' | '-' => {
                let is_part = |c: char| c.is_ascii_alphanumeric() || ".-+".contains(c);
                let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
                let (text, rest) = self.rest.split_at(end);
                self.rest = rest;
                Some(Go::Number(text.to_owned()))
            }
            '[' => {
                let (length, rest) = self.rest[1..].split_once(']')?;
                self.rest = rest;
                Some(Go::Name(format!("[{length}]{}", self.path()?)))
            }
            '*' | '&' => {
                self.rest = &self.rest[1..];
                self.primary()
            }
            _ => {
                let word = self.word()?;
                if word == "map" && self.take("[") {
                    let (key, rest) = self.rest.split_once(']')?;
                    self.rest = rest;
                    return Some(Go::Name(format!("map[{key}]{}", self.path()?)));
                }
                Some(Go::Name(word))
            }
        }
    }

    fn interpreted(&mut self) -> Option<Go> {
        let mut end = None;
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    end = Some(at);
                    break;
                }
                _ => {}
            }
        }
        let (text, rest) = self.rest.split_at(end? + 1);
        self.rest = rest;
        // Go's escapes are JSON's, but for a few that no specification here has.
        serde_json::from_str(text).ok().map(Go::Text)
    }

    fn word(&mut self) -> Option<String> {
        self.skip();
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then(|| word.to_owned())
    }

    fn path(&mut self) -> Option<String> {
        let mut path = self.word()?;
        while self.take(".") {
            path = format!("{path}.{}", self.word()?);
        }
        Some(path)
    }
}
