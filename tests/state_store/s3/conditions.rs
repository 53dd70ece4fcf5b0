//! Services that take conditions of writes and do not keep them, each in its own way: no store opens there. And what else each request says.

use super::multipart::listening;
use super::{bucket, options};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use tfgen_runtime::state_store::{ErrorKind, S3, S3Options, Store as _};
use tfgen_tests::object_store::moto;
use tfgen_tests::proxy::{Guard, Proxy};

/// What a server answers to a request.
fn answered(endpoint: &str, request: &[u8]) -> Vec<u8> {
    let mut server = TcpStream::connect(endpoint.trim_start_matches("http://")).expect("it is there");
    server.write_all(request).expect("it listens");
    let mut answer = Vec::new();
    server.read_to_end(&mut answer).expect("it answers");
    answer
}

/// Where the head of a request ends.
fn head_of(request: &[u8]) -> usize {
    request.windows(4).position(|four| four == b"\r\n\r\n").expect("a request has a head")
}

/// Passes requests of this method on without this header, as a service does that has never heard of it.
fn deaf(endpoint: &str, method: &'static str, header: &'static str) -> Guard {
    let endpoint = endpoint.to_owned();
    Arc::new(move |request| {
        let (head, rest) = request.split_at(head_of(request));
        let head = String::from_utf8_lossy(head);
        if !head.starts_with(method) {
            return None;
        }
        let mut lines: Vec<&str> = head.split("\r\n").collect();
        lines.retain(|line| !line.to_ascii_lowercase().starts_with(&format!("{header}:")));
        lines.retain(|line| !line.to_ascii_lowercase().starts_with("connection:"));
        lines.push("connection: close");
        let mut without = lines.join("\r\n").into_bytes();
        without.extend_from_slice(rest);
        Some(answered(&endpoint, &without))
    })
}

#[test]
fn no_store_opens_where_any_condition_is_ignored() {
    let server = moto();
    for (method, header, words) in [
        ("PUT", "if-none-match", "a PUT with If-None-Match replaced an object that was there"),
        ("PUT", "if-match", "a PUT with the If-Match of an older object replaced a newer one"),
        ("DELETE", "if-match", "a DELETE with the If-Match of an older object deleted a newer one"),
    ] {
        let bucket = bucket(server);
        let proxy = Proxy::guarded(&server.endpoint, deaf(&server.endpoint, method, header));
        for _ in 0..2 {
            let failed = S3::open(options(&proxy.endpoint, &bucket)).expect_err("it is not safe");
            assert_eq!(failed.kind(), ErrorKind::Unsupported, "{method} {header}: {failed}");
            assert!(failed.to_string().contains(words), "{method} {header}: {failed}");
        }
    }
    let bucket = bucket(server);
    let proxy = Proxy::guarded(&server.endpoint, deaf(&server.endpoint, "PUT", "x-nothing"));
    S3::open(options(&proxy.endpoint, &bucket)).expect("whoever hears all of it is trusted");
}

#[test]
fn no_store_opens_where_a_deletion_is_acknowledged_and_not_done() {
    let server = moto();
    let bucket = bucket(server);
    let lazy: Guard = Arc::new(|request| {
        let done = b"HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n";
        request.starts_with(b"DELETE ").then(|| done.to_vec())
    });
    let proxy = Proxy::guarded(&server.endpoint, lazy);
    let failed = S3::open(options(&proxy.endpoint, &bucket)).expect_err("nothing is ever deleted there");
    assert_eq!(failed.kind(), ErrorKind::Unsupported, "{failed}");
    assert!(failed.to_string().contains("a DELETE with the right If-Match deleted nothing"), "{failed}");
}

#[tokio::test]
async fn each_request_names_the_owner_and_each_write_its_encryption() {
    let server = moto();
    for (how, key, expected) in [
        (Some("AES256"), None, "AES256"),
        (Some("aws:kms"), None, "aws:kms"),
        (Some("aws:kms:dsse"), Some("alias/states"), "aws:kms:dsse"),
        (None, Some("alias/states"), "aws:kms"),
    ] {
        let (guard, heard) = listening();
        let (bucket, proxy) = (bucket(server), Proxy::guarded(&server.endpoint, guard));
        let store = S3::open(S3Options {
            server_side_encryption: how.map(str::to_owned),
            kms_key_id: key.map(str::to_owned),
            expected_bucket_owner: Some("123456789012".to_owned()),
            ..options(&proxy.endpoint, &bucket)
        });
        let store = store.expect("it opens");
        let version = store.put_if_absent("state/default", "x".into()).await.expect("it is written");
        store.get("state/default").await.expect("it reads");
        store.delete_if_version("state/default", &version).await.expect("it is deleted");
        let heard = heard.lock().expect("it is not poisoned");
        let writes = heard.iter().filter(|head| head.starts_with("PUT ")).count();
        assert!(writes > 1 && heard.len() > writes + 2, "{} requests, {writes} writes", heard.len());
        for head in heard.iter().map(|head| head.to_ascii_lowercase()) {
            assert!(head.contains("\r\nx-amz-expected-bucket-owner: 123456789012"), "{head}");
            let said = head.lines().find_map(|line| line.strip_prefix("x-amz-server-side-encryption: "));
            let named =
                head.lines().find_map(|line| line.strip_prefix("x-amz-server-side-encryption-aws-kms-key-id: "));
            let is_write = head.starts_with("put ");
            assert_eq!(said.map(str::trim), is_write.then_some(expected.to_ascii_lowercase().as_str()), "{head}");
            assert_eq!(named.map(str::trim), key.filter(|_| is_write), "{head}");
        }
    }
}
