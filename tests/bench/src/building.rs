//! What it takes to build: the first time, after an edit, and with very many resources.

use crate::options::Options;
use crate::peer::{Measured, Peers, folder, framework, measured, tfgen};
use crate::table::{Figure, Table};
use framework::BUILD;
use std::fs;
use std::path::Path;

/// Cold builds and edits of the bench provider, and builds of providers with many resources.
pub fn measure(options: &Options, peers: &Peers) -> Vec<Table> {
    let [ours, go, _] = peers.programs();
    let mut bench = Table::new("Building the bench provider for a release");
    let ours = ours.map(|_| ours_built());
    let go = go.map(|_| go_built());
    both(&mut bench, "cold, caches empty", ours.as_ref(), go.as_ref(), |built| built.cold);
    both(&mut bench, "after one edit", ours.as_ref(), go.as_ref(), |built| built.edited);
    bench.note("pyvider's provider is not compiled.");
    let mut large = Table::new("Building providers with many resources for a release");
    for count in [10, 100, 1000] {
        let ours = peers.programs()[0].map(|_| ours_of(options, count));
        let go = peers.programs()[1].map(|_| go_of(options, count));
        if let Some(Ok((generated, _))) = &ours {
            let figure = |figure: f64| [Figure::Measured(figure), Figure::Lacking, Figure::Lacking];
            large.row(format!("{count} resources: generate, wall"), "s", figure(generated.wall.as_secs_f64()), None);
            large.row(format!("{count} resources: generate, memory"), "MiB", figure(generated.peak), None);
        }
        let ours = ours.map(|ours| ours.map(|(_, built)| built));
        both(&mut large, &format!("{count} resources: compile"), ours.as_ref(), go.as_ref(), |built| *built);
    }
    large.note(
        "Dependencies are compiled already, the runtime among them. With 1,000 resources, `model = \"dynamic\"`; with fewer, typed models.",
    );
    vec![bench, large]
}

type Tried<T> = Result<T, String>;

fn both<T>(
    table: &mut Table,
    what: &str,
    ours: Option<&Tried<T>>,
    go: Option<&Tried<T>>,
    pick: impl Fn(&T) -> Measured,
) {
    let figures = |unit: fn(Measured) -> f64| {
        let figure = |tried: Option<&Tried<T>>| match tried {
            Some(Ok(built)) => Figure::Measured(unit(pick(built))),
            _ => Figure::NotMeasured,
        };
        [figure(ours), figure(go), Figure::Lacking]
    };
    table.row(format!("{what}, wall"), "s", figures(|built| built.wall.as_secs_f64()), None);
    table.row(format!("{what}, CPU"), "s", figures(|built| built.cpu), None);
    table.row(format!("{what}, memory of the largest process"), "MiB", figures(|built| built.peak), None);
    table.errors([ours, go].into_iter().flatten().filter_map(|tried| tried.as_ref().err()));
}

struct Built {
    cold: Measured,
    edited: Measured,
}

fn ours_built() -> Result<Built, String> {
    let provider = folder().join("terraform-provider-bench");
    let (build_folder, target) = (folder().join("cold"), folder().join("cold-target"));
    let (_, _) = (fs::remove_dir_all(&build_folder), fs::remove_dir_all(&target));
    let build = format!(
        "'{}' generate >/dev/null && CARGO_BUILD_BUILD_DIR='{}' cargo build --quiet --release --target-dir '{}'",
        tfgen::generator()?.display(),
        build_folder.display(),
        target.display()
    );
    // What is downloaded is no matter of building.
    measured("cargo fetch --quiet", &provider)?;
    let cold = measured(&build, &provider)?;
    let edited = with_edit(&provider.join("schema/small.toml"), "A small object.", "A small object, edited.", || {
        measured(&build, &provider)
    })?;
    Ok(Built { cold, edited })
}

fn go_built() -> Result<Built, String> {
    let provider = folder().join("framework");
    let cache = folder().join("go-cache");
    let _ = fs::remove_dir_all(&cache);
    let build = format!("GOCACHE='{}' {BUILD} -o built .", cache.display());
    let cold = measured(&build, &provider)?;
    let edited = with_edit(
        &provider.join("shapes.go"),
        "booldefault.StaticBool(true)",
        "booldefault.StaticBool(false)",
        || measured(&build, &provider),
    )?;
    Ok(Built { cold, edited })
}

/// Does it with one text in place of another in a file, which is as before afterwards.
fn with_edit<T>(file: &Path, from: &str, to: &str, edited: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    assert!(text.contains(from), "{} holds {from:?}", file.display());
    let write = |text: &str| fs::write(file, text).map_err(|error| error.to_string());
    write(&text.replace(from, to))?;
    let done = edited();
    write(&text)?;
    done
}

/// Generating and compiling a provider with so many resources.
fn ours_of(options: &Options, count: usize) -> Result<(Measured, Measured), String> {
    let provider = tfgen::generate_many(options, count)?;
    fs::remove_dir_all(provider.join("src/generated")).map_err(|error| error.to_string())?;
    let generated = measured(&format!("'{}' generate", tfgen::generator()?.display()), &provider)?;
    let build = format!("CARGO_BUILD_BUILD_DIR='{}' cargo build --quiet --release", folder().join("build").display());
    measured(&format!("{build} --package tfgen-runtime"), &provider)?;
    Ok((generated, measured(&build, &provider)?))
}

fn go_of(options: &Options, count: usize) -> Result<Measured, String> {
    let provider = framework::generate_many(options, count)?;
    measured(&format!("{BUILD} -o terraform-provider-many ."), &provider)
}
