//! `ImportResourceState`: from an id, or an identity, to a state that `ReadResource` can complete.

use super::{Handlers, identity};
use crate::context::ClientCapabilities;
use crate::deferral::{DeferralReason, defer};
use crate::diagnostic::{Diagnostics, Result, error};
use crate::import;
use crate::model::shape_block;
use crate::private::{IMPORTED, Opened, Owner, Record};
use crate::registry::ResourceEntry;
use crate::schema::ResourceSchema;
use std::collections::BTreeMap;
use tfgen_cty::{Path, Value};

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) id: String,
    /// Null when the import is by id.
    pub(crate) identity: Value,
    pub(crate) client: ClientCapabilities,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) imported: Option<Imported>,
    /// Nothing is imported yet.
    pub(crate) deferred: Option<DeferralReason>,
    pub(crate) diagnostics: Diagnostics,
}

/// An object that is to be read next.
#[derive(Debug)]
pub(crate) struct Imported {
    pub(crate) state: Value,
    pub(crate) identity: Value,
    pub(crate) private: Vec<u8>,
}

impl Handlers {
    pub(crate) fn import_resource_state(&self, entry: &ResourceEntry, request: &Request) -> Response {
        let imported = if self.is_deferred() {
            Err(defer(DeferralReason::ProviderConfigUnknown))
        } else if request.identity.is_null() {
            by_id(entry.schema, &request.id)
        } else {
            by_identity(entry.schema, &request.identity)
        };
        let imported = imported.and_then(|(state, identity)| {
            let mut record = Record::default();
            record.set(IMPORTED, Value::Bool(true));
            let private = self.private.seal(&Owner::of(entry.schema, &state), &record, &Opened::default())?;
            Ok(Imported { state, identity, private })
        });
        match imported {
            Ok(imported) => Response { imported: Some(imported), deferred: None, diagnostics: Diagnostics::new() },
            Err(failed) => {
                let (deferred, diagnostics) = failed.settle(request.client.deferral_allowed);
                Response { imported: None, deferred, diagnostics }
            }
        }
    }
}

/// An identity with parts left out is not answered: reading the object tells the whole one.
fn by_id(schema: &'static ResourceSchema, id: &str) -> Result<(Value, Value)> {
    if schema.import.is_empty() {
        return Err(error(format!("A {} cannot be imported by an id", schema.type_name))
            .detail("Import it by its identity, or say `import = \"…\"` in the provider's schema."));
    }
    let given = import::identity(schema, id)?;
    let state = state_of(schema, &given);
    let identity = identity::of_state(schema, &state);
    let complete = !identity::incomplete(schema, &identity).has_errors();
    Ok((state, if complete { identity } else { Value::Null }))
}

fn by_identity(schema: &'static ResourceSchema, given: &Value) -> Result<(Value, Value)> {
    for name in schema.identity {
        let value = given.get(name).unwrap_or(&Value::Null);
        let missing = value.is_null() && !identity::may_be_left_out(schema, name);
        if missing || !value.is_wholly_known() {
            return Err(error(format!("The identity of the {} is incomplete", schema.type_name))
                .detail(format!("It needs a known value for `{name}`."))
                .at(Path::root().attribute(*name)));
        }
    }
    Ok((state_of(schema, given), given.clone()))
}

/// A state in which nothing but the identity is known.
fn state_of(schema: &'static ResourceSchema, given: &Value) -> Value {
    let known: BTreeMap<_, _> = given.as_object().cloned().unwrap_or_default();
    shape_block(&schema.block, Value::Object(known))
}
