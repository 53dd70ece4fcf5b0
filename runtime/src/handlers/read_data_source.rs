//! `ReadDataSource`: what a configuration asks for.

use super::{Handlers, guard};
use crate::check;
use crate::context::{Cancellation, ClientCapabilities, Operation};
use crate::deferral::DeferralReason;
use crate::diagnostic::{Diagnostics, Result};
use crate::model::shape_block;
use crate::planning;
use crate::registry::DataSourceEntry;
use crate::timeouts;
use std::sync::Arc;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    pub(crate) client: ClientCapabilities,
    /// What the module tells the provider.
    pub(crate) provider_meta: Option<Value>,
    pub(crate) cancellation: Cancellation,
}

#[derive(Debug)]
pub(crate) struct Response {
    /// Unknown when it is deferred.
    pub(crate) state: Value,
    pub(crate) deferred: Option<DeferralReason>,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) async fn read_data_source(&self, entry: &DataSourceEntry, request: Request) -> Response {
        let Request { config, client, provider_meta, cancellation } = request;
        let mut operation = Operation::new(Value::Null, Value::Null, config.clone(), cancellation);
        operation.client = client;
        operation.provider_meta = provider_meta;
        let doing = format!("reading data {}", entry.schema.type_name);
        let operation = operation.with_limit(timeouts::limit(entry.schema.timeouts, "read", &config), "read", &doing);
        let operation = Arc::new(operation.of_block(entry.schema.block));
        let outcome = self.look_up(entry, &operation, &doing, config).await;
        let (mut diagnostics, _) = operation.take();
        let outcome = outcome.map_err(|mut failed| {
            operation.mask(&mut failed);
            failed
        });
        operation.mask_made(&mut diagnostics, outcome.as_ref().unwrap_or(&Value::Null));
        match outcome {
            Ok(state) => Response { state, deferred: None, diagnostics },
            Err(failed) => {
                let (deferred, failed) = failed.settle(client.deferral_allowed);
                diagnostics.extend(failed);
                let state = if deferred.is_some() { Value::unknown() } else { Value::Null };
                Response { state, deferred, diagnostics }
            }
        }
    }

    async fn look_up(
        &self,
        entry: &DataSourceEntry,
        operation: &Arc<Operation>,
        doing: &str,
        config: Value,
    ) -> Result<Value> {
        let block = &entry.schema.block;
        let input = planning::with_defaults(block, &config).into_owned();
        let model = match entry.schema.outputs_of {
            #[cfg(feature = "state-store")]
            store if !store.is_empty() => self.state_outputs(store, operation, &input).await?,
            _ => guard::run_within(operation, doing, entry.adapter.read(self.call(operation)?, input)).await?,
        };
        let state = planning::data_state(block, &config, shape_block(block, model));
        let mut found = check::conforms(block, &state);
        found.extend(check::wholly_known(block, &state));
        if found.has_errors() { Err(found) } else { Ok(state) }
    }
}
