//! The store in a bucket, against two servers: the conformance suite, and what only happens far away.

mod conditions;
mod contract;
mod credentials;
mod faults;
mod kms;
mod layout;
mod multipart;
mod proxied;
mod races;
mod rights;

use std::sync::atomic::{AtomicU32, Ordering};
use tfgen_runtime::state_store::{Body, ErrorKind, S3, S3Options, Store, Version, conformance};
use tfgen_tests::object_store::{ACCESS_KEY, SECRET_KEY, Server, moto, seaweedfs};

/// The environment of a machine that has the tests' key, and nothing else.
pub fn environment(name: &str) -> Option<String> {
    let value = match name {
        "AWS_ACCESS_KEY_ID" => ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY" => SECRET_KEY,
        "AWS_EC2_METADATA_DISABLED" => "true",
        _ => return None,
    };
    Some(value.to_owned())
}

/// A bucket that nobody else uses.
pub fn bucket(server: &Server) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("states-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    server.make_bucket(&name);
    name
}

/// How a bucket is reached.
pub fn options(endpoint: &str, bucket: &str) -> S3Options {
    S3Options { endpoint: Some(endpoint.to_owned()), ..S3Options::new(bucket).with_environment(environment) }
}

#[test]
fn a_bucket_of_moto_conforms() -> Result<(), conformance::Failed> {
    let server = moto();
    let bucket = bucket(server);
    conformance::check(|| S3::open(options(&server.endpoint, &bucket)))
}

#[test]
fn a_prefix_in_a_bucket_of_seaweedfs_conforms() -> Result<(), conformance::Failed> {
    let server = seaweedfs();
    let bucket = bucket(server);
    conformance::check(|| {
        S3::open(S3Options { prefix: "team/network".to_owned(), ..options(&server.endpoint, &bucket) })
    })
}

#[tokio::test]
async fn prefixes_of_a_bucket_are_stores_of_their_own() {
    let server = moto();
    let bucket = bucket(server);
    let open = |prefix: &str| {
        let prefix = prefix.to_owned();
        S3::open(S3Options { prefix, ..options(&server.endpoint, &bucket) }).expect("it opens")
    };
    let (a, b, whole) = (open("a"), open("/a/b/"), open(""));
    a.put_if_absent("state/default", "of a".into()).await.expect("it is written");
    b.put_if_absent("state/default", "of b".into()).await.expect("it is written");
    assert_eq!(a.list("state/").await.expect("it lists"), ["state/default"]);
    assert_eq!(a.get("state/default").await.expect("it reads").map(|entry| entry.body), Some("of a".into()));
    assert_eq!(
        whole.list("a/b/").await.expect("it lists"),
        ["a/b/state/default"],
        "a prefix is the beginning of a key"
    );
}

#[tokio::test]
async fn more_objects_than_a_page_are_listed() {
    let server = seaweedfs();
    let bucket = bucket(server);
    let store = S3::open(options(&server.endpoint, &bucket)).expect("it opens");
    server.run(&format!(
        "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(16) as pool:\n  list(pool.map(lambda n: \
         s3.put_object(Bucket={bucket:?}, Key=f'state/w{{n:04}}.entry', Body=b'x'), range(1205)))"
    ));
    let listed = store.list("state/").await.expect("it lists");
    assert_eq!((listed.len(), listed[0].as_str(), listed[1204].as_str()), (1205, "state/w0000", "state/w1204"));
}

#[tokio::test]
async fn tags_and_the_content_are_with_the_object() {
    let server = moto();
    let bucket = bucket(server);
    let tags = vec![("team".to_owned(), "a + b".to_owned())];
    let store = S3::open(S3Options { tags, ..options(&server.endpoint, &bucket) }).expect("it opens");
    store.put_if_absent("state/default", "the state".into()).await.expect("it is written");
    let tags = format!("print(s3.get_object_tagging(Bucket={bucket:?}, Key='state/default.entry')['TagSet'])");
    assert_eq!(server.run(&tags).trim(), "[{'Key': 'team', 'Value': 'a + b'}]");
    // Somebody damages it, and keeps what was noted.
    server.run(&format!(
        "meta = s3.head_object(Bucket={bucket:?}, Key='state/default.entry')['Metadata']\n\
         s3.put_object(Bucket={bucket:?}, Key='state/default.entry', Body=b'the stale', Metadata=meta)"
    ));
    let error = store.get("state/default").await.expect_err("it is damaged");
    assert!(
        error.kind() == ErrorKind::Corrupt && error.to_string().contains("state/default.entry is damaged"),
        "{error}"
    );
}

