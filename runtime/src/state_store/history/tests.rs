//! Revisions are whole, current ones are never lost, and a crash at any operation leaves the state of before or the one after.

use super::super::conformance;
use super::super::failing::killed_everywhere;
use super::super::memory::Memory;
use super::*;

const KEY: &str = "state/default";

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

fn history(store: impl Store) -> History {
    History::new(store, "state/", Retention { keep: 3, max_age: None }).author("kim@host")
}

async fn write(store: &History, text: &str) -> Version {
    let version = store.version(KEY).await.unwrap();
    store.put_if_version(KEY, &version, text.into()).await.unwrap()
}

async fn read(store: &History) -> Option<String> {
    let entry = store.get(KEY).await.unwrap()?;
    Some(String::from_utf8(entry.body.to_vec()).unwrap())
}

/// The contents of all revisions, the oldest first.
async fn texts(store: &History) -> Vec<String> {
    let mut texts = Vec::new();
    for revision in store.revisions(KEY).await.unwrap() {
        let (_, body) = store.revision(KEY, &revision.id).await.unwrap();
        texts.push(String::from_utf8(body.to_vec()).unwrap());
    }
    texts
}

#[test]
fn it_is_a_store() {
    let memory = Memory::new();
    conformance::check(|| Ok(History::new(memory.clone(), "", Retention::default()))).unwrap();
}

#[test]
fn each_write_is_a_revision_and_the_oldest_go() {
    block(async {
        let memory = Memory::new();
        let store = history(memory.clone());
        for text in ["one", "two", "three", "four", "five"] {
            write(&store, text).await;
        }
        assert_eq!(read(&store).await.as_deref(), Some("five"));
        assert_eq!(texts(&store).await, ["three", "four", "five"]);
        let revisions = store.revisions(KEY).await.unwrap();
        assert_eq!(revisions.iter().map(|revision| revision.sequence).collect::<Vec<_>>(), [3, 4, 5]);
        assert!(revisions.iter().all(|revision| revision.author == "kim@host" && revision.written > 1_700_000_000));
        assert_eq!(revisions[0].size, 5);
        assert_eq!(store.list("").await.unwrap(), [KEY], "revisions are no entries");
        assert_eq!(memory.list(HISTORY).await.unwrap().len(), 3, "what is not named is not there");
    });
}

#[test]
fn the_same_bytes_are_no_new_revision() {
    block(async {
        let memory = Memory::new();
        let store = history(memory.clone());
        let first = write(&store, "one").await;
        assert_ne!(
            write(&store, "one").await,
            first,
            "that the catalog is on the disk is known only of one just written"
        );
        assert_eq!(store.revisions(KEY).await.unwrap().len(), 1);
        let failed = store.put_if_version(KEY, &Version::new("other"), "one".into()).await.unwrap_err();
        assert_eq!(failed.kind(), ErrorKind::Conflict, "the condition holds also for the same bytes");
        // A content that was lost is written again.
        let content = memory.list(HISTORY).await.unwrap().remove(0);
        let entry = memory.get(&content).await.unwrap().unwrap();
        memory.delete_if_version(&content, &entry.version).await.unwrap();
        write(&store, "one").await;
        assert_eq!(read(&store).await.as_deref(), Some("one"));
    });
}

fn revision(sequence: u64, written: u64, run: &str) -> Revision {
    Revision {
        id: format!("{sequence}"),
        sequence,
        written,
        author: String::new(),
        run: run.to_owned(),
        size: 0,
        sha256: String::new(),
        restored: None,
    }
}

fn catalog(revisions: &[(u64, u64, &str)]) -> Catalog {
    let mut catalog = Catalog::default();
    for (sequence, written, run) in revisions {
        catalog.add(revision(*sequence, *written, run));
    }
    catalog
}

