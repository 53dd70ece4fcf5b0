//! `PlanResourceChange` through the service. The rules themselves are tested where planning is.

use super::client::{Core, PRIVATE, assert_said, disk, disk_identity, dynamic, note_type, texts, with};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::Value;

#[tokio::test]
async fn a_new_object_has_defaults_and_unknown_computed_values() {
    let mut core = Core::unconfigured("plan new");
    let planned = core.plan(&Value::Null, &disk([("name", Value::string("data"))])).await;
    assert_eq!(planned.diagnostics, Vec::<String>::new());
    assert_eq!(planned.state.get("kind"), Some(&Value::string("ssd")));
    assert_eq!(planned.state.get("size_gb"), Some(&Value::number(10)));
    assert_eq!(planned.state.get("ratio"), Some(&Value::Null));
    for name in ["checksum", "id", "region"] {
        assert!(planned.state.get(name).unwrap().is_unknown(), "{name}");
    }
    assert_eq!(planned.identity, Value::Null, "one that is not known yet is left out");
    assert_eq!(planned.private, PRIVATE);
}

#[tokio::test]
async fn an_unknown_value_stays_unknown() {
    let mut core = Core::unconfigured("plan unknown");
    let planned = core.plan(&Value::Null, &disk([("name", Value::unknown())])).await;
    assert_eq!(planned.diagnostics, Vec::<String>::new());
    assert!(planned.state.get("name").unwrap().is_unknown());
}

#[tokio::test]
async fn the_same_configuration_plans_no_change() {
    let mut core = Core::start("plan nothing").await;
    let config = disk([("name", Value::string("data"))]);
    let created = core.create(&config).await;
    let planned = core.plan(&created.state, &config).await;
    assert_eq!(planned.state, created.state);
    assert_eq!(planned.identity, disk_identity("eu-1", "disk-1"));
    assert_eq!(planned.requires_replace, Vec::<String>::new());
}

#[tokio::test]
async fn only_affected_computed_values_are_unknown() {
    let mut core = Core::start("plan affected").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    let planned = core.plan(&created.state, &disk([("name", Value::string("more"))])).await;
    assert_eq!(planned.state, with(&created.state, [("name", Value::string("more"))]));
    let bigger = disk([("name", Value::string("data")), ("size_gb", Value::number(20))]);
    let planned = core.plan(&created.state, &bigger).await;
    assert!(planned.state.get("checksum").unwrap().is_unknown());
}

#[tokio::test]
async fn a_change_of_another_region_replaces() {
    let mut core = Core::start("plan replace").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    let config = disk([("name", Value::string("data")), ("region", Value::string("us-1"))]);
    let planned = core.plan(&created.state, &config).await;
    assert_eq!(planned.requires_replace, ["region"]);
    assert_eq!(planned.diagnostics, Vec::<String>::new());
    let planned = core.plan(&Value::Null, &config).await;
    let replaced = core.apply(&Value::Null, &planned, &config).await;
    assert_eq!(replaced.identity, disk_identity("us-1", "disk-2"));
}

#[tokio::test]
async fn a_resource_without_update_replaces() {
    let mut core = Core::unconfigured("plan not updatable");
    let note = |id: Value| Value::object([("id", id), ("text", Value::string("a"))]);
    let ty = note_type();
    let request = proto::plan_resource_change::Request {
        type_name: "fixture_note".to_owned(),
        prior_state: Some(dynamic(&with(&note(Value::string("n")), [("text", Value::string("b"))]), &ty)),
        proposed_new_state: Some(dynamic(&note(Value::Null), &ty)),
        config: Some(dynamic(&note(Value::Null), &ty)),
        ..Default::default()
    };
    let answer = core.client.plan_resource_change(request).await.unwrap().into_inner();
    assert_eq!(texts(&answer.diagnostics), Vec::<String>::new());
    assert_eq!(answer.requires_replace.len(), 1);
}

#[tokio::test]
async fn an_unknown_type_name_names_what_there_is() {
    let mut core = Core::unconfigured("unknown type");
    let request = proto::plan_resource_change::Request { type_name: "fixture_disc".to_owned(), ..Default::default() };
    let answer = core.client.plan_resource_change(request).await.unwrap().into_inner();
    assert_said(
        &texts(&answer.diagnostics),
        &["error: The provider tests/fixture has no resource \"fixture_disc\"", "fixture_disk, fixture_note"],
    );
}

#[tokio::test]
async fn a_value_that_does_not_fit_the_schema_is_a_diagnostic() {
    let mut core = Core::unconfigured("malformed value");
    let broken = proto::DynamicValue { msgpack: vec![0xc1].into(), ..Default::default() };
    let request = proto::plan_resource_change::Request {
        type_name: "fixture_disk".to_owned(),
        config: Some(broken),
        ..Default::default()
    };
    let answer = core.client.plan_resource_change(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["error: Terraform sent a value that does not fit the schema"]);
}
