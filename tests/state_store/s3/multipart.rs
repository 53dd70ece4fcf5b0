//! Long contents in parts: they are whole or not there, on a condition, and nothing is left of what fails.

use super::{bucket, bytes_of, options};
use std::sync::{Arc, Mutex};
use tfgen_runtime::state_store::{Body, ErrorKind, S3, S3Options, Store as _, Version, conformance};
use tfgen_tests::object_store::{Server, moto, seaweedfs};
use tfgen_tests::proxy::{Fault, Guard, Proxy};

const PART: u64 = 5 << 20;

/// In parts from a byte more than one part on.
fn in_parts(endpoint: &str, bucket: &str) -> S3Options {
    S3Options { multipart_threshold: PART, part_size: PART, ..options(endpoint, bucket) }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts")
}

/// A bucket of a service that was seen to keep conditions of completions. `SeaweedFS` keeps those of one client after the other; of several at
/// once it lets more than one win, for which it is found out where nothing is noted.
fn trusted(server: &Server) -> String {
    let bucket = bucket(server);
    server.run(&format!("s3.put_object(Bucket={bucket:?}, Key='conditions-of-parts', Body=b'seen')"));
    bucket
}

/// A content of three parts, told from others by its last bytes.
fn long(which: u8) -> Body {
    [bytes_of(8 << 20), bytes_of(3 << 20), vec![which; 9]].into_iter().collect()
}

/// One of two parts.
fn two(which: u8) -> Body {
    [bytes_of(5 << 20), vec![which; 9]].into_iter().collect()
}

/// The uploads that were begun, and neither completed nor given up.
fn uploads(server: &Server, bucket: &str) -> String {
    let line = format!("print(len(s3.list_multipart_uploads(Bucket={bucket:?}).get('Uploads', [])))");
    server.run(&line).trim().to_owned()
}

/// Passes everything on, and keeps the first lines and the headers.
/// Hears the heads of all requests.
pub fn listening() -> (Guard, Arc<Mutex<Vec<String>>>) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listening = heard.clone();
    let guard: Guard = Arc::new(move |request| {
        let head = request.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(request.len());
        let text = String::from_utf8_lossy(&request[..head]).into_owned();
        listening.lock().expect("it is not poisoned").push(text);
        None
    });
    (guard, heard)
}

#[test]
fn a_long_content_goes_in_parts_with_all_that_is_said_of_it() {
    let server = seaweedfs();
    let bucket = trusted(server);
    let (guard, heard) = listening();
    let proxy = Proxy::guarded(&server.endpoint, guard);
    let tags = vec![("team".to_owned(), "network".to_owned()), ("ws".to_owned(), "{workspace}".to_owned())];
    let store = S3::open(S3Options { tags, ..in_parts(&proxy.endpoint, &bucket) }).expect("it opens");
    runtime().block_on(async {
        let first = store.put_if_absent("state/default", long(1)).await.expect("it is written");
        let entry = store.get("state/default").await.expect("it reads").expect("it is there");
        assert!(entry.version == first && entry.body == long(1));
        let again = store.put_if_absent("state/default", long(2)).await.expect_err("it is there");
        assert!(again.as_conflict().is_some_and(|conflict| conflict.actual == first), "{again}");
        let second = store.put_if_version("state/default", &first, long(3)).await.expect("it is replaced");
        let stale = store.put_if_version("state/default", &first, long(4)).await.expect_err("it has changed");
        assert!(stale.as_conflict().is_some_and(|conflict| conflict.actual == second), "{stale}");
        assert!(store.get("state/default").await.expect("it reads").expect("it is there").body == long(3));
        // From one piece to parts and back.
        let third = store.put_if_version("state/default", &second, "short".into()).await.expect("it is replaced");
        store.delete_if_version("state/default", &third).await.expect("it is deleted");
        let gone = store.put_if_version("state/default", &third, long(5)).await.expect_err("it is gone");
        assert_eq!(gone.kind(), ErrorKind::Conflict, "{gone}");
    });
    assert_eq!(uploads(server, &bucket), "0", "nothing is left");
    let heard = heard.lock().expect("it is not poisoned");
    let begun: Vec<_> =
        heard.iter().filter(|text| text.starts_with("POST") && text.contains("default.entry?uploads=")).collect();
    assert_eq!(begun.len(), 5);
    assert!(begun.iter().all(|text| text.contains("x-amz-tagging: team=network&ws=default") && text.contains("x-amz-meta-sha256: ")));
    let parts =
        heard.iter().filter(|text| text.starts_with("PUT") && text.contains("default.entry?partNumber=")).count();
    assert_eq!(parts, 15);
    assert_eq!(heard.iter().filter(|text| text.starts_with("GET") && text.contains("/conditions-of-parts")).count(), 0);
    assert_eq!(
        heard.iter().filter(|text| text.starts_with("HEAD") && text.contains("/conditions-of-parts")).count(),
        1,
        "once for each store"
    );
}

