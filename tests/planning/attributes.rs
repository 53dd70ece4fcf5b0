//! Plans of single attributes: create, update, no change; defaults, computed values, write-only ones.

use serde_json::json;
use tfgen_cty::{Path, Refinement, Type, Value};
use tfgen_runtime::planning::{Decisions, PlanInput, plan, plan_decided};
use tfgen_runtime::schema::{
    Attribute, AttributeType, Literal, Mode, Nesting, RequiresReplace, ResourceSchema, WhenUnset,
};

use super::tables::{computed, either, nested, optional, planned, plans, required, resource, value};

/// A name, an id that stays, a status that any change may change, and a sum that follows `size`.
fn disk() -> &'static ResourceSchema {
    resource(vec![
        required("name"),
        optional("size"),
        Attribute { when_unset: WhenUnset::PriorState, ..computed("id") },
        computed("status"),
        Attribute { when_unset: WhenUnset::ChangesWith(&["size"]), ..computed("sum") },
    ])
}

#[test]
fn create_makes_computed_attributes_unknown_but_not_null() {
    let expected = json!({"name": "a", "id": "?!", "status": "?!", "sum": "?!"});
    plans(disk(), &json!(null), &json!({"name": "a"}), &expected);
}

#[test]
fn nothing_changed_plans_the_prior_object() {
    let prior = json!({"name": "a", "id": "1", "status": "ok", "sum": "s"});
    plans(disk(), &prior, &json!({"name": "a"}), &prior);
}

#[test]
fn an_update_makes_unknown_only_what_may_change() {
    let prior = json!({"name": "a", "size": "1", "id": "1", "status": "ok", "sum": "s"});
    let expected = json!({"name": "b", "size": "1", "id": "1", "status": "?!", "sum": "s"});
    plans(disk(), &prior, &json!({"name": "b", "size": "1"}), &expected);
    let expected = json!({"name": "a", "size": "2", "id": "1", "status": "?!", "sum": "?!"});
    plans(disk(), &prior, &json!({"name": "a", "size": "2"}), &expected);
}

#[test]
fn an_attribute_that_becomes_unknown_changes_what_depends_on_it() {
    let schema = resource(vec![
        required("a"),
        Attribute { when_unset: WhenUnset::ChangesWith(&["a"]), ..computed("b") },
        Attribute { when_unset: WhenUnset::ChangesWith(&["b"]), ..computed("c") },
        Attribute { when_unset: WhenUnset::ChangesWith(&["x"]), ..computed("d") },
        optional("x"),
    ]);
    let prior = json!({"a": "1", "b": "1", "c": "1", "d": "1"});
    plans(schema, &prior, &json!({"a": "2"}), &json!({"a": "2", "b": "?!", "c": "?!", "d": "1"}));
}

#[test]
fn destroy_plans_null() {
    let schema = disk();
    let prior = value(&schema.block, &json!({"name": "a", "id": "1"}));
    let output = plan(PlanInput { schema, prior: &prior, proposed: &Value::Null, config: &Value::Null });
    assert_eq!((output.planned, output.requires_replace), (Value::Null, Vec::<Path>::new()));
}

#[test]
fn an_unknown_configured_value_is_planned_as_it_is_with_its_refinement() {
    let schema = disk();
    let name = Value::unknown_with(Refinement::default().prefix("disk-"));
    let mut config = value(&schema.block, &json!({}));
    let Value::Object(members) = &mut config else { panic!() };
    members.insert("name".into(), name.clone());
    let prior = value(&schema.block, &json!({"name": "a", "id": "1", "status": "ok", "sum": "s"}));
    assert_eq!(planned(schema, &prior, &config).planned.get("name"), Some(&name));
}

#[test]
fn a_default_stands_in_for_null_and_is_no_change_when_stored() {
    let schema = resource(vec![Attribute { default: Some(Literal::String("ssd")), ..either("kind") }, computed("id")]);
    plans(schema, &json!(null), &json!({}), &json!({"kind": "ssd", "id": "?!"}));
    plans(schema, &json!({"kind": "ssd", "id": "1"}), &json!({}), &json!({"kind": "ssd", "id": "1"}));
    plans(schema, &json!({"kind": "hdd", "id": "1"}), &json!({}), &json!({"kind": "ssd", "id": "?!"}));
    plans(schema, &json!({"kind": "ssd", "id": "1"}), &json!({"kind": "hdd"}), &json!({"kind": "hdd", "id": "?!"}));
}

#[test]
fn a_default_object_has_its_own_defaults_and_computed_parts() {
    let inner = vec![
        Attribute { default: Some(Literal::Number("80")), ty: AttributeType::Int64, ..either("port") },
        optional("host"),
        Attribute { when_unset: WhenUnset::PriorState, ..computed("url") },
    ];
    let net = nested("net", Nesting::Single, inner);
    let default = Some(Literal::Map(&[("host", Literal::String("a"))]));
    let schema = resource(vec![Attribute { mode: Mode::OptionalComputed, default, ..net }]);
    let made = json!({"net": {"host": "a", "port": 80, "url": "?!"}});
    plans(schema, &json!(null), &json!({}), &made);
    let prior = json!({"net": {"host": "a", "port": 80, "url": "u"}});
    plans(schema, &prior, &json!({}), &prior);
}

