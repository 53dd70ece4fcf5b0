//! `UpgradeResourceState`: a stored state in today's form. Terraform asks for every state that it reads.

use super::Handlers;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::model::shape_block;
use crate::registry::ResourceEntry;
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
    let state = json::decode_lenient(&request.raw_state, entry.ty())
        .map_err(|failed| Diagnostics::from(failed).summary("The stored state cannot be read"))?;
    Ok(shape_block(&schema.block, state))
}
