//! Which changes replace the object, and where Terraform is told to look.

use serde_json::json;
use tfgen_runtime::schema::{Attribute, Literal, Nesting, RequiresReplace};

use super::tables::{computed, either, nested, optional, replacing, required, resource};

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
