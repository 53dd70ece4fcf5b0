//! The provider that is nothing but state stores, under a real Terraform: its own examples, in a folder and in two object stores.

use super::state_stores::{APPLY, expect_nothing_to_do, init, installed};
use std::process::Command;
use tfgen_tests::built;
use tfgen_tests::object_store::{Server, moto, seaweedfs};
use tfgen_tests::proxy::Proxy;
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::{Ran, Workspace};

const FILESYSTEM: &str = include_str!("../../examples/terraform-provider-statestore/examples/filesystem/main.tf");
const S3: &str = include_str!("../../examples/terraform-provider-statestore/examples/s3/main.tf");
const SEALED_S3: &str = include_str!("../../examples/terraform-provider-statestore/examples/sealed_s3/main.tf");
#[cfg(all(unix, feature = "databases"))]
const POSTGRES: &str = include_str!("../../examples/terraform-provider-statestore/examples/postgres/main.tf");
const PLAN: [&str; 3] = ["plan", "-no-color", "-input=false"];

/// A workspace with an example's configuration, of which these parts are other ones.
fn example(configuration: &str, parts: &[(&str, &str)]) -> Workspace {
    let workspace = installed("statestore", &built::statestore_provider());
    let start = configuration.replace("\"tfgen/statestore\"", "\"registry.example/tfgen/statestore\"");
    let text = parts.iter().fold(start, |text, (from, to)| {
        assert!(text.contains(from), "{from} is in the example");
        text.replace(from, to)
    });
    workspace.write("main.tf", &text);
    workspace
}

/// The same with the credentials that a server knows.
fn at(server: &Server, workspace: Workspace) -> Workspace {
    server.variables().iter().fold(workspace, |workspace, (name, value)| workspace.with_environment(name, value))
}

/// A bucket that no other test has.
fn bucket(server: &Server, test: &str) -> String {
    let name = format!("statestore-{test}-{}", std::process::id());
    server.make_bucket(&name);
    name
}

/// The provider's own `state` commands, in a workspace's folder.
fn state(workspace: &Workspace, variables: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let program = built::statestore_provider().join("terraform-provider-statestore");
    let mut command = Command::new(program);
    command.arg("state").args(arguments).current_dir(&workspace.folder).envs(variables.iter().copied());
    command.output().expect("it starts").into()
}

#[test]
fn the_example_in_a_folder_keeps_states_and_their_revisions() {
    let workspace = example(FILESYSTEM, &[]);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    expect_nothing_to_do(&workspace);
    let output = workspace.run(&["output", "-raw", "greeting"]).expect_code(0).stdout;
    assert_eq!(output, "hello");
    let listed = state(&workspace, &[], &["list"]).expect_code(0).stdout;
    assert!(listed.contains("default"), "{listed}");
    let history = state(&workspace, &[], &["history"]).expect_code(0).stdout;
    assert!(history.lines().count() > 2, "each write is a revision: {history}");
    let outputs = "data \"statestore_filesystem_outputs\" \"itself\" { path = \"states\" }\noutput \"read\" { value = data.statestore_filesystem_outputs.itself.outputs.greeting }\n";
    workspace.write("outputs.tf", outputs);
    workspace.run(&APPLY).expect_code(0);
    assert_eq!(workspace.run(&["output", "-raw", "read"]).expect_code(0).stdout, "hello");
}

