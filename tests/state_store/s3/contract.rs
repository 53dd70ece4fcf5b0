//! What a bucket has to be like to keep states: each setting that is wrong is told with what is wanted and a command, all of them at once.

use super::{bucket, options};
use tfgen_runtime::state_store::{ErrorKind, S3, S3Contract, S3Options, S3Setting, Store as _};
use tfgen_tests::object_store::{Server, moto, seaweedfs};
use tfgen_tests::proxy::{Fault, Proxy};

const VERSIONS: &str = "{'ID': 'old', 'Status': 'Enabled', 'Filter': {'Prefix': ''}, 'NoncurrentVersionExpiration': {'NoncurrentDays': 90}}";

fn version(server: &Server, bucket: &str, status: &str) {
    server
        .run(&format!("s3.put_bucket_versioning(Bucket={bucket:?}, VersioningConfiguration={{'Status': {status:?}}})"));
}

fn rule(server: &Server, bucket: &str, rules: &str) {
    server.run(&format!(
        "s3.put_bucket_lifecycle_configuration(Bucket={bucket:?}, LifecycleConfiguration={{'Rules': [{rules}]}})"
    ));
}

fn block(server: &Server, bucket: &str, policy: &str) {
    server.run(&format!(
        "s3.put_public_access_block(Bucket={bucket:?}, PublicAccessBlockConfiguration={{'BlockPublicAcls': True, \
         'IgnorePublicAcls': True, 'BlockPublicPolicy': {policy}, 'RestrictPublicBuckets': True}})"
    ));
}

fn with(endpoint: &str, bucket: &str, waived: &[S3Setting]) -> S3Options {
    let contract = S3Contract { waived: waived.to_vec(), ..S3Contract::default() };
    S3Options { prefix: "team/network".to_owned(), contract: Some(contract), ..options(endpoint, bucket) }
}

/// What is said of a bucket that is refused.
fn refused(endpoint: &str, bucket: &str, waived: &[S3Setting]) -> String {
    let error = S3::open(with(endpoint, bucket, waived)).expect_err("it is not safe");
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    error.to_string()
}

