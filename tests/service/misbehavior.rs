//! User code that breaks, complains or hangs, in each function that it can have: there is always an answer with a word about it,
//! what is stored stays, and the provider serves on.

use super::client::{assert_said, texts};
use super::glass::{PROMPT, Step, WAITING, ask};
use super::kitchen::{eventually, noted, open, open_with};
use std::time::Duration;
use terraform_provider_kitchen::glass::ENGRAVED;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::Value;

/// Longer than anything here takes, and much shorter than a glass would wait.
const SOON: Duration = Duration::from_secs(20);

fn all() -> impl Iterator<Item = Step> {
    WAITING.into_iter().chain(PROMPT)
}

#[tokio::test]
async fn a_panic_in_any_function_is_an_error_with_its_place() {
    let (client, folder) = open("panics everywhere").await;
    for step in all() {
        let (kind, name, doing) = step;
        let said = ask(&client, &folder, step, &format!("panic in {name}")).await;
        let words = ["error", &format!("The provider panicked while {doing}"), "the glass broke", "glass.rs:"];
        assert_said(&said, &words);
        assert_eq!(said.len(), 1, "{kind} {name}: {said:?}");
        assert_eq!(ask(&client, &folder, step, "whole").await, Vec::<String>::new(), "{kind} {name} afterwards");
    }
}

#[tokio::test]
async fn an_error_of_any_function_is_told_once_and_shows_no_secret() {
    let (client, folder) = open("errors everywhere").await;
    for step in all() {
        let (kind, name, _) = step;
        let said = ask(&client, &folder, step, &format!("error in {name}")).await;
        assert_eq!(said.len(), 1, "{kind} {name}: {said:?}");
        assert!(said[0].contains("The glass is not clean"), "{kind} {name}: {said:?}");
        let secrets = ["mark of", "secret motto"];
        assert!(!secrets.iter().any(|secret| said[0].contains(secret)), "{kind} {name}: {said:?}");
        if ["create", "open", "renew", "close", "generate_config", "upgrade_state", "move_state"].contains(&name) {
            assert_said(&said, &["(sensitive value)"]);
        }
    }
}

#[tokio::test]
async fn no_function_shows_a_secret_of_the_provider() {
    let (client, folder) = open_with("quotes everywhere", Value::string(ENGRAVED)).await;
    for step in all() {
        let (kind, name, _) = step;
        let said = ask(&client, &folder, step, &format!("quote in {name}")).await;
        assert_said(&said, &["error", "It reads (sensitive value)", "`(sensitive value)` stands on it"]);
        assert!(!said.iter().any(|text| text.contains(ENGRAVED)), "{kind} {name}: {said:?}");
        if WAITING.contains(&step) {
            assert_said(&said, &["warning", "It is (sensitive value)"]);
        }
    }
    let (client, folder) = open("quotes what is no secret").await;
    let said = ask(&client, &folder, WAITING[0], "quote in plan").await;
    assert_said(&said, &["error", "It reads engraved for the house"]);
}

#[tokio::test]
async fn what_the_module_tells_reaches_each_function_that_protocol_6_gives_it_to() {
    let (client, folder) = open("told by the module").await;
    let told = all().filter(|(kind, name, _)| {
        *kind == "resource" && ["plan", "plan_destroy", "create", "read", "update", "delete"].contains(name)
            || (*kind, *name) == ("data", "read")
    });
    let told: Vec<Step> = told.collect();
    assert_eq!(told.len(), 7);
    for step in told {
        let (kind, name, _) = step;
        let said = ask(&client, &folder, step, &format!("meta in {name}")).await;
        assert_eq!(said.len(), 1, "{kind} {name}: {said:?}");
        assert_said(&said, &["error", "It is for dinner with 4 guests"]);
    }
}

/// Protocol 6 has Terraform say what it can do in some requests only; in none does a glass have a limit of time.
#[tokio::test]
async fn each_function_sees_what_the_terraform_that_asks_can_do_where_it_says_so() {
    let (client, folder) = open("looks everywhere").await;
    for step in WAITING {
        let (kind, name, _) = step;
        let is_told = matches!(
            (kind, name),
            ("resource", "plan" | "read") | ("data", "read") | ("ephemeral", "open") | ("action", _)
        );
        let told = if is_told { "waits, keeps plans" } else { "says nothing of itself" };
        let said = ask(&client, &folder, step, &format!("look in {name}")).await;
        assert_eq!(said.len(), 1, "{kind} {name}: {said:?}");
        let expected = format!(": Terraform {told}; there is no limit of time");
        assert!(said[0].starts_with("error: ") && said[0].ends_with(&expected), "{kind} {name}: {said:?}");
    }
}

