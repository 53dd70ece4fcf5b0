//! `OpenEphemeralResource`: makes a value that lives as long as a run. Nothing of it may get into a log.

use super::{Handlers, configured, guard, known};
use crate::check;
use crate::context::{Cancellation, ClientCapabilities, Operation};
use crate::deferral::DeferralReason;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::model::shape_block;
use crate::planning;
use crate::private::Record;
use crate::registry::EphemeralEntry;
use crate::timeouts;
use std::sync::Arc;
use std::time::SystemTime;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    pub(crate) client: ClientCapabilities,
    pub(crate) cancellation: Cancellation,
}

#[derive(Debug)]
pub(crate) struct Response {
    /// None after an error; unknown when it is deferred.
    pub(crate) result: Option<Value>,
    pub(crate) renew_at: Option<SystemTime>,
    pub(crate) private: Vec<u8>,
    pub(crate) deferred: Option<DeferralReason>,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) async fn open_ephemeral_resource(&self, entry: &EphemeralEntry, request: Request) -> Response {
        let Request { config, client, cancellation } = request;
        let mut operation = Operation::new(Value::Null, Value::Null, config.clone(), cancellation);
        operation.client = client;
        let schema = entry.schema;
        let doing = format!("opening ephemeral {}", schema.type_name);
        let limit = timeouts::limit(schema.timeouts, "open", &config);
        let operation = Arc::new(operation.of_block(schema.block).with_limit(limit, "open", &doing));
        let outcome = self.open(entry, &operation, &doing, &config).await;
        let mut response = Response {
            result: None,
            renew_at: renew_at(&operation),
            private: kept(&operation),
            deferred: None,
            diagnostics: Diagnostics::new(),
        };
        let (mut diagnostics, _) = operation.take();
        operation.mask_made(&mut diagnostics, outcome.as_ref().unwrap_or(&Value::Null));
        match outcome {
            Ok(result) => response.result = Some(result),
            Err(failed) => {
                let (deferred, failed) = configured::masked(&operation, failed).settle(client.deferral_allowed);
                diagnostics.extend(failed);
                response.result = deferred.map(|_| Value::unknown());
                response.deferred = deferred;
            }
        }
        Response { diagnostics, ..response }
    }

    async fn open(
        &self,
        entry: &EphemeralEntry,
        operation: &Arc<Operation>,
        doing: &str,
        config: &Value,
    ) -> Result<Value> {
        let schema = entry.schema;
        let call = self.call(operation)?;
        known::wholly_known(&format!("ephemeral {}", schema.type_name), config)?;
        configured::check(schema, entry.validate, config)?;
        let opening = entry.adapter.open(call, config.clone());
        let model = guard::run_within(operation, doing, opening).await?;
        let result = planning::data_state(&schema.block, config, shape_block(&schema.block, model));
        let mut found = check::conforms(&schema.block, &result);
        found.extend(check::wholly_known(&schema.block, &result));
        found.extend(check::plan_valid(&schema.block, &Value::Null, config, &result));
        if found.has_errors() { Err(found) } else { Ok(result) }
    }
}

/// When Terraform has to ask for a renewal. A time that no clock can show is never.
pub(super) fn renew_at(operation: &Operation) -> Option<SystemTime> {
    operation.renewal().and_then(|time| SystemTime::now().checked_add(time))
}

/// What is kept, as it comes back in renew and close: in Terraform's memory alone, so that nobody encrypts it.
pub(super) fn kept(operation: &Operation) -> Vec<u8> {
    let record = operation.private();
    if record.is_empty() { Vec::new() } else { record.encode().unwrap_or_default() }
}

/// What was kept. Nothing, if nothing was.
pub(super) fn record(type_name: &str, private: &[u8]) -> Result<Record> {
    if private.is_empty() {
        return Ok(Record::default());
    }
    Record::decode(private).ok_or_else(|| {
        error(format!("What the open ephemeral {type_name} keeps cannot be read"))
            .detail("Terraform has to give back what it was given when the ephemeral resource was opened.")
    })
}