#[test]
fn revisions_grow_too_old_from_when_another_one_took_their_place() {
    let catalog = catalog(&[(1, 100, "a"), (2, 200, "b"), (3, 300, "c")]);
    let retention = Retention { keep: 10, max_age: Some(Duration::from_secs(150)) };
    let pruned = |now| catalog.clone().prune(&retention, now);
    assert_eq!(pruned(300), [] as [&str; 0]);
    assert_eq!(pruned(350), [] as [&str; 0], "the first one was current until 200");
    assert_eq!(pruned(351), ["1"]);
    assert_eq!(pruned(10_000), ["1"], "the current one stays, and what its run began with");
    assert_eq!(catalog.clone().prune(&Retention { keep: 0, max_age: None }, 0), ["1", "2"]);
}

#[test]
fn what_was_left_alone_for_longer_than_the_age_can_be_restored_after_the_next_write() {
    let month = 31 * 24 * 60 * 60;
    let mut catalog = catalog(&[(1, 100, "a"), (2, 200, "a"), (3, 300, "b")]);
    let retention = Retention { keep: 100, max_age: Some(Duration::from_hours(720)) };
    catalog.add(revision(4, 300 + month, "c"));
    assert_eq!(
        catalog.prune(&retention, 300 + month),
        ["1", "2"],
        "those were replaced a month ago, the third one just now"
    );
    assert_eq!(catalog.prune(&retention, 300 + 2 * month), [] as [&str; 0], "the run may go on for long");
    catalog.add(revision(5, 300 + 2 * month, "d"));
    assert_eq!(catalog.prune(&retention, 300 + 2 * month), ["3"]);
}

#[test]
fn a_long_run_flushes_nothing_that_was_there_before_it() {
    block(async {
        let memory = Memory::new();
        let before = history(memory.clone());
        write(&before, "before").await;
        // Of what it writes itself, a run keeps what there is room for.
        let run = history(memory.clone());
        for n in 0..150 {
            write(&run, &format!("run {n}")).await;
        }
        assert_eq!(texts(&run).await, ["before", "run 148", "run 149"]);
        write(&history(memory.clone()), "next").await;
        assert_eq!(texts(&run).await, ["before", "run 149", "next"], "what came in between goes first");
        assert_eq!(memory.list(HISTORY).await.unwrap().len(), 3);
        let version = run.version(KEY).await.unwrap();
        run.restore(KEY, &version, "1").await.unwrap();
        assert_eq!(read(&run).await.as_deref(), Some("before"));
    });
}

#[test]
fn a_revision_is_restored_and_deleted_under_the_condition_of_the_version() {
    block(async {
        let store = history(Memory::new());
        let first = write(&store, "one").await;
        let second = write(&store, "two").await;
        assert_eq!(store.restore(KEY, &first, "1").await.unwrap_err().kind(), ErrorKind::Conflict);
        let third = store.restore(KEY, &second, "1").await.unwrap();
        assert_eq!(
            (read(&store).await.as_deref(), texts(&store).await),
            (Some("one"), vec!["one".into(), "two".into(), "one".into()])
        );
        let revisions = store.revisions(KEY).await.unwrap();
        assert_eq!(revisions[2].restored.as_ref(), Some(&revisions[0].id));
        assert_eq!(store.restore(KEY, &third, "1").await.unwrap(), third, "it is current already");
        let failed = store.restore(KEY, &third, "nine").await.unwrap_err();
        assert!(failed.kind() == ErrorKind::Invalid && failed.to_string().contains(&revisions[1].id), "{failed}");

        assert_eq!(store.delete_revision(KEY, &first, "2").await.unwrap_err().kind(), ErrorKind::Conflict);
        assert_eq!(store.delete_revision(KEY, &third, "3").await.unwrap_err().kind(), ErrorKind::Invalid);
        store.delete_revision(KEY, &third, &revisions[1].id[..11]).await.unwrap();
        assert_eq!(texts(&store).await, ["one", "one"]);
        assert_eq!(store.revisions("state/none").await.unwrap(), []);
        assert_eq!(store.revision("state/none", "1").await.unwrap_err().kind(), ErrorKind::Invalid);
    });
}

