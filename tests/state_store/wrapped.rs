//! What lies over stores that are far away: each wrapper alone, and all in their order, over a bucket and over a table, by the suite.

use crate::s3::{bucket, options};
use tfgen_runtime::state_store::{
    Cached, Compressed, History, Keys, Result, Retention, S3, Sealed, SharedStore, Store, Switch, Trace, Traced,
    conformance,
};
use tfgen_tests::object_store::seaweedfs;

/// Each wrapper alone, with `TFGEN_CRASH=full`: the suite takes most of a minute far away. Otherwise all in their order.
fn wrappers() -> &'static [&'static str] {
    if crate::full::is_full() { &["history", "compressed", "sealed", "cached", "traced", "all"] } else { &["all"] }
}

fn keys() -> Keys {
    let source = "command:echo AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=".parse().expect("it is a place");
    Keys::read(&[source]).expect("there is a key")
}

fn over(store: impl Store, wrapper: &str, keys: &Keys, switch: &Switch) -> Result<SharedStore> {
    let is = |each: &str| wrapper == each || wrapper == "all";
    let mut store = SharedStore::new(store);
    if is("traced") {
        store = SharedStore::new(Traced::new(store, Trace::new()));
    }
    if is("cached") {
        store = SharedStore::new(Cached::with_switch(store, "", switch.clone()));
    }
    if is("sealed") {
        store = SharedStore::new(Sealed::new(store, keys.clone()));
    }
    if is("compressed") {
        store = SharedStore::new(Compressed::new(store)?);
    }
    if is("history") {
        let retention = Retention { keep: 3, ..Retention::default() };
        store = SharedStore::new(History::new(store, "", retention));
    }
    Ok(store)
}

#[test]
fn wrappers_over_a_bucket_conform() -> Result<(), String> {
    let server = seaweedfs();
    let keys = keys();
    for wrapper in wrappers() {
        let (bucket, switch) = (bucket(server), Switch::new());
        let open = || over(S3::open(options(&server.endpoint, &bucket))?, wrapper, &keys, &switch);
        conformance::check(open).map_err(|failed| format!("{wrapper}: {failed}"))?;
    }
    Ok(())
}

#[test]
#[cfg(all(unix, feature = "databases"))]
fn wrappers_over_a_table_conform() -> Result<(), String> {
    use crate::postgres::table;
    let keys = keys();
    for wrapper in wrappers() {
        let (name, switch) = (tfgen_tests::database::name(wrapper), Switch::new());
        let open = || over(table(&name)?, wrapper, &keys, &switch);
        conformance::check(open).map_err(|failed| format!("{wrapper}: {failed}"))?;
    }
    Ok(())
}

/// Writes a state twice, deletes another one, and keeps a lock; both have a secret.
#[cfg(all(unix, feature = "databases"))]
async fn keep_a_secret(store: &SharedStore, secret: &str) {
    let first = store.put_if_absent("state/default", format!("first {secret}").into()).await.expect("it is made");
    let long = format!("second {}", secret.repeat(500));
    store.put_if_version("state/default", &first, long.clone().into()).await.expect("it is replaced");
    store.put_if_absent("lock/default", format!("held by {secret}").into()).await.expect("it is free");
    let read = store.get("state/default").await.expect("it reads").expect("it is there");
    assert_eq!(read.body, long.into(), "whoever has the key reads it");
}

#[test]
#[cfg(all(unix, feature = "databases"))]
fn a_sealed_table_has_a_secret_in_none_of_its_columns() {
    use crate::postgres::table;
    let (keys, server) = (keys(), tfgen_tests::database::database());
    let secret = "rabbit-9f3c1a77";
    let hexadecimal = server.run(&format!("SELECT encode('{secret}', 'hex')"));
    // Without a seal it is found: this is how one looks for it.
    for (wrapper, found) in [("history", true), ("compressed", true), ("sealed", false), ("all", false)] {
        let name = tfgen_tests::database::name(wrapper);
        let store = over(table(&name).expect("it opens"), wrapper, &keys, &Switch::new()).expect("it can be wrapped");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts");
        runtime.block_on(keep_a_secret(&store, secret));
        // Every column of every row, with contents in hexadecimal.
        let all = server.run(&format!("SELECT t::text FROM terraform_states.\"{name}\" t"));
        assert_eq!(all.contains(secret) || all.contains(&hexadecimal), found, "{wrapper}: {all}");
        let revisions = all.matches("(history/").count();
        assert_eq!(revisions, if matches!(wrapper, "history" | "all") { 3 } else { 0 }, "{wrapper}: {all}");
    }
}
