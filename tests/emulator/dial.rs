//! What a step that is written in Rust may answer, and what comes of each: the tool `dial` of `cases/probe`.

use super::probe::Bench;
use case_probe::generated::resources::dial::attribute;
use case_probe::generated::tools::dial::{DialSteps, TOOL, implemented};
use case_probe::generated::wiring::registry;
use case_probe::provider::Acme;
use std::collections::BTreeMap;
use std::sync::Mutex;
use tfgen_runtime::{Diagnostic, Result, StepAnswer, StepContext, error};
use tfgen_testing::{Action, ResourceType, hcl};

/// Steps that answer what a test has said.
struct Dial;

type Answer = fn(&StepContext<Acme>) -> Result<StepAnswer>;

/// What the steps of the dial of a name answer. A step of which nothing was said is done.
static ANSWERS: Mutex<BTreeMap<(String, &str), Answer>> = Mutex::new(BTreeMap::new());

/// Says what a step of a dial answers from now on.
fn on(name: &str, step: &'static str, answer: Answer) {
    ANSWERS.lock().unwrap().insert((name.to_owned(), step), answer);
}

fn answer(name: &'static str, step: &StepContext<Acme>) -> Result<StepAnswer> {
    let dial = step.object().at(attribute::NAME).known().unwrap_or_default();
    let answer = ANSWERS.lock().unwrap().get(&(dial, name)).copied();
    answer.map_or_else(|| Ok(StepAnswer::done()), |answer| answer(step))
}

impl DialSteps for Dial {
    type Provider = Acme;

    async fn plan(step: StepContext<Acme>) -> Result<StepAnswer> {
        answer("plan", &step)
    }

    async fn apply(step: StepContext<Acme>) -> Result<StepAnswer> {
        answer("apply", &step)
    }

    async fn status(step: StepContext<Acme>) -> Result<StepAnswer> {
        answer("status", &step)
    }

    async fn destroy(step: StepContext<Acme>) -> Result<StepAnswer> {
        answer("destroy", &step)
    }
}

/// Resources of a provider whose dials do as the tests say.
fn dials(name: &str) -> ResourceType {
    let mut registry = registry();
    registry.tool_steps(&TOOL, implemented::<Dial>());
    Bench::of(registry, &format!("dial-{name}"), &[]).core.resource("acme_dial")
}

fn said(warnings: &[Diagnostic]) -> Vec<&str> {
    warnings.iter().map(|warning| warning.summary.as_str()).collect()
}

#[test]
fn done_says_nothing_and_keeps_what_was() {
    on("done", "apply", |_| Ok(StepAnswer::done().output(attribute::MARK, "first".to_owned())));
    let made = dials("done").create(hcl! { name = "done", level = 1 }).unwrap();
    assert_eq!((made.attribute("mark"), made.attribute("level")), ("first".into(), 1.into()));
    on("done", "apply", |_| Ok(StepAnswer::done()));
    let made = made.apply(hcl! { name = "done", level = 2 }).unwrap();
    assert_eq!((made.attribute("mark"), made.attribute("level")), (hcl!(null), 2.into()), "nobody gave it this time");
    assert!(made.warnings().is_empty(), "{:?}", made.warnings());
    made.expect_empty_plan().unwrap();
    assert!(made.refresh().unwrap().is_some(), "done is no word for gone");
    made.destroy().unwrap();
}

#[test]
fn changed_of_a_plan_is_an_update_of_what_would_be_the_same() {
    on("changed", "apply", |_| Ok(StepAnswer::changed().output(attribute::MARK, "one".to_owned())));
    let made = dials("changed").create(hcl! { name = "changed" }).unwrap();
    made.expect_empty_plan().unwrap();
    on("changed", "plan", |_| Ok(StepAnswer::changed()));
    let plan = made.plan(hcl! { name = "changed" }).unwrap();
    assert_eq!((plan.action(), plan.attribute("mark")), (Action::Update, hcl!(unknown)));
    on("changed", "plan", |_| Ok(StepAnswer::changed().output(attribute::MARK, "two".to_owned())));
    let plan = made.plan(hcl! { name = "changed" }).unwrap();
    assert_eq!((plan.action(), plan.attribute("mark")), (Action::Update, "two".into()), "it has said what it will be");
    on("changed", "plan", |_| Ok(StepAnswer::done().output(attribute::MARK, "two".to_owned())));
    assert_eq!(made.plan(hcl! { name = "changed" }).unwrap().action(), Action::Update, "the value says it too");
}

