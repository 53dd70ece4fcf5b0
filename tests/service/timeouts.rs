//! Timeouts: what was recorded is kept, the handler is told, and the error says which operation took too long.

use super::client::assert_said;
use super::kitchen_resource::{Folder, Kitchen, Stored, config};
use terraform_provider_kitchen::generated::resources::oven::OvenModel;
use tfgen_runtime::cty::Value;

fn oven(warm_up: i64, timeout: &str, stubborn: bool) -> Value {
    let create = ("create", Value::string(timeout));
    let other = ["delete", "read", "update"].map(|name| (name, Value::Null));
    config::<OvenModel>(&[
        ("degrees", Value::number(180)),
        ("stubborn", Value::Bool(stubborn)),
        ("timeouts", Value::object(other.into_iter().chain([create]))),
        ("warm_up", Value::number(warm_up)),
    ])
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
        let request = tfgen_proto::tfplugin6::validate_resource_config::Request {
            type_name: "kitchen_oven".to_owned(),
            config: Some(super::client::dynamic(&oven(0, wrong, false), &ty)),
            ..Default::default()
        };
        let answer = kitchen.client.validate_resource_config(request).await.unwrap().into_inner();
        let said = super::client::texts(&answer.diagnostics);
        assert_said(&said, &["error at timeouts.create", "must be a duration above zero"]);
    }
}