#[tokio::test]
async fn a_value_of_four_mebibytes_goes_through_every_function() {
    let (client, folder) = open("huge everywhere").await;
    let huge = "x".repeat(4 << 20);
    for step in all() {
        let (kind, name, _) = step;
        let asked = tokio::time::timeout(SOON, ask(&client, &folder, step, &huge)).await;
        assert_eq!(asked.expect("there is an answer"), Vec::<String>::new(), "{kind} {name}");
    }
}

#[tokio::test]
async fn whatever_waits_ends_when_the_provider_is_stopped() {
    for step in WAITING {
        let (kind, name, _) = step;
        let (mut client, folder) = open(&format!("{kind} {name} stopped")).await;
        let (asked, at) = (client.clone(), folder.clone());
        let waiting = tokio::spawn(async move { ask(&asked, &at, step, &format!("wait in {name}")).await });
        eventually("it waits", || noted(&folder, "glass.log").len() == 1).await;
        client.stop_provider(proto::stop_provider::Request {}).await.unwrap();
        let said = tokio::time::timeout(SOON, waiting).await.expect("it ends").unwrap();
        assert_said(&said, &["error", "The operation was interrupted"]);
        assert_eq!(noted(&folder, "glass.log"), [format!("waits in {name}"), format!("ends in {name}")]);
        assert_eq!(ask(&client, &folder, step, "whole").await, Vec::<String>::new(), "{kind} {name} afterwards");
    }
}

#[tokio::test]
async fn whatever_waits_ends_when_the_client_is_gone() {
    for step in WAITING {
        let (kind, name, _) = step;
        let (client, folder) = open(&format!("{kind} {name} gone")).await;
        let (asked, at) = (client.clone(), folder.clone());
        let waiting = tokio::spawn(async move { ask(&asked, &at, step, &format!("wait in {name}")).await });
        eventually("it waits", || noted(&folder, "glass.log").len() == 1).await;
        waiting.abort();
        eventually("it ends", || noted(&folder, "glass.log").len() == 2).await;
        assert_eq!(ask(&client, &folder, step, "whole").await, Vec::<String>::new(), "{kind} {name} afterwards");
    }
}

/// Store by store function: Terraform asks for a state, writes it, lists and deletes.
#[tokio::test]
async fn a_panic_in_any_function_of_a_state_store_is_an_error_with_its_place() {
    use super::state_stores::{chunks, configured, read, write};
    const SIZE: i64 = 1 << 20;
    let name = || "kitchen_drawer".to_owned();
    for step in ["configure", "get", "delete", "list"] {
        let (mut client, folder) = open(&format!("drawer {step}")).await;
        assert_eq!(texts(&configured(&mut client, &folder, SIZE, "").await.diagnostics), Vec::<String>::new());
        assert!(write(&mut client, chunks("other", b"state", 1 << 20)).await.is_empty());
        let answer = configured(&mut client, &folder, SIZE, &format!("panic in {step}")).await;
        let said = match step {
            "configure" => texts(&answer.diagnostics),
            "get" => texts(&read(&mut client, "other").await.remove(0).diagnostics),
            "list" => {
                let request = proto::get_states::Request { type_name: name() };
                texts(&client.get_states(request).await.unwrap().into_inner().diagnostics)
            }
            _ => {
                let request = proto::delete_state::Request { type_name: name(), state_id: "other".to_owned() };
                texts(&client.delete_state(request).await.unwrap().into_inner().diagnostics)
            }
        };
        assert_said(&said, &["error", "The provider panicked while", "the glass broke", "glass.rs:"]);
        assert!(answer.capabilities.is_some());
        configured(&mut client, &folder, SIZE, "").await;
        assert_eq!(read(&mut client, "other").await.len(), 1, "{step}: the state is still there");
    }
}