#[test]
fn write_only_values_are_null_in_every_plan() {
    let schema = resource(vec![Attribute { write_only: true, ..optional("secret") }, computed("id")]);
    plans(schema, &json!(null), &json!({"secret": "x"}), &json!({"id": "?!"}));
    plans(schema, &json!({"id": "1"}), &json!({"secret": "x"}), &json!({"id": "1"}));
}

#[test]
fn a_change_from_outside_the_values_marks_computed_attributes() {
    let schema = disk();
    let prior = value(&schema.block, &json!({"name": "a", "id": "1", "status": "ok", "sum": "s"}));
    let config = value(&schema.block, &json!({"name": "a"}));
    let changed = Decisions { changed: ["secret"].into(), ..Decisions::default() };
    let output = plan_decided(PlanInput { schema, prior: &prior, proposed: &config, config: &config }, &changed);
    let expected = json!({"name": "a", "id": "1", "status": "?!", "sum": "s"});
    assert_eq!(output.planned, value(&schema.block, &expected));
}

#[test]
fn an_optional_computed_attribute_keeps_what_was_configured_before() {
    let schema = resource(vec![either("region"), optional("name")]);
    plans(schema, &json!({"region": "eu"}), &json!({}), &json!({"region": "eu"}));
    plans(schema, &json!({"region": "eu"}), &json!({"name": "a"}), &json!({"region": "?!", "name": "a"}));
}

#[test]
fn what_only_a_replacement_changes_is_not_made_unknown_by_an_update() {
    let region = Attribute { requires_replace: RequiresReplace::Always, ..either("region") };
    let schema = resource(vec![region, optional("name")]);
    let prior = json!({"region": "eu", "name": "a"});
    plans(schema, &prior, &json!({"name": "b"}), &json!({"region": "eu", "name": "b"}));
}

#[test]
fn nullable_attributes_are_not_promised_and_stay_null() {
    let note = Attribute { nullable: true, when_unset: WhenUnset::PriorState, ..computed("note") };
    let schema = resource(vec![note, optional("name")]);
    plans(schema, &json!(null), &json!({}), &json!({"note": "?"}));
    plans(schema, &json!({"name": "a"}), &json!({"name": "b"}), &json!({"name": "b"}));
}

#[test]
fn a_null_that_will_not_stay_null_becomes_unknown_and_nothing_is_promised_of_it() {
    let schema = resource(vec![Attribute { when_unset: WhenUnset::PriorState, ..computed("new") }, optional("name")]);
    plans(schema, &json!({"name": "a"}), &json!({"name": "b"}), &json!({"name": "b", "new": "?"}));
    plans(schema, &json!({"name": "a"}), &json!({"name": "a"}), &json!({"name": "a"}));
}

#[test]
fn a_local_attribute_is_never_unknown() {
    let schema = resource(vec![Attribute { local: true, ..either("origin") }, optional("name")]);
    plans(schema, &json!(null), &json!({"name": "a"}), &json!({"name": "a"}));
    plans(schema, &json!({"origin": "x"}), &json!({"name": "a"}), &json!({"origin": "x", "name": "a"}));
}

#[test]
fn equal_numbers_keep_the_stored_digits() {
    let schema = resource(vec![Attribute { ty: AttributeType::Number, ..optional("n") }, optional("name")]);
    let prior = value(&schema.block, &json!({"n": "1.50", "name": "a"}));
    let config = value(&schema.block, &json!({"n": "1.5", "name": "b"}));
    let output = planned(schema, &prior, &config);
    let kept = format!("{:?}", prior.get("n"));
    assert_eq!(format!("{:?}", output.planned.get("n")), kept);
}

#[test]
fn floats_that_round_to_the_same_bits_are_no_change() {
    let schema = resource(vec![Attribute { ty: AttributeType::Float32, ..optional("f") }]);
    let prior = json!({"f": "0.100000001490116119384765625"});
    plans(schema, &prior, &json!({"f": "0.1"}), &prior);
    plans(schema, &prior, &json!({"f": "0.2"}), &json!({"f": "0.2"}));
}

#[test]
fn a_dynamic_attribute_is_seen_through() {
    let any = AttributeType::Dynamic;
    let schema = resource(vec![
        Attribute { ty: any, ..computed("given") },
        Attribute { ty: any, ..either("maybe") },
        Attribute { ty: any, ..optional("typed") },
    ]);
    let mut config = value(&schema.block, &json!({}));
    let Value::Object(members) = &mut config else { panic!() };
    let typed_null = Value::dynamic(Type::String, Value::Null);
    members.insert("maybe".into(), typed_null.clone());
    members.insert("typed".into(), typed_null.clone());
    let output = planned(schema, &Value::Null, &config).planned;
    assert_eq!(output.get("given"), Some(&Value::unknown()));
    assert_eq!(output.get("maybe"), Some(&Value::unknown()));
    assert_eq!(output.get("typed"), Some(&typed_null));
}

#[test]
fn a_plain_collection_is_taken_whole() {
    let list = AttributeType::List(&AttributeType::String);
    let schema = resource(vec![Attribute { ty: list, ..optional("tags") }]);
    plans(schema, &json!({"tags": ["a"]}), &json!({"tags": ["b", "?"]}), &json!({"tags": ["b", "?"]}));
    plans(schema, &json!({"tags": ["a"]}), &json!({"tags": []}), &json!({"tags": []}));
    plans(schema, &json!({"tags": []}), &json!({}), &json!({}));
}
