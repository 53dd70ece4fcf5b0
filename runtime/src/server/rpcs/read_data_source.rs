//! `ReadDataSource` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::Result;
use crate::handlers::{Handlers, read_data_source};
use crate::registry::{DataSourceEntry, Registry};
use crate::server::{dynamic_value, from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn read_data_source(
    handlers: Arc<Handlers>,
    request: proto::read_data_source::Request,
    cancellation: Cancellation,
) -> proto::read_data_source::Response {
    use proto::read_data_source::Response;
    let prepared = handlers
        .registry()
        .find_data_source(&request.type_name)
        .and_then(|entry| Ok((entry, read(handlers.registry(), entry, &request, cancellation)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => return Response { diagnostics: to_proto::diagnostics(failed), ..Response::default() },
    };
    let response = handlers.read_data_source(entry, asked).await;
    let mut found = response.diagnostics;
    let state = to_proto::value(&response.state, entry.ty(), &mut found);
    Response { state, diagnostics: to_proto::diagnostics(found), deferred: response.deferred.map(to_proto::deferred) }
}

fn read(
    registry: &Registry,
    entry: &DataSourceEntry,
    sent: &proto::read_data_source::Request,
    cancellation: Cancellation,
) -> Result<read_data_source::Request> {
    Ok(read_data_source::Request {
        config: dynamic_value::decode(sent.config.as_ref(), entry.ty())?,
        client: from_proto::client(sent.client_capabilities.as_ref()),
        provider_meta: from_proto::provider_meta(registry, sent.provider_meta.as_ref())?,
        cancellation,
    })
}
