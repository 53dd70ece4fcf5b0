//! Plans of nested attributes and blocks, in every nesting.

use serde_json::json;
use tfgen_cty::{Refinement, Value};
use tfgen_runtime::schema::{
    Attribute, AttributeType, BlockNesting, Literal, Mode, NestedBlock, Nesting, ResourceSchema, WhenUnset,
};

use super::tables::{
    computed, either, level, nested, nested_block, optional, planned, plans, required, resource, resource_of, value,
};

fn mount() -> Vec<Attribute> {
    vec![
        required("host"),
        Attribute { default: Some(Literal::String("/mnt")), ..either("path") },
        Attribute { when_unset: WhenUnset::PriorState, ..computed("lun") },
        Attribute { write_only: true, ..optional("key") },
    ]
}

fn with_nested(nesting: Nesting) -> &'static ResourceSchema {
    resource(vec![nested("mount", nesting, mount()), optional("name")])
}

fn with_block(nesting: BlockNesting) -> &'static ResourceSchema {
    let inner = mount().into_iter().filter(|attribute| attribute.name != "key").collect();
    resource_of(level(vec![optional("name")], vec![nested_block("mount", nesting, inner)]))
}

#[test]
fn a_single_nested_attribute_is_planned_part_by_part() {
    let schema = with_nested(Nesting::Single);
    let made = json!({"mount": {"host": "a", "path": "/mnt", "lun": "?!"}});
    plans(schema, &json!(null), &json!({"mount": {"host": "a", "key": "k"}}), &made);
    let prior = json!({"mount": {"host": "a", "path": "/mnt", "lun": "1"}});
    plans(schema, &prior, &json!({"mount": {"host": "a"}}), &prior);
    let changed = json!({"mount": {"host": "b", "path": "/mnt", "lun": "1"}});
    plans(schema, &prior, &json!({"mount": {"host": "b"}}), &changed);
    plans(schema, &prior, &json!({}), &json!({}));
    plans(schema, &prior, &json!({"mount": "?"}), &json!({"mount": "?"}));
}

#[test]
fn a_nested_list_gets_defaults_and_keeps_computed_parts() {
    let schema = with_nested(Nesting::List);
    let prior = json!({"mount": [{"host": "a", "path": "/mnt", "lun": "1"}]});
    plans(schema, &prior, &json!({"mount": [{"host": "a"}]}), &prior);
    let longer = json!({"mount": [
        {"host": "a", "path": "/mnt", "lun": "1"},
        {"host": "b", "path": "/x", "lun": "?!"},
    ]});
    plans(schema, &prior, &json!({"mount": [{"host": "a"}, {"host": "b", "path": "/x"}]}), &longer);
    plans(schema, &prior, &json!({"mount": []}), &json!({"mount": []}));
}

#[test]
fn a_nested_set_gets_defaults_and_keeps_computed_parts() {
    let inner = mount().into_iter().filter(|attribute| attribute.name != "key").collect();
    let schema = resource(vec![nested("mount", Nesting::Set, inner)]);
    let prior = json!({"mount": [{"host": "a", "path": "/mnt", "lun": "1"}]});
    plans(schema, &prior, &json!({"mount": [{"host": "a"}]}), &prior);
    let more = json!({"mount": [
        {"host": "a", "path": "/mnt", "lun": "1"},
        {"host": "b", "path": "/mnt", "lun": "?!"},
    ]});
    plans(schema, &prior, &json!({"mount": [{"host": "b"}, {"host": "a"}]}), &more);
}

#[test]
fn a_nested_map_is_paired_by_key() {
    let schema = with_nested(Nesting::Map);
    let prior = json!({"mount": {"x": {"host": "a", "path": "/mnt", "lun": "1"}}});
    let config = json!({"mount": {"x": {"host": "b"}, "y": {"host": "a"}}});
    let expected = json!({"mount": {
        "x": {"host": "b", "path": "/mnt", "lun": "1"},
        "y": {"host": "a", "path": "/mnt", "lun": "?!"},
    }});
    plans(schema, &prior, &config, &expected);
}

