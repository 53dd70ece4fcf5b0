//! `ValidateResourceConfig` through the service: messages stand at their attribute.

use super::client::{Core, assert_said, disk, dynamic, note_type, texts};
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
