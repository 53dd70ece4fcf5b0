//! RPCs of state stores whose client goes away in the middle: states stay whole, and nothing stays locked.

use super::kitchen::Client;
use super::state_stores::{chunks, lock, read, ready, unlock, write};
use std::time::Duration;
use tfgen_proto::tfplugin6 as proto;
use tokio_stream::wrappers::ReceiverStream;

const NAME: &str = "kitchen_drawer";

/// Longer than a call takes to arrive.
const MOMENT: Duration = Duration::from_millis(40);

async fn body(client: &mut Client, state: &str) -> Vec<u8> {
    read(client, state).await.iter().flat_map(|chunk| chunk.bytes.to_vec()).collect()
}

#[tokio::test]
async fn an_upload_that_breaks_off_after_any_chunk_leaves_the_state_as_it_was() {
    let mut client = ready("state store cut", 4, "").await;
    assert!(write(&mut client, chunks("default", b"as it was before", 4)).await.is_empty());
    let whole = chunks("default", b"and as it was to be", 4);
    assert_eq!(whole.len(), 5);
    for arrived in 0..=whole.len() {
        let (sender, receiver) = tokio::sync::mpsc::channel(whole.len());
        let mut other = client.clone();
        let upload = tokio::spawn(async move { other.write_state_bytes(ReceiverStream::new(receiver)).await });
        for chunk in &whole[..arrived] {
            sender.send(chunk.clone()).await.unwrap();
        }
        tokio::time::sleep(MOMENT).await;
        // Also after the last one: that it was the last is known only when the stream ends.
        upload.abort();
        assert!(upload.await.is_err());
        drop(sender);
        tokio::time::sleep(MOMENT).await;
        assert_eq!(body(&mut client, "default").await, b"as it was before", "cut after {arrived} chunks");
    }
    assert!(write(&mut client, whole).await.is_empty());
    assert_eq!(body(&mut client, "default").await, b"and as it was to be");
}

#[tokio::test]
async fn a_reader_that_goes_away_after_any_chunk_keeps_nobody_from_reading() {
    let mut client = ready("state store left", 4, "").await;
    assert!(write(&mut client, chunks("default", b"0123456789", 4)).await.is_empty());
    for seen in 0..=3 {
        let request = proto::read_state_bytes::Request { type_name: NAME.to_owned(), state_id: "default".to_owned() };
        let mut stream = client.read_state_bytes(request).await.unwrap().into_inner();
        for _ in 0..seen {
            assert!(stream.message().await.unwrap().is_some());
        }
        drop(stream);
        assert_eq!(body(&mut client, "default").await, b"0123456789");
    }
}

#[tokio::test]
async fn whoever_goes_away_while_unlocking_or_deleting_leaves_no_lock() {
    let mut client = ready("state store gone", 4, "").await;
    for round in 0..12 {
        let wait = Duration::from_micros(round * 150);
        assert!(write(&mut client, chunks("work", b"whole", 4)).await.is_empty());
        let held = lock(&mut client, "work").await.lock_id;
        let (mut other, id) = (client.clone(), held.clone());
        let unlocking = tokio::spawn(async move { unlock(&mut other, "work", &id).await });
        tokio::time::sleep(wait).await;
        unlocking.abort();
        let _ = unlocking.await;
        // It has been given back, or can be.
        tokio::time::sleep(MOMENT).await;
        let said = unlock(&mut client, "work", &held).await.concat();
        assert!(said.is_empty() || said.contains("is not locked"), "{said}");
        let mut other = client.clone();
        let deleting = tokio::spawn(async move {
            let request = proto::delete_state::Request { type_name: NAME.to_owned(), state_id: "work".to_owned() };
            other.delete_state(request).await
        });
        tokio::time::sleep(wait).await;
        deleting.abort();
        let _ = deleting.await;
        tokio::time::sleep(MOMENT).await;
        let left = body(&mut client, "work").await;
        assert!(left.is_empty() || left == b"whole", "{left:?}");
        let held = lock(&mut client, "work").await;
        assert!(!held.lock_id.is_empty(), "no lock is left: {:?}", held.diagnostics);
        assert!(unlock(&mut client, "work", &held.lock_id).await.is_empty());
    }
}
