//! `UpgradeResourceState` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::{Handlers, upgrade_resource_state};
use crate::server::{from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn upgrade_resource_state(
    handlers: Arc<Handlers>,
    request: proto::upgrade_resource_state::Request,
    _: Cancellation,
) -> proto::upgrade_resource_state::Response {
    use proto::upgrade_resource_state::Response;
    let entry = match handlers.registry().find_resource(&request.type_name) {
        Ok(entry) => entry,
        Err(failed) => return Response { upgraded_state: None, diagnostics: to_proto::diagnostics(failed) },
    };
    let response = Handlers::upgrade_resource_state(entry, &read(request));
    let mut found = response.diagnostics;
    let upgraded_state = to_proto::value(&response.upgraded_state, entry.ty(), &mut found);
    Response { upgraded_state, diagnostics: to_proto::diagnostics(found) }
}

fn read(sent: proto::upgrade_resource_state::Request) -> upgrade_resource_state::Request {
    upgrade_resource_state::Request { version: sent.version, raw_state: from_proto::raw(sent.raw_state) }
}
