//! What each breach of core's rules is told as, in full: `told.txt` is for a reader to review, and holds every sentence that the
//! checks have. `TFGEN_ACCEPT=1` writes what is said now.

use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::path::Path;
use tfgen_cty::{Number, Path as Address, Refinement, Value};
use tfgen_runtime::Diagnostics;
use tfgen_runtime::check::{
    conforms, object_compatible, plan_valid, replace_paths_exist, wholly_known, write_only_null,
};
use tfgen_runtime::schema::{Attribute, AttributeType, Block, BlockNesting, Nesting};

use crate::invalid::check_file;
use crate::planning::tables::{computed, level, nested, nested_block, optional, value};

/// The checks themselves: what they can say is written in them.
const SOURCES: [&str; 3] = [
    include_str!("../../runtime/src/check/compatible.rs"),
    include_str!("../../runtime/src/check/plan.rs"),
    include_str!("../../runtime/src/check/value.rs"),
];

fn attributes(attributes: Vec<Attribute>) -> Block {
    level(attributes, Vec::new())
}

fn one(ty: AttributeType) -> Block {
    attributes(vec![Attribute { ty, ..optional("a") }])
}

fn objects(nesting: Nesting) -> Block {
    attributes(vec![nested("n", nesting, vec![optional("a")])])
}

fn blocks(nesting: BlockNesting) -> Block {
    level(Vec::new(), vec![nested_block("b", nesting, vec![optional("a"), computed("c")])])
}

/// All that is said, under headings.
#[derive(Default)]
struct Page(String);

impl Page {
    fn says(&mut self, heading: &str, found: &Diagnostics) {
        assert!(!found.is_empty(), "{heading}: nothing is said");
        let _ = writeln!(self.0, "=== {heading}\n");
        for diagnostic in found {
            let place = diagnostic.path.as_ref().map_or("no attribute".to_owned(), ToString::to_string);
            let _ = writeln!(self.0, "[{place}] {}\n\n{}\n", diagnostic.summary, diagnostic.detail);
        }
    }

    fn plan(&mut self, heading: &str, block: &Block, [prior, config, planned]: [Json; 3]) {
        let [prior, config, planned] = [prior, config, planned].map(|json| value(block, &json));
        self.says(&format!("a plan: {heading}"), &plan_valid(block, &prior, &config, &planned));
    }

    fn result(&mut self, heading: &str, block: &Block, [planned, actual]: [Json; 2]) {
        let [planned, actual] = [planned, actual].map(|json| value(block, &json));
        self.says(&format!("a result: {heading}"), &object_compatible(block, &planned, &actual));
    }
}

fn plans_of_attributes(page: &mut Page) {
    let text = one(AttributeType::String);
    let set = |of: &str| json!({"a": of});
    page.plan("the object is configured, but not planned", &text, [set("old"), set("new"), json!(null)]);
    page.plan("the object is planned, but not configured", &text, [json!(null), json!(null), set("new")]);
    page.plan("another value than configured", &text, [set("old"), set("new"), set("other")]);
    page.plan("a value that nobody asked for", &text, [set("old"), json!({}), set("old")]);
    let secret = Attribute { sensitive: true, ..optional("a") };
    page.plan("a sensitive value", &attributes(vec![secret]), [set("old"), set("new"), set("other")]);
    let key = Attribute { write_only: true, ..optional("a") };
    page.plan("a write-only value", &attributes(vec![key]), [json!({}), set("new"), set("new")]);
    let unknown = json!({"n": "?"});
    let single = json!({"n": {"a": "x"}});
    let nested = objects(Nesting::Single);
    page.plan("a configured object is unknown", &nested, [single.clone(), single.clone(), unknown.clone()]);
    page.plan("an object of which nothing is known is planned", &nested, [json!({}), unknown, single]);
    let [none, x, xy] = [json!([]), json!([{"a": "x"}]), json!([{"a": "x"}, {"a": "y"}])].map(|of| json!({"n": of}));
    page.plan("a list is longer", &objects(Nesting::List), [none.clone(), x.clone(), xy.clone()]);
    page.plan("a set is smaller", &objects(Nesting::Set), [none, xy, x]);
    let [k, l] = ["k", "l"].map(|key| json!({"n": {key: {"a": "x"}}}));
    page.plan("a map has other keys", &objects(Nesting::Map), [k.clone(), k, l]);
}

fn plans_of_blocks(page: &mut Page) {
    let list = blocks(BlockNesting::List);
    let [unknown, unknown_one, none, two] = [json!("?"), json!(["?"]), json!([]), json!([{"a": "x"}, {"a": "y"}])];
    let [unknown, unknown_one, none, two] = [unknown, unknown_one, none, two].map(|of| json!({"b": of}));
    let one = json!({"b": [{"a": "x"}]});
    page.plan("blocks of unknown number are planned", &list, [none.clone(), unknown.clone(), none.clone()]);
    page.plan("configured blocks are of unknown number", &list, [none.clone(), one.clone(), unknown]);
    page.plan("blocks that are not there are null", &list, [none.clone(), none.clone(), json!({})]);
    page.plan("a block is unknown", &list, [none.clone(), one.clone(), unknown_one]);
    page.plan("there are more blocks", &list, [none, one, two]);
    let map = blocks(BlockNesting::Map);
    page.plan("a block of another key", &map, ["k", "k", "l"].map(|key| json!({"b": {key: {"a": "x"}}})));
}

