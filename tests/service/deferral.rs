//! Answers that wait for a later run: what user code puts off, and what a provider that cannot be configured yet does.

use super::client::{
    Core, PRIVATE, assert_said, disk, disk_identity, disk_type, dynamic, identity, texts, value, with,
};
use crate::fixture::{disk_model, image, provider};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::Value;
use tfgen_runtime::schema::implied_type::{block_type, identity_type};

const ABSENT: i32 = proto::deferred::Reason::AbsentPrereq as i32;
const PROVIDER: i32 = proto::deferred::Reason::ProviderConfigUnknown as i32;

fn client(deferral_allowed: bool) -> proto::ClientCapabilities {
    proto::ClientCapabilities { deferral_allowed, ..Default::default() }
}

fn reason(deferred: Option<proto::Deferred>) -> Option<i32> {
    deferred.map(|deferred| deferred.reason)
}

async fn read_image(core: &mut Core, name: &str, allowed: bool) -> (Value, Option<i32>, Vec<String>) {
    let ty = block_type(&image::SCHEMA.block);
    let config = Value::object([("channel", Value::Null), ("id", Value::Null), ("name", Value::string(name))]);
    let request = proto::read_data_source::Request {
        type_name: "fixture_image".to_owned(),
        config: Some(dynamic(&config, &ty)),
        client_capabilities: Some(client(allowed)),
        ..Default::default()
    };
    let answer = core.client.read_data_source(request).await.unwrap().into_inner();
    (value(answer.state, &ty), reason(answer.deferred), texts(&answer.diagnostics))
}

async fn read_disk(core: &mut Core, state: &Value, allowed: bool) -> proto::read_resource::Response {
    let request = proto::read_resource::Request {
        type_name: "fixture_disk".to_owned(),
        current_state: Some(dynamic(state, &disk_type())),
        private: PRIVATE.to_vec(),
        current_identity: Some(proto::ResourceIdentityData {
            identity_data: Some(dynamic(&disk_identity("eu-1", "disk-1"), &identity_type(&disk_model::SCHEMA))),
        }),
        client_capabilities: Some(client(allowed)),
        ..Default::default()
    };
    core.client.read_resource(request).await.unwrap().into_inner()
}

async fn plan(core: &mut Core, prior: &Value, config: &Value, allowed: bool) -> proto::plan_resource_change::Response {
    let ty = disk_type();
    let request = proto::plan_resource_change::Request {
        type_name: "fixture_disk".to_owned(),
        prior_state: Some(dynamic(prior, &ty)),
        proposed_new_state: Some(dynamic(config, &ty)),
        config: Some(dynamic(config, &ty)),
        client_capabilities: Some(client(allowed)),
        ..Default::default()
    };
    core.client.plan_resource_change(request).await.unwrap().into_inner()
}

/// A provider whose endpoint is not known yet.
async fn waiting(test: &str) -> Core {
    let mut core = Core::unconfigured(test);
    let config = Value::object([("endpoint", Value::unknown()), ("token", Value::Null)]);
    let request = proto::configure_provider::Request {
        config: Some(dynamic(&config, &block_type(&provider::SCHEMA.block))),
        client_capabilities: Some(client(true)),
        ..Default::default()
    };
    let answer = core.client.configure_provider(request).await.unwrap().into_inner();
    assert_eq!(texts(&answer.diagnostics), Vec::<String>::new());
    core
}

#[tokio::test]
async fn a_data_source_that_waits_is_unknown() {
    let mut core = Core::start("deferred data").await;
    let (state, reason, said) = read_image(&mut core, "later", true).await;
    assert!(state.is_unknown());
    assert_eq!((reason, said), (Some(ABSENT), Vec::new()));
}

#[tokio::test]
async fn a_client_that_cannot_wait_gets_an_error_that_says_what_to_do() {
    let mut core = Core::start("deferred data refused").await;
    let (state, reason, said) = read_image(&mut core, "later", false).await;
    assert_eq!((state, reason), (Value::Null, None));
    let words = ["error: Something that this needs does not exist yet", "No image has been built.", "-target"];
    assert_said(&said, &words);
}

