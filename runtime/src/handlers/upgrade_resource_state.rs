//! `UpgradeResourceState`: a stored state in today's form. Terraform asks for every state that it reads.

use super::{Handlers, guard, write_only};
use crate::check::describe::shown_path;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::model::shape_block;
use crate::registry::ResourceEntry;
use crate::schema::ResourceSchema;
use crate::upgrade::{self, StoredObject};
use bytes::Bytes;
use std::cmp::Ordering;
use tfgen_cty::{Value, json};

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) version: i64,
    /// The state as JSON; empty when Terraform sent the form of before version 0.12.
    pub(crate) raw_state: Bytes,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) upgraded_state: Value,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) fn upgrade_resource_state(entry: &ResourceEntry, request: &Request) -> Response {
        match upgrade(entry, request) {
            Ok(upgraded_state) => Response { upgraded_state, diagnostics: Diagnostics::new() },
            Err(diagnostics) => Response { upgraded_state: Value::Null, diagnostics },
        }
    }
}

/// The state in today's form.
fn upgrade(entry: &ResourceEntry, request: &Request) -> Result<Value> {
    let schema = entry.schema;
    if request.raw_state.is_empty() {
        return Err(error(format!("The state of a {} is in a form that is not supported", schema.type_name)).detail(
            "It was written by a Terraform before version 0.12. Apply once with a version in between, or import the object again.",
        ));
    }
    let state = match request.version.cmp(&schema.version) {
        Ordering::Equal => {
            json::decode_lenient(&request.raw_state, entry.ty()).map_err(|failed| unreadable(schema, failed))?
        }
        Ordering::Greater => return Err(newer(schema, request.version)),
        // A state that is null has nothing to upgrade; it is reported below.
        Ordering::Less if request.raw_state.trim_ascii() == b"null" => Value::Null,
        Ordering::Less => {
            let mut object = StoredObject::decode(&request.raw_state)?;
            step_up(entry, request.version, &mut object)?;
            object.read(&schema.block, entry.ty())?
        }
    };
    if state.is_null() {
        return Err(error(format!("The state of a {} is null", schema.type_name)).detail(
            "An object that is stored has a state. Remove it with `terraform state rm` and import the object again.",
        ));
    }
    // An attribute may have become write-only after its value was stored.
    Ok(write_only::removed(&schema.block, shape_block(&schema.block, state)))
}

/// Takes an object from its version to today's, version by version.
pub(super) fn step_up(entry: &ResourceEntry, from: i64, object: &mut StoredObject) -> Result<()> {
    let schema = entry.schema;
    let steps: Vec<_> = schema.upgrades.iter().filter(|upgrade| upgrade.from >= from).collect();
    if steps.first().is_none_or(|first| first.from != from) {
        return Err(older(schema, from));
    }
    for upgrade in steps {
        let doing = format!("upgrading the state of a {} from version {}", schema.type_name, upgrade.from);
        upgrade::apply(&upgrade.steps, object)?;
        let hook = entry.upgrade_state.as_ref().filter(|_| upgrade.steps.hook);
        if let Some(hook) = hook {
            object
                .changed_by(&schema.block, |object| guard::call(&doing, || hook.upgrade_state(upgrade.from, object)))?;
        }
    }
    Ok(())
}

fn unreadable(schema: &ResourceSchema, failed: tfgen_cty::Error) -> Diagnostics {
    let path = shown_path(&schema.block, failed.path());
    error("The stored state cannot be read").detail(failed.message()).at(path)
}

pub(super) fn newer(schema: &ResourceSchema, version: i64) -> Diagnostics {
    error(format!("The state of a {} has an unknown, newer schema version", schema.type_name)).detail(format!(
        "It has version {version}; this provider has version {}. Use a newer version of the provider.",
        schema.version
    ))
}

fn older(schema: &ResourceSchema, version: i64) -> Diagnostics {
    let remedy = match schema.upgrades.first() {
        Some(first) => format!(
            "It can upgrade states from version {} on. Apply once with an older version of the provider, or import the object again.",
            first.from
        ),
        None => "The provider has no way to upgrade it. Import the object again.".to_owned(),
    };
    error(format!("The state of a {} has an older schema version", schema.type_name))
        .detail(format!("It has version {version}; this provider has version {}. {remedy}", schema.version))
}