#[test]
fn absent_is_gone_where_it_may_be_and_an_error_after_an_apply() {
    on("absent", "status", |_| Ok(StepAnswer::done()));
    let resource = dials("absent");
    let made = resource.create(hcl! { name = "absent" }).unwrap();
    on("absent", "destroy", |_| Ok(StepAnswer::absent()));
    made.destroy().unwrap();
    on("absent", "status", |_| Ok(StepAnswer::absent()));
    assert!(made.refresh().unwrap().is_none());
    let failed = resource.create(hcl! { name = "absent" }).unwrap_err().to_string();
    assert!(failed.contains("a step that looks says that there is nothing"), "{failed}");
    on("absent", "apply", |_| Ok(StepAnswer::absent()));
    let failed = resource.create(hcl! { name = "absent" }).unwrap_err().to_string();
    assert!(failed.contains("Its step `apply` says that there is nothing"), "{failed}");
}

#[test]
fn what_a_plan_prints_reaches_apply_and_no_further() {
    on("printed", "plan", |step| {
        let level = step.object().at(attribute::LEVEL).known();
        Ok(StepAnswer::done().printed(format!("{}: level {level:?}", step.operation())))
    });
    on("printed", "apply", |step| {
        Ok(StepAnswer::done().output(attribute::MARK, format!("{} by [{}]", step.operation(), step.plan())))
    });
    let made = dials("printed").create(hcl! { name = "printed", level = 4 }).unwrap();
    assert_eq!(made.attribute("mark"), "create by [plan: level Some(4)]");
    on("printed", "status", |step| {
        let prior = step.prior().at(attribute::LEVEL).known();
        Ok(StepAnswer::done()
            .output(attribute::MARK, format!("{} by [{}] of {prior:?}", step.operation(), step.plan())))
    });
    let read = made.refresh().unwrap().unwrap();
    assert_eq!(read.attribute("mark"), "read by [] of Some(4)");
}

#[test]
fn a_message_is_a_warning_of_its_step() {
    for step in ["plan", "apply"] {
        on("message", step, |_| Ok(StepAnswer::done().message("mind the gap").message("and the door")));
    }
    let plan = dials("message").plan(hcl! { name = "message" }).unwrap();
    assert_eq!(said(plan.warnings()), ["Step `plan`: mind the gap", "Step `plan`: and the door"]);
    let made = plan.apply().unwrap();
    assert_eq!(said(made.warnings()), ["Step `apply`: mind the gap", "Step `apply`: and the door"]);
}

#[test]
fn an_attribute_that_replaces_does_so_when_it_changes() {
    let made = dials("replaces").create(hcl! { name = "replaces", level = 1, shade = "red" }).unwrap();
    on("replaces", "plan", |_| Ok(StepAnswer::done().replaces(attribute::LEVEL).replaces(attribute::SHADE)));
    let plan = made.plan(hcl! { name = "replaces", level = 2, shade = "red" }).unwrap();
    assert_eq!((plan.action(), plan.requires_replace()), (Action::Replace, vec!["level".to_owned()]));
    made.expect_empty_plan().unwrap();
}

#[test]
fn no_output_takes_a_value_away_and_silence_keeps_it() {
    on("no-output", "apply", |_| Ok(StepAnswer::done().output(attribute::MARK, "there".to_owned())));
    let made = dials("no-output").create(hcl! { name = "no-output" }).unwrap();
    let read = made.refresh().unwrap().unwrap();
    assert_eq!(read.attribute("mark"), "there", "the step says nothing of it");
    on("no-output", "status", |_| Ok(StepAnswer::done().no_output(attribute::MARK)));
    let read = made.refresh().unwrap().unwrap();
    assert_eq!(read.attribute("mark"), hcl!(null));
}

#[test]
fn an_error_is_that_of_its_step_and_has_its_place() {
    on("error", "plan", |_| Err(error("The shade is out of fashion").at(attribute::SHADE)));
    let failed = dials("error").plan(hcl! { name = "error", shade = "puce" }).unwrap_err().to_string();
    assert!(failed.contains("The shade is out of fashion") && failed.contains("shade"), "{failed}");
}
