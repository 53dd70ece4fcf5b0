//! Timeouts: what was recorded is kept, the handler is told, and the error says which operation took too long.

use super::client::{assert_said, dynamic, texts, with};
use super::kitchen_resource::{Folder, Kitchen, Stored, config};
use terraform_provider_kitchen::generated::data_sources::oven::OvenData;
use terraform_provider_kitchen::generated::resources::oven::OvenModel;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::DataModel;
use tfgen_runtime::cty::Value;
use tfgen_runtime::schema::implied_type::block_type;

fn oven(warm_up: i64, timeout: &str, stubborn: bool) -> Value {
    config::<OvenModel>(&[
        ("degrees", Value::number(180)),
        ("stubborn", Value::Bool(stubborn)),
        ("timeouts", timeouts(&[("create", timeout)])),
        ("warm_up", Value::number(warm_up)),
    ])
}

fn timeouts(given: &[(&str, &str)]) -> Value {
    let nothing = ["create", "delete", "read", "update"].map(|name| (name, Value::Null));
    Value::object(nothing.into_iter().chain(given.iter().map(|(name, limit)| (*name, Value::string(limit)))))
}

/// An oven of this fate, which has these limits of time.
fn fated(fate: &str, limits: &[(&str, &str)]) -> Value {
    config::<OvenModel>(&[
        ("degrees", Value::number(180)),
        ("fate", Value::string(fate)),
        ("timeouts", timeouts(limits)),
    ])
}

/// What is planned where an object is to go.
fn nothing_more(of: &Stored) -> Stored {
    Stored { private: of.private.clone(), ..Stored::nothing() }
}

async fn read_data(kitchen: &mut Kitchen, id: &str, fate: &str, limit: Value) -> (Value, Vec<String>) {
    let ty = block_type(&OvenData::SCHEMA.block);
    let config = Value::object([
        ("degrees", Value::Null),
        ("fate", Value::string(fate)),
        ("id", Value::string(id)),
        ("timeouts", limit),
    ]);
    let request = proto::read_data_source::Request {
        type_name: "kitchen_oven".to_owned(),
        config: Some(dynamic(&config, &ty)),
        ..Default::default()
    };
    let answer = kitchen.client.read_data_source(request).await.unwrap().into_inner();
    (super::client::value(answer.state, &ty), texts(&answer.diagnostics))
}

fn read_limit(limit: &str) -> Value {
    Value::object([("read", Value::string(limit))])
}

#[tokio::test]
async fn a_create_that_takes_too_long_keeps_the_object() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let late = kitchen.change::<OvenModel>(&Stored::nothing(), &oven(60_000, "100ms", false)).await;
    assert_said(&late.diagnostics, &["error: Timeout while creating kitchen_oven", "100ms", "`create`"]);
    assert_eq!(late.diagnostics.len(), 1, "it is said once: {:?}", late.diagnostics);
    assert_eq!(late.get("id"), &Value::string("dish-1"));
}

#[tokio::test]
async fn a_read_an_update_and_a_delete_that_take_too_long_keep_what_is_stored() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let slow = |step: &str| fated(&format!("wait in {step}"), &[(step, "50ms")]);
    let expected = |step: &str, doing: &str, kept: &str| {
        [format!("error: Timeout while {doing} kitchen_oven: It took longer than 50ms, the timeout of `{step}`.{kept}")]
    };
    let kept = " What the provider has recorded of the object is kept.";
    let made = kitchen.change::<OvenModel>(&Stored::nothing(), &slow("read")).await.quiet();
    let read = kitchen.read::<OvenModel>(&made).await;
    assert_eq!(read.diagnostics, expected("read", "reading", ""));
    assert_eq!((&read.state, &read.private), (&made.state, &made.private));
    let updated = kitchen.change::<OvenModel>(&made, &with(&slow("update"), [("degrees", Value::number(200))])).await;
    assert_eq!(updated.diagnostics, expected("update", "updating", kept));
    assert_eq!((&updated.state, &updated.private), (&made.state, &made.private));
    let made = kitchen.change::<OvenModel>(&Stored::nothing(), &slow("delete")).await.quiet();
    let deleted = kitchen.apply::<OvenModel>(&made, &nothing_more(&made), &Value::Null).await;
    assert_eq!(deleted.diagnostics, expected("delete", "deleting", kept));
    assert_eq!((&deleted.state, &deleted.private), (&made.state, &made.private));
}

