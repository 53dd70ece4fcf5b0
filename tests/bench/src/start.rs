//! From the start of a process to its first answer, and what it takes then.

use crate::client::runtime;
use crate::many;
use crate::options::Options;
use crate::peer::Peers;
use crate::process::Process;
use crate::table::{Figure, Table, Wanted, median};
use std::fs;
use std::path::Path;

/// How many resources the large provider has, if no schema is given.
const MANY: usize = 1000;

/// Of a provider with a handful of resources, and of one with a thousand.
pub fn measure(options: &Options, peers: &Peers) -> Vec<Table> {
    let few = table("Start: the bench provider, 5 resources", options, peers.programs(), [10.0, 100.0, 4.0, 10.0]);
    let count = match many::schema(options.schema.as_deref(), MANY) {
        Ok(resources) => resources.len(),
        Err(error) => panic!("{error}"),
    };
    let large = peers.large(options, count);
    let many = table(
        &format!("Start: {count} resources"),
        options,
        large.each_ref().map(|program| program.as_ref().and_then(|program| program.as_deref().ok())),
        [20.0, 100.0, 10.0, 10.0],
    );
    let mut many = many;
    many.errors(large.iter().flatten().filter_map(|program| program.as_ref().err()));
    vec![few, many]
}

/// One provider's start: how many times faster than the peers it has to be, and with how much less memory.
fn table(title: &str, options: &Options, programs: [Option<&Path>; 3], wanted: [f64; 4]) -> Table {
    let started = programs.map(|program| program.map(|program| started(program, options.starts())));
    let figure = |pick: fn(&Started) -> f64| {
        started.each_ref().map(|started| match started {
            Some(Ok(started)) => Figure::Measured(pick(started)),
            _ => Figure::NotMeasured,
        })
    };
    let mut table = Table::new(title);
    let [fast, faster, small, smaller] = wanted.map(Some);
    table.row("process start to handshake line", "ms", figure(|started| started.handshake), None);
    let reach = Some(Wanted(fast, faster));
    table.row("process start to the first answer to GetProviderSchema", "ms", figure(|started| started.schema), reach);
    table.row("CPU until then", "ms", figure(|started| started.cpu), None);
    table.row("resident memory then", "MiB", figure(|started| started.resident), Some(Wanted(small, smaller)));
    table.row("the answer", "kB", figure(|started| started.answer), None);
    table.row("program", "MB", figure(|started| started.size), None);
    table.errors(started.iter().flatten().filter_map(|started| started.as_ref().err()));
    table
}

struct Started {
    handshake: f64,
    schema: f64,
    cpu: f64,
    resident: f64,
    answer: f64,
    size: f64,
}

fn started(program: &Path, times: usize) -> Result<Started, String> {
    let (mut handshakes, mut schemas, mut residents) = (Vec::new(), Vec::new(), Vec::new());
    let (mut cpu, mut answer) = (0.0, 0);
    // The first start fills caches.
    for time in 0..=times {
        let process = Process::start(program)?;
        let mut client = process.connect()?;
        let got = runtime().block_on(client.call("GetProviderSchema", bytes::Bytes::new()));
        let elapsed = process.began.elapsed();
        answer = got.map_err(|status| status.to_string())?.len();
        if time > 0 {
            handshakes.push(process.handshake.as_secs_f64() * 1e3);
            schemas.push(elapsed.as_secs_f64() * 1e3);
            residents.push(process.resident());
            cpu += process.cpu_of_threads();
        }
    }
    Ok(Started {
        handshake: median(&mut handshakes),
        schema: median(&mut schemas),
        cpu: cpu * 1e3 / times as f64,
        resident: median(&mut residents),
        answer: answer as f64 / 1e3,
        size: fs::metadata(program).map_err(|error| error.to_string())?.len() as f64 / 1e6,
    })
}
