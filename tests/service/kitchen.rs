//! The kitchen provider over gRPC: what its tests of functions, ephemeral resources, lists, actions and state stores share.

use tfgen_proto::provider_server::ProviderServer;
use tfgen_proto::tfplugin6::provider_client::ProviderClient;
use tfgen_proto::tfplugin6::{self as proto};
use tfgen_runtime::Service;
use tfgen_runtime::cty::{Type, Value};

pub type Client = ProviderClient<ProviderServer<Service>>;

/// A kitchen that is not configured.
pub fn closed() -> Client {
    ProviderClient::new(ProviderServer::new(Service::new(terraform_provider_kitchen::generated::wiring::registry())))
}

pub fn dynamic(value: &Value, ty: &Type) -> proto::DynamicValue {
    super::client::dynamic(value, ty)
}

pub fn value(sent: Option<proto::DynamicValue>, ty: &Type) -> Value {
    super::client::value(sent, ty)
}
