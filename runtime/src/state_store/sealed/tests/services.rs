//! Keys that a service keeps: asked for as rarely as can be, never the wrong one, and rotated like others.

use super::super::service::{Bytes, KeyService, Wrapped};
use super::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A service whose "encryption" is its name before the key.
#[derive(Debug)]
struct Service {
    name: &'static str,
    /// How it is reached, as an alias that names no key.
    is_alias: bool,
    asked: Arc<AtomicUsize>,
    denies: bool,
}

impl KeyService for Service {
    fn make(&self) -> Result<(Bytes, Wrapped)> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let bytes: Bytes = crate::random::bytes().unwrap();
        let key = [self.name.as_bytes(), &bytes].concat();
        Ok((bytes, Wrapped { reference: self.name.to_owned(), key }))
    }

    fn give_back(&self, wrapped: &Wrapped) -> Result<Option<Bytes>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if self.denies {
            return Err(Error::new(ErrorKind::Denied, format!("{} does not let us", self.name)));
        }
        let key = wrapped.key.strip_prefix(self.name.as_bytes());
        Ok(key.map(|key| key.try_into().unwrap_or([0; 32])))
    }

    fn may_be(&self, reference: &str) -> bool {
        !self.is_alias && self.name == reference
    }

    fn describe(&self) -> String {
        self.name.to_owned()
    }
}

/// Keys of services by name, and how often they were asked.
fn services(names: &[&'static str]) -> (Keys, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let boxed = |name: &&'static str| -> Box<dyn KeyService> {
        let (name, denies) = (name.trim_start_matches('!'), name.starts_with('!'));
        Box::new(Service { name, denies, is_alias: name.starts_with("alias"), asked: asked.clone() })
    };
    (Keys::of_services(names.iter().map(boxed).collect()), asked)
}

#[test]
fn it_is_a_store_and_a_process_asks_twice_however_much_it_does() {
    let memory = Memory::new();
    block(Sealed::new(memory.clone(), services(&["key-a"]).0).put_if_absent("state/default", SECRET.into())).unwrap();
    assert!(!shows(&memory));
    let (keys, asked) = services(&["key-a"]);
    let store = Sealed::new(memory.clone(), keys);
    // A run: it locks, reads, writes, and unlocks.
    let lock = block(store.put_if_absent("lock/default", "x".into())).unwrap();
    let entry = block(store.get("state/default")).unwrap().unwrap();
    assert_eq!(entry.body, SECRET.into());
    let mut version = entry.version;
    for n in 0..20 {
        version = block(store.put_if_version("state/default", &version, format!("{SECRET} {n}").into())).unwrap();
        block(store.get("state/default")).unwrap();
    }
    block(store.get("lock/default")).unwrap();
    block(store.delete_if_version("lock/default", &lock)).unwrap();
    assert_eq!(asked.load(Ordering::SeqCst), 2, "one key to write with, and the one of what was there");
    let (memory, keys) = (Memory::new(), services(&["key-a"]).0);
    conformance::check(|| Ok(Sealed::new(memory.clone(), keys.clone()))).unwrap();
}

#[test]
fn a_wrong_key_is_an_error_that_names_both_and_never_empty() {
    let memory = Memory::new();
    block(Sealed::new(memory.clone(), services(&["key-a"]).0).put_if_absent("state/default", SECRET.into())).unwrap();
    for wrong in [services(&["key-b"]).0, keys(&["env:NEW"])] {
        let failed = block(Sealed::new(memory.clone(), wrong.clone()).get("state/default")).unwrap_err();
        let text = failed.to_string();
        assert_eq!(failed.kind(), ErrorKind::Denied, "{text}");
        assert!(text.contains("key-a") && text.contains(&wrong.describe()), "{text}");
    }
    let failed = block(Sealed::new(memory, services(&["!key-a"]).0).get("state/default")).unwrap_err();
    assert!(failed.kind() == ErrorKind::Denied && failed.to_string().contains("does not let us"), "{failed}");
}

#[test]
fn a_reference_is_asked_for_first_and_chooses_nothing() {
    let memory = Memory::new();
    block(Sealed::new(memory.clone(), services(&["key-b"]).0).put_if_absent("state/a", SECRET.into())).unwrap();
    let (keys, asked) = services(&["key-a", "key-b"]);
    assert_eq!(block(Sealed::new(memory.clone(), keys).get("state/a")).unwrap().unwrap().body, SECRET.into());
    assert_eq!(asked.load(Ordering::SeqCst), 1, "the one that it names");
    // One that refuses does not hide another one that opens; an alias names no key.
    let (keys, _) = services(&["!key-a", "alias/x", "key-b"]);
    assert!(block(Sealed::new(memory.clone(), keys).get("state/a")).is_ok());
    // Whoever writes to the store names a key of his own: it is not asked.
    let sealed = block(memory.get("state/a")).unwrap().unwrap().body.to_vec();
    let mut forged = sealed;
    for at in 0..forged.len() - 5 {
        if &forged[at..at + 5] == b"key-b" {
            forged[at..at + 5].copy_from_slice(b"key-x");
        }
    }
    block(memory.put_if_absent("state/forged", forged.into())).unwrap();
    let failed = block(Sealed::new(memory, services(&["key-b"]).0).get("state/forged")).unwrap_err();
    assert!(failed.kind() == ErrorKind::Denied && failed.to_string().contains("key-x"), "{failed}");
}

#[test]
fn nothing_that_was_changed_opens_with_a_service_either() {
    let memory = Memory::new();
    let (keys, _) = services(&["key-a"]);
    let mut version = block(Sealed::new(memory.clone(), keys.clone()).put_if_absent("state/a", SECRET.into())).unwrap();
    let whole = block(memory.get("state/a")).unwrap().unwrap().body.to_vec();
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        version = block(memory.put_if_version("state/a", &version, changed.into())).unwrap();
        assert!(block(Sealed::new(memory.clone(), keys.clone()).get("state/a")).is_err(), "byte {at}");
    }
    block(memory.put_if_absent("state/b", whole.into())).unwrap();
    assert_eq!(block(Sealed::new(memory, keys).get("state/b")).unwrap_err().kind(), ErrorKind::Corrupt);
}

#[test]
fn rotation_goes_from_given_keys_to_a_service_and_on_to_another_key() {
    let memory = filled();
    let old = keys(&["env:OLD", "passphrase-env:PHRASE"]);
    let (first, _) = services(&["key-a"]);
    let both = Keys::joined(&first, &old);
    assert_eq!(block(Sealed::new(memory.clone(), both).rotate("")).unwrap(), Rotation { rotated: 10, current: 0 });
    let (next, asked) = services(&["key-b", "key-a"]);
    let store = Sealed::new(memory.clone(), next);
    assert_eq!(block(store.rotate("")).unwrap(), Rotation { rotated: 10, current: 0 });
    assert_eq!(asked.load(Ordering::SeqCst), 2, "one new key, and one of before");
    assert_eq!(block(store.rotate("")).unwrap(), Rotation { rotated: 0, current: 10 });
    let (only, _) = services(&["key-b"]);
    assert_eq!(block(Sealed::new(memory.clone(), only).get_all("")).unwrap().len(), 10);
    assert!(block(Sealed::new(memory, services(&["key-a"]).0).get_all("")).is_err());
}
