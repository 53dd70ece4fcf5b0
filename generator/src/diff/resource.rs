//! Managed resources: identity, import, and whether stored states can still be read.

use super::thing::Stored;
use super::{ChangeRule, Changes, Place, schema};
use crate::ir::{Attribute, AttributeType, Block, ImportSegment, Model, Resource};
use crate::wire_schema::cty_type;
use std::collections::BTreeSet;

/// More optional parts than anyone writes; what they may be together doubles with each.
const OPTIONAL_PARTS_MAX: usize = 8;

/// Compares a resource with what it was.
pub(super) fn compare(old: &Resource, new: &Resource, place: &Place<'_>, changes: &mut Changes) {
    schema::compare(&old.schema, &new.schema, place, Stored::Yes, changes);
    if old.identity != new.identity {
        let message = format!("was found by {} and is found by {}", listed(&old.identity), listed(&new.identity));
        changes.push(ChangeRule::IdentityChanged, place, message);
    }
    let (was, is) = (old.lifecycle.identity_version, new.lifecycle.identity_version);
    if is < was {
        changes.push(ChangeRule::VersionLowered, place, format!("`identity_version` was {was} and is {is}"));
    } else if is > was {
        changes.push(ChangeRule::BehaviourChanged, place, format!("its identities have version {is}, after {was}"));
    }
    model(old.model, new.model, place, changes);
    import(&old.import, &new.import, place, changes);
    moves(old, new, place, changes);
    versions(old, new, place, changes);
    let behaviour = |each: &Resource| (each.lifecycle.timeouts.clone(), format!("{:?}", each.lifecycle.private));
    if behaviour(old) != behaviour(new) {
        changes.push(ChangeRule::BehaviourChanged, place, "has other timeouts or private values");
    }
}

/// What the values are in Rust: the provider's own business, so that no configuration or state notices.
pub(super) fn model(old: Model, new: Model, place: &Place<'_>, changes: &mut Changes) {
    if old != new {
        let name = |model| if model == Model::Dynamic { "dynamic" } else { "typed" };
        let message = format!("its model was {} and is {}, which only its code notices", name(old), name(new));
        changes.push(ChangeRule::BehaviourChanged, place, message);
    }
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") }
}

fn import(old: &[ImportSegment], new: &[ImportSegment], place: &Place<'_>, changes: &mut Changes) {
    if old == new {
        return;
    }
    let (was, is) = (forms(old), forms(new));
    let message = format!("ids were `{}` and are `{}`", shown(old), shown(new));
    if old.is_empty() {
        changes.push(ChangeRule::ImportExtended, place, format!("can be imported by ids like `{}`", shown(new)));
    } else if was.is_subset(&is) {
        changes.push(ChangeRule::ImportExtended, place, message);
    } else if new.is_empty() {
        changes.push(ChangeRule::ImportChanged, place, "cannot be imported any more");
    } else {
        changes.push(ChangeRule::ImportChanged, place, message);
    }
}

/// Every form that an id may have, with the optional parts and without.
fn forms(segments: &[ImportSegment]) -> BTreeSet<String> {
    fn grow(segments: &[ImportSegment], so_far: Vec<String>, parts: &mut usize) -> Vec<String> {
        segments.iter().fold(so_far, |so_far, segment| match segment {
            ImportSegment::Literal(text) => so_far.into_iter().map(|form| form + text).collect(),
            ImportSegment::Attribute(name) => so_far.into_iter().map(|form| format!("{form}{{{name}}}")).collect(),
            ImportSegment::Optional(inner) => {
                *parts += 1;
                let with = grow(inner, so_far.clone(), parts);
                if *parts > OPTIONAL_PARTS_MAX { with } else { so_far.into_iter().chain(with).collect() }
            }
        })
    }
    grow(segments, vec![String::new()], &mut 0).into_iter().collect()
}

fn shown(segments: &[ImportSegment]) -> String {
    let part = |segment: &ImportSegment| match segment {
        ImportSegment::Literal(text) => text.clone(),
        ImportSegment::Attribute(name) => format!("{{{name}}}"),
        ImportSegment::Optional(inner) => format!("[{}]", shown(inner)),
    };
    segments.iter().map(part).collect()
}

