//! `ApplyResourceChange` when all goes well.

use super::client::{Core, PRIVATE, assert_said, disk, disk_identity, with};
use tfgen_runtime::cty::Value;

fn text(text: &str) -> Value {
    Value::string(text)
}

#[tokio::test]
async fn create_answers_the_whole_object() {
    let mut core = Core::start("create").await;
    let mount = Value::object([("host", text("a")), ("lun", Value::Null), ("path", Value::Null)]);
    let rule = Value::object([("port", Value::number(80)), ("protocol", Value::Null)]);
    let config = disk([
        ("labels", Value::map([("team", text("blue"))])),
        ("mounts", Value::list([mount])),
        ("name", text("data")),
        ("rule", Value::set([rule.clone()])),
        ("tags", Value::set([text("b"), text("a")])),
    ]);
    let created = core.create(&config).await;
    let mount = Value::object([("host", text("a")), ("lun", Value::number(0)), ("path", text("/mnt"))]);
    let expected = disk([
        ("checksum", text("sum-10")),
        ("id", text("disk-1")),
        ("kind", text("ssd")),
        ("labels", Value::map([("team", text("blue"))])),
        ("mounts", Value::list([mount])),
        ("name", text("data")),
        ("region", text("eu-1")),
        ("rule", Value::set([rule])),
        ("size_gb", Value::number(10)),
        ("tags", Value::set([text("a"), text("b")])),
    ]);
    assert_eq!(created.state, expected);
    assert_eq!(created.identity, disk_identity("eu-1", "disk-1"));
    assert_eq!(created.private, PRIVATE);
    assert_eq!(created.diagnostics, ["warning at name: A disk was made"]);
}

#[tokio::test]
async fn an_empty_collection_from_the_api_is_null_as_configured() {
    let mut core = Core::start("null when empty").await;
    let created = core.create(&disk([("name", text("data"))])).await;
    assert_eq!(created.state.get("labels"), Some(&Value::Null));
    assert_eq!(created.state.get("mounts"), Some(&Value::Null));
    let config = disk([("labels", Value::map::<&str>([])), ("name", text("data"))]);
    let created = core.create(&config).await;
    assert_eq!(created.state.get("labels"), Some(&Value::map::<&str>([])));
}

#[tokio::test]
async fn a_write_only_value_reaches_the_handler_and_no_state() {
    let mut core = Core::start("write-only").await;
    let config = disk([("name", text("data")), ("passphrase", text("open sesame"))]);
    let planned = core.plan(&Value::Null, &config).await;
    assert_eq!(planned.state.get("passphrase"), Some(&Value::Null));
    let created = core.apply(&Value::Null, &planned, &config).await;
    assert_eq!(created.state.get("passphrase"), Some(&Value::Null));
    let stored = core.store.objects().disks.values().next().unwrap().passphrase.clone();
    assert_eq!(stored.as_deref(), Some("open sesame"));
}

#[tokio::test]
async fn a_local_value_is_carried() {
    let mut core = Core::start("local").await;
    let config = disk([("fault", text("none")), ("name", text("data"))]);
    let created = core.create(&config).await;
    assert_eq!(created.state.get("fault"), Some(&text("none")));
    let read = core.read(&created.state, &created.identity).await;
    assert_eq!(read.state, created.state);
}

#[tokio::test]
async fn update_changes_in_place_and_knows_what_changed() {
    let mut core = Core::start("update").await;
    let created = core.create(&disk([("name", text("data"))])).await;
    let config = disk([("name", text("data")), ("size_gb", Value::number(20))]);
    let updated = core.change(&created.state, &config).await;
    let expected = with(&created.state, [("checksum", text("sum-20")), ("size_gb", Value::number(20))]);
    assert_eq!(updated.state, expected);
    assert_eq!(updated.identity, created.identity);
    assert_eq!(updated.diagnostics, Vec::<String>::new());
    assert_eq!(core.store.objects().calls.last().unwrap(), "update size_gb of Some(\"data\")");
}

#[tokio::test]
async fn a_write_only_value_counts_as_changed() {
    let mut core = Core::start("write-only changed").await;
    let created = core.create(&disk([("name", text("data"))])).await;
    let config = disk([("name", text("more")), ("passphrase", text("x"))]);
    core.change(&created.state, &config).await;
    assert_eq!(core.store.objects().calls.last().unwrap(), "update name+passphrase of Some(\"data\")");
}

#[tokio::test]
async fn delete_removes_the_object_and_answers_null() {
    let mut core = Core::start("delete").await;
    let created = core.create(&disk([("name", text("data"))])).await;
    let planned = core.plan(&created.state, &Value::Null).await;
    assert_eq!(planned.state, Value::Null);
    assert_eq!(planned.identity, created.identity);
    let deleted = core.apply(&created.state, &planned, &Value::Null).await;
    assert_eq!((deleted.state, deleted.identity), (Value::Null, Value::Null));
    assert_eq!(deleted.private, b"");
    assert_eq!(deleted.diagnostics, Vec::<String>::new());
    assert!(core.store.objects().disks.is_empty());
}

#[tokio::test]
async fn delete_finds_an_object_without_stored_identity_by_its_state() {
    let mut core = Core::start("delete by state").await;
    let created = core.create(&disk([("name", text("data"))])).await;
    let mut planned = core.plan(&created.state, &Value::Null).await;
    planned.identity = Value::Null;
    core.apply(&created.state, &planned, &Value::Null).await;
    assert_eq!(core.store.objects().calls.last().unwrap(), "delete eu-1/disk-1");
}

#[tokio::test]
async fn a_failed_delete_keeps_the_object() {
    let mut core = Core::start("failed delete").await;
    let created = core.create(&disk([("fault", text("fail delete")), ("name", text("data"))])).await;
    let planned = core.plan(&created.state, &Value::Null).await;
    let kept = core.apply(&created.state, &planned, &Value::Null).await;
    assert_eq!(kept.state, created.state);
    assert_eq!(kept.identity, created.identity);
    assert_eq!(kept.private, PRIVATE);
    assert_said(&kept.diagnostics, &["error: The disk is in use"]);
}
