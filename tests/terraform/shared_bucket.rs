//! One bucket, of which Terraform's own `s3` backend and the kitchen's `bucket` keep the same states in turn: each sees what the other has written, and is
//! kept out by the other's lock.

use super::state_stores::{APPLY, configure, expect_nothing_to_do, init, store, wait_for_begun, workspace};
use std::fs;
use tfgen_tests::object_store::{Server, seaweedfs};
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::Workspace;

const HELLO: &str = "resource \"terraform_data\" \"x\" { input = \"hello\" }\n";
const SLOW: &str =
    "resource \"terraform_data\" \"y\" {\n  provisioner \"local-exec\" { command = \"touch begun && sleep 300\" }\n}\n";
const PLAN: [&str; 3] = ["plan", "-no-color", "-input=false"];
const KEY: &str = "network/terraform.tfstate";

/// A working folder, and what its `terraform` block holds.
struct Side {
    workspace: Workspace,
    block: String,
}

impl Side {
    fn new(server: &Server, block: String, configuration: &str) -> Self {
        let variables = server.variables();
        let variables = variables.iter().filter(|(name, _)| *name != "AWS_ENDPOINT_URL");
        let workspace = variables
            .fold(workspace(&block, configuration), |workspace, (name, value)| workspace.with_environment(name, value));
        init(&workspace).expect_code(0);
        Self { workspace, block }
    }

    fn configure(&self, configuration: &str) {
        configure(&self.workspace, &self.block, configuration);
    }

    /// Who is refused a lock says whose it is; this is its id.
    fn refused(&self) -> String {
        let said = flowing(&self.workspace.run(&PLAN).expect_code(1).stderr);
        assert!(said.contains("Error acquiring the state lock") && said.contains("OperationTypeApply"), "{said}");
        // AWS's own ids of requests end with the same letters.
        let id = said.split(" ID:").nth(1).and_then(|rest| rest.split_whitespace().next());
        id.unwrap_or_else(|| panic!("there is an id: {said}")).to_owned()
    }

    fn unlock(&self, id: &str) {
        self.workspace.run(&["force-unlock", "-no-color", "-force", id]).expect_code(0);
    }

    /// Begins a run that has the lock, and kills it.
    fn die(&self) {
        self.configure(SLOW);
        let mut run = self.workspace.start(&APPLY);
        wait_for_begun(&self.workspace);
        run.kill().expect("it can be killed");
        run.wait().expect("it ends");
        fs::remove_file(self.workspace.folder.join("begun")).expect("it is there");
    }
}

/// The same states from both sides: the backend's, and the store's.
fn sides(server: &Server, bucket: &str, more: &str) -> (Side, Side) {
    server.make_bucket(bucket);
    let endpoint = &server.endpoint;
    let backend = format!(
        "  backend \"s3\" {{\n    bucket = {bucket:?}\n    key = {KEY:?}\n    region = \"us-east-1\"\n    use_lockfile = true\n    use_path_style = true\n    \
         skip_credentials_validation = true\n    skip_region_validation = true\n    skip_requesting_account_id = true\n    skip_metadata_api_check = true\n    \
         skip_s3_checksum = true\n    endpoints = {{ s3 = {endpoint:?} }}\n  }}\n"
    );
    let lines = format!(
        "    bucket = {bucket:?}\n    endpoint = {endpoint:?}\n    layout = \"terraform\"\n    key = {KEY:?}\n    allow_insecure = [\"versioning\", \"lifecycle\", \"public_access_block\"]\n{more}"
    );
    let backend = Side::new(server, backend, HELLO);
    backend.workspace.apply().expect_code(0);
    (backend, Side::new(server, store("bucket", &lines), HELLO))
}

fn objects(server: &Server, bucket: &str) -> String {
    let line = format!("print(*sorted(each['Key'] for each in s3.list_objects_v2(Bucket={bucket:?})['Contents']))");
    server.run(&line).trim().to_owned()
}

#[test]
fn what_one_side_writes_the_other_one_goes_on_with() {
    let (server, bucket) = (seaweedfs(), format!("shared-{}", std::process::id()));
    let (backend, ours) = sides(server, &bucket, "");
    expect_nothing_to_do(&ours.workspace);
    // In turns, in the default workspace and in another one.
    for (round, name) in ["default", "prod"].iter().enumerate() {
        if *name != "default" {
            backend.workspace.run(&["workspace", "new", "-no-color", name]).expect_code(0);
            let listed = ours.workspace.run(&["workspace", "list", "-no-color"]).expect_code(0).stdout;
            assert!(listed.contains("default") && listed.contains(name), "{listed}");
            ours.workspace.run(&["workspace", "select", "-no-color", name]).expect_code(0);
        }
        for (turn, (writer, reader)) in [(&ours, &backend), (&backend, &ours), (&ours, &backend)].iter().enumerate() {
            let next = HELLO.replace("hello", &format!("hello {round} {turn}"));
            writer.configure(&next);
            writer.workspace.apply().expect_code(0);
            reader.configure(&next);
            expect_nothing_to_do(&reader.workspace);
        }
    }
    assert_eq!(objects(server, &bucket), format!("env:/prod/{KEY} {KEY} {KEY}.conditions"), "no lock is left");
    // One that our side makes, the other one sees, and deletes.
    ours.workspace.run(&["workspace", "new", "-no-color", "made-here"]).expect_code(0);
    let listed = backend.workspace.run(&["workspace", "list", "-no-color"]).expect_code(0).stdout;
    assert!(listed.contains("made-here"), "{listed}");
    backend.workspace.run(&["workspace", "delete", "-no-color", "made-here"]).expect_code(0);
    ours.workspace.run(&["workspace", "select", "-no-color", "prod"]).expect_code(0);
    let listed = ours.workspace.run(&["workspace", "list", "-no-color"]).expect_code(0).stdout;
    assert!(!listed.contains("made-here"), "{listed}");
}