#[test]
fn what_was_stored_without_history_becomes_the_first_revision() {
    block(async {
        let memory = Memory::new();
        memory.put_if_absent(KEY, "before".into()).await.unwrap();
        let store = history(memory);
        assert_eq!(read(&store).await.as_deref(), Some("before"));
        write(&store, "after").await;
        assert_eq!(texts(&store).await, ["before", "after"]);
    });
}

#[test]
fn a_deleted_entry_leaves_nothing() {
    block(async {
        let memory = Memory::new();
        let store = history(memory.clone());
        write(&store, "one").await;
        let version = write(&store, "two").await;
        assert!(store.delete_if_version(KEY, &Version::new("other")).await.is_err());
        assert_eq!(texts(&store).await.len(), 2, "a deletion that fails deletes nothing");
        store.delete_if_version(KEY, &version).await.unwrap();
        assert_eq!(memory.list("").await.unwrap(), [] as [&str; 0]);
        assert_eq!(read(&store).await, None);
        write(&store, "new").await;
        assert_eq!(texts(&store).await, ["new"]);
    });
}

#[test]
fn damage_is_named_and_another_revision_can_be_restored() {
    block(async {
        let memory = Memory::new();
        let store = history(memory.clone());
        write(&store, "one").await;
        write(&store, "two").await;
        let content = memory.list(HISTORY).await.unwrap().remove(1);
        let entry = memory.get(&content).await.unwrap().unwrap();
        memory.put_if_version(&content, &entry.version, "twx".into()).await.unwrap();
        let failed = store.get(KEY).await.unwrap_err();
        assert!(failed.kind() == ErrorKind::Corrupt && failed.to_string().contains("state restore"), "{failed}");
        let version = store.version(KEY).await.unwrap();
        store.restore(KEY, &version, "1").await.unwrap();
        assert_eq!(read(&store).await.as_deref(), Some("one"));
        for catalog in
            ["{\"tfgen_history\":", "{\"tfgen_history\":1}", "{\"tfgen_history\":1,\"sequence\":1,\"revisions\":[]}"]
        {
            memory.put_if_absent("state/broken", catalog.into()).await.unwrap();
            assert_eq!(store.get("state/broken").await.unwrap_err().kind(), ErrorKind::Corrupt);
            let entry = memory.get("state/broken").await.unwrap().unwrap();
            store
                .delete_if_version("state/broken", &entry.version)
                .await
                .expect("no revision is left: it is cleared away");
            assert_eq!(memory.get("state/broken").await.unwrap(), None);
        }
        let (version, current) = (memory.version(KEY).await.unwrap().unwrap(), memory.get(KEY).await.unwrap().unwrap());
        let damaged = memory.put_if_version(KEY, &version, "{\"tfgen_history\":1}".into()).await.unwrap();
        let failed = store.delete_if_version(KEY, &damaged).await.unwrap_err();
        assert_eq!(failed.kind(), ErrorKind::Corrupt, "revisions are left that can be restored");
        memory.put_if_version(KEY, &damaged, current.body).await.unwrap();
        assert_eq!(read(&store).await.as_deref(), Some("one"));
        memory.put_if_absent("state/newer", "{\"tfgen_history\":2}".into()).await.unwrap();
        assert_eq!(store.get("state/newer").await.unwrap_err().kind(), ErrorKind::Unsupported);
    });
}

/// Three revisions, of which the next write drops one.
fn prepared() -> Memory {
    let memory = Memory::new();
    block(async {
        let store = history(memory.clone());
        for text in ["one", "two", "three"] {
            write(&store, text).await;
        }
    });
    memory
}

/// Everything that the catalog names is there and whole, and the next write works.
async fn is_sound(memory: &Memory) {
    let store = history(memory.clone());
    texts(&store).await;
    write(&store, "next").await;
    assert_eq!(read(&store).await.as_deref(), Some("next"));
}

