//! `GetFunctions`: the definitions, which are part of the encoded schema. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::Diagnostics;
use crate::handlers::Handlers;
use crate::server::to_proto;
use prost::Message as _;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn get_functions(
    handlers: Arc<Handlers>,
    _: proto::get_functions::Request,
    _: Cancellation,
) -> proto::get_functions::Response {
    match proto::get_provider_schema::Response::decode(handlers.get_functions()) {
        Ok(schemas) => proto::get_functions::Response { functions: schemas.functions, diagnostics: Vec::new() },
        Err(failed) => {
            let failed = Diagnostics::from(failed).summary("The provider's schema cannot be read");
            proto::get_functions::Response { diagnostics: to_proto::diagnostics(failed), ..Default::default() }
        }
    }
}
