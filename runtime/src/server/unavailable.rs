//! The RPCs of kinds of things that come with later versions: each answers one clear diagnostic, in the form that
//! Terraform can take. Some forms crash Terraform, which is why none of these is left to gRPC's "unimplemented".

use super::to_proto;
use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::handlers::not_available::not_available;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;
use tonic::codegen::BoxStream;

/// What state stores propose when Terraform proposes nothing.
const CHUNK_SIZE: i64 = 8 << 20;

/// More than this Terraform does not accept.
const CHUNK_SIZE_MAX: i64 = 128 << 20;

fn refusal(what: &str, name: &str) -> Vec<proto::Diagnostic> {
    to_proto::diagnostics(not_available(what, name))
}

macro_rules! refused {
    ($($what:literal by $name:ident: $($rpc:ident = $module:ident)*;)*) => {
        $($(pub(super) async fn $rpc(
            _: Arc<Handlers>,
            request: proto::$module::Request,
            _: Cancellation,
        ) -> proto::$module::Response {
            proto::$module::Response { diagnostics: refusal($what, &request.$name), ..Default::default() }
        })*)*
    };
}

refused! {
    "Ephemeral resources" by type_name: open_ephemeral_resource = open_ephemeral_resource
        renew_ephemeral_resource = renew_ephemeral_resource;
    "Actions" by action_type: plan_action = plan_action;
    "State stores" by type_name: lock_state = lock_state get_states = get_states;
}

macro_rules! refused_plainly {
    ($($what:literal: $($rpc:ident = $module:ident)*;)*) => {
        $($(pub(super) async fn $rpc(
            _: Arc<Handlers>,
            request: proto::$module::Request,
            _: Cancellation,
        ) -> proto::$module::Response {
            proto::$module::Response { diagnostics: refusal($what, &request.type_name) }
        })*)*
    };
}

refused_plainly! {
    "Ephemeral resources": validate_ephemeral_resource_config = validate_ephemeral_resource_config
        close_ephemeral_resource = close_ephemeral_resource;
    "List resources": validate_list_resource_config = validate_list_resource_config;
    "Actions": validate_action_config = validate_action_config;
    "State stores": validate_state_store_config = validate_state_store unlock_state = unlock_state
        delete_state = delete_state;
}

/// The capabilities are there beside an error: Terraform crashes without them.
pub(super) async fn configure_state_store(
    _: Arc<Handlers>,
    request: proto::configure_state_store::Request,
    _: Cancellation,
) -> proto::configure_state_store::Response {
    let proposed = request.capabilities.map_or(0, |capabilities| capabilities.chunk_size);
    let chunk_size = if (1..=CHUNK_SIZE_MAX).contains(&proposed) { proposed } else { CHUNK_SIZE };
    proto::configure_state_store::Response {
        diagnostics: refusal("State stores", &request.type_name),
        capabilities: Some(proto::StateStoreServerCapabilities { chunk_size }),
    }
}

pub(super) fn write_state_bytes() -> proto::write_state_bytes::Response {
    proto::write_state_bytes::Response { diagnostics: refusal("State stores", "") }
}

pub(super) async fn list_resource(
    _: Arc<Handlers>,
    request: proto::list_resource::Request,
    _: Cancellation,
) -> BoxStream<proto::list_resource::Event> {
    once(proto::list_resource::Event {
        diagnostic: refusal("List resources", &request.type_name),
        ..Default::default()
    })
}

/// Exactly one last event, as after every action.
pub(super) async fn invoke_action(
    _: Arc<Handlers>,
    request: proto::invoke_action::Request,
    _: Cancellation,
) -> BoxStream<proto::invoke_action::Event> {
    use proto::invoke_action::event::{Completed, Type};
    let diagnostics = refusal("Actions", &request.action_type);
    once(proto::invoke_action::Event { r#type: Some(Type::Completed(Completed { diagnostics })) })
}

/// The range is there beside an error, too.
pub(super) async fn read_state_bytes(
    _: Arc<Handlers>,
    request: proto::read_state_bytes::Request,
    _: Cancellation,
) -> BoxStream<proto::read_state_bytes::Response> {
    once(proto::read_state_bytes::Response {
        range: Some(proto::StateRange::default()),
        diagnostics: refusal("State stores", &request.type_name),
        ..Default::default()
    })
}

fn once<T: Send + 'static>(event: T) -> BoxStream<T> {
    Box::pin(tokio_stream::once(Ok(event)))
}
