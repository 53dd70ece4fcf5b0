//! The RPCs of state stores: chunks both ways, locks, names, and what is refused before it does harm.

use super::client::{assert_said, texts};
use super::kitchen::{Client, closed, config, eventually, noted, open, type_of};
use std::path::Path;
use tfgen_proto::tfplugin6 as proto;
use tfgen_proto::tfplugin6::write_state_bytes::RequestChunk;
use tfgen_runtime::cty::{Type, Value};

const NAME: &str = "kitchen_drawer";

async fn drawer(client: &mut Client) -> Type {
    type_of(client, |mut schema| schema.state_store_schemas.remove(NAME).unwrap()).await
}

pub async fn configured(
    client: &mut Client,
    folder: &Path,
    chunk_size: i64,
    failure: &str,
) -> proto::configure_state_store::Response {
    let ty = drawer(client).await;
    let folder = folder.join("drawer");
    let given = [("folder", Value::string(folder.to_str().unwrap())), ("failure", Value::string(failure))];
    let request = proto::configure_state_store::Request {
        type_name: NAME.to_owned(),
        config: Some(config(&ty, given)),
        capabilities: Some(proto::StateStoreClientCapabilities { chunk_size }),
    };
    client.configure_state_store(request).await.unwrap().into_inner()
}

/// A kitchen with a drawer that is ready.
pub async fn ready(test: &str, chunk_size: i64, failure: &str) -> Client {
    let (mut client, folder) = open(test).await;
    let answer = configured(&mut client, &folder, chunk_size, failure).await;
    assert_eq!(texts(&answer.diagnostics), Vec::<String>::new());
    assert_eq!(answer.capabilities.unwrap().chunk_size, chunk_size);
    client
}

fn length(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap()
}

/// A state's chunks as Terraform sends them.
pub fn chunks(state: &str, body: &[u8], size: usize) -> Vec<RequestChunk> {
    let chunk = |(n, bytes): (usize, &[u8])| RequestChunk {
        meta: (n == 0).then(|| proto::RequestChunkMeta { type_name: NAME.to_owned(), state_id: state.to_owned() }),
        bytes: bytes.to_vec().into(),
        total_length: length(body.len()),
        range: Some(proto::StateRange { start: length(n * size), end: length(n * size + bytes.len()) - 1 }),
    };
    body.chunks(size).enumerate().map(chunk).collect()
}

pub async fn write(client: &mut Client, chunks: Vec<RequestChunk>) -> Vec<String> {
    texts(&client.write_state_bytes(tokio_stream::iter(chunks)).await.unwrap().into_inner().diagnostics)
}

pub async fn read(client: &mut Client, state: &str) -> Vec<proto::read_state_bytes::Response> {
    let request = proto::read_state_bytes::Request { type_name: NAME.to_owned(), state_id: state.to_owned() };
    let mut stream = client.read_state_bytes(request).await.unwrap().into_inner();
    let mut chunks = Vec::new();
    while let Some(chunk) = stream.message().await.unwrap() {
        assert!(chunk.range.is_some(), "Terraform crashes on a chunk without a range");
        chunks.push(chunk);
    }
    chunks
}

#[tokio::test]
async fn a_state_comes_back_in_chunks_as_it_was_written() {
    let mut client = ready("state store", 4, "").await;
    assert_eq!(write(&mut client, chunks("default", b"0123456789", 4)).await, Vec::<String>::new());
    let chunks = read(&mut client, "default").await;
    let places: Vec<_> = chunks.iter().map(|it| (it.range.unwrap().start, it.range.unwrap().end)).collect();
    assert_eq!(places, [(0, 3), (4, 7), (8, 9)]);
    assert!(chunks.iter().all(|it| it.total_length == 10));
    let body: Vec<u8> = chunks.iter().flat_map(|it| it.bytes.to_vec()).collect();
    assert_eq!(body, b"0123456789");
    assert_eq!(write(&mut client, self::chunks("default", b"short", 4)).await, Vec::<String>::new());
    assert_eq!(read(&mut client, "default").await.len(), 2, "nothing of the longer state is left");
}

#[tokio::test]
async fn a_state_that_is_not_there_is_no_chunk_and_nothing_else_is() {
    let mut client = ready("state store empty", 4, "").await;
    assert!(read(&mut client, "default").await.is_empty());
    for (failure, words) in [
        ("read", ["error", "The drawer is dark"]),
        ("empty", ["holds an empty state", "plan to make everything again"]),
    ] {
        let mut client = ready(&format!("state store {failure}"), 4, failure).await;
        let chunks = read(&mut client, "default").await;
        assert!(chunks.len() == 1 && chunks[0].bytes.is_empty());
        assert_said(&texts(&chunks[0].diagnostics), &words);
    }
}

