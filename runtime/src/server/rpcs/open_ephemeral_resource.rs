//! `OpenEphemeralResource` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::Result;
use crate::handlers::{Handlers, open_ephemeral_resource};
use crate::registry::EphemeralEntry;
use crate::server::{dynamic_value, from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn open_ephemeral_resource(
    handlers: Arc<Handlers>,
    request: proto::open_ephemeral_resource::Request,
    cancellation: Cancellation,
) -> proto::open_ephemeral_resource::Response {
    use proto::open_ephemeral_resource::Response;
    let prepared = handlers
        .registry()
        .find_ephemeral_resource(&request.type_name)
        .and_then(|entry| Ok((entry, read(entry, &request, cancellation)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => return Response { diagnostics: to_proto::diagnostics(failed), ..Response::default() },
    };
    let response = handlers.open_ephemeral_resource(entry, asked).await;
    let mut found = response.diagnostics;
    Response {
        result: response.result.and_then(|result| to_proto::value(&result, entry.ty(), &mut found)),
        renew_at: response.renew_at.map(Into::into),
        private: Some(response.private),
        deferred: response.deferred.map(to_proto::deferred),
        diagnostics: to_proto::diagnostics(found),
    }
}

fn read(
    entry: &EphemeralEntry,
    sent: &proto::open_ephemeral_resource::Request,
    cancellation: Cancellation,
) -> Result<open_ephemeral_resource::Request> {
    Ok(open_ephemeral_resource::Request {
        config: dynamic_value::decode(sent.config.as_ref(), entry.ty())?,
        client: from_proto::client(sent.client_capabilities.as_ref()),
        cancellation,
    })
}
