//! Rules of keys: which there can be, and how they are listed.

use super::super::error::ErrorKind;
use super::super::key;
use super::super::store::Store;
use super::super::version::Version;
use super::{Case, Fine, Outcome, ensure};

/// Makes an entry for each name, whose content is the name, and reads all of them back.
async fn all_come_back(case: &Case, names: &[String]) -> Outcome {
    for name in names {
        case.store
            .put_if_absent(&case.key(name), name.as_str().into())
            .await
            .fine(&format!("put_if_absent of {name:?}"))?;
    }
    for name in names {
        let entry = case.other.get(&case.key(name)).await.fine(&format!("get of {name:?}"))?;
        ensure(entry.is_some_and(|entry| entry.body == name.as_str().into()), || {
            format!("{name:?} has another content")
        })?;
    }
    let mut expected: Vec<String> = names.iter().map(|name| case.key(name)).collect();
    expected.sort();
    let listed = case.store.list(&case.key("")).await.fine("list")?;
    ensure(listed == expected, || format!("{listed:?} is listed, where {expected:?} is there"))
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

pub(super) async fn keys_are_listed_by_prefix_and_sorted(case: Case) -> Outcome {
    all_come_back(&case, &owned(&["b/2", "a/1", "ab/3", "a/2/deep", "b/1", "a/10", "c"])).await?;
    for (prefix, expected) in [
        ("a/", &["a/1", "a/10", "a/2/deep"][..]),
        ("a/1", &["a/1", "a/10"]),
        ("a", &["a/1", "a/10", "a/2/deep", "ab/3"]),
        ("a/2/", &["a/2/deep"]),
        ("c", &["c"]),
        ("c/", &[]),
        ("nothing", &[]),
    ] {
        let listed = case.other.list(&case.key(prefix)).await.fine(&format!("list of {prefix:?}"))?;
        let expected: Vec<String> = expected.iter().map(|name| case.key(name)).collect();
        ensure(listed == expected, || format!("{listed:?} begins with {prefix:?}, where {expected:?} does"))?;
    }
    let all = case.store.list("").await.fine("list of everything")?;
    ensure(all.contains(&case.key("c")), || "the empty prefix does not list everything".to_owned())
}

pub(super) async fn keys_that_differ_in_case_are_two(case: Case) -> Outcome {
    all_come_back(&case, &owned(&["prod", "Prod", "PROD", "é", "É", "Dir/x", "dir/x"])).await
}

pub(super) async fn a_key_may_continue_another_one(case: Case) -> Outcome {
    all_come_back(&case, &owned(&["a", "a/b", "a/b/c", "a.b", "a-b"])).await
}

pub(super) async fn keys_of_any_text_come_back(case: Case) -> Outcome {
    let names = [
        "...",
        "~$&+=:@",
        "a b",
        " ",
        "trailing.",
        "trailing ",
        "%2F",
        "%",
        "con",
        "NUL",
        "aux.txt",
        "com1",
        "lock",
        ".hidden",
        "-",
        "*?<>|\"\\",
        "naïve",
        "日本語",
        "a\u{301}",
        "á",
        "😀",
        "tmp",
        "x.tmp",
        "index",
        "CON.x/y",
    ];
    let names: Vec<String> =
        names.into_iter().map(str::to_owned).chain(["..", "a/b", "\n"].map(key::segment)).collect();
    all_come_back(&case, &names).await
}

pub(super) async fn long_keys_come_back(case: Case) -> Outcome {
    let room = key::LENGTH_MAX - case.key("").len();
    let long = |last: &str| format!("{}{last}", "x".repeat(255 - last.len()));
    let names = vec![
        long("a"),
        long("b"),
        "X".repeat(255),
        "é".repeat(127),
        "%".repeat(255),
        "y".repeat(room),
        format!("{}z", "y".repeat(room - 1)),
        ["d"; 100].join("/"),
    ];
    all_come_back(&case, &names).await
}

pub(super) async fn what_is_no_key_is_refused(case: Case) -> Outcome {
    let long = "x".repeat(key::LENGTH_MAX);
    for name in ["", "a//b", ".", "..", "a/../b", "a/", "a\0b", "a\nb", &long] {
        let key = case.key(name);
        let outcomes = [
            ("get", case.store.get(&key).await.map(drop)),
            ("put_if_absent", case.store.put_if_absent(&key, "x".into()).await.map(drop)),
            ("put_if_version", case.store.put_if_version(&key, &Version::new("x"), "x".into()).await.map(drop)),
            ("delete_if_version", case.store.delete_if_version(&key, &Version::ABSENT).await),
        ];
        for (operation, outcome) in outcomes {
            ensure(outcome.as_ref().is_err_and(|error| error.kind() == ErrorKind::Invalid), || {
                format!("{operation} of {name:?} gives {outcome:?}, where an error of the kind Invalid is due")
            })?;
        }
    }
    Ok(())
}

pub(super) async fn all_entries_come_at_once(case: Case) -> Outcome {
    let names: Vec<String> = (0..30).map(|n| format!("many/{n:02}")).collect();
    all_come_back(&case, &names).await?;
    let entries = case.other.get_all(&case.key("many/")).await.fine("get_all")?;
    let keys: Vec<&String> = entries.iter().map(|(key, _)| key).collect();
    let expected: Vec<String> = names.iter().map(|name| case.key(name)).collect();
    ensure(keys == expected.iter().collect::<Vec<_>>(), || format!("{keys:?} came, where {expected:?} is there"))?;
    for (key, entry) in &entries {
        let alone = case.store.get(key).await.fine("get")?;
        ensure(alone.as_ref() == Some(entry), || format!("{key:?} is {entry:?} among others and {alone:?} alone"))?;
    }
    let none = case.store.get_all(&case.key("none/")).await.fine("get_all")?;
    ensure(none.is_empty(), || "get_all gives entries that do not begin with the prefix".to_owned())
}
