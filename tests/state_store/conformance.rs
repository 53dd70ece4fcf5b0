//! The conformance suite: the runtime's own stores pass it, and it catches the mistakes that stores are known for.

use std::sync::Arc;
use tfgen_runtime::state_store::{
    Body, Entry, Error, ErrorKind, Memory, Proof, Proved, Result, Store, Version, conformance, key,
};

#[test]
fn the_store_in_memory_conforms() -> Result<(), conformance::Failed> {
    let memory = Memory::new();
    conformance::check(|| Ok(memory.clone()))
}

/// A store over one in memory that does one thing wrong.
#[derive(Clone)]
struct Wrong {
    right: Memory,
    mistake: Mistake,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    /// Looks first and writes then, with nothing in between that keeps others out.
    LooksThenWrites,
    /// Writes whatever the version is, as if `If-Match` were ignored.
    IgnoresVersions,
    /// Makes an entry that is there already, as if `If-None-Match` were ignored.
    MakesAgain,
    /// Deletes whatever the version is.
    DeletesAny,
    /// Deletes what is not there.
    DeletesNothing,
    /// Does not say which version is there.
    HidesTheVersion,
    /// Takes an empty content for none.
    EmptyIsAbsent,
    /// Keeps keys in small letters.
    FoldsCase,
    /// Takes a prefix for a folder.
    ListsFolders,
    /// Lists in no order.
    ListsBackwards,
    /// Takes any text for a key.
    TakesAnyKey,
    /// Cuts long keys.
    CutsKeys,
    /// Keeps what is left of a longer content.
    KeepsTails,
    /// Counts versions for each entry, from one.
    CountsAnew,
    /// Makes an entry, and says that it cannot make one with a proof.
    DoesWhatItSaysItCannot,
    /// Lets the proof go that an entry comes with.
    ProvesNothing,
    /// Takes somebody else's entry for the one that comes with the proof.
    HidesWhoWasFaster,
}

impl Wrong {
    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == mistake
    }

    fn key(&self, key: &str) -> String {
        match self.mistake {
            Mistake::FoldsCase => key.to_lowercase(),
            Mistake::CutsKeys => key.chars().take(200).collect(),
            Mistake::TakesAnyKey => {
                key.split('/').map(|part| format!("<{}>", key::segment(part))).collect::<Vec<_>>().join("/")
            }
            _ => key.to_owned(),
        }
    }

    async fn there(&self, key: &str) -> Result<Version> {
        Ok(self.right.get(key).await?.map(|entry| entry.version).unwrap_or_default())
    }

    fn counted(&self, version: &Version) -> Version {
        // The store in memory never gives a version twice: here, each entry's versions are its length.
        if self.is(Mistake::CountsAnew) && !version.is_absent() { Version::new("1") } else { version.clone() }
    }
}

impl Store for Wrong {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        let entry = self.right.get(&self.key(key)).await?;
        let entry = entry.filter(|entry| !(self.is(Mistake::EmptyIsAbsent) && entry.body.is_empty()));
        Ok(entry.map(|entry| Entry { version: self.counted(&entry.version), ..entry }))
    }

    async fn put_if_version(&self, key: &str, version: &Version, mut body: Body) -> Result<Version> {
        let key = &self.key(key);
        let there = self.there(key).await?;
        let mut expected = version.clone();
        match self.mistake {
            Mistake::IgnoresVersions if !version.is_absent() => expected = there,
            Mistake::MakesAgain if version.is_absent() => expected = there,
            Mistake::CountsAnew if *version == self.counted(&there) => expected = there,
            Mistake::LooksThenWrites => {
                if there != *version {
                    return Err(Error::conflict(key, version, &there));
                }
                std::thread::sleep(std::time::Duration::from_millis(1));
                expected = self.there(key).await?;
            }
            Mistake::KeepsTails => {
                if let Some(before) = self.right.get(key).await?.filter(|before| before.body.len() > body.len()) {
                    body.push(before.body.into_bytes().slice(body.len()..));
                }
            }
            _ => {}
        }
        match self.right.put_if_version(key, &expected, body).await {
            Err(error) if self.is(Mistake::HidesTheVersion) && error.kind() == ErrorKind::Conflict => {
                Err(Error::conflict(key, version, &Version::ABSENT))
            }
            Ok(version) => Ok(self.counted(&version)),
            failed => failed,
        }
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        let key = &self.key(key);
        let there = self.there(key).await?;
        match self.mistake {
            Mistake::DeletesAny => self.right.delete_if_version(key, &there).await,
            Mistake::DeletesNothing if there.is_absent() => Ok(()),
            Mistake::CountsAnew if *version == self.counted(&there) => self.right.delete_if_version(key, &there).await,
            _ => self.right.delete_if_version(key, version).await,
        }
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        let mut keys = self.right.list("").await?;
        if self.is(Mistake::TakesAnyKey) {
            keys = keys.into_iter().map(|key| key.replace(['<', '>'], "")).collect();
            keys.sort();
        }
        let folder = format!("{}/", prefix.trim_end_matches('/'));
        let begins = if self.is(Mistake::ListsFolders) && !prefix.is_empty() { &folder } else { prefix };
        keys.retain(|key| {
            key.starts_with(&self.key(begins)) || self.is(Mistake::TakesAnyKey) && key.starts_with(begins)
        });
        if self.is(Mistake::ListsBackwards) {
            keys.reverse();
        }
        Ok(keys)
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        let proved = self.right.put_and_prove(key, body.clone(), lock_id).await?;
        match (self.mistake, proved) {
            (Mistake::DoesWhatItSaysItCannot, _) => Ok(None),
            // The proof is dropped here.
            (Mistake::ProvesNothing, Some(Proved { made, .. })) => Ok(Some(Proved { proof: Proof::new(()), made })),
            (Mistake::HidesWhoWasFaster, Some(Proved { proof, made })) => {
                let there = self.there(key).await?;
                Ok(Some(Proved { proof, made: made.or(Ok(there)) }))
            }
            (_, proved) => Ok(proved),
        }
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        self.right.is_alive(lock_id).await
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.right.prove_life(lock_id).await
    }
}