#[test]
fn a_crash_at_any_operation_of_a_write_leaves_the_content_of_before_or_the_one_after() {
    let operations = killed_everywhere(
        prepared,
        |failing| async move {
            let store = history(failing);
            let version = store.version(KEY).await?;
            store.put_if_version(KEY, &version, "four".into()).await.map(drop)
        },
        |memory, finished| async move {
            let text = read(&history(memory.clone())).await.unwrap();
            assert!(text == "four" || (!finished && text == "three"), "{text}");
            is_sound(&memory).await;
        },
    );
    assert!(operations >= 6, "{operations} operations");
}

type Work = fn(History) -> std::pin::Pin<Box<dyn Future<Output = Result<()>>>>;

#[test]
fn a_crash_at_any_operation_of_a_first_write_a_restore_and_a_deletion_is_sound() {
    let works: [Work; 3] = [
        |store| Box::pin(async move { store.restore(KEY, &store.version(KEY).await?, "1").await.map(drop) }),
        |store| Box::pin(async move { store.delete_revision(KEY, &store.version(KEY).await?, "2").await.map(drop) }),
        |store| Box::pin(async move { store.delete_if_version(KEY, &store.version(KEY).await?).await }),
    ];
    for work in works {
        killed_everywhere(
            prepared,
            |failing| work(history(failing)),
            |memory, _| async move {
                let text = read(&history(memory.clone())).await;
                assert!([None, Some("one"), Some("three")].contains(&text.as_deref()), "{text:?}");
                is_sound(&memory).await;
            },
        );
    }
    let without_history = || {
        let memory = Memory::new();
        block(memory.put_if_absent(KEY, "before".into())).unwrap();
        memory
    };
    killed_everywhere(
        without_history,
        |failing| async move {
            let store = history(failing);
            store.put_if_version(KEY, &store.version(KEY).await?, "after".into()).await.map(drop)
        },
        |memory, _| async move {
            let text = read(&history(memory.clone())).await.unwrap();
            assert!(["before", "after"].contains(&&*text), "{text}");
            is_sound(&memory).await;
        },
    );
}

#[test]
fn what_a_crash_left_is_swept_when_it_is_old() {
    block(async {
        let memory = Memory::new();
        let store = history(memory.clone());
        write(&store, "one").await;
        let left = |age: u64| content_key(KEY, &format!("00000001-{:08x}-abcdef01", now() - age));
        for age in [2 * 24 * 60 * 60, 60] {
            memory.put_if_absent(&left(age), "left".into()).await.unwrap();
        }
        for n in 0..20 {
            write(&store, &n.to_string()).await;
        }
        assert!(memory.get(&left(2 * 24 * 60 * 60)).await.unwrap().is_none());
        assert!(memory.list(HISTORY).await.unwrap().len() == 4, "one that is young may be about to be named");
    });
}

#[test]
fn revisions_without_their_catalog_are_read_and_one_of_them_is_made_current() {
    block(async {
        for damage in ["", "{\"tfgen_history\":1,\"sequence\":2,\"revis", "{\"tfgen_history\":1,\"revisions\":0}"] {
            let memory = Memory::new();
            let store = history(memory.clone());
            for text in ["one", "two", "three"] {
                write(&store, text).await;
            }
            let entry = memory.get(KEY).await.unwrap().unwrap();
            let damaged = Body::from(if damage.is_empty() { "{\"tfgen_history\":" } else { damage });
            memory.put_if_version(KEY, &entry.version, damaged).await.unwrap();
            let failed = store.get(KEY).await.unwrap_err();
            assert!(failed.kind() == ErrorKind::Corrupt && failed.to_string().contains("state restore"), "{failed}");
            assert_eq!(store.revisions(KEY).await.unwrap_err().kind(), ErrorKind::Corrupt);
            let remains = store.remains(KEY).await.unwrap();
            assert_eq!(remains.iter().map(|revision| revision.sequence).collect::<Vec<_>>(), [1, 2, 3]);
            assert_eq!(store.revision(KEY, "2").await.unwrap().1, "two".into());
            assert_eq!(store.revision(KEY, "4").await.unwrap_err().kind(), ErrorKind::Invalid);
            let stale = Version::new("stale");
            assert_eq!(store.restore(KEY, &stale, "2").await.unwrap_err().kind(), ErrorKind::Conflict);
            let version = store.version(KEY).await.unwrap();
            store.restore(KEY, &version, "2").await.unwrap();
            assert_eq!(read(&store).await.as_deref(), Some("two"));
            assert_eq!(texts(&store).await, ["one", "two", "three", "two"]);
            write(&store, "five").await;
            assert_eq!(store.revisions(KEY).await.unwrap().last().map(|revision| revision.sequence), Some(5));
        }
    });
}

