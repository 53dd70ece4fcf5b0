//! Functions: whether calls still fit.

use super::validator;
use super::value_type::{self, Fit};
use super::{ChangeRule, Changes, Place};
use crate::ir::{Function, Parameter};

/// Compares a function with what it was.
pub(super) fn compare(old: &Function, new: &Function, place: &Place<'_>, changes: &mut Changes) {
    let words = |each: &Function| format!("{}\n{}", each.summary, each.description);
    changes.words(
        place,
        (&words(old), old.deprecation_message.as_deref()),
        (&words(new), new.deprecation_message.as_deref()),
    );
    if old.parameters.len() != new.parameters.len() {
        let (was, is) = (old.parameters.len(), new.parameters.len());
        changes.push(ChangeRule::SignatureChanged, place, format!("the number of parameters was {was} and is {is}"));
    }
    for (old, new) in old.parameters.iter().zip(&new.parameters) {
        parameter(old, new, place, changes);
    }
    match (&old.variadic_parameter, &new.variadic_parameter) {
        (Some(old), Some(new)) => parameter(old, new, place, changes),
        (Some(_), None) => changes.push(ChangeRule::SignatureChanged, place, "takes no further arguments any more"),
        (None, Some(_)) => changes.push(ChangeRule::Loosened, place, "takes further arguments"),
        (None, None) => {}
    }
    if value_type::fit(&old.return_type, &new.return_type) != Fit::Same {
        let (was, is) = (value_type::shown(&old.return_type), value_type::shown(&new.return_type));
        changes.push(ChangeRule::SignatureChanged, place, format!("gave {was} and gives {is}"));
    }
    changes.flag(
        place,
        (old.nullable, new.nullable),
        (ChangeRule::SignatureChanged, "may give null"),
        (ChangeRule::BehaviourChanged, "gives null no more"),
    );
}

fn parameter(old: &Parameter, new: &Parameter, place: &Place<'_>, changes: &mut Changes) {
    let place = &place.inside(&new.attribute.name);
    let (was, is) = (&old.attribute.ty, &new.attribute.ty);
    match value_type::fit(was, is) {
        Fit::Same => {}
        Fit::Wider => changes.push(ChangeRule::Loosened, place, "takes more numbers"),
        Fit::Narrower | Fit::Other => {
            let message = format!("was {} and is {}", value_type::shown(was), value_type::shown(is));
            changes.push(ChangeRule::SignatureChanged, place, message);
        }
    }
    changes.flag(
        place,
        (old.allow_null_value, new.allow_null_value),
        (ChangeRule::Loosened, "takes null"),
        (ChangeRule::SignatureChanged, "takes null no more"),
    );
    changes.flag(
        place,
        (old.allow_unknown_values, new.allow_unknown_values),
        (ChangeRule::BehaviourChanged, "takes what is not known yet"),
        (ChangeRule::BehaviourChanged, "waits for what is not known yet"),
    );
    if old.attribute.name != new.attribute.name || old.attribute.description != new.attribute.description {
        changes.push(ChangeRule::Described, place, "is described in other words");
    }
    validator::compare(&old.attribute.validators, &new.attribute.validators, place, changes);
}
