//! Changes of write-only values, which no plan and no state shows: a salted hash of each, kept with the object's private
//! state, tells whether it is still the one that was applied.
//!
//! The hash is a slow one with a salt of the object's own, so that a state file gives little to guess with; with a key for
//! private state, it gives nothing.

use crate::model::IntoValue;
use crate::planning::{Decisions, PlanInput};
use crate::private::Record;
use crate::random;
use crate::schema::implied_type::attribute_type;
use crate::schema::{Attribute, Block, OnChange, ResourceSchema};
use base64::prelude::{BASE64_STANDARD_NO_PAD, Engine};
use ring::pbkdf2;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use tfgen_cty::{Path, Step, Value, msgpack};

/// The runtime's own private value: a salt, and a hash for each path.
const HASHES: &str = ".write_only";
/// Less than a millisecond's work.
const ROUNDS: NonZeroU32 = NonZeroU32::new(2_048).expect("more than none");

type Hashes = (String, BTreeMap<String, String>);

/// A write-only value of a configuration whose change matters.
struct Watched<'a> {
    path: Path,
    root: &'static str,
    attribute: &'static Attribute,
    value: &'a Value,
}

/// What of a plan is decided by changed write-only values. A value that is not known yet counts as changed. Where no hash
/// was ever kept, as after an import, nothing can be told, and nothing changes.
pub(super) fn decisions(schema: &'static ResourceSchema, input: PlanInput<'_>, private: &Record) -> Decisions {
    let mut decisions = Decisions::default();
    if input.prior.is_null() || input.config.is_null() || !is_watched(&schema.block) {
        return decisions;
    }
    let Ok(Some((salt, mut kept))) = private.get::<Hashes>(HASHES) else { return decisions };
    let mut found = Vec::new();
    collect(&schema.block, input.config, &Path::root(), None, &mut found);
    for watched in found {
        let before = kept.remove(&watched.path.to_string());
        let is_same = match (watched.value.is_null(), before) {
            (true, before) => before.is_none(),
            (false, Some(before)) => hash(&salt, &watched).is_some_and(|now| now == before),
            (false, None) => false,
        };
        if is_same {
            continue;
        }
        decisions.changed.insert(watched.root);
        if watched.attribute.on_change == OnChange::Replace {
            decisions.replace_hidden.push(watched.path);
        }
    }
    decisions
}

/// Keeps the hashes of what is applied.
pub(super) fn keep(schema: &'static ResourceSchema, config: &Value, private: &mut Record) {
    private.remove(HASHES);
    if !is_watched(&schema.block) || config.is_null() {
        return;
    }
    let mut found = Vec::new();
    collect(&schema.block, config, &Path::root(), None, &mut found);
    let Some(salt) = random::bytes::<16>() else { return };
    let salt = text(&salt);
    let hashes = found.iter().filter(|watched| !watched.value.is_null());
    let hashes: BTreeMap<_, _> =
        hashes.filter_map(|watched| Some((watched.path.to_string(), hash(&salt, watched)?))).collect();
    private.set(HASHES, (salt, hashes).into_value());
}

fn is_watched(block: &Block) -> bool {
    let attribute = |attribute: &Attribute| {
        attribute.on_change != OnChange::Nothing || attribute.nested().is_some_and(|(_, below)| is_watched(&below))
    };
    block.attributes.iter().any(attribute) || block.blocks.iter().any(|nested| is_watched(&nested.block))
}

/// None for a value that is not known yet.
fn hash(salt: &str, watched: &Watched<'_>) -> Option<String> {
    if !watched.value.is_wholly_known() {
        return None;
    }
    let value = msgpack::encode(watched.value, &attribute_type(&watched.attribute.ty)).ok()?;
    let mut hash = [0; 32];
    // The path is part of it: equal values at two places have different hashes.
    let salted = format!("{salt} {}", watched.path);
    pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, ROUNDS, salted.as_bytes(), &value, &mut hash);
    Some(text(&hash))
}

