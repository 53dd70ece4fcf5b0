//! Which changes replace the object, and where Terraform is told to look.

use serde_json::{Value as Json, json};
use tfgen_runtime::schema::{Attribute, BlockNesting, Literal, NestedBlock, Nesting, RequiresReplace, ResourceSchema};

use super::tables::{
    computed, either, level, nested, nested_block, optional, replacing, required, resource, resource_of,
};

fn always(attribute: Attribute) -> Attribute {
    Attribute { requires_replace: RequiresReplace::Always, ..attribute }
}

fn if_configured(attribute: Attribute) -> Attribute {
    Attribute { requires_replace: RequiresReplace::IfConfigured, ..attribute }
}

#[test]
fn a_change_replaces_and_nothing_else_does() {
    let schema = resource(vec![always(required("zone")), optional("name")]);
    assert_eq!(replacing(schema, &json!({"zone": "a"}), &json!({"zone": "b"})), ["zone"]);
    assert_eq!(replacing(schema, &json!({"zone": "a"}), &json!({"zone": "?"})), ["zone"]);
    assert!(replacing(schema, &json!({"zone": "a"}), &json!({"zone": "a", "name": "x"})).is_empty());
    assert!(replacing(schema, &json!(null), &json!({"zone": "a"})).is_empty());
}

#[test]
fn if_configured_does_not_replace_when_the_value_is_removed() {
    let schema = resource(vec![if_configured(optional("source"))]);
    assert_eq!(replacing(schema, &json!({"source": "a"}), &json!({"source": "b"})), ["source"]);
    assert!(replacing(schema, &json!({"source": "a"}), &json!({})).is_empty());
}

#[test]
fn a_default_counts_as_a_change_but_not_as_configured() {
    let default = Some(Literal::String("ssd"));
    let schema = resource(vec![always(Attribute { default, ..either("kind") })]);
    assert_eq!(replacing(schema, &json!({"kind": "hdd"}), &json!({})), ["kind"]);
    let schema = resource(vec![if_configured(Attribute { default, ..either("kind") })]);
    assert!(replacing(schema, &json!({"kind": "hdd"}), &json!({})).is_empty());
}

#[test]
fn a_computed_attribute_new_in_the_schema_replaces_nothing() {
    let schema = resource(vec![always(computed("arn")), optional("name")]);
    assert!(replacing(schema, &json!({"name": "a"}), &json!({"name": "b"})).is_empty());
}

