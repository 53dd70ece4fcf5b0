//! `ValidateListResourceConfig` and `ListResource`: one event for each object, and no more than are wanted.

use super::client::{assert_said, texts};
use super::kitchen::{Client, closed, config, eventually, noted, open, type_of, value};
use std::path::Path;
use tfgen_proto::tfplugin6 as proto;
use tfgen_proto::tfplugin6::list_resource::Event;
use tfgen_runtime::cty::{Type, Value};

async fn types(client: &mut Client) -> (Type, Type) {
    let list = type_of(client, |mut schema| schema.list_resource_schemas.remove("kitchen_plate").unwrap()).await;
    let plate = type_of(client, |mut schema| schema.resource_schemas.remove("kitchen_plate").unwrap()).await;
    (list, plate)
}

/// Puts plates on the shelf as the provider itself keeps them.
fn shelve(folder: &Path, names: &[&str]) {
    std::fs::create_dir_all(folder.join("plates")).unwrap();
    for name in names {
        let text = format!(
            "{{\"color\":\"red\",\"id\":\"plate-{name}\",\"letters\":{{\"number\":\"3\"}},\"name\":\"{name}\"}}"
        );
        std::fs::write(folder.join(format!("plates/plate-{name}.json")), text).unwrap();
    }
}

async fn request<const N: usize>(
    client: &mut Client,
    given: [(&str, Value); N],
    limit: i64,
    include_resource_object: bool,
) -> proto::list_resource::Request {
    let (ty, _) = types(client).await;
    proto::list_resource::Request {
        type_name: "kitchen_plate".to_owned(),
        config: Some(config(&ty, given)),
        include_resource_object,
        limit,
    }
}

async fn listed<const N: usize>(
    client: &mut Client,
    given: [(&str, Value); N],
    limit: i64,
    include_resource_object: bool,
) -> Vec<Event> {
    let request = request(client, given, limit, include_resource_object).await;
    let mut stream = client.list_resource(request).await.unwrap().into_inner();
    let mut events = Vec::new();
    while let Some(event) = stream.message().await.unwrap() {
        events.push(event);
    }
    events
}

fn ids(events: &[Event]) -> Vec<String> {
    let ty = Type::object([("id", Type::String)]);
    let id = |event: &Event| {
        let identity = event.identity.clone()?;
        Some(value(identity.identity_data, &ty).get("id")?.as_str()?.to_owned())
    };
    events.iter().filter_map(id).collect()
}

