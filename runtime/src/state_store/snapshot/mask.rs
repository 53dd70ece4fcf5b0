//! Showing values without the sensitive ones.

use std::fmt::Write as _;
use tfgen_cty::json::Node;
use tfgen_cty::{Path, Step};

/// What stands where a sensitive value is.
const MASK: &str = "\"(sensitive value)\"";

/// What is not shown.
#[derive(Clone, Copy)]
pub(crate) struct Mask<'m> {
    /// Whether what lies at or below a path is sensitive.
    pub(crate) is_sensitive: &'m dyn Fn(&Path) -> bool,
    /// Texts that are sensitive wherever they stand: a provider may have copied one to where nobody calls it so.
    pub(crate) secrets: &'m [String],
}

/// A value as JSON over several lines, with a mask for what is not shown.
pub(crate) fn masked(json: &str, mask: Mask<'_>) -> String {
    let mut shown = String::new();
    match Node::parse(json.as_bytes()) {
        Ok(node) => write(&mut shown, node, &mut Path::root(), mask, 0),
        // What cannot be read cannot be masked in part.
        Err(_) => shown.push_str(MASK),
    }
    shown
}

/// How deep values are shown: what lies deeper is left out.
const DEPTH_MAX: usize = 100;

fn write(shown: &mut String, node: Node<'_>, path: &mut Path, mask: Mask<'_>, depth: usize) {
    let tells = |text: &str| mask.secrets.iter().any(|secret| text.contains(secret.as_str()));
    if (mask.is_sensitive)(path) || node.string().is_some_and(|text| tells(&text)) {
        shown.push_str(MASK);
        return;
    }
    if depth > DEPTH_MAX {
        shown.push('…');
        return;
    }
    if let Some(entries) = node.entries().filter(|entries| !entries.is_empty()) {
        shown.push('{');
        for (at, (key, value)) in entries.into_iter().enumerate() {
            shown.push_str(if at == 0 { "\n" } else { ",\n" });
            indent(shown, depth + 1);
            // Writing to a string does not fail.
            let _ = write!(shown, "{}: ", crate::log::Value::from(&*key));
            within(path, Step::Attribute((&*key).into()), |path| write(shown, value, path, mask, depth + 1));
        }
        shown.push('\n');
        indent(shown, depth);
        shown.push('}');
    } else if let Some(elements) = node.elements().filter(|elements| !elements.is_empty()) {
        shown.push('[');
        for (at, value) in elements.into_iter().enumerate() {
            shown.push_str(if at == 0 { "\n" } else { ",\n" });
            indent(shown, depth + 1);
            within(path, Step::Index(at), |path| write(shown, value, path, mask, depth + 1));
        }
        shown.push('\n');
        indent(shown, depth);
        shown.push(']');
    } else {
        shown.push_str(node.raw());
    }
}

fn indent(shown: &mut String, depth: usize) {
    shown.extend(std::iter::repeat_n("  ", depth));
}

fn within(path: &mut Path, step: Step, work: impl FnOnce(&mut Path)) {
    path.push(step);
    work(path);
    path.pop();
}

/// Texts shorter than this stand everywhere by chance.
const SECRET_LENGTH_MIN: usize = 4;

/// The texts at or below the paths that `is_sensitive`.
pub(super) fn secrets(node: Node<'_>, path: &mut Path, is_sensitive: &dyn Fn(&Path) -> bool, found: &mut Vec<String>) {
    if path.steps().len() > DEPTH_MAX {
        return;
    }
    if is_sensitive(path) {
        texts(node, found);
        return;
    }
    for (key, value) in node.entries().unwrap_or_default() {
        within(path, Step::Attribute((&*key).into()), |path| secrets(value, path, is_sensitive, found));
    }
    for (at, value) in node.elements().unwrap_or_default().into_iter().enumerate() {
        within(path, Step::Index(at), |path| secrets(value, path, is_sensitive, found));
    }
}

/// All texts in a value. The type that stands beside a dynamic value is none of them.
fn texts(node: Node<'_>, found: &mut Vec<String>) {
    let mut open = vec![node];
    while let Some(mut node) = open.pop() {
        if let (Some(value), Some(Ok(_))) = (node.get("value"), node.get("type").map(|ty| ty.ty()))
            && node.entries().is_some_and(|entries| entries.len() == 2)
        {
            node = value;
        }
        let text = node.string().filter(|text| text.len() >= SECRET_LENGTH_MIN);
        found.extend(text.map(std::borrow::Cow::into_owned));
        open.extend(node.entries().unwrap_or_default().into_iter().map(|(_, value)| value));
        open.extend(node.elements().unwrap_or_default());
    }
}

/// Whether two paths are the same place: JSON does not tell an attribute from a key.
pub(super) fn same(one: &Path, other: &Path) -> bool {
    one.steps().len() == other.steps().len()
        && one.steps().iter().zip(other.steps()).all(|(one, other)| same_step(one, other))
}

fn same_step(one: &Step, other: &Step) -> bool {
    match (one, other) {
        (Step::Attribute(one) | Step::Key(one), Step::Attribute(other) | Step::Key(other)) => one == other,
        (Step::Index(one), Step::Index(other)) => one == other,
        // Which element of a set it is cannot be told from JSON: each may be it.
        (Step::Element(_), Step::Index(_)) | (Step::Index(_), Step::Element(_)) => true,
        _ => false,
    }
}
