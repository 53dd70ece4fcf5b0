//! The one type that values of several types can be converted to without failing.

use crate::convert::safe;
use crate::ty::{ObjectType, Type};

/// The type that all of the types convert to whatever the values are; `None` when there is none.
///
/// Objects and tuples of the same shape unify part by part; those of different shapes unify to a map or a list.
/// `dynamic` among the types makes the result `dynamic`, as does an empty list of types.
///
/// ```
/// use tfgen_cty::{Type, unify};
///
/// assert_eq!(unify(&[Type::Number, Type::String]), Some(Type::String));
/// assert_eq!(unify(&[Type::tuple([Type::Bool]), Type::tuple([])]), Some(Type::list(Type::Bool)));
/// assert_eq!(unify(&[Type::Bool, Type::Number]), None);
/// ```
pub fn unify(types: &[Type]) -> Option<Type> {
    let Some((first, others)) = types.split_first() else { return Some(Type::Dynamic) };
    if others.iter().all(|ty| ty == first) {
        return Some(first.clone());
    }
    if types.contains(&Type::Dynamic) {
        return Some(Type::Dynamic);
    }
    compound(types).or_else(|| types.iter().find(|to| types.iter().all(|from| safe(from, to))).cloned())
}

fn compound(types: &[Type]) -> Option<Type> {
    if let Some(objects) = all(types, Type::as_object) {
        return same_attributes(&objects)
            .or_else(|| unify_all(objects.iter().flat_map(|object| object.attributes().values())).map(Type::map));
    }
    if let Some(tuples) = all(types, elements_of_tuple) {
        return same_length(&tuples)
            .or_else(|| unify_all(tuples.iter().flat_map(|elements| elements.iter())).map(Type::list));
    }
    let mapped = types.iter().all(|ty| matches!(ty, Type::Map(_) | Type::Object(_)));
    let listed = types.iter().all(|ty| matches!(ty, Type::List(_) | Type::Tuple(_)));
    let sets = types.iter().all(|ty| matches!(ty, Type::Set(_)));
    let with_sets = types.iter().all(|ty| matches!(ty, Type::Set(_) | Type::List(_) | Type::Tuple(_)));
    let element = unify_all(types.iter().flat_map(parts))?;
    match (mapped, listed, sets || with_sets) {
        (true, _, _) => Some(Type::map(element)),
        (_, true, _) => Some(Type::list(element)),
        (_, _, true) if sets => Some(Type::set(element)),
        (_, _, true) => Some(Type::list(element)),
        _ => None,
    }
}

fn same_attributes(objects: &[&ObjectType]) -> Option<Type> {
    let (first, others) = objects.split_first()?;
    if !others.iter().all(|object| object.attributes().keys().eq(first.attributes().keys())) {
        return None;
    }
    let attributes: Option<Vec<_>> = first
        .attributes()
        .keys()
        .map(|name| Some((name, unify_all(objects.iter().filter_map(|object| object.get(name)))?)))
        .collect();
    attributes.map(Type::object)
}

fn same_length(tuples: &[&[Type]]) -> Option<Type> {
    let length = tuples.first()?.len();
    if !tuples.iter().all(|elements| elements.len() == length) {
        return None;
    }
    let elements: Option<Vec<_>> =
        (0..length).map(|index| unify_all(tuples.iter().filter_map(|elements| elements.get(index)))).collect();
    elements.map(Type::tuple)
}

fn unify_all<'t>(types: impl Iterator<Item = &'t Type>) -> Option<Type> {
    unify(&types.cloned().collect::<Vec<_>>())
}

fn all<'t, T: ?Sized>(types: &'t [Type], part: impl Fn(&'t Type) -> Option<&'t T>) -> Option<Vec<&'t T>> {
    types.iter().map(part).collect()
}

fn elements_of_tuple(ty: &Type) -> Option<&[Type]> {
    match ty {
        Type::Tuple(elements) => Some(elements),
        _ => None,
    }
}

/// The types of the parts of a compound type.
fn parts(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => vec![element],
        Type::Object(object) => object.attributes().values().collect(),
        Type::Tuple(elements) => elements.iter().collect(),
        _ => Vec::new(),
    }
}
