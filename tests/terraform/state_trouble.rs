//! `terraform-provider-kitchen state …` where something is wrong: damage, folders that are not there, flags that mean nothing, and people who
//! lose patience.

use super::state_command::{NEW, OLD, SECRET, filled, put, state, vault};
use super::state_stores::{configure, init, store, workspace};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::{Filesystem, Keys, Sealed, Store};
use tfgen_tests::built;
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::{Ran, Workspace};

const SHELF: &str = "--store kitchen_shelf --set path=states --provider-set store=store";

/// A folder with a store in it, and no Terraform.
fn shelf() -> Workspace {
    let workspace = Workspace::new(&[]);
    Filesystem::open(workspace.folder.join("states")).expect("it can be made");
    workspace
}

fn ran(workspace: &Workspace, words: &str) -> Ran {
    state(workspace, OLD, words)
}

#[test]
fn a_folder_without_a_store_is_an_error_that_names_it_and_nothing_is_made() {
    let workspace = Workspace::new(&[]);
    for verb in ["list", "verify", "locks", "show", "unlock --force"] {
        let failed = ran(&workspace, &format!("{verb} {SHELF}")).expect_code(1).stderr;
        assert!(failed.contains("The folder states cannot hold states"), "{verb}: {failed}");
        assert!(failed.contains("There is no state store in it") && failed.contains("mounted"), "{verb}: {failed}");
        assert!(!workspace.folder.join("states").exists(), "{verb}");
    }
}

#[test]
fn a_run_says_that_it_has_made_a_store_and_where_and_a_data_source_makes_none() {
    let workspace = workspace(&store("shelf", "    path = \"shelf\""), "");
    let first = init(&workspace).expect_code(0);
    let told = flowing(&format!("{}{}", first.stdout, first.stderr));
    assert!(told.contains("A new state store was made") && told.contains("shelf"), "{told}");
    let again = workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(0);
    let told = flowing(&format!("{}{}", again.stdout, again.stderr));
    assert!(!told.contains("A new state store was made"), "{told}");
    let reader = "provider \"kitchen\" { store = \"store\" }\n\
        data \"kitchen_state_outputs\" \"vault\" {\n  path = \"typo\"\n  encryption_key = \"env:VAULT_KEY\"\n}\n";
    let workspace = workspace.with_environment("VAULT_KEY", OLD);
    configure(&workspace, &store("shelf", "    path = \"shelf\""), reader);
    let failed = workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1).stderr;
    assert!(flowing(&failed).contains("The folder typo cannot hold states"), "{failed}");
    assert!(!workspace.folder.join("typo").exists());
}

#[test]
fn one_damaged_state_hides_no_other() {
    let workspace = shelf();
    let folder = workspace.folder.join("states");
    let sound = r#"{"version":4,"terraform_version":"1.15.5","serial":1,"lineage":"x","outputs":{},"resources":[]}"#;
    put(&folder, "state/a", sound);
    put(&folder, "state/b", sound);
    put(&folder, "state/c", sound);
    fs::write(folder.join("data/state/b.entry"), "garbage").expect("it can be damaged");
    let list = ran(&workspace, &format!("list {SHELF}")).expect_code(0).stdout;
    assert_eq!(list.lines().count(), 4, "{list}");
    assert!(
        list.lines().any(|line| line.starts_with('b') && line.contains("unreadable: see `state verify`")),
        "{list}"
    );
    let found = ran(&workspace, &format!("verify {SHELF}")).expect_code(1).stdout;
    assert!(found.contains("a: sound\n") && found.contains("c: sound\n"), "{found}");
    assert!(found.contains("b: 1 findings") && found.contains("b.entry is damaged"), "{found}");
}

