//! Visiting and changing a value and all that is inside it, with paths.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::Error;
use crate::path::{Path, Step};
use crate::tree::tree;
use crate::value::Value;

/// Visits the value and everything in it, outside first. The visitor says whether to go inside.
///
/// A [`Value::Dynamic`] is visited once, as it is; what its inner value holds comes next.
///
/// ```
/// use tfgen_cty::{Value, walk};
///
/// let value = Value::object([("id", Value::unknown()), ("tags", Value::list([Value::string("a"), Value::unknown()]))]);
/// let mut unknown = Vec::new();
/// walk(&value, &mut |path, value| {
///     if value.is_unknown() {
///         unknown.push(path.to_string());
///     }
///     true
/// });
/// assert_eq!(unknown, ["id", "tags[1]"]);
/// ```
pub fn walk(value: &Value, visit: &mut impl FnMut(&Path, &Value) -> bool) {
    walk_at(&mut Path::root(), value, visit);
}

fn walk_at(path: &mut Path, value: &Value, visit: &mut impl FnMut(&Path, &Value) -> bool) {
    if !visit(path, value) {
        return;
    }
    let mut inside = |step: Step, value: &Value| {
        path.push(step);
        walk_at(path, value, visit);
        path.pop();
    };
    match value.inner() {
        Value::List(elements) | Value::Tuple(elements) => {
            for (index, element) in elements.iter().enumerate() {
                inside(Step::Index(index), element);
            }
        }
        Value::Set(elements) => {
            for element in elements {
                inside(Step::Element(Box::new(element.clone())), element);
            }
        }
        Value::Map(elements) => {
            for (key, element) in elements {
                inside(Step::Key(Arc::clone(key)), element);
            }
        }
        Value::Object(attributes) => {
            for (name, value) in attributes {
                inside(Step::Attribute(Arc::clone(name)), value);
            }
        }
        _ => {}
    }
}

/// Rebuilds the value, inside first: the change sees a value whose parts have been changed already, and the path that
/// it stands at. The first error ends it.
///
/// A [`Value::Dynamic`] is handed over whole, after the parts of its inner value have been changed. Set elements
/// coalesce again when the change makes them equal.
///
/// ```
/// use tfgen_cty::{Value, transform};
///
/// let value = Value::list([Value::string("a"), Value::unknown()]);
/// let known = transform(value, &mut |_, value| Ok(if value.is_unknown() { Value::Null } else { value }))?;
/// assert_eq!(known, Value::list([Value::string("a"), Value::Null]));
/// # Ok::<(), tfgen_cty::Error>(())
/// ```
pub fn transform(value: Value, change: &mut impl FnMut(&Path, Value) -> Result<Value, Error>) -> Result<Value, Error> {
    transform_at(&mut Path::root(), value, change)
}

fn transform_at<F>(path: &mut Path, value: Value, change: &mut F) -> Result<Value, Error>
where
    F: FnMut(&Path, Value) -> Result<Value, Error>,
{
    let value = transform_parts(path, value, change)?;
    change(path, value)
}

fn transform_parts<F>(path: &mut Path, value: Value, change: &mut F) -> Result<Value, Error>
where
    F: FnMut(&Path, Value) -> Result<Value, Error>,
{
    let mut inside = |step: Step, value: Value| {
        path.push(step);
        let changed = transform_at(path, value, change);
        path.pop();
        changed
    };
    Ok(match value {
        Value::List(elements) => Value::List(indexed(elements, inside)?),
        Value::Tuple(elements) => Value::Tuple(indexed(elements, inside)?),
        Value::Set(elements) => Value::Set(
            elements
                .into_iter()
                .map(|element| inside(Step::Element(Box::new(element.clone())), element))
                .collect::<Result<_, _>>()?,
        ),
        Value::Map(parts) => Value::Map(named(parts, Step::Key, inside)?),
        Value::Object(parts) => Value::Object(named(parts, Step::Attribute, inside)?),
        Value::Dynamic(mut dynamic) => {
            dynamic.value = transform_parts(path, dynamic.value, change)?;
            Value::Dynamic(dynamic)
        }
        value => value,
    })
}

fn indexed(
    elements: Vec<Value>,
    mut inside: impl FnMut(Step, Value) -> Result<Value, Error>,
) -> Result<Vec<Value>, Error> {
    elements.into_iter().enumerate().map(|(index, element)| inside(Step::Index(index), element)).collect()
}

fn named(
    parts: BTreeMap<Arc<str>, Value>,
    step: fn(Arc<str>) -> Step,
    mut inside: impl FnMut(Step, Value) -> Result<Value, Error>,
) -> Result<BTreeMap<Arc<str>, Value>, Error> {
    let parts = parts.into_iter().map(|(name, value)| {
        let value = inside(step(Arc::clone(&name)), value)?;
        Ok((name, value))
    });
    Ok(tree(parts.collect::<Result<Vec<_>, Error>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ty::Type;

    #[test]
    fn a_dynamic_value_is_seen_once_and_its_parts_too() {
        let value =
            Value::object([("d", Value::dynamic(Type::tuple([Type::Bool]), Value::tuple([Value::Bool(true)])))]);
        let mut seen = Vec::new();
        walk(&value, &mut |path, value| {
            seen.push(format!("{path}: {}", value.kind()));
            true
        });
        assert_eq!(seen, [": an object", "d: a dynamic value", "d[0]: a bool"]);
    }

    #[test]
    fn transformed_set_elements_coalesce() {
        let value = Value::set([Value::string("a"), Value::string("b")]);
        let same = transform(value, &mut |_, value| Ok(if value.as_str().is_some() { Value::Null } else { value }));
        assert_eq!(same, Ok(Value::set([Value::Null])));
    }

    #[test]
    fn an_error_of_the_change_ends_it() {
        let value = Value::list([Value::Bool(true), Value::Null]);
        let result = transform(value, &mut |path, value| match value {
            Value::Null => Err(Error::at(path.clone(), "no")),
            value => Ok(value),
        });
        assert_eq!(result.unwrap_err().to_string(), "[1]: no");
    }
}