fn text(bytes: &[u8]) -> String {
    BASE64_STANDARD_NO_PAD.encode(bytes)
}

fn collect<'a>(
    block: &Block,
    object: &'a Value,
    path: &Path,
    root: Option<&'static str>,
    found: &mut Vec<Watched<'a>>,
) {
    for attribute in block.attributes {
        let root = root.unwrap_or(attribute.name);
        let Some(value) = object.get(attribute.name) else { continue };
        let path = path.attribute(attribute.name);
        if attribute.on_change != OnChange::Nothing {
            found.push(Watched { path, root, attribute, value });
        } else if let Some((_, below)) = attribute.nested() {
            each(value, &path, &mut |value, path| collect(&below, value, path, Some(root), found));
        }
    }
    for nested in block.blocks {
        if let Some(value) = object.get(nested.name) {
            let (path, root) = (path.attribute(nested.name), Some(root.unwrap_or(nested.name)));
            each(value, &path, &mut |value, path| collect(&nested.block, value, path, root, found));
        }
    }
}

/// Each object of a level with its path; sets hold nothing that is write-only.
fn each<'a>(value: &'a Value, path: &Path, body: &mut dyn FnMut(&'a Value, &Path)) {
    match value {
        Value::Object(_) => body(value, path),
        Value::List(elements) | Value::Tuple(elements) => {
            for (at, element) in elements.iter().enumerate() {
                body(element, &step(path, Step::Index(at)));
            }
        }
        Value::Map(members) => {
            for (key, member) in members {
                body(member, &step(path, Step::Key(key.clone())));
            }
        }
        _ => {}
    }
}

fn step(path: &Path, step: Step) -> Path {
    let mut path = path.clone();
    path.push(step);
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    static SCHEMA: ResourceSchema = ResourceSchema {
        block: Block::of(&[
            Attribute { name: "key", write_only: true, on_change: OnChange::Replace, ..Attribute::DEFAULT },
            Attribute { name: "secret", write_only: true, on_change: OnChange::Update, ..Attribute::DEFAULT },
        ]),
        ..ResourceSchema::DEFAULT
    };

    fn config(key: &str, secret: Value) -> Value {
        Value::object([("key", Value::string(key)), ("secret", secret)])
    }

    fn decided(kept: &Record, config: &Value) -> Decisions {
        let prior = Value::object([("key", Value::Null), ("secret", Value::Null)]);
        decisions(&SCHEMA, PlanInput { schema: &SCHEMA, prior: &prior, proposed: &prior, config }, kept)
    }

    #[test]
    fn a_change_is_told_by_the_hash_that_was_kept() {
        let mut kept = Record::default();
        assert_eq!(decided(&kept, &config("k", Value::string("s"))), Decisions::default(), "nothing was kept");
        keep(&SCHEMA, &config("k", Value::string("s")), &mut kept);
        assert_eq!(decided(&kept, &config("k", Value::string("s"))), Decisions::default());
        let update = decided(&kept, &config("k", Value::string("t")));
        assert_eq!((update.changed, update.replace_hidden), (["secret"].into(), Vec::new()));
        assert_eq!(decided(&kept, &config("k", Value::Null)).changed, ["secret"].into());
        assert_eq!(decided(&kept, &config("k", Value::unknown())).changed, ["secret"].into());
        let replace = decided(&kept, &config("l", Value::string("s")));
        assert_eq!(replace.replace_hidden, [Path::root().attribute("key")]);
    }

    #[test]
    fn a_value_that_comes_later_is_a_change_and_two_objects_share_no_hash() {
        let (mut first, mut second) = (Record::default(), Record::default());
        keep(&SCHEMA, &config("k", Value::Null), &mut first);
        keep(&SCHEMA, &config("k", Value::Null), &mut second);
        assert_eq!(decided(&first, &config("k", Value::string("s"))).changed, ["secret"].into());
        assert_ne!(first, second);
    }
}
