//! The provider's service: which path belongs to which RPC.

use super::method::{self, Answers, Incoming, Method, decode};
use prost::Message;
use std::sync::Arc;
use tfgen_proto::{BoxStream, Call, Provider};
use tokio_stream::StreamExt as _;
use tonic::{Request, Response, Status};

/// The service's name in a path.
pub(super) const NAME: &str = "tfplugin6.Provider";

/// One message in, one out.
fn unary<Q, A>(provider: &Arc<dyn Provider>, call: for<'p> fn(&'p dyn Provider, Request<Q>) -> Call<'p, A>) -> Method
where
    Q: Message + Default + 'static,
    A: Message + 'static,
{
    let provider = Arc::clone(provider);
    Box::new(move |incoming| {
        Box::pin(async move {
            let request = method::only_message(incoming).await?;
            call(&*provider, request).await.map(method::one)
        })
    })
}

/// One message in, many out.
fn streamed<Q, A>(
    provider: &Arc<dyn Provider>,
    call: for<'p> fn(&'p dyn Provider, Request<Q>) -> Call<'p, BoxStream<A>>,
) -> Method
where
    Q: Message + Default + 'static,
    A: Message + 'static,
{
    let provider = Arc::clone(provider);
    Box::new(move |incoming| {
        Box::pin(async move {
            let request = method::only_message(incoming).await?;
            call(&*provider, request).await.map(method::many)
        })
    })
}

/// Many messages in, one out.
async fn write_state_bytes(provider: Arc<dyn Provider>, incoming: Incoming) -> Result<Response<Answers>, Status> {
    let chunks = incoming.map(|chunks| Box::pin(chunks.map(|chunk| chunk.and_then(decode))) as BoxStream<_>);
    provider.write_state_bytes(chunks).await.map(method::one)
}

macro_rules! methods {
    (
        unary: $($unary:ident $unary_rpc:literal)*;
        streamed: $($streamed:ident $streamed_rpc:literal)*;
    ) => {
        /// The method of this name; none if there is none.
        pub(super) fn method(provider: &Arc<dyn Provider>, rpc: &str) -> Option<Method> {
            Some(match rpc {
                $($unary_rpc => unary(provider, |provider, request| provider.$unary(request)),)*
                $($streamed_rpc => streamed(provider, |provider, request| provider.$streamed(request)),)*
                "WriteStateBytes" => {
                    let provider = Arc::clone(provider);
                    Box::new(move |incoming| Box::pin(write_state_bytes(provider, incoming)))
                }
                _ => return None,
            })
        }
    };
}

methods! {
    unary:
        get_metadata "GetMetadata"
        get_provider_schema "GetProviderSchema"
        get_resource_identity_schemas "GetResourceIdentitySchemas"
        get_functions "GetFunctions"
        validate_provider_config "ValidateProviderConfig"
        configure_provider "ConfigureProvider"
        stop_provider "StopProvider"
        validate_resource_config "ValidateResourceConfig"
        upgrade_resource_state "UpgradeResourceState"
        upgrade_resource_identity "UpgradeResourceIdentity"
        read_resource "ReadResource"
        plan_resource_change "PlanResourceChange"
        apply_resource_change "ApplyResourceChange"
        import_resource_state "ImportResourceState"
        move_resource_state "MoveResourceState"
        generate_resource_config "GenerateResourceConfig"
        validate_data_resource_config "ValidateDataResourceConfig"
        read_data_source "ReadDataSource"
        validate_ephemeral_resource_config "ValidateEphemeralResourceConfig"
        open_ephemeral_resource "OpenEphemeralResource"
        renew_ephemeral_resource "RenewEphemeralResource"
        close_ephemeral_resource "CloseEphemeralResource"
        validate_list_resource_config "ValidateListResourceConfig"
        call_function "CallFunction"
        validate_action_config "ValidateActionConfig"
        plan_action "PlanAction"
        validate_state_store_config "ValidateStateStoreConfig"
        configure_state_store "ConfigureStateStore"
        lock_state "LockState"
        unlock_state "UnlockState"
        get_states "GetStates"
        delete_state "DeleteState";
    streamed:
        list_resource "ListResource"
        invoke_action "InvokeAction"
        read_state_bytes "ReadStateBytes";
}