#[test]
fn each_side_is_kept_out_by_the_others_lock_and_opens_it_by_its_id() {
    let (server, bucket) = (seaweedfs(), format!("shared-locks-{}", std::process::id()));
    let (backend, ours) = sides(server, &bucket, "    lease = \"1h\"\n    lock_timeout = \"1s\"\n");
    backend.die();
    let id = ours.refused();
    let line =
        format!("print(s3.get_object(Bucket={bucket:?}, Key={:?})['Body'].read().decode())", format!("{KEY}.tflock"));
    let theirs = server.run(&line);
    assert!(theirs.contains(&id), "{theirs}");
    ours.configure(&HELLO.replace("hello", "something else"));
    let without = ["apply", "-no-color", "-input=false", "-auto-approve", "-lock=false"];
    let said = flowing(&ours.workspace.run(&without).expect_code(1).stderr);
    assert!(said.contains("locked by someone else"), "without a lock, too: {said}");
    ours.configure(HELLO);
    ours.unlock(&id);
    expect_nothing_to_do(&ours.workspace);
    ours.die();
    let id = backend.refused();
    let record = server.run(&line);
    for member in ["\"ID\":", "\"Operation\":", "\"Info\":", "\"Who\":", "\"Version\":", "\"Created\":", "\"Path\":"] {
        assert!(record.contains(member) && theirs.contains(member), "{member}: {record} {theirs}");
    }
    assert!(record.contains(&format!("{bucket}/{KEY}")) && record.contains(&id), "{record}");
    backend.unlock(&id);
    backend.configure(HELLO);
    expect_nothing_to_do(&backend.workspace);
    assert!(!objects(server, &bucket).contains("tflock"));
}

#[test]
fn what_terraforms_layout_has_no_place_for_is_refused() {
    let (server, bucket) = (seaweedfs(), format!("shared-refused-{}", std::process::id()));
    server.make_bucket(&bucket);
    let refused = |name: &str, lines: &str| {
        let block = store(
            name,
            &format!(
                "    bucket = {bucket:?}\n    endpoint = {:?}\n    allow_insecure = [\"versioning\", \"lifecycle\", \"public_access_block\"]\n{lines}",
                server.endpoint
            ),
        );
        let variables = server.variables();
        let workspace = variables
            .iter()
            .fold(workspace(&block, HELLO), |workspace, (name, value)| workspace.with_environment(name, value));
        flowing(&init(&workspace).expect_code(1).stderr)
    };
    for (name, lines, told) in [
        (
            "freezer",
            "layout = \"terraform\"\n    key = \"a\"",
            "Terraform's layout has no place for a history, compression",
        ),
        ("bucket", "layout = \"terraform\"", "No key is given"),
        ("bucket", "layout = \"opentofu\"", "There is no layout \"opentofu\""),
        ("bucket", "key = \"a\"", "`key` has no effect on this store"),
        ("bucket", "layout = \"terraform\"\n    key = \"a\"\n    prefix = \"b\"", "Terraform's layout has no prefix"),
        ("bucket", "layout = \"terraform\"\n    key = \"/a\"", "neither begins nor ends with a slash"),
        ("bucket", "object_tags = { ws = \"{who}\" }", "can ask for one of {workspace}"),
        ("bucket", "part_size = 1", "5 MiB"),
    ] {
        let said = refused(name, &format!("    {lines}"));
        assert!(said.contains(told), "{lines}: {said}");
    }
}

#[test]
fn each_write_of_a_run_says_what_it_is_about() {
    let (server, bucket) = (seaweedfs(), format!("tagged-{}", std::process::id()));
    server.make_bucket(&bucket);
    let tags = "    object_tags = { team = \"network\", ws = \"{workspace}\", why = \"{operation}\", n = \"{serial}\", is = \"{kind}\" }\n    lease = \"0s\"";
    let block = store(
        "bucket",
        &format!(
            "    bucket = {bucket:?}\n    endpoint = {:?}\n    allow_insecure = [\"versioning\", \"lifecycle\", \"public_access_block\"]\n{tags}",
            server.endpoint
        ),
    );
    let side = Side::new(server, block, SLOW);
    let mut run = side.workspace.start(&APPLY);
    wait_for_begun(&side.workspace);
    let tags = |key: &str| {
        let line = format!(
            "print({{each['Key']: each['Value'] for each in s3.get_object_tagging(Bucket={bucket:?}, Key={key:?})['TagSet']}})"
        );
        server.run(&line)
    };
    let lock = tags("lock/default.entry");
    assert!(
        lock.contains("'is': 'lock'")
            && lock.contains("'why': 'OperationTypeApply'")
            && lock.contains("'ws': 'default'"),
        "{lock}"
    );
    assert!(!lock.contains("'n'"), "{lock}");
    run.kill().expect("it can be killed");
    run.wait().expect("it ends");
    let id = side.refused();
    side.unlock(&id);
    side.configure(HELLO);
    side.workspace.apply().expect_code(0);
    let state = tags("state/default.entry");
    for tag in ["'team': 'network'", "'is': 'state'", "'why': 'OperationTypeApply'", "'ws': 'default'", "'n': '"] {
        assert!(state.contains(tag), "{tag}: {state}");
    }
}
