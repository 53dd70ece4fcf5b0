//! `ValidateProviderConfig` on the wire. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::server::{dynamic_value, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn validate_provider_config(
    handlers: Arc<Handlers>,
    request: proto::validate_provider_config::Request,
    _: Cancellation,
) -> proto::validate_provider_config::Response {
    let config = dynamic_value::decode(request.config.as_ref(), handlers.registry().provider.ty());
    let found = config.map_or_else(|failed| failed, |config| handlers.validate_provider_config(&config));
    proto::validate_provider_config::Response { diagnostics: to_proto::diagnostics(found) }
}
