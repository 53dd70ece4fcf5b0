//! The store in a folder: what it leaves on the disk, and what it makes of what others leave there.

use super::scratch::Scratch;
use std::fs;
use std::path::{Path, PathBuf};
use tfgen_runtime::state_store::{Body, ErrorKind, Filesystem, Store, Version, conformance};

#[test]
fn the_store_in_a_folder_conforms() -> Result<(), conformance::Failed> {
    let scratch = Scratch::new();
    conformance::check(|| Filesystem::open(scratch.join("store")))
}

#[test]
fn the_kitchens_drawer_conforms() -> Result<(), conformance::Failed> {
    let scratch = Scratch::new();
    conformance::check(|| terraform_provider_kitchen::state_stores::drawer::Drawer::open(scratch.join("drawer")))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("it can be read") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_but_the_owner_reads_what_it_makes() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let store = Filesystem::open(scratch.join("a/b/store")).expect("it opens");
    store.put_if_absent("state/x/y", "secret".into()).await.expect("it is written");
    let _proof = store.prove_life("me").await.expect("it is proved");
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    for file in files(&scratch.join("a")) {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    for folder in ["a", "a/b", "a/b/store", "a/b/store/data", "a/b/store/data/state/x", "a/b/store/alive"] {
        assert_eq!(mode(&scratch.join(folder)), 0o700, "{folder}");
    }
}

#[tokio::test]
async fn whatever_an_entry_is_called_it_stays_in_the_folder() {
    let scratch = Scratch::new();
    let store = Filesystem::open(scratch.join("inner/store")).expect("it opens");
    for key in ["state/%2E%2E", "state/...", "state/\\..\\x", "state/con", "state/c:", "state/~"] {
        store.put_if_absent(key, key.into()).await.expect("it is written");
    }
    let outside: Vec<_> =
        files(&scratch.join("")).into_iter().filter(|path| !path.starts_with(scratch.join("inner/store"))).collect();
    assert_eq!(outside, Vec::<PathBuf>::new());
    assert!(scratch.join("inner/store/data/state/%63on.entry").exists(), "Windows could not have it otherwise");
}

#[tokio::test]
async fn a_damaged_entry_is_named_and_never_taken_for_none() {
    let scratch = Scratch::new();
    let store = Filesystem::open(scratch.join("store")).expect("it opens");
    let version = store.put_if_absent("state/default", "the state".into()).await.expect("it is written");
    let path = scratch.join("store/data/state/default.entry");
    let whole = fs::read(&path).expect("it is there");
    let body = whole.len() - "the state".len();
    let mut flipped = whole.clone();
    flipped[body + 4] ^= 1;
    let moved = String::from_utf8_lossy(&whole).replace("state/default", "state/another").into_bytes();
    let longer = [whole.as_slice(), b"!"].concat();
    for (damage, content, words) in [
        ("emptied", Vec::new(), "first lines are missing"),
        ("cut in its head", whole[..20].to_vec(), "first lines are missing"),
        ("cut in its body", whole[..body + 3].to_vec(), "3 bytes of the 9"),
        ("cut before its body", whole[..body].to_vec(), "0 bytes of the 9"),
        ("zeroed", vec![0; whole.len()], "first lines are missing"),
        ("a bit", flipped, "SHA-256 differs"),
        ("longer", longer, "more than 9 bytes"),
        ("another entry's", moved, "where \"state/default\" belongs"),
        ("a plain state", b"{\n\n\"version\": 4}".to_vec(), "not those of an entry"),
    ] {
        fs::write(&path, content).expect("it can be damaged");
        let error = store.get("state/default").await.expect_err(damage);
        assert_eq!(error.kind(), ErrorKind::Corrupt, "{damage}: {error}");
        let text = error.to_string();
        assert!(text.contains("default.entry is damaged") && text.contains(words), "{damage}: {text}");
        let again = store.put_if_absent("state/default", "new".into()).await;
        assert!(again.is_err(), "{damage}: what is damaged is not there to be replaced");
    }
    fs::write(&path, whole).expect("it can be mended");
    assert_eq!(store.get("state/default").await.expect("it reads").expect("it is there").version, version);
}

#[tokio::test]
async fn a_damaged_file_whose_name_was_cut_keeps_nobody_from_the_others() {
    let scratch = Scratch::new();
    let store = Filesystem::open(scratch.join("store")).expect("it opens");
    let long = format!("state/{}", "W".repeat(80));
    let deep = format!("{}/x", "W".repeat(80));
    for key in [&long, &deep, "state/default"] {
        store.put_if_absent(key, "whole".into()).await.expect("it is written");
    }
    let damaged: Vec<PathBuf> = files(&scratch.join("store/data"))
        .into_iter()
        .filter(|path| path.to_string_lossy().contains('~'))
        .inspect(|path| fs::write(path, "garbage").expect("it can be damaged"))
        .collect();
    assert_eq!(damaged.len(), 2);
    let listed = store.list("").await.expect("it lists");
    assert_eq!(listed.len(), 3, "{listed:?}");
    assert!(listed.contains(&"state/default".to_owned()));
    for place in listed.iter().filter(|key| *key != "state/default") {
        assert!(place.contains("%~"), "{place}");
        let failed = store.get(place).await.expect_err("it is damaged");
        assert!(failed.kind() == ErrorKind::Corrupt && failed.to_string().contains('~'), "{failed}");
        let version = store.version(place).await.expect("it can be told").expect("something is there");
        let failed = store.put_if_version(place, &version, "x".into()).await.expect_err("it is no key");
        assert_eq!(failed.kind(), ErrorKind::Invalid);
    }
    assert_eq!(store.list("state/").await.expect("it lists").len(), 2);
    assert_eq!(store.get(&long).await.expect_err("it is damaged").kind(), ErrorKind::Corrupt, "never taken for none");
    // Whoever has seen the damage may put something whole in its place, or delete it.
    let version = store.version(&long).await.expect("it can be told").expect("something is there");
    let stale = store.put_if_version(&long, &Version::new("damaged-0"), "x".into()).await.expect_err("another damage");
    assert_eq!(stale.kind(), ErrorKind::Conflict);
    store.put_if_version(&long, &version, "mended".into()).await.expect("it is replaced");
    assert_eq!(store.get(&long).await.expect("it is whole").expect("it is there").body, "mended".into());
    let place =
        store.list("").await.expect("it lists").into_iter().find(|key| key.contains("%~")).expect("one is left");
    let version = store.version(&place).await.expect("it can be told").expect("something is there");
    store.delete_if_version(&place, &version).await.expect("it is deleted");
    let mut keys = [long.as_str(), "state/default"];
    keys.sort_unstable();
    assert_eq!(store.list("").await.expect("it lists"), keys);
}

#[tokio::test]
async fn unfinished_files_go_when_their_writers_are_gone() {
    let scratch = Scratch::new();
    let store = Filesystem::open(scratch.join("store")).expect("it opens");
    let leave = || {
        for guard in 0..64 {
            fs::write(scratch.join(format!("store/temporary/{guard:02x}-left")), "half").expect("it can be made");
        }
    };
    let left = || files(&scratch.join("store/temporary")).len();
    leave();
    let version = store.put_if_absent("state/default", "x".into()).await.expect("it is written");
    assert_eq!(left(), 63, "a writer sweeps what is its guard's");
    leave();
    let held = store.clone();
    let guarded = fs::File::options().write(true).create(true).truncate(false).open(scratch.join("store/guard/07"));
    let guarded = guarded.expect("it opens");
    guarded.lock().expect("it can be locked");
    let reopened = Filesystem::open(scratch.join("store")).expect("it opens");
    assert_eq!(left(), 1, "a writer that lives keeps what it has begun");
    drop((guarded, held));
    assert_eq!(reopened.get("state/default").await.expect("it reads").expect("it is there").version, version);
    fs::write(scratch.join("store/format-0123"), "half").expect("it can be made");
    Filesystem::open(scratch.join("store")).expect("it opens");
    assert_eq!(left(), 0);
    assert!(!scratch.join("store/format-0123").exists(), "nor is what a maker has left that did not end");
}

#[tokio::test]
async fn a_store_that_is_not_there_is_not_made_by_who_only_looks() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("mount")).expect("it can be made");
    for folder in ["none", "mount"] {
        let error = Filesystem::open_existing(scratch.join(folder)).expect_err("there is none");
        assert_eq!(error.kind(), ErrorKind::Unavailable);
        assert!(error.to_string().contains(&format!("{folder} cannot hold states")), "{error}");
    }
    assert!(!scratch.join("none").exists() && files(&scratch.join("mount")).is_empty());
    assert!(Filesystem::open(scratch.join("mount")).expect("it opens").is_new());
    assert!(!Filesystem::open(scratch.join("mount")).expect("it opens").is_new());
    // What a backup has left out, since it was empty, is made all the same.
    fs::remove_dir(scratch.join("mount/alive")).expect("it is empty");
    let store = Filesystem::open_existing(scratch.join("mount")).expect("it opens");
    assert!(!store.is_new() && store.prove_life("me").await.expect("it is proved").is_some());
}

