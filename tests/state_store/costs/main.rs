//! `cargo state-costs`: what state stores cost. A write beside the raw calls that it cannot do without, a large state through gRPC both ways with the
//! memory of the provider, and how fast a lock goes from hand to hand. It prints a table and judges nothing.

#![allow(clippy::print_stdout, clippy::expect_used, clippy::panic, reason = "a measuring tool for people")]

mod provider;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tfgen_cty::{Type, Value, msgpack};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::state_store::{Body, Filesystem, Store, Version};
use tfgen_tests::built;
use tokio::runtime::Runtime;
use tonic::transport::Channel;

type Client = proto::provider_client::ProviderClient<Channel>;

const NAME: &str = "kitchen_shelf";
const LARGE: usize = 100_000_000;
const CHUNK: usize = 8 << 20;

fn main() {
    let folder = &folder();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("tokio");
    println!("| measured | figure |\n| --- | --- |");
    let (ours, raw) = small_writes(folder, &runtime);
    println!("| write of 1 MB, median | {ours:.2} ms |");
    println!("| the same with nothing but write, sync, rename and sync of the folder, median | {raw:.2} ms |");
    println!("| ratio | {:.2} |", ours / raw);
    let binary = built::kitchen_provider().join("terraform-provider-kitchen");
    large_state(&binary, folder, &runtime);
    println!("| lock from hand to hand, median | {:.0} ms |", hand_over(&binary, folder, &runtime));
}

