//! How the plan of a change of one element grows with the set that it is in: it has to with the set, not with its square.

use crate::calls::{Session, plan_cpu};
use crate::options::Options;
use crate::peer::Peers;
use crate::shape::rules;
use crate::table::{Figure, Table, quantile};
use std::process::Command;
use std::time::Instant;
use tfgen_cty::{Refinement, Value, conform};
use tfgen_runtime::planning::{PlanInput, plan};
use tfgen_runtime::schema::implied_type::block_type;
use tfgen_runtime::schema::{Attribute, AttributeType, Block, Literal, Mode, Nesting, ResourceSchema, WhenUnset};

const COUNTS: [i64; 4] = [250, 500, 1000, 2000];

/// What makes this program plan and do nothing else: what callgrind counts the instructions of.
pub const PLANNING: &str = "planning-alone";

/// Plans over the wire at each peer, and ours in process.
pub fn measure(options: &Options, peers: &Peers) -> Vec<Table> {
    vec![over_the_wire(options, peers), in_process(), instructions()]
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

/// Of the same plans, and of looking whether the object conforms to its type: at a glance, and with a path to each part, as
/// it has to be where a value of it is refined. Nothing of a busy machine, caches and the memory's speed is in it.
fn instructions() -> Table {
    let heads = &[
        "elements",
        "with an identity key",
        "per element",
        "without",
        "per element",
        "conformance at a glance",
        "per element",
        "with paths",
        "per element",
    ];
    let mut table = Table::plain("Sets of nested attributes: instructions", heads);
    for count in COUNTS {
        let mut cells = vec![count.to_string()];
        for schema in ["keyed", "unkeyed", "glance", "paths"] {
            match counted(schema, count) {
                Ok(counted) => {
                    cells.push(format!("{:.2} million", counted / 1e6));
                    cells.push(format!("{:.0}", counted / count as f64));
                }
                Err(error) => return failed(table, error),
            }
        }
        table.cells(cells);
    }
    table
}

fn failed(mut table: Table, why: String) -> Table {
    table.fail(why);
    table
}

/// Instructions of one plan: those of a run with more plans than another, by the difference.
fn counted(schema: &str, count: i64) -> Result<f64, String> {
    let [less, more] = [2, 6].map(|times: u32| {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
        command.args([PLANNING, schema, &count.to_string(), &times.to_string()]);
        let ran = command.output().map_err(|error| format!("Not measured: valgrind: {error}"))?;
        let log = String::from_utf8_lossy(&ran.stderr).into_owned();
        let collected = log.lines().find_map(|line| line.split_once("Collected :"));
        let text = collected.map(|(_, counted)| counted.trim().to_owned()).ok_or(log)?;
        text.parse::<f64>().map_err(|error| format!("{text}: {error}"))
    });
    Ok((more? - less?) / 4.0)
}

/// Plans the change, or looks at the object, as many times as the arguments say, and measures nothing.
pub fn plan_again(mut arguments: impl Iterator<Item = String>) {
    let what = arguments.next().unwrap_or_default();
    let schema = if what == "keyed" { &KEYED } else { &UNKEYED };
    let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("a number");
    let (count, times) = (number(), number());
    let (prior, config) = (wall(count, true), wall(count, false));
    if what == "glance" || what == "paths" {
        let ty = block_type(&Block::of(&[ID, RULES]));
        let promised = Value::unknown_with(Refinement::default().not_null());
        let id = if what == "paths" { promised } else { Value::Null };
        let object = Value::object([("rules", prior.get("rules").cloned().unwrap_or_default()), ("id", id)]);
        for _ in 0..times {
            assert!(conform(&object, &ty).is_empty(), "it conforms");
        }
        return;
    }
    for _ in 0..times {
        let planned = plan(PlanInput { schema, prior: &prior, proposed: &config, config: &config });
        assert_ne!(planned.planned, prior, "one element changes");
    }
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

const ID: Attribute = Attribute { name: "id", mode: Mode::Computed, ..Attribute::DEFAULT };

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
