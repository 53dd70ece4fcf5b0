//! Whether a value is of a type, and in which words it is not.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::MAX_DEPTH;
use crate::error::Error;
use crate::path::{Path, Step};
use crate::ty::{ObjectType, Type};
use crate::value::Value;

/// Everything about the value that does not conform to the type; nothing when it does.
///
/// Null and unknown values conform to every type. In a `dynamic` place stands a [`Value::Dynamic`]; all elements of a
/// collection have the same type, also in the parts that are `dynamic`.
///
/// ```
/// use tfgen_cty::{Type, Value, conform};
///
/// let ty = Type::object([("a", Type::String), ("b", Type::list(Type::Number))]);
/// let value = Value::object([("a", Value::Null), ("b", Value::list([Value::number(1), Value::Bool(true)]))]);
/// let errors = conform(&value, &ty);
/// assert_eq!(errors.len(), 1);
/// assert_eq!(errors[0].to_string(), "b[1]: a number is required, not a bool");
/// ```
pub fn conform(value: &Value, ty: &Type) -> Vec<Error> {
    let mut errors = Vec::new();
    if !surely(value, ty, 0) {
        check(&mut Path::root(), value, ty, &mut errors);
    }
    errors
}

/// Whether the value conforms, as far as that shows at a glance: most values do, and a path to each part of them, which
/// holds whole elements of sets, costs more than looking at the part. What is dynamic or refined is not told here.
fn surely(value: &Value, ty: &Type, depth: usize) -> bool {
    let part = |value: &Value, ty: &Type| surely(value, ty, depth + 1);
    if depth > MAX_DEPTH {
        return false;
    }
    match (value, ty) {
        (Value::Null, _)
        | (Value::Bool(_), Type::Bool)
        | (Value::Number(_), Type::Number)
        | (Value::String(_), Type::String) => true,
        (Value::Unknown(unknown), _) => unknown.refinement().is_none(),
        (Value::List(elements), Type::List(ty)) => elements.iter().all(|element| part(element, ty)),
        (Value::Set(elements), Type::Set(ty)) => elements.iter().all(|element| part(element, ty)),
        (Value::Map(elements), Type::Map(ty)) => elements.values().all(|element| part(element, ty)),
        (Value::Tuple(elements), Type::Tuple(types)) => {
            elements.len() == types.len() && elements.iter().zip(types.iter()).all(|(element, ty)| part(element, ty))
        }
        (Value::Object(attributes), Type::Object(object)) => {
            // Both are sorted.
            let mut pairs = attributes.iter().zip(object.attributes());
            attributes.len() == object.len()
                && pairs.all(|((name, value), (wanted, ty))| name == wanted && part(value, ty))
        }
        _ => false,
    }
}

fn check(path: &mut Path, value: &Value, ty: &Type, errors: &mut Vec<Error>) {
    if path.steps().len() > MAX_DEPTH {
        errors.push(Error::at(path.clone(), crate::TOO_DEEP));
        return;
    }
    let here = |error: Error| Error::at(path.clone(), error.message());
    match (value, ty) {
        (Value::Null, _)
        | (Value::Bool(_), Type::Bool)
        | (Value::Number(_), Type::Number)
        | (Value::String(_), Type::String) => {}
        (Value::Unknown(unknown), ty) => {
            let known = unknown.refinement().filter(|_| *ty != Type::Dynamic);
            errors.extend(known.and_then(|known| known.mismatch(ty)).map(|why| here(Error::new(why))));
        }
        (Value::Dynamic(dynamic), Type::Dynamic) => check(path, &dynamic.value, &dynamic.ty, errors),
        (Value::List(elements), Type::List(ty)) => {
            errors.extend(one_type(elements.iter(), ty).err().map(here));
            for (index, element) in elements.iter().enumerate() {
                inside(path, Step::Index(index), element, ty, errors);
            }
        }
        (Value::Set(elements), Type::Set(ty)) => {
            errors.extend(one_type(elements.iter(), ty).err().map(here));
            for element in elements {
                inside(path, Step::Element(Box::new(element.clone())), element, ty, errors);
            }
        }
        (Value::Map(elements), Type::Map(ty)) => {
            errors.extend(one_type(elements.values(), ty).err().map(here));
            for (key, element) in elements {
                inside(path, Step::Key(Arc::clone(key)), element, ty, errors);
            }
        }
        (Value::Tuple(elements), Type::Tuple(types)) => {
            if elements.len() != types.len() {
                errors.push(here(tuple_length(elements.len(), types.len())));
                return;
            }
            for (index, (element, ty)) in elements.iter().zip(types.iter()).enumerate() {
                inside(path, Step::Index(index), element, ty, errors);
            }
        }
        (Value::Object(attributes), Type::Object(object)) => check_object(path, attributes, object, errors),
        (value, ty) => errors.push(here(mismatch(value, ty))),
    }
}

fn check_object(path: &mut Path, attributes: &BTreeMap<Arc<str>, Value>, object: &ObjectType, errors: &mut Vec<Error>) {
    for name in object.attributes().keys().filter(|name| !attributes.contains_key(*name)) {
        errors.push(Error::at(path.clone(), missing(name)));
    }
    for (name, value) in attributes {
        match object.get(name) {
            Some(ty) => inside(path, Step::Attribute(Arc::clone(name)), value, ty, errors),
            None => errors.push(Error::at(path.clone(), unsupported(name))),
        }
    }
}

