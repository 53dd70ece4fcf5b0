//! The one type that values of several types can be converted to.

use std::cmp::Ordering;

use crate::convert::{possible, safe};
use crate::ty::{ObjectType, Type};

/// The type that all of the types convert to whatever the values are; `None` when there is none, as for no types.
///
/// Objects and tuples of the same shape unify part by part; those of different shapes unify to a map or a list, as they
/// do together with maps and lists. `dynamic` among the types makes the result `dynamic`.
///
/// ```
/// use tfgen_cty::{Type, unify};
///
/// assert_eq!(unify(&[Type::Number, Type::String]), Some(Type::String));
/// assert_eq!(unify(&[Type::tuple([Type::Bool]), Type::tuple([])]), Some(Type::list(Type::Bool)));
/// assert_eq!(unify(&[Type::Bool, Type::Number]), None);
/// ```
pub fn unify(types: &[Type]) -> Option<Type> {
    common_type(types, &safe)
}

/// The type that all of the types may convert to, if the values allow it.
pub(crate) fn unify_hopefully(types: &[Type]) -> Option<Type> {
    common_type(types, &|from, to| possible(from, to).is_ok())
}

/// Whether a type converts to another one, in the sense that is asked for.
type Converts<'c> = &'c dyn Fn(&Type, &Type) -> bool;

fn common_type(types: &[Type], converts: Converts<'_>) -> Option<Type> {
    let (first, others) = types.split_first()?;
    if others.iter().all(|ty| ty == first) {
        return Some(first.clone());
    }
    let count = |kind: fn(&Type) -> bool| types.iter().filter(|ty| kind(ty)).count();
    let maps = count(|ty| matches!(ty, Type::Map(_)));
    let lists = count(|ty| matches!(ty, Type::List(_)));
    let sets = count(|ty| matches!(ty, Type::Set(_)));
    let objects = count(|ty| matches!(ty, Type::Object(_)));
    let tuples = count(|ty| matches!(ty, Type::Tuple(_)));
    if objects > 0 && tuples > 0 {
        return None;
    }
    if types.contains(&Type::Dynamic) {
        return Some(Type::Dynamic);
    }
    let fits = |common: &Type| types.iter().all(|from| from == common || converts(from, common));
    let elements = |kind: fn(Type) -> Type| common_of(types.iter().filter_map(Type::element), converts).map(kind);
    match types.len() {
        all if all == maps => return elements(Type::map).filter(fits),
        all if all == lists => return elements(Type::list).filter(fits),
        all if all == sets => return elements(Type::set).filter(fits),
        all if all == objects => return common_object(types, converts).filter(fits),
        all if all == tuples => return common_tuple(types, converts).filter(fits),
        all if all == maps + objects || all == lists + tuples => {
            if let Some(common) = as_collections(types, converts).filter(fits) {
                return Some(common);
            }
        }
        _ => {}
    }
    let mut candidates: Vec<&Type> = types.iter().collect();
    candidates.sort_by(|left, right| preference(left, right));
    candidates.into_iter().find(|to| fits(to)).cloned()
}

fn common_of<'t>(types: impl Iterator<Item = &'t Type>, converts: Converts<'_>) -> Option<Type> {
    common_type(&types.cloned().collect::<Vec<_>>(), converts)
}

/// Objects with the same names unify attribute by attribute, others to a map.
fn common_object(types: &[Type], converts: Converts<'_>) -> Option<Type> {
    let objects: Vec<&ObjectType> = types.iter().filter_map(Type::as_object).collect();
    let (first, others) = objects.split_first()?;
    if !others.iter().all(|object| object.attributes().keys().eq(first.attributes().keys())) {
        return common_of(objects.iter().flat_map(|object| object.attributes().values()), converts).map(Type::map);
    }
    let attribute = |name| common_of(objects.iter().filter_map(|object| object.get(name)), converts);
    let attributes = first.attributes().keys().map(|name| Some((name, attribute(name)?)));
    attributes.collect::<Option<Vec<_>>>().map(Type::object)
}

/// Tuples of the same length unify element by element, others to a list.
fn common_tuple(types: &[Type], converts: Converts<'_>) -> Option<Type> {
    let tuples: Vec<&[Type]> = types.iter().filter_map(elements_of_tuple).collect();
    let length = tuples.first()?.len();
    if tuples.iter().any(|elements| elements.len() != length) {
        return common_of(tuples.iter().flat_map(|elements| elements.iter()), converts).map(Type::list);
    }
    let element = |index| common_of(tuples.iter().filter_map(|elements: &&[Type]| elements.get(index)), converts);
    (0..length).map(element).collect::<Option<Vec<_>>>().map(Type::tuple)
}

/// Objects among maps are taken for maps, and tuples among lists for lists.
fn as_collections(types: &[Type], converts: Converts<'_>) -> Option<Type> {
    let attributes = || types.iter().filter_map(Type::as_object).flat_map(|object| object.attributes().values());
    let elements = || types.iter().filter_map(elements_of_tuple).flatten();
    let structural = if attributes().next().is_some() {
        common_of(attributes(), converts).map(Type::map)?
    } else {
        common_of(elements(), converts).map(Type::list)?
    };
    let replaced: Vec<Type> = types
        .iter()
        .map(|ty| if matches!(ty, Type::Object(_) | Type::Tuple(_)) { structural.clone() } else { ty.clone() })
        .collect();
    common_type(&replaced, converts).filter(|common| matches!(common, Type::Map(_) | Type::List(_)))
}

fn elements_of_tuple(ty: &Type) -> Option<&[Type]> {
    match ty {
        Type::Tuple(elements) => Some(elements),
        _ => None,
    }
}

/// Which of two types is tried first: the more general one.
fn preference(left: &Type, right: &Type) -> Ordering {
    let rank = |ty: &Type| match ty {
        Type::Dynamic => 0,
        Type::String => 1,
        Type::List(_) => 2,
        Type::Tuple(_) => 3,
        Type::Set(_) => 4,
        Type::Map(_) => 5,
        Type::Object(_) => 6,
        Type::Bool | Type::Number => 7,
    };
    rank(left).cmp(&rank(right)).then_with(|| match (left.element(), right.element()) {
        (Some(left), Some(right)) => preference(left, right),
        _ => Ordering::Equal,
    })
}
