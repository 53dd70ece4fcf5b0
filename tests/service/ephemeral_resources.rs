//! `ValidateEphemeralResourceConfig`, `OpenEphemeralResource`, `RenewEphemeralResource` and `CloseEphemeralResource`.

use super::client::{assert_said, texts};
use super::kitchen::{Client, closed, config, noted, open, type_of, value};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::{Type, Value};

async fn ticket(client: &mut Client) -> Type {
    type_of(client, |mut schema| schema.ephemeral_resource_schemas.remove("kitchen_ticket").unwrap()).await
}

async fn opened<const N: usize>(
    client: &mut Client,
    given: [(&str, Value); N],
    deferral_allowed: bool,
) -> proto::open_ephemeral_resource::Response {
    let ty = ticket(client).await;
    let request = proto::open_ephemeral_resource::Request {
        type_name: "kitchen_ticket".to_owned(),
        config: Some(config(&ty, given)),
        client_capabilities: Some(proto::ClientCapabilities { deferral_allowed, ..Default::default() }),
    };
    client.open_ephemeral_resource(request).await.unwrap().into_inner()
}

fn guest(name: &str) -> (&'static str, Value) {
    ("guest", Value::string(name))
}

fn failure(how: &str) -> (&'static str, Value) {
    ("failure", Value::string(how))
}

#[tokio::test]
async fn what_is_opened_is_renewed_and_closed_with_what_it_keeps() {
    let (mut client, folder) = open("ephemeral").await;
    let answer = opened(&mut client, [guest("ada"), failure("soon")], false).await;
    assert_eq!(texts(&answer.diagnostics), Vec::<String>::new());
    let ty = ticket(&mut client).await;
    let result = value(answer.result, &ty);
    assert_eq!(result.get("code"), Some(&Value::string("code of ada")));
    assert_eq!(result.get("table"), Some(&Value::number(7_i64)));
    assert!(answer.renew_at.is_some());

    let request =
        proto::renew_ephemeral_resource::Request { type_name: "kitchen_ticket".to_owned(), private: answer.private };
    let renewed = client.renew_ephemeral_resource(request).await.unwrap().into_inner();
    assert_eq!(texts(&renewed.diagnostics), Vec::<String>::new());
    assert!(renewed.renew_at.is_some());

    let request =
        proto::close_ephemeral_resource::Request { type_name: "kitchen_ticket".to_owned(), private: renewed.private };
    let closed = client.close_ephemeral_resource(request).await.unwrap().into_inner();
    assert_eq!(texts(&closed.diagnostics), Vec::<String>::new());
    assert_eq!(noted(&folder, "tickets.log"), ["open ada", "renew ada 1", "close ada"]);
}

#[tokio::test]
async fn without_a_time_nothing_is_renewed() {
    let (mut client, _) = open("ephemeral unrenewed").await;
    assert!(opened(&mut client, [guest("ada")], false).await.renew_at.is_none());
}

#[tokio::test]
async fn a_time_that_is_over_already_does_not_make_terraform_ask_without_end() {
    let (mut client, _) = open("ephemeral at once").await;
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let before = now();
    let answer = opened(&mut client, [guest("ada"), failure("at_once")], false).await;
    let renewal = answer.renew_at.unwrap();
    let renewal = Duration::new(renewal.seconds.unsigned_abs(), renewal.nanos.unsigned_abs());
    assert!(renewal >= before + Duration::from_secs(1), "{renewal:?}");
}

#[tokio::test]
async fn what_is_made_up_while_opening_is_masked_in_what_is_said_of_it() {
    let (mut client, _) = open("ephemeral chatty").await;
    let answer = opened(&mut client, [guest("ada"), failure("chatty")], false).await;
    assert_said(&texts(&answer.diagnostics), &["warning: The code is (sensitive value)"]);
}

#[tokio::test]
async fn a_result_that_disagrees_with_the_configuration_is_refused() {
    let (mut client, _) = open("ephemeral disagrees").await;
    let answer = opened(&mut client, [guest("ada"), failure("wrong_guest")], false).await;
    assert!(answer.result.is_none());
    assert_said(&texts(&answer.diagnostics), &["error at guest", "\"ada\"", "\"somebody\""]);
}

