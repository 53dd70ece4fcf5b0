//! Import ids: text such as `eu-1/disk-7` read and written by a pattern such as `[{region}/]{id}`.
//!
//! Nothing here knows what the attributes mean; only `identity` gives them their types.

use std::collections::{BTreeMap, HashSet};

use tfgen_cty::{Type, Value};

use crate::diagnostic::{Diagnostic, Result};
use crate::schema::implied_type::attribute_type;
use crate::schema::{ImportSegment, ResourceSchema};

/// The longest id that is looked at; anything longer is a mistake, and the search for a match is not linear.
const LENGTH_MAX: usize = 4096;

/// Reads an id by its pattern: the text of each attribute in it.
///
/// A part in brackets is used if the rest of the id still fits. An attribute takes at least one character, and as few
/// as possible, so that in `{region}/{id}` the region ends at the first slash and the id may hold more of them.
/// The error says which form was expected, with an example.
pub fn parse(pattern: &'static [ImportSegment], id: &str) -> Result<BTreeMap<String, String>> {
    if id.len() > LENGTH_MAX {
        let detail = format!("The id has {} bytes; at most {LENGTH_MAX} are accepted.", id.len());
        return Err(Diagnostic::error("Import id too long", detail).into());
    }
    let mut parts = Vec::new();
    linearize(pattern, &mut parts);
    let mut reader = Reader { parts: &parts, id, dead_ends: HashSet::new(), found: Vec::new() };
    if reader.read(0, 0) {
        return Ok(reader.found.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect());
    }
    let detail = format!(
        "The id {id:?} does not have the expected form.\n\nExpected: {}\nFor example: {}",
        form(pattern),
        example(pattern, true)
    );
    Err(Diagnostic::error("Invalid import id", detail).into())
}

/// Writes the id of an object. A part in brackets is left out when one of its attributes has no value; nothing is
/// written when an attribute outside brackets has none.
pub fn format(pattern: &[ImportSegment], values: &BTreeMap<String, String>) -> Option<String> {
    let mut id = String::new();
    for segment in pattern {
        match segment {
            ImportSegment::Literal(text) => id.push_str(text),
            ImportSegment::Attribute(name) => id.push_str(values.get(*name).filter(|text| !text.is_empty())?),
            ImportSegment::Optional(inner) => id.push_str(&format(inner, values).unwrap_or_default()),
        }
    }
    Some(id)
}

/// Reads an id into an object: each identity attribute, null where the id leaves it out, and whatever other root
/// attributes the pattern names.
pub fn identity(schema: &ResourceSchema, id: &str) -> Result<Value> {
    let texts = parse(schema.import, id)?;
    let mut members = BTreeMap::new();
    for name in schema.identity {
        members.insert((*name).into(), Value::Null);
    }
    for (name, text) in texts {
        let Some(attribute) = schema.block.attribute(&name) else { continue };
        let value = tfgen_cty::convert(&Value::string(&text), &Type::String, &attribute_type(&attribute.ty));
        let value = value.map_err(|error| {
            let detail = format!("The id {id:?} gives {text:?} for {name}: {}.", error.message());
            Diagnostic::error("Invalid import id", detail)
        })?;
        members.insert(name.as_str().into(), value);
    }
    Ok(Value::Object(members))
}

/// The pattern as an author writes it, for example `[{region}/]{id}`.
pub fn form(pattern: &[ImportSegment]) -> String {
    let mut text = String::new();
    for segment in pattern {
        match segment {
            ImportSegment::Literal(literal) => text.push_str(literal),
            ImportSegment::Attribute(name) => text.extend(["{", name, "}"]),
            ImportSegment::Optional(inner) => text.extend(["[", &form(inner), "]"]),
        }
    }
    text
}

fn example(pattern: &[ImportSegment], whole: bool) -> String {
    let mut text = String::new();
    for segment in pattern {
        match segment {
            ImportSegment::Literal(literal) => text.push_str(literal),
            ImportSegment::Attribute(name) => text.extend(["my-", &name.replace('_', "-")]),
            ImportSegment::Optional(inner) if whole => text.push_str(&example(inner, whole)),
            ImportSegment::Optional(_) => {}
        }
    }
    text
}

/// A pattern without nesting: an optional part is preceded by where to go on without it.
enum Part {
    Literal(&'static str),
    Attribute(&'static str),
    /// Go on here, or skip to this part.
    Maybe(usize),
}

fn linearize(pattern: &'static [ImportSegment], parts: &mut Vec<Part>) {
    for segment in pattern {
        match segment {
            ImportSegment::Literal(text) => parts.push(Part::Literal(text)),
            ImportSegment::Attribute(name) => parts.push(Part::Attribute(name)),
            ImportSegment::Optional(inner) => {
                let at = parts.len();
                parts.push(Part::Maybe(0));
                linearize(inner, parts);
                let after = parts.len();
                if let Some(part) = parts.get_mut(at) {
                    *part = Part::Maybe(after);
                }
            }
        }
    }
}

struct Reader<'a> {
    parts: &'a [Part],
    id: &'a str,
    /// Where (part, byte) reading on is known to fail, so that no place is tried twice.
    dead_ends: HashSet<(usize, usize)>,
    found: Vec<(&'static str, &'a str)>,
}

impl Reader<'_> {
    fn read(&mut self, part: usize, at: usize) -> bool {
        if self.dead_ends.contains(&(part, at)) {
            return false;
        }
        let rest = self.id.get(at..).unwrap_or_default();
        let fits = match self.parts.get(part) {
            None => rest.is_empty(),
            Some(Part::Literal(text)) => rest.starts_with(text) && self.read(part + 1, at + text.len()),
            Some(Part::Maybe(after)) => {
                let after = *after;
                self.read(part + 1, at) || self.read(after, at)
            }
            Some(Part::Attribute(name)) => self.read_attribute(name, part, at),
        };
        if !fits {
            self.dead_ends.insert((part, at));
        }
        fits
    }

    fn read_attribute(&mut self, name: &'static str, part: usize, at: usize) -> bool {
        let rest = self.id.get(at..).unwrap_or_default();
        let last = part + 1 == self.parts.len();
        let ends = rest.char_indices().map(|(from, char)| from + char.len_utf8());
        for end in ends.filter(|end| !last || *end == rest.len()) {
            let before = self.found.len();
            self.found.push((name, &rest[..end]));
            if self.read(part + 1, at + end) {
                return true;
            }
            self.found.truncate(before);
        }
        false
    }
}