#[test]
fn a_new_bucket_is_refused_once_with_all_that_is_wrong_and_opens_when_that_is_mended() {
    let server = moto();
    let name = bucket(server);
    let said = refused(&server.endpoint, &name, &[]);
    assert!(said.starts_with(&format!("The bucket {name:?} is not safe for states: ")), "{said}");
    for words in [
        "versioning: it was never turned on. Wanted: Enabled",
        &format!(
            "    aws s3api put-bucket-versioning --bucket {name} --versioning-configuration Status=Enabled --endpoint-url {}",
            server.endpoint
        ),
        "lifecycle: there are no rules, so that no version expires below team/network/state/ and team/network/lock/",
        &format!("    aws s3api put-bucket-lifecycle-configuration --bucket {name}"),
        "\"Filter\":{\"Prefix\":\"team/network/\"}",
        "public_access_block: the bucket has none",
        &format!("    aws s3api put-public-access-block --bucket {name}"),
        "allow_insecure = [\"versioning\", \"lifecycle\", \"public_access_block\"]",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    let listed = server.run(&format!("print(s3.list_objects_v2(Bucket={name:?})['KeyCount'])"));
    assert_eq!(listed.trim(), "0", "nothing was written to a bucket that is refused");
    version(server, &name, "Suspended");
    assert!(refused(&server.endpoint, &name, &[]).contains("versioning: it is Suspended."));
    version(server, &name, "Enabled");
    block(server, &name, "False");
    let said = refused(&server.endpoint, &name, &[]);
    assert!(!said.contains("versioning:") && said.contains("public_access_block: BlockPublicPolicy is off"), "{said}");
    block(server, &name, "True");
    rule(server, &name, VERSIONS);
    S3::open(with(&server.endpoint, &name, &[])).expect("it is safe");
}

#[test]
fn each_setting_is_waived_by_its_name_and_no_other() {
    let server = moto();
    let name = bucket(server);
    for waived in S3Setting::ALL {
        let said = refused(&server.endpoint, &name, &[waived]);
        for setting in S3Setting::ALL {
            let told = said.contains(&format!("{}: ", setting.name()));
            assert_eq!(told, setting != waived, "{} is waived: {said}", waived.name());
        }
    }
    S3::open(with(&server.endpoint, &name, &S3Setting::ALL)).expect("all of it is waived");
    let unknown = "encryption".parse::<S3Setting>().expect_err("it is none").to_string();
    assert!(unknown.contains("\"versioning\", \"lifecycle\", \"public_access_block\""), "{unknown}");
}

#[test]
fn nobody_can_waive_that_states_expire_and_what_is_elsewhere_does_not_matter() {
    let server = moto();
    let name = bucket(server);
    let expires = |prefix: &str| {
        format!(
            "{{'ID': 'tidy', 'Status': 'Enabled', 'Filter': {{'Prefix': {prefix:?}}}, 'Expiration': {{'Days': 30}}}}"
        )
    };
    for prefix in ["", "team/", "team/network/state/prod"] {
        rule(server, &name, &format!("{VERSIONS}, {}", expires(prefix)));
        let said = refused(&server.endpoint, &name, &S3Setting::ALL);
        assert!(said.contains("the rule \"tidy\" lets objects expire after 30 days that are current"), "{said}");
        assert!(said.contains("team/network/state/") && said.contains("This cannot be waived"), "{said}");
        assert!(!said.contains("allow_insecure"), "{said}");
        assert_eq!(said.contains("team/network/lock/"), prefix != "team/network/state/prod", "{said}");
    }
    let moved = "{'ID': 'ice', 'Status': 'Enabled', 'Filter': {'Prefix': ''}, 'Transitions': [{'Days': 90, 'StorageClass': 'DEEP_ARCHIVE'}]}";
    rule(server, &name, &format!("{VERSIONS}, {moved}"));
    let said = refused(&server.endpoint, &name, &S3Setting::ALL);
    assert!(said.contains("moves objects to DEEP_ARCHIVE that are current"), "{said}");
    let others = format!(
        "{VERSIONS}, {}, {}",
        expires("logs/"),
        expires("").replace("Enabled", "Disabled").replace("tidy", "off")
    );
    rule(server, &name, &others);
    let waived = [S3Setting::Versioning, S3Setting::PublicAccessBlock];
    S3::open(with(&server.endpoint, &name, &waived)).expect("no rule is about states");
}

#[test]
fn versions_have_to_expire_below_each_prefix() {
    let server = moto();
    let name = bucket(server);
    let waived = [S3Setting::Versioning, S3Setting::PublicAccessBlock];
    let of = |prefix: &str| {
        VERSIONS.replace("'Prefix': ''", &format!("'Prefix': {prefix:?}")).replace("'old'", &format!("{prefix:?}"))
    };
    rule(server, &name, &of("team/network/state/"));
    let said = refused(&server.endpoint, &name, &waived);
    assert!(said.contains("by the rules that are on, no version expires below team/network/lock/."), "{said}");
    rule(server, &name, &format!("{}, {}", of("team/network/state/"), of("team/network/lock/")));
    S3::open(with(&server.endpoint, &name, &waived)).expect("both are covered");
    // A rule for some objects only covers nothing.
    let name = bucket(server);
    let tagged = VERSIONS.replace("{'Prefix': ''}", "{'Tag': {'Key': 'team', 'Value': 'a'}}");
    rule(server, &name, &tagged);
    assert!(refused(&server.endpoint, &name, &waived).contains("no version expires below"));
    let tags = vec![("team".to_owned(), "a".to_owned())];
    S3::open(S3Options { tags, ..with(&server.endpoint, &name, &waived) }).expect("our objects have the tag");
}

#[test]
fn what_cannot_be_read_is_not_right_and_of_lifecycle_it_must_be_read() {
    let server = moto();
    let name = bucket(server);
    let proxy = Proxy::before(&server.endpoint);
    // The look at the note, and the three settings.
    let denied = [Fault::None, Fault::Answer(403), Fault::Answer(403), Fault::Answer(403)];
    proxy.plan(&denied);
    let said = refused(&proxy.endpoint, &name, &[]);
    for (setting, right) in [
        ("versioning", "s3:GetBucketVersioning"),
        ("lifecycle", "s3:GetLifecycleConfiguration"),
        ("public_access_block", "s3:GetBucketPublicAccessBlock"),
    ] {
        let found = format!("{setting}: it cannot be read: {right} is not allowed on the bucket {name:?}");
        assert!(said.contains(&found) && said.contains(&format!("Give the right {right} on the bucket")), "{said}");
    }
    assert!(said.contains("allow_insecure = [\"versioning\", \"public_access_block\"]"), "{said}");
    proxy.plan(&denied[..2]);
    let said = refused(&proxy.endpoint, &name, &S3Setting::ALL);
    assert!(said.contains("lifecycle: it cannot be read") && said.contains("This cannot be waived"), "{said}");
    // A service that is busy is asked again, and its answer is not taken for a finding.
    proxy.plan(&[Fault::None, Fault::Answer(503), Fault::Answer(503)]);
    S3::open(with(&proxy.endpoint, &name, &S3Setting::ALL)).expect("it answers the third time");
}

#[test]
fn what_was_seen_is_noted_and_costs_the_next_run_nothing() {
    let server = moto();
    let name = bucket(server);
    version(server, &name, "Enabled");
    rule(server, &name, VERSIONS);
    block(server, &name, "True");
    let proxy = Proxy::before(&server.endpoint);
    let requests = |waived: &[S3Setting]| {
        let before = proxy.count();
        S3::open(with(&proxy.endpoint, &name, waived)).expect("it is safe");
        proxy.count() - before
    };
    assert!(requests(&[]) > 4, "all is looked at once");
    assert_eq!(requests(&[]), 1, "then the note is enough");
    // Whoever asks less is not told by a note of who asked more, nor the other way.
    assert_eq!(requests(&[S3Setting::Versioning]), 4, "the note, two settings, and a new note");
    assert_eq!(requests(&[]), 5);
    server.run(&format!(
        "note = s3.get_object(Bucket={name:?}, Key='team/network/conditions')['Body'].read().decode()\n\
         s3.put_object(Bucket={name:?}, Key='team/network/conditions', Body=note.replace('contract', 'contrast').encode())"
    ));
    assert_eq!(requests(&[]), 5, "a note that says something else says nothing");
}

#[tokio::test]
async fn a_bucket_of_seaweedfs_is_safe_but_for_what_it_does_not_have() {
    let server = seaweedfs();
    let name = bucket(server);
    version(server, &name, "Enabled");
    rule(server, &name, VERSIONS);
    let said = refused(&server.endpoint, &name, &[]);
    assert!(said.contains("public_access_block: it cannot be read: the service does not have it"), "{said}");
    assert!(said.contains("allow_insecure = [\"public_access_block\"]"), "{said}");
    let store = S3::open(with(&server.endpoint, &name, &[S3Setting::PublicAccessBlock])).expect("the rest is right");
    for round in 0..3 {
        let made = store.put_if_absent("lock/default", format!("{round}").into()).await.expect("it is free");
        store.delete_if_version("lock/default", &made).await.expect("it is ours");
    }
}
