//! How the plan of a change of one element grows with the set that it is in: it has to with the set, not with its square.

use crate::calls::{Session, plan_cpu};
use crate::options::Options;
use crate::peer::Peers;
use crate::shape::rules;
use crate::table::{Figure, Table, quantile};
use std::time::Instant;
use tfgen_cty::Value;
use tfgen_runtime::planning::{PlanInput, plan};
use tfgen_runtime::schema::{Attribute, AttributeType, Block, Literal, Mode, Nesting, ResourceSchema, WhenUnset};

const COUNTS: [i64; 4] = [250, 500, 1000, 2000];

/// Plans over the wire at each peer, and ours in process.
pub fn measure(options: &Options, peers: &Peers) -> Vec<Table> {
    vec![over_the_wire(options, peers), in_process()]
}

/// Of set blocks, without anything that tells one from another.
fn over_the_wire(options: &Options, peers: &Peers) -> Table {
    let mut table = Table::new("Sets: plan of a change of one element, CPU of the provider");
    let sessions = peers.programs().map(|program| program.map(Session::open));
    let mut errors = Vec::new();
    for count in COUNTS {
        let figures = sessions.each_ref().map(|session| match session {
            Some(Ok(session)) => match plan_cpu(session, &rules(count), options.budget()) {
                Ok(milliseconds) => Figure::Measured(milliseconds),
                Err(error) => {
                    errors.push(error);
                    Figure::NotMeasured
                }
            },
            Some(Err(error)) => {
                errors.push(error.clone());
                Figure::NotMeasured
            }
            None => Figure::NotMeasured,
        });
        table.row(format!("{count} elements"), "ms", figures, None);
    }
    table.errors(errors.iter());
    table
}

/// Of nested attributes with a default and a computed member each, planning alone.
fn in_process() -> Table {
    let mut table = Table::plain(
        "Sets of nested attributes: planning alone",
        &["elements", "with an identity key", "per element", "without", "per element"],
    );
    for count in COUNTS {
        let each = |milliseconds: f64| format!("{:.2} µs", milliseconds * 1e3 / count as f64);
        let times = [&KEYED, &UNKEYED].map(|schema| median(schema, count));
        let cells = times.into_iter().flat_map(|time| [format!("{time:.2} ms"), each(time)]);
        table.cells([count.to_string()].into_iter().chain(cells).collect());
    }
    table
}

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

fn median(schema: &'static ResourceSchema, count: i64) -> f64 {
    let (prior, config) = (wall(count, true), wall(count, false));
    let mut times: Vec<f64> = (0..25)
        .map(|_| {
            let started = Instant::now();
            let planned = plan(PlanInput { schema, prior: &prior, proposed: &config, config: &config });
            let taken = started.elapsed().as_secs_f64() * 1e3;
            assert_ne!(planned.planned, prior, "one element changes");
            taken
        })
        .collect();
    quantile(&mut times, 0.5)
}

/// A wall as it is stored, or as it is configured: with another text in one rule, and what is computed left out.
fn wall(count: i64, stored: bool) -> Value {
    let rule = |n: i64| {
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
