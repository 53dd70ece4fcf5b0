//! Which types convert to which: always, or if the value allows it.

use std::sync::Arc;

use crate::MAX_DEPTH;
use crate::error::Error;
use crate::path::Step;
use crate::ty::Type;
use crate::unify::{unify, unify_hopefully};

/// Whether every value of the first type converts to the second without losing anything.
pub(crate) fn safe(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (from, to) if from == to => true,
        (_, Type::Dynamic) | (Type::Bool | Type::Number, Type::String) => true,
        // A list does not convert to a set: its order and its equal elements would be lost.
        (Type::List(from) | Type::Set(from), Type::List(to))
        | (Type::Set(from), Type::Set(to))
        | (Type::Map(from), Type::Map(to)) => safe(from, to),
        (Type::Tuple(from), Type::Tuple(to)) => {
            from.len() == to.len() && from.iter().zip(to.iter()).all(|(from, to)| safe(from, to))
        }
        (Type::Tuple(from), Type::List(to) | Type::Set(to)) if **to == Type::Dynamic => {
            from.is_empty() || unify(from).is_some_and(|common| is_certain(&common, from))
        }
        (Type::Tuple(from), Type::List(to) | Type::Set(to)) => from.iter().all(|from| safe(from, to)),
        (Type::Object(from), Type::Map(to)) if **to == Type::Dynamic => {
            from.is_empty() || unify(&from.attributes().values().cloned().collect::<Vec<_>>()).is_some()
        }
        (Type::Object(from), Type::Map(to)) => from.attributes().values().all(|from| safe(from, to)),
        (Type::Object(from), Type::Object(to)) => to.attributes().iter().all(|(name, to_type)| match from.get(name) {
            Some(from) => safe(from, to_type),
            None => to.optional().contains(name),
        }),
        _ => false,
    }
}

/// Whether some value of the first type can convert to the second.
pub(crate) fn possible(from: &Type, to: &Type) -> Result<(), Error> {
    possible_at(from, to, 0)
}

fn possible_at(from: &Type, to: &Type, depth: usize) -> Result<(), Error> {
    if depth > MAX_DEPTH {
        return Err(Error::new(crate::TOO_DEEP));
    }
    let all = |mut parts: &mut dyn Iterator<Item = (Step, &Type, &Type)>| {
        let part = |(step, from, to): (Step, &Type, &Type)| {
            possible_at(from, to, depth + 1).map_err(|error| error.within(step))
        };
        Iterator::try_for_each(&mut parts, part)
    };
    match (from, to) {
        (_, Type::Dynamic) | (Type::Dynamic, _) => Ok(()),
        (from, to) if from == to || (from.is_primitive() && *to == Type::String) => Ok(()),
        (Type::String, to) if to.is_primitive() => Ok(()),
        (Type::List(from) | Type::Set(from), Type::List(to) | Type::Set(to)) | (Type::Map(from), Type::Map(to)) => {
            possible_at(from, to, depth + 1)
        }
        (Type::Tuple(from), Type::Tuple(to)) if from.len() == to.len() => {
            all(&mut from.iter().zip(to.iter()).enumerate().map(|(index, (from, to))| (Step::Index(index), from, to)))
        }
        (Type::Tuple(from), Type::List(to) | Type::Set(to)) if **to == Type::Dynamic => {
            common_elements(from).map(|_| ())
        }
        (Type::Tuple(from), Type::List(to) | Type::Set(to)) => {
            all(&mut from.iter().enumerate().map(|(index, from)| (Step::Index(index), from, &**to)))
        }
        (Type::Object(from), Type::Map(to)) if **to == Type::Dynamic => {
            common(&from.attributes().values().cloned().collect::<Vec<_>>()).map(|_| ())
        }
        (Type::Object(from), Type::Map(to)) => {
            all(&mut from.attributes().iter().map(|(name, from)| (Step::Attribute(Arc::clone(name)), from, &**to)))
        }
        (Type::Map(from), Type::Object(to)) => {
            // An optional attribute of an unfit type is fine as long as the map does not have it.
            let required = to.attributes().iter().filter(|(name, _)| !to.optional().contains(*name));
            all(&mut required.map(|(name, to)| (Step::Key(Arc::clone(name)), &**from, to)))
        }
        (Type::Object(from), Type::Object(to)) => {
            let missing = |name: &&Arc<str>| from.get(name).is_none() && !to.optional().contains(*name);
            if let Some(name) = to.attributes().keys().find(missing) {
                return Err(Error::new(format!("attribute {name:?} is required")));
            }
            all(&mut to
                .attributes()
                .iter()
                .filter_map(|(name, to)| from.get(name).map(|from| (Step::Attribute(Arc::clone(name)), from, to))))
        }
        (from, to) => Err(Error::new(format!("{to} is required, which {from} does not convert to"))),
    }
}

/// The type that the parts of a value have in common when any type will do; `dynamic` when there are no parts.
pub(super) fn common(types: &[Type]) -> Result<Type, Error> {
    if types.is_empty() {
        return Ok(Type::Dynamic);
    }
    unify_hopefully(types).ok_or_else(|| Error::new(NO_COMMON_TYPE))
}

/// The same for the elements of a tuple: there, `dynamic` among other types is too uncertain.
pub(super) fn common_elements(types: &[Type]) -> Result<Type, Error> {
    common(types).and_then(|ty| if is_certain(&ty, types) { Ok(ty) } else { Err(Error::new(NO_COMMON_TYPE)) })
}

fn is_certain(common: &Type, types: &[Type]) -> bool {
    *common != Type::Dynamic || types.iter().all(|ty| *ty == Type::Dynamic)
}

pub(super) const NO_COMMON_TYPE: &str = "all elements must have the same type, and there is none for these";
