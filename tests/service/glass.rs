//! Requests that have each function of user code called, and told its fate: `kitchen_glass` breaks, complains or waits there.

use super::client::{PRIVATE, dynamic, texts, value};
use super::kitchen::{Client, closed};
use super::kitchen_resource::provider_config;
use std::path::Path;
use terraform_provider_kitchen::generated::provider::ProviderConfig;
use terraform_provider_kitchen::glass::ENGRAVED;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::ProviderModel;
use tfgen_runtime::cty::{Type, Value};
use tfgen_runtime::schema::implied_type::block_type;

const NAME: &str = "kitchen_glass";

/// A function of user code: of which kind of thing, its name, and what it is doing as messages say it.
pub type Step = (&'static str, &'static str, &'static str);

/// Those that are called with a context: they can be told to stop.
pub const WAITING: [Step; 12] = [
    ("resource", "plan", "planning kitchen_glass"),
    ("resource", "create", "creating kitchen_glass"),
    ("resource", "read", "reading kitchen_glass"),
    ("resource", "update", "updating kitchen_glass"),
    ("resource", "delete", "deleting kitchen_glass"),
    ("data", "read", "reading data kitchen_glass"),
    ("ephemeral", "open", "opening ephemeral kitchen_glass"),
    ("ephemeral", "renew", "renewing ephemeral kitchen_glass"),
    ("ephemeral", "close", "closing ephemeral kitchen_glass"),
    ("list", "list", "listing kitchen_glass"),
    ("action", "plan", "planning action kitchen_glass"),
    ("action", "invoke", "invoking action kitchen_glass"),
];

/// Those that answer at once.
pub const PROMPT: [Step; 14] = [
    ("resource", "validate", "validating kitchen_glass"),
    ("resource", "validate_fate", "validating kitchen_glass"),
    ("resource", "plan_destroy", "planning to delete kitchen_glass"),
    ("resource", "generate_config", "generating a configuration of kitchen_glass"),
    ("resource", "upgrade_state", "upgrading the state of a kitchen_glass from version 0"),
    ("resource", "upgrade_identity", "upgrading the identity of a kitchen_glass from version 0"),
    ("resource", "move_state", "moving a kitchen_card to a kitchen_glass"),
    ("data", "validate", "validating kitchen_glass"),
    ("ephemeral", "validate", "validating kitchen_glass"),
    ("list", "validate", "validating kitchen_glass"),
    ("action", "validate", "validating kitchen_glass"),
    ("provider", "validate", "validating kitchen"),
    ("provider", "configure", "being configured"),
    ("provider", "start", "starting the service of a capability"),
];

/// Has the function called, and gives what the answer says. Where something is stored already, the answer keeps it after an
/// error.
pub async fn ask(client: &Client, folder: &Path, (kind, step, _): Step, fate: &str) -> Vec<String> {
    let client = client.clone();
    match (kind, step) {
        ("resource", "create" | "update" | "delete") => apply(client, step, fate).await,
        ("resource", "plan" | "plan_destroy") => plan(client, step, fate).await,
        ("resource", "read") => read(client, fate).await,
        ("resource", "upgrade_state" | "upgrade_identity") => upgrade(client, step, fate).await,
        ("resource", "move_state") => move_state(client, fate).await,
        ("resource", "generate_config") => generate_config(client, fate).await,
        (_, "validate" | "validate_fate") => validate(client, kind, folder, fate).await,
        ("data", _) => read_data_source(client, fate).await,
        ("ephemeral", _) => ephemeral(client, step, fate).await,
        ("list", _) => list(client, fate).await,
        ("action", "plan") => plan_action(client, fate).await,
        ("action", _) => invoke_action(client, fate).await,
        ("provider", _) => configure(closed(), folder, fate).await,
        (_, _) => panic!("what is {kind} {step}?"),
    }
}

/// What the Terraform that asks says of itself, where protocol 6 has it say so.
#[expect(clippy::unnecessary_wraps, reason = "that is how a request holds it")]
fn told() -> Option<proto::ClientCapabilities> {
    Some(proto::ClientCapabilities { deferral_allowed: true, store_planned_private: true, ..Default::default() })
}

fn glass_type() -> Type {
    Type::object([("fate", Type::String), ("id", Type::String), ("motto", Type::String)])
}

fn glass(id: Value, fate: &str) -> Value {
    Value::object([("fate", Value::string(fate)), ("id", id), ("motto", Value::string("a secret motto"))])
}

fn stored(fate: &str) -> proto::DynamicValue {
    dynamic(&glass(Value::string("glass-1"), fate), &glass_type())
}

fn null() -> proto::DynamicValue {
    dynamic(&Value::Null, &glass_type())
}

fn identity() -> proto::ResourceIdentityData {
    let ty = Type::object([("id", Type::String)]);
    let identity = dynamic(&Value::object([("id", Value::string("glass-1"))]), &ty);
    proto::ResourceIdentityData { identity_data: Some(identity) }
}

/// The configuration of a thing that has no other attributes than its fate, and those that are computed.
fn fated(fate: &str, computed: &[&str]) -> proto::DynamicValue {
    let names = || computed.iter().copied();
    let ty = Type::object(names().chain(["fate"]).map(|name| (name, Type::String)));
    let config = names().map(|name| (name, Value::Null)).chain([("fate", Value::string(fate))]);
    dynamic(&Value::object(config), &ty)
}

async fn apply(mut client: Client, step: &str, fate: &str) -> Vec<String> {
    let nothing = || Value::Null;
    let (prior, planned, config) = match step {
        "create" => (null(), dynamic(&glass(Value::unknown(), fate), &glass_type()), Some(glass(nothing(), fate))),
        "update" => (stored("whole"), stored(fate), Some(glass(nothing(), fate))),
        _ => (stored(fate), null(), None),
    };
    let request = proto::apply_resource_change::Request {
        type_name: NAME.to_owned(),
        prior_state: Some(prior.clone()),
        planned_state: Some(planned),
        config: Some(config.map_or_else(null, |config| dynamic(&config, &glass_type()))),
        planned_private: PRIVATE.to_vec(),
        planned_identity: if step == "create" { None } else { Some(identity()) },
        provider_meta: Some(meta()),
    };
    let answer = client.apply_resource_change(request).await.unwrap().into_inner();
    let said = texts(&answer.diagnostics);
    if !said.is_empty() {
        let state = value(answer.new_state, &glass_type());
        assert_eq!(state.get("id"), Some(&Value::string("glass-1")), "{step} keeps what there is");
        assert_eq!(answer.new_identity, Some(identity()), "{step}");
        assert!(answer.private.ends_with(b"\xa1p\xc3") || step == "create", "{step} keeps the private state");
        assert!(
            !answer.private.is_empty() && (step == "create" || Some(state) == Some(value(Some(prior), &glass_type())))
        );
    }
    said
}

async fn plan(mut client: Client, step: &str, fate: &str) -> Vec<String> {
    let config = || dynamic(&glass(Value::Null, fate), &glass_type());
    let (prior, config) = if step == "plan" { (null(), config()) } else { (stored(fate), null()) };
    let request = proto::plan_resource_change::Request {
        type_name: NAME.to_owned(),
        prior_state: Some(prior),
        proposed_new_state: Some(config.clone()),
        config: Some(config),
        provider_meta: Some(meta()),
        client_capabilities: told(),
        ..Default::default()
    };
    texts(&client.plan_resource_change(request).await.unwrap().into_inner().diagnostics)
}

async fn read(mut client: Client, fate: &str) -> Vec<String> {
    let request = proto::read_resource::Request {
        type_name: NAME.to_owned(),
        current_state: Some(stored(fate)),
        current_identity: Some(identity()),
        private: PRIVATE.to_vec(),
        provider_meta: Some(meta()),
        client_capabilities: told(),
    };
    let answer = client.read_resource(request).await.unwrap().into_inner();
    let kept = (answer.new_state, answer.new_identity, answer.private);
    assert_eq!(kept, (Some(stored(fate)), Some(identity()), PRIVATE.to_vec()));
    texts(&answer.diagnostics)
}

/// What the module tells the provider.
fn meta() -> proto::DynamicValue {
    let ty = Type::object([("guests", Type::Number), ("module", Type::String)]);
    dynamic(&Value::object([("guests", Value::Number(4.into())), ("module", Value::string("dinner"))]), &ty)
}

fn raw(json: String) -> proto::RawState {
    proto::RawState { json: json.into_bytes().into(), ..Default::default() }
}

async fn upgrade(mut client: Client, step: &str, fate: &str) -> Vec<String> {
    let type_name = NAME.to_owned();
    if step == "upgrade_identity" {
        let raw_identity = Some(raw(format!(r#"{{"id":"{fate}"}}"#)));
        let request = proto::upgrade_resource_identity::Request { type_name, version: 0, raw_identity };
        return texts(&client.upgrade_resource_identity(request).await.unwrap().into_inner().diagnostics);
    }
    let raw_state = Some(raw(format!(r#"{{"id":"glass-1","fate":"{fate}","motto":"a secret motto"}}"#)));
    let request = proto::upgrade_resource_state::Request { type_name, version: 0, raw_state };
    texts(&client.upgrade_resource_state(request).await.unwrap().into_inner().diagnostics)
}

async fn move_state(mut client: Client, fate: &str) -> Vec<String> {
    let request = proto::move_resource_state::Request {
        source_provider_address: "registry.example/tfgen/kitchen".to_owned(),
        source_type_name: "kitchen_card".to_owned(),
        source_state: Some(raw(format!(r#"{{"id":"glass-1","text":"{fate}"}}"#))),
        target_type_name: NAME.to_owned(),
        ..Default::default()
    };
    texts(&client.move_resource_state(request).await.unwrap().into_inner().diagnostics)
}

async fn generate_config(mut client: Client, fate: &str) -> Vec<String> {
    let request = proto::generate_resource_config::Request { type_name: NAME.to_owned(), state: Some(stored(fate)) };
    texts(&client.generate_resource_config(request).await.unwrap().into_inner().diagnostics)
}

async fn validate(mut client: Client, kind: &str, folder: &Path, fate: &str) -> Vec<String> {
    let type_name = NAME.to_owned();
    let diagnostics = match kind {
        "resource" => {
            let config = Some(dynamic(&glass(Value::Null, fate), &glass_type()));
            let request = proto::validate_resource_config::Request { type_name, config, client_capabilities: None };
            client.validate_resource_config(request).await.unwrap().into_inner().diagnostics
        }
        "data" => {
            let request =
                proto::validate_data_resource_config::Request { type_name, config: Some(fated(fate, &["sound"])) };
            client.validate_data_resource_config(request).await.unwrap().into_inner().diagnostics
        }
        "ephemeral" => {
            let request =
                proto::validate_ephemeral_resource_config::Request { type_name, config: Some(fated(fate, &[])) };
            client.validate_ephemeral_resource_config(request).await.unwrap().into_inner().diagnostics
        }
        "list" => {
            let request = proto::validate_list_resource_config::Request {
                type_name,
                config: Some(fated(fate, &[])),
                ..Default::default()
            };
            client.validate_list_resource_config(request).await.unwrap().into_inner().diagnostics
        }
        "action" => {
            let request = proto::validate_action_config::Request { type_name, config: Some(fated(fate, &[])) };
            client.validate_action_config(request).await.unwrap().into_inner().diagnostics
        }
        _ => {
            let request = proto::validate_provider_config::Request { config: Some(provider(folder, fate)) };
            client.validate_provider_config(request).await.unwrap().into_inner().diagnostics
        }
    };
    texts(&diagnostics)
}

fn provider(folder: &Path, fate: &str) -> proto::DynamicValue {
    let given = [
        ("store", Value::string(folder.to_string_lossy())),
        ("fate", Value::string(fate)),
        ("secret", Value::string(ENGRAVED)),
    ];
    dynamic(&provider_config(&given), &block_type(&ProviderConfig::SCHEMA.block))
}

/// Configures a process of its own, which can be configured again after that.
async fn configure(mut client: Client, folder: &Path, fate: &str) -> Vec<String> {
    let mut said = Vec::new();
    for fate in [fate, "whole"] {
        let config = Some(provider(folder, fate));
        let request = proto::configure_provider::Request { config, ..Default::default() };
        said.extend(texts(&client.configure_provider(request).await.unwrap().into_inner().diagnostics));
    }
    assert_eq!(read(client, "whole").await, Vec::<String>::new());
    said
}

async fn read_data_source(mut client: Client, fate: &str) -> Vec<String> {
    let config = Some(fated(fate, &["sound"]));
    let request = proto::read_data_source::Request {
        type_name: NAME.to_owned(),
        config,
        provider_meta: Some(meta()),
        client_capabilities: told(),
    };
    texts(&client.read_data_source(request).await.unwrap().into_inner().diagnostics)
}

async fn ephemeral(mut client: Client, step: &str, fate: &str) -> Vec<String> {
    let type_name = NAME.to_owned();
    let request = proto::open_ephemeral_resource::Request {
        type_name: type_name.clone(),
        config: Some(fated(fate, &[])),
        client_capabilities: told(),
    };
    let opened = client.open_ephemeral_resource(request).await.unwrap().into_inner();
    let private = opened.private;
    match step {
        "open" => texts(&opened.diagnostics),
        "renew" => {
            let request = proto::renew_ephemeral_resource::Request { type_name, private: private.clone() };
            let answer = client.renew_ephemeral_resource(request).await.unwrap().into_inner();
            assert_eq!(answer.private, private, "what is kept is needed to close it");
            texts(&answer.diagnostics)
        }
        _ => {
            let request = proto::close_ephemeral_resource::Request { type_name, private };
            texts(&client.close_ephemeral_resource(request).await.unwrap().into_inner().diagnostics)
        }
    }
}

async fn list(mut client: Client, fate: &str) -> Vec<String> {
    let request = proto::list_resource::Request {
        type_name: NAME.to_owned(),
        config: Some(fated(fate, &[])),
        limit: 10,
        ..Default::default()
    };
    let mut stream = client.list_resource(request).await.unwrap().into_inner();
    let (mut found, mut said) = (0, Vec::new());
    while let Some(event) = stream.message().await.unwrap() {
        found += usize::from(event.identity.is_some());
        said.extend(texts(&event.diagnostic));
    }
    assert_eq!(found, if said.is_empty() { 2 } else { 1 });
    said
}

async fn plan_action(mut client: Client, fate: &str) -> Vec<String> {
    let config = Some(fated(fate, &[]));
    let request = proto::plan_action::Request { action_type: NAME.to_owned(), config, client_capabilities: told() };
    texts(&client.plan_action(request).await.unwrap().into_inner().diagnostics)
}

async fn invoke_action(mut client: Client, fate: &str) -> Vec<String> {
    use proto::invoke_action::event::Type::{Completed, Progress};
    let config = Some(fated(fate, &[]));
    let request = proto::invoke_action::Request { action_type: NAME.to_owned(), config, client_capabilities: told() };
    let mut stream = client.invoke_action(request).await.unwrap().into_inner();
    let (mut progress, mut ends) = (0, Vec::new());
    while let Some(event) = stream.message().await.unwrap() {
        match event.r#type {
            Some(Progress(_)) => progress += 1,
            Some(Completed(completed)) => ends.push(texts(&completed.diagnostics)),
            None => panic!("an event of no kind"),
        }
    }
    assert_eq!(ends.len(), 1, "it ends once");
    let said = ends.remove(0);
    assert_eq!(progress, if said.is_empty() { 2 } else { 1 });
    said
}