#[test]
fn an_absent_list_set_or_map_of_blocks_is_empty() {
    for nesting in [BlockNesting::List, BlockNesting::Set] {
        plans(with_block(nesting), &json!(null), &json!({"mount": []}), &json!({"mount": []}));
    }
    plans(with_block(BlockNesting::Map), &json!(null), &json!({"mount": {}}), &json!({"mount": {}}));
}

#[test]
fn a_single_block_may_be_absent_and_a_group_never_is() {
    plans(with_block(BlockNesting::Single), &json!(null), &json!({}), &json!({}));
    let made = json!({"mount": {"host": "a", "path": "/mnt", "lun": "?!"}});
    for nesting in [BlockNesting::Single, BlockNesting::Group] {
        plans(with_block(nesting), &json!(null), &json!({"mount": {"host": "a"}}), &made);
    }
}

#[test]
fn block_instances_keep_computed_parts_in_every_nesting() {
    let one = json!({"host": "a", "path": "/mnt", "lun": "1"});
    for nesting in [BlockNesting::List, BlockNesting::Set] {
        let prior = json!({"mount": [one], "name": "a"});
        let expected = json!({"mount": [one], "name": "b"});
        plans(with_block(nesting), &prior, &json!({"mount": [{"host": "a"}], "name": "b"}), &expected);
    }
    let prior = json!({"mount": {"k": one}, "name": "a"});
    let expected = json!({"mount": {"k": one}, "name": "b"});
    plans(with_block(BlockNesting::Map), &prior, &json!({"mount": {"k": {"host": "a"}}, "name": "b"}), &expected);
    for nesting in [BlockNesting::Single, BlockNesting::Group] {
        let prior = json!({"mount": one, "name": "a"});
        let expected = json!({"mount": one, "name": "b"});
        plans(with_block(nesting), &prior, &json!({"mount": {"host": "a"}, "name": "b"}), &expected);
    }
}

#[test]
fn an_unknown_number_of_blocks_is_planned_as_configured() {
    let schema = with_block(BlockNesting::List);
    let mut config = value(&schema.block, &json!({"mount": []}));
    let unknown = Value::unknown_with(Refinement::default().not_null().length_at_least(1));
    let Value::Object(members) = &mut config else { panic!() };
    members.insert("mount".into(), unknown.clone());
    assert_eq!(planned(schema, &Value::Null, &config).planned.get("mount"), Some(&unknown));
}

#[test]
fn computed_blocks_are_unknown_until_made_and_kept_while_nothing_changes() {
    let block = NestedBlock { computed: true, ..nested_block("disk", BlockNesting::List, vec![computed("id")]) };
    let schema = resource_of(level(vec![optional("name")], vec![block]));
    plans(schema, &json!(null), &json!({"name": "a"}), &json!({"name": "a", "disk": "?"}));
    let prior = json!({"name": "a", "disk": [{"id": "1"}]});
    plans(schema, &prior, &json!({"name": "a"}), &prior);
    plans(schema, &prior, &json!({"name": "b"}), &json!({"name": "b", "disk": "?"}));
}

#[test]
fn a_computed_nested_attribute_is_unknown_as_a_whole() {
    let ports = nested("ports", Nesting::List, vec![computed("number")]);
    let schema = resource(vec![Attribute { mode: Mode::Computed, ..ports }, optional("name")]);
    plans(schema, &json!(null), &json!({}), &json!({"ports": "?!"}));
    let prior = json!({"ports": [{"number": "1"}], "name": "a"});
    plans(schema, &prior, &json!({"name": "a"}), &prior);
    plans(schema, &prior, &json!({"name": "b"}), &json!({"ports": "?!", "name": "b"}));
}

#[test]
fn a_changed_part_deep_down_marks_the_whole_object() {
    let leaf = nested("leaf", Nesting::Single, vec![optional("a"), computed("b")]);
    let schema = resource(vec![nested("branch", Nesting::Map, vec![leaf]), computed("status")]);
    let prior = json!({"branch": {"k": {"leaf": {"a": "1", "b": "x"}}}, "status": "ok"});
    let expected = json!({"branch": {"k": {"leaf": {"a": "2", "b": "?!"}}}, "status": "?!"});
    plans(schema, &prior, &json!({"branch": {"k": {"leaf": {"a": "2"}}}}), &expected);
}

