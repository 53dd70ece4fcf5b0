//! Which wrappers lie over a store, in the one order that makes sense: what is kept as revisions is compressed, and what is compressed
//! is encrypted.
//!
//! ```text
//! locks, RPCs ─▶ History ─▶ Compressed ─▶ Sealed ─▶ Cached ─▶ Traced ─▶ the store
//! ```
//!
//! `Cached` is there only for those who read all states and write none: it loads them all. Whoever writes, through any stack of the process,
//! turns all caches off.

use super::body::Body;
use super::cached::{Cached, Switch};
use super::compressed::{self, Compressed};
use super::error::{Error, ErrorKind, Result};
use super::history::{self, History, Retention};
use super::sealed::{self, Keys, Sealed};
use super::store::SharedStore;
use super::traced::{Trace, Traced};

/// What lies over a store; nothing by default.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wrappers {
    /// Where trips are collected.
    pub(crate) trace: Option<Trace>,
    /// Whether all states are read at once when the first one is.
    pub(crate) cached: bool,
    /// What a write turns off.
    pub(crate) switch: Switch,
    /// What encrypts.
    pub(crate) keys: Option<Keys>,
    /// Whether what is not encrypted is read, where there are keys.
    pub(crate) accepts_plain: bool,
    /// Whether contents are compressed.
    pub(crate) compressed: bool,
    /// The longest content that is taken, in bytes, where one is set.
    pub(crate) size_max: Option<u64>,
    /// Which revisions of states are kept.
    pub(crate) history: Option<Retention>,
    /// Who is said to have written a revision.
    pub(crate) author: String,
}

/// A store with all that lies over it, and handles of those layers that can do more than a store.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    /// The whole.
    pub(crate) store: SharedStore,
    pub(crate) sealed: Option<Sealed>,
    pub(crate) history: Option<History>,
}

impl Wrappers {
    /// Puts them over a store.
    pub(crate) fn over(self, base: SharedStore) -> Result<Stack> {
        let mut store = match self.trace {
            Some(trace) => SharedStore::new(Traced::new(base, trace)),
            None => base,
        };
        let cached = Cached::with_switch(store, "state/", self.switch);
        // Writes turn caches off also where nothing is cached.
        store = if self.cached { SharedStore::new(cached) } else { SharedStore::new(cached.uncached()) };
        let mut sealed = None;
        if let Some(keys) = self.keys {
            let layer = Sealed::new(store, keys);
            let layer = if self.accepts_plain { layer.accepting_plain() } else { layer };
            store = SharedStore::new(layer.clone());
            sealed = Some(layer);
        }
        if self.compressed {
            let layer = Compressed::new(store)?;
            store = SharedStore::new(match self.size_max {
                Some(size_max) => layer.size_max(size_max),
                None => layer,
            });
        }
        let mut history = None;
        if let Some(retention) = self.history {
            let layer = History::new(store, "state/", retention).author(self.author);
            store = SharedStore::new(layer.clone());
            history = Some(layer);
        }
        Ok(Stack { store, sealed, history })
    }
}

