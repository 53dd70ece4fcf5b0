//! Terraform's own layout: its objects, and that writes to them are as safe as elsewhere.

use super::{bucket, options};
use tfgen_runtime::state_store::{ErrorKind, S3, S3Backend, S3Options, Store as _};
use tfgen_tests::object_store::{moto, seaweedfs};

fn backend(prefix: &str) -> S3Backend {
    S3Backend { key: "network/terraform.tfstate".to_owned(), workspace_key_prefix: prefix.to_owned() }
}

#[tokio::test]
async fn states_and_locks_lie_where_the_backend_has_them() {
    for server in [moto(), seaweedfs()] {
        for prefix in ["env:", "teams/a", ""] {
            let bucket = bucket(server);
            let open = || S3::open(S3Options { backend: Some(backend(prefix)), ..options(&server.endpoint, &bucket) });
            let (store, other) = (open().expect("it opens"), open().expect("it opens"));
            let keys = ["lock/default", "lock/prod", "state/default", "state/prod", "state/Prod~$&+=:@"];
            for key in keys {
                let made = store.put_if_absent(key, format!("1 of {key}").into()).await.expect(key);
                let again = other.put_if_absent(key, "other".into()).await.expect_err(key);
                assert!(again.as_conflict().is_some_and(|conflict| conflict.actual == made), "{again}");
                let next = other.put_if_version(key, &made, format!("2 of {key}").into()).await.expect(key);
                assert!(
                    store
                        .put_if_version(key, &made, "stale".into())
                        .await
                        .is_err_and(|failed| failed.kind() == ErrorKind::Conflict)
                );
                assert_eq!(store.get(key).await.expect(key).map(|entry| entry.version), Some(next.clone()));
                assert!(store.delete_if_version(key, &made).await.is_err(), "{key}");
            }
            let mut sorted = keys.to_vec();
            sorted.sort_unstable();
            assert_eq!(store.list("").await.expect("it lists"), sorted, "{prefix}");
            assert_eq!(store.list("lock/").await.expect("it lists"), ["lock/default", "lock/prod"]);
            assert_eq!(store.get_all("state/p").await.expect("it reads").len(), 1);
            let line =
                format!("print(*sorted(each['Key'] for each in s3.list_objects_v2(Bucket={bucket:?})['Contents']))");
            let objects = server.run(&line);
            let of_prod = if prefix.is_empty() { "prod/network".to_owned() } else { format!("{prefix}/prod/network") };
            for object in [
                "network/terraform.tfstate",
                "network/terraform.tfstate.tflock",
                &format!("{of_prod}/terraform.tfstate.tflock"),
            ] {
                assert!(objects.split_whitespace().any(|each| each == object), "{object}: {objects}");
            }
            for key in keys {
                let version = store.version(key).await.expect(key).expect(key);
                store.delete_if_version(key, &version).await.expect(key);
            }
            assert!(store.list("").await.expect("it lists").is_empty());
            for key in ["history/x", "state/..x/y", "state/%2E%2E"] {
                assert_eq!(
                    store.put_if_absent(key, "x".into()).await.expect_err(key).kind(),
                    ErrorKind::Invalid,
                    "{key}"
                );
            }
        }
    }
}

#[tokio::test]
async fn what_somebody_else_writes_unconditionally_is_read_and_never_overwritten_unread() {
    let server = seaweedfs();
    let bucket = bucket(server);
    let store =
        S3::open(S3Options { backend: Some(backend("env:")), ..options(&server.endpoint, &bucket) }).expect("it opens");
    let ours = store.put_if_absent("state/default", "ours".into()).await.expect("it is written");
    let line = format!(
        "s3.put_object(Bucket={bucket:?}, Key='network/terraform.tfstate', Body=b'theirs', ContentType='application/json')"
    );
    server.run(&line);
    let failed = store.put_if_version("state/default", &ours, "ours again".into()).await.expect_err("it has changed");
    assert_eq!(failed.kind(), ErrorKind::Conflict, "{failed}");
    let entry = store.get("state/default").await.expect("it reads").expect("it is there");
    assert_eq!(entry.body, "theirs".into(), "what has no hash is read as well");
    store.put_if_version("state/default", &entry.version, "ours again".into()).await.expect("it was read");
}
