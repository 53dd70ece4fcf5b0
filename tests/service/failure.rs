//! `ApplyResourceChange` when user code fails, panics or answers what Terraform would refuse: the object is never lost.

use super::client::{Answer, Core, PRIVATE, assert_said, disk, disk_identity, with};
use tfgen_runtime::cty::Value;

async fn create_with(fault: &str) -> Answer {
    let mut core = Core::start(&format!("fault: {fault}")).await;
    let config = disk([
        ("fault", Value::string(fault)),
        ("name", Value::string("data")),
        ("passphrase", Value::string("open sesame")),
    ]);
    core.create(&config).await
}

/// What is kept of an object that was made but not finished: what was planned, its identity, nulls for the rest.
fn partial(fault: &str) -> Value {
    disk([
        ("fault", Value::string(fault)),
        ("id", Value::string("disk-1")),
        ("kind", Value::string("ssd")),
        ("name", Value::string("data")),
        ("region", Value::string("eu-1")),
        ("size_gb", Value::number(10)),
    ])
}

#[tokio::test]
async fn an_error_before_anything_was_made_keeps_nothing() {
    let answer = create_with("fail before created").await;
    assert_eq!((answer.state, answer.identity), (Value::Null, Value::Null));
    assert_eq!(answer.diagnostics, ["error at name: Nothing was made"]);
}

#[tokio::test]
async fn an_error_after_created_keeps_the_partial_object() {
    let answer = create_with("fail after created").await;
    assert_eq!(answer.state, partial("fail after created"));
    assert_eq!(answer.identity, disk_identity("eu-1", "disk-1"));
    assert_eq!(answer.private, PRIVATE);
    assert_eq!(answer.diagnostics, ["warning at name: A disk was made", "error: The disk never became ready"]);
}

#[tokio::test]
async fn a_panic_after_the_handler_is_done_keeps_the_object() {
    let answer = create_with("broken slot").await;
    assert_eq!(answer.state, partial("broken slot"));
    assert_eq!(answer.identity, disk_identity("eu-1", "disk-1"));
    assert_said(
        &answer.diagnostics,
        &["error: The provider panicked while creating fixture_disk", "a slot that panics"],
    );
}

#[tokio::test]
async fn an_error_that_holds_no_error_is_one_all_the_same() {
    for fault in ["fail with a warning", "fail with nothing"] {
        let answer = create_with(fault).await;
        assert_eq!(answer.state, partial(fault));
        assert_said(
            &answer.diagnostics,
            &["error: The provider failed while creating fixture_disk, but did not say why"],
        );
    }
}

#[tokio::test]
async fn a_panic_after_created_keeps_the_partial_object() {
    let answer = create_with("panic after created").await;
    assert_eq!(answer.state, partial("panic after created"));
    assert_eq!(answer.identity, disk_identity("eu-1", "disk-1"));
    assert_said(
        &answer.diagnostics,
        &["error: The provider panicked while creating fixture_disk: the disk fell over", "tests/fixture/disk.rs:"],
    );
}

#[tokio::test]
async fn an_inconsistent_result_is_reported_by_us_and_kept() {
    let answer = create_with("wrong name").await;
    assert_eq!(answer.state.get("name"), Some(&Value::string("another")));
    assert_eq!(answer.state.get("checksum"), Some(&Value::string("sum-10")));
    assert_eq!(answer.identity, disk_identity("eu-1", "disk-1"));
    assert_said(&answer.diagnostics, &["error at name: ", "\"data\"", "\"another\""]);
}

#[tokio::test]
async fn a_value_that_terraform_cannot_hold_does_not_cost_the_object() {
    let answer = create_with("not a number").await;
    assert_eq!(answer.state.get("id"), Some(&Value::string("disk-1")));
    assert_eq!(answer.state.get("ratio"), Some(&Value::Null));
    assert_eq!(answer.state.get("checksum"), Some(&Value::string("sum-10")));
    assert_said(&answer.diagnostics, &["error at ratio: "]);
}

#[tokio::test]
async fn a_value_that_cannot_be_written_does_not_cost_the_object() {
    for (fault, why) in [("infinite", "it is infinite"), ("too deep", "the nesting is too deep")] {
        let answer = create_with(fault).await;
        assert_eq!(answer.state.get("id"), Some(&Value::string("disk-1")), "{fault}");
        assert_eq!(answer.state.get("extra"), Some(&Value::Null), "{fault}");
        assert_eq!(answer.identity, disk_identity("eu-1", "disk-1"), "{fault}");
        assert_said(&answer.diagnostics, &["error at extra", "cannot be stored", why]);
    }
}