#[test]
fn the_example_in_a_bucket_is_refused_until_the_bucket_is_safe_and_then_costs_no_more() {
    let server = seaweedfs();
    let (name, proxy) = (bucket(server, "s3"), Proxy::before(&server.endpoint));
    let parts =
        [("acme-states", name.as_str()), ("# endpoint ", "endpoint "), ("https://s3.example", proxy.endpoint.as_str())];
    let workspace = at(server, example(S3, &parts));
    let said = flowing(&init(&workspace).expect_code(1).stderr);
    assert!(said.contains(&format!("The bucket \"{name}\" is not safe for states")), "{said}");
    for words in [
        "versioning: it was never turned on",
        "lifecycle: there are no rules",
        "public_access_block: it cannot be read",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert_eq!(said.matches("Error:").count(), 1, "all of it in one: {said}");
    // The rest is mended, and what the service does not have is waived.
    server.run(&format!(
        "s3.put_bucket_versioning(Bucket={name:?}, VersioningConfiguration={{'Status': 'Enabled'}})\n\
         s3.put_bucket_lifecycle_configuration(Bucket={name:?}, LifecycleConfiguration={{'Rules': [{{'ID': 'old', 'Status': 'Enabled', \
         'Filter': {{'Prefix': 'network/'}}, 'NoncurrentVersionExpiration': {{'NoncurrentDays': 90}}}}]}})"
    ));
    let parts = [&parts[..], &[("# allow_insecure", "allow_insecure")]].concat();
    let workspace = at(server, example(S3, &parts));
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    let before = proxy.count();
    expect_nothing_to_do(&workspace);
    assert_eq!(proxy.count() - before, 4, "lock, read, unlock, and a look at what was noted");
    let outputs = "data \"statestore_s3_outputs\" \"itself\" {\n  bucket = \"$\"\n  prefix = \"network\"\n  workspace = \"default\"\n  endpoint = \"$endpoint\"\n  allow_insecure = [\"public_access_block\"]\n}\noutput \"read\" { value = data.statestore_s3_outputs.itself.outputs.greeting }\n";
    workspace.write("outputs.tf", &outputs.replace("$endpoint", &proxy.endpoint).replace('$', &name));
    workspace.run(&APPLY).expect_code(0);
    assert_eq!(workspace.run(&["output", "-raw", "read"]).expect_code(0).stdout, "hello");
}

#[test]
fn the_sealed_example_encrypts_with_kms_and_another_key_opens_nothing() {
    let server = moto();
    let name = bucket(server, "sealed");
    let key = |alias: &str| {
        server.run(&format!(
            "kms = boto3.client('kms', endpoint_url={:?}, region_name='eu-central-1')\n\
             kms.create_alias(AliasName={alias:?}, TargetKeyId=kms.create_key()['KeyMetadata']['KeyId'])",
            server.endpoint
        ))
    };
    let (first, second) = (format!("alias/first-{name}"), format!("alias/second-{name}"));
    key(&first);
    key(&second);
    let waived = "allow_insecure = [\"versioning\", \"lifecycle\", \"public_access_block\"]\n    keep_revisions";
    let configured = |alias: &str| {
        let parts = [("acme-states", name.as_str()), ("alias/terraform-states", alias), ("keep_revisions", waived)];
        at(server, example(SEALED_S3, &parts))
    };
    let workspace = configured(&first);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    expect_nothing_to_do(&workspace);
    // With revisions the contents lie below `history/`: what is below `state/` only names them. What is compressed and no more would hide the words,
    // but not that it is compressed.
    let stored = server.run(&format!(
        "keys = [o['Key'] for o in s3.list_objects_v2(Bucket={name:?}, Prefix='network/')['Contents']]\n\
         bodies = [s3.get_object(Bucket={name:?}, Key=key)['Body'].read() for key in keys]\n\
         sealed = [body for body in bodies if body.startswith(b'tfgen.sealed\\0')]\n\
         print(len([key for key in keys if '/state/' in key]), len(sealed) > len([key for key in keys if '/history/' in key]) > 0, \
         *[word.decode() for word in [b'hello', b'terraform_data', b'tfgen.zstd'] if any(word in body for body in bodies)])"
    ));
    assert_eq!(stored.trim(), "1 True");
    // Whoever has another key sees no empty state, which a plan would fill.
    let stranger = configured(&second);
    let said = flowing(&init(&stranger).expect_code(1).stderr);
    assert!(said.contains("cannot be decrypted") || said.contains("not at hand"), "{said}");
    // The key is rotated without Terraform, and then the other one is the right one.
    let both = format!("encryption_old_keys=[\"aws-kms:{first}\"]");
    let new = format!("encryption_key=aws-kms:{second}");
    let rotated = state(&workspace, &server.variables(), &["rotate-key", "--set", &new, "--set", &both]);
    rotated.expect_code(0);
    let stranger = configured(&second);
    init(&stranger).expect_code(0);
    expect_nothing_to_do(&stranger);
    let said = flowing(&workspace.run(&PLAN).expect_code(1).stderr);
    assert!(said.contains("cannot be decrypted") || said.contains("not at hand"), "{said}");
}

#[test]
#[cfg(all(unix, feature = "databases"))]
fn the_example_in_a_table_keeps_states_and_their_revisions() {
    use tfgen_tests::database::{ADMINISTRATOR, PASSWORD, database, name};
    let (server, table) = (database(), name("statestore"));
    let connection = format!("conn_str = {:?}", server.connection(server.port, ADMINISTRATOR));
    let parts = [
        ("conn_str     = \"host=db.example dbname=infrastructure user=terraform\"", connection.as_str()),
        ("\"network\"", &format!("{table:?}")),
    ];
    let workspace = example(POSTGRES, &parts).with_environment("PGPASSWORD", PASSWORD);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    expect_nothing_to_do(&workspace);
    assert_eq!(workspace.run(&["output", "-raw", "greeting"]).expect_code(0).stdout, "hello");
    let history = state(&workspace, &[("PGPASSWORD", PASSWORD)], &["history"]).expect_code(0).stdout;
    assert!(history.lines().count() > 2, "each write is a revision: {history}");
    let block =
        format!("data \"statestore_postgres_outputs\" \"itself\" {{\n  {connection}\n  table_name = {table:?}\n}}\n");
    let read = "output \"read\" { value = data.statestore_postgres_outputs.itself.outputs.greeting }\n";
    workspace.write("outputs.tf", &format!("{block}{read}"));
    workspace.run(&APPLY).expect_code(0);
    assert_eq!(workspace.run(&["output", "-raw", "read"]).expect_code(0).stdout, "hello");
    let keys = server.run(&format!("SELECT count(*) FROM terraform_states.{table:?} WHERE key LIKE 'lock/%'"));
    assert_eq!(keys, "0", "no lock is left");
}
