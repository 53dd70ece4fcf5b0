//! Terraform's type syntax: `list(object({ a = string }))`, with spans inside the string that holds it.

use super::Text;
use super::nearest::nearest;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rule::Rule;
use crate::source::{Span, Spanned};

/// How deep types may nest.
const DEPTH_MAX: usize = 32;

/// The longest tuple: the longest one that Rust's own traits are there for.
const TUPLE_MAX: usize = 12;

/// A type and where it was written.
#[derive(Clone, Debug)]
pub struct TypeExpression {
    /// Where it was written.
    pub span: Span,
    /// What it is.
    pub kind: TypeKind,
}

/// A type.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// a type without parameters, by name
    Simple(Simple),
    /// `list(T)`
    List(Box<TypeExpression>),
    /// `set(T)`
    Set(Box<TypeExpression>),
    /// `map(T)`
    Map(Box<TypeExpression>),
    /// `object({…})`, as written
    Object(Vec<(Spanned<String>, TypeExpression)>),
    /// `tuple([…])`
    Tuple(Vec<TypeExpression>),
}

/// A type without parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are named as Terraform names them")]
pub enum Simple {
    Bool,
    String,
    Number,
    Int32,
    Int64,
    Float32,
    Float64,
    Dynamic,
}

const SIMPLE: &[(&str, Simple)] = &[
    ("bool", Simple::Bool),
    ("string", Simple::String),
    ("number", Simple::Number),
    ("int32", Simple::Int32),
    ("int64", Simple::Int64),
    ("float32", Simple::Float32),
    ("float64", Simple::Float64),
    ("dynamic", Simple::Dynamic),
];

const CONSTRUCTORS: &[&str] = &["list", "set", "map", "object", "tuple"];

/// Names that other tools use, and what they are here.
const FOREIGN: &[(&str, &str)] = &[
    ("any", "dynamic"),
    ("array", "list(…)"),
    ("boolean", "bool"),
    ("double", "float64"),
    ("float", "float64"),
    ("int", "int64"),
    ("integer", "int64"),
    ("str", "string"),
    ("text", "string"),
];

/// The names that types are made of.
pub fn names() -> impl Iterator<Item = &'static str> {
    SIMPLE.iter().map(|(name, _)| *name).chain(CONSTRUCTORS.iter().copied())
}

/// Reads a type; `None` if it was reported.
pub fn parse(text: &Text, diagnostics: &mut Diagnostics) -> Option<TypeExpression> {
    let mut parser = Parser { text, at: 0 };
    let result = parser.whole();
    result.map_err(|diagnostic| diagnostics.push(*diagnostic)).ok()
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

struct Parser<'a> {
    text: &'a Text,
    at: usize,
}

