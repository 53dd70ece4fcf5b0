//! What a position in a schema file is in: the path of keys to it, and whether a key, a value or a header is written there.
//!
//! It goes by tokens, so that half-written lines are no trouble: a header on a line of its own ends whatever is open.

use crate::document::key::ROOT;
use std::ops::Range;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    /// The keys of the table that it is in; what lists hold has the list's path.
    pub path: Vec<String>,
    /// What is written there.
    pub spot: Spot,
    /// The key, string or word at the position; empty between them.
    pub range: Range<usize>,
    /// Its text, without quotes.
    pub text: String,
    /// Whether it stands in quotes.
    pub quoted: bool,
}

/// What is written at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// A key of a table.
    Key,
    /// Part of a header, after the keys of the path.
    Header,
    /// The value of this key, or an element of it.
    Value(String),
    /// A comment, or something else that is nobody's business.
    Nothing,
}

struct Token<'a> {
    kind: TokenKind,
    range: Range<usize>,
    text: &'a str,
}

impl Token<'_> {
    fn is_word(&self) -> bool {
        use TokenKind::{Atom, BasicString, LiteralString, MlBasicString, MlLiteralString};
        matches!(self.kind, Atom | BasicString | LiteralString | MlBasicString | MlLiteralString)
    }

    fn is_quoted(&self) -> bool {
        self.is_word() && self.kind != TokenKind::Atom
    }

    /// The bytes inside the quotes.
    fn inside(&self) -> Range<usize> {
        let width = match self.kind {
            TokenKind::Atom => 0,
            TokenKind::MlBasicString | TokenKind::MlLiteralString => 3,
            _ => 1,
        };
        let quote = self.text.chars().next().unwrap_or('"').to_string().repeat(width);
        let start = (self.range.start + width).min(self.range.end);
        let closed = self.text.len() >= 2 * width && self.text.ends_with(&quote);
        let end = if closed { self.range.end - width } else { self.range.end };
        start..end.max(start)
    }
}

/// One level of nesting in a value.
enum Level {
    Table { path: Vec<String>, keys: Vec<String>, in_value: bool },
    Array,
}

/// What is at a byte.
pub(super) fn at(text: &str, offset: usize) -> Cursor {
    let tokens: Vec<Token<'_>> = Source::new(text)
        .lex()
        .filter_map(|token| {
            let range = token.span().start()..token.span().end();
            Some(Token { kind: token.kind(), text: text.get(range.clone())?, range })
        })
        .collect();
    let mut walk = Walk::new();
    for (at, token) in tokens.iter().enumerate() {
        let starts_line = at == 0
            || tokens[..at]
                .iter()
                .rfind(|it| it.kind != TokenKind::Whitespace)
                .is_none_or(|it| it.kind == TokenKind::Newline);
        // A word goes on to its end; anything else is left behind by what it ends before.
        let touches = token.range.start <= offset
            && (offset < token.range.end || (token.is_word() && offset == token.range.end && !is_closed(token)));
        let inside_comment =
            token.kind == TokenKind::Comment && token.range.start < offset && offset <= token.range.end;
        if inside_comment {
            return walk.cursor(None, offset, Some(Spot::Nothing));
        }
        if touches && token.is_word() {
            return walk.cursor(Some(token), offset, None);
        }
        if token.range.start >= offset {
            break;
        }
        walk.step(token, starts_line && begins_header(&tokens[at..]));
    }
    walk.cursor(None, offset, None)
}

fn is_closed(token: &Token<'_>) -> bool {
    token.is_quoted() && token.inside().end < token.range.end
}

