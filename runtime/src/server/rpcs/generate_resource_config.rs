//! `GenerateResourceConfig` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::server::{dynamic_value, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn generate_resource_config(
    handlers: Arc<Handlers>,
    request: proto::generate_resource_config::Request,
    _: Cancellation,
) -> proto::generate_resource_config::Response {
    use proto::generate_resource_config::Response;
    let prepared = handlers
        .registry()
        .find_resource(&request.type_name)
        .and_then(|entry| Ok((entry, dynamic_value::decode(request.state.as_ref(), entry.ty())?)));
    let (entry, state) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => return Response { diagnostics: to_proto::diagnostics(failed), ..Response::default() },
    };
    let response = Handlers::generate_resource_config(entry, state);
    let mut found = response.diagnostics;
    let config = to_proto::value(&response.config, entry.ty(), &mut found);
    Response { config, diagnostics: to_proto::diagnostics(found) }
}