fn failure(how: &str) -> [(&'static str, Value); 1] {
    [("failure", Value::string(how))]
}

#[tokio::test]
async fn each_object_has_its_identity_and_name() {
    let (mut client, folder) = open("list").await;
    shelve(&folder, &["a", "b", "bb"]);
    let events = listed(&mut client, [], 100, false).await;
    assert_eq!(ids(&events), ["plate-a", "plate-b", "plate-bb"]);
    assert_eq!(events[0].display_name, "the plate a");
    assert!(events.iter().all(|event| event.resource_object.is_none() && event.diagnostic.is_empty()));
    let events = listed(&mut client, [("prefix", Value::string("b"))], 100, false).await;
    assert_eq!(ids(&events), ["plate-b", "plate-bb"]);
}

#[tokio::test]
async fn an_object_is_there_if_it_is_wanted_and_missed_if_it_is_not_there() {
    let (mut client, folder) = open("list objects").await;
    shelve(&folder, &["a"]);
    let (_, ty) = types(&mut client).await;
    let events = listed(&mut client, [], 100, true).await;
    let plate = value(events[0].resource_object.clone(), &ty);
    assert_eq!(plate.get("color"), Some(&Value::string("red")));
    assert_eq!(plate.get("secret"), Some(&Value::Null));
    let events = listed(&mut client, failure("no_object"), 100, true).await;
    assert_eq!(ids(&events), ["plate-a"]);
    assert_said(&texts(&events[0].diagnostic), &["warning", "listed without the object"]);
}

#[tokio::test]
async fn a_listing_ends_when_there_are_as_many_as_are_wanted() {
    let (mut client, folder) = open("list limit").await;
    let events = listed(&mut client, failure("endless"), 3, false).await;
    assert_eq!(ids(&events), ["plate-1", "plate-2", "plate-3"]);
    assert!(events.iter().all(|event| event.diagnostic.is_empty()), "the end is quiet");
    assert_eq!(noted(&folder, "plates/list.log"), ["ended at 3"]);
    assert!(listed(&mut client, failure("endless"), 0, false).await.is_empty(), "none are wanted");
    let events = listed(&mut client, failure("endless"), -1, false).await;
    assert_said(&texts(&events[0].diagnostic), &["error", "negative"]);
}

#[tokio::test]
async fn a_listing_ends_when_the_client_is_gone() {
    let (mut client, folder) = open("list gone").await;
    let request = request(&mut client, failure("endless"), i64::MAX, false).await;
    let mut stream = client.list_resource(request).await.unwrap().into_inner();
    assert_eq!(ids(&[stream.message().await.unwrap().unwrap()]), ["plate-1"]);
    assert!(noted(&folder, "plates/list.log").is_empty(), "it waits for the client");
    drop(stream);
    eventually("the listing ended", || noted(&folder, "plates/list.log").len() == 1).await;
}

#[tokio::test]
async fn stopping_the_provider_ends_a_listing() {
    let (mut client, folder) = open("list stopped").await;
    let request = request(&mut client, failure("endless"), i64::MAX, false).await;
    let mut stream = client.list_resource(request).await.unwrap().into_inner();
    stream.message().await.unwrap().unwrap();
    client.stop_provider(proto::stop_provider::Request {}).await.unwrap();
    while stream.message().await.unwrap().is_some() {}
    assert_eq!(noted(&folder, "plates/list.log").len(), 1);
}

#[tokio::test]
async fn what_goes_wrong_is_the_last_event() {
    let (mut client, folder) = open("list fails").await;
    shelve(&folder, &["a"]);
    for (how, words) in [
        ("error", ["error at prefix", "The shelf broke"]),
        ("panic", ["panicked while listing kitchen_plate", "the plates fell down"]),
        ("warning", ["warning", "The shelf is dusty"]),
    ] {
        let events = listed(&mut client, failure(how), 100, false).await;
        assert_eq!(ids(&events), ["plate-a"], "{how}");
        let last = events.last().unwrap();
        assert!(last.identity.is_none() && events.len() == 2, "{how}");
        assert_said(&texts(&last.diagnostic), &words);
    }
}

#[tokio::test]
async fn an_object_with_another_identity_is_refused() {
    let (mut client, folder) = open("list identity").await;
    shelve(&folder, &["a", "b"]);
    let events = listed(&mut client, failure("wrong_identity"), 100, true).await;
    assert!(ids(&events).is_empty());
    assert_said(&texts(&events[0].diagnostic), &["error at id", "The identity of a kitchen_plate changed"]);
}

#[tokio::test]
async fn an_unknown_type_and_a_closed_provider_are_events() {
    let mut client = closed();
    let request = proto::list_resource::Request { type_name: "kitchen_cup".to_owned(), limit: 1, ..Default::default() };
    let mut stream = client.list_resource(request).await.unwrap().into_inner();
    let event = stream.message().await.unwrap().unwrap();
    assert_said(&texts(&event.diagnostic), &["no list resource \"kitchen_cup\"", "kitchen_plate"]);
    assert!(stream.message().await.unwrap().is_none());
    let events = listed(&mut client, [], 1, false).await;
    assert_said(&texts(&events[0].diagnostic), &["The provider tfgen/kitchen is not configured"]);
    let request =
        proto::validate_list_resource_config::Request { type_name: "kitchen_cup".to_owned(), ..Default::default() };
    let answer = client.validate_list_resource_config(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["no list resource \"kitchen_cup\""]);
}
