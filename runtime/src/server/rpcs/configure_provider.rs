//! `ConfigureProvider` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::server::{dynamic_value, from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn configure_provider(
    handlers: Arc<Handlers>,
    request: proto::configure_provider::Request,
    cancellation: Cancellation,
) -> proto::configure_provider::Response {
    let found = match dynamic_value::decode(request.config.as_ref(), handlers.registry().provider.ty()) {
        Ok(config) => {
            let client = from_proto::client(request.client_capabilities.as_ref());
            handlers.configure_provider(config, client, &cancellation).await
        }
        Err(failed) => failed,
    };
    proto::configure_provider::Response { diagnostics: to_proto::diagnostics(found) }
}
