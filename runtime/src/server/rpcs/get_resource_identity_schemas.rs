//! `GetResourceIdentitySchemas`: what finds the objects of each resource type. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::server::to_proto;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn get_resource_identity_schemas(
    handlers: Arc<Handlers>,
    _: proto::get_resource_identity_schemas::Request,
    _: Cancellation,
) -> proto::get_resource_identity_schemas::Response {
    let schemas = handlers.get_resource_identity_schemas();
    let identity_schemas = schemas.into_iter().map(to_proto::identity_schema).collect();
    proto::get_resource_identity_schemas::Response { identity_schemas, diagnostics: Vec::new() }
}