#[test]
fn each_mistake_is_caught_by_its_rule() {
    for (mistake, rule) in [
        (Mistake::LooksThenWrites, "no_increment_is_lost"),
        (Mistake::LooksThenWrites, "one_of_many_makes_an_entry"),
        (Mistake::IgnoresVersions, "a_stale_version_changes_nothing"),
        (Mistake::IgnoresVersions, "one_of_many_replaces_a_version"),
        (Mistake::MakesAgain, "an_entry_is_made_once"),
        (Mistake::DeletesAny, "a_stale_version_deletes_nothing"),
        (Mistake::DeletesNothing, "one_of_many_deletes"),
        (Mistake::HidesTheVersion, "a_stale_version_changes_nothing"),
        (Mistake::EmptyIsAbsent, "contents_of_any_size_come_back"),
        (Mistake::FoldsCase, "keys_that_differ_in_case_are_two"),
        (Mistake::ListsFolders, "keys_are_listed_by_prefix_and_sorted"),
        (Mistake::ListsBackwards, "keys_are_listed_by_prefix_and_sorted"),
        (Mistake::TakesAnyKey, "what_is_no_key_is_refused"),
        (Mistake::CutsKeys, "long_keys_come_back"),
        (Mistake::KeepsTails, "a_shorter_content_leaves_nothing_of_a_longer_one"),
        (Mistake::CountsAnew, "a_stale_version_changes_nothing"),
        (Mistake::DoesWhatItSaysItCannot, "an_entry_comes_with_its_proof"),
        (Mistake::ProvesNothing, "an_entry_comes_with_its_proof"),
        (Mistake::HidesWhoWasFaster, "an_entry_comes_with_its_proof"),
    ] {
        let right = Memory::new();
        let failed = conformance::check(|| Ok(Wrong { right: right.clone(), mistake }));
        let failed = failed.expect_err(&format!("{mistake:?} is a mistake"));
        assert!(failed.rules().any(|(broken, _)| broken == rule), "{mistake:?} should break {rule}: {failed}");
    }
}

#[test]
fn a_store_that_panics_or_does_not_open_fails_the_suite() {
    #[derive(Clone)]
    struct Panics(Arc<str>);
    impl Store for Panics {
        async fn get(&self, _: &str) -> Result<Option<Entry>> {
            panic!("{}", self.0)
        }
        async fn put_if_version(&self, _: &str, _: &Version, _: Body) -> Result<Version> {
            Err(Error::new(ErrorKind::Full, "no room"))
        }
        async fn delete_if_version(&self, _: &str, _: &Version) -> Result<()> {
            Ok(())
        }
        async fn list(&self, _: &str) -> Result<Vec<String>> {
            Ok(Vec::new())
        }
    }
    let failed = conformance::check(|| Ok(Panics("the floor is wet".into()))).expect_err("it panics").to_string();
    assert!(failed.contains("a_missing_entry_is_none: it panicked: the floor is wet"), "{failed}");
    assert!(failed.contains("Full: no room"), "{failed}");
    let failed =
        conformance::check(|| Err::<Memory, _>(Error::new(ErrorKind::Denied, "no"))).expect_err("it is not open");
    assert!(failed.to_string().contains("does not open: no"), "{failed}");
}