/// Refuses a content that a wrapper wrote which is not configured: to take it for a state would lose one.
pub(crate) fn refuse_foreign(key: &str, body: &Body) -> Result<()> {
    let begins = |start: &[u8]| {
        let mut bytes = body.chunks().iter().flatten();
        start.iter().all(|expected| bytes.next() == Some(expected))
    };
    let (what, mend) = if begins(sealed::START) {
        ("is encrypted", "Configure the key that it was encrypted with.")
    } else if begins(compressed::START) {
        ("is compressed", "Configure compression, as it was when it was written.")
    } else if begins(history::START) {
        ("has a history", "Configure a history, as it was when it was written.")
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorKind::Unsupported, format!("{key:?} {what}, and the store is not configured so")).detail(mend))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_store::{KeySource, Memory, Store};

    fn block<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
    }

    fn wrappers(sealed: bool, compressed: bool, history: bool) -> Wrappers {
        let source: KeySource = "command:echo AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=".parse().unwrap();
        Wrappers {
            keys: sealed.then(|| Keys::read(&[source]).unwrap()),
            compressed,
            history: history.then(Retention::default),
            ..Wrappers::default()
        }
    }

    #[test]
    fn what_a_missing_wrapper_wrote_is_refused_by_name() {
        let state = Body::from("{\"version\":4}".repeat(100));
        for (sealed, history, told) in [(true, false, "is encrypted"), (false, true, "has a history")] {
            let memory = Memory::new();
            let stack = wrappers(sealed, false, history).over(SharedStore::new(memory.clone())).unwrap();
            block(stack.store.put_if_absent("state/default", state.clone())).unwrap();
            let entry = block(memory.get("state/default")).unwrap().unwrap();
            let failed = refuse_foreign("state/default", &entry.body).unwrap_err();
            assert!(failed.to_string().contains(told), "{failed}");
            assert!(
                refuse_foreign("state/default", &block(stack.store.get("state/default")).unwrap().unwrap().body)
                    .is_ok()
            );
        }
    }

    #[test]
    fn a_write_through_any_stack_turns_off_the_caches_of_all() {
        let (memory, other, switch) = (Memory::new(), Memory::new(), Switch::new());
        let over = |memory: &Memory, cached| {
            let wrappers = Wrappers { cached, switch: switch.clone(), ..Wrappers::default() };
            wrappers.over(SharedStore::new(memory.clone())).unwrap().store
        };
        let version = block(memory.put_if_absent("state/default", "one".into())).unwrap();
        let (reader, writer) = (over(&memory, true), over(&other, false));
        let read = || block(reader.get("state/default")).unwrap().unwrap().body;
        assert_eq!(read(), "one".into());
        block(memory.put_if_version("state/default", &version, "two".into())).unwrap();
        assert_eq!(read(), "one".into(), "it is cached");
        block(writer.put_if_absent("lock/default", "x".into())).unwrap();
        assert_eq!(read(), "two".into());
    }

    #[cfg(feature = "zstd")]
    #[test]
    fn the_longest_content_is_the_stores() {
        let of = |size_max| Wrappers { size_max, ..wrappers(false, true, false) };
        let body = Body::from("x".repeat(2000));
        let small = of(Some(1000)).over(SharedStore::new(Memory::new())).unwrap().store;
        assert!(block(small.put_if_absent("state/default", body.clone())).is_err());
        let large = of(None).over(SharedStore::new(Memory::new())).unwrap().store;
        assert!(block(large.put_if_absent("state/default", body)).is_ok());
    }

    #[cfg(feature = "zstd")]
    #[test]
    fn all_of_them_leave_nothing_readable_and_give_back_what_was_written() {
        let memory = Memory::new();
        let stack = wrappers(true, true, true).over(SharedStore::new(memory.clone())).unwrap();
        let state = Body::from("hunter2hunter2 ".repeat(10_000));
        let version = block(stack.store.put_if_absent("state/default", state.clone())).unwrap();
        block(stack.store.put_if_version("state/default", &version, "two".into())).unwrap();
        block(stack.store.put_if_absent("lock/default", "hunter2hunter2".into())).unwrap();
        let entries = block(memory.get_all("")).unwrap();
        assert_eq!(entries.len(), 4, "a catalog, two revisions and a lock");
        for (key, entry) in entries {
            let bytes = entry.body.to_vec();
            assert!(bytes.starts_with(sealed::START) && bytes.len() < 2000, "{key}: {} bytes", bytes.len());
            assert!(!bytes.windows(7).any(|window| window == b"hunter2"), "{key}");
        }
        let (_, first) = block(stack.history.unwrap().revision("state/default", "1")).unwrap();
        assert_eq!(first, state);
        assert_eq!(block(stack.sealed.unwrap().rotate("")).unwrap().current, 4);
    }
}