impl Parser<'_> {
    fn whole(&mut self) -> Parsed<TypeExpression> {
        let ty = self.ty(0)?;
        self.skip();
        if self.rest().is_empty() { Ok(ty) } else { Err(self.unexpected("nothing more")) }
    }

    fn ty(&mut self, depth: usize) -> Parsed<TypeExpression> {
        self.skip();
        let start = self.at;
        let name = self.word();
        if name.is_empty() {
            return Err(self.unexpected("a type"));
        }
        if depth >= DEPTH_MAX {
            return Err(self.broken(start, self.at, "the type is nested too deeply", "remove levels"));
        }
        if let Some((_, simple)) = SIMPLE.iter().find(|(known, _)| *known == name) {
            return Ok(self.finish(start, TypeKind::Simple(*simple)));
        }
        if !CONSTRUCTORS.contains(&name.as_str()) {
            return Err(self.unknown(start, &name));
        }
        self.expect('(', &format!("`(`, since `{name}` holds something"))?;
        let kind = match name.as_str() {
            "list" => TypeKind::List(Box::new(self.ty(depth + 1)?)),
            "set" => TypeKind::Set(Box::new(self.ty(depth + 1)?)),
            "map" => TypeKind::Map(Box::new(self.ty(depth + 1)?)),
            "object" => TypeKind::Object(self.object(depth + 1)?),
            _ => TypeKind::Tuple(self.tuple(depth + 1)?),
        };
        if let TypeKind::Tuple(elements) = &kind
            && !(1..=TUPLE_MAX).contains(&elements.len())
        {
            let message = format!("a tuple has 1 to {TUPLE_MAX} elements, this has {}", elements.len());
            return Err(self.broken(start, self.at, &message, "use `object({…})`, whose attributes have names"));
        }
        self.expect(')', "`)`")?;
        Ok(self.finish(start, kind))
    }

    fn object(&mut self, depth: usize) -> Parsed<Vec<(Spanned<String>, TypeExpression)>> {
        self.expect('{', "`{`")?;
        let mut attributes: Vec<(Spanned<String>, TypeExpression)> = Vec::new();
        loop {
            self.skip();
            if self.eat('}') {
                return Ok(attributes);
            }
            let start = self.at;
            let name = self.word();
            if name.is_empty() {
                return Err(self.unexpected("an attribute's name or `}`"));
            }
            let span = self.text.part(start, self.at);
            if let Some((first, _)) = attributes.iter().find(|(first, _)| first.value == name) {
                let message = format!("the object has two attributes `{name}`");
                let diagnostic = Diagnostic::new(Rule::DuplicateName, message).at(span, "again here");
                return Err(Box::new(
                    diagnostic.and(first.span, "first here").with_help("rename or remove one of them"),
                ));
            }
            self.expect('=', "`=`")?;
            let ty = self.ty(depth)?;
            attributes.push((Spanned::new(name, span), ty));
            let newline = self.skip();
            if !self.eat(',') && !newline && !self.rest().starts_with('}') {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
    }

    fn tuple(&mut self, depth: usize) -> Parsed<Vec<TypeExpression>> {
        self.expect('[', "`[`")?;
        let mut elements = Vec::new();
        loop {
            self.skip();
            if self.eat(']') {
                return Ok(elements);
            }
            elements.push(self.ty(depth)?);
            self.skip();
            if !self.eat(',') && !self.rest().starts_with(']') {
                return Err(self.unexpected("`,` or `]`"));
            }
        }
    }

    fn finish(&self, start: usize, kind: TypeKind) -> TypeExpression {
        TypeExpression { span: self.text.part(start, self.at), kind }
    }

    fn rest(&self) -> &str {
        self.text.value.get(self.at..).unwrap_or_default()
    }

    /// Skips white space; whether there was a line break in it.
    fn skip(&mut self) -> bool {
        let rest = self.rest();
        let space = rest.len() - rest.trim_start().len();
        let newline = rest.get(..space).is_some_and(|space| space.contains('\n'));
        self.at += space;
        newline
    }

    fn word(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or_default().to_owned();
        self.at += end;
        word
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char, what: &str) -> Parsed<()> {
        self.skip();
        if self.eat(wanted) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        let next = self.rest().chars().next();
        let found = next.map_or("the end".to_owned(), |c| format!("`{c}`"));
        let end = self.at + next.map_or(0, char::len_utf8);
        let message = format!("the type cannot be read: expected {expected}, found {found}");
        // At the end of the text, the closing quote is the place.
        let end = if next.is_none() { end + 1 } else { end };
        let diagnostic = Diagnostic::new(Rule::BrokenType, message).at(self.text.part(self.at, end), "here");
        Box::new(diagnostic.with_help("types look like `string`, `list(int64)` or `map(object({ a = string }))`"))
    }

    fn broken(&self, start: usize, end: usize, message: &str, help: &str) -> Box<Diagnostic> {
        let diagnostic = Diagnostic::new(Rule::BrokenType, message).at(self.text.part(start, end), "here");
        Box::new(diagnostic.with_help(help))
    }

    fn unknown(&self, start: usize, name: &str) -> Box<Diagnostic> {
        if name == "optional" {
            let help = "use nested attributes (`nesting = \"single\"`), which can be optional each";
            return self.broken(start, self.at, "attributes of an object type cannot be optional", help);
        }
        let mut diagnostic = Diagnostic::new(Rule::UnknownType, format!("there is no type `{name}`"))
            .at(self.text.part(start, self.at), "unknown type");
        let known = SIMPLE.iter().map(|(known, _)| *known).chain(CONSTRUCTORS.iter().copied());
        let foreign = FOREIGN.iter().find(|(foreign, _)| name.eq_ignore_ascii_case(foreign)).map(|(_, ours)| *ours);
        if let Some(near) = foreign.or_else(|| nearest(name, known)) {
            diagnostic = diagnostic.with_help(format!("perhaps `{near}` is meant"));
        } else {
            let known: Vec<&str> = SIMPLE.iter().map(|(known, _)| *known).collect();
            diagnostic = diagnostic.with_help(format!(
                "the types are {}, list(…), set(…), map(…), object({{…}}), tuple([…])",
                known.join(", ")
            ));
        }
        Box::new(diagnostic)
    }
}
