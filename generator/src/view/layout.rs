//! Lays out the constant expressions of generated code the way rustfmt does with its default settings.
//!
//! Templates cannot break lines, and a formatter would be a dependency of every user: so each expression is built as a
//! small tree here and printed once, at the column where it will stand. Nothing here knows what the text means.

use std::fmt::Write as _;

/// The widest line that rustfmt makes.
const WIDTH: usize = 100;
/// The widest list of arguments or elements that stays on one line.
const LIST_WIDTH: usize = 60;
/// The widest list of fields that stays on one line.
const FIELDS_WIDTH: usize = 18;
/// Lists whose elements are all at most this wide are filled instead of standing one below the other.
const SHORT_ELEMENT: usize = 10;

/// Where a text stands.
#[derive(Clone, Copy)]
struct Place {
    /// The indentation of its last line.
    indent: usize,
    /// The column of its first character.
    column: usize,
    /// What must still fit behind it.
    after: usize,
}

/// A Rust expression made of literals, calls, slices, tuples and struct literals.
#[derive(Clone, Debug)]
pub enum Expression {
    /// Text that is never broken.
    Text(String),
    /// `name(argument, …)`
    Call(&'static str, Vec<Expression>),
    /// `&value`
    Reference(Box<Expression>),
    /// `&[element, …]`
    Slice(Vec<Expression>),
    /// `vec![element, …]`
    Vector(Vec<Expression>),
    /// `(element, …)`
    Tuple(Vec<Expression>),
    /// `Name { field: value, … }`, with `..base` at the end unless that is empty
    Struct(&'static str, Vec<(&'static str, Expression)>, &'static str),
}

impl Expression {
    /// The text for a place that is indented by `indent` columns, starts at `column` and is followed by `after` more.
    pub fn layout(&self, indent: usize, column: usize, after: usize) -> String {
        let line = self.one_line();
        if self.may_stand_on_one_line() && column + line.chars().count() + after <= WIDTH {
            return line;
        }
        self.broken(Place { indent, column, after })
    }

    /// The text over several lines.
    fn broken(&self, place: Place) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Call(name, list) => broken(&format!("{name}("), list, ")", place, false),
            Self::Reference(value) => format!("&{}", value.broken(Place { column: place.column + 1, ..place })),
            Self::Slice(list) => broken("&[", list, "]", place, true),
            Self::Vector(list) => broken("vec![", list, "]", place, true),
            Self::Tuple(list) => broken("(", list, ")", place, false),
            Self::Struct(name, fields, base) => broken_struct(name, fields, base, place.indent),
        }
    }

    /// How wide the first line of the broken text is.
    fn first_line_width(&self, place: Place) -> usize {
        let listed = |open: &str, list: &[Self], close: &str| {
            open.len() + hugged(open, list, close, place).map_or(0, |(_, _, width)| width)
        };
        match self {
            Self::Text(text) => text.lines().next().unwrap_or_default().chars().count(),
            Self::Call(name, list) => listed(&format!("{name}("), list, ")"),
            Self::Reference(value) => 1 + value.first_line_width(Place { column: place.column + 1, ..place }),
            Self::Slice(list) => listed("&[", list, "]"),
            Self::Vector(list) => listed("vec![", list, "]"),
            Self::Tuple(list) => listed("(", list, ")"),
            Self::Struct(name, ..) => name.len() + " {".len(),
        }
    }

    /// What follows the `=` of a constant: on the same line, or on the next one where only that keeps it in one piece.
    pub fn assigned(&self, indent: usize, column: usize) -> String {
        let line = self.one_line();
        let width = line.chars().count() + 1;
        if self.may_stand_on_one_line() && column + 1 + width > WIDTH && indent + 4 + width <= WIDTH {
            return format!("\n{}{line}", " ".repeat(indent + 4));
        }
        format!(" {}", self.layout(indent, column + 1, 1))
    }

    fn one_line(&self) -> String {
        let list = |list: &[Self]| list.iter().map(Self::one_line).collect::<Vec<_>>().join(", ");
        match self {
            Self::Text(text) => text.clone(),
            Self::Call(name, arguments) => format!("{name}({})", list(arguments)),
            Self::Reference(value) => format!("&{}", value.one_line()),
            Self::Slice(elements) => format!("&[{}]", list(elements)),
            Self::Vector(elements) => format!("vec![{}]", list(elements)),
            Self::Tuple(elements) => format!("({})", list(elements)),
            Self::Struct(name, fields, base) => format!("{name} {{ {} }}", one_line_fields(fields, base)),
        }
    }

    fn may_stand_on_one_line(&self) -> bool {
        match self {
            Self::Text(_) => true,
            Self::Reference(value) => value.may_stand_on_one_line(),
            // The only argument of a call may be as wide as the line.
            Self::Call(_, list) if matches!(list.as_slice(), [Self::Text(_)]) => true,
            Self::Call(_, list) | Self::Slice(list) | Self::Vector(list) | Self::Tuple(list) => {
                let width = list.iter().map(|each| each.one_line().chars().count() + 2).sum::<usize>();
                width.saturating_sub(2) <= LIST_WIDTH && list.iter().all(Self::may_stand_on_one_line)
            }
            Self::Struct(_, fields, base) => {
                one_line_fields(fields, base).chars().count() <= FIELDS_WIDTH
                    && fields.iter().all(|(_, value)| value.may_stand_on_one_line())
            }
        }
    }

    /// Whether it may begin on the line of its only enclosing bracket.
    fn overflows(&self) -> bool {
        match self {
            Self::Text(_) => false,
            Self::Reference(value) => value.overflows(),
            _ => true,
        }
    }
}

