//! `ConfigureStateStore` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::Result;
use crate::handlers::{Handlers, configure_state_store};
use crate::registry::StateStoreEntry;
use crate::server::{dynamic_value, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

/// The capabilities are there beside an error, too: Terraform crashes without them.
pub(in crate::server) async fn configure_state_store(
    handlers: Arc<Handlers>,
    request: proto::configure_state_store::Request,
    cancellation: Cancellation,
) -> proto::configure_state_store::Response {
    let proposed = request.capabilities.map_or(0, |capabilities| capabilities.chunk_size);
    let prepared = handlers
        .registry()
        .find_state_store(&request.type_name)
        .and_then(|entry| Ok((entry, read(entry, &request, proposed, cancellation)?)));
    let found = match prepared {
        Ok((entry, asked)) => handlers.configure_state_store(entry, asked).await,
        Err(failed) => failed,
    };
    let chunk_size = configure_state_store::chunk_size(proposed).into();
    proto::configure_state_store::Response {
        diagnostics: to_proto::diagnostics(found),
        capabilities: Some(proto::StateStoreServerCapabilities { chunk_size }),
    }
}

fn read(
    entry: &StateStoreEntry,
    sent: &proto::configure_state_store::Request,
    chunk_size: i64,
    cancellation: Cancellation,
) -> Result<configure_state_store::Request> {
    let config = dynamic_value::decode(sent.config.as_ref(), entry.ty())?;
    Ok(configure_state_store::Request { config, chunk_size, cancellation })
}
