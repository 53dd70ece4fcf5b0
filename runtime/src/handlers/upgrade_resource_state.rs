//! `UpgradeResourceState`: a stored state in today's form. Terraform asks for every state that it reads.

use super::{Handlers, write_only};
use crate::check::describe::shown_path;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::model::shape_block;
use crate::registry::ResourceEntry;
use crate::schema::ResourceSchema;
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

fn unreadable(schema: &ResourceSchema, failed: tfgen_cty::Error) -> Diagnostics {
    let path = shown_path(&schema.block, failed.path());
    error("The stored state cannot be read").detail(failed.message()).at(path)
}

fn upgrade(entry: &ResourceEntry, request: &Request) -> Result<Value> {
    let schema = entry.schema;
    if request.raw_state.is_empty() {
        return Err(error(format!("The state of a {} is in a form that is not supported", schema.type_name)).detail(
            "It was written by a Terraform before version 0.12. Apply once with a version in between, or import the object again.",
        ));
    }
    let remedy = match request.version.cmp(&schema.version) {
        Ordering::Equal => None,
        Ordering::Greater => Some(("unknown, newer", "Use a newer version of the provider.")),
        Ordering::Less => Some(("older", "The provider has no way to upgrade it.")),
    };
    if let Some((age, remedy)) = remedy {
        return Err(error(format!("The state of a {} has an {age} schema version", schema.type_name)).detail(format!(
            "It has version {}; this provider has version {}. {remedy}",
            request.version, schema.version
        )));
    }
    let mut state =
        json::decode_lenient(&request.raw_state, entry.ty()).map_err(|failed| unreadable(schema, failed))?;
    if state.is_null() {
        return Err(error(format!("The state of a {} is null", schema.type_name)).detail(
            "An object that is stored has a state. Remove it with `terraform state rm` and import the object again.",
        ));
    }
    state = shape_block(&schema.block, state);
    // An attribute may have become write-only after its value was stored.
    Ok(write_only::removed(&schema.block, state))
}