#[tokio::test]
async fn what_does_not_arrive_whole_is_not_written() {
    let mut client = ready("state store broken", 4, "").await;
    assert!(write(&mut client, chunks("default", b"as it was", 4)).await.is_empty());
    let whole = || chunks("default", b"0123456789", 4);
    let broken = |change: fn(&mut Vec<RequestChunk>)| {
        let mut chunks = whole();
        change(&mut chunks);
        chunks
    };
    for (sent, words) in [
        (broken(|it| it[0].meta = None), "does not say which state"),
        (broken(|it| drop(it.remove(1))), "After 4 bytes, a chunk of 2 bytes comes for the bytes 8 to 9"),
        (broken(|it| drop(it.pop())), "8 bytes have come of the 10"),
        (broken(|it| it[2].total_length = 11), "says that the state has 11 bytes"),
        (broken(|it| it[1].range = None), "comes for no place"),
        (broken(|it| it[1].range.as_mut().unwrap().end = 8), "bytes 4 to 8"),
        (broken(|it| it.iter_mut().for_each(|chunk| chunk.total_length = 9)), "More bytes come than the 9"),
        (broken(|it| it.iter_mut().for_each(|chunk| chunk.total_length = 0)), "is said to have 0 bytes"),
        (broken(|it| it.iter_mut().for_each(|chunk| chunk.total_length = 1 << 40)), "too large for this store"),
        (
            broken(|it| it[1].meta = Some(proto::RequestChunkMeta { state_id: "x".into(), ..Default::default() })),
            "another state",
        ),
        (chunks("default", b"0123456789", 5), "does not have the 4 bytes"),
        (chunks("default", b"0123456789", 3), "does not have the 4 bytes"),
        (chunks("", b"0123456789", 4), "without a name"),
        (Vec::new(), "No chunk has come"),
    ] {
        assert_said(&write(&mut client, sent).await, &["error", words]);
        let kept: Vec<u8> = read(&mut client, "default").await.iter().flat_map(|it| it.bytes.to_vec()).collect();
        assert_eq!(kept, b"as it was", "{words}");
    }
}

#[tokio::test]
async fn an_upload_that_breaks_off_writes_nothing() {
    let mut client = ready("state store cancelled", 4, "").await;
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    let mut other = client.clone();
    let upload =
        tokio::spawn(
            async move { other.write_state_bytes(tokio_stream::wrappers::ReceiverStream::new(receiver)).await },
        );
    sender.send(chunks("default", b"0123456789", 4).remove(0)).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    upload.abort();
    drop(sender);
    assert!(upload.await.is_err());
    assert!(read(&mut client, "default").await.is_empty());
}

#[tokio::test]
async fn an_error_and_a_panic_while_writing_are_diagnostics() {
    for (failure, words) in [
        ("write", ["The state \"default\" was not written", "The drawer is full"]),
        ("panic", ["panicked while writing the state \"default\" to kitchen_drawer", "the drawer fell out"]),
    ] {
        let mut client = ready(&format!("state store {failure}"), 1 << 20, failure).await;
        let said = write(&mut client, chunks("default", &vec![b'x'; 3 << 20], 1 << 20)).await;
        assert_said(&said, &words);
    }
}

#[tokio::test]
async fn chunks_are_as_large_as_both_sides_can_take_and_capabilities_are_always_there() {
    let (mut client, folder) = open("state store sizes").await;
    let standard = 8 << 20;
    for (proposed, agreed) in
        [(0, standard), (-1, standard), (128 << 20, 128 << 20), ((128 << 20) + 1, standard), (1, 1)]
    {
        let answer = configured(&mut client, &folder, proposed, "").await;
        assert_eq!(answer.capabilities.unwrap().chunk_size, agreed);
    }
    let answer = configured(&mut client, &folder, 4, "configure").await;
    assert_said(&texts(&answer.diagnostics), &["The drawer is stuck"]);
    assert_eq!(answer.capabilities.unwrap().chunk_size, 4);
    let request =
        proto::configure_state_store::Request { type_name: "kitchen_fridge".to_owned(), ..Default::default() };
    let answer = client.configure_state_store(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["no state store \"kitchen_fridge\"", NAME]);
    assert_eq!(answer.capabilities.unwrap().chunk_size, standard);
}

