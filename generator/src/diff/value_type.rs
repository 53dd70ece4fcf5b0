//! Types: whether values of the old one are values of the new one.

use crate::ir::AttributeType;
use crate::wire_schema::cty_type;

/// How two types that are no nested attributes relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// They are the same.
    Same,
    /// All numbers of the old one are numbers of the new one, and there are more.
    Wider,
    /// Some numbers of the old one are none of the new one.
    Narrower,
    /// Terraform knows them as different types.
    Other,
}

/// Compares two types.
pub(super) fn fit(old: &AttributeType, new: &AttributeType) -> Fit {
    if cty_type(old) != cty_type(new) {
        return Fit::Other;
    }
    let (mut wider, mut narrower) = (false, false);
    numbers(old, new, &mut |was, is| {
        wider |= !contains(was, is);
        narrower |= !contains(is, was);
    });
    match (wider, narrower) {
        (_, true) => Fit::Narrower,
        (true, false) => Fit::Wider,
        (false, false) => Fit::Same,
    }
}

/// The numbers in two types that are the same to Terraform.
fn numbers<'t>(
    old: &'t AttributeType,
    new: &'t AttributeType,
    found: &mut impl FnMut(&'t AttributeType, &'t AttributeType),
) {
    use AttributeType::{List, Map, Object, Set, Tuple};
    match (old, new) {
        (List(old), List(new)) | (Set(old), Set(new)) | (Map(old), Map(new)) => numbers(old, new, found),
        (Object(old), Object(new)) => old.iter().zip(new).for_each(|((_, old), (_, new))| numbers(old, new, found)),
        (Tuple(old), Tuple(new)) => old.iter().zip(new).for_each(|(old, new)| numbers(old, new, found)),
        (old, new) => found(old, new),
    }
}

/// Whether each number of the second kind is one of the first.
fn contains(outer: &AttributeType, inner: &AttributeType) -> bool {
    use AttributeType::{Float32, Float64, Int32, Int64, Number};
    let rank = |ty: &AttributeType| match ty {
        Int32 => Some((0, 32)),
        Int64 => Some((0, 64)),
        Float32 => Some((1, 32)),
        Float64 => Some((1, 64)),
        Number => Some((2, 512)),
        _ => None,
    };
    match (rank(outer), rank(inner)) {
        (Some((outer_kind, outer_bits)), Some((inner_kind, inner_bits))) => {
            outer_kind == 2 || (outer_kind == inner_kind && outer_bits >= inner_bits)
                // A float holds all integers of half its size.
                || (outer_kind == 1 && inner_kind == 0 && outer_bits > inner_bits)
        }
        _ => true,
    }
}

/// The type in the schema language.
pub(super) fn shown(ty: &AttributeType) -> String {
    use AttributeType::{
        Bool, Dynamic, Float32, Float64, Int32, Int64, List, Map, Nested, Number, Object, Set, String, Tuple,
    };
    match ty {
        Bool => "bool".to_owned(),
        String => "string".to_owned(),
        Number => "number".to_owned(),
        Int32 => "int32".to_owned(),
        Int64 => "int64".to_owned(),
        Float32 => "float32".to_owned(),
        Float64 => "float64".to_owned(),
        Dynamic => "dynamic".to_owned(),
        List(element) => format!("list({})", shown(element)),
        Set(element) => format!("set({})", shown(element)),
        Map(element) => format!("map({})", shown(element)),
        Object(members) => {
            let members: Vec<_> = members.iter().map(|(name, ty)| format!("{name} = {}", shown(ty))).collect();
            format!("object({{ {} }})", members.join(", "))
        }
        Tuple(elements) => format!("tuple([{}])", elements.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Nested(nesting, _) => format!("nested attributes ({})", format!("{nesting:?}").to_lowercase()),
    }
}