#[tokio::test]
async fn a_data_source_that_takes_too_long_is_an_error() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let (state, said) = read_data(&mut kitchen, "dish-1", "wait in read", read_limit("50ms")).await;
    let expected = "error: Timeout while reading data kitchen_oven: It took longer than 50ms, the timeout of `read`.";
    assert_eq!((state, said), (Value::Null, vec![expected.to_owned()]));
    kitchen.change::<OvenModel>(&Stored::nothing(), &oven(0, "1m", false)).await.quiet();
    let (state, said) = read_data(&mut kitchen, "dish-1", "none", read_limit("1m")).await;
    assert_eq!((state.get("degrees"), said), (Some(&Value::number(180)), Vec::new()));
    assert_eq!(state.get("timeouts"), Some(&read_limit("1m")), "the runtime carries the block");
}

#[tokio::test]
async fn each_operation_sees_its_own_deadline() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let limits = [("create", "10m"), ("read", "20m"), ("update", "30m"), ("delete", "40m")];
    let looking = |step: &str, limits| fated(&format!("look in {step}"), limits);
    let seen =
        |minutes: u32| [format!("error: Terraform says nothing of itself; there is less than {minutes} minutes")];
    let created = kitchen.change::<OvenModel>(&Stored::nothing(), &looking("create", &limits)).await;
    assert_eq!(created.diagnostics, seen(10));
    let usual = kitchen.change::<OvenModel>(&Stored::nothing(), &looking("create", &[])).await;
    assert_eq!(usual.diagnostics, seen(1), "the schema's own limit is half a minute");
    let made = kitchen.change::<OvenModel>(&Stored::nothing(), &looking("read", &limits)).await.quiet();
    assert_eq!(kitchen.read::<OvenModel>(&made).await.diagnostics, seen(20));
    let update = with(&looking("update", &limits), [("degrees", Value::number(200))]);
    assert_eq!(kitchen.change::<OvenModel>(&made, &update).await.diagnostics, seen(30));
    let made = kitchen.change::<OvenModel>(&Stored::nothing(), &looking("delete", &limits)).await.quiet();
    let deleted = kitchen.apply::<OvenModel>(&made, &nothing_more(&made), &Value::Null).await;
    assert_eq!(deleted.diagnostics, seen(40));
    let (_, said) = read_data(&mut kitchen, "dish-1", "look in read", read_limit("50m")).await;
    assert_eq!(said, seen(50));
    let (_, said) = read_data(&mut kitchen, "dish-1", "look in read", Value::Null).await;
    assert_eq!(said, seen(1));
}

#[tokio::test]
async fn a_handler_that_does_not_stop_is_given_up_after_a_while() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let late = kitchen.change::<OvenModel>(&Stored::nothing(), &oven(0, "50ms", true)).await;
    assert_said(&late.diagnostics, &["error: Timeout while creating kitchen_oven", "50ms"]);
    assert_eq!(late.get("id"), &Value::string("dish-1"));
}

#[tokio::test]
async fn an_operation_in_time_is_as_without_a_timeout() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let made = kitchen.change::<OvenModel>(&Stored::nothing(), &oven(1, "1m30s", false)).await.quiet();
    let timeouts = made.get("timeouts");
    assert_eq!(timeouts.get("create"), Some(&Value::string("1m30s")), "the runtime carries the block");
    let read = kitchen.read::<OvenModel>(&made).await.quiet();
    assert_eq!(read.state, made.state);
}

#[tokio::test]
async fn a_change_of_timeouts_alone_changes_nothing_else_and_calls_nobody() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let made = kitchen.change::<OvenModel>(&Stored::nothing(), &oven(0, "1m", false)).await.quiet();
    std::fs::remove_dir_all(&folder.0).unwrap();
    let changed = kitchen.change::<OvenModel>(&made, &oven(0, "2m", false)).await.quiet();
    assert_eq!(changed.get("timeouts").get("create"), Some(&Value::string("2m")));
    assert_eq!(changed.get("id"), made.get("id"));
}

#[tokio::test]
async fn a_duration_that_is_none_is_refused_where_it_stands() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let ty = super::kitchen_resource::type_of::<OvenModel>();
    for wrong in ["soon", "0s", "10"] {
        let request = proto::validate_resource_config::Request {
            type_name: "kitchen_oven".to_owned(),
            config: Some(dynamic(&oven(0, wrong, false), &ty)),
            ..Default::default()
        };
        let answer = kitchen.client.validate_resource_config(request).await.unwrap().into_inner();
        let said = texts(&answer.diagnostics);
        assert_said(&said, &["error at timeouts.create", "must be a duration above zero"]);
    }
}