#[tokio::test]
async fn a_configuration_that_is_wrong_or_not_known_configures_nothing() {
    let (mut client, _) = open("state store config").await;
    let ty = drawer(&mut client).await;
    for (given, words) in [
        ([("folder", Value::unknown())], ["error at folder", "not known yet"]),
        ([("folder", Value::Null)], ["error at folder", "No folder is given"]),
    ] {
        let request = proto::configure_state_store::Request {
            type_name: NAME.to_owned(),
            config: Some(config(&ty, given)),
            capabilities: None,
        };
        let answer = client.configure_state_store(request).await.unwrap().into_inner();
        assert_said(&texts(&answer.diagnostics), &words);
        assert!(answer.capabilities.is_some());
    }
    let request = proto::get_states::Request { type_name: NAME.to_owned() };
    let answer = client.get_states(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["The state store kitchen_drawer is not configured"]);
    let chunks = read(&mut client, "default").await;
    assert_said(&texts(&chunks[0].diagnostics), &["is not configured"]);
    assert_said(&write(&mut client, chunks_of_one()).await, &["is not configured"]);
}

pub fn chunks_of_one() -> Vec<RequestChunk> {
    chunks("default", b"x", 4)
}

#[tokio::test]
async fn validation_looks_at_the_configuration() {
    let mut client = closed();
    let ty = drawer(&mut client).await;
    let request = proto::validate_state_store::Request {
        type_name: NAME.to_owned(),
        config: Some(config(&ty, [("folder", Value::string("x"))])),
    };
    assert!(client.validate_state_store_config(request).await.unwrap().into_inner().diagnostics.is_empty());
    let request = proto::validate_state_store::Request { type_name: "kitchen_fridge".to_owned(), config: None };
    let answer = client.validate_state_store_config(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["no state store \"kitchen_fridge\"", NAME]);
}

pub async fn lock(client: &mut Client, state: &str) -> proto::lock_state::Response {
    let request = proto::lock_state::Request {
        type_name: NAME.to_owned(),
        state_id: state.to_owned(),
        operation: "OperationTypePlan".to_owned(),
    };
    client.lock_state(request).await.unwrap().into_inner()
}

pub async fn unlock(client: &mut Client, state: &str, lock_id: &str) -> Vec<String> {
    let request = proto::unlock_state::Request {
        type_name: NAME.to_owned(),
        state_id: state.to_owned(),
        lock_id: lock_id.to_owned(),
    };
    texts(&client.unlock_state(request).await.unwrap().into_inner().diagnostics)
}

#[tokio::test]
async fn a_lock_keeps_others_out_until_it_is_given_back() {
    let mut client = ready("state store locks", 4, "").await;
    let held = lock(&mut client, "default").await;
    assert!(!held.lock_id.is_empty() && held.diagnostics.is_empty());
    let refused = lock(&mut client, "default").await;
    assert!(refused.lock_id.is_empty());
    assert_said(&texts(&refused.diagnostics), &["error", "is locked", &held.lock_id]);
    assert!(!lock(&mut client, "other").await.lock_id.is_empty(), "another state has its own lock");
    assert_said(&unlock(&mut client, "default", "wrong").await, &["error", "by another lock than wrong"]);
    assert_said(&unlock(&mut client, "default", "").await, &["error", "without the lock's id"]);
    assert!(unlock(&mut client, "default", &held.lock_id).await.is_empty());
    assert_said(&unlock(&mut client, "default", &held.lock_id).await, &["error", "is not locked"]);
}

#[tokio::test]
async fn a_lock_that_nobody_waits_for_is_given_back() {
    let (mut client, folder) = open("state store slow").await;
    configured(&mut client, &folder, 4, "slow_lock").await;
    let mut other = client.clone();
    let waiting = tokio::spawn(async move { lock(&mut other, "default").await });
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    waiting.abort();
    eventually("the lock was given back", || noted(&folder, "drawer.log") == ["locked", "unlocked"]).await;
    assert!(!lock(&mut client, "default").await.lock_id.is_empty(), "it is free");
}

#[tokio::test]
async fn states_are_listed_by_their_names_and_deleted_but_for_the_default_one() {
    let mut client = ready("state store names", 4, "").await;
    for name in ["default", "..", "Prod", "prod"] {
        assert!(write(&mut client, chunks(name, b"x", 4)).await.is_empty());
    }
    let states = |mut client: Client| async move {
        client
            .get_states(proto::get_states::Request { type_name: NAME.to_owned() })
            .await
            .unwrap()
            .into_inner()
            .state_id
    };
    assert_eq!(states(client.clone()).await, ["..", "Prod", "default", "prod"]);
    let delete = |name: &str| proto::delete_state::Request { type_name: NAME.to_owned(), state_id: name.to_owned() };
    let answer = client.delete_state(delete("default")).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["The default state cannot be deleted"]);
    let held = lock(&mut client, "prod").await.lock_id;
    let answer = client.delete_state(delete("prod")).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["is locked"]);
    assert!(unlock(&mut client, "prod", &held).await.is_empty());
    assert!(client.delete_state(delete("prod")).await.unwrap().into_inner().diagnostics.is_empty());
    let answer = client.delete_state(delete("prod")).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["There is no state \"prod\""]);
    assert_eq!(states(client.clone()).await, ["..", "Prod", "default"]);
}