#[tokio::test]
async fn an_unknown_value_in_a_result_is_told_at_its_place_and_stored_as_null() {
    let answer = create_with("unknown inside").await;
    let Some(Value::Dynamic(extra)) = answer.state.get("extra") else { panic!("{:?}", answer.state) };
    assert_eq!(extra.value, Value::object([("a", Value::Null), ("b", Value::string("known"))]));
    assert_eq!(answer.identity, disk_identity("eu-1", "disk-1"));
    assert_said(&answer.diagnostics, &["error at extra.a: ", "still unknown"]);
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_an_error_and_costs_neither_the_object_nor_the_provider() {
    let mut core = Core::start("too large").await;
    let config = |fault: &str| disk([("fault", Value::string(fault)), ("name", Value::string("data"))]);
    let answer = core.create(&config("too large")).await;
    assert_eq!(answer.state, disk([("id", Value::string("disk-1")), ("region", Value::string("eu-1"))]));
    assert_eq!(answer.identity, disk_identity("eu-1", "disk-1"));
    assert_said(&answer.diagnostics, &["error: The provider made a value that is too large", "Keep large data out"]);
    let created = core.create(&config("too large to read")).await;
    assert_eq!(created.diagnostics, ["warning at name: A disk was made"], "the provider lives on");
    let read = core.read(&created.state, &created.identity).await;
    assert_eq!((read.state, read.identity), (created.state, created.identity));
    assert_said(&read.diagnostics, &["error: The provider made a value that is too large"]);
}

#[tokio::test]
async fn a_failed_update_keeps_the_prior_object() {
    let mut core = Core::start("failed update").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    let config = disk([("fault", Value::string("fail update")), ("name", Value::string("more"))]);
    let answer = core.change(&created.state, &config).await;
    assert_eq!(answer.state, created.state);
    assert_eq!(answer.identity, created.identity);
    assert_eq!(answer.diagnostics, ["error: The disk cannot change now"]);
}

#[tokio::test]
async fn a_saved_model_is_kept_when_the_rest_of_an_update_fails() {
    let mut core = Core::start("half an update").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    let config = disk([("fault", Value::string("fail after saved")), ("name", Value::string("more"))]);
    let answer = core.change(&created.state, &config).await;
    assert_eq!(answer.state.get("name"), Some(&Value::string("more")));
    assert_eq!(answer.state.get("id"), Some(&Value::string("disk-1")));
    assert_eq!(answer.diagnostics, ["error: The second half failed"]);
}

#[tokio::test]
async fn a_saved_model_is_kept_when_the_rest_of_an_update_panics() {
    let mut core = Core::start("half an update, and a panic").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    let config = disk([("fault", Value::string("panic after saved")), ("name", Value::string("more"))]);
    let answer = core.change(&created.state, &config).await;
    let saved = [("fault", Value::string("panic after saved")), ("name", Value::string("more"))];
    assert_eq!(answer.state, with(&created.state, saved));
    assert_eq!((answer.identity, answer.private), (created.identity, PRIVATE.to_vec()));
    let words = ["error: The provider panicked while updating fixture_disk: the second half fell over", "disk.rs:"];
    assert_said(&answer.diagnostics, &words);
    assert_eq!(answer.diagnostics.len(), 1, "{:?}", answer.diagnostics);
}

#[tokio::test]
async fn no_state_that_is_kept_of_an_update_holds_a_write_only_value() {
    for fault in ["fail update", "fail after saved", "panic after saved", "other id"] {
        let mut core = Core::start(&format!("write-only and {fault}")).await;
        let created = core.create(&disk([("name", Value::string("data"))])).await;
        let config = disk([
            ("fault", Value::string(fault)),
            ("name", Value::string("more")),
            ("passphrase", Value::string("open sesame")),
        ]);
        let answer = core.change(&created.state, &config).await;
        assert_said(&answer.diagnostics, &["error"]);
        assert_eq!(answer.state.get("passphrase"), Some(&Value::Null), "{fault}");
        let passphrase = core.store.objects().disks.values().next().unwrap().passphrase.clone();
        assert_eq!(passphrase.as_deref(), Some("open sesame"), "{fault}: the handler had it");
        assert!(!answer.diagnostics.concat().contains("open sesame"), "{fault}: {:?}", answer.diagnostics);
    }
}

#[tokio::test]
async fn an_update_that_answers_another_identity_is_reported() {
    let mut core = Core::start("other id").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    let config = disk([("fault", Value::string("other id")), ("name", Value::string("more"))]);
    let answer = core.change(&created.state, &config).await;
    assert_said(&answer.diagnostics, &["error at id: The identity of a fixture_disk changed while updating"]);
}
