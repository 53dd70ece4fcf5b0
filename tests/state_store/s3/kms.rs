//! Keys that AWS KMS keeps, against moto: a store encrypts with them, over a bucket and over anything else.

use super::{bucket, environment, options};
use tfgen_runtime::state_store::{ErrorKind, KeySource, Keys, Memory, Rotation, S3, Sealed, Store, conformance};
use tfgen_tests::object_store::{Server, moto};
use tfgen_tests::proxy::Proxy;

const SECRET: &str = "hunter2hunter2";

/// Runs a line of Python that has clients called `kms` and `s3`.
fn run(server: &Server, line: &str) -> String {
    let kms = format!("kms = boto3.client('kms', endpoint_url={:?}, region_name='us-east-1')\n{line}", server.endpoint);
    server.run(&kms).trim().to_owned()
}

fn new_key(server: &Server) -> String {
    run(server, "print(kms.create_key()['KeyMetadata']['Arn'])")
}

/// The keys of these places; those of KMS are asked at this endpoint.
fn keys(endpoint: &str, places: &[&str]) -> Keys {
    let source = |place: &&str| -> KeySource {
        let place =
            if place.starts_with("aws-kms:") { format!("{place}?endpoint={endpoint}") } else { (*place).to_owned() };
        place.parse().expect("it is a place of a key")
    };
    let sources: Vec<KeySource> = places.iter().map(source).collect();
    let old = |name: &str| (name == "OLD").then(|| "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=".to_owned());
    Keys::read_from(&sources, move |name| old(name).or_else(|| environment(name))).expect("there are keys")
}

#[test]
fn a_store_whose_key_is_in_kms_conforms() -> Result<(), conformance::Failed> {
    let server = moto();
    let (bucket, key) = (bucket(server), new_key(server));
    let keys = keys(&server.endpoint, &[&format!("aws-kms:{key}")]);
    conformance::check(|| Ok(Sealed::new(S3::open(options(&server.endpoint, &bucket))?, keys.clone())))
}

#[tokio::test]
async fn a_run_asks_kms_twice_and_what_is_stored_names_the_key_and_no_secret() {
    let server = moto();
    let (bucket, key) = (bucket(server), new_key(server));
    let place = format!("aws-kms:{key}");
    let store = || S3::open(options(&server.endpoint, &bucket)).expect("it opens");
    let writer = Sealed::new(store(), keys(&server.endpoint, &[&place]));
    writer.put_if_absent("state/default", SECRET.into()).await.expect("it is written");
    let object = store().get("state/default").await.expect("it is read").expect("it is there").body.to_vec();
    let holds = |text: &str| object.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds(&key) && !holds(SECRET));
    // Another process: it locks, reads, writes twice and unlocks.
    let proxy = Proxy::before(&server.endpoint);
    let run = Sealed::new(store(), keys(&proxy.endpoint, &[&place]));
    let lock = run.put_if_absent("lock/default", "x".into()).await.expect("it is free");
    let entry = run.get("state/default").await.expect("it is read").expect("it is there");
    assert_eq!(entry.body, SECRET.into());
    let next = run.put_if_version("state/default", &entry.version, "two".into()).await.expect("it is written");
    run.put_if_version("state/default", &next, "three".into()).await.expect("it is written");
    assert!(run.get("lock/default").await.expect("it is read").is_some());
    run.delete_if_version("lock/default", &lock).await.expect("it is ours");
    assert_eq!(proxy.count(), 2, "one key to write with, and the one of what was there");
}

#[tokio::test]
async fn only_the_configured_key_opens_and_a_wrong_or_forbidden_one_is_never_empty() {
    let server = moto();
    let (ours, other) = (new_key(server), new_key(server));
    let memory = Memory::new();
    let with = |place: &str| Sealed::new(memory.clone(), keys(&server.endpoint, &[place]));
    with(&format!("aws-kms:{ours}")).put_if_absent("state/default", SECRET.into()).await.expect("it is written");
    for place in [format!("aws-kms:{other}"), "env:OLD".to_owned()] {
        let failed = with(&place).get("state/default").await.expect_err("it is the wrong key");
        let text = failed.to_string();
        assert!(failed.kind() == ErrorKind::Denied && text.contains(&ours), "{text}");
    }
    // By an alias, and by its id.
    let alias = format!("alias/states-{}", std::process::id());
    run(server, &format!("kms.create_alias(AliasName={alias:?}, TargetKeyId={ours:?})"));
    let id = ours.rsplit('/').next().expect("it has one");
    for place in [format!("aws-kms:{alias}"), format!("aws-kms:{id}")] {
        let entry = with(&place).get("state/default").await.expect("it opens").expect("it is there");
        assert_eq!(entry.body, SECRET.into(), "{place}");
    }
    let missing = with("aws-kms:alias/nowhere").put_if_absent("state/x", "x".into()).await.expect_err("there is none");
    assert!(missing.kind() == ErrorKind::Denied && missing.to_string().contains("alias/nowhere"), "{missing}");
}

#[tokio::test]
async fn a_key_is_rotated_into_kms_and_on_to_another_one() {
    let server = moto();
    let (first, second) = (format!("aws-kms:{}", new_key(server)), format!("aws-kms:{}", new_key(server)));
    let memory = Memory::new();
    let with = |places: &[&str]| Sealed::new(memory.clone(), keys(&server.endpoint, places));
    for n in 0..4 {
        let plain = with(&["env:OLD"]);
        plain.put_if_absent(&format!("state/{n}"), SECRET.into()).await.expect("it is written");
    }
    let rotated = Rotation { rotated: 4, current: 0 };
    assert_eq!(with(&[&first, "env:OLD"]).rotate("").await.expect("it rotates"), rotated);
    assert_eq!(with(&[&second, &first]).rotate("").await.expect("it rotates"), rotated);
    let current = Rotation { rotated: 0, current: 4 };
    assert_eq!(with(&[&second]).rotate("").await.expect("it is current"), current);
    assert_eq!(with(&[&second]).get_all("").await.expect("all open").len(), 4);
    with(&[&first]).get_all("").await.expect_err("the key of before opens nothing any more");
}