#[test]
fn paths_lead_into_lists_and_maps_and_stop_at_sets() {
    let inner = || vec![always(required("host")), optional("note")];
    let schema = resource(vec![nested("disks", Nesting::List, inner())]);
    let (prior, config) = (json!({"disks": [{"host": "a"}]}), json!({"disks": [{"host": "b"}]}));
    assert_eq!(replacing(schema, &prior, &config), ["disks[0].host"]);
    let schema = resource(vec![nested("disks", Nesting::Map, inner())]);
    let (prior, config) = (json!({"disks": {"k": {"host": "a"}}}), json!({"disks": {"k": {"host": "b"}}}));
    assert_eq!(replacing(schema, &prior, &config), [r#"disks["k"].host"#]);
    let schema = resource(vec![nested("disks", Nesting::Set, inner())]);
    let (prior, config) =
        (json!({"disks": [{"host": "a", "note": "n"}]}), json!({"disks": [{"host": "b", "note": "n"}]}));
    assert_eq!(replacing(schema, &prior, &config), ["disks"]);
}

#[test]
fn an_element_that_moved_is_compared_with_itself_not_with_its_neighbour() {
    let disks = nested("disks", Nesting::List, vec![required("host"), always(required("size"))]);
    let schema = resource(vec![Attribute { identity_key: &["host"], ..disks }]);
    let prior = json!({"disks": [{"host": "a", "size": "1"}, {"host": "b", "size": "2"}]});
    let swapped = json!({"disks": [{"host": "b", "size": "2"}, {"host": "a", "size": "1"}]});
    assert!(replacing(schema, &prior, &swapped).is_empty());
}

#[test]
fn where_terraform_would_see_no_change_the_path_is_that_of_the_collection() {
    let disks = nested("disks", Nesting::List, vec![required("host"), always(required("size"))]);
    let schema = resource(vec![Attribute { identity_key: &["host"], ..disks }]);
    let prior = json!({"disks": [{"host": "a", "size": "1"}, {"host": "b", "size": "2"}]});
    let config = json!({"disks": [{"host": "b", "size": "1"}, {"host": "a", "size": "1"}]});
    assert_eq!(replacing(schema, &prior, &config), ["disks[0]"]);
}

#[test]
fn each_path_is_named_once_and_in_order() {
    let disks = nested("disks", Nesting::Set, vec![always(required("host"))]);
    let schema = resource(vec![always(required("zone")), disks, always(required("arch"))]);
    let prior = json!({"zone": "a", "arch": "x", "disks": []});
    let config = json!({"zone": "b", "arch": "y", "disks": [{"host": "a"}, {"host": "b"}]});
    assert_eq!(replacing(schema, &prior, &config), ["arch", "disks", "zone"]);
}

#[test]
fn elements_that_are_unknown_may_hold_what_replaces() {
    let schema = resource(vec![nested("disks", Nesting::List, vec![always(required("host"))]), optional("name")]);
    assert_eq!(replacing(schema, &json!({"disks": []}), &json!({"disks": "?"})), ["disks"]);
    let schema = resource(vec![nested("disks", Nesting::List, vec![required("host")]), optional("name")]);
    assert!(replacing(schema, &json!({"disks": []}), &json!({"disks": "?"})).is_empty());
}

/// A resource with a name and one block, whose changes replace the object.
fn with_block(requires_replace: RequiresReplace, block: NestedBlock) -> &'static ResourceSchema {
    let block = NestedBlock { requires_replace, ..block };
    resource_of(level(vec![optional("name")], vec![block]))
}

fn rules(nesting: BlockNesting) -> NestedBlock {
    nested_block("rule", nesting, vec![required("port"), optional("note")])
}

#[test]
fn a_block_replaces_when_an_instance_comes_goes_or_changes() {
    let one = json!([{"port": "80"}]);
    for nesting in [BlockNesting::List, BlockNesting::Set] {
        let schema = with_block(RequiresReplace::Always, rules(nesting));
        let replaces =
            |prior: &Json, config: &Json| replacing(schema, &json!({"rule": prior}), &json!({"rule": config}));
        assert_eq!(replaces(&json!([]), &one), ["rule"]);
        assert_eq!(replaces(&one, &json!([])), ["rule"]);
        assert_eq!(replaces(&one, &json!([{"port": "80", "note": "web"}])), ["rule"]);
        assert_eq!(replaces(&one, &json!("?")), ["rule"]);
        assert!(replaces(&one, &one).is_empty());
        assert!(replacing(schema, &json!({"rule": one}), &json!({"rule": one, "name": "x"})).is_empty());
        assert!(replacing(schema, &json!(null), &json!({"rule": one})).is_empty());
    }
    let schema = with_block(RequiresReplace::Always, rules(BlockNesting::Map));
    let (prior, config) = (json!({"rule": {"web": {"port": "80"}}}), json!({"rule": {"web": {"port": "81"}}}));
    assert_eq!(replacing(schema, &prior, &config), ["rule"]);
    for nesting in [BlockNesting::Single, BlockNesting::Group] {
        let schema = with_block(RequiresReplace::Always, nested_block("rule", nesting, vec![optional("port")]));
        let (prior, config) = (json!({"rule": {"port": "80"}}), json!({"rule": {"port": "81"}}));
        assert_eq!(replacing(schema, &prior, &config), ["rule"]);
        assert!(replacing(schema, &prior, &prior).is_empty());
    }
}

#[test]
fn a_block_that_nobody_configures_replaces_nothing_if_configured() {
    let schema = with_block(RequiresReplace::IfConfigured, rules(BlockNesting::List));
    let one = json!({"rule": [{"port": "80"}]});
    assert_eq!(replacing(schema, &one, &json!({"rule": [{"port": "81"}]})), ["rule"]);
    assert!(replacing(schema, &one, &json!({"rule": []})).is_empty());
}

#[test]
fn a_new_instance_without_a_block_inside_is_no_change_of_that_block() {
    let inner = NestedBlock {
        requires_replace: RequiresReplace::Always,
        ..nested_block("source", BlockNesting::List, vec![required("cidr")])
    };
    let rule = NestedBlock { block: level(vec![required("port")], vec![inner]), ..rules(BlockNesting::List) };
    let schema = resource_of(level(vec![optional("name")], vec![rule]));
    let prior = json!({"rule": []});
    assert!(replacing(schema, &prior, &json!({"rule": [{"port": "80", "source": []}]})).is_empty());
    let config = json!({"rule": [{"port": "80", "source": [{"cidr": "::/0"}]}]});
    // The element is new, so that Terraform sees no change but that of the list.
    assert_eq!(replacing(schema, &prior, &config), ["rule[0].source"]);
    // What is unknown may hold it.
    assert_eq!(replacing(schema, &prior, &json!({"rule": "?"})), ["rule"]);
}

#[test]
fn a_computed_block_that_only_a_replacement_changes_stays() {
    let rule = NestedBlock { computed: true, ..nested_block("rule", BlockNesting::List, vec![either("port")]) };
    let schema = with_block(RequiresReplace::Always, rule);
    let prior = json!({"name": "a", "rule": [{"port": "80"}]});
    assert!(replacing(schema, &prior, &json!({"name": "b", "rule": null})).is_empty());
    assert_eq!(replacing(schema, &prior, &json!({"name": "a", "rule": [{"port": "81"}]})), ["rule"]);
}