#[tokio::test]
async fn an_error_and_a_panic_are_diagnostics() {
    let (mut client, _) = open("ephemeral fails").await;
    let answer = opened(&mut client, [guest("ada"), failure("error")], false).await;
    assert_eq!(texts(&answer.diagnostics), ["error at guest: The kitchen is full"]);
    let answer = opened(&mut client, [guest("ada"), failure("panic")], false).await;
    assert_said(&texts(&answer.diagnostics), &["panicked while opening ephemeral kitchen_ticket", "ticket.rs:"]);
}

#[tokio::test]
async fn a_deferral_is_taken_only_where_it_is_allowed() {
    let (mut client, _) = open("ephemeral deferred").await;
    let answer = opened(&mut client, [guest("ada"), failure("later")], true).await;
    assert_eq!(answer.deferred.unwrap().reason, i32::from(proto::deferred::Reason::AbsentPrereq));
    assert!(answer.diagnostics.is_empty());
    let answer = opened(&mut client, [guest("ada"), failure("later")], false).await;
    assert!(answer.deferred.is_none());
    assert_said(&texts(&answer.diagnostics), &["error", "The kitchen is not open yet."]);
}

#[tokio::test]
async fn what_is_not_known_or_not_configured_is_not_opened() {
    let (mut client, folder) = open("ephemeral unknown").await;
    let answer = opened(&mut client, [("guest", Value::unknown())], false).await;
    assert_said(&texts(&answer.diagnostics), &["error at guest", "not known yet"]);
    assert!(noted(&folder, "tickets.log").is_empty());
    let answer = opened(&mut closed(), [guest("ada")], false).await;
    assert_said(&texts(&answer.diagnostics), &["The provider tfgen/kitchen is not configured"]);
}

#[tokio::test]
async fn validation_looks_at_the_configuration() {
    let mut client = closed();
    let ty = ticket(&mut client).await;
    let request = proto::validate_ephemeral_resource_config::Request {
        type_name: "kitchen_ticket".to_owned(),
        config: Some(config(&ty, [guest(""), ("code", Value::string("x"))])),
    };
    let answer = client.validate_ephemeral_resource_config(request).await.unwrap().into_inner();
    let said = texts(&answer.diagnostics);
    assert_said(&said, &["error at guest", "from 1 to 20 bytes"]);
    assert_said(&said, &["error at code", "read-only"]);
}

#[tokio::test]
async fn an_unknown_type_is_named_with_those_there_are() {
    let mut client = closed();
    let type_name = "kitchen_tiket".to_owned();
    let words = ["no ephemeral resource \"kitchen_tiket\"", "kitchen_ticket"];
    let request = proto::validate_ephemeral_resource_config::Request { type_name: type_name.clone(), config: None };
    assert_said(
        &texts(&client.validate_ephemeral_resource_config(request).await.unwrap().into_inner().diagnostics),
        &words,
    );
    let request = proto::open_ephemeral_resource::Request { type_name: type_name.clone(), ..Default::default() };
    assert_said(&texts(&client.open_ephemeral_resource(request).await.unwrap().into_inner().diagnostics), &words);
    let request = proto::renew_ephemeral_resource::Request { type_name: type_name.clone(), private: None };
    assert_said(&texts(&client.renew_ephemeral_resource(request).await.unwrap().into_inner().diagnostics), &words);
    let request = proto::close_ephemeral_resource::Request { type_name, private: None };
    assert_said(&texts(&client.close_ephemeral_resource(request).await.unwrap().into_inner().diagnostics), &words);
}

#[tokio::test]
async fn what_nobody_kept_cannot_be_read_back() {
    let (mut client, _) = open("ephemeral private").await;
    let private = Some(b"not ours".to_vec());
    let request =
        proto::renew_ephemeral_resource::Request { type_name: "kitchen_ticket".to_owned(), private: private.clone() };
    let answer = client.renew_ephemeral_resource(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["cannot be read"]);
    assert_eq!(answer.private, private);
    let request = proto::close_ephemeral_resource::Request { type_name: "kitchen_ticket".to_owned(), private };
    let answer = client.close_ephemeral_resource(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["cannot be read"]);
}
