//! The kitchen provider over gRPC: what its tests of functions, ephemeral resources, lists, actions and state stores share.

use std::path::PathBuf;
use tfgen_proto::tfplugin6::provider_client::ProviderClient;
use tfgen_proto::tfplugin6::{self as proto};
use tfgen_runtime::Service;
use tfgen_runtime::cty::{Type, Value};
use tfgen_runtime::plugin::Services;

pub type Client = ProviderClient<Services>;

/// As much as Terraform takes.
const MESSAGE_MAX: usize = 256 << 20;

/// A kitchen that is not configured.
pub fn closed() -> Client {
    let service = Service::new(terraform_provider_kitchen::generated::wiring::registry());
    ProviderClient::new(Services::in_process(service)).max_decoding_message_size(MESSAGE_MAX)
}

/// A kitchen that keeps its dishes in a folder of the test's own.
pub async fn open(test: &str) -> (Client, PathBuf) {
    open_with(test, Value::Null).await
}

/// The same with a secret.
pub async fn open_with(test: &str, secret: Value) -> (Client, PathBuf) {
    let folder = std::env::temp_dir().join(format!("tfgen-kitchen-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut client = closed();
    let schema = client.get_provider_schema(proto::get_provider_schema::Request {}).await.unwrap().into_inner();
    let block = schema.provider.unwrap().block.unwrap();
    let given = |name: &str| match name {
        "store" => Value::string(folder.to_str().unwrap()),
        "secret" => secret.clone(),
        _ => Value::Null,
    };
    let config = Value::object(block.attributes.iter().map(|it| (it.name.clone(), given(&it.name))));
    let types = block.attributes.iter().map(|it| (it.name.clone(), Type::from_json(&it.r#type).unwrap()));
    let config = Some(dynamic(&config, &Type::object(types)));
    let request = proto::configure_provider::Request { config, ..Default::default() };
    let answer = client.configure_provider(request).await.unwrap().into_inner();
    assert_eq!(super::client::texts(&answer.diagnostics), Vec::<String>::new());
    (client, folder)
}

/// The type of a thing's block, from the schema on the wire. Blocks inside are not looked at.
pub async fn type_of(
    client: &mut Client,
    pick: impl FnOnce(proto::get_provider_schema::Response) -> proto::Schema,
) -> Type {
    let schema = client.get_provider_schema(proto::get_provider_schema::Request {}).await.unwrap().into_inner();
    let block = pick(schema).block.unwrap();
    Type::object(block.attributes.iter().map(|it| (it.name.clone(), Type::from_json(&it.r#type).unwrap())))
}

/// A configuration: what is given, and null for the rest.
pub fn config<const N: usize>(ty: &Type, given: [(&str, Value); N]) -> proto::DynamicValue {
    let names = ty.as_object().unwrap().attributes();
    let nothing = names.keys().map(|name| (name.to_string(), Value::Null));
    let given = given.map(|(name, value)| (name.to_owned(), value));
    dynamic(&Value::object(nothing.chain(given)), ty)
}

pub fn dynamic(value: &Value, ty: &Type) -> proto::DynamicValue {
    super::client::dynamic(value, ty)
}

pub fn value(sent: Option<proto::DynamicValue>, ty: &Type) -> Value {
    super::client::value(sent, ty)
}

/// What a file in the kitchen's folder says; nothing if it is not there.
pub fn noted(folder: &std::path::Path, file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Waits until something has happened that happens soon.
pub async fn eventually(what: &str, mut happened: impl FnMut() -> bool) {
    for _ in 0..500 {
        if happened() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("it never happened that {what}");
}
