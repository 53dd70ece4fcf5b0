//! Only the right key in the right place opens, nothing is in plain text, and a rotation can be killed anywhere.

use super::super::conformance;
use super::super::failing::killed_everywhere;
use super::super::memory::Memory;
use super::*;
use crate::seal::KeySource;

mod services;

const OLD: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
const NEW: &str = "0202020202020202020202020202020202020202020202020202020202020202";
const PHRASE: &str = "correct horse battery staple";
const SECRET: &str = "hunter2hunter2";

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

/// The keys of these sources, from an environment of the test's own.
fn keys(sources: &[&str]) -> Keys {
    let get = |name: &str| match name {
        "OLD" => Some(OLD.to_owned()),
        "NEW" => Some(NEW.to_owned()),
        "PHRASE" => Some(PHRASE.to_owned()),
        _ => None,
    };
    let sources: Vec<KeySource> = sources.iter().map(|source| source.parse().unwrap()).collect();
    Keys::read_from(&sources, get).unwrap()
}

fn shows(memory: &Memory) -> bool {
    let entries = block(memory.get_all("")).unwrap();
    let bytes = entries.iter().map(|(_, entry)| entry.body.to_vec());
    bytes.into_iter().any(|bytes| bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes()))
}

#[test]
fn it_is_a_store() {
    let (memory, keys) = (Memory::new(), keys(&["env:NEW"]));
    conformance::check(|| Ok(Sealed::new(memory.clone(), keys.clone()))).unwrap();
}

#[test]
fn each_source_of_a_key_encrypts_and_nothing_is_in_plain_text() {
    let folder = std::env::temp_dir().join(format!("tfgen-keys-{}", super::super::random::hex(8).unwrap()));
    std::fs::write(&folder, format!("# ours\n{NEW}\npassphrase: {PHRASE}\n")).unwrap();
    let (file, command) = (format!("file:{}", folder.display()), format!("command:cat {}", folder.display()));
    for source in ["env:OLD", "passphrase-env:PHRASE", &file, &command] {
        let memory = Memory::new();
        let store = Sealed::new(memory.clone(), keys(&[source]));
        block(store.put_if_absent("state/default", SECRET.into())).unwrap();
        assert!(!shows(&memory), "{source}");
        assert_eq!(block(store.get("state/default")).unwrap().unwrap().body, SECRET.into(), "{source}");
        // Another process has the key from the same place.
        let again = Sealed::new(memory, keys(&[source]));
        assert_eq!(block(again.get_all("")).unwrap()[0].1.body, SECRET.into(), "{source}");
    }
    std::fs::remove_file(&folder).unwrap();
}

#[test]
fn sources_that_give_no_key_are_named_and_no_key_is_shown() {
    for (source, told) in [
        ("env:NOWHERE", "NOWHERE is not set"),
        ("env:PHRASE", "PHRASE holds no key"),
        ("file:/nowhere/key", "/nowhere/key"),
        ("command:false", "exit status: 1"),
        ("command:/nowhere/program", "cannot be run"),
        ("command:echo nonsense", "Line 1 of the output of `echo nonsense`"),
        ("command:true", "There is none in the output of `true`"),
    ] {
        let source: KeySource = source.parse().unwrap();
        let get = |name: &str| (name == "PHRASE").then(|| PHRASE.to_owned());
        let failed = Keys::read_from(&[source], get).unwrap_err();
        let text = failed.0[0].in_one_text();
        assert!(text.contains(told) && !text.contains(PHRASE), "{text}");
    }
    assert!(Keys::read(&[]).is_err());
}

#[test]
fn a_wrong_key_is_an_error_and_never_empty() {
    let memory = Memory::new();
    block(Sealed::new(memory.clone(), keys(&["env:OLD"])).put_if_absent("state/default", SECRET.into())).unwrap();
    let wrong = Sealed::new(memory, keys(&["env:NEW"]));
    let failed = block(wrong.get("state/default")).unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::Denied);
    let (old, new) = (keys(&["env:OLD"]), keys(&["env:NEW"]));
    assert!(failed.to_string().contains(&old.describe()) && failed.to_string().contains(&new.describe()), "{failed}");
    assert!(block(wrong.get_all("state/")).is_err());
    assert!(block(wrong.get("state/other")).unwrap().is_none());
}

#[test]
fn nothing_that_was_changed_or_moved_opens() {
    let memory = Memory::new();
    let store = Sealed::new(memory.clone(), keys(&["env:NEW", "env:OLD"]));
    let mut version = block(store.put_if_absent("state/a", SECRET.into())).unwrap();
    let whole = block(memory.get("state/a")).unwrap().unwrap().body.to_vec();
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        version = block(memory.put_if_version("state/a", &version, changed.into())).unwrap();
        assert!(block(store.get("state/a")).is_err(), "byte {at}");
    }
    for length in 0..whole.len() {
        version = block(memory.put_if_version("state/a", &version, whole[..length].into())).unwrap();
        assert!(block(store.get("state/a")).is_err(), "{length} bytes");
    }
    for elsewhere in ["state/b", "lock/a", "history/state%2Fa/1"] {
        block(memory.put_if_absent(elsewhere, whole.clone().into())).unwrap();
        assert_eq!(block(store.get(elsewhere)).unwrap_err().kind(), ErrorKind::Corrupt, "{elsewhere}");
    }
}