fn inside(path: &mut Path, step: Step, value: &Value, ty: &Type, errors: &mut Vec<Error>) {
    path.push(step);
    check(path, value, ty, errors);
    path.pop();
}

/// The error for a value that is of another kind than the type.
pub(crate) fn mismatch(value: &Value, ty: &Type) -> Error {
    let required = match ty {
        Type::Bool => "a bool",
        Type::Number => "a number",
        Type::String => "a string",
        Type::Dynamic => "a value with its type",
        Type::List(_) => "a list",
        Type::Set(_) => "a set",
        Type::Map(_) => "a map",
        Type::Object(_) => "an object",
        Type::Tuple(_) => "a tuple",
    };
    Error::new(format!("{required} is required, not {}", value.kind()))
}

pub(crate) fn tuple_length(given: usize, required: usize) -> Error {
    Error::new(format!("a tuple of length {required} is required ({given} given)"))
}

/// Whether all elements of a collection are of one type, also in the parts that the element type leaves open. Terraform
/// crashes on collections that are not.
pub(crate) fn one_type<'v>(elements: impl ExactSizeIterator<Item = &'v Value>, ty: &Type) -> Result<(), Error> {
    if elements.len() < 2 || !ty.has_dynamic() {
        return Ok(());
    }
    let mut types = elements.map(|element| concrete(element, ty)).filter(|ty| *ty != Type::Dynamic);
    let Some(first) = types.next() else { return Ok(()) };
    match types.find(|ty| *ty != first) {
        Some(other) => Err(Error::new(format!("all elements must have the same type, not both {first} and {other}"))),
        None => Ok(()),
    }
}

/// The type with what it leaves open filled in from a value of it. What the value leaves open too stays `dynamic`.
pub(crate) fn concrete(value: &Value, ty: &Type) -> Type {
    if !ty.has_dynamic() {
        return ty.clone();
    }
    let element = |elements: &mut dyn Iterator<Item = &Value>, ty: &Type| {
        elements.map(|element| concrete(element, ty)).find(|ty| *ty != Type::Dynamic).unwrap_or_else(|| ty.clone())
    };
    match (value, ty) {
        (Value::Dynamic(dynamic), Type::Dynamic) => concrete(&dynamic.value, &dynamic.ty),
        (Value::List(elements), Type::List(ty)) => Type::list(element(&mut elements.iter(), ty)),
        (Value::Set(elements), Type::Set(ty)) => Type::set(element(&mut elements.iter(), ty)),
        (Value::Map(elements), Type::Map(ty)) => Type::map(element(&mut elements.values(), ty)),
        (Value::Tuple(elements), Type::Tuple(types)) => {
            Type::tuple(elements.iter().zip(types.iter()).map(|(element, ty)| concrete(element, ty)))
        }
        (Value::Object(attributes), Type::Object(object)) => Type::object(
            object
                .attributes()
                .iter()
                .map(|(name, ty)| (name, attributes.get(name).map_or_else(|| ty.clone(), |value| concrete(value, ty)))),
        ),
        _ => ty.clone(),
    }
}

/// Whether the attributes are exactly those of the type.
pub(crate) fn same_names(attributes: &BTreeMap<Arc<str>, Value>, object: &ObjectType) -> Result<(), Error> {
    if attributes.len() == object.len() && attributes.keys().eq(object.attributes().keys()) {
        return Ok(());
    }
    if let Some(name) = object.attributes().keys().find(|name| !attributes.contains_key(*name)) {
        return Err(Error::new(missing(name)));
    }
    let extra = attributes.keys().find(|name| object.get(name).is_none());
    Err(Error::new(extra.map_or_else(String::new, |name| unsupported(name))))
}

fn missing(name: &str) -> String {
    format!("attribute {name:?} is required")
}

pub(crate) fn unsupported(name: &str) -> String {
    format!("unsupported attribute {name:?}")
}

#[cfg(test)]
mod tests {
    use super::{check, surely};
    use crate::path::Path;
    use crate::ty::Type;
    use crate::value::Value;

    #[test]
    fn what_conforms_at_a_glance_conforms() {
        let object = Type::object([("a", Type::String), ("b", Type::list(Type::Number))]);
        let types = [
            Type::String,
            Type::set(Type::Bool),
            Type::map(object.clone()),
            Type::tuple([Type::Number, Type::String]),
            Type::Dynamic,
            object,
        ];
        let part = Value::object([("a", Value::string("x")), ("b", Value::list([Value::number(1), Value::Null]))]);
        let values = [
            Value::Null,
            Value::unknown(),
            Value::string("x"),
            Value::set([Value::Bool(true), Value::unknown()]),
            Value::set([Value::string("x")]),
            Value::map([("k", part.clone())]),
            Value::map([("k", Value::object([("a", Value::Null)]))]),
            Value::tuple([Value::number(1), Value::string("x")]),
            Value::tuple([Value::number(1)]),
            Value::object([("a", Value::Null), ("c", Value::Null)]),
            Value::dynamic(Type::Bool, Value::Bool(true)),
            part,
        ];
        let mut glances = 0;
        for (value, ty) in values.iter().flat_map(|value| types.iter().map(move |ty| (value, ty))) {
            let mut errors = Vec::new();
            check(&mut Path::root(), value, ty, &mut errors);
            assert!(!surely(value, ty, 0) || errors.is_empty(), "{value:?} is not a {ty}: {errors:?}");
            glances += usize::from(surely(value, ty, 0));
        }
        assert_eq!(glances, 2 * types.len() + 5, "null and unknown ones, and one of each type but dynamic");
    }
}
