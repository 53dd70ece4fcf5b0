//! `InvokeAction`: does it, tells how far it has come, and says once how it ended, whatever happens.

use super::{Handlers, configured, guard, known, write_only};
use crate::context::{Cancellation, ClientCapabilities, Operation, Outlet};
use crate::diagnostic::{Diagnostics, Result};
use crate::planning;
use crate::registry::ActionEntry;
use crate::timeouts;
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
        let schema = entry.schema;
        let doing = format!("invoking action {}", schema.type_name);
        let limit = timeouts::limit(schema.timeouts, "invoke", &config);
        let operation = Arc::new(operation.of_block(schema.block).with_limit(limit, "invoke", &doing));
        let outcome = self.invoke(entry, &operation, &doing, config, progress).await;
        let mut diagnostics = configured::said(&operation);
        diagnostics.extend(configured::masked(&operation, outcome.err().unwrap_or_default()));
        diagnostics
    }

    async fn invoke(
        &self,
        entry: &ActionEntry,
        operation: &Arc<Operation>,
        doing: &str,
        config: Value,
        progress: Outlet<String>,
    ) -> Result<()> {
        let schema = entry.schema;
        let call = self.call(operation)?;
        known::wholly_known(&format!("action {}", schema.type_name), &config)?;
        configured::check(schema, entry.validate, &config)?;
        let filled = planning::with_defaults(&schema.block, &config).into_owned();
        let config = write_only::filled(&schema.block, filled, &config);
        let invoking = entry.adapter.invoke(call, config, progress);
        guard::run_within(operation, doing, invoking).await
    }
}
