//! How long it takes to plan a change of one element in a set of many: it has to grow with the set, not with its square.

use std::time::Instant;
use tfgen_cty::Value;
use tfgen_runtime::planning::{PlanInput, plan};
use tfgen_runtime::schema::{Attribute, AttributeType, Block, Literal, Mode, Nesting, ResourceSchema, WhenUnset};

const RULE: &[Attribute] = &[
    Attribute { name: "host", mode: Mode::Required, ..Attribute::DEFAULT },
    Attribute { name: "id", mode: Mode::Computed, when_unset: WhenUnset::PriorState, ..Attribute::DEFAULT },
    Attribute {
        name: "port",
        ty: AttributeType::Int64,
        mode: Mode::OptionalComputed,
        default: Some(Literal::Number("80")),
        ..Attribute::DEFAULT
    },
    Attribute { name: "text", ..Attribute::DEFAULT },
];

static KEYED: ResourceSchema = schema(&[Attribute { identity_key: &["host"], ..RULES }]);
static UNKEYED: ResourceSchema = schema(&[RULES]);

const RULES: Attribute =
    Attribute { name: "rules", ty: AttributeType::Nested(Nesting::Set, RULE), ..Attribute::DEFAULT };

const fn schema(attributes: &'static [Attribute]) -> ResourceSchema {
    ResourceSchema { type_name: "acme_wall", block: Block::of(attributes), ..ResourceSchema::DEFAULT }
}

/// Milliseconds for a plan that changes one of `count` elements, the median of five; with and without an identity key.
pub fn plan_of(count: usize) -> (f64, f64) {
    (median(&KEYED, count), median(&UNKEYED, count))
}

fn median(schema: &'static ResourceSchema, count: usize) -> f64 {
    let (prior, config) = (wall(count, true), wall(count, false));
    let mut times: Vec<f64> = (0..5)
        .map(|_| {
            let started = Instant::now();
            let planned = plan(PlanInput { schema, prior: &prior, proposed: &config, config: &config });
            let taken = started.elapsed().as_secs_f64() * 1e3;
            assert_ne!(planned.planned, prior, "one element changes");
            taken
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[2]
}

/// A wall as it is stored, or as it is configured: with another text in one rule, and what is computed left out.
fn wall(count: usize, stored: bool) -> Value {
    let rule = |n: usize| {
        let text = if n == count / 2 && !stored { "changed".into() } else { format!("rule {n}") };
        let (id, port) =
            if stored { (Value::string(format!("r-{n}")), Value::number(80_i64)) } else { (Value::Null, Value::Null) };
        Value::object([
            ("host", Value::string(format!("host-{n}"))),
            ("id", id),
            ("port", port),
            ("text", Value::string(text)),
        ])
    };
    Value::object([("rules", Value::set((0..count).map(rule)))])
}