#[tokio::test]
async fn a_versioned_bucket_lets_an_entry_be_made_again() {
    let server = moto();
    let bucket = bucket(server);
    server
        .run(&format!("s3.put_bucket_versioning(Bucket={bucket:?}, VersioningConfiguration={{'Status': 'Enabled'}})"));
    let store = S3::open(options(&server.endpoint, &bucket)).expect("it opens");
    for round in 0..3 {
        let version = store.put_if_absent("lock/default", format!("{round}").into()).await.expect("it is free");
        assert!(store.put_if_absent("lock/default", "other".into()).await.is_err());
        store.delete_if_version("lock/default", &version).await.expect("it is ours");
        assert_eq!(store.get("lock/default").await.expect("it reads"), None);
    }
}

#[test]
fn what_cannot_be_a_store_says_why() {
    let server = moto();
    let opened = |options: S3Options| S3::open(options).expect_err("it cannot be opened").to_string();
    let missing = opened(options(&server.endpoint, "nowhere-at-all"));
    assert!(missing.contains("There is no bucket \"nowhere-at-all\""), "{missing}");
    let misspelt = opened(options(&server.endpoint, "a/b"));
    assert!(misspelt.contains("No bucket can be called"), "{misspelt}");
    let address = opened(options("s3.example", "states"));
    assert!(address.contains("no address of an object store"), "{address}");
    let nobody = opened(options("http://127.0.0.1:1", "states"));
    assert!(nobody.contains("127.0.0.1:1 does not answer"), "{nobody}");
    let nameless = S3Options::new("states").with_environment(|_| None);
    assert!(opened(nameless).contains("region of the bucket is not known"));
    let stranger = |name: &str| (name == "AWS_EC2_METADATA_DISABLED").then(|| "true".to_owned());
    let stranger = opened(options(&server.endpoint, "states").with_environment(stranger));
    assert!(stranger.contains("There are no credentials"), "{stranger}");
    let wrong = |name: &str| environment(name).map(|value| value.replace("secret", "sacred"));
    let sealed = seaweedfs();
    let wrong = opened(options(&sealed.endpoint, &bucket(sealed)).with_environment(wrong));
    assert!(wrong.contains("does not take the credentials"), "{wrong}");
}

#[tokio::test]
async fn a_server_is_spoken_to_by_tls_and_has_to_prove_who_it_is() {
    let server = seaweedfs();
    let bucket = bucket(server);
    let (endpoint, authority) = server.secure.as_ref().expect("it has a certificate");
    let by = |authorities: Option<String>| S3::open(S3Options { authorities, ..options(endpoint, &bucket) });
    let trusting = by(Some(authority.display().to_string())).expect("it opens");
    let long = Body::from(vec![7; 3 << 20]);
    let first = trusting.put_if_absent("state/default", long.clone()).await.expect("it is written");
    let plain = S3::open(options(&server.endpoint, &bucket)).expect("it opens");
    let entry = plain.get("state/default").await.expect("it reads").expect("it is there");
    assert!(entry.version == first && entry.body == long, "both ways lead to the same");
    let second = plain.put_if_version("state/default", &first, "short".into()).await.expect("it is replaced");
    let entry = trusting.get("state/default").await.expect("it reads").expect("it is there");
    assert!(entry.version == second && entry.body == Body::from("short"));
    let stale = trusting.put_if_version("state/default", &first, "stale".into()).await.expect_err("it is not that one");
    assert_eq!(stale.kind(), ErrorKind::Conflict);
    let failed = by(None).expect_err("nobody vouches for it");
    assert!(failed.to_string().contains("certificate"), "{failed}");
    let elsewhere = S3Options {
        authorities: Some(authority.display().to_string()),
        ..options(&endpoint.replace("127.0.0.1", "localhost"), &bucket)
    };
    let failed = S3::open(elsewhere).expect_err("its certificate is for another name");
    assert!(failed.to_string().contains("certificate"), "{failed}");
}

#[tokio::test]
async fn a_large_state_goes_and_comes_back() {
    let server = seaweedfs();
    let bucket = bucket(server);
    let store = S3::open(options(&server.endpoint, &bucket)).expect("it opens");
    let chunk = bytes_of(8 << 20);
    let body: Body = std::iter::repeat_n(chunk, 12).chain([b"tail".to_vec()]).collect();
    assert!(body.len() > 100_000_000);
    let version = store.put_if_version("state/default", &Version::ABSENT, body.clone()).await.expect("it is written");
    let entry = store.get("state/default").await.expect("it reads").expect("it is there");
    assert!(entry.version == version && entry.body == body);
}

fn bytes_of(length: usize) -> Vec<u8> {
    (0..length).map(|n| (n % 251).to_le_bytes()[0]).collect()
}
