//! For each of core's rules, answers that break it: the emulator must say so, and name the rule.

use super::bent::{Bends, bend_dish, kitchen, set, set_id, wrong_type};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tfgen_proto::tfplugin6 as proto;
use tfgen_proto::tfplugin6::schema::{Attribute, Block, NestedBlock};
use tfgen_runtime::cty::Value;
use tfgen_testing::{Capabilities, Core, Error, Moved, Resource, Result, Rule, hcl};

/// A wrong answer, and a story that comes across it.
struct Case {
    rule: Rule,
    bends: Bends,
    story: fn(Core) -> Result<()>,
}

fn case(rule: Rule, bends: Bends, story: fn(Core) -> Result<()>) -> Case {
    Case { rule, bends, story }
}

macro_rules! bend {
    ($rpc:ident, $answer:ident => $change:expr) => {
        Bends {
            $rpc: Some(Box::new(move |_: &proto::$rpc::Request, $answer: &mut proto::$rpc::Response| {
                $change;
            })),
            ..Bends::default()
        }
    };
}

fn create(core: &Core) -> Result<Resource> {
    core.resource("kitchen_dish").create(hcl! { name = "soup", tags = { a = "1" } })
}

fn created(core: Core) -> Result<()> {
    create(&core).map(drop)
}

fn updated(core: Core) -> Result<()> {
    create(&core)?.apply(hcl! { name = "stew", tags = { a = "2" } }).map(drop)
}

fn refreshed(core: Core) -> Result<()> {
    create(&core)?.refresh().map(drop)
}

fn destroyed(core: Core) -> Result<()> {
    create(&core)?.destroy()
}

fn imported(core: Core) -> Result<()> {
    create(&core)?;
    core.resource("kitchen_dish").import("dish-1").map(drop)
}

fn imported_by_identity(core: Core) -> Result<()> {
    create(&core)?;
    core.resource("kitchen_dish").import_by_identity(hcl! { id = "dish-1" }).map(drop)
}

fn moved(core: Core) -> Result<()> {
    let source = Moved { type_name: "other_dish".to_owned(), state: hcl! { name = "soup" }, ..Moved::default() };
    core.resource("kitchen_dish").move_from(source).map(drop)
}

fn data_read(core: Core) -> Result<()> {
    core.data_source("kitchen_menu").read(hcl! {}).map(drop)
}

fn loaded(core: Core) -> Result<()> {
    core.data_source("kitchen_menu").validate(hcl! {}).map(drop)
}

fn dish_block(answer: &mut proto::get_provider_schema::Response) -> &mut Block {
    answer.resource_schemas.get_mut("kitchen_dish").unwrap().block.as_mut().unwrap()
}

fn attribute(answer: &mut proto::get_provider_schema::Response, name: &str) -> Attribute {
    let attributes = &mut dish_block(answer).attributes;
    let at = attributes.iter().position(|attribute| attribute.name == name).unwrap();
    attributes.remove(at)
}

fn with_attribute(name: &'static str, change: fn(&mut Attribute)) -> Bends {
    bend!(get_provider_schema, answer => {
        let mut bent = attribute(answer, name);
        change(&mut bent);
        dish_block(answer).attributes.push(bent);
    })
}

fn with_block(name: &'static str, change: fn(&mut NestedBlock)) -> Bends {
    bend!(get_provider_schema, answer => {
        change(dish_block(answer).block_types.iter_mut().find(|nested| nested.type_name == name).unwrap());
    })
}

