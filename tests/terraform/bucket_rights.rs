//! Terraform with a bucket whose rights are fewer than all: as AWS has it, who must not list is not told either that an object is not there.

use super::bucket::{HELLO, bucket, in_bucket};
use super::state_stores::{APPLY, configure, expect_nothing_to_do};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tfgen_tests::object_store::seaweedfs;
use tfgen_tests::proxy::{Guard, Proxy, is_absent, refusal};
use tfgen_tests::story::flowing;

#[test]
fn who_must_not_list_a_bucket_works_with_its_default_state() {
    let (server, name) = (seaweedfs(), bucket("unlisted"));
    let is_taken = Arc::new(AtomicBool::new(false));
    let (denies, upstream) = (is_taken.clone(), &server.endpoint);
    let guard: Guard = Arc::new(move |request| {
        if !denies.load(Ordering::SeqCst) || !(request.starts_with(b"GET") || request.starts_with(b"HEAD")) {
            return None;
        }
        let line =
            String::from_utf8_lossy(request.split(|byte| *byte == b'\n').next().unwrap_or_default()).into_owned();
        (line.contains("list-type=2") || is_absent(upstream, request)).then(|| refusal(403, "AccessDenied", request))
    });
    let proxy = Proxy::guarded(&server.endpoint, guard);
    // Begun by somebody who may list.
    let (workspace, block) = in_bucket(server, &proxy.endpoint, &name, "");
    workspace.apply().expect_code(0);
    is_taken.store(true, Ordering::SeqCst);
    std::fs::remove_dir_all(workspace.folder.join(".terraform")).expect("it is there");
    workspace.run(&["init", "-no-color", "-input=false"]).expect_code(0);
    expect_nothing_to_do(&workspace);
    configure(&workspace, &block, &HELLO.replace("hello", "hello again"));
    workspace.run(&APPLY).expect_code(0);
    expect_nothing_to_do(&workspace);
    let listed = workspace.run(&["workspace", "list", "-no-color"]).expect_code(0);
    assert!(listed.stdout.contains("* default"), "{}", listed.stdout);
    // Another one cannot be told from one that is forbidden, so that nothing is made in its place.
    let refused = flowing(&workspace.run(&["workspace", "new", "-no-color", "other"]).expect_code(1).stderr);
    assert!(refused.contains("s3:GetObject is not allowed on") && refused.contains("s3:ListBucket"), "{refused}");
}