#[test]
fn a_damaged_lock_is_listed_beside_others_and_opened() {
    let workspace = shelf();
    let folder = workspace.folder.join("states");
    for damage in [&b""[..], b"garbage", b"tfgen entry 1\nkey lock/bad\nlen"] {
        put(&folder, "lock/bad", "x");
        put(&folder, "lock/good", r#"{"ID":"4e3b","Operation":"apply\u001b[2K","Who":"kim@host"}"#);
        fs::write(folder.join("data/lock/bad.entry"), damage).expect("it can be damaged");
        let listed = ran(&workspace, &format!("locks {SHELF}")).expect_code(0).stdout;
        assert!(listed.contains("4e3b") && listed.contains("kim@host") && !listed.contains('\u{1b}'), "{listed}");
        let bad = listed.lines().find(|line| line.starts_with("bad")).expect("it is listed");
        let id = bad.split_whitespace().nth(1).expect("it has an id").to_owned();
        assert!(id.starts_with("unreadable-"), "{listed}");
        ran(&workspace, &format!("unlock 4e3b --state good {SHELF}")).expect_code(0);
        if damage.is_empty() {
            ran(&workspace, &format!("unlock --force --state bad {SHELF}")).expect_code(0);
        } else {
            ran(&workspace, &format!("unlock {id} --state bad {SHELF}")).expect_code(0);
        }
        assert_eq!(ran(&workspace, &format!("locks {SHELF}")).expect_code(0).stdout.lines().count(), 1);
    }
}

#[test]
fn words_that_mean_nothing_are_refused_and_a_broken_working_folder_is_nobodys_business() {
    let workspace = shelf();
    fs::create_dir_all(workspace.folder.join(".terraform")).expect("it can be made");
    workspace.write(".terraform/terraform.tfstate", "{ broken");
    ran(&workspace, &format!("list {SHELF}")).expect_code(0);
    assert!(ran(&workspace, "list").expect_code(1).stderr.contains("no record of a working folder"));
    assert!(ran(&workspace, &format!("list --force {SHELF}")).expect_code(2).stderr.contains("takes no --force"));
    put(&workspace.folder.join("states"), "lock/default", r#"{"ID":"4e3b"}"#);
    let kept = ran(&workspace, &format!("unlock --force=false {SHELF}")).expect_code(1).stderr;
    assert!(kept.contains("4e3b") && kept.contains("--force"), "{kept}");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let mut command = Command::new(built::kitchen_provider().join("terraform-provider-kitchen"));
        command.args(["state", "show", "--state"]).arg(std::ffi::OsStr::from_bytes(b"caf\xe9"));
        let refused: Ran = command.current_dir(&workspace.folder).output().expect("the provider starts").into();
        assert!(refused.expect_code(2).stderr.contains("is not UTF-8"));
    }
}

#[test]
fn what_is_not_there_and_what_is_current_already_are_said() {
    let workspace = filled();
    let failed = ran(&workspace, "history --state none").expect_code(1).stderr;
    assert!(failed.contains("There is no state \"none\""), "{failed}");
    let history = ran(&workspace, "history").expect_code(0).stdout;
    let current = history.lines().last().and_then(|line| line.split_whitespace().nth(1)).expect("one is current");
    let same = ran(&workspace, &format!("restore {current}")).expect_code(0).stdout;
    assert!(same.contains("nothing was changed"), "{same}");
    assert_eq!(ran(&workspace, "history").expect_code(0).stdout, history);
    // `--to` alone goes from the revision before that one.
    let first = history.lines().nth(1).and_then(|line| line.split_whitespace().next()).expect("there is a first one");
    let failed = ran(&workspace, &format!("diff --to {first}")).expect_code(1).stderr;
    assert!(failed.contains("has no revision before"), "{failed}");
    let second = history.lines().nth(2).and_then(|line| line.split_whitespace().next()).expect("there is a second one");
    let told = ran(&workspace, &format!("diff --to {second}")).expect_code(0).stdout;
    let whole = ran(&workspace, &format!("diff --from {first} --to {second}")).expect_code(0).stdout;
    assert_eq!(told, whole);
}

#[test]
fn what_is_sensitive_on_one_side_is_masked_on_both() {
    let workspace = filled();
    // What was sensitive is so no more, and looks much the same.
    let open = format!(
        "resource \"terraform_data\" \"x\" {{ input = \"two\" }}\n\
         resource \"terraform_data\" \"secret\" {{ input = \"{SECRET}-2\" }}\n\
         output \"greeting\" {{ value = terraform_data.x.output }}\n\
         output \"password\" {{ value = \"{SECRET}-3\" }}\n"
    );
    configure(&workspace, &vault(), &open);
    workspace.apply().expect_code(0);
    let diff = ran(&workspace, "diff").expect_code(0).stdout;
    assert!(diff.contains("~ terraform_data.secret") && diff.contains("~ output password"), "{diff}");
    assert!(!diff.contains(SECRET), "{diff}");
}

#[test]
fn a_rotation_goes_on_past_what_it_cannot_rotate_and_covers_locks() {
    let workspace = filled();
    let folder = workspace.folder.join("vault");
    put_sealed(&folder, "state/broken", "{}");
    fs::write(folder.join("data/state/broken.entry"), "garbage").expect("it can be damaged");
    put_sealed(&folder, "state/held", "{}");
    put_sealed(&folder, "lock/held", r#"{"ID":"4e3b","Who":"kim@elsewhere"}"#);
    let rotated = state(&workspace, NEW, "rotate-key").expect_code(1).stdout;
    assert!(rotated.contains("2 are as they were") && rotated.contains("broken.entry is damaged"), "{rotated}");
    assert!(rotated.contains("state \"held\"") && rotated.contains("4e3b"), "{rotated}");
    // Without the old key: what could be rotated was, the lock of somebody else among it.
    workspace.write("old.key", &format!("{NEW}\n"));
    assert!(state(&workspace, NEW, "pull").expect_code(0).stdout.contains(SECRET));
    assert!(state(&workspace, NEW, "locks").expect_code(0).stdout.contains("kim@elsewhere"));
    let left = state(&workspace, NEW, "pull --state held").expect_code(1).stderr;
    assert!(left.contains("encrypted with a key that is not at hand"), "{left}");
}

/// Puts an entry that is encrypted with the key of before.
fn put_sealed(folder: &Path, key: &str, content: &str) {
    let source = format!("command:echo {OLD}").parse().expect("it is a place of keys");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts");
    let sealed = Sealed::new(Filesystem::open(folder).expect("it opens"), Keys::read(&[source]).expect("it is a key"));
    runtime.block_on(sealed.put_if_absent(key, content.into())).expect("it is written");
}

#[cfg(unix)]
#[test]
fn a_verb_that_is_interrupted_finishes_its_step_and_gives_the_lock_back() {
    let workspace = filled();
    let folder = workspace.folder.join("vault");
    put_sealed(&folder, "state/later", "{}");
    let lock = folder.join("data/lock/default.entry");
    // Who holds all guards but that of the lock stops the rotation in its first write.
    let free = guard_of_the_lock(&folder);
    let guards: Vec<fs::File> = (0..64)
        .map(|guard| format!("{guard:02x}"))
        .filter(|guard| *guard != free)
        .map(|guard| {
            let options =
                fs::File::options().write(true).create(true).truncate(false).open(folder.join("guard").join(guard));
            let file = options.expect("it opens");
            file.lock().expect("it can be locked");
            file
        })
        .collect();
    let program = built::kitchen_provider().join("terraform-provider-kitchen");
    let mut command = Command::new(program);
    command.args(["state", "rotate-key"]).current_dir(&workspace.folder).env("VAULT_KEY", NEW);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the provider starts");
    let start = Instant::now();
    while !lock.exists() {
        assert!(start.elapsed() < Duration::from_mins(1), "it never locks");
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("there is a program called kill").success());
    std::thread::sleep(Duration::from_millis(200));
    drop(guards);
    let ended: Ran = child.wait_with_output().expect("it ends").into();
    let ended = ended.expect_code(1);
    assert!(
        ended.stderr.contains("finished first") && ended.stdout.contains("was interrupted: 1 "),
        "{}",
        ended.stdout
    );
    assert!(!lock.exists(), "the lock is given back");
    assert!(!ended.stdout.starts_with("0 entries"), "the step was finished: {}", ended.stdout);
    workspace.write("old.key", &format!("{NEW}\n"));
    assert!(state(&workspace, NEW, "pull").expect_code(0).stdout.contains(SECRET));
}

/// The guard that a write of the lock takes: the only one that is not there yet in a new store.
#[cfg(unix)]
fn guard_of_the_lock(near: &Path) -> String {
    let folder = near.with_extension("guards");
    put(&folder, "lock/default", "x");
    let mut guards = fs::read_dir(folder.join("guard")).expect("it can be read");
    guards.next().expect("one was made").expect("it can be read").file_name().into_string().expect("it is ASCII")
}
