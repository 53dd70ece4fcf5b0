//! `ValidateActionConfig` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::{Diagnostics, Result};
use crate::handlers::Handlers;
use crate::server::{dynamic_value, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn validate_action_config(
    handlers: Arc<Handlers>,
    request: proto::validate_action_config::Request,
    _: Cancellation,
) -> proto::validate_action_config::Response {
    let validate = || -> Result<Diagnostics> {
        let entry = handlers.registry().find_action(&request.type_name)?;
        let config = dynamic_value::decode(request.config.as_ref(), entry.ty())?;
        Ok(Handlers::validate_action_config(entry, &config))
    };
    let found = validate().unwrap_or_else(|failed| failed);
    proto::validate_action_config::Response { diagnostics: to_proto::diagnostics(found) }
}