/// Milliseconds for a write of 1 MB, ours and raw, taken in turns.
fn small_writes(folder: &Path, runtime: &Runtime) -> (f64, f64) {
    let store = Filesystem::open(folder.join("small")).expect("it opens");
    let raw = folder.join("raw");
    fs::create_dir_all(&raw).expect("a folder can be made");
    let (mut ours, mut theirs, mut version) = (Vec::new(), Vec::new(), Version::ABSENT);
    for round in 0..60_u8 {
        let content = vec![round; 1_000_000];
        let begin = Instant::now();
        let mut file = File::create(raw.join("new")).expect("it can be made");
        file.write_all(&content).and_then(|()| file.sync_all()).expect("it can be written");
        fs::rename(raw.join("new"), raw.join("state")).expect("it can be renamed");
        File::open(&raw).and_then(|folder| folder.sync_all()).expect("it can be synced");
        theirs.push(milliseconds(begin));
        let body = Body::from(content);
        let begin = Instant::now();
        version = runtime.block_on(store.put_if_version("state/default", &version, body)).expect("it is written");
        ours.push(milliseconds(begin));
    }
    (median(ours), median(theirs))
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

async fn configured(client: &mut Client, folder: &Path, timeout: &str) {
    let ty = Type::object([("lease", Type::String), ("lock_timeout", Type::String), ("path", Type::String)]);
    let config = Value::object([
        ("lease", Value::Null),
        ("lock_timeout", Value::string(timeout)),
        ("path", Value::string(folder.join("large").display().to_string())),
    ]);
    let of_provider = client.get_provider_schema(proto::get_provider_schema::Request::default()).await;
    let block = of_provider.expect("it answers").into_inner().provider.and_then(|schema| schema.block);
    let names: Vec<_> = block
        .into_iter()
        .flat_map(|block| block.attributes)
        .map(|attribute| (attribute.name, attribute.r#type))
        .collect();
    let ty_of = |json: &[u8]| Type::from_json(json).expect("a type");
    let provider = Type::object(names.iter().map(|(name, ty)| (name, ty_of(ty))));
    let store = folder.join("pantry").display().to_string();
    let given = |name: &str| if name == "store" { Value::string(&store) } else { Value::Null };
    let values = Value::object(names.iter().map(|(name, _)| (name, given(name))));
    let request =
        proto::configure_provider::Request { config: Some(dynamic(&values, &provider)), ..Default::default() };
    let answer = client.configure_provider(request).await.expect("it answers").into_inner();
    assert!(answer.diagnostics.is_empty(), "{:?}", answer.diagnostics);
    let request = proto::configure_state_store::Request {
        type_name: NAME.into(),
        config: Some(dynamic(&config, &ty)),
        capabilities: Some(proto::StateStoreClientCapabilities { chunk_size: i64::try_from(CHUNK).unwrap_or(0) }),
    };
    let answer = client.configure_state_store(request).await.expect("it answers").into_inner();
    assert!(answer.diagnostics.is_empty(), "{:?}", answer.diagnostics);
}

fn dynamic(value: &Value, ty: &Type) -> proto::DynamicValue {
    proto::DynamicValue { msgpack: msgpack::encode(value, ty).expect("it has the type").into(), ..Default::default() }
}

/// A state of 100 MB to a provider and back, and the most memory that the provider had.
fn large_state(binary: &Path, folder: &Path, runtime: &Runtime) {
    let (provider, mut client) = provider::connect(binary, runtime);
    let state: Vec<u8> = (0..LARGE).map(|n| n.to_le_bytes()[0] ^ n.to_le_bytes()[2]).collect();
    let length = i64::try_from(LARGE).unwrap_or(0);
    runtime.block_on(async {
        configured(&mut client, folder, "0s").await;
        let chunks: Vec<_> = state
            .chunks(CHUNK)
            .enumerate()
            .map(|(n, bytes)| {
                let start = i64::try_from(n * CHUNK).unwrap_or(0);
                let end = start + i64::try_from(bytes.len()).unwrap_or(0) - 1;
                let meta = proto::RequestChunkMeta { type_name: NAME.into(), state_id: "default".into() };
                proto::write_state_bytes::RequestChunk {
                    meta: (n == 0).then_some(meta),
                    bytes: bytes.to_vec().into(),
                    total_length: length,
                    range: Some(proto::StateRange { start, end }),
                }
            })
            .collect();
        let begin = Instant::now();
        let answer = client.write_state_bytes(tokio_stream::iter(chunks)).await.expect("it answers").into_inner();
        let written = milliseconds(begin);
        assert!(answer.diagnostics.is_empty(), "{:?}", answer.diagnostics);
        let begin = Instant::now();
        let request = proto::read_state_bytes::Request { type_name: NAME.into(), state_id: "default".into() };
        let mut stream = client.read_state_bytes(request).await.expect("it answers").into_inner();
        let mut place = 0;
        while let Some(chunk) = stream.message().await.expect("it goes on") {
            assert!(state[place..].starts_with(&chunk.bytes), "it comes back as it was");
            place += chunk.bytes.len();
        }
        let read = milliseconds(begin);
        assert_eq!(place, LARGE);
        println!("| 100 MB to the store, through gRPC and synced | {written:.0} ms |");
        println!("| 100 MB from the store, through gRPC | {read:.0} ms |");
    });
    println!("| the most memory that the provider had | {:.0} MB |", provider::most_memory(&provider) / 1e6);
}

/// Milliseconds from the end of an unlocking to the end of the locking that has waited for it.
fn hand_over(binary: &Path, folder: &Path, runtime: &Runtime) -> f64 {
    let (_first, mut one) = provider::connect(binary, runtime);
    let (_second, mut other) = provider::connect(binary, runtime);
    let times = runtime.block_on(async {
        configured(&mut one, folder, "1m").await;
        configured(&mut other, folder, "1m").await;
        let mut times = Vec::new();
        for round in 0..25_u64 {
            let held = lock(&mut one).await;
            let mut waiting = other.clone();
            let waiter = tokio::spawn(async move {
                let held = lock(&mut waiting).await;
                (held, Instant::now())
            });
            tokio::time::sleep(Duration::from_millis(700 + round * 17)).await;
            unlock(&mut one, held).await;
            let free = Instant::now();
            let (held, taken) = waiter.await.expect("it ends");
            times.push(taken.saturating_duration_since(free).as_secs_f64() * 1e3);
            unlock(&mut other, held).await;
        }
        times
    });
    median(times)
}

async fn lock(client: &mut Client) -> String {
    let operation = "OperationTypeApply".into();
    let request = proto::lock_state::Request { type_name: NAME.into(), state_id: "default".into(), operation };
    let answer = client.lock_state(request).await.expect("it answers").into_inner();
    assert!(answer.diagnostics.is_empty(), "{:?}", answer.diagnostics);
    answer.lock_id
}

async fn unlock(client: &mut Client, lock_id: String) {
    let request = proto::unlock_state::Request { type_name: NAME.into(), state_id: "default".into(), lock_id };
    let answer = client.unlock_state(request).await.expect("it answers").into_inner();
    assert!(answer.diagnostics.is_empty(), "{:?}", answer.diagnostics);
}

/// Where the figures are taken: the target folder's file system.
fn folder() -> PathBuf {
    let folder = tfgen_tests::terraform::target_folder().join("reach-states");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