/// The only element of a list, if its broken text may begin on the line of the bracket: with its place, and the width of
/// its first line. That width is told without laying the element out, or deep schemas would take for ever.
fn hugged<'a>(open: &str, list: &'a [Expression], close: &str, place: Place) -> Option<(&'a Expression, Place, usize)> {
    let [only] = list else { return None };
    if !only.overflows() {
        return None;
    }
    let inside = Place { column: place.column + open.len(), after: place.after + close.len(), ..place };
    let width = only.first_line_width(inside);
    (inside.column + width + inside.after <= WIDTH).then_some((only, inside, width))
}

fn one_line_fields(fields: &[(&str, Expression)], base: &str) -> String {
    let mut parts: Vec<_> = fields.iter().map(|(name, value)| format!("{name}: {}", value.one_line())).collect();
    if !base.is_empty() {
        parts.push(format!("..{base}"));
    }
    parts.join(", ")
}

fn broken(open: &str, list: &[Expression], close: &str, place: Place, fill: bool) -> String {
    if let Some((only, inside, _)) = hugged(open, list, close, place) {
        return format!("{open}{}{close}", only.broken(inside));
    }
    let indent = place.indent;
    let inner = indent + 4;
    let margin = " ".repeat(inner);
    let mut text = format!("{open}\n{margin}");
    if fill && list.iter().all(|each| each.one_line().chars().count() <= SHORT_ELEMENT) {
        let mut column = inner;
        for (n, each) in list.iter().enumerate() {
            let element = each.one_line();
            let width = element.chars().count() + 1;
            // rustfmt leaves the last column of filled lists free.
            if n > 0 && column + width + 1 >= WIDTH {
                let _ = write!(text, "\n{margin}");
                column = inner;
            } else if n > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(&element);
            text.push(',');
            column += width;
        }
    } else {
        let lines: Vec<_> = list.iter().map(|each| each.layout(inner, inner, 1) + ",").collect();
        text.push_str(&lines.join(&format!("\n{margin}")));
    }
    let _ = write!(text, "\n{}{close}", " ".repeat(indent));
    text
}

fn broken_struct(name: &str, fields: &[(&str, Expression)], base: &str, indent: usize) -> String {
    let inner = indent + 4;
    let margin = " ".repeat(inner);
    let mut text = format!("{name} {{\n");
    for (field, value) in fields {
        let _ = writeln!(text, "{margin}{field}: {},", value.layout(inner, inner + field.len() + 2, 1));
    }
    if !base.is_empty() {
        let _ = writeln!(text, "{margin}..{base}");
    }
    let _ = write!(text, "{}}}", " ".repeat(indent));
    text
}

