//! Exit codes with other meanings than most programs give them, retries that name no code, and what stands before what: the tool `gauge`
//! of `cases/probe`.

use super::probe::Bench;
use std::time::{Duration, Instant};
use tfgen_testing::{Action, hcl};

/// What the program says of an object that is there.
const THERE: &str = "echo '{\"grade\":\"A\"}'; exit 7";

fn bench(name: &str) -> Bench {
    let bench = Bench::new(name);
    bench.on("plan", "exit 7");
    bench.on("status", THERE);
    bench
}

#[test]
fn no_exit_code_means_the_same_everywhere() {
    let bench = bench("gauge-codes");
    let made = bench.core.resource("acme_gauge").create(hcl! { name = "a" }).unwrap();
    assert_eq!(made.attribute("grade"), "A", "7 is as good as 0 elsewhere");
    made.expect_empty_plan().unwrap();
    bench.on("plan", "exit 0");
    assert_eq!(made.plan(hcl! { name = "a" }).unwrap().action(), Action::Update, "0 says that something changes");
    bench.on("plan", "exit 1");
    let failed = made.plan(hcl! { name = "a" }).unwrap_err().to_string();
    assert!(failed.contains("Step `plan` of the tool gauge failed") && failed.contains("exit code 1"), "{failed}");
    bench.on("plan", "exit 7");
    assert!(made.refresh().unwrap().is_some());
    bench.on("status", "echo '{\"grade\":\"A\"}'; exit 0");
    assert!(made.refresh().unwrap().is_none(), "0 says that it is gone");
}

#[test]
fn a_retry_that_names_no_code_tries_after_each_and_waits_in_between() {
    let bench = bench("gauge-retry");
    bench.on("apply", "[ $(grep -c '^apply' \"$here/calls\") -lt 3 ] && exit $(grep -c '^apply' \"$here/calls\")");
    let begun = Instant::now();
    let made = bench.core.resource("acme_gauge").create(hcl! { name = "a" }).unwrap();
    assert_eq!(bench.calls("apply").len(), 3, "after 1 and after 2");
    assert!(begun.elapsed() >= Duration::from_millis(600), "{:?}", begun.elapsed());
    bench.on("apply", "exit 9");
    let failed = made.apply(hcl! { name = "a", size = 2 }).unwrap_err().to_string();
    assert!(failed.contains("It was tried 3 times") && failed.contains("exit code 9"), "{failed}");
}

#[test]
fn what_shows_a_plan_can_ask_for_a_replacement() {
    let bench = bench("gauge-replace");
    let made = bench.core.resource("acme_gauge").create(hcl! { name = "a", size = 1 }).unwrap();
    bench.on("show-plan", "echo '{\"replace\":[\"size\"]}'; exit 0");
    let plan = made.plan(hcl! { name = "a", size = 2 }).unwrap();
    assert_eq!((plan.action(), plan.requires_replace()), (Action::Replace, vec!["size".to_owned()]));
}

#[test]
fn setup_comes_first_in_each_operation() {
    let bench = bench("gauge-setup");
    let made = bench.core.resource("acme_gauge").create(hcl! { name = "a" }).unwrap();
    made.refresh().unwrap();
    made.destroy().unwrap();
    let calls = bench.read("calls");
    let steps: Vec<&str> = calls.lines().filter_map(|line| line.split(' ').next()).collect();
    for (at, step) in steps.iter().enumerate() {
        if matches!(*step, "plan" | "apply" | "destroy") {
            assert_eq!(steps.get(at.wrapping_sub(1)), Some(&"setup"), "before {step}: {steps:?}");
        }
    }
    for step in ["plan", "apply", "destroy"] {
        assert!(steps.contains(&step), "{step}: {steps:?}");
    }
}