#[test]
fn a_header_that_names_another_key_does_not_choose_it() {
    let memory = Memory::new();
    block(Sealed::new(memory.clone(), keys(&["env:OLD"])).put_if_absent("state/a", SECRET.into())).unwrap();
    let sealed = block(memory.get("state/a")).unwrap().unwrap().body.to_vec();
    let (old, new) = (keys(&["env:OLD"]), keys(&["env:NEW"]));
    let (from, to) = (old.describe().into_bytes(), new.describe().into_bytes());
    let at = sealed.windows(from.len()).position(|window| window == from).unwrap();
    let mut forged = sealed;
    forged[at..at + to.len()].copy_from_slice(&to);
    block(memory.put_if_absent("state/forged", forged.into())).unwrap();
    let store = Sealed::new(memory, new);
    assert_eq!(block(store.get("state/forged")).unwrap_err().kind(), ErrorKind::Corrupt);
}

#[test]
fn plain_contents_are_refused_unless_they_are_accepted() {
    let memory = Memory::new();
    let version = block(memory.put_if_absent("state/a", SECRET.into())).unwrap();
    let strict = Sealed::new(memory.clone(), keys(&["env:NEW"]));
    assert!(block(strict.get("state/a")).unwrap_err().to_string().contains("is not encrypted"));
    let lenient = Sealed::new(memory.clone(), keys(&["env:NEW"])).accepting_plain();
    let entry = block(lenient.get("state/a")).unwrap().unwrap();
    assert_eq!((entry.version, entry.body), (version, SECRET.into()));
    assert_eq!(block(lenient.rotate("")).unwrap(), Rotation { rotated: 1, current: 0 });
    assert!(!shows(&memory));
    assert_eq!(block(strict.get("state/a")).unwrap().unwrap().body, SECRET.into());
}

#[test]
fn newer_forms_are_told_from_damage() {
    let memory = Memory::new();
    block(memory.put_if_absent("a", [START, &[0, 0, 0, 9, 1]].concat().into())).unwrap();
    let failed = block(Sealed::new(memory, keys(&["env:NEW"])).get("a")).unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::Unsupported);
}

/// Ten states, some of them encrypted with the old key and some with a pass phrase.
fn filled() -> Memory {
    let memory = Memory::new();
    for n in 0..10 {
        let source = if n % 3 == 0 { "passphrase-env:PHRASE" } else { "env:OLD" };
        let store = Sealed::new(memory.clone(), keys(&[source]));
        block(store.put_if_absent(&format!("history/{n}"), format!("{SECRET} {n}").into())).unwrap();
    }
    memory
}

#[test]
fn a_rotation_killed_anywhere_leaves_everything_readable_and_goes_on() {
    let base = block(filled().get_all("")).unwrap();
    let prepare = || {
        let memory = Memory::new();
        for (key, entry) in &base {
            block(memory.put_if_absent(key, entry.body.clone())).unwrap();
        }
        memory
    };
    let all = keys(&["env:NEW", "env:OLD", "passphrase-env:PHRASE"]);
    let only_new = keys(&["env:NEW"]);
    let operations = killed_everywhere(
        prepare,
        |failing| {
            let store = Sealed::new(failing, all.clone());
            async move { store.rotate("").await.map(drop) }
        },
        |memory, finished| {
            let (all, only_new) = (Sealed::new(memory.clone(), all.clone()), Sealed::new(memory, only_new.clone()));
            async move {
                for n in 0..10 {
                    let entry = all.get(&format!("history/{n}")).await.unwrap().unwrap();
                    assert_eq!(entry.body, format!("{SECRET} {n}").into());
                }
                if !finished {
                    all.rotate("").await.unwrap();
                }
                assert_eq!(only_new.get_all("").await.unwrap().len(), 10);
                assert_eq!(only_new.rotate("").await.unwrap(), Rotation { rotated: 0, current: 10 });
            }
        },
    );
    assert_eq!(operations, 1 + 2 * 10, "one list, and a get and a put for each");
}

#[test]
fn no_header_decides_with_which_salt_others_are_encrypted() {
    block(async {
        let memory = Memory::new();
        let of = |phrase: &str| {
            let source = format!("command:echo passphrase: {phrase}");
            Sealed::new(memory.clone(), Keys::read(&[source.parse().unwrap()]).unwrap())
        };
        let salt = |bytes: &[u8]| -> Vec<u8> { Envelope::read(bytes).unwrap().salt().unwrap().to_vec() };
        of("ours").put_if_absent("state/a", "ours".into()).await.unwrap();
        of("theirs").put_if_absent("state/b", "theirs".into()).await.unwrap();
        let at = |key: &'static str| {
            let memory = memory.clone();
            async move { memory.get(key).await.unwrap().unwrap().body.to_vec() }
        };
        let (ours, theirs) = (salt(&at("state/a").await), salt(&at("state/b").await));
        let store = of("ours");
        assert!(store.get("state/b").await.is_err(), "it does not open");
        store.put_if_absent("state/c", "x".into()).await.unwrap();
        let new = salt(&at("state/c").await);
        assert!(new != theirs && new != ours);
        let store = of("ours");
        store.get("state/a").await.unwrap();
        store.put_if_absent("state/d", "x".into()).await.unwrap();
        assert_eq!(salt(&at("state/d").await), ours, "what opened is used again");
    });
}
