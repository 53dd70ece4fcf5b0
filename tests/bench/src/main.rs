//! `cargo bench-peers`: measures a provider made with tfgen beside the same in Go and in Python, all in one run.
//!
//! It builds the three, asks them all by one client, prints tables of figures and ratios, and with `--write` puts them
//! into docs/performance.md. A peer that cannot be had is shown as not measured, and the run then fails.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a measuring tool for people")]
#![allow(clippy::expect_used, clippy::panic, reason = "a measurement that goes wrong ends the run")]
#![allow(clippy::cast_precision_loss, reason = "figures of measurements are far from 2^52")]

mod building;
mod calls;
#[path = "../../plugin/certificate.rs"]
mod certificate;
mod client;
mod instructions;
mod listing;
mod load;
mod many;
mod options;
mod page;
mod peer;
mod pinned;
mod process;
mod sets;
mod shape;
mod start;
mod states;
mod table;
mod under_terraform;

use options::Options;
use peer::Peers;
use std::process::ExitCode;
use table::Table;

/// A part of the run: its name on the command line and on the page, and what does it.
type Part = (&'static str, fn(&Options, &Peers) -> Vec<Table>);

const PARTS: &[Part] = &[
    ("start", start::measure),
    ("calls", calls::measure),
    ("sets", sets::measure),
    ("load", load::measure),
    ("lists", listing::measure),
    ("states", states::measure),
    ("terraform", under_terraform::measure),
    ("building", building::measure),
    ("instructions", instructions::measure),
];

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|part| part == sets::PLANNING) {
        sets::plan_again(std::env::args().skip(2));
        return ExitCode::SUCCESS;
    }
    let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
    let options = match Options::read(std::env::args().skip(1), &names) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let peers = Peers::set_up(&options);
    let mut complete = true;
    for (name, measure) in PARTS.iter().filter(|(name, _)| options.wants(name)) {
        let tables = measure(&options, &peers);
        complete &= tables.iter().all(Table::is_complete);
        let text = tables.iter().map(Table::to_string).collect::<Vec<_>>().join("\n");
        println!("\n{text}");
        if options.write {
            page::replace(name, &text);
        }
    }
    for (peer, why) in peers.missing() {
        eprintln!("not measured: {peer}: {why}");
    }
    if complete && peers.missing().next().is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
