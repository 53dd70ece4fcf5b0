//! A strict JSON reader that is asked for what is expected next. It keeps the text of numbers, so no digit is lost.

use std::borrow::Cow;

use crate::error::Error;

/// What the next value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Bool,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a bool",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// Where reading has come to.
#[derive(Clone)]
pub(super) struct Reader<'j> {
    text: &'j str,
    at: usize,
}

impl<'j> Reader<'j> {
    pub(super) fn new(json: &'j [u8]) -> Result<Self, Error> {
        let text = std::str::from_utf8(json).map_err(|_| Error::new("the JSON is not UTF-8 text"))?;
        Ok(Self { text, at: 0 })
    }

    /// A reader of a part of a text.
    pub(super) fn within(text: &'j str, start: usize, end: usize) -> Self {
        Self { text: &text[..end], at: start }
    }

    /// The text up to its end, where it is read from, and its end.
    pub(super) fn place(&self) -> (&'j str, usize, usize) {
        (self.text, self.at, self.text.len())
    }

    /// The kind of the next value, which is not read yet.
    pub(super) fn peek(&mut self) -> Result<Kind, Error> {
        match self.next_byte() {
            Some(b'n') => Ok(Kind::Null),
            Some(b't' | b'f') => Ok(Kind::Bool),
            Some(b'"') => Ok(Kind::String),
            Some(b'[') => Ok(Kind::Array),
            Some(b'{') => Ok(Kind::Object),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            _ => Err(self.wrong("a value")),
        }
    }

    pub(super) fn null(&mut self) -> Result<(), Error> {
        self.literal("null")
    }

    pub(super) fn bool(&mut self) -> Result<bool, Error> {
        let value = self.next_byte() == Some(b't');
        self.literal(if value { "true" } else { "false" }).map(|()| value)
    }

