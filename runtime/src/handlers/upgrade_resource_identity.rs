//! `UpgradeResourceIdentity`: a stored identity in today's form. All identity schemas have version 0 so far.

use super::Handlers;
use crate::diagnostic::{Diagnostics, error};
use crate::registry::ResourceEntry;
use bytes::Bytes;
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

fn absent(type_name: &str) -> Diagnostics {
    error(format!("The stored identity of a {type_name} is null"))
        .detail("Refresh the object to store its identity again.")
}

impl Handlers {
    pub(crate) fn upgrade_resource_identity(entry: &ResourceEntry, request: &Request) -> Response {
        let type_name = entry.schema.type_name;
        let upgraded = if request.version == 0 {
            json::decode_lenient(&request.raw_identity, entry.identity_type())
                .map_err(|failed| Diagnostics::from(failed).summary("The stored identity cannot be read"))
                .and_then(|identity| if identity.is_null() { Err(absent(type_name)) } else { Ok(identity) })
        } else {
            Err(error(format!("The stored identity of a {type_name} is of a newer version"))
                .detail(format!("It has version {}; this provider knows version 0.", request.version)))
        };
        match upgraded {
            Ok(upgraded_identity) => Response { upgraded_identity, diagnostics: Diagnostics::new() },
            Err(diagnostics) => Response { upgraded_identity: Value::Null, diagnostics },
        }
    }
}
