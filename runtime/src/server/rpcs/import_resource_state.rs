//! `ImportResourceState` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::Result;
use crate::handlers::{Handlers, import_resource_state};
use crate::registry::ResourceEntry;
use crate::server::{from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn import_resource_state(
    handlers: Arc<Handlers>,
    request: proto::import_resource_state::Request,
    _: Cancellation,
) -> proto::import_resource_state::Response {
    use proto::import_resource_state::{ImportedResource, Response};
    let prepared =
        handlers.registry().find_resource(&request.type_name).and_then(|entry| Ok((entry, read(entry, &request)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => return Response { diagnostics: to_proto::diagnostics(failed), ..Response::default() },
    };
    let response = handlers.import_resource_state(entry, &asked);
    let mut found = response.diagnostics;
    let imported = response.imported.map(|imported| ImportedResource {
        type_name: request.type_name,
        state: to_proto::value(&imported.state, entry.ty(), &mut found),
        private: imported.private,
        identity: to_proto::identity(entry, &imported.identity, &mut found),
    });
    let imported_resources = imported.into_iter().collect();
    Response {
        imported_resources,
        diagnostics: to_proto::diagnostics(found),
        deferred: response.deferred.map(to_proto::deferred),
    }
}

fn read(entry: &ResourceEntry, sent: &proto::import_resource_state::Request) -> Result<import_resource_state::Request> {
    Ok(import_resource_state::Request {
        id: sent.id.clone(),
        identity: from_proto::identity(entry, sent.identity.as_ref())?,
        client: from_proto::client(sent.client_capabilities.as_ref()),
    })
}
