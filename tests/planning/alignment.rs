//! Which element continues which: the complaints that people have about index pairing, and the cost of doing better.

use serde_json::{Value as Json, json};
use tfgen_cty::Value;
use tfgen_runtime::planning::alignment::{Alignment, Comparison, Elements, align};
use tfgen_runtime::schema::{Attribute, Block, Literal, Nesting, ResourceSchema, WhenUnset};

use super::tables::{computed, either, level, nested, optional, plans, required, resource, value};

fn rule() -> Vec<Attribute> {
    vec![
        required("name"),
        optional("port"),
        Attribute { default: Some(Literal::String("tcp")), ..either("protocol") },
        Attribute { when_unset: WhenUnset::PriorState, ..computed("id") },
    ]
}

fn rules(nesting: Nesting, identity_key: &'static [&'static str]) -> &'static ResourceSchema {
    resource(vec![Attribute { identity_key, ..nested("rules", nesting, rule()) }])
}

fn stored(name: &str, port: &str, id: &str) -> Json {
    json!({"name": name, "port": port, "protocol": "tcp", "id": id})
}

fn configured(name: &str, port: &str) -> Json {
    json!({"name": name, "port": port})
}

fn kinds() -> [(Nesting, &'static [&'static str]); 4] {
    let (by_name, by_content): (&'static [&'static str], &'static [&'static str]) = (&["name"], &[]);
    [(Nesting::Set, by_name), (Nesting::Set, by_content), (Nesting::List, by_name), (Nesting::List, by_content)]
}

#[test]
fn reordered_elements_keep_their_ids() {
    let prior = json!({"rules": [stored("a", "1", "A"), stored("b", "2", "B")]});
    let config = json!({"rules": [configured("b", "2"), configured("a", "1")]});
    let expected = json!({"rules": [stored("b", "2", "B"), stored("a", "1", "A")]});
    for (nesting, key) in kinds() {
        plans(rules(nesting, key), &prior, &config, &expected);
    }
}

#[test]
fn an_element_inserted_in_front_is_new_and_the_others_stay() {
    let prior = json!({"rules": [stored("m", "1", "M"), stored("n", "2", "N")]});
    let config = json!({"rules": [configured("a", "0"), configured("m", "1"), configured("n", "2")]});
    let expected = json!({"rules": [stored("a", "0", "?!"), stored("m", "1", "M"), stored("n", "2", "N")]});
    for (nesting, key) in kinds() {
        plans(rules(nesting, key), &prior, &config, &expected);
    }
}

#[test]
fn a_changed_element_keeps_its_id() {
    let prior = json!({"rules": [stored("a", "1", "A"), stored("b", "2", "B"), stored("c", "3", "C")]});
    let config = json!({"rules": [configured("a", "1"), configured("b", "9"), configured("c", "3")]});
    let expected = json!({"rules": [stored("a", "1", "A"), stored("b", "9", "B"), stored("c", "3", "C")]});
    for (nesting, key) in kinds() {
        plans(rules(nesting, key), &prior, &config, &expected);
    }
}

#[test]
fn a_removed_element_takes_no_other_ones_id_along() {
    let prior = json!({"rules": [stored("a", "1", "A"), stored("b", "2", "B")]});
    let config = json!({"rules": [configured("b", "2")]});
    for (nesting, key) in kinds() {
        plans(rules(nesting, key), &prior, &config, &json!({"rules": [stored("b", "2", "B")]}));
    }
}

#[test]
fn with_an_identity_key_another_key_is_another_element() {
    let prior = json!({"rules": [stored("a", "1", "A")]});
    let config = json!({"rules": [configured("z", "1")]});
    let expected = json!({"rules": [stored("z", "1", "?!")]});
    plans(rules(Nesting::Set, &["name"]), &prior, &config, &expected);
    plans(rules(Nesting::List, &["name"]), &prior, &config, &expected);
}

#[test]
fn an_unknown_key_pairs_with_nothing_and_disturbs_nothing() {
    let prior = json!({"rules": [stored("a", "1", "A"), stored("b", "2", "B")]});
    let config = json!({"rules": [configured("a", "7"), configured("?", "2")]});
    let expected = json!({"rules": [stored("a", "7", "A"), stored("?", "2", "?!")]});
    plans(rules(Nesting::Set, &["name"]), &prior, &config, &expected);
    plans(rules(Nesting::List, &["name"]), &prior, &config, &expected);
}

