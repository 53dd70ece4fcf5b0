//! One attribute: type, mode, default, and what plans and validation make of it.

use super::thing::Stored;
use super::value_type::{self, Fit};
use super::{ChangeRule, Changes, Place, schema, validator};
use crate::ir::{Attribute, AttributeType, Mode, RequiresReplace, Validator};
use tfgen_cty::Value;

/// Compares an attribute with what it was.
pub(super) fn compare(old: &Attribute, new: &Attribute, place: &Place<'_>, stored: Stored, changes: &mut Changes) {
    changes.words(
        place,
        (&old.description, old.deprecation_message.as_deref()),
        (&new.description, new.deprecation_message.as_deref()),
    );
    ty(&old.ty, &new.ty, place, stored, changes);
    mode(old.mode, new.mode, place, changes);
    if old.default != new.default && old.mode != Mode::Required {
        let show = |default: &Option<Value>| default.as_ref().map_or("none".to_owned(), value);
        let message = format!("the default was {} and is {}", show(&old.default), show(&new.default));
        changes.push(ChangeRule::DefaultChanged, place, message);
    }
    hidden(old, new, place, changes);
    environment(&old.env, &new.env, place, changes);
    rules(&old.validators, &new.validators, place, changes);
    let words = |each: &Attribute| (!each.enum_values.is_empty()).then(|| each.enum_values.clone());
    validator::choice(words(old), words(new), place, changes);
    plan(old, new, place, changes);
}

/// A value in a message.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::String(text) => format!("{text:?}"),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

fn ty(old: &AttributeType, new: &AttributeType, place: &Place<'_>, stored: Stored, changes: &mut Changes) {
    if let (AttributeType::Nested(was, old), AttributeType::Nested(is, new)) = (old, new)
        && was == is
    {
        schema::level((old, &[]), (new, &[]), place, stored, changes);
        return;
    }
    let message = format!("was {} and is {}", value_type::shown(old), value_type::shown(new));
    match value_type::fit(old, new) {
        Fit::Same => {}
        Fit::Wider => changes.push(ChangeRule::Loosened, place, message),
        Fit::Narrower => changes.push(ChangeRule::ValidationStricter, place, message),
        Fit::Other => changes.push(ChangeRule::TypeChanged, place, message),
    }
}

fn mode(old: Mode, new: Mode, place: &Place<'_>, changes: &mut Changes) {
    use Mode::{Computed, Optional, OptionalComputed, Required};
    let (rule, message) = match (old, new) {
        (Optional | OptionalComputed | Computed, Required) => (ChangeRule::OptionalToRequired, "has to be set"),
        (Required | Optional, Computed) => (ChangeRule::BecameComputed, "cannot be set any more"),
        (OptionalComputed, Computed) => (ChangeRule::OptionalComputedToComputed, "cannot be set any more"),
        (OptionalComputed | Computed, Optional) => (ChangeRule::NoLongerComputed, "is null where it is not set"),
        (Required, Optional | OptionalComputed) => (ChangeRule::Loosened, "need not be set"),
        (Computed, OptionalComputed) => (ChangeRule::Loosened, "can be set"),
        (Optional, OptionalComputed) => (ChangeRule::BehaviourChanged, "is given by the provider where it is not set"),
        (Required, Required) | (Optional, Optional) | (Computed, Computed) | (OptionalComputed, OptionalComputed) => {
            return;
        }
    };
    changes.push(rule, place, message);
}

fn hidden(old: &Attribute, new: &Attribute, place: &Place<'_>, changes: &mut Changes) {
    changes.flag(
        place,
        (old.sensitive, new.sensitive),
        (ChangeRule::BecameSensitive, "is sensitive"),
        (ChangeRule::NoLongerHidden, "is sensitive no more"),
    );
    changes.flag(
        place,
        (old.write_only, new.write_only),
        (ChangeRule::BecameWriteOnly, "is write-only"),
        (ChangeRule::NoLongerHidden, "is stored in plan and state"),
    );
}