/// Whether a line is a header: `[` and a word that stands at the top of schema files.
fn begins_header(tokens: &[Token<'_>]) -> bool {
    let mut rest = tokens.iter().filter(|token| token.kind != TokenKind::Whitespace);
    let opens = rest.next().is_some_and(|token| token.kind == TokenKind::LeftSquareBracket);
    let word = rest.find(|token| token.kind != TokenKind::LeftSquareBracket);
    opens && word.is_some_and(|token| token.kind == TokenKind::Atom && ROOT.iter().any(|key| key.name == token.text))
}

struct Walk {
    header: Vec<String>,
    in_header: bool,
    levels: Vec<Level>,
}

impl Walk {
    fn new() -> Self {
        Self { header: Vec::new(), in_header: false, levels: vec![Self::line(Vec::new())] }
    }

    fn line(path: Vec<String>) -> Level {
        Level::Table { path, keys: Vec::new(), in_value: false }
    }

    /// The innermost table.
    fn table(&mut self) -> Option<(&mut Vec<String>, &mut Vec<String>, &mut bool)> {
        self.levels.iter_mut().rev().find_map(|level| match level {
            Level::Table { path, keys, in_value } => Some((path, keys, in_value)),
            Level::Array => None,
        })
    }

    fn step(&mut self, token: &Token<'_>, begins_header: bool) {
        use TokenKind::{
            Comma, Equals, LeftCurlyBracket, LeftSquareBracket, Newline, RightCurlyBracket, RightSquareBracket,
        };
        let at_top = self.levels.len() == 1;
        let fresh =
            matches!(self.levels.first(), Some(Level::Table { keys, in_value, .. }) if keys.is_empty() && !in_value);
        match token.kind {
            LeftSquareBracket if begins_header || (at_top && fresh && !self.in_header) => {
                self.in_header = true;
                self.header.clear();
                self.levels = vec![Self::line(Vec::new())];
            }
            RightSquareBracket | LeftSquareBracket if self.in_header => {}
            Newline if self.in_header || at_top => {
                self.in_header = false;
                self.levels = vec![Self::line(self.header.clone())];
            }
            LeftSquareBracket => self.levels.push(Level::Array),
            LeftCurlyBracket => {
                let inner = self.table().map(|(path, keys, _)| path.iter().chain(keys.iter()).cloned().collect());
                self.levels.push(Self::line(inner.unwrap_or_default()));
            }
            RightCurlyBracket | RightSquareBracket if self.levels.len() > 1 => drop(self.levels.pop()),
            Comma => {
                if let Some(Level::Table { keys, in_value, .. }) = self.levels.last_mut() {
                    keys.clear();
                    *in_value = false;
                }
            }
            Equals => {
                if let Some((_, _, in_value)) = self.table() {
                    *in_value = true;
                }
            }
            _ if token.is_word() && self.in_header => self.header.push(word(token)),
            _ if token.is_word() => {
                if let Some(Level::Table { keys, in_value: false, .. }) = self.levels.last_mut() {
                    keys.push(word(token));
                }
            }
            _ => {}
        }
    }

    fn cursor(mut self, token: Option<&Token<'_>>, offset: usize, spot: Option<Spot>) -> Cursor {
        let range = token.map_or(offset..offset, Token::inside);
        let (text, quoted) = token.map_or((String::new(), false), |token| (word(token), token.is_quoted()));
        let header = (self.in_header, self.header.clone());
        let found = match self.table() {
            _ if header.0 => (header.1, Spot::Header),
            Some((path, keys, true)) => {
                let mut path = std::mem::take(path);
                let key = keys.pop().unwrap_or_default();
                path.append(keys);
                (path, Spot::Value(key))
            }
            Some((path, keys, false)) => {
                let mut path = std::mem::take(path);
                path.append(keys);
                (path, Spot::Key)
            }
            None => (Vec::new(), Spot::Nothing),
        };
        Cursor { path: found.0, spot: spot.unwrap_or(found.1), range, text, quoted }
    }
}

/// A word without its quotes; escapes stay, since no name has any.
fn word(token: &Token<'_>) -> String {
    let inside = token.inside();
    let start = inside.start - token.range.start;
    token.text.get(start..start + inside.len()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cursor at `|` in a text.
    fn cursor(text: &str) -> (String, Spot, String) {
        let at = text.find('|').unwrap();
        let found = super::at(&text.replacen('|', "", 1), at);
        (found.path.join("."), found.spot, found.text)
    }

    #[test]
    fn keys_values_and_headers_are_told_apart() {
        let value = |key: &str| Spot::Value(key.to_owned());
        let head = "[resource.disk.attributes]\n";
        let cases = [
            ("|", "", Spot::Key, ""),
            ("[re|", "", Spot::Header, "re"),
            ("[resource.|]", "resource", Spot::Header, ""),
            ("[resource.di|sk]", "resource", Spot::Header, "disk"),
            ("[resource.disk]\nid|", "resource.disk", Spot::Key, "id"),
            ("[resource.disk]\nidentity = [\"i|\", \"b\"]", "resource.disk", value("identity"), "i"),
            ("[resource.disk]\nidentity = [\"a\", |", "resource.disk", value("identity"), ""),
            ("A a = { ty|", "resource.disk.attributes.a", Spot::Key, "ty"),
            ("A a = { type = \"|\" }", "resource.disk.attributes.a", value("type"), ""),
            ("A a = { type = \"x\", | }", "resource.disk.attributes.a", Spot::Key, ""),
            (
                "A \"m.a\" = { validators = { one_of = [|] } }",
                "resource.disk.attributes.m.a.validators",
                value("one_of"),
                "",
            ),
            ("A a = { type = \n[data.image]\nde|", "data.image", Spot::Key, "de"),
            ("A a = [\n[1, 2],\n  |", "resource.disk.attributes", value("a"), ""),
            ("A a.ty| = 1", "resource.disk.attributes.a", Spot::Key, "ty"),
            ("A # not | a key", "resource.disk.attributes", Spot::Nothing, ""),
            ("A a = true\n|", "resource.disk.attributes", Spot::Key, ""),
        ];
        for (text, path, spot, word) in cases {
            let text = text.replace("A ", head);
            assert_eq!(cursor(&text), (path.to_owned(), spot, word.to_owned()), "{text}");
        }
    }
}
