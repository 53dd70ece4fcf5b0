//! Where sensitive values are, as states say it: paths of steps that are attributes or indexes.

use tfgen_cty::json::Node;
use tfgen_cty::{Path, Step};

/// The paths; `None` if one of them is none.
pub(super) fn paths(node: Node<'_>) -> Option<Vec<Path>> {
    node.elements()?.into_iter().map(path).collect()
}

fn path(node: Node<'_>) -> Option<Path> {
    let mut path = Path::root();
    for step in node.elements()? {
        let value = step.get("value")?;
        path.push(match step.get("type")?.string()?.as_ref() {
            "get_attr" => Step::Attribute(value.string()?.into()),
            "index" => index(value)?,
            _ => return None,
        });
    }
    Some(path)
}

/// An index is a value with its type; a bare one is understood, too.
fn index(node: Node<'_>) -> Option<Step> {
    let value = node.get("value").unwrap_or(node);
    match value.number() {
        Some(number) => Some(Step::Index(number.parse().ok()?)),
        None => Some(Step::Key(value.string()?.into())),
    }
}
