//! Attributes and blocks of a thing, by name at each level.

use super::thing::Stored;
use super::{ChangeRule, Changes, Place, attribute, validator};
use crate::ir::{Attribute, Block, Condition, Mode, Schema, Validator};

/// Compares the schema of a thing with what it was.
pub(super) fn compare(old: &Schema, new: &Schema, place: &Place<'_>, stored: Stored, changes: &mut Changes) {
    changes.words(
        place,
        (&old.description, old.deprecation_message.as_deref()),
        (&new.description, new.deprecation_message.as_deref()),
    );
    level((&old.attributes, &old.blocks), (&new.attributes, &new.blocks), place, stored, changes);
    conditions(&old.conditions, &new.conditions, place, changes);
    if old.hooks != new.hooks {
        changes.push(ChangeRule::BehaviourChanged, place, "has other hooks");
    }
}

/// The attributes and blocks of one level.
pub(super) fn level(
    old: (&[Attribute], &[Block]),
    new: (&[Attribute], &[Block]),
    place: &Place<'_>,
    stored: Stored,
    changes: &mut Changes,
) {
    for before in old.0 {
        let inside = place.inside(&before.name);
        if let Some(after) = new.0.iter().find(|it| it.name == before.name) {
            attribute::compare(before, after, &inside, stored, changes);
        } else if new.1.iter().any(|block| block.name == before.name) {
            changes.push(ChangeRule::TypeChanged, &inside, "was an attribute and is a block");
        } else {
            changes.push(ChangeRule::AttributeRemoved, &inside, "is gone, or has another name");
        }
    }
    for before in old.1 {
        let inside = place.inside(&before.name);
        if let Some(after) = new.1.iter().find(|it| it.name == before.name) {
            block(before, after, &inside, stored, changes);
        } else if new.0.iter().any(|attribute| attribute.name == before.name) {
            changes.push(ChangeRule::TypeChanged, &inside, "was a block and is an attribute");
        } else {
            changes.push(ChangeRule::AttributeRemoved, &inside, "is gone, or has another name");
        }
    }
    let is_old = |name: &str| old.0.iter().any(|it| it.name == name) || old.1.iter().any(|it| it.name == name);
    for added in new.0.iter().filter(|it| !is_old(&it.name)) {
        let inside = place.inside(&added.name);
        match (added.mode, &added.default) {
            (Mode::Required, _) => changes.push(ChangeRule::RequiredAdded, &inside, "is new and has to be set"),
            (_, Some(value)) if stored == Stored::Yes && !added.local => {
                changes.push(
                    ChangeRule::DefaultAdded,
                    &inside,
                    format!("is new, with the default {}", attribute::value(value)),
                );
            }
            _ => changes.push(ChangeRule::AttributeAdded, &inside, "is new"),
        }
    }
    for added in new.1.iter().filter(|it| !is_old(&it.name)) {
        let inside = place.inside(&added.name);
        if added.min_items > 0 && !added.computed {
            changes.push(
                ChangeRule::RequiredAdded,
                &inside,
                format!("is new and has to be there {} times", added.min_items),
            );
        } else if added.validators.contains(&Validator::IsRequired) {
            changes.push(ChangeRule::RequiredAdded, &inside, "is new and has to be there");
        } else {
            changes.push(ChangeRule::AttributeAdded, &inside, "is a new block");
        }
    }
}

fn block(old: &Block, new: &Block, place: &Place<'_>, stored: Stored, changes: &mut Changes) {
    changes.words(
        place,
        (&old.description, old.deprecation_message.as_deref()),
        (&new.description, new.deprecation_message.as_deref()),
    );
    if old.nesting != new.nesting {
        let message = format!("was a {:?} block and is a {:?} block", old.nesting, new.nesting).to_lowercase();
        changes.push(ChangeRule::TypeChanged, place, message);
        return;
    }
    changes.flag(
        place,
        (old.computed, new.computed),
        (ChangeRule::BecameComputed, "is made by the provider"),
        (ChangeRule::NoLongerComputed, "is made by the provider no more"),
    );
    #[expect(clippy::cast_precision_loss, reason = "nobody has that many blocks")]
    let bound = |items: u64| (items > 0).then_some(items as f64);
    validator::bounds(
        "number of blocks",
        (bound(old.min_items), bound(new.min_items)),
        (bound(old.max_items), bound(new.max_items)),
        place,
        changes,
    );
    attribute::rules(&old.validators, &new.validators, place, changes);
    attribute::replacement(old.requires_replace, new.requires_replace, place, changes);
    if old.identity_key != new.identity_key {
        changes.push(ChangeRule::BehaviourChanged, place, "its instances are told apart by other attributes");
    }
    level((&old.attributes, &old.blocks), (&new.attributes, &new.blocks), place, stored, changes);
}

fn conditions(old: &[Condition], new: &[Condition], place: &Place<'_>, changes: &mut Changes) {
    for added in new.iter().filter(|it| !old.contains(it)) {
        changes.push(ChangeRule::OneOfAdded, place, format!("has a new rule: {}", shown(added)));
    }
    for removed in old.iter().filter(|it| !new.contains(it)) {
        changes.push(ChangeRule::Loosened, place, format!("has a rule less: {}", shown(removed)));
    }
}

fn shown(condition: &Condition) -> String {
    let (what, names) = match condition {
        Condition::ExactlyOneOf(names) => ("exactly one of", names),
        Condition::AtLeastOneOf(names) => ("at least one of", names),
        Condition::Conflicting(names) => ("at most one of", names),
        Condition::RequiredTogether(names) => ("all or none of", names),
        Condition::Any(lists) => {
            let list = |list: &Vec<Condition>| list.iter().map(shown).collect::<Vec<_>>().join(" and ");
            return format!("any of: {}", lists.iter().map(list).collect::<Vec<_>>().join("; "));
        }
    };
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    format!("{what} {}", names.join(", "))
}
