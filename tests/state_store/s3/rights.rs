//! Rights on a bucket that are missing: each is told by its name where it is needed, and who works with the default state alone does not need to list.

use super::{bucket, options};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tfgen_runtime::state_store::{ErrorKind, S3, Store as _};
use tfgen_tests::object_store::moto;
use tfgen_tests::proxy::{Guard, Proxy, is_absent, refusal};

/// The right that a request takes, by its first line.
fn right(request: &[u8]) -> &'static str {
    let line = String::from_utf8_lossy(request);
    let line = line.lines().next().unwrap_or_default();
    match line.split(' ').next() {
        Some("PUT") => "s3:PutObject",
        Some("DELETE") => "s3:DeleteObject",
        _ if line.contains("list-type=2") => "s3:ListBucket",
        _ => "s3:GetObject",
    }
}

/// A bucket behind a service that lets everything be done, until a right is taken away.
fn service(taken: &'static str) -> (Proxy, String, Arc<AtomicBool>) {
    let (server, is_taken) = (moto(), Arc::new(AtomicBool::new(false)));
    let (denies, upstream) = (is_taken.clone(), &server.endpoint);
    let guard: Guard = Arc::new(move |request| {
        // As AWS has it: who must not list is not told either that an object is not there.
        let is_kept = || taken == "s3:ListBucket" && right(request) == "s3:GetObject" && is_absent(upstream, request);
        let is_denied = denies.load(Ordering::SeqCst) && (right(request) == taken || is_kept());
        is_denied.then(|| refusal(403, "AccessDenied", request))
    });
    (Proxy::guarded(&server.endpoint, guard), bucket(server), is_taken)
}

#[tokio::test]
async fn each_right_that_is_missing_is_named_where_it_is_needed() {
    for taken in ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket"] {
        let (proxy, bucket, is_taken) = service(taken);
        let store = S3::open(options(&proxy.endpoint, &bucket)).expect("it opens");
        let version = store.put_if_absent("state/default", "first".into()).await.expect("it may");
        is_taken.store(true, Ordering::SeqCst);
        let outcomes = [
            ("s3:ListBucket", store.list("").await.err()),
            ("s3:GetObject", store.get("state/default").await.err()),
            ("s3:PutObject", store.put_if_absent("state/other", "second".into()).await.err()),
            ("s3:DeleteObject", store.delete_if_version("state/default", &version).await.err()),
        ];
        for (needed, failed) in outcomes {
            if needed != taken {
                assert!(failed.is_none(), "{taken} is taken away, {needed} is there: {failed:?}");
                continue;
            }
            let failed = failed.unwrap_or_else(|| panic!("{taken} is taken away"));
            assert_eq!(failed.kind(), ErrorKind::Denied, "{failed}");
            let said = failed.to_string();
            let place = if needed == "s3:ListBucket" { "on the bucket" } else { "/state/" };
            assert!(said.contains(&format!("{needed} is not allowed on")) && said.contains(place), "{said}");
            assert!(said.contains(&format!("needs the right {needed}")), "{said}");
        }
    }
}

#[tokio::test]
async fn who_works_with_one_state_that_is_there_need_not_list() {
    let (proxy, bucket, is_taken) = service("s3:ListBucket");
    let store = S3::open(options(&proxy.endpoint, &bucket)).expect("it opens");
    let first = store.put_if_absent("state/default", "first".into()).await.expect("it may");
    is_taken.store(true, Ordering::SeqCst);
    let store = S3::open(options(&proxy.endpoint, &bucket)).expect("what was seen is noted");
    // What a run does: the lock, the state, another state, and the lock's end.
    let held = store.put_if_absent("lock/default", "held".into()).await.expect("it may");
    let refused = store.put_if_absent("lock/default", "held".into()).await.expect_err("it is held");
    assert_eq!(refused.kind(), ErrorKind::Conflict, "{refused}");
    let entry = store.get("state/default").await.expect("it may").expect("it is there");
    assert_eq!((&entry.version, entry.body.to_vec()), (&first, b"first".to_vec()));
    let second = store.put_if_version("state/default", &first, "second".into()).await.expect("it may");
    store.delete_if_version("lock/default", &held).await.expect("it may");
    assert_eq!(store.version("state/default").await.expect("it may"), Some(second));
    // What is not there is never taken for that: nobody says so.
    let refused = store.get("state/other").await.expect_err("it is not told");
    assert_eq!(refused.kind(), ErrorKind::Denied, "{refused}");
    assert!(refused.to_string().contains("s3:ListBucket"), "the right that is missing may be another one: {refused}");
}

#[test]
fn a_bucket_that_must_not_be_listed_is_not_begun_and_the_right_is_named() {
    let (proxy, bucket, is_taken) = service("s3:ListBucket");
    is_taken.store(true, Ordering::SeqCst);
    let refused = S3::open(options(&proxy.endpoint, &bucket)).expect_err("nobody says that it is new");
    assert_eq!(refused.kind(), ErrorKind::Denied, "{refused}");
    assert!(refused.to_string().contains("s3:ListBucket"), "{refused}");
}
