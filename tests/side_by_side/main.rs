//! `cargo side-by-side`: the same cases under the same Terraform, for a provider made with tfgen and one made with pyvider.
//!
//! It sets the peer up in a virtual environment below cargo's target folder, runs each case for both, prints a table and
//! judges nothing. docs/side-by-side.md holds the table of one run.

#![allow(clippy::print_stdout, clippy::expect_used, clippy::panic, reason = "a measuring tool for people")]

mod case;
mod cases;
mod gaps;
mod side;

use case::Case;
use side::Side;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let chosen = |case: &&Case| wanted.is_empty() || wanted.iter().any(|word| case.name.contains(word.as_str()));
    let sides = [Side::kitchen(), Side::twin()];
    std::panic::set_hook(Box::new(|_| {}));
    println!("| case | tfgen | pyvider 0.8.1 |\n| --- | --- | --- |");
    let mut passed = [0, 0];
    let mut count = 0;
    for case in cases::ALL.iter().chain(gaps::ALL).filter(chosen) {
        count += 1;
        let verdicts: Vec<String> = sides
            .iter()
            .zip(&mut passed)
            .map(|(side, passed)| match verdict(case, side) {
                Ok(()) => {
                    *passed += 1;
                    "yes".into()
                }
                Err(why) => format!("no: {}", first_line(&why)),
            })
            .collect();
        println!("| {} | {} | {} |", case.name, verdicts[0], verdicts[1]);
    }
    println!("| of {count} cases | {} | {} |", passed[0], passed[1]);
}

fn verdict(case: &Case, side: &Side) -> Result<(), String> {
    let outcome = catch_unwind(AssertUnwindSafe(|| (case.run)(side)));
    outcome.unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        Err(text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default())
    })
}

/// What fits into a table.
fn first_line(text: &str) -> String {
    const WIDTH: usize = 110;
    let line = text.split_whitespace().map(without_host).collect::<Vec<_>>().join(" ").replace('|', "/");
    if line.chars().count() <= WIDTH { line } else { line.chars().take(WIDTH).chain(['…']).collect() }
}

/// A provider's address as people know it: `"HOST/NAMESPACE/NAME"` without its host.
fn without_host(word: &str) -> String {
    match word.split('/').collect::<Vec<_>>()[..] {
        [host, namespace, name] if host.starts_with('"') && host.contains('.') => format!("\"{namespace}/{name}"),
        _ => word.to_owned(),
    }
}
