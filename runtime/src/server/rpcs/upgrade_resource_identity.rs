//! `UpgradeResourceIdentity` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::{Handlers, upgrade_resource_identity};
use crate::server::{from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn upgrade_resource_identity(
    handlers: Arc<Handlers>,
    request: proto::upgrade_resource_identity::Request,
    _: Cancellation,
) -> proto::upgrade_resource_identity::Response {
    use proto::upgrade_resource_identity::Response;
    let entry = match handlers.registry().find_resource(&request.type_name) {
        Ok(entry) => entry,
        Err(failed) => return Response { upgraded_identity: None, diagnostics: to_proto::diagnostics(failed) },
    };
    let response = Handlers::upgrade_resource_identity(entry, &read(request));
    let mut found = response.diagnostics;
    let upgraded_identity = to_proto::identity(entry, &response.upgraded_identity, &mut found);
    Response { upgraded_identity, diagnostics: to_proto::diagnostics(found) }
}

fn read(sent: proto::upgrade_resource_identity::Request) -> upgrade_resource_identity::Request {
    upgrade_resource_identity::Request { version: sent.version, raw_identity: from_proto::raw(sent.raw_identity) }
}