fn schemas() -> Vec<Case> {
    vec![
        case(Rule::ProviderSchema, bend!(get_provider_schema, answer => answer.provider = None), loaded),
        case(Rule::ProviderSchema, with_block("side", |side| side.block = None), loaded),
        case(
            Rule::SchemaVersion,
            bend!(get_provider_schema, answer => answer.resource_schemas.get_mut("kitchen_dish").unwrap().version = -1),
            loaded,
        ),
        case(Rule::AttributeMode, with_attribute("name", |name| name.optional = true), loaded),
        case(Rule::AttributeMode, with_attribute("id", |id| id.computed = false), loaded),
        case(Rule::AttributeType, with_attribute("name", |name| name.r#type = b"\"text\"".to_vec()), loaded),
        case(Rule::AttributeType, with_attribute("garnish", |garnish| garnish.r#type = b"\"bool\"".to_vec()), loaded),
        case(Rule::AttributeType, with_attribute("name", |name| name.r#type.clear()), loaded),
        case(Rule::SchemaName, with_attribute("name", |name| name.name = "Name".to_owned()), loaded),
        case(Rule::SchemaName, with_block("wine", |wine| wine.type_name = "side".to_owned()), loaded),
        case(Rule::Deprecation, with_attribute("name", |name| name.deprecation_message = "Old.".to_owned()), loaded),
        case(
            Rule::SetElements,
            with_attribute("ingredients", |set| set.nested_type.as_mut().unwrap().attributes[0].write_only = true),
            loaded,
        ),
        case(
            Rule::SetElements,
            with_block("wine", |wine| wine.block.as_mut().unwrap().attributes[0].r#type = b"\"dynamic\"".to_vec()),
            loaded,
        ),
        case(Rule::BlockLimits, with_block("side", |side| side.min_items = 4), loaded),
        case(Rule::BlockLimits, with_block("oven", |oven| oven.max_items = 1), loaded),
        case(Rule::BlockLimits, with_block("plate", |plate| plate.max_items = 2), loaded),
        case(Rule::NestingMode, with_block("side", |side| side.nesting = 0), loaded),
        case(
            Rule::NestingMode,
            with_attribute("garnish", |garnish| garnish.nested_type.as_mut().unwrap().nesting = 0),
            loaded,
        ),
        case(Rule::ComputedBlock, with_block("side", |side| side.block.as_mut().unwrap().computed = true), loaded),
        case(Rule::IdentitySchema, with_identity(|id| id.optional_for_import = true), loaded),
        case(Rule::IdentitySchema, with_identity(|id| id.r#type = b"[\"set\",\"string\"]".to_vec()), loaded),
        case(
            Rule::FunctionSignature,
            bend!(get_provider_schema, answer => answer.functions.insert("1st".to_owned(), proto::Function::default())),
            loaded,
        ),
    ]
}

fn with_identity(change: fn(&mut proto::resource_identity_schema::IdentityAttribute)) -> Bends {
    bend!(get_resource_identity_schemas, answer => {
        change(&mut answer.identity_schemas.get_mut("kitchen_dish").unwrap().identity_attributes[0]);
    })
}

fn any_answer() -> Vec<Case> {
    let refused = Bends { refused: "plan_resource_change", ..Bends::default() };
    vec![
        case(Rule::Answered, refused, created),
        case(
            Rule::Diagnostics,
            bend!(plan_resource_change, answer => answer.diagnostics.push(proto::Diagnostic::default())),
            created,
        ),
        case(
            Rule::Conformance,
            bend!(plan_resource_change, answer => answer.planned_state = Some(wrong_type())),
            created,
        ),
        case(Rule::Conformance, bend!(apply_resource_change, answer => answer.new_state = Some(wrong_type())), created),
        case(Rule::Conformance, bend!(read_resource, answer => answer.new_state = Some(wrong_type())), refreshed),
        case(
            Rule::WriteOnly,
            bend!(plan_resource_change, answer => set(&mut answer.planned_state, "recipe", "x".into())),
            created,
        ),
        case(
            Rule::WriteOnly,
            bend!(apply_resource_change, answer => set(&mut answer.new_state, "recipe", "x".into())),
            created,
        ),
        case(
            Rule::WriteOnly,
            bend!(read_resource, answer => set(&mut answer.new_state, "recipe", "x".into())),
            refreshed,
        ),
        case(
            Rule::Known,
            bend!(read_resource, answer => set(&mut answer.new_state, "summary", Value::unknown())),
            refreshed,
        ),
        case(
            Rule::Known,
            bend!(apply_resource_change, answer => set(&mut answer.new_state, "id", Value::unknown())),
            created,
        ),
        case(
            Rule::Known,
            bend!(upgrade_resource_state, answer => set(&mut answer.upgraded_state, "id", Value::unknown())),
            refreshed,
        ),
        case(
            Rule::IdentityKnown,
            bend!(read_resource, answer => set_id(&mut answer.new_identity, Value::unknown())),
            refreshed,
        ),
        case(
            Rule::IdentityKnown,
            bend!(apply_resource_change, answer => set_id(&mut answer.new_identity, Value::unknown())),
            created,
        ),
        case(
            Rule::IdentityKnown,
            bend!(plan_resource_change, answer => set_id(&mut answer.planned_identity, Value::unknown())),
            updated,
        ),
        case(
            Rule::IdentityConformance,
            bend!(read_resource, answer => answer.new_identity.as_mut().unwrap().identity_data = Some(wrong_type())),
            refreshed,
        ),
    ]
}

fn deferrals() -> Vec<Case> {
    let reason = |reason: i32| Some(proto::Deferred { reason });
    vec![
        case(Rule::Deferral, bend!(plan_resource_change, answer => answer.deferred = reason(1)), created),
        case(Rule::Deferral, bend!(read_resource, answer => answer.deferred = reason(1)), refreshed),
        case(Rule::Deferral, bend!(read_data_source, answer => answer.deferred = reason(0)), data_read),
    ]
}

/// Bends the plans after the first `spared` ones.
fn later_plan(spared: usize, change: fn(&mut proto::plan_resource_change::Response)) -> Bends {
    let seen = AtomicUsize::new(0);
    bend!(plan_resource_change, answer => {
        if seen.fetch_add(1, Ordering::Relaxed) >= spared {
            change(answer);
        }
    })
}

fn replace(path: &str) -> proto::AttributePath {
    use proto::attribute_path::{Step, step::Selector};
    proto::AttributePath { steps: vec![Step { selector: Some(Selector::AttributeName(path.to_owned())) }] }
}

/// Plans that are not what the configuration allows.
fn plan_shapes() -> Vec<Case> {
    let planned = |name: &'static str, value: Value| bend!(plan_resource_change, answer => set(&mut answer.planned_state, name, value.clone()));
    let tag = |key: &str| Value::map([(key, Value::string("1"))]);
    vec![
        case(Rule::PlanValid, bend!(plan_resource_change, answer => answer.planned_state = None), created),
        case(Rule::PlanValid, planned("name", "stew".into()), created),
        case(Rule::PlanValid, planned("price", 3.into()), created),
        case(Rule::PlanValid, planned("tags", tag("b")), created),
        case(Rule::PlanValid, planned("garnish", Value::unknown()), |core| {
            core.resource("kitchen_dish").plan(hcl! { name = "soup", garnish = { color = "red" } }).map(drop)
        }),
        case(Rule::PlanValid, planned("layers", Value::list([])), |core| {
            core.resource("kitchen_dish").plan(hcl! { name = "soup", layers = [{ kind = "top" }] }).map(drop)
        }),
        case(Rule::PlanValid, planned("stages", Value::map::<&str>([])), |core| {
            core.resource("kitchen_dish").plan(hcl! { name = "soup", stages = { a = { title = "x" } } }).map(drop)
        }),
        case(Rule::PlanValid, planned("ingredients", Value::set([])), |core| {
            core.resource("kitchen_dish").plan(hcl! { name = "soup", ingredients = [{ name = "x" }] }).map(drop)
        }),
        case(Rule::PlanValid, planned("side", Value::list([])), |core| {
            core.resource("kitchen_dish").plan(hcl! { name = "soup", side = [{ name = "x" }] }).map(drop)
        }),
        case(Rule::PlanValid, planned("side", Value::unknown()), created),
        case(Rule::PlanValid, planned("side", Value::Null), created),
        case(Rule::PlanValid, planned("plate", Value::object([("material", "clay".into())])), created),
        case(Rule::PlanValid, planned("side", Value::list([])), |core| {
            core.resource("kitchen_dish").plan(hcl! { name = "soup", side = unknown }).map(drop)
        }),
    ]
}

fn plans() -> Vec<Case> {
    // A create and an update ask for two plans each: the first one, and the final one.
    vec![
        case(Rule::LegacyTypeSystem, bend!(plan_resource_change, answer => answer.legacy_type_system = true), created),
        case(Rule::LegacyTypeSystem, bend!(apply_resource_change, answer => answer.legacy_type_system = true), created),
        case(Rule::RequiresReplace, later_plan(2, |answer| answer.requires_replace.push(replace("nme"))), updated),
        case(
            Rule::DestroyPlan,
            bend!(plan_resource_change, answer => bend_dish(&mut answer.planned_state, |dish| {
                if dish.is_null() {
                    *dish = empty_dish();
                }
            })),
            destroyed,
        ),
        case(Rule::FinalPlanAction, later_plan(3, |answer| answer.requires_replace.push(replace("name"))), updated),
        case(
            Rule::FinalPlanValue,
            later_plan(3, |answer| set(&mut answer.planned_state, "store", "attic".into())),
            updated,
        ),
        case(
            Rule::FinalPlanDeferred,
            later_plan(1, |answer| answer.deferred = Some(proto::Deferred { reason: 1 })),
            |core| created(core.with_capabilities(Capabilities { deferral_allowed: true, ..Capabilities::default() })),
        ),
    ]
}

/// A dish that has nothing but an id.
fn empty_dish() -> Value {
    let names = super::bent::dish_type();
    let members = names.as_object().unwrap().attributes().keys().map(|name| (name.clone(), Value::Null));
    Value::object(members.chain([("id".into(), Value::string("dish-1"))]))
}

fn applies() -> Vec<Case> {
    let result = |name: &'static str, value: Value| bend!(apply_resource_change, answer => set(&mut answer.new_state, name, value.clone()));
    vec![
        case(Rule::ResultPresent, bend!(apply_resource_change, answer => answer.new_state = None), created),
        case(
            Rule::ResultAbsent,
            bend!(apply_resource_change, answer => bend_dish(&mut answer.new_state, |dish| {
                if dish.is_null() {
                    *dish = empty_dish();
                }
            })),
            destroyed,
        ),
        case(Rule::ResultValue, result("servings", 9.into()), created),
        case(Rule::ResultValue, result("tags", Value::Null), created),
        case(Rule::ResultValue, result("tags", Value::map([("b", Value::string("1"))])), created),
        case(Rule::ResultValue, result("price", 9.into()), created),
        case(Rule::ResultValue, result("plate", Value::object([("material", "clay".into())])), created),
        case(Rule::ResultValue, result("wine", Value::set([])), |core| {
            core.resource("kitchen_dish").create(hcl! { name = "soup", wine = [{ grape = "merlot" }] }).map(drop)
        }),
        case(Rule::ResultValue, result("allergens", Value::set(["nuts".into(), "eggs".into()])), |core| {
            core.resource("kitchen_dish").create(hcl! { name = "soup", allergens = ["nuts"] }).map(drop)
        }),
        case(Rule::ResultValue, result("steps", Value::list([])), |core| {
            core.resource("kitchen_dish").create(hcl! { name = "soup", steps = ["eat"] }).map(drop)
        }),
        case(
            Rule::EmptyPlan,
            bend!(read_resource, answer => set(&mut answer.new_state, "servings", 9.into())),
            |core| create(&core)?.expect_empty_plan(),
        ),
    ]
}

fn stored() -> Vec<Case> {
    let imported_resource = |change: fn(&mut proto::import_resource_state::ImportedResource)| bend!(import_resource_state, answer => change(&mut answer.imported_resources[0]));
    let can_move = |moves: bool| bend!(get_provider_schema, answer => answer.server_capabilities.as_mut().unwrap().move_resource_state = moves);
    let moved_answer = bend!(move_resource_state, answer => *answer = proto::move_resource_state::Response::default());
    vec![
        case(Rule::ImportCount, bend!(import_resource_state, answer => answer.imported_resources.clear()), imported),
        case(
            Rule::ImportCount,
            bend!(import_resource_state, answer => answer.imported_resources.extend_from_within(..)),
            imported,
        ),
        case(Rule::ImportType, imported_resource(|one| one.type_name.clear()), imported),
        case(Rule::ImportState, imported_resource(|one| one.state = None), imported),
        case(Rule::ImportIdentity, imported_resource(|one| one.identity = None), imported_by_identity),
        case(Rule::ImportExists, bend!(read_resource, answer => answer.new_state = None), imported),
        case(Rule::StateVersion, Bends::default(), |core| {
            core.resource("kitchen_dish").stored(9, hcl! { name = "soup" }).map(drop)
        }),
        case(Rule::UpgradePresent, bend!(upgrade_resource_state, answer => answer.upgraded_state = None), refreshed),
        case(Rule::MoveCapability, can_move(false), moved),
        case(
            Rule::MovePresent,
            Bends { get_provider_schema: can_move(true).get_provider_schema, ..moved_answer },
            moved,
        ),
        case(Rule::DataPresent, bend!(read_data_source, answer => answer.state = None), data_read),
    ]
}

fn outcome(case: Case) -> Result<(), Error> {
    let (core, _folder) = kitchen(case.bends)?;
    (case.story)(core)
}

fn check(cases: Vec<Case>) {
    for (at, case) in cases.into_iter().enumerate() {
        let rule = case.rule;
        match outcome(case) {
            Ok(()) => panic!("case {at}, {rule:?}: nothing was noticed"),
            Err(error) => assert!(error.breaks(rule), "case {at}, {rule:?}: {error}"),
        }
    }
}

#[test]
fn schemas_that_core_would_not_load_are_reported() {
    check(schemas());
}

#[test]
fn answers_that_no_call_may_give_are_reported() {
    check(any_answer());
    check(deferrals());
}

#[test]
fn plans_that_core_would_not_take_are_reported() {
    check(plans());
    check(plan_shapes());
}

#[test]
fn results_that_are_not_what_was_planned_are_reported() {
    check(applies());
}

#[test]
fn what_cannot_be_stored_is_reported() {
    check(stored());
}

#[test]
fn every_rule_has_a_wrong_answer() {
    let cases = [schemas(), any_answer(), deferrals(), plans(), plan_shapes(), applies(), stored()];
    let broken = cases.iter().flatten().map(|case| case.rule).chain(super::kinds::rules());
    let broken: BTreeSet<Rule> = broken.collect();
    let missing: Vec<_> = Rule::ALL.iter().filter(|rule| !broken.contains(rule)).collect();
    assert!(missing.is_empty(), "no wrong answer is tried for {missing:?}");
}

#[test]
fn the_answers_break_no_rule_when_they_are_left_alone() -> Result<()> {
    let (core, _folder) = kitchen(Bends::default())?;
    updated(core.clone())?;
    let dish = core.resource("kitchen_dish").import("dish-1")?;
    dish.destroy()?;
    data_read(core)
}

/// What each plan of a create was sent as `planned_private`, when the plans answer `key`.
fn planned_private(capabilities: Capabilities) -> Vec<Vec<u8>> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let see = Arc::clone(&seen);
    let bends = Bends {
        plan_resource_change: Some(Box::new(move |request, answer| {
            see.lock().unwrap().push(request.planned_private.clone());
            answer.planned_private = b"key".to_vec();
        })),
        // What the plan holds is not the runtime's own here.
        apply_resource_change: Some(Box::new(|request, answer| {
            assert_eq!(request.planned_private, b"key");
            answer.diagnostics.clear();
        })),
        ..Bends::default()
    };
    let (core, _folder) = kitchen(bends).unwrap();
    let _ = create(&core.with_capabilities(capabilities));
    let seen = seen.lock().unwrap();
    seen.clone()
}

#[test]
fn private_data_of_the_plan_comes_back_with_the_final_plan() {
    assert_eq!(planned_private(Capabilities::default()), [b"".to_vec(), b"key".to_vec()]);
    let old = Capabilities { store_planned_private: false, ..Capabilities::default() };
    assert_eq!(planned_private(old), [b"".to_vec(), b"".to_vec()], "Terraform before 1.16 has forgotten it");
}

#[test]
fn a_breach_reads_like_what_it_is() {
    let bends = bend!(plan_resource_change, answer => set(&mut answer.planned_state, "name", "stew".into()));
    let (core, _folder) = kitchen(bends).unwrap();
    let error = created(core).unwrap_err();
    assert_eq!(
        error.to_string(),
        "PlanResourceChange of kitchen_dish failed\n\n\
         Broken rule: Provider produced an invalid plan\n  \
         name: planned \"stew\", but \"soup\" is configured\n  \
         The rule: What is configured is planned as configured or kept as stored; only computed attributes are the \
         provider's. (PlanValid)"
    );
}

#[test]
fn what_was_created_is_kept_whatever_rule_the_answer_breaks() {
    let bends = bend!(apply_resource_change, answer => set(&mut answer.new_state, "servings", 9.into()));
    let (core, _folder) = kitchen(bends).unwrap();
    let kept = created(core).unwrap_err().into_kept().unwrap();
    assert!(kept.is_tainted());
    assert_eq!(kept.attribute("servings"), 9);
    let bends = bend!(apply_resource_change, answer => set(&mut answer.new_state, "recipe", "x".into()));
    let (core, _folder) = kitchen(bends).unwrap();
    assert!(created(core).unwrap_err().into_kept().is_none(), "core stores nothing that holds a write-only value");
}
