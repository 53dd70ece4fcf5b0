//! Names to values, sorted: what maps and objects hold. Nothing here knows types.

use crate::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The entries of a map, or the attributes of an object; the last one wins when a name comes twice.
///
/// Collecting them would do the same, and would compile a sort anew for each kind of iterator: in a provider that was a fifth of
/// all code.
///
/// ```
/// use tfgen_cty::{Value, tree};
///
/// let size = tree([("size".into(), Value::from(3))]);
/// assert_eq!(Value::Object(size), Value::object([("size", Value::from(3))]));
/// ```
pub fn tree(entries: impl IntoIterator<Item = (Arc<str>, Value)>) -> BTreeMap<Arc<str>, Value> {
    sorted(entries.into_iter().collect())
}

fn sorted(entries: Vec<(Arc<str>, Value)>) -> BTreeMap<Arc<str>, Value> {
    entries.into_iter().collect()
}
