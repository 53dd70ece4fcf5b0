//! Credentials that end in the middle of an apply, under a real Terraform: the kitchen's `bucket`, behind a gate that knows which are still good.

use super::state_stores::{APPLY, configure, expect_nothing_to_do, init, store, wait_for_begun, workspace};
use std::fs;
use std::time::Duration;
use tfgen_tests::credentials::{Giver, WORD, has_secret};
use tfgen_tests::object_store::moto;
use tfgen_tests::proxy::Proxy;
use tfgen_tests::terraform::Workspace;

/// Two that take a while, so that Terraform writes the state in the middle as well.
const SLOW: &str = "resource \"terraform_data\" \"first\" {\n  provisioner \"local-exec\" { command = \"touch begun && sleep 4\" }\n}\n\
    resource \"terraform_data\" \"second\" {\n  input = terraform_data.first.id\n  provisioner \"local-exec\" { command = \"sleep 4\" }\n}\n";

struct Team {
    giver: Giver,
    _gate: Proxy,
    bucket: String,
    workspace: Workspace,
    block: String,
}

/// A workspace whose credentials a container's agent gives, with a log of everything.
fn team(test: &str, lifetime: Duration) -> Team {
    let (server, giver) = (moto(), Giver::start(lifetime));
    let bucket = format!("credentials-{test}-{}", std::process::id());
    server.make_bucket(&bucket);
    let gate = giver.gate(&server.endpoint);
    let endpoint = &gate.endpoint;
    let block = store(
        "bucket",
        &format!(
            "    bucket = {bucket:?}\n    endpoint = {endpoint:?}\n    region = \"eu-west-1\"\n    lease = \"3s\"\n    allow_insecure = [\"versioning\", \"lifecycle\", \"public_access_block\"]"
        ),
    );
    let workspace = workspace(&block, "");
    let home = workspace.folder.display().to_string();
    let workspace = workspace
        .with_environment("HOME", &home)
        .with_environment("AWS_EC2_METADATA_DISABLED", "true")
        .with_environment("AWS_CONTAINER_CREDENTIALS_FULL_URI", &format!("{}/container", giver.endpoint))
        .with_environment("AWS_CONTAINER_AUTHORIZATION_TOKEN", WORD)
        .with_environment("TF_STATE_PERSIST_INTERVAL", "1")
        .with_environment("TF_LOG", "TRACE")
        .with_environment("TF_LOG_PATH", "everything.log");
    init(&workspace).expect_code(0);
    Team { giver, _gate: gate, bucket, workspace, block }
}

impl Team {
    fn objects(&self) -> String {
        let line =
            format!("print(sorted(each['Key'] for each in s3.list_objects_v2(Bucket={:?})['Contents']))", self.bucket);
        moto().run(&line)
    }

    /// Everything that was to be saved is, nothing is locked, and nobody has read a secret.
    fn expect_all_is_well(&self) {
        expect_nothing_to_do(&self.workspace);
        assert!(!self.workspace.folder.join("errored.tfstate").exists());
        let objects = self.objects();
        assert!(objects.contains("state/default.entry") && !objects.contains("lock/"), "{objects}");
        let log = fs::read(self.workspace.folder.join("everything.log")).expect("there is a log");
        let log = String::from_utf8_lossy(&log);
        assert!(log.contains("WriteState") || log.contains("LockState"), "it is a log of everything");
        assert!(!has_secret(&log), "a secret is in the log");
    }
}

#[test]
fn credentials_that_end_in_the_middle_of_an_apply_are_renewed_in_time() {
    let team = team("ending", Duration::from_secs(2));
    configure(&team.workspace, &team.block, SLOW);
    let before = team.giver.given();
    team.workspace.apply().expect_code(0);
    assert!(team.giver.given() > before + 1, "they have ended while it ran");
    assert_eq!(team.giver.refused(), 0, "nothing was asked with credentials that had ended");
    team.expect_all_is_well();
}

#[test]
fn credentials_that_are_revoked_in_the_middle_of_an_apply_are_made_up_for() {
    let team = team("revoked", Duration::from_hours(1));
    configure(&team.workspace, &team.block, SLOW);
    let run = team.workspace.start(&APPLY);
    wait_for_begun(&team.workspace);
    team.giver.revoke();
    let ran = run.wait_with_output().expect("it ends");
    let said = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{said}");
    assert!(
        (1..4).contains(&team.giver.refused()),
        "each request that was on its way was refused once: {}",
        team.giver.refused()
    );
    team.expect_all_is_well();
}