#[test]
fn without_a_key_only_certain_pairs_are_made_while_something_is_unknown() {
    let set = nested("rules", Nesting::Set, rule().into_iter().filter(|it| it.name != "protocol").collect());
    let schema = resource(vec![set]);
    let one = |name: &str, port: &str, id: &str| json!({"name": name, "port": port, "id": id});
    let prior = json!({"rules": [one("a", "1", "A"), one("b", "2", "B")]});
    let config = json!({"rules": [configured("a", "1"), configured("b", "?")]});
    plans(schema, &prior, &config, &json!({"rules": [one("a", "1", "A"), one("b", "?", "?!")]}));
}

#[test]
fn the_only_element_of_a_list_is_the_same_one() {
    let prior = json!({"rules": [stored("a", "1", "A")]});
    let config = json!({"rules": [{"name": "?", "port": "9"}]});
    plans(rules(Nesting::List, &[]), &prior, &config, &json!({"rules": [stored("?", "9", "A")]}));
}

#[test]
fn an_ambiguous_match_is_none() {
    let schema = rules(Nesting::Set, &[]);
    let prior = json!({"rules": [stored("a", "1", "A"), stored("b", "1", "B")]});
    let config = json!({"rules": [configured("c", "1"), configured("d", "1")]});
    plans(schema, &prior, &config, &json!({"rules": [stored("c", "1", "?!"), stored("d", "1", "?!")]}));
}

#[test]
fn elements_that_leave_more_open_come_last() {
    let inner =
        vec![required("name"), either("zone"), Attribute { when_unset: WhenUnset::PriorState, ..computed("id") }];
    let schema = resource(vec![nested("rules", Nesting::Set, inner)]);
    let prior = json!({"rules": [{"name": "a", "zone": "x", "id": "A"}]});
    let config = json!({"rules": [{"name": "a"}, {"name": "a", "zone": "x"}]});
    let expected = json!({"rules": [{"name": "a", "zone": "?!", "id": "?!"}, {"name": "a", "zone": "x", "id": "A"}]});
    plans(schema, &prior, &config, &expected);
}

fn work(block: Block, identity_key: &'static [&'static str], ordered: bool, count: usize, shift: usize) -> Alignment {
    let element = |at: usize, id: &Json| {
        value(&block, &json!({"name": format!("n{at}"), "port": at.to_string(), "protocol": "tcp", "id": id}))
    };
    let now: Vec<Value> = (0..count).map(|at| element(at + shift, &json!(null))).collect();
    let before: Vec<Value> = (0..count).map(|at| element(at, &json!(at.to_string()))).collect();
    let elements = Elements { block, identity_key, ordered, comparison: Comparison::Configured };
    align(&elements, &now.iter().collect::<Vec<_>>(), &before.iter().collect::<Vec<_>>())
}

#[test]
fn the_work_grows_with_the_number_of_elements_not_with_its_square() {
    let block = level(rule(), Vec::new());
    for (key, ordered) in [(&[][..], false), (&[][..], true), (&["name"][..], false)] {
        let small = work(block, key, ordered, 500, 1);
        let large = work(block, key, ordered, 2000, 1);
        assert_eq!(large.pairs.iter().flatten().count(), 1999);
        assert!(large.work <= small.work * 4 + 100, "{} for 500, {} for 2000", small.work, large.work);
        assert!(large.work < 40_000, "{}", large.work);
    }
}

#[test]
fn two_thousand_equal_masks_and_anchors_stay_linear() {
    let inner = vec![either("a"), either("b"), computed("id")];
    let block = level(inner, Vec::new());
    let element =
        |at: usize, id: &Json| value(&block, &json!({"a": at.to_string(), "b": (at / 2).to_string(), "id": id}));
    let now: Vec<Value> = (0..2000).rev().map(|at| element(at, &json!(null))).collect();
    let before: Vec<Value> = (0..2000).map(|at| element(at, &json!("x"))).collect();
    let elements = Elements { block, identity_key: &[], ordered: false, comparison: Comparison::Configured };
    let found = align(&elements, &now.iter().collect::<Vec<_>>(), &before.iter().collect::<Vec<_>>());
    assert_eq!(found.pairs, (0..2000).rev().map(Some).collect::<Vec<_>>());
    assert!(found.work < 20_000, "{}", found.work);
}

#[test]
fn an_element_with_one_choice_gets_it_from_one_that_has_another() {
    let schema = resource(vec![nested("rules", Nesting::Set, vec![either("a"), either("b"), either("c")])]);
    let prior = json!({"rules": [
        {"a": "1", "b": "1", "c": "1"},
        {"a": "1", "b": "2", "c": "2"},
        {"a": "2", "b": "2", "c": "1"},
    ]});
    plans(schema, &prior, &json!({"rules": [{"a": "1"}, {"b": "2"}, {"c": "1"}]}), &prior);
    plans(schema, &prior, &json!({"rules": [{"b": "1"}, {"a": "1"}, {"c": "1"}]}), &prior);
}
