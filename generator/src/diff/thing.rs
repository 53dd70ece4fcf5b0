//! Things of one kind by their type names: which are gone, which are new, and what became of the rest.

use super::{ChangeRule, Changes, Place, function, resource, schema};
use crate::ir::{Function, Provider, Resource, Schema, Thing};

/// Whether objects of a thing are stored, so that plans compare them with what was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    Yes,
    No,
}

/// Compares all things.
pub(super) fn compare(old: &Provider, new: &Provider, changes: &mut Changes) {
    let title = format!("provider {}", new.name);
    let place = Place::of(&title);
    if old.address != new.address || old.name != new.name {
        changes.push(ChangeRule::ProviderRenamed, &place, format!("was `{}` and is `{}`", old.address, new.address));
    }
    schema::compare(&old.schema, &new.schema, &place, Stored::No, changes);
    meta(old.provider_meta.as_ref(), new.provider_meta.as_ref(), changes);
    pairs("resource", &old.resources, &new.resources, |each: &Resource| &each.type_name, changes, resource::compare);
    let simple = |stored| {
        move |old: &Schema, new: &Schema, place: &Place<'_>, changes: &mut Changes| {
            schema::compare(old, new, place, stored, changes);
        }
    };
    pairs(
        "data source",
        &old.data_sources,
        &new.data_sources,
        |each| &each.type_name,
        changes,
        |old, new, place, changes| {
            simple(Stored::No)(&old.schema, &new.schema, place, changes);
            resource::model(old.model, new.model, place, changes);
        },
    );
    pairs(
        "ephemeral resource",
        &old.ephemeral_resources,
        &new.ephemeral_resources,
        |each| &each.thing.type_name,
        changes,
        |old, new, place, changes| simple(Stored::No)(&old.thing.schema, &new.thing.schema, place, changes),
    );
    let things = [
        ("list resource", &old.list_resources, &new.list_resources),
        ("action", &old.actions, &new.actions),
        ("state store", &old.state_stores, &new.state_stores),
    ];
    for (noun, old, new) in things {
        pairs(
            noun,
            old,
            new,
            |each: &Thing| &each.type_name,
            changes,
            |old, new, place, changes| {
                simple(Stored::No)(&old.schema, &new.schema, place, changes);
            },
        );
    }
    pairs("function", &old.functions, &new.functions, |each: &Function| &each.name, changes, function::compare);
}

fn meta(old: Option<&Thing>, new: Option<&Thing>, changes: &mut Changes) {
    let place = Place::of("provider_meta");
    match (old, new) {
        (Some(old), Some(new)) => schema::compare(&old.schema, &new.schema, &place, Stored::No, changes),
        (Some(_), None) => changes.push(ChangeRule::ThingRemoved, &place, "is gone"),
        (None, Some(_)) => changes.push(ChangeRule::ThingAdded, &place, "is new"),
        (None, None) => {}
    }
}

fn pairs<T>(
    noun: &str,
    old: &[T],
    new: &[T],
    name: impl Fn(&T) -> &String,
    changes: &mut Changes,
    compare: impl Fn(&T, &T, &Place<'_>, &mut Changes),
) {
    for before in old {
        let title = format!("{noun} {}", name(before));
        let place = Place::of(&title);
        match new.iter().find(|after| name(after) == name(before)) {
            Some(after) => compare(before, after, &place, changes),
            None => changes.push(ChangeRule::ThingRemoved, &place, "is gone, or has another name"),
        }
    }
    for after in new.iter().filter(|after| !old.iter().any(|before| name(before) == name(after))) {
        let title = format!("{noun} {}", name(after));
        changes.push(ChangeRule::ThingAdded, &Place::of(&title), "is new");
    }
}
