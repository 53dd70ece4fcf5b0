//! `ReadResource`: what an object is now, or that it is gone.

use super::{Handlers, guard, identity};
use crate::check;
use crate::context::{Cancellation, ClientCapabilities, Operation};
use crate::deferral::DeferralReason;
use crate::diagnostic::{Diagnostics, Result};
use crate::model::shape_block;
use crate::planning;
use crate::private::{IMPORTED, Owner};
use crate::registry::ResourceEntry;
use crate::timeouts;
use std::sync::Arc;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) current_state: Value,
    pub(crate) current_identity: Value,
    pub(crate) private: Vec<u8>,
    pub(crate) client: ClientCapabilities,
    /// What the module tells the provider.
    pub(crate) provider_meta: Option<Value>,
    pub(crate) cancellation: Cancellation,
}

#[derive(Debug)]
pub(crate) struct Response {
    /// Null when the object is gone.
    pub(crate) new_state: Value,
    pub(crate) new_identity: Value,
    pub(crate) private: Vec<u8>,
    /// The state is as it was, since the object cannot be looked at yet.
    pub(crate) deferred: Option<DeferralReason>,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    /// Whatever goes wrong, the state stays as it was, its private part too.
    pub(crate) async fn read_resource(&self, entry: &ResourceEntry, request: Request) -> Response {
        let Request { current_state, current_identity, private, client, provider_meta, cancellation } = request;
        let mut diagnostics = Diagnostics::new();
        let outcome = match self.private.open(&Owner::of(entry.schema, &current_state), &private, &mut diagnostics) {
            Err(failed) => Err(failed),
            Ok(opened) => {
                let mut operation = Operation::new(current_state.clone(), Value::Null, Value::Null, cancellation);
                operation.client = client;
                operation.provider_meta = provider_meta;
                let doing = format!("reading {}", entry.schema.type_name);
                let limit = timeouts::limit(entry.schema.timeouts, "read", &current_state);
                let operation = operation.with_private(opened.record.clone()).with_limit(limit, "read", &doing);
                let operation = Arc::new(operation.of_block(entry.schema.block));
                let outcome = self.read(entry, &operation, &doing, &current_state, &current_identity).await;
                diagnostics.extend(operation.take().0);
                let made = outcome.as_ref().ok().and_then(Option::as_ref).map_or(&Value::Null, |(state, _)| state);
                operation.mask_made(&mut diagnostics, made);
                let outcome = outcome.map_err(|mut failed| {
                    operation.mask(&mut failed);
                    failed
                });
                outcome.and_then(|found| {
                    let Some((state, identity)) = found else { return Ok((Value::Null, Value::Null, Vec::new())) };
                    let sealed = self.private.seal(&Owner::of(entry.schema, &state), &operation.private(), &opened)?;
                    Ok((state, identity, sealed))
                })
            }
        };
        match outcome {
            Ok((new_state, new_identity, private)) => {
                Response { new_state, new_identity, private, deferred: None, diagnostics }
            }
            Err(failed) => {
                let (deferred, failed) = failed.settle(client.deferral_allowed);
                diagnostics.extend(failed);
                Response { new_state: current_state, new_identity: current_identity, private, deferred, diagnostics }
            }
        }
    }

    async fn read(
        &self,
        entry: &ResourceEntry,
        operation: &Arc<Operation>,
        doing: &str,
        current_state: &Value,
        current_identity: &Value,
    ) -> Result<Option<(Value, Value)>> {
        let schema = entry.schema;
        if current_state.is_null() {
            return Ok(None);
        }
        let id = identity::of_stored(schema, current_state, current_identity)?;
        let call = self.call(operation)?;
        let imported = take_imported(operation);
        let answer = guard::run_within(operation, doing, entry.adapter.read(call, id.clone())).await?;
        let Some(model) = answer else { return Ok(None) };
        let new_state = planning::read_state(schema, current_state, shape_block(&schema.block, model));
        let new_identity = identity::of_state(schema, &new_state);
        let mut found = check::conforms_to(&schema.block, entry.ty(), &new_state);
        found.extend(check::wholly_known(&schema.block, &new_state));
        found.extend(check::write_only_null(&schema.block, &new_state));
        found.extend(identity::incomplete(schema, &new_identity));
        if !imported {
            found.extend(identity::changed(schema, &id, &new_identity, doing));
        }
        if found.has_errors() { Err(found) } else { Ok(Some((new_state, new_identity))) }
    }
}

/// Whether this is the first read after an import: the API may then spell the identity otherwise than the person did.
fn take_imported(operation: &Operation) -> bool {
    let mut private = operation.private();
    let imported = matches!(private.get::<bool>(IMPORTED), Ok(Some(true)));
    private.remove(IMPORTED);
    imported
}
