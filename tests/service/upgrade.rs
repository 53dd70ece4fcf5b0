//! `UpgradeResourceState` and `UpgradeResourceIdentity`.

use super::client::{Core, assert_said, disk, disk_identity, disk_type, identity, texts, value};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::Value;

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