fn results_of_attributes(page: &mut Page) {
    let text = one(AttributeType::String);
    let set = |of: &str| json!({"a": of});
    page.result("the object is gone", &text, [set("x"), json!(null)]);
    page.result("the object is there", &text, [json!(null), set("x")]);
    page.result("another value", &text, [set("x"), set("y")]);
    page.result("no value any more", &text, [set("x"), json!({})]);
    page.result("a value where none was", &text, [json!({}), set("x")]);
    page.result("an unknown value", &text, [set("x"), set("?")]);
    page.result("null, which the plan had ruled out", &text, [set("?!"), json!({})]);
    let prefixed = Value::object([("a", Value::unknown_with(Refinement::default().prefix("disk-")))]);
    let found = object_compatible(&text, &prefixed, &value(&text, &set("vm-1")));
    page.says("a result: another beginning than the plan had promised", &found);
    let secret = attributes(vec![Attribute { sensitive: true, ..optional("a") }]);
    page.result("a sensitive value", &secret, [set("x"), set("y")]);
    page.result("a dynamic value of another type", &one(AttributeType::Dynamic), [set("x"), json!({"a": true})]);
    let wrong = Value::object([("a", Value::Bool(true))]);
    page.says("a result: a value of another type", &object_compatible(&text, &value(&text, &set("x")), &wrong));
    let list = one(AttributeType::List(&AttributeType::String));
    page.result("fewer elements", &list, [json!({"a": ["x", "y"]}), json!({"a": ["x"]})]);
    page.result("more elements", &list, [json!({"a": ["x"]}), json!({"a": ["x", "y"]})]);
    let map = one(AttributeType::Map(&AttributeType::String));
    page.result("another key", &map, [json!({"a": {"k": "x"}}), json!({"a": {"l": "x"}})]);
    let set = one(AttributeType::Set(&AttributeType::String));
    page.result("another element", &set, [json!({"a": ["x"]}), json!({"a": ["y"]})]);
    page.result("a larger set", &set, [json!({"a": ["?"]}), json!({"a": ["x", "y"]})]);
}

fn results_of_blocks(page: &mut Page) {
    let list = blocks(BlockNesting::List);
    page.result("fewer blocks", &list, [json!({"b": [{"a": "x"}]}), json!({"b": []})]);
    let map = blocks(BlockNesting::Map);
    page.result("a block of another key", &map, ["k", "l"].map(|key| json!({"b": {key: {"a": "x"}}})));
}

fn single_values(page: &mut Page) {
    let text = one(AttributeType::String);
    page.says("a value: unknown where all must be known", &wholly_known(&text, &value(&text, &json!({"a": "?"}))));
    let key = attributes(vec![Attribute { write_only: true, ..optional("a") }]);
    page.says("a value: write-only", &write_only_null(&key, &value(&key, &json!({"a": "x"}))));
    page.says("a value: of the wrong type", &conforms(&text, &Value::object([("a", Value::Bool(true))])));
    let number = one(AttributeType::Number);
    let infinite = Number::from_f64(f64::INFINITY).map(Value::Number).unwrap();
    page.says("a value: infinite", &conforms(&number, &Value::object([("a", infinite)])));
    let object = value(&text, &json!({"a": "x"}));
    let nowhere = [Address::root().attribute("nowhere")];
    page.says("a replacement: by nothing", &replace_paths_exist(&text, &object, &object, &nowhere));
}

fn page() -> String {
    let mut page = Page::default();
    plans_of_attributes(&mut page);
    plans_of_blocks(&mut page);
    results_of_attributes(&mut page);
    results_of_blocks(&mut page);
    single_values(&mut page);
    page.0
}

#[test]
fn every_breach_says_the_rule_what_there_was_and_what_to_change() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("check/told.txt");
    check_file(&path, &page()).unwrap_or_else(|differs| panic!("{differs}"));
}

/// The texts of a source file, without what is filled in and what is too short to be a sentence.
fn sentences(source: &str) -> Vec<String> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let texts = code.split('"').skip(1).step_by(2).map(|text| {
        // A text that goes on in the next line begins where that one does.
        let mut parts = text.split("\\\n");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |joined, part| joined + part.trim_start())
    });
    let texts: Vec<String> = texts.collect();
    let pieces = texts.iter().flat_map(|text| text.split("\\n")).flat_map(|text| text.split(['{', '}']));
    pieces.filter(|piece| piece.trim().contains(' ')).map(str::to_owned).collect()
}

#[test]
fn every_sentence_of_the_checks_is_on_the_page() {
    let page = page();
    let all: Vec<String> = SOURCES.iter().flat_map(|source| sentences(source)).collect();
    assert!(all.len() > 60, "the sentences are not where they are expected: {all:#?}");
    let missing: Vec<&String> = all.iter().filter(|sentence| !page.contains(sentence.as_str())).collect();
    assert!(missing.is_empty(), "no breach says {missing:#?}");
}
