//! Computed blocks over gRPC, for clients that know them (Terraform 1.16) and for those that do not: `kitchen_rack`.

use super::client::{assert_said, dynamic, texts, value};
use super::kitchen_resource::{Folder, Kitchen, config, type_of};
use terraform_provider_kitchen::generated::resources::rack::RackModel;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::Value;

/// What is configured. A client sends computed blocks that are not configured as null; one that does not know them has an
/// empty collection of blocks there.
fn rack(slots: i64, slot: Value) -> Value {
    config::<RackModel>(&[("name", Value::string("wine")), ("slots", Value::number(slots)), ("slot", slot)])
}

/// The plan of a change, its planned object and what was said.
async fn plan(kitchen: &mut Kitchen, knows: bool, prior: &Value, config: &Value) -> (Value, Vec<String>) {
    let ty = type_of::<RackModel>();
    // Terraform proposes what is stored where nothing is configured.
    let kept = |name: &str| prior.get(name).cloned().unwrap_or(Value::Null);
    let mut proposed = config.as_object().unwrap().clone();
    proposed.extend(["id", "slot"].map(|name| (name.into(), kept(name))));
    let request = proto::plan_resource_change::Request {
        type_name: "kitchen_rack".to_owned(),
        prior_state: Some(dynamic(prior, &ty)),
        proposed_new_state: Some(dynamic(&Value::Object(proposed), &ty)),
        config: Some(dynamic(config, &ty)),
        client_capabilities: Some(proto::ClientCapabilities { computed_blocks_allowed: knows, ..Default::default() }),
        ..Default::default()
    };
    let answer = kitchen.client.plan_resource_change(request).await.unwrap().into_inner();
    (value(answer.planned_state, &ty), texts(&answer.diagnostics))
}

async fn apply(kitchen: &mut Kitchen, prior: &Value, planned: &Value, config: &Value) -> Value {
    let ty = type_of::<RackModel>();
    let request = proto::apply_resource_change::Request {
        type_name: "kitchen_rack".to_owned(),
        prior_state: Some(dynamic(prior, &ty)),
        planned_state: Some(dynamic(planned, &ty)),
        config: Some(dynamic(config, &ty)),
        ..Default::default()
    };
    let answer = kitchen.client.apply_resource_change(request).await.unwrap().into_inner();
    assert_eq!(texts(&answer.diagnostics), Vec::<String>::new());
    value(answer.new_state, &ty)
}

#[tokio::test]
async fn they_are_declared_planned_as_unknown_made_and_kept() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let schema = kitchen.client.get_provider_schema(proto::get_provider_schema::Request {}).await.unwrap().into_inner();
    let block = schema.resource_schemas["kitchen_rack"].block.as_ref().unwrap();
    assert!(block.block_types[0].block.as_ref().unwrap().computed, "the wire says that the block is computed");
    let (config, nothing) = (rack(2, Value::Null), Vec::<String>::new());
    let (planned, said) = plan(&mut kitchen, true, &Value::Null, &config).await;
    assert_eq!(said, nothing);
    assert!(planned.get("slot").unwrap().is_unknown(), "{planned:?}");
    let state = apply(&mut kitchen, &Value::Null, &planned, &config).await;
    let slots = state.get("slot").and_then(Value::elements).unwrap();
    assert_eq!(slots[1].get("label"), Some(&Value::string("wine 2")));
    assert_eq!(
        plan(&mut kitchen, true, &state, &config).await,
        (state.clone(), nothing.clone()),
        "nothing is left to do"
    );
    let (planned, said) = plan(&mut kitchen, true, &state, &rack(3, Value::Null)).await;
    assert_eq!(said, nothing);
    assert!(planned.get("slot").unwrap().is_unknown(), "a change of the resource may make other slots");
}

#[tokio::test]
async fn a_client_that_does_not_know_them_is_told_at_the_block_which_version_it_takes() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    for slot in [Value::list([]), Value::Null] {
        let (_, said) = plan(&mut kitchen, false, &Value::Null, &rack(2, slot)).await;
        assert_said(
            &said,
            &["error at slot: The resource kitchen_rack takes Terraform 1.16 or later", "`slot` blocks"],
        );
    }
}
