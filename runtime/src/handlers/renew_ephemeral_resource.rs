//! `RenewEphemeralResource`: keeps an open ephemeral resource alive.

use super::open_ephemeral_resource::{kept, record, renew_at};
use super::{Handlers, configured, guard};
use crate::context::{Cancellation, Operation};
use crate::diagnostic::{Diagnostics, Result, error};
use crate::registry::EphemeralEntry;
use std::sync::Arc;
use std::time::SystemTime;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) private: Vec<u8>,
    pub(crate) cancellation: Cancellation,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) renew_at: Option<SystemTime>,
    pub(crate) private: Vec<u8>,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) async fn renew_ephemeral_resource(&self, entry: &EphemeralEntry, request: Request) -> Response {
        let Request { private, cancellation } = request;
        let operation = Operation::new(Value::Null, Value::Null, Value::Null, cancellation);
        let operation = match record(entry.schema.type_name, &private) {
            Ok(record) => Arc::new(operation.with_private(record)),
            Err(diagnostics) => return Response { renew_at: None, private, diagnostics },
        };
        let outcome = self.renew(entry, &operation).await;
        let (renew_at, private) = (renew_at(&operation), kept(&operation));
        let mut diagnostics = configured::said(&operation);
        match outcome {
            Ok(()) => Response { renew_at, private, diagnostics },
            Err(failed) => {
                diagnostics.extend(configured::masked(&operation, failed));
                Response { renew_at: None, private, diagnostics }
            }
        }
    }

    async fn renew(&self, entry: &EphemeralEntry, operation: &Arc<Operation>) -> Result<()> {
        let name = entry.schema.type_name;
        let adapter = entry.renew.as_ref().ok_or_else(|| {
            error(format!("ephemeral {name} cannot be renewed"))
                .detail("The provider does not say when it would have to be, so Terraform should not have asked.")
        })?;
        guard::run(&format!("renewing ephemeral {name}"), adapter.renew(self.call(operation)?)).await
    }
}