    /// The text of a number.
    pub(super) fn number(&mut self) -> Result<&'j str, Error> {
        self.next_byte();
        let start = self.at;
        self.skip_if(b'-');
        match self.digits() {
            0 => return Err(self.wrong("a digit")),
            1 => {}
            _ if self.text[start..].trim_start_matches('-').starts_with('0') => {
                return Err(Error::new("a JSON number cannot begin with a zero"));
            }
            _ => {}
        }
        if self.skip_if(b'.') && self.digits() == 0 {
            return Err(self.wrong("a digit"));
        }
        if self.skip_if(b'e') || self.skip_if(b'E') {
            let _ = self.skip_if(b'+') || self.skip_if(b'-');
            if self.digits() == 0 {
                return Err(self.wrong("a digit"));
            }
        }
        Ok(&self.text[start..self.at])
    }

    pub(super) fn string(&mut self) -> Result<Cow<'j, str>, Error> {
        if self.next_byte() != Some(b'"') {
            return Err(self.wrong("a string"));
        }
        self.at += 1;
        let mut whole = Cow::Borrowed("");
        loop {
            let start = self.at;
            let plain = self.text.as_bytes()[start..].iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            self.at = plain.map_or(self.text.len(), |length| start + length);
            let part = &self.text[start..self.at];
            if whole.is_empty() {
                whole = Cow::Borrowed(part);
            } else {
                whole.to_mut().push_str(part);
            }
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(whole);
                }
                Some(b'\\') => {
                    self.at += 1;
                    let character = self.escape()?;
                    whole.to_mut().push(character);
                }
                Some(_) => return Err(Error::new("a control character in a JSON string must be escaped")),
                None => return Err(self.wrong("the end of a string")),
            }
        }
    }

    /// The character that an escape stands for. Halves of a pair that stand alone become U+FFFD, as Terraform reads them.
    fn escape(&mut self) -> Result<char, Error> {
        let byte = self.byte();
        self.at += usize::from(byte.is_some_and(|byte| byte.is_ascii()));
        Ok(match byte {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let unit = self.hex()?;
                if (0xd800..0xdc00).contains(&unit) && self.text[self.at..].starts_with("\\u") {
                    let before = self.at;
                    self.at += 2;
                    let low = self.hex()?;
                    if (0xdc00..0xe000).contains(&low) {
                        let scalar = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                        return Ok(char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                    self.at = before;
                }
                char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(Error::new("a JSON string has an escape that does not exist")),
        })
    }

    fn hex(&mut self) -> Result<u32, Error> {
        let digits = self.text.get(self.at..self.at + 4).filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += 4;
        unit.ok_or_else(|| Error::new("a JSON string has an escape that does not exist"))
    }

    /// Goes into an array.
    pub(super) fn array_start(&mut self) -> Result<(), Error> {
        self.expect(b'[', "an array")
    }

    /// Whether an array has an element after `count` elements; goes out of it when not.
    pub(super) fn array_next(&mut self, count: usize) -> Result<bool, Error> {
        self.next(count, b']')
    }

    /// Goes into an object.
    pub(super) fn object_start(&mut self) -> Result<(), Error> {
        self.expect(b'{', "an object")
    }

    /// The next key of an object after `count` entries; goes out of it when there is none.
    pub(super) fn object_next(&mut self, count: usize) -> Result<Option<Cow<'j, str>>, Error> {
        if !self.next(count, b'}')? {
            return Ok(None);
        }
        let key = self.string()?;
        self.expect(b':', "a colon")?;
        Ok(Some(key))
    }

    /// Reads past any value, however deep, and gives a reader of just that value.
    pub(super) fn skip(&mut self) -> Result<Self, Error> {
        self.peek()?;
        let start = self.at;
        // The arrays and objects that are open, each with the number of parts seen so far.
        let mut open: Vec<(Kind, usize)> = Vec::new();
        loop {
            match self.peek()? {
                Kind::Null => self.null()?,
                Kind::Bool => drop(self.bool()?),
                Kind::Number => drop(self.number()?),
                Kind::String => drop(self.string()?),
                Kind::Array => {
                    self.array_start()?;
                    open.push((Kind::Array, 0));
                }
                Kind::Object => {
                    self.object_start()?;
                    open.push((Kind::Object, 0));
                }
            }
            while let Some((kind, count)) = open.last_mut() {
                let more =
                    if *kind == Kind::Array { self.array_next(*count)? } else { self.object_next(*count)?.is_some() };
                *count += 1;
                if more {
                    break;
                }
                open.pop();
            }
            if open.is_empty() {
                return Ok(Self { text: &self.text[..self.at], at: start });
            }
        }
    }

    /// Makes sure that nothing follows.
    pub(super) fn end(&mut self) -> Result<(), Error> {
        if self.next_byte().is_some() { Err(self.wrong("the end")) } else { Ok(()) }
    }

    fn next(&mut self, count: usize, close: u8) -> Result<bool, Error> {
        match self.next_byte() {
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            Some(b',') if count > 0 => {
                self.at += 1;
                Ok(true)
            }
            Some(_) if count == 0 => Ok(true),
            _ => Err(self.wrong("a comma or the end of an array or object")),
        }
    }

    fn expect(&mut self, byte: u8, what: &str) -> Result<(), Error> {
        if self.next_byte() != Some(byte) {
            return Err(self.wrong(what));
        }
        self.at += 1;
        Ok(())
    }

    fn literal(&mut self, text: &str) -> Result<(), Error> {
        self.next_byte();
        if !self.text[self.at..].starts_with(text) {
            return Err(self.wrong(text));
        }
        self.at += text.len();
        Ok(())
    }

    fn digits(&mut self) -> usize {
        let count = self.text.as_bytes()[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        count
    }

    fn skip_if(&mut self, byte: u8) -> bool {
        let there = self.byte() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// The next byte that is no space; it is not read yet.
    fn next_byte(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn wrong(&self, expected: &str) -> Error {
        match self.byte() {
            Some(_) => Error::new(format!("the JSON is wrong at byte {}: {expected} is expected", self.at)),
            None => Error::new(format!("the JSON ends early: {expected} is expected")),
        }
    }
}
