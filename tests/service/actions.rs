//! `ValidateActionConfig`, `PlanAction` and `InvokeAction`: progress, and exactly one end whatever happens.

use super::client::{assert_said, texts};
use super::kitchen::{Client, closed, config, eventually, noted, open, type_of};
use tfgen_proto::tfplugin6 as proto;
use tfgen_proto::tfplugin6::invoke_action::event::Type as Event;
use tfgen_runtime::cty::{Type, Value};

async fn wash(client: &mut Client) -> Type {
    type_of(client, |mut schema| schema.action_schemas.remove("kitchen_wash").unwrap().schema.unwrap()).await
}

async fn request(client: &mut Client, rounds: i64, failure: &str) -> proto::invoke_action::Request {
    let ty = wash(client).await;
    let plates = Value::List(["a", "b"].map(Value::string).to_vec());
    let given = [("plates", plates), ("rounds", Value::number(rounds)), ("failure", Value::string(failure))];
    proto::invoke_action::Request {
        action_type: "kitchen_wash".to_owned(),
        config: Some(config(&ty, given)),
        client_capabilities: None,
    }
}

/// What an invocation says while it runs, and at its end; there is exactly one end.
async fn invoked(client: &mut Client, request: proto::invoke_action::Request) -> (Vec<String>, Vec<String>) {
    let mut stream = client.invoke_action(request).await.unwrap().into_inner();
    let (mut progress, mut ends) = (Vec::new(), Vec::new());
    while let Some(event) = stream.message().await.unwrap() {
        match event.r#type.expect("an event is one of two") {
            Event::Progress(told) => {
                assert!(ends.is_empty(), "progress after the end");
                progress.push(told.message);
            }
            Event::Completed(completed) => ends.push(texts(&completed.diagnostics)),
        }
    }
    assert_eq!(ends.len(), 1, "{ends:?}");
    (progress, ends.remove(0))
}

#[tokio::test]
async fn an_action_tells_how_far_it_has_come() {
    let (mut client, folder) = open("action").await;
    let asked = request(&mut client, 2, "").await;
    let (progress, end) = invoked(&mut client, asked).await;
    assert_eq!(progress, ["washed a (1)", "washed b (1)", "washed a (2)", "washed b (2)"]);
    assert_eq!(end, Vec::<String>::new());
    assert_eq!(noted(&folder, "plates/wash.log"), ["a 1", "b 1", "a 2", "b 2"]);
}

#[tokio::test]
async fn a_default_stands_in_for_what_is_not_configured() {
    let (mut client, _) = open("action default").await;
    let ty = wash(&mut client).await;
    let plates = Value::List(vec![Value::string("a")]);
    let config = Some(config(&ty, [("plates", plates)]));
    let asked =
        proto::invoke_action::Request { action_type: "kitchen_wash".to_owned(), config, client_capabilities: None };
    assert_eq!(invoked(&mut client, asked).await.0, ["washed a (1)"]);
}

#[tokio::test]
async fn an_action_ends_once_whatever_happens() {
    let (mut client, _) = open("action fails").await;
    for (failure, words) in [
        ("error", ["error at plates", "The water is cold"]),
        ("panic", ["panicked while invoking action kitchen_wash", "wash.rs:"]),
    ] {
        let asked = request(&mut client, 1, failure).await;
        let (progress, end) = invoked(&mut client, asked).await;
        assert_eq!(progress.len(), 2, "{failure}");
        assert_said(&end, &words);
    }
    let asked = request(&mut client, 1, "late_progress").await;
    assert_eq!(invoked(&mut client, asked).await.1, Vec::<String>::new());
    let asked = request(&mut client, 1000, "").await;
    assert_said(&invoked(&mut client, asked).await.1, &["error at rounds", "1 to 100"]);
    let asked = request(&mut closed(), 1, "").await;
    assert_said(&invoked(&mut closed(), asked).await.1, &["is not configured"]);
    let unknown = proto::invoke_action::Request { action_type: "kitchen_dry".to_owned(), ..Default::default() };
    assert_said(&invoked(&mut client, unknown).await.1, &["no action \"kitchen_dry\"", "kitchen_wash"]);
}

#[tokio::test]
async fn stopping_the_provider_ends_an_action_with_a_word() {
    let (mut client, folder) = open("action stopped").await;
    let asked = request(&mut client, 1, "endless").await;
    let mut other = client.clone();
    let running = tokio::spawn(async move { invoked(&mut other, asked).await });
    eventually("the action started", || noted(&folder, "plates/wash.log").len() == 2).await;
    client.stop_provider(proto::stop_provider::Request {}).await.unwrap();
    assert_said(&running.await.unwrap().1, &["The operation was interrupted"]);
}

#[tokio::test]
async fn progress_does_not_wait_for_a_client_that_is_gone() {
    let (mut client, folder) = open("action gone").await;
    let asked = request(&mut client, 1, "endless").await;
    let mut stream = client.invoke_action(asked).await.unwrap().into_inner();
    stream.message().await.unwrap().unwrap();
    drop(stream);
    eventually("the action stopped", || noted(&folder, "plates/wash.log").iter().any(|line| line == "stopped")).await;
}

#[tokio::test]
async fn a_plan_says_what_would_be_refused() {
    let (mut client, _) = open("action plan").await;
    let ty = wash(&mut client).await;
    let plan = |rounds: Value| {
        let plates = Value::List(vec![Value::string("a")]);
        let config = Some(config(&ty, [("plates", plates), ("rounds", rounds)]));
        let request =
            proto::plan_action::Request { action_type: "kitchen_wash".to_owned(), config, client_capabilities: None };
        let mut client = client.clone();
        async move { client.plan_action(request).await.unwrap().into_inner() }
    };
    let answer = plan(Value::number(1_i64)).await;
    assert!(answer.diagnostics.is_empty() && answer.deferred.is_none());
    assert!(plan(Value::unknown()).await.diagnostics.is_empty());
    assert_said(&texts(&plan(Value::number(1000_i64)).await.diagnostics), &["error at rounds"]);
}

#[tokio::test]
async fn validation_looks_at_the_configuration() {
    let mut client = closed();
    let ty = wash(&mut client).await;
    let config = Some(config(&ty, [("plates", Value::List(Vec::new()))]));
    let request = proto::validate_action_config::Request { type_name: "kitchen_wash".to_owned(), config };
    let answer = client.validate_action_config(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["error at plates", "at least 1"]);
    let request = proto::validate_action_config::Request { type_name: "kitchen_dry".to_owned(), config: None };
    let answer = client.validate_action_config(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["no action \"kitchen_dry\"", "kitchen_wash"]);
}
