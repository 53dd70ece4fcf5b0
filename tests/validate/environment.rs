//! A provider's configuration from its environment and defaults.

use serde_json::{Value as Json, json};
use tfgen_cty::Value;
use tfgen_runtime::schema::{Attribute, AttributeType, Block, Literal};
use tfgen_runtime::validate::environment::fill;

use super::told;
use crate::planning::tables::{level, optional, value};

fn block() -> Block {
    let endpoint = Attribute { env: &["ACME_URL", "ACME_ENDPOINT"], ..optional("endpoint") };
    let ty = AttributeType::Int64;
    let retries = Attribute { ty, env: &["ACME_RETRIES"], default: Some(Literal::Number("3")), ..optional("retries") };
    let hosts =
        Attribute { ty: AttributeType::List(&AttributeType::String), env: &["ACME_HOSTS"], ..optional("hosts") };
    let debug = Attribute { ty: AttributeType::Bool, env: &["ACME_DEBUG"], sensitive: true, ..optional("debug") };
    level(vec![endpoint, retries, hosts, debug], Vec::new())
}

fn filled(config: &Json, environment: &[(&str, &str)]) -> (Value, Vec<String>) {
    let lookup = |name: &str| environment.iter().find(|(other, _)| *other == name).map(|(_, text)| (*text).to_owned());
    let block = block();
    let (value, found) = fill(&block, &value(&block, config), lookup);
    (value, told(&found))
}

#[track_caller]
fn fills(config: &Json, environment: &[(&str, &str)], expected: &Json) {
    assert_eq!(filled(config, environment), (value(&block(), expected), Vec::new()));
}

#[test]
fn the_first_variable_that_is_set_stands_in_for_null() {
    let environment = [("ACME_URL", ""), ("ACME_ENDPOINT", "https://b")];
    fills(&json!({}), &environment, &json!({"endpoint": "https://b", "retries": 3}));
    let environment = [("ACME_URL", "https://a"), ("ACME_ENDPOINT", "https://b")];
    fills(&json!({}), &environment, &json!({"endpoint": "https://a", "retries": 3}));
}

#[test]
fn what_is_configured_or_unknown_stays() {
    let environment = [("ACME_URL", "https://a"), ("ACME_RETRIES", "9")];
    fills(&json!({"endpoint": "x", "retries": "?"}), &environment, &json!({"endpoint": "x", "retries": "?"}));
}

#[test]
fn the_environment_comes_before_the_default() {
    fills(&json!({}), &[("ACME_RETRIES", "9")], &json!({"retries": 9}));
    fills(&json!({}), &[], &json!({"retries": 3}));
}

#[test]
fn text_is_read_by_the_attributes_type() {
    let environment = [("ACME_DEBUG", "1"), ("ACME_HOSTS", r#"["a", "b"]"#)];
    fills(&json!({}), &environment, &json!({"debug": true, "hosts": ["a", "b"], "retries": 3}));
}

#[test]
fn text_that_does_not_fit_is_an_error_that_does_not_show_it() {
    let (_, found) = filled(&json!({}), &[("ACME_DEBUG", "hunter2")]);
    let expected = "debug: Invalid environment variable: `debug` is not configured, so the environment variable \
                    ACME_DEBUG gives its value, but that is not of the type: true or false.";
    assert_eq!(found, [expected]);
}
