//! `UpgradeResourceState` and `UpgradeResourceIdentity`.

use super::client::{Core, assert_said, disk, disk_identity, disk_type, identity, texts, value};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::{Type, Value};

async fn upgrade(core: &mut Core, version: i64, json: &str) -> (Value, Vec<String>) {
    let request = proto::upgrade_resource_state::Request {
        type_name: "fixture_disk".to_owned(),
        version,
        raw_state: Some(proto::RawState { json: json.as_bytes().to_vec().into(), ..Default::default() }),
    };
    let answer = core.client.upgrade_resource_state(request).await.unwrap().into_inner();
    (value(answer.upgraded_state, &disk_type()), texts(&answer.diagnostics))
}

#[tokio::test]
async fn a_state_of_the_same_version_is_read_leniently() {
    let mut core = Core::unconfigured("upgrade");
    let (state, diagnostics) = upgrade(&mut core, 1, r#"{"id":"disk-1","name":"data","gone":true}"#).await;
    assert_eq!(diagnostics, Vec::<String>::new());
    assert_eq!(state, disk([("id", Value::string("disk-1")), ("name", Value::string("data"))]));
}

#[tokio::test]
async fn a_value_that_became_write_only_is_removed_from_the_state() {
    let mut core = Core::unconfigured("upgrade write-only");
    let (state, diagnostics) = upgrade(&mut core, 1, r#"{"id":"disk-1","name":"data","passphrase":"sesame"}"#).await;
    assert_eq!(diagnostics, Vec::<String>::new());
    assert_eq!(state, disk([("id", Value::string("disk-1")), ("name", Value::string("data"))]));
}

#[tokio::test]
async fn a_state_or_identity_that_is_null_is_an_error() {
    let mut core = Core::unconfigured("upgrade null");
    let (_, diagnostics) = upgrade(&mut core, 1, "null").await;
    assert_said(&diagnostics, &["error: The state of a fixture_disk is null"]);
    let raw_identity = Some(proto::RawState { json: b"null".to_vec().into(), ..Default::default() });
    let type_name = "fixture_disk".to_owned();
    let request = proto::upgrade_resource_identity::Request { type_name, version: 0, raw_identity };
    let answer = core.client.upgrade_resource_identity(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["error: The stored identity of a fixture_disk is null"]);
}

#[tokio::test]
async fn a_state_of_another_version_is_an_error_that_names_both() {
    let mut core = Core::unconfigured("upgrade versions");
    for version in [0, 2] {
        let (_, diagnostics) = upgrade(&mut core, version, r#"{"id":"disk-1"}"#).await;
        assert_said(&diagnostics, &["error: ", &format!("has version {version}"), "has version 1"]);
    }
}

#[tokio::test]
async fn a_state_that_is_no_json_is_an_error() {
    let mut core = Core::unconfigured("upgrade malformed");
    let (_, diagnostics) = upgrade(&mut core, 1, r#"{"id":"#).await;
    assert_said(&diagnostics, &["error", "The stored state cannot be read"]);
    let (_, diagnostics) = upgrade(&mut core, 1, "").await;
    assert_said(&diagnostics, &["error: The state of a fixture_disk is in a form that is not supported"]);
}

#[tokio::test]
async fn an_identity_is_read_leniently() {
    let mut core = Core::unconfigured("upgrade identity");
    let request = proto::upgrade_resource_identity::Request {
        type_name: "fixture_disk".to_owned(),
        version: 0,
        raw_identity: Some(proto::RawState {
            json: br#"{"id":"disk-1","region":"eu-1","zone":"a"}"#.to_vec().into(),
            ..Default::default()
        }),
    };
    let answer = core.client.upgrade_resource_identity(request).await.unwrap().into_inner();
    assert_eq!(texts(&answer.diagnostics), Vec::<String>::new());
    assert_eq!(identity(answer.upgraded_identity), disk_identity("eu-1", "disk-1"));
}

/// A stored identity of a shelf of the kitchen, upgraded.
async fn shelf(version: i64, json: &str) -> (Value, Vec<String>) {
    let mut client = super::kitchen::closed();
    let schemas = proto::get_resource_identity_schemas::Request {};
    let schemas = client.get_resource_identity_schemas(schemas).await.unwrap().into_inner().identity_schemas;
    assert_eq!(schemas["kitchen_shelf"].version, 2);
    assert_eq!(schemas["kitchen_plate"].version, 0);
    let raw_identity = Some(proto::RawState { json: json.as_bytes().to_vec().into(), ..Default::default() });
    let type_name = "kitchen_shelf".to_owned();
    let request = proto::upgrade_resource_identity::Request { type_name, version, raw_identity };
    let answer = client.upgrade_resource_identity(request).await.unwrap().into_inner();
    let ty = Type::object([("place", Type::String), ("room", Type::String)]);
    let upgraded = answer.upgraded_identity.and_then(|identity| identity.identity_data);
    (value(upgraded, &ty), texts(&answer.diagnostics))
}

#[tokio::test]
async fn an_identity_goes_through_every_version_up_to_today() {
    let today =
        |place: &str, room: &str| Value::object([("place", Value::string(place)), ("room", Value::string(room))]);
    for (version, json, expected) in [
        (0, r#"{"number":3}"#, today("4", "kitchen")),
        (1, r#"{"place":3,"room":"cellar"}"#, today("4", "cellar")),
        (2, r#"{"place":"3","room":"cellar"}"#, today("3", "cellar")),
    ] {
        assert_eq!(shelf(version, json).await, (expected, Vec::new()), "{json}");
    }
}

#[tokio::test]
async fn an_identity_that_cannot_be_upgraded_is_an_error() {
    for (version, json, words) in [
        (0, "null", "is null"),
        (0, "[1]", "The stored identity cannot be read"),
        (0, r#"{"number":"first"}"#, "The place of the shelf is no number"),
        (-1, r#"{"number":3}"#, "no way from there"),
        (3, r#"{"place":"3"}"#, "It has version 3; this provider knows version 2"),
    ] {
        let (identity, said) = shelf(version, json).await;
        assert!(identity.is_null(), "{json}");
        assert_said(&said, &["error", words]);
    }
}
