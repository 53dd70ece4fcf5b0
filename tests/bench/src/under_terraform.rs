//! The providers under a real Terraform: plan, apply and destroy of many small objects.
//!
//! What Terraform's own part is and what the provider's is told apart by a script in between, which notes what its child
//! has used.

use crate::options::Options;
use crate::peer::Peers;
use crate::table::{Figure, Table};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Instant;
use tfgen_tests::terraform::{Terraform, Workspace};

const COUNTS: [usize; 3] = [1, 100, 1000];
const STEPS: [&str; 3] = ["plan", "apply", "destroy"];

/// A table for each number of instances.
pub fn measure(_options: &Options, peers: &Peers) -> Vec<Table> {
    let described = match Terraform::for_tests() {
        Ok(terraform) => terraform.description.clone(),
        Err(error) => {
            let mut table = Table::new("Under Terraform");
            table.row("everything", "s", [Figure::NotMeasured; 3], None);
            table.note(format!("Not measured: {error}"));
            return vec![table];
        }
    };
    let mut tables: Vec<Table> = COUNTS.iter().map(|count| table(*count, peers)).collect();
    tables[0].note(format!("Terraform: {described}."));
    tables
}

fn table(count: usize, peers: &Peers) -> Table {
    let mut table = Table::new(format!("Under Terraform: {count} small objects"));
    let ran = peers.programs().map(|program| program.map(|program| run(program, count)));
    for (index, step) in STEPS.into_iter().enumerate() {
        let figure = |pick: fn(&Step) -> f64| {
            ran.each_ref().map(|ran| match ran {
                Some(Ok(steps)) => Figure::Measured(pick(&steps[index])),
                _ => Figure::NotMeasured,
            })
        };
        table.row(format!("{step}, wall"), "s", figure(|step| step.wall), None);
        table.row(format!("{step}, CPU of Terraform"), "s", figure(|step| step.core), None);
        table.row(format!("{step}, CPU of the provider"), "s", figure(|step| step.provider), None);
    }
    table.errors(ran.iter().flatten().filter_map(|ran| ran.as_ref().err()));
    table
}

struct Step {
    wall: f64,
    core: f64,
    provider: f64,
}

fn run(program: &Path, count: usize) -> Result<Vec<Step>, String> {
    let folder = program.parent().unwrap_or(program).join("metered");
    let (meter, log) = (folder.join("terraform-provider-bench"), folder.join("used"));
    let (called, noted) = (program.display(), log.display());
    let script = format!("#!/bin/bash\n'{called}' \"$@\"\ntimes >> '{noted}'\n");
    let write = || {
        fs::create_dir_all(&folder)?;
        fs::write(&meter, script)?;
        fs::set_permissions(&meter, fs::Permissions::from_mode(0o755))
    };
    write().map_err(|error| error.to_string())?;
    let workspace = Workspace::new(&[("tfgen/bench", folder.as_path())]);
    workspace.write(
        "main.tf",
        &format!(
            "terraform {{\n  required_providers {{\n    bench = {{ source = \"tfgen/bench\" }}\n  }}\n}}\n\
             resource \"bench_small\" \"many\" {{\n  count = {count}\n  name = \"object ${{count.index}}\"\n  \
             size = count.index\n  tags = {{ team = \"storage\", stage = \"production\" }}\n}}\n"
        ),
    );
    let quiet = ["-no-color", "-input=false"];
    let steps: [&[&str]; 3] = [&["plan"], &["apply", "-auto-approve"], &["destroy", "-auto-approve"]];
    steps
        .iter()
        .map(|arguments| {
            let _ = fs::remove_file(&log);
            let (began, before) = (Instant::now(), children());
            let ran = workspace.run(&[*arguments, &quiet].concat());
            let (wall, all) = (began.elapsed().as_secs_f64(), children() - before);
            if ran.code != 0 {
                return Err(format!("terraform {}: {}{}", arguments[0], ran.stdout, ran.stderr));
            }
            let provider = used(&fs::read_to_string(&log).unwrap_or_default());
            if provider <= 0.0 {
                return Err(format!("terraform {}: nothing is noted of the provider's CPU time", arguments[0]));
            }
            Ok(Step { wall, core: all - provider, provider })
        })
        .collect()
}

/// CPU seconds of all children that have ended, and of theirs.
fn children() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux tells");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    [13, 14].iter().filter_map(|index| fields.get(*index)?.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// The sum of what `times` of bash has printed: a line of `0m0.012s 0m0.004s` for itself and one for its children, which are the
/// provider. Not through a pipe: there it would speak of a shell that has no children.
fn used(log: &str) -> f64 {
    let seconds = |text: &str| {
        let (minutes, seconds) = text.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    log.lines().skip(1).step_by(2).flat_map(str::split_whitespace).filter_map(seconds).sum()
}
