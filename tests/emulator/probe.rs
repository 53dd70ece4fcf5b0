//! Each key of each step of a tool, by what it makes of a program that does as a test says: `cases/probe` is the tool.

use case_probe::generated::wiring::registry;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tfgen_runtime::generated::Registry;
use tfgen_testing::{Action, Core, Resource, Result, hcl};
use tfgen_tests::terraform::target_folder;

/// A folder with the program, and a provider that finds it.
pub struct Bench {
    folder: PathBuf,
    pub core: Core,
}

impl Bench {
    pub fn new(name: &str) -> Self {
        Self::with(name, &[])
    }

    /// With what the program does before it is first asked for anything.
    fn with(name: &str, does: &[(&str, &str)]) -> Self {
        Self::of(registry(), name, does)
    }

    /// With a registry of the test's own.
    pub fn of(registry: Registry, name: &str, does: &[(&str, &str)]) -> Self {
        let bench = Self { folder: folder(name, does), core: started(registry, name) };
        Self { core: bench.core.configure(hcl! {}).unwrap(), ..bench }
    }

    /// From now on, the program does this in a step, before the usual.
    pub fn on(&self, step: &str, does: &str) {
        fs::write(self.folder.join(format!("on.{step}")), does).unwrap();
    }

    fn create(&self, config: impl Into<tfgen_testing::Hcl>) -> Result<Resource> {
        self.core.resource("acme_probe").create(config)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap_or_default()
    }

    /// The calls of a step.
    pub fn calls(&self, step: &str) -> Vec<String> {
        let of_step = |line: &&str| line.split(' ').next() == Some(step);
        self.read("calls").lines().filter(of_step).map(str::to_owned).collect()
    }

    /// A variable in the environment of the last call of a step.
    fn variable(&self, step: &str, name: &str) -> Option<String> {
        let environment = self.read(&format!("env.{step}"));
        environment.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
    }
}