fn environment(old: &[String], new: &[String], place: &Place<'_>, changes: &mut Changes) {
    if new.starts_with(old) {
        if new != old {
            changes.push(ChangeRule::Loosened, place, format!("is also taken from {}", new[old.len()..].join(", ")));
        }
        return;
    }
    let message = format!("was taken from {} and is taken from {}", listed(old), listed(new));
    changes.push(ChangeRule::EnvironmentRemoved, place, message);
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "no variable".to_owned() } else { names.join(", ") }
}

/// The validators of an attribute or a block.
pub(super) fn rules(old: &[Validator], new: &[Validator], place: &Place<'_>, changes: &mut Changes) {
    let (was, is) = (opened(old), opened(new));
    one_of(&was, &is, place, changes);
    validator::compare(&without_one_of(was), &without_one_of(is), place, changes);
}

/// The validators with those in `all` among them.
fn opened(list: &[Validator]) -> Vec<Validator> {
    let open = |it: &Validator| match it {
        Validator::All(tables) => tables.iter().flat_map(|table| opened(table)).collect(),
        other => vec![other.clone()],
    };
    list.iter().flat_map(open).collect()
}

fn is_one_of(validator: &Validator) -> bool {
    use Validator::{AlsoRequires, AtLeastOneOf, ConflictsWith, ExactlyOneOf};
    matches!(validator, AlsoRequires(_) | AtLeastOneOf(_) | ConflictsWith(_) | ExactlyOneOf(_))
}

fn without_one_of(mut list: Vec<Validator>) -> Vec<Validator> {
    list.retain(|it| !is_one_of(it));
    list
}

/// Rules about several attributes that stand on one of them.
fn one_of(old: &[Validator], new: &[Validator], place: &Place<'_>, changes: &mut Changes) {
    for added in new.iter().filter(|it| is_one_of(it) && !old.contains(it)) {
        changes.push(ChangeRule::OneOfAdded, place, format!("has a new rule: `{}`", validator::shown(added)));
    }
    for removed in old.iter().filter(|it| is_one_of(it) && !new.contains(it)) {
        changes.push(ChangeRule::Loosened, place, format!("has a rule less: `{}`", validator::shown(removed)));
    }
}

/// What a change of an attribute or a block does to the object.
pub(super) fn replacement(old: RequiresReplace, new: RequiresReplace, place: &Place<'_>, changes: &mut Changes) {
    let rank = |rule: RequiresReplace| match rule {
        RequiresReplace::Never => 0,
        RequiresReplace::IfConfigured => 1,
        RequiresReplace::Always => 2,
    };
    if rank(new) > rank(old) {
        changes.push(ChangeRule::ReplaceAdded, place, "a change of it replaces the object");
    } else if rank(new) < rank(old) {
        changes.push(ChangeRule::BehaviourChanged, place, "a change of it does not replace the object any more");
    }
}

/// What is planned.
fn plan(old: &Attribute, new: &Attribute, place: &Place<'_>, changes: &mut Changes) {
    if old.format.is_some() && new.format != old.format {
        changes.push(ChangeRule::FormatRemoved, place, "its texts are compared in another way");
    } else if new.format != old.format {
        changes.push(ChangeRule::ValidationStricter, place, "its text has to have a format");
    }
    replacement(old.requires_replace, new.requires_replace, place, changes);
    if old.on_change != new.on_change {
        changes.push(ChangeRule::BehaviourChanged, place, "a change of it is noticed in another way");
    }
    match (old.null_elements, new.null_elements) {
        (true, false) => changes.push(ChangeRule::ValidationStricter, place, "an element may not be null any more"),
        (false, true) => changes.push(ChangeRule::Loosened, place, "an element may be null"),
        _ => {}
    }
    let rest = |each: &Attribute| {
        (
            each.nullable,
            each.local,
            each.null_when_empty,
            each.when_unset.clone(),
            each.identity_key.clone(),
            each.prefix.clone(),
        )
    };
    if rest(old) != rest(new) {
        changes.push(ChangeRule::BehaviourChanged, place, "it is planned in another way");
    }
}
