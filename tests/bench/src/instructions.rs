//! How many instructions a call takes, counted by callgrind: a figure that a busy machine does not change.
//!
//! The counts of this repository's state are kept in `instructions.toml`; the part compares with them and fails when a call
//! takes a twentieth more. `--accept` keeps the new ones.

use crate::calls::Session;
use crate::client::runtime;
use crate::options::Options;
use crate::peer::Peers;
use crate::process::Process;
use crate::shape::Shape;
use crate::table::Table;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use tfgen_tests::built::repository;

const SHAPES: [&str; 3] = ["small", "wide", "rules"];
/// A call may take so much more than the baseline says.
const TOLERATED: f64 = 1.05;

/// Counts, and compares.
pub fn measure(options: &Options, peers: &Peers) -> Vec<Table> {
    let mut table = Table::plain("Instructions per call", &["call", "instructions", "baseline", "change"]);
    let [Some(program), ..] = peers.programs() else {
        table.fail("Not measured: tfgen's provider is not there.");
        return vec![table];
    };
    let counted = match counted(program) {
        Ok(counted) => counted,
        Err(error) => {
            table.fail(error);
            return vec![table];
        }
    };
    let kept = kept();
    for (call, count) in &counted {
        let before = kept.get(call).copied();
        let change = before.map(|before| count / before);
        let text = |figure: Option<f64>| figure.map_or_else(|| "—".to_owned(), |figure| format!("{figure:.0}"));
        let change_text = change.map_or_else(|| "—".to_owned(), |change| format!("{:+.1} %", (change - 1.0) * 100.0));
        table.cells(vec![call.clone(), text(Some(*count)), text(before), change_text]);
        if !options.accept && change.is_some_and(|change| change > TOLERATED) {
            table.fail(format!("{call} takes more instructions than `tests/bench/instructions.toml` says."));
        }
    }
    if options.accept {
        let mut text = String::from("# Instructions per call, counted by `cargo bench-peers instructions --accept`.\n");
        for (call, count) in &counted {
            let _ = writeln!(text, "\"{call}\" = {count:.0}");
        }
        fs::write(baseline(), text).expect("the baseline can be written");
    }
    vec![table]
}

fn baseline() -> PathBuf {
    repository().join("tests/bench/instructions.toml")
}

fn kept() -> BTreeMap<String, f64> {
    let text = fs::read_to_string(baseline()).unwrap_or_default();
    let line = |line: &str| {
        let (call, count) = line.split_once(" = ")?;
        Some((call.trim_matches('"').to_owned(), count.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

/// Instructions of each call: those of a run with many more calls than another, by the difference.
fn counted(program: &Path) -> Result<BTreeMap<String, f64>, String> {
    const INSTALL: &str = "Not measured: valgrind is not there; `apt-get install valgrind` installs it.";
    let valgrind = std::process::Command::new("valgrind").arg("--version").output();
    valgrind.map_err(|_| INSTALL.to_owned())?;
    let session = Session::open(program)?;
    let mut counts = BTreeMap::new();
    for shape in Shape::all().iter().filter(|shape| SHAPES.contains(&shape.name)) {
        let (few, many) = if shape.name == "rules" { (2, 12) } else { (20, 220) };
        for (index, (name, _)) in session.requests(shape)?.calls.iter().enumerate() {
            let [less, more] = [few, many].map(|times| instructions(program, shape, index, times));
            let each = (more? - less?) / f64::from(many - few);
            counts.insert(format!("{} {name}", shape.name), each);
        }
    }
    Ok(counts)
}

/// Instructions of a process that answers so many calls.
fn instructions(program: &Path, shape: &Shape, index: usize, times: u32) -> Result<f64, String> {
    let folder = program.parent().unwrap_or(program);
    let (out, log) = (folder.join("callgrind.out"), folder.join("callgrind.log"));
    let arguments = [
        "--tool=callgrind".to_owned(),
        format!("--callgrind-out-file={}", out.display()),
        format!("--log-file={}", log.display()),
        program.display().to_string(),
    ];
    let process = Process::start_with(Path::new("valgrind"), &arguments, false)?;
    let session = Session::of(process)?;
    let requests = session.requests(shape)?;
    let (name, request) = &requests.calls[index];
    let mut client = session.client.clone();
    for _ in 0..times {
        runtime().block_on(client.call(name, request.clone())).map_err(|status| status.to_string())?;
    }
    session.process.end(&mut client)?;
    let log = fs::read_to_string(&log).map_err(|error| error.to_string())?;
    let line =
        log.lines().find_map(|line| line.split_once("Collected :")).ok_or_else(|| format!("callgrind:\n{log}"))?;
    line.1.trim().parse().map_err(|error| format!("{}: {error}", line.1))
}
