//! `ValidateResourceConfig` through the service: messages stand at their attribute.

use super::client::{Core, assert_said, disk, disk_type, dynamic, note_type, texts};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::{Type, Value};

#[tokio::test]
async fn a_valid_configuration_passes_without_a_word() {
    let mut core = Core::unconfigured("valid");
    let config = disk([("name", Value::string("data")), ("size_gb", Value::unknown())]);
    assert_eq!(core.validate(&config).await, Vec::<String>::new());
}

#[tokio::test]
async fn every_breach_is_told_at_its_attribute() {
    let mut core = Core::unconfigured("invalid");
    let mount = Value::object([("host", Value::Null), ("lun", Value::number(1)), ("path", Value::Null)]);
    let config = disk([
        ("kind", Value::string("tape")),
        ("mounts", Value::list([mount])),
        ("name", Value::string("a name that is much too long")),
    ]);
    let diagnostics = core.validate(&config).await;
    assert_said(&diagnostics, &["error at kind: "]);
    assert_said(&diagnostics, &["error at mounts[0].host: "]);
    assert_said(&diagnostics, &["error at mounts[0].lun: "]);
    assert_said(&diagnostics, &["error at name: "]);
    assert_eq!(diagnostics.len(), 4, "{diagnostics:#?}");
}

#[tokio::test]
async fn a_write_only_value_is_refused_where_terraform_cannot_keep_it_out_of_the_state() {
    let mut core = Core::unconfigured("old client");
    let config = disk([("name", Value::string("data")), ("passphrase", Value::string("open sesame"))]);
    assert_eq!(core.validate(&config).await, Vec::<String>::new());
    let request = |config: &Value| proto::validate_resource_config::Request {
        type_name: "fixture_disk".to_owned(),
        config: Some(dynamic(config, &disk_type())),
        client_capabilities: Some(proto::ClientCapabilities {
            deferral_allowed: true,
            store_planned_private: true,
            computed_blocks_allowed: true,
            write_only_attributes_allowed: false,
        }),
    };
    let answer = core.client.validate_resource_config(request(&config)).await.unwrap().into_inner();
    let said = texts(&answer.diagnostics);
    assert_said(&said, &["error at passphrase: ", "write-only", "Terraform 1.11"]);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(!said[0].contains("sesame"), "{said:?}");
    let without = disk([("name", Value::string("data"))]);
    let answer = core.client.validate_resource_config(request(&without)).await.unwrap().into_inner();
    assert_eq!(texts(&answer.diagnostics), Vec::<String>::new(), "what is not set asks nothing of Terraform");
}

#[tokio::test]
async fn a_breach_of_a_data_source_is_told_at_its_attribute() {
    let mut client = super::kitchen::closed();
    let ty = Type::object([("goods", Type::String), ("supplier", Type::String)]);
    let mut validated = async |supplier: Value| {
        let config = Value::object([("goods", Value::Null), ("supplier", supplier)]);
        let request = proto::validate_data_resource_config::Request {
            type_name: "kitchen_delivery".to_owned(),
            config: Some(dynamic(&config, &ty)),
        };
        texts(&client.validate_data_resource_config(request).await.unwrap().into_inner().diagnostics)
    };
    assert_eq!(validated(Value::string("farm")).await, Vec::<String>::new());
    assert_said(&validated(Value::Null).await, &["error at supplier: "]);
}

#[tokio::test]
async fn a_deprecated_resource_is_a_warning() {
    let mut core = Core::unconfigured("deprecated");
    let note = Value::object([("id", Value::Null), ("text", Value::string("a"))]);
    let request = proto::validate_resource_config::Request {
        type_name: "fixture_note".to_owned(),
        config: Some(dynamic(&note, &note_type())),
        ..Default::default()
    };
    let answer = core.client.validate_resource_config(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["warning: ", "use fixture_disk"]);
}