/// A public field of a struct: its type goes to the next line where only that keeps the line from being too long.
pub fn field(indent: usize, name: &str, ty: &str) -> String {
    let margin = " ".repeat(indent);
    let line = format!("{margin}pub {name}: {ty},");
    if line.chars().count() <= WIDTH { line } else { format!("{margin}pub {name}:\n{margin}    {ty},") }
}

/// A function's signature, up to its opening brace.
pub fn signature(indent: usize, head: &str, parameters: &[String], answer: &str) -> String {
    function(indent, head, parameters, &format!("{answer} {{"))
}

/// The declaration of a function without a body.
pub fn declaration(indent: usize, head: &str, parameters: &[String], answer: &str) -> String {
    function(indent, head, parameters, &format!("{answer};"))
}

fn function(indent: usize, head: &str, parameters: &[String], end: &str) -> String {
    let margin = " ".repeat(indent);
    let line = format!("{margin}{head}({}) -> {end}", parameters.join(", "));
    if line.chars().count() <= WIDTH {
        return line;
    }
    let mut text = format!("{margin}{head}(\n");
    for parameter in parameters {
        let _ = writeln!(text, "{margin}    {parameter},");
    }
    text + &format!("{margin}) -> {end}")
}

/// A `use` of several names from one place.
pub fn import(from: &str, names: &[String]) -> String {
    let mut names = names.to_vec();
    names.sort_by_key(|name| (name.starts_with(char::is_lowercase), name.clone()));
    if let [only] = names.as_slice() {
        return format!("use {from}::{only};");
    }
    let line = format!("use {from}::{{{}}};", names.join(", "));
    // rustfmt keeps room for the braces of a list within the list.
    if line.chars().count() <= WIDTH - 2 {
        return line;
    }
    let mut text = format!("use {from}::{{\n    ");
    let mut column = 4;
    for (n, name) in names.iter().enumerate() {
        let width = name.chars().count() + 1;
        if n > 0 && column + width + 1 > WIDTH {
            text.push_str("\n    ");
            column = 4;
        } else if n > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(name);
        text.push(',');
        column += width;
    }
    text + "\n};"
}

#[cfg(test)]
mod tests {
    use super::Expression::{Call, Slice, Struct, Text};

    #[test]
    fn what_fits_stays_on_one_line() {
        let list = Slice(vec![Text("\"a\"".into()), Text("\"b\"".into())]);
        assert_eq!(list.layout(0, 0, 1), "&[\"a\", \"b\"]");
    }

    #[test]
    fn a_struct_is_broken_early_and_a_single_element_hugs_its_brackets() {
        let row = Struct("Attribute", vec![("name", Text("\"content\"".into()))], "Attribute::DEFAULT");
        let list = Call("Some", vec![Slice(vec![row])]);
        let expected = "Some(&[Attribute {\n    name: \"content\",\n    ..Attribute::DEFAULT\n}])";
        assert_eq!(list.layout(0, 0, 1), expected);
    }

    #[test]
    fn deep_expressions_take_no_time() {
        let mut deep = Text("\"a\"".into());
        for _ in 0..60 {
            deep = Call("rt::AttributeType::Nested", vec![Slice(vec![deep])]);
        }
        assert!(deep.layout(0, 0, 1).lines().count() > 60);
    }

    #[test]
    fn short_elements_fill_lines() {
        let list = Slice((0..40).map(|n| Text(n.to_string())).collect());
        let text = list.layout(0, 0, 1);
        assert_eq!(text.lines().count(), 4, "{text}");
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
        // Twelve of these would end in the hundredth column.
        let names = ["\"a199\"", "\"a2\"", "\"a20\""].into_iter().chain(["\"a200\""; 9]);
        let text = Slice(names.map(|name| Text(name.into())).collect()).layout(4, 4, 1);
        assert_eq!(text.lines().nth(1).map(str::len), Some(92), "{text}");
    }
}