fn folder(name: &str, does: &[(&str, &str)]) -> PathBuf {
    let folder = target_folder().join("tmp/probe").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join("probe");
    fs::write(&program, include_str!("probe/probe.sh")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    for (step, does) in does {
        fs::write(folder.join(format!("on.{step}")), does).unwrap();
    }
    folder
}

/// A provider that is not configured yet.
fn started(registry: Registry, name: &str) -> Core {
    let program = target_folder().join("tmp/probe").join(name).join("probe");
    Core::start(registry.with_program("probe", &program)).unwrap()
}

const PIN: &str = "pin-of-nine-digits";
const RECIPE: &str = "recipe-of-grandmother";

#[test]
fn values_reach_arguments_env_stdin_and_cwd() {
    let bench = Bench::new("values");
    let here = bench.folder.display().to_string();
    let made = bench
        .create(hcl! {
            name = "a b; rm -rf $HOME", size = 3, labels = { k = "v w", l = "-x" }, flag = true, folder = (here.clone()),
            pin = PIN, recipe = RECIPE
        })
        .unwrap();
    assert_eq!(
        bench.calls("apply"),
        ["apply create a b; rm -rf $HOME --size=3 --label k=v w --label l=-x --flag"],
        "no shell has looked at it"
    );
    assert_eq!(bench.variable("apply", "PROBE_PIN").as_deref(), Some(PIN));
    assert_eq!(bench.variable("apply", "PROBE_RECIPE").as_deref(), Some(RECIPE));
    assert_eq!(bench.variable("status", "PROBE_PIN"), None, "a step has the variables that it names");
    assert_eq!(bench.read("cwd.apply").trim(), here);
    assert!(bench.read("stdin.plan").contains(r#""labels":{"k":"v w","l":"-x"}"#), "{}", bench.read("stdin.plan"));
    assert_eq!(bench.read("stdin.apply"), "", "nothing is read where nothing is said");
    assert!(!bench.read("calls").contains(PIN) && !bench.read("calls").contains(RECIPE));
    let plain = made.apply(hcl! { name = "a b; rm -rf $HOME" }).unwrap();
    let last = bench.calls("apply").pop();
    assert_eq!(last.as_deref(), Some("apply update a b; rm -rf $HOME"), "what is null takes its group along");
    assert_eq!(bench.variable("apply", "PROBE_PIN"), None);
    plain.expect_empty_plan().unwrap();
}

#[test]
fn exit_codes_mean_what_expect_says() {
    let bench = Bench::with("codes", &[("apply", ": > \"$here/there\"; echo '{}'; exit 3")]);
    let made = bench.create(hcl! { name = "a" }).unwrap();
    assert_eq!(made.attribute("serial"), hcl!(null), "`changed` is as good, and what is not printed is not there");
    bench.on("apply", "echo 'the disk is full' >&2; exit 5");
    let failed = bench.create(hcl! { name = "b" }).unwrap_err().to_string();
    for words in ["Step `apply` of the tool probe failed", "exit code 5", "the disk is full"] {
        assert!(failed.contains(words), "{failed}");
    }
    bench.on("apply", "kill -9 $$");
    let failed = bench.create(hcl! { name = "b" }).unwrap_err().to_string();
    assert!(failed.contains("was ended by a signal"), "{failed}");
    bench.on("status", "echo '{\"there\":null}'; exit 0");
    assert!(made.refresh().unwrap().is_none(), "nothing stands where `absent_unless` looks");
    bench.on("status", "exit 4");
    assert!(made.refresh().unwrap().is_none(), "the code says so");
    bench.on("status", "exit 0");
    assert!(made.refresh().unwrap().is_none(), "nothing is printed");
    for says in ["echo 'warning: the cache is old'; exit 0", "head -c 6000000 /dev/zero | tr '\\0' ' '; exit 0"] {
        bench.on("status", says);
        assert!(made.refresh().is_err(), "what cannot be read ends no object: {says}");
    }
    bench.on("status", "echo 'the daemon is down' >&2; exit 1");
    let failed = made.refresh().unwrap_err();
    assert!(failed.to_string().contains("Step `status` of the tool probe failed"), "no other code does: {failed}");
    bench.on("status", "");
    bench.on("destroy", "exit 4");
    made.destroy().unwrap();
}

#[test]
fn a_step_is_tried_again_after_the_codes_that_retry_names() {
    let bench = Bench::with("retry", &[("apply", "[ $(grep -c '^apply' \"$here/calls\") -lt 3 ] && exit 75")]);
    bench.create(hcl! { name = "a" }).unwrap();
    assert_eq!(bench.calls("apply").len(), 3);
    bench.on("apply", "echo busy >&2; exit 75");
    let failed = bench.create(hcl! { name = "b" }).unwrap_err().to_string();
    assert!(failed.contains("It was tried 3 times"), "{failed}");
    bench.on("apply", "exit 9");
    let before = bench.calls("apply").len();
    let failed = bench.create(hcl! { name = "c" }).unwrap_err().to_string();
    assert_eq!(bench.calls("apply").len(), before + 1, "{failed}");
    assert!(!failed.contains("tried"), "{failed}");
}

#[test]
fn a_step_has_its_timeout_unless_the_configuration_says_another() {
    let bench = Bench::with("timeout", &[("apply", "sleep 30 & echo $! > \"$here/pid\"; wait")]);
    let began = Instant::now();
    let failed = bench.create(hcl! { name = "a" }).unwrap_err();
    let said = failed.to_string();
    assert!(said.contains("Step `apply` of the tool probe took too long") && said.contains("longer than 1s"), "{said}");
    assert!(failed.into_kept().unwrap().is_tainted(), "who knows what it has done");
    assert!(began.elapsed() < Duration::from_secs(20));
    let state = fs::read_to_string(format!("/proc/{}/stat", bench.read("pid").trim())).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z "), "{state}");
    let failed = bench.create(hcl! { name = "b", timeouts = { create = "500ms" } }).unwrap_err().to_string();
    assert!(failed.contains("Timeout while creating acme_probe") && failed.contains("500ms"), "{failed}");
    bench.on("apply", "sleep 2");
    let made = bench.create(hcl! { name = "c", timeouts = { create = "50s", delete = "50s" } }).unwrap();
    bench.on("destroy", "sleep 2");
    made.destroy().unwrap();
    bench.on("apply", "");
    let made = bench.create(hcl! { name = "d" }).unwrap();
    let failed = made.destroy().unwrap_err().to_string();
    assert!(failed.contains("Step `destroy` of the tool probe took too long"), "{failed}");
}

#[test]
fn what_is_required_is_looked_for_before_anything_is_done_and_told_as_it_was_found() {
    for (name, says, words) in [
        ("old", "echo 'probe 1.9'; exit 0", "is version 1.9, and >=2,<3 is needed"),
        ("silent", "echo 'hello'; exit 0", "Nothing in it looks like a version"),
        ("failing", "echo 'probe 2.0: no licence'; exit 3", "ended with exit code 3 when it was asked"),
    ] {
        let folder = folder(name, &[("version", says)]);
        let core = started(registry(), name);
        let checked = core.resource("acme_probe").validate(hcl! { name = "a" }).unwrap_err().to_string();
        assert!(checked.contains(words), "before it is configured: {checked}");
        let failed = core.configure(hcl! {}).unwrap_err().to_string();
        assert!(failed.contains(words) && failed.contains(&folder.join("probe").display().to_string()), "{failed}");
        let calls = fs::read_to_string(folder.join("calls")).unwrap();
        assert_eq!(calls, "version\nversion\n", "nothing else was asked");
    }
    let folder = folder("gone", &[]);
    fs::remove_file(folder.join("probe")).unwrap();
    let failed = started(registry(), "gone").configure(hcl! {}).unwrap_err().to_string();
    assert!(failed.contains("cannot tell which version of probe there is") && failed.contains("started"), "{failed}");
}

#[test]
fn check_refuses_and_warns_once_all_that_it_takes_is_known() {
    let bench = Bench::with("check", &[("check", "echo '{\"notes\":[\"it is old\",\"it is slow\"]}'; exit 0")]);
    let probes = bench.core.resource("acme_probe");
    let warned = probes.validate(hcl! { name = "a", parts = ["x", "y"] }).unwrap();
    let summaries: Vec<_> = warned.iter().map(|warning| warning.summary.as_str()).collect();
    assert_eq!(summaries, ["Step `check`: it is old", "Step `check`: it is slow"]);
    assert_eq!(bench.calls("check"), ["check a --part x --part y"]);
    assert!(probes.validate(hcl! { name = unknown }).unwrap().is_empty());
    assert!(probes.validate(hcl! { name = "a", parts = ["x", unknown] }).unwrap().is_empty());
    assert_eq!(bench.calls("check").len(), 1, "what is not known is not asked about");
    bench.on("check", "echo 'there is no a' >&2; exit 1");
    let refused = probes.validate(hcl! { name = "a" }).unwrap_err().to_string();
    assert!(
        refused.contains("Step `check` of the tool probe failed") && refused.contains("there is no a"),
        "{refused}"
    );
    assert!(bench.calls("apply").is_empty());
}

#[test]
fn plan_and_show_plan_give_values_warn_replace_and_reach_apply() {
    let printed = r#"{"next":{"grade":"A"},"notes":["one"],"more":7}"#;
    let bench = Bench::with("plan", &[("plan", &format!("echo '{printed}'; exit 0"))]);
    let show =
        "grep -q '\"more\":7' \"$here/stdin.show-plan\" && { echo '{\"state\":\"up\",\"notes\":\"two\"}'; exit 0; }";
    bench.on("show-plan", show);
    let probes = bench.core.resource("acme_probe");
    let plan = probes.plan(hcl! { name = "a" }).unwrap();
    assert_eq!((plan.attribute("grade"), plan.attribute("state")), ("A".into(), "up".into()));
    assert_eq!(plan.attribute("serial"), hcl!(unknown), "nobody has said it");
    let warnings: Vec<_> = plan.warnings().iter().map(|warning| warning.summary.as_str()).collect();
    assert_eq!(warnings, ["Step `plan`: one", "Step `show_plan`: two"]);
    let made = plan.apply().unwrap();
    assert_eq!(bench.variable("apply", "PROBE_PLAN").as_deref(), Some(printed));
    made.expect_empty_plan().unwrap();
    bench.on("plan", "echo '{\"replace\":[\"size\",\"no such\"]}'; exit 0");
    let plan = made.plan(hcl! { name = "a", size = 2 }).unwrap();
    assert_eq!((plan.action(), plan.requires_replace()), (Action::Replace, vec!["size".to_owned()]));
    bench.on("plan", "echo 'replace size'; exit 0");
    let failed = made.plan(hcl! { name = "a", size = 2 }).unwrap_err().to_string();
    assert!(failed.contains("Step `plan` of the tool probe printed no JSON"), "it might replace something: {failed}");
    bench.on("plan", "echo '{\"next\":{\"grade\":\"A\"}}'; exit 2");
    let plan = made.plan(hcl! { name = "a" }).unwrap();
    assert_eq!(
        (plan.action(), plan.attribute("state")),
        (Action::Update, hcl!(unknown)),
        "the code says that it changes"
    );
    bench.on("plan", "echo 'no quota' >&2; exit 1");
    let failed = made.plan(hcl! { name = "a" }).unwrap_err().to_string();
    assert!(failed.contains("Step `plan` of the tool probe failed") && failed.contains("no quota"), "{failed}");
}

#[test]
fn a_plan_that_is_too_long_to_be_kept_is_an_error() {
    let bench = Bench::with("long-plan", &[("plan", "echo '{}'; head -c 6000000 /dev/zero | tr '\\0' ' '; exit 0")]);
    let failed = bench.core.resource("acme_probe").plan(hcl! { name = "a" }).unwrap_err().to_string();
    assert!(failed.contains("Step `plan` of the tool probe printed too much"), "{failed}");
    bench.on("plan", "echo '{}'; head -c 500000 /dev/zero | tr '\\0' ' '; exit 0");
    let failed = bench.create(hcl! { name = "a" }).unwrap_err();
    let said = failed.to_string();
    assert!(said.contains("could not be started") && said.contains("hand long ones over in `stdin`"), "{said}");
    assert!(failed.into_kept().is_none(), "nothing was begun");
}

#[test]
fn status_and_output_give_values_by_pointers_and_show_drift() {
    let bench = Bench::new("values-back");
    let made = bench.create(hcl! { name = "a" }).unwrap();
    assert_eq!(made.attribute("serial"), "serial-1", "by a pointer with escapes and an index");
    assert_eq!((made.attribute("key"), made.attribute("grade")), ("made-up-key-1234".into(), "A".into()));
    bench.on("status", "echo '{\"there\":1,\"state\":null,\"grade\":\"F\"}'; exit 0");
    let read = made.refresh().unwrap().unwrap();
    assert_eq!((read.attribute("state"), read.attribute("grade")), (hcl!(null), "F".into()));
    bench.on("status", "echo '{\"there\":1}'; exit 0");
    let read = made.refresh().unwrap().unwrap();
    assert_eq!(read.attribute("grade"), "A", "what is not printed stays");
    bench.on("status", "echo '{\"there\":1,\"grade\":[1]}'; exit 0");
    let failed = made.refresh().unwrap_err();
    assert!(failed.to_string().contains("printed a value of the wrong type"), "{failed}");
    assert_eq!(failed.at("grade").len(), 1, "{failed}");
    let imported = bench.core.resource("acme_probe").import("a");
    assert!(imported.is_err(), "the status is still broken");
    bench.on("status", "");
    assert_eq!(bench.core.resource("acme_probe").import("a").unwrap().attribute("grade"), "A");
}

#[test]
fn health_is_a_data_source_that_also_says_why() {
    let bench = Bench::new("health");
    let probe = bench.core.data_source("acme_probe");
    let read = || probe.read(hcl! { name = "a" }).unwrap();
    assert_eq!(read().attribute("healthy"), hcl!(false), "it is not there");
    bench.create(hcl! { name = "a" }).unwrap();
    assert_eq!((read().attribute("healthy"), read().attribute("grade")), (hcl!(true), "A".into()));
    assert_eq!(read().attribute("state"), "fine");
    bench.on("health", "echo 'two of three are up'; exit 1");
    assert_eq!((read().attribute("healthy"), read().attribute("state")), (hcl!(false), "two of three are up".into()));
    bench.on("health", "kill -9 $$");
    assert!(probe.read(hcl! { name = "a" }).is_err(), "it has not answered");
}

#[test]
fn the_action_tells_steps_lines_and_what_is_skipped() {
    let bench = Bench::new("action");
    bench.on("plan", "echo '{\"notes\":\"mind the gap\"}'; exit 0");
    bench.on("apply", "echo pulling >&2; echo \"$PROBE_PIN is the pin\" >&2; : > \"$here/there\"; echo '{}'; exit 3");
    let told = bench.core.action("acme_probe").invoke(hcl! { name = "a", pin = PIN }).unwrap().progress;
    let begins: Vec<_> = told.iter().filter(|line| line.ends_with(": begins")).map(String::as_str).collect();
    assert_eq!(
        begins,
        ["setup", "check", "plan", "show_plan", "apply", "output", "status", "health"]
            .map(|step| format!("{step}: begins"))
    );
    for line in ["plan: mind the gap", "apply: pulling", "apply: (sensitive value) is the pin"] {
        assert!(told.iter().any(|told| told == line), "{line}: {told:?}");
    }
    let done = |line: &&String| line.starts_with("apply: done after") && line.ends_with("with changes (exit code 3)");
    assert!(told.iter().any(|line| done(&line)), "{told:?}");
    assert_eq!(bench.calls("apply"), ["apply invoke a"]);
    assert!(bench.calls("destroy").is_empty());
    bench.on("apply", "echo broken >&2; exit 7");
    let failed = bench.core.action("acme_probe").invoke(hcl! { name = "a", pin = PIN }).unwrap_err().to_string();
    assert!(failed.contains("exit code 7") && failed.contains("broken"), "{failed}");
}

#[test]
fn an_action_hides_what_its_programs_make_up() {
    let bench = Bench::new("action-secrets");
    bench.on("status", "echo 'with made-up-key-1234' >&2; echo '{\"there\":1}'; exit 0");
    bench.on("health", "echo 'no access with made-up-key-1234' >&2; kill -9 $$");
    let failed = bench.core.action("acme_probe").invoke(hcl! { name = "a" }).unwrap_err().to_string();
    assert!(failed.contains("no access with (sensitive value)"), "{failed}");
    bench.on("output", "echo '{\"key\":\"made-up-key-1234\"}'; echo 'is it made-up-key-1234?' >&2; exit 8");
    let failed = bench.core.action("acme_probe").invoke(hcl! { name = "a" }).unwrap_err().to_string();
    assert!(failed.contains("is it (sensitive value)?"), "also where it has failed: {failed}");
}

#[test]
fn what_a_plan_has_printed_is_not_kept_once_it_was_taken() {
    let bench = Bench::with("taken", &[("plan", "echo '{\"more\":\"printed-by-plan\"}'; exit 0")]);
    let made = bench.create(hcl! { name = "a" }).unwrap();
    let bare = |private: &[u8]| String::from_utf8_lossy(private).into_owned();
    assert!(!bare(made.private()).contains("printed-by-plan"));
    let plan = made.plan(hcl! { name = "a", size = 2 }).unwrap();
    assert!(bare(plan.private()).contains("printed-by-plan"));
    bench.on("apply", "exit 5");
    let kept = plan.apply().unwrap_err().into_kept().expect("it is there as before");
    assert!(
        bench.variable("apply", "PROBE_PLAN").is_some_and(|plan| plan.contains("printed-by-plan")),
        "an update has it"
    );
    assert!(!bare(kept.private()).contains("printed-by-plan"), "a failed one is planned anew");
}

#[test]
fn blocks_and_nested_attributes_reach_the_steps_of_each_kind() {
    let bench = Bench::new("shelf");
    let shelf = hcl! { name = "s", slot = { label = "l", token = "t" }, size = { width = 3 } };
    let made = bench.core.resource("acme_shelf").create(shelf.clone()).unwrap();
    assert_eq!(bench.calls("apply"), ["apply s --label l --width 3"]);
    assert_eq!(bench.calls("status"), ["status s --label l"]);
    made.expect_empty_plan().unwrap();
    bench.core.action("acme_shelf").invoke(shelf).unwrap();
    assert_eq!(bench.calls("apply").len(), 2);
    assert_eq!(bench.calls("apply")[0], bench.calls("apply")[1]);
    let found = bench.core.data_source("acme_shelf").read(hcl! { name = "s", slot = { label = "other" } }).unwrap();
    assert_eq!(found.attribute("state"), "up");
    assert_eq!(bench.calls("status").last().map(String::as_str), Some("status s --label other"));
}

#[test]
fn no_secret_is_in_what_is_said_whoever_has_made_it() {
    let bench = Bench::with("secrets", &[("apply", "echo \"$PROBE_PIN $PROBE_RECIPE\" >&2; exit 9")]);
    let config = || hcl! { name = "a", pin = PIN, recipe = RECIPE };
    let failed = bench.create(config()).unwrap_err().to_string();
    assert!(failed.contains("(sensitive value) (sensitive value)"), "{failed}");
    assert!(!failed.contains(PIN) && !failed.contains(RECIPE), "{failed}");
    // What a program has made up is known to nobody before.
    bench.on("apply", "");
    bench.on("output", "echo 'made-up-key-1234, but no JSON'; exit 0");
    let failed = bench.create(config()).unwrap_err().to_string();
    assert!(failed.contains("Step `output` of the tool probe printed no JSON"), "{failed}");
    assert!(!failed.contains("made-up-key-1234"), "{failed}");
    bench.on("output", "echo '{\"key\":\"made-up-key-1234\"}'; exit 8");
    let failed = bench.create(config()).unwrap_err().to_string();
    assert!(failed.contains("Its output is not shown") && !failed.contains("made-up-key-1234"), "{failed}");
    bench.on("output", "");
    let made = bench.create(config()).unwrap();
    assert_eq!(made.attribute("key"), "made-up-key-1234");
    bench.on("plan-destroy", "echo 'the key is made-up-key-1234'; exit 0");
    let plan = made.plan_destroy().unwrap();
    assert_eq!(plan.warnings()[0].summary, "Step `plan_destroy`: the key is (sensitive value)");
    bench.on("destroy", "echo 'made-up-key-1234' >&2; exit 9");
    let failed = made.destroy().unwrap_err().to_string();
    assert!(failed.contains("exit code 9") && !failed.contains("made-up-key-1234"), "{failed}");
    // What the plan step has printed is kept without them, and has them again at apply.
    bench.on("plan", "cat \"$here/stdin.plan\"; exit 0");
    let plan = bench.core.resource("acme_probe").plan(config()).unwrap();
    let kept = String::from_utf8_lossy(plan.private()).into_owned();
    assert!(kept.contains("recipe") && !kept.contains(PIN) && !kept.contains(RECIPE), "{kept}");
    plan.apply().unwrap();
    let given = bench.variable("apply", "PROBE_PLAN").unwrap_or_default();
    assert!(given.contains(PIN) && given.contains(RECIPE), "{given}");
}

#[test]
fn an_object_is_not_lost_when_a_step_after_apply_cannot_be_started() {
    let broken = "printf '#!/no/such/interpreter\\n' > \"$here/new\"; chmod +x \"$here/new\"; mv \"$here/new\" \"$0\"";
    let bench = Bench::with("after-apply", &[("apply", broken)]);
    let failed = bench.create(hcl! { name = "a" }).unwrap_err();
    assert!(failed.to_string().contains("Step `status` of the tool probe could not be started"), "{failed}");
    let kept = failed.into_kept().expect("it is there, and has to be in the state");
    assert!(kept.is_tainted());
    assert_eq!((kept.attribute("name"), kept.attribute("serial")), ("a".into(), "serial-1".into()));
}

#[test]
fn an_object_is_not_lost_when_the_second_try_cannot_be_started() {
    let broken =
        "printf '#!/no/such/interpreter\\n' > \"$here/new\"; chmod +x \"$here/new\"; mv \"$here/new\" \"$0\"; exit 75";
    let bench = Bench::with("second-try", &[("apply", broken)]);
    let failed = bench.create(hcl! { name = "a" }).unwrap_err();
    assert!(failed.to_string().contains("Step `apply` of the tool probe could not be started"), "{failed}");
    assert!(failed.into_kept().is_some_and(|kept| kept.is_tainted()), "the first try may have made something");
}

#[test]
fn much_output_and_what_is_no_text_stop_nobody() {
    let noise = "head -c 30000000 /dev/zero | tr '\\0' 'x'; head -c 30000000 /dev/zero >&2";
    let bench = Bench::with("noise", &[("setup", noise)]);
    bench.create(hcl! { name = "a" }).unwrap();
    bench.on("setup", "printf 'caf\\351 \\377\\n' >&2; exit 1");
    let failed = bench.create(hcl! { name = "b" }).unwrap_err().to_string();
    assert!(failed.contains("caf\u{fffd} \u{fffd}"), "{failed}");
    bench.on("setup", "");
    bench.on("apply", ": > \"$here/there\"; printf '{\"a/b\":[{\"m~n\":\"\\377\"}]}'; exit 0");
    let failed = bench.create(hcl! { name = "c" }).unwrap_err();
    assert!(failed.to_string().contains("Step `apply` of the tool probe printed no JSON"), "{failed}");
    assert!(failed.into_kept().is_some_and(|kept| kept.is_tainted()));
    bench.on("apply", ": > \"$here/there\"; echo '{}'; head -c 6000000 /dev/zero | tr '\\0' ' '; exit 0");
    let failed = bench.create(hcl! { name = "d" }).unwrap_err().to_string();
    assert!(failed.contains("Step `apply` of the tool probe printed too much"), "{failed}");
}
