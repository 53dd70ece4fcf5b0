//! Showing values without the sensitive ones.

use std::fmt::Write as _;
use tfgen_cty::json::Node;
use tfgen_cty::{Path, Step};

/// What stands where a sensitive value is.
const MASK: &str = "\"(sensitive value)\"";

/// A value as JSON over several lines, with a mask for what lies at or below a path that `is_sensitive`.
pub(crate) fn masked(json: &str, is_sensitive: &dyn Fn(&Path) -> bool) -> String {
    let mut shown = String::new();
    match Node::parse(json.as_bytes()) {
        Ok(node) => write(&mut shown, node, &mut Path::root(), is_sensitive, 0),
        // What cannot be read cannot be masked in part.
        Err(_) => shown.push_str(MASK),
    }
    shown
}

/// How deep values are shown: what lies deeper is left out.
const DEPTH_MAX: usize = 100;

fn write(shown: &mut String, node: Node<'_>, path: &mut Path, is_sensitive: &dyn Fn(&Path) -> bool, depth: usize) {
    if is_sensitive(path) {
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
            within(path, Step::Attribute((&*key).into()), |path| write(shown, value, path, is_sensitive, depth + 1));
        }
        shown.push('\n');
        indent(shown, depth);
        shown.push('}');
    } else if let Some(elements) = node.elements().filter(|elements| !elements.is_empty()) {
        shown.push('[');
        for (at, value) in elements.into_iter().enumerate() {
            shown.push_str(if at == 0 { "\n" } else { ",\n" });
            indent(shown, depth + 1);
            within(path, Step::Index(at), |path| write(shown, value, path, is_sensitive, depth + 1));
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
