//! `InvokeAction`: does it, tells how far it has come, and says once how it ended, whatever happens.

use super::{Handlers, guard, known};
use crate::context::{Cancellation, ClientCapabilities, Operation, Outlet};
use crate::diagnostic::{Diagnostics, Result};
use crate::planning;
use crate::registry::ActionEntry;
use crate::validate;
use std::sync::Arc;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    pub(crate) client: ClientCapabilities,
    pub(crate) cancellation: Cancellation,
}

impl Handlers {
    /// What there is to say at the end; progress goes out while user code runs.
    pub(crate) async fn invoke_action(
        &self,
        entry: &ActionEntry,
        request: Request,
        progress: Outlet<String>,
    ) -> Diagnostics {
        let Request { config, client, cancellation } = request;
        let mut operation = Operation::new(Value::Null, Value::Null, config.clone(), cancellation);
        operation.client = client;
        let operation = Arc::new(operation);
        let outcome = self.invoke(entry, &operation, config, progress).await;
        let (mut diagnostics, _) = operation.take();
        diagnostics.extend(outcome.err().unwrap_or_default());
        diagnostics
    }

    async fn invoke(
        &self,
        entry: &ActionEntry,
        operation: &Arc<Operation>,
        config: Value,
        progress: Outlet<String>,
    ) -> Result<()> {
        let schema = entry.schema;
        let call = self.call(operation)?;
        known::wholly_known(&format!("action {}", schema.type_name), &config)?;
        let found = validate::config(&schema.block, &config, false);
        if found.has_errors() {
            return Err(found);
        }
        let config = planning::with_defaults(&schema.block, &config).into_owned();
        let invoking = entry.adapter.invoke(call, config, progress);
        guard::run(&format!("invoking action {}", schema.type_name), invoking).await
    }
}