#[tokio::test]
async fn a_folder_that_is_gone_is_no_empty_store() {
    let scratch = Scratch::new();
    let store = Filesystem::open(scratch.join("store")).expect("it opens");
    let version = store.put_if_absent("state/default", "x".into()).await.expect("it is written");
    fs::rename(scratch.join("store"), scratch.join("unmounted")).expect("it can be renamed");
    fs::create_dir(scratch.join("store")).expect("the mount point is there");
    for outcome in [
        store.get("state/default").await.map(drop),
        store.list("state/").await.map(drop),
        store.put_if_version("state/default", &version, "y".into()).await.map(drop),
        store.delete_if_version("state/default", &Version::ABSENT).await,
    ] {
        let error = outcome.expect_err("it is gone");
        assert_eq!(error.kind(), ErrorKind::Unavailable, "{error}");
    }
    assert_eq!(files(&scratch.join("store")), Vec::<PathBuf>::new(), "nothing is made in its place");
}

#[test]
fn a_folder_that_cannot_hold_states_says_why() {
    let scratch = Scratch::new();
    fs::write(scratch.join("file"), "").expect("it can be made");
    let error = Filesystem::open(scratch.join("file")).expect_err("it is a file").to_string();
    assert!(error.contains("file cannot hold states"), "{error}");
    fs::create_dir(scratch.join("other")).expect("it can be made");
    fs::write(scratch.join("other/format"), "tfgen filesystem state store 9\n").expect("it can be made");
    let error = Filesystem::open(scratch.join("other")).expect_err("it is of another layout");
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.to_string().contains("store 9"), "{error}");
}

#[tokio::test]
async fn a_large_body_is_written_and_read_in_chunks() {
    let scratch = Scratch::new();
    let store = Filesystem::open(scratch.join("store")).expect("it opens");
    let body: Body = (0..5_u8).map(|n| vec![n; 3 << 20]).collect();
    store.put_if_absent("state/default", body.clone()).await.expect("it is written");
    let read = store.get("state/default").await.expect("it reads").expect("it is there");
    assert!(read.body == body && read.body.chunks().len() > 1);
}
