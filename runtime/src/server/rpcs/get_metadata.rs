//! `GetMetadata`: the names of everything the provider has. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::server::to_proto;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn get_metadata(
    handlers: Arc<Handlers>,
    _: proto::get_metadata::Request,
    _: Cancellation,
) -> proto::get_metadata::Response {
    use proto::get_metadata::{
        ActionMetadata, DataSourceMetadata, EphemeralMetadata, FunctionMetadata, ListResourceMetadata,
        ResourceMetadata, Response, StateStoreMetadata,
    };
    let metadata = handlers.get_metadata();
    let resource = |name: &str| ResourceMetadata { type_name: name.to_owned() };
    let data_source = |name: &str| DataSourceMetadata { type_name: name.to_owned() };
    let function = |name: &str| FunctionMetadata { name: name.to_owned() };
    let ephemeral = |name: &str| EphemeralMetadata { type_name: name.to_owned() };
    let list = |name: &str| ListResourceMetadata { type_name: name.to_owned() };
    let action = |name: &str| ActionMetadata { type_name: name.to_owned() };
    let state_store = |name: &str| StateStoreMetadata { type_name: name.to_owned() };
    Response {
        server_capabilities: Some(to_proto::capabilities()),
        resources: metadata.resources.into_iter().map(resource).collect(),
        data_sources: metadata.data_sources.into_iter().map(data_source).collect(),
        functions: metadata.functions.into_iter().map(function).collect(),
        ephemeral_resources: metadata.ephemeral_resources.into_iter().map(ephemeral).collect(),
        list_resources: metadata.list_resources.into_iter().map(list).collect(),
        actions: metadata.actions.into_iter().map(action).collect(),
        state_stores: metadata.state_stores.into_iter().map(state_store).collect(),
        diagnostics: Vec::new(),
    }
}