#[test]
fn a_crash_while_a_catalog_is_made_anew_leaves_the_damage_or_a_whole_one() {
    let damaged = || {
        let memory = prepared();
        block(async {
            let entry = memory.get(KEY).await.unwrap().unwrap();
            memory.put_if_version(KEY, &entry.version, "{\"tfgen_history\":".into()).await.unwrap();
        });
        memory
    };
    killed_everywhere(
        damaged,
        |failing| async move {
            let store = history(failing);
            store.restore(KEY, &store.version(KEY).await?, "2").await.map(drop)
        },
        |memory, finished| async move {
            let store = history(memory.clone());
            match store.get(KEY).await {
                Ok(entry) => assert_eq!(entry.expect("it is never taken for none").body, "two".into()),
                Err(failed) => {
                    assert!(!finished && failed.kind() == ErrorKind::Corrupt, "{failed}");
                    store.restore(KEY, &store.version(KEY).await.unwrap(), "2").await.unwrap();
                }
            }
            is_sound(&memory).await;
        },
    );
}

#[test]
fn revisions_of_entries_that_are_gone_are_swept_when_they_are_old() {
    block(async {
        let memory = Memory::new();
        let store = history(memory.clone());
        let (old, young) = (now() - 2 * 24 * 60 * 60, now() - 60);
        for (key, written) in [("state/gone", old), ("state/coming", young)] {
            for sequence in [1, 7] {
                let id = format!("{sequence:08}-{written:08x}-abcdef01");
                memory.put_if_absent(&content_key(key, &id), "left".into()).await.unwrap();
            }
        }
        // One that is there keeps its own, however old, and one that was made again is rid of those of its first life.
        let first_life = content_key(KEY, &format!("00000057-{old:08x}-abcdef01"));
        memory.put_if_absent(&first_life, "left".into()).await.unwrap();
        write(&store, "one").await;
        assert_eq!(store.sweep_orphans().await, 2);
        let left = memory.list(HISTORY).await.unwrap();
        assert!(left.iter().all(|key| !key.contains("gone")) && left.len() == 4, "{left:?}");
        for n in 0..20 {
            write(&store, &n.to_string()).await;
        }
        assert!(memory.get(&first_life).await.unwrap().is_none());
        // A deletion does it, too.
        let id = format!("00000001-{old:08x}-abcdef01");
        memory.put_if_absent(&content_key("state/gone", &id), "left".into()).await.unwrap();
        store.delete_if_version(KEY, &store.version(KEY).await.unwrap()).await.unwrap();
        assert_eq!(memory.list(HISTORY).await.unwrap().len(), 2, "those that somebody may be about to name");
    });
}

#[test]
fn long_keys_have_room_for_revisions() {
    block(async {
        let store = History::new(Memory::new(), "", Retention::default());
        let key = "x".repeat(key::LENGTH_MAX);
        let version = store.put_if_absent(&key, "one".into()).await.unwrap();
        store.put_if_version(&key, &version, "two".into()).await.unwrap();
        assert_eq!(store.revisions(&key).await.unwrap().len(), 2);
        assert_eq!(store.get("history/x").await.unwrap_err().kind(), ErrorKind::Invalid);
    });
}
