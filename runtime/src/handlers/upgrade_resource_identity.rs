//! `UpgradeResourceIdentity`: a stored identity in today's form.

use super::{Handlers, guard};
use crate::diagnostic::{Diagnostics, Result, error};
use crate::registry::ResourceEntry;
use crate::schema::{Block, ResourceSchema};
use crate::upgrade::{self, StoredObject};
use bytes::Bytes;
use std::cmp::Ordering;
use tfgen_cty::{Value, json};

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) version: i64,
    pub(crate) raw_identity: Bytes,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) upgraded_identity: Value,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) fn upgrade_resource_identity(entry: &ResourceEntry, request: &Request) -> Response {
        match upgrade(entry, request) {
            Ok(upgraded_identity) => Response { upgraded_identity, diagnostics: Diagnostics::new() },
            Err(diagnostics) => Response { upgraded_identity: Value::Null, diagnostics },
        }
    }
}

/// The identity in today's form. Parts that it lacks are null until the next read.
fn upgrade(entry: &ResourceEntry, request: &Request) -> Result<Value> {
    let schema = entry.schema;
    let unreadable = |failed: Diagnostics| failed.summary("The stored identity cannot be read");
    let identity = match request.version.cmp(&schema.identity_version) {
        Ordering::Equal => json::decode_lenient(&request.raw_identity, entry.identity_type())
            .map_err(|failed| unreadable(failed.into()))?,
        Ordering::Greater => return Err(newer(schema, request.version)),
        Ordering::Less if request.raw_identity.trim_ascii() == b"null" => Value::Null,
        Ordering::Less => {
            let mut object = StoredObject::decode(&request.raw_identity).map_err(unreadable)?;
            step_up(entry, request.version, &mut object)?;
            let read = object.read(&Block::of(&[]), entry.identity_type());
            read.map_err(|failed| failed.summary("The stored identity does not fit after its upgrade"))?
        }
    };
    if identity.is_null() {
        return Err(error(format!("The stored identity of a {} is null", schema.type_name))
            .detail("Refresh the object to store its identity again."));
    }
    Ok(identity)
}

/// Takes an identity from its version to today's, version by version.
fn step_up(entry: &ResourceEntry, from: i64, object: &mut StoredObject) -> Result<()> {
    let schema = entry.schema;
    let steps: Vec<_> = schema.identity_upgrades.iter().filter(|upgrade| upgrade.from >= from).collect();
    if steps.first().is_none_or(|first| first.from != from) {
        return Err(older(schema, from));
    }
    for upgrade in steps {
        upgrade::apply(&upgrade.steps, object)?;
        if let Some(hook) = entry.upgrade_identity.as_ref().filter(|_| upgrade.steps.hook) {
            let doing = format!("upgrading the identity of a {} from version {}", schema.type_name, upgrade.from);
            guard::call(&doing, || hook.upgrade_identity(upgrade.from, object))?;
        }
    }
    Ok(())
}

fn newer(schema: &ResourceSchema, version: i64) -> Diagnostics {
    error(format!("The stored identity of a {} is of a newer version", schema.type_name)).detail(format!(
        "It has version {version}; this provider knows version {}. Use a newer version of the provider.",
        schema.identity_version
    ))
}

fn older(schema: &ResourceSchema, version: i64) -> Diagnostics {
    error(format!("The stored identity of a {} is of an older version", schema.type_name)).detail(format!(
        "It has version {version}; this provider has version {}, and no way from there. Remove the object from the state with \
         `terraform state rm` and import it again.",
        schema.identity_version
    ))
}
