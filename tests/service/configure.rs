//! `ConfigureProvider` and `ValidateProviderConfig`.

use super::client::{Core, assert_said, disk, dynamic, texts};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::ProviderModel;
use tfgen_runtime::cty::Value;
use tfgen_runtime::schema::implied_type::block_type;

fn config(endpoint: Value, token: Value) -> Value {
    Value::object([("endpoint", endpoint), ("token", token)])
}

#[tokio::test]
async fn the_default_stands_in_for_a_null_attribute() {
    let mut core = Core::unconfigured("by default");
    assert_eq!(core.configure(&config(Value::Null, Value::Null)).await, Vec::<String>::new());
    let created = core.create(&disk([("name", Value::string("by default"))])).await;
    assert!(!created.state.is_null() && core.store.objects().disks.is_empty());
}

#[tokio::test]
async fn an_unknown_attribute_is_one_error_that_names_it() {
    let mut core = Core::unconfigured("unknown endpoint");
    let diagnostics = core.configure(&config(Value::unknown(), Value::unknown())).await;
    assert_eq!(diagnostics.len(), 1);
    assert_said(&diagnostics, &["error at endpoint: The configuration of the provider fixture is not known yet"]);
}

#[tokio::test]
async fn an_error_of_configure_is_shown() {
    let mut core = Core::unconfigured("wrong token");
    let diagnostics = core.configure(&config(Value::Null, Value::string("wrong"))).await;
    assert_eq!(diagnostics, ["error: The token is wrong"]);
}

#[tokio::test]
async fn a_panic_of_configure_is_an_error() {
    let mut core = Core::unconfigured("panicking token");
    let diagnostics = core.configure(&config(Value::Null, Value::string("panic"))).await;
    assert_said(&diagnostics, &["error: The provider panicked while being configured: a token that panics"]);
}

#[tokio::test]
async fn after_an_error_the_provider_of_before_is_gone() {
    let mut core = Core::unconfigured("configured again");
    assert_eq!(core.configure(&config(Value::Null, Value::Null)).await, Vec::<String>::new());
    assert_eq!(core.configure(&config(Value::Null, Value::string("wrong"))).await, ["error: The token is wrong"]);
    let created = core.create(&disk([("name", Value::string("late"))])).await;
    assert_said(&created.diagnostics, &["error", "is not configured"]);
    assert_eq!(core.configure(&config(Value::Null, Value::Null)).await, Vec::<String>::new());
    let created = core.create(&disk([("name", Value::string("later"))])).await;
    assert!(!created.state.is_null());
}

/// The kitchen's provider block, validated: its hook looks at what is known.
async fn validated(store: Value, secret: Value) -> Vec<String> {
    let config = super::kitchen_resource::provider_config(&[("secret", secret), ("store", store)]);
    let ty = block_type(&terraform_provider_kitchen::generated::provider::ProviderConfig::SCHEMA.block);
    let request = proto::validate_provider_config::Request { config: Some(dynamic(&config, &ty)) };
    let answer = super::kitchen::closed().validate_provider_config(request).await.unwrap().into_inner();
    texts(&answer.diagnostics)
}

#[tokio::test]
async fn a_hook_looks_at_the_configuration_of_the_provider() {
    let text = Value::string;
    assert_eq!(validated(text("here"), text("something else")).await, Vec::<String>::new());
    assert_eq!(validated(Value::unknown(), text("something else")).await, Vec::<String>::new());
    let said = validated(text("my secret folder"), text("my secret folder")).await;
    assert_said(&said, &["error at secret: A folder is no secret"]);
}
