//! Terraform's own state, written to a state store and read from it.

use crate::calls::Session;
use crate::client::{Client, runtime};
use crate::options::Options;
use crate::peer::Peers;
use crate::shape::fine;
use crate::table::{Figure, Table, median};
use bytes::Bytes;
use prost::Message;
use std::path::Path;
use std::time::Instant;
use tfgen_proto::tfplugin6::{self as proto, DynamicValue};

const SIZES: [usize; 3] = [1, 10, 100];
/// How much is moved for a figure in all, if one state is smaller.
const ALL: usize = 100 << 20;
/// What Terraform offers.
const CHUNK: i64 = 8 << 20;

/// All sizes, in memory: no disk is measured.
pub fn measure(_options: &Options, peers: &Peers) -> Vec<Table> {
    let mut table = Table::new("State: written to a store in memory and read again");
    for megabytes in SIZES {
        let moved = peers.programs().map(|program| program.map(|program| moved(program, megabytes << 20)));
        let figure = |pick: fn(&Moved) -> f64| {
            moved.each_ref().map(|moved| match moved {
                Some(Ok(moved)) => Figure::Measured(pick(moved)),
                _ => Figure::NotMeasured,
            })
        };
        table.row(format!("{megabytes} MB written"), "ms", figure(|moved| moved.write), None);
        table.row(format!("{megabytes} MB read"), "ms", figure(|moved| moved.read), None);
        table.row(format!("{megabytes} MB, CPU of the provider for both"), "ms", figure(|moved| moved.cpu), None);
        table.row(format!("{megabytes} MB, resident memory, at most"), "MiB", figure(|moved| moved.peak), None);
        table.errors(moved.iter().flatten().filter_map(|moved| moved.as_ref().err()));
    }
    vec![table]
}

struct Moved {
    write: f64,
    read: f64,
    cpu: f64,
    peak: f64,
}

fn moved(program: &Path, size: usize) -> Result<Moved, String> {
    let session = Session::open(program)?;
    let mut client = session.client.clone();
    // {"path": null}
    let config = Bytes::from_static(b"\x81\xa4path\xc0");
    let request = proto::configure_state_store::Request {
        type_name: "bench_memory".into(),
        config: Some(DynamicValue { msgpack: config, ..Default::default() }),
        capabilities: Some(proto::StateStoreClientCapabilities { chunk_size: CHUNK }),
    };
    let answer: proto::configure_state_store::Response = client.ask("ConfigureStateStore", &request)?;
    fine("ConfigureStateStore", &answer.diagnostics)?;
    let chunk = answer.capabilities.map_or(CHUNK, |capabilities| capabilities.chunk_size);
    let state = state(size);
    let chunks = chunks(&state, usize::try_from(chunk).unwrap_or(1 << 20));
    session.process.forget_peak();
    // One time takes less of a small state than the hundredths of a second that the system counts CPU in.
    let rounds = (ALL / size).max(1);
    let (mut writes, mut reads) = (Vec::new(), Vec::new());
    let cpu = session.process.cpu();
    for _ in 0..rounds {
        writes.push(written(&mut client, chunks.clone())?);
        reads.push(read(&mut client, state.len())?);
    }
    let cpu = (session.process.cpu() - cpu) * 1e3 / rounds as f64;
    Ok(Moved { write: median(&mut writes), read: median(&mut reads), cpu, peak: session.process.peak() })
}

/// The milliseconds of one `WriteStateBytes`.
fn written(client: &mut Client, chunks: Vec<Bytes>) -> Result<f64, String> {
    let began = Instant::now();
    let answer = runtime().block_on(client.send("WriteStateBytes", chunks)).map_err(|status| status.to_string())?;
    let taken = began.elapsed().as_secs_f64() * 1e3;
    let answer = proto::write_state_bytes::Response::decode(answer).map_err(|error| error.to_string())?;
    fine("WriteStateBytes", &answer.diagnostics)?;
    Ok(taken)
}

/// The milliseconds of one `ReadStateBytes`, which has to give so many bytes.
fn read(client: &mut Client, size: usize) -> Result<f64, String> {
    let request = proto::read_state_bytes::Request { type_name: "bench_memory".into(), state_id: "default".into() };
    let began = Instant::now();
    let (length, taken) = runtime()
        .block_on(async {
            let mut parts = client.stream("ReadStateBytes", request.encode_to_vec().into()).await?;
            let mut all = Vec::new();
            while let Some(part) = parts.message().await? {
                all.push(part);
            }
            let taken = began.elapsed().as_secs_f64() * 1e3;
            let decode =
                |part: Bytes| proto::read_state_bytes::Response::decode(part).map_or(0, |part| part.bytes.len());
            Ok::<_, tonic::Status>((all.into_iter().map(decode).sum::<usize>(), taken))
        })
        .map_err(|status| status.to_string())?;
    if length == size { Ok(taken) } else { Err(format!("ReadStateBytes: {length} bytes in place of {size}")) }
}

/// JSON of this length that begins as a state does.
fn state(size: usize) -> Vec<u8> {
    let (head, tail) =
        (r#"{"version":4,"terraform_version":"1.15.5","serial":1,"lineage":"bench","outputs":{"text":""#, r#""}}"#);
    let filler = "state ".bytes().cycle().take(size - head.len() - tail.len());
    head.bytes().chain(filler).chain(tail.bytes()).collect()
}

fn chunks(state: &[u8], size: usize) -> Vec<Bytes> {
    let total = i64::try_from(state.len()).expect("a length");
    let mut start = 0;
    let mut parts = Vec::new();
    for part in state.chunks(size) {
        let length = i64::try_from(part.len()).expect("a length");
        let meta = proto::RequestChunkMeta { type_name: "bench_memory".into(), state_id: "default".into() };
        let chunk = proto::write_state_bytes::RequestChunk {
            meta: Some(meta),
            bytes: part.to_vec().into(),
            total_length: total,
            range: Some(proto::StateRange { start, end: start + length - 1 }),
        };
        start += length;
        parts.push(chunk.encode_to_vec().into());
    }
    parts
}
