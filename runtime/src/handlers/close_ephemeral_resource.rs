//! `CloseEphemeralResource`: gives an open ephemeral resource back. One that needs no closing is closed.

use super::open_ephemeral_resource::record;
use super::{Handlers, configured, guard};
use crate::context::{Cancellation, Operation};
use crate::diagnostic::Diagnostics;
use crate::registry::EphemeralEntry;
use std::sync::Arc;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) private: Vec<u8>,
    pub(crate) cancellation: Cancellation,
}

impl Handlers {
    pub(crate) async fn close_ephemeral_resource(&self, entry: &EphemeralEntry, request: Request) -> Diagnostics {
        let Request { private, cancellation } = request;
        let Some(adapter) = &entry.close else { return Diagnostics::new() };
        let operation = Operation::new(Value::Null, Value::Null, Value::Null, cancellation);
        let operation = match record(entry.schema.type_name, &private) {
            Ok(record) => Arc::new(operation.with_private(record)),
            Err(failed) => return failed,
        };
        let outcome = match self.call(&operation) {
            Ok(call) => guard::run(&format!("closing ephemeral {}", entry.schema.type_name), adapter.close(call)).await,
            Err(failed) => Err(failed),
        };
        let mut diagnostics = configured::said(&operation);
        diagnostics.extend(configured::masked(&operation, outcome.err().unwrap_or_default()));
        diagnostics
    }
}