fn moves(old: &Resource, new: &Resource, place: &Place<'_>, changes: &mut Changes) {
    let sources = |each: &Resource| -> BTreeSet<String> {
        let name = |it: &crate::ir::lifecycle::Move| {
            let provider = it.provider.as_deref().map(|name| format!("{name} ")).unwrap_or_default();
            let version = it.version.map(|version| format!(" version {version}")).unwrap_or_default();
            format!("{provider}{}{version}", it.type_name)
        };
        each.lifecycle.moves.iter().map(name).collect()
    };
    let (was, is) = (sources(old), sources(new));
    for gone in was.difference(&is) {
        changes.push(ChangeRule::MoveRemoved, place, format!("objects of {gone} cannot become its objects any more"));
    }
    for added in is.difference(&was) {
        changes.push(ChangeRule::BehaviourChanged, place, format!("objects of {added} can become its objects"));
    }
}

/// Whether the states that the old schema wrote can be read with the new one.
fn versions(old: &Resource, new: &Resource, place: &Place<'_>, changes: &mut Changes) {
    let (was, is) = (old.schema.version, new.schema.version);
    if is < was {
        changes.push(ChangeRule::VersionLowered, place, format!("`version` was {was} and is {is}"));
        return;
    }
    let earliest = |each: &Resource| each.lifecycle.upgrades.iter().map(|upgrade| upgrade.from).min();
    if is > was {
        if earliest(new).is_none_or(|from| from > was) {
            let message = format!(
                "`version` has risen from {was} to {is}: add `[[resource.{}.upgrade]]` with `from = {was}`",
                new.name
            );
            changes.push(ChangeRule::UpgradeMissing, place, message);
        } else {
            changes.push(
                ChangeRule::BehaviourChanged,
                place,
                format!("states of version {was} are upgraded to version {is}"),
            );
        }
    } else {
        let mut misfits = Vec::new();
        level(
            (&old.schema.attributes, &old.schema.blocks),
            (&new.schema.attributes, &new.schema.blocks),
            "",
            &mut misfits,
        );
        if !misfits.is_empty() {
            let message = format!(
                "stored values of `{}` do not fit: set `version = {}` and add `[[resource.{}.upgrade]]` with `from = {was}`",
                misfits.join("`, `"),
                was + 1,
                new.name
            );
            changes.push(ChangeRule::StateTypeChanged, place, message);
        }
    }
    if let Some(from) = earliest(old).filter(|from| earliest(new).unwrap_or(is) > *from && *from < was) {
        changes.push(ChangeRule::UpgradeRemoved, place, format!("states of version {from} cannot be read any more"));
    }
}

/// The addresses whose stored values do not have the type that is expected.
fn level(old: (&[Attribute], &[Block]), new: (&[Attribute], &[Block]), prefix: &str, misfits: &mut Vec<String>) {
    for before in old.0.iter().filter(|it| !it.write_only) {
        let path = format!("{prefix}{}", before.name);
        let fits = match new.0.iter().find(|it| it.name == before.name).map(|after| &after.ty) {
            // What is no longer there is left out, and what was an attribute and is a block is no value of it.
            None => new.1.iter().all(|block| block.name != before.name),
            Some(AttributeType::Nested(is, inner)) => match &before.ty {
                AttributeType::Nested(was, before) if was == is => {
                    level((before, &[]), (inner, &[]), &format!("{path}."), misfits);
                    true
                }
                _ => false,
            },
            Some(after) => cty_type(after) == cty_type(&before.ty),
        };
        if !fits {
            misfits.push(path);
        }
    }
    for before in old.1 {
        let path = format!("{prefix}{}", before.name);
        match new.1.iter().find(|it| it.name == before.name) {
            Some(after) if after.nesting == before.nesting => {
                let inside = format!("{path}.");
                level((&before.attributes, &before.blocks), (&after.attributes, &after.blocks), &inside, misfits);
            }
            Some(_) => misfits.push(path),
            None if new.0.iter().any(|attribute| attribute.name == before.name) => misfits.push(path),
            None => {}
        }
    }
}