#[test]
fn floats_inside_nested_elements_are_planned_as_configured() {
    let ratio = Attribute { ty: AttributeType::Float64, ..optional("ratio") };
    let schema = resource(vec![nested("part", Nesting::List, vec![ratio])]);
    let prior = json!({"part": [{"ratio": "0.5"}]});
    plans(schema, &prior, &json!({"part": [{"ratio": "0.25"}]}), &json!({"part": [{"ratio": "0.25"}]}));
}

/// With something dynamic inside, the instances of a list block travel as a tuple and those of a map block as an object.
mod loose {
    use super::{Attribute, AttributeType, ResourceSchema, required, resource_of};
    use super::{BlockNesting, Literal, Mode, WhenUnset, computed, either, level, nested_block, optional, planned};
    use tfgen_cty::{Type, Value};

    fn schema(nesting: BlockNesting) -> &'static ResourceSchema {
        let attributes = vec![
            required("name"),
            Attribute { default: Some(Literal::String("blue")), ..either("color") },
            Attribute { ty: AttributeType::Dynamic, ..optional("extra") },
            Attribute { mode: Mode::Computed, when_unset: WhenUnset::PriorState, ..computed("lot") },
        ];
        resource_of(level(vec![optional("label")], vec![nested_block("item", nesting, attributes)]))
    }

    /// An instance and its type: as it is configured, or as it is planned or stored.
    fn item(name: &str, extra: (Type, Value), stored: Option<Value>) -> (Type, Value) {
        let (color, lot) = stored.map_or((Value::Null, Value::Null), |lot| (Value::string("blue"), lot));
        let ty = [("color", Type::String), ("extra", extra.0), ("lot", Type::String), ("name", Type::String)];
        let value = [("color", color), ("extra", extra.1), ("lot", lot), ("name", Value::string(name))];
        (Type::object(ty), Value::object(value))
    }

    fn object(label: &str, items: Value) -> Value {
        Value::object([("item", items), ("label", Value::string(label))])
    }

    fn listed(label: &str, items: Vec<(Type, Value)>) -> Value {
        let (types, values): (Vec<_>, Vec<_>) = items.into_iter().unzip();
        object(label, Value::dynamic(Type::tuple(types), Value::tuple(values)))
    }

    fn text(text: &str) -> (Type, Value) {
        (Type::String, Value::string(text))
    }

    fn number() -> (Type, Value) {
        (Type::Number, Value::number(1_i64))
    }

    fn nothing() -> (Type, Value) {
        (Type::Dynamic, Value::Null)
    }

    #[test]
    fn each_instance_is_planned_by_itself() {
        let schema = schema(BlockNesting::List);
        let lot = || Some(Value::string("l"));
        let prior = listed("a", vec![item("x", text("1"), lot()), item("y", number(), lot())]);
        let same = listed("a", vec![item("x", text("1"), None), item("y", number(), None)]);
        assert_eq!(planned(schema, &prior, &same).planned, prior);

        let config =
            listed("a", vec![item("x", text("2"), None), item("y", number(), None), item("z", nothing(), None)]);
        let plan = planned(schema, &prior, &config).planned;
        let new = plan.get("item").unwrap().elements().unwrap()[2].get("lot").unwrap().clone();
        assert!(new.is_unknown(), "a new instance has yet to get its lot");
        let items = vec![item("x", text("2"), lot()), item("y", number(), lot()), item("z", nothing(), Some(new))];
        assert_eq!(plan, listed("a", items));
    }

    #[test]
    fn those_of_a_map_keep_their_keys() {
        let schema = schema(BlockNesting::Map);
        let mapped = |(ty, value): (Type, Value)| {
            object("a", Value::dynamic(Type::object([("k", ty)]), Value::object([("k", value)])))
        };
        let prior = mapped(item("x", text("1"), Some(Value::string("l"))));
        assert_eq!(planned(schema, &prior, &mapped(item("x", text("1"), None))).planned, prior);
        let changed = planned(schema, &prior, &mapped(item("x", number(), None))).planned;
        assert_eq!(changed, mapped(item("x", number(), Some(Value::string("l")))));
    }
}