#[test]
fn encryption_is_asked_for_where_an_upload_begins() {
    // It echoes what it is asked for, which is what is looked at.
    let server = moto();
    let bucket = bucket(server);
    let (guard, heard) = listening();
    let proxy = Proxy::guarded(&server.endpoint, guard);
    let encrypted = S3Options { kms_key_id: Some("alias/states".to_owned()), ..in_parts(&proxy.endpoint, &bucket) };
    let store = S3::open(encrypted).expect("it opens");
    runtime().block_on(store.put_if_absent("state/short", "x".into())).expect("it is written");
    // moto ignores conditions of completions: it is found out, and what is long goes in one piece.
    runtime().block_on(store.put_if_absent("state/default", long(1))).expect("it is written");
    let heard = heard.lock().expect("it is not poisoned");
    let of = |start: &str, words: &str| -> Vec<&String> {
        heard
            .iter()
            .filter(|text| text.starts_with(start) && text.lines().next().is_some_and(|line| line.contains(words)))
            .collect()
    };
    let whole = of("PUT", "state/default.entry ");
    assert_eq!((whole.len(), of("POST", "state/default.entry").len()), (1, 0));
    let begun = of("POST", "?uploads=");
    assert!(!begun.is_empty(), "it was tried");
    for text in whole.into_iter().chain(begun).chain(of("PUT", "state/short")) {
        assert!(
            text.contains("x-amz-server-side-encryption: aws:kms\r") && text.contains("aws-kms-key-id: alias/states"),
            "{text}"
        );
    }
    for (how, key) in [("rot13", None), ("AES256", Some("alias/states"))] {
        let wrong = S3Options {
            server_side_encryption: Some(how.to_owned()),
            kms_key_id: key.map(str::to_owned),
            ..options(&proxy.endpoint, "states")
        };
        assert_eq!(S3::open(wrong).expect_err("it cannot be").kind(), ErrorKind::Invalid);
    }
    let wrong = S3Options { part_size: 1 << 20, ..options(&proxy.endpoint, "states") };
    assert!(S3::open(wrong).expect_err("it cannot be").to_string().contains("5 MiB"));
}

#[test]
fn what_goes_wrong_at_any_call_leaves_all_or_nothing_and_no_upload() {
    let server = seaweedfs();
    let bucket = trusted(server);
    let direct = S3::open(in_parts(&server.endpoint, &bucket)).expect("it opens");
    let proxy = Proxy::before(&server.endpoint);
    let through = S3::open(in_parts(&proxy.endpoint, &bucket)).expect("it opens");
    runtime().block_on(async {
        // What has to be tried is tried.
        let tried = direct.put_if_absent("state/tried", two(0)).await.expect("it is written");
        through.put_if_version("state/tried", &tried, two(1)).await.expect("it is written");
        let faults =
            [Fault::LoseAnswer, Fault::DoneBut(500), Fault::Answer(503), Fault::Answer(403), Fault::Answer(412)];
        // Begin, two parts in any order, complete, look.
        for position in 0..5_u8 {
            for fault in faults {
                let text = format!("{fault:?} at call {position}");
                let key = "state/default";
                let before = direct.get(key).await.expect(&text).map(|entry| entry.version).unwrap_or_default();
                let mut plan = vec![Fault::None; position.into()];
                plan.push(fault);
                proxy.plan(&plan);
                let written = through.put_if_version(key, &before, two(position)).await;
                proxy.plan(&[]);
                let there = direct.get(key).await.expect(&text);
                let version = there.as_ref().map(|entry| entry.version.clone()).unwrap_or_default();
                let is_ours = there.is_some_and(|entry| entry.body == two(position) && entry.version != before);
                match written {
                    Ok(made) => assert!(is_ours && made == version, "{text}: {made} {version}"),
                    Err(failed) if failed.kind() == ErrorKind::Uncertain => {}
                    Err(failed) => assert_eq!(version, before, "{text}: {failed}"),
                }
                if matches!(fault, Fault::LoseAnswer | Fault::DoneBut(_) | Fault::Answer(503)) {
                    assert!(is_ours, "{text}: it is made up for");
                }
                if !version.is_absent() {
                    direct.delete_if_version(key, &version).await.expect(&text);
                }
            }
        }
    });
    // An upload whose beginning was lost has an id that nobody knows: a rule of the bucket deletes it.
    let left: usize = uploads(server, &bucket).parse().expect("a number");
    assert!(left <= 4, "{left} uploads are left of 25");
}

#[test]
fn a_store_whose_contents_all_go_in_parts_conforms() -> Result<(), conformance::Failed> {
    let server = seaweedfs();
    let bucket = trusted(server);
    conformance::check(|| {
        // The suite's contents are short: most go in one piece, and the longest in parts.
        S3::open(S3Options { multipart_threshold: 1 << 16, ..in_parts(&server.endpoint, &bucket) })
    })
}

#[test]
fn of_many_long_contents_one_is_there() {
    let server = seaweedfs();
    let bucket = bucket(server);
    let open = || S3::open(in_parts(&server.endpoint, &bucket)).expect("it opens");
    let clients: Vec<S3> = (0..4).map(|_| open()).collect();
    let version = runtime().block_on(clients[0].put_if_absent("state/default", long(0))).expect("it is written");
    for condition in [Version::ABSENT, version] {
        let key = if condition.is_absent() { "state/other" } else { "state/default" };
        let winners: Vec<u8> = std::thread::scope(|scope| {
            let racers: Vec<_> = (1..)
                .zip(&clients)
                .map(|(which, client)| {
                    let condition = &condition;
                    scope.spawn(move || {
                        runtime().block_on(client.put_if_version(key, condition, long(which))).ok().map(|_| which)
                    })
                })
                .collect();
            racers.into_iter().filter_map(|racer| racer.join().expect("it arrives")).collect()
        });
        assert_eq!(winners.len(), 1, "{winners:?}");
        let there = runtime().block_on(clients[0].get(key)).expect("it reads").expect("it is there");
        assert!(there.body == long(winners[0]));
    }
    assert_eq!(uploads(server, &bucket), "0");
}
