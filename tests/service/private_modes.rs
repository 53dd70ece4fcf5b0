//! `private_state` in the schema, through to what Terraform is given to store: with and without a key in the environment.
//! `"optional"` is the kitchen's, in `private_state.rs`.

use super::client::{Client, assert_said, dynamic, texts, value};
use case_private_encrypted::own::TOKEN;
use tfgen_proto::tfplugin6 as proto;
use tfgen_proto::tfplugin6::provider_client::ProviderClient;
use tfgen_runtime::cty::{Type, Value};
use tfgen_runtime::plugin::Services;
use tfgen_runtime::{Registry, Service};

const KEY: (&str, &str) = ("ACME_PRIVATE_STATE_KEY", "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=");

/// A provider process with these variables, and what it says when it is configured.
async fn configured(registry: Registry, variables: &[(&str, &str)]) -> (Client, Vec<String>) {
    let get = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, text)| (*text).to_owned());
    let mut client = ProviderClient::new(Services::in_process(Service::with_environment(registry, &get)));
    let config = Some(dynamic(&Value::object::<&str>([]), &Type::object::<&str>([])));
    let request = proto::configure_provider::Request { config, ..Default::default() };
    let said = texts(&client.configure_provider(request).await.unwrap().into_inner().diagnostics);
    (client, said)
}

fn disk_type() -> Type {
    Type::object([("id", Type::String)])
}

fn disk(id: Value) -> Value {
    Value::object([("id", id)])
}

async fn create(client: &mut Client) -> proto::apply_resource_change::Response {
    let ty = disk_type();
    let request = proto::apply_resource_change::Request {
        type_name: "acme_disk".to_owned(),
        prior_state: Some(dynamic(&Value::Null, &ty)),
        planned_state: Some(dynamic(&disk(Value::unknown()), &ty)),
        config: Some(dynamic(&disk(Value::Null), &ty)),
        ..Default::default()
    };
    client.apply_resource_change(request).await.unwrap().into_inner()
}

/// What a disk keeps privately, as Terraform stores it; a read finds it again.
async fn kept(client: &mut Client) -> Vec<u8> {
    let created = create(client).await;
    assert_eq!(texts(&created.diagnostics), Vec::<String>::new());
    let request = proto::read_resource::Request {
        type_name: "acme_disk".to_owned(),
        current_state: created.new_state,
        private: created.private.clone(),
        ..Default::default()
    };
    let read = client.read_resource(request).await.unwrap().into_inner();
    assert_eq!(texts(&read.diagnostics), Vec::<String>::new());
    assert_eq!(value(read.new_state, &disk_type()), disk(Value::string("1")));
    assert_eq!(read.private, created.private);
    created.private
}

fn shows_the_token(bytes: &[u8]) -> bool {
    bytes.windows(TOKEN.len()).any(|window| window == TOKEN.as_bytes())
}

#[tokio::test]
async fn a_provider_that_encrypts_works_with_a_key_only() {
    use case_private_encrypted::generated::wiring::registry;
    let (mut client, said) = configured(registry(), &[]).await;
    assert_said(&said, &["error: The provider acme needs a key for private state", "Set ACME_PRIVATE_STATE_KEY to"]);
    assert_eq!(said.len(), 1, "{said:?}");
    let created = create(&mut client).await;
    assert_said(&texts(&created.diagnostics), &["error: The provider acme/acme is not configured"]);
    assert_eq!((value(created.new_state, &disk_type()), created.private), (Value::Null, Vec::new()));
    let (mut client, said) = configured(registry(), &[KEY]).await;
    assert_eq!(said, Vec::<String>::new());
    assert!(!shows_the_token(&kept(&mut client).await));
}

#[tokio::test]
async fn a_provider_that_never_encrypts_leaves_a_key_alone() {
    use case_private_plain::generated::wiring::registry;
    for variables in [&[][..], &[KEY]] {
        let (mut client, said) = configured(registry(), variables).await;
        assert_eq!(said, Vec::<String>::new());
        assert!(shows_the_token(&kept(&mut client).await), "{variables:?}");
    }
}