#[tokio::test]
async fn a_resource_that_waits_keeps_its_state() {
    let mut core = Core::start("deferred read").await;
    let config = disk([("name", Value::string("data")), ("fault", Value::string("defer read"))]);
    let created = core.create(&config).await;
    let answer = read_disk(&mut core, &created.state, true).await;
    assert_eq!((value(answer.new_state, &disk_type()), reason(answer.deferred)), (created.state.clone(), Some(ABSENT)));
    assert_eq!((identity(answer.new_identity), answer.private), (disk_identity("eu-1", "disk-1"), PRIVATE.to_vec()));
    assert!(answer.diagnostics.is_empty());
    let refused = read_disk(&mut core, &created.state, false).await;
    assert_eq!((value(refused.new_state, &disk_type()), reason(refused.deferred)), (created.state, None));
    assert_said(&texts(&refused.diagnostics), &["error at name: Something that this needs", "-allow-deferral"]);
}

#[tokio::test]
async fn a_provider_that_waits_plans_what_is_known() {
    let mut core = waiting("deferred plan").await;
    let config = disk([("name", Value::string("data"))]);
    let created = plan(&mut core, &Value::Null, &config, true).await;
    assert_eq!((reason(created.deferred), texts(&created.diagnostics)), (Some(PROVIDER), Vec::new()));
    let planned = value(created.planned_state, &disk_type());
    assert_eq!(planned.get("kind"), Some(&Value::string("ssd")), "defaults are planned");
    assert!(planned.get("id").unwrap().is_unknown());
    let refused = plan(&mut core, &Value::Null, &config, false).await;
    assert_eq!(reason(refused.deferred), None);
    assert_said(&texts(&refused.diagnostics), &["error: The configuration of the provider is not known yet"]);
}

#[tokio::test]
async fn a_provider_that_waits_still_checks_its_plans() {
    let mut core = waiting("deferred checks").await;
    let state =
        disk([("id", Value::string("disk-1")), ("name", Value::string("data")), ("region", Value::string("eu-1"))]);
    let destroyed = plan(&mut core, &state, &Value::Null, true).await;
    assert_eq!(value(destroyed.planned_state, &disk_type()), Value::Null);
    assert_eq!(reason(destroyed.deferred), Some(PROVIDER));
    assert_eq!(identity(destroyed.planned_identity), disk_identity("eu-1", "disk-1"));
    let moved = with(&state, [("id", Value::Null), ("region", Value::string("us-1"))]);
    let replaced = plan(&mut core, &state, &moved, true).await;
    assert_eq!((replaced.requires_replace.len(), reason(replaced.deferred)), (1, Some(PROVIDER)));
}

#[tokio::test]
async fn a_provider_that_waits_reads_and_imports_nothing() {
    let mut core = waiting("deferred rest").await;
    let state =
        disk([("id", Value::string("disk-1")), ("name", Value::string("data")), ("region", Value::string("eu-1"))]);
    let answer = read_disk(&mut core, &state, true).await;
    assert_eq!((value(answer.new_state, &disk_type()), reason(answer.deferred)), (state.clone(), Some(PROVIDER)));
    let (image, why, _) = read_image(&mut core, "debian", true).await;
    assert!(image.is_unknown() && why == Some(PROVIDER));
    let request = |allowed| proto::import_resource_state::Request {
        type_name: "fixture_disk".to_owned(),
        id: "eu-1/disk-1".to_owned(),
        client_capabilities: Some(client(allowed)),
        ..Default::default()
    };
    let imported = core.client.import_resource_state(request(true)).await.unwrap().into_inner();
    assert_eq!((imported.imported_resources.len(), reason(imported.deferred)), (0, Some(PROVIDER)));
    let refused = core.client.import_resource_state(request(false)).await.unwrap().into_inner();
    assert_said(&texts(&refused.diagnostics), &["error: The configuration of the provider is not known yet"]);
}

#[tokio::test]
async fn a_provider_that_waits_applies_nothing() {
    let mut core = waiting("deferred apply").await;
    let config = disk([("name", Value::string("data"))]);
    let planned = core.plan(&Value::Null, &config).await;
    let answer = core.apply(&Value::Null, &planned, &config).await;
    assert_eq!(answer.state, Value::Null);
    assert_said(&answer.diagnostics, &["error: The configuration of the provider is not known yet", "-target"]);
}

#[tokio::test]
async fn a_configuration_that_becomes_known_ends_the_waiting() {
    let mut core = waiting("deferred no more").await;
    assert_eq!(core.configure(&Value::object([("endpoint", Value::Null), ("token", Value::Null)])).await.len(), 0);
    let (image, why, _) = read_image(&mut core, "debian", true).await;
    assert_eq!((image.get("id"), why), (Some(&Value::string("img-debian")), None));
}
