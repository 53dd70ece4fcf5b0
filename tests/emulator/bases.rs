//! The definitions of tools that ship, each through a whole life: with programs that take the arguments of the real ones
//! and print what they print, and with the real Terraform.

use case_tools::generated::wiring::registry;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tfgen_testing::{Action, Core, hcl};
use tfgen_tests::terraform::{Terraform, target_folder};

/// A folder with the programs, and a provider that finds them.
struct Bench {
    folder: PathBuf,
    core: Core,
}

impl Bench {
    fn new(name: &str) -> Self {
        let folder = target_folder().join("tmp/bases").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let runner = format!(
            "#!/bin/sh\nunset TF_CLI_CONFIG_FILE TF_LOG\nexec {} \"$@\"\n",
            Terraform::for_tests().unwrap().shell_words()
        );
        let programs = [
            ("helm", include_str!("bases/helm.sh")),
            ("docker", include_str!("bases/docker.sh")),
            ("ansible-playbook", include_str!("bases/ansible-playbook.sh")),
            ("terraform", &runner),
        ];
        let mut registry = registry();
        for (name, script) in programs {
            let path = program(&folder, name, script);
            registry = registry.with_program(name, &path);
        }
        let core = Core::start(registry).unwrap().configure(hcl! {}).unwrap();
        Self { folder, core }
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap()
    }
}

fn program(folder: &Path, name: &str, script: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_release_of_helm_is_made_upgraded_and_removed() {
    let bench = Bench::new("helm");
    let releases = bench.core.resource("acme_release");
    let made = releases
        .create(hcl! { name = "web", chart = "web", set = { replicas = "2" }, values = "image: web:1\n" })
        .unwrap();
    assert_eq!((made.attribute("revision"), made.attribute("status")), (1.into(), "deployed".into()));
    assert_eq!(bench.read("values"), "image: web:1\n");
    assert!(
        bench.read("calls").contains("--namespace default --values - --set replicas=2\n"),
        "{}",
        bench.read("calls")
    );
    made.expect_empty_plan().unwrap();
    let plan = made.plan(hcl! { name = "web", chart = "web", chart_version = "1.1" }).unwrap();
    assert_eq!((plan.action(), plan.attribute("revision")), (Action::Update, hcl!(unknown)));
    let upgraded = plan.apply().unwrap();
    assert_eq!(upgraded.attribute("revision"), 2);
    let failed = upgraded.plan(hcl! { name = "web", chart = "nowhere" }).unwrap().apply().unwrap_err();
    assert!(failed.to_string().contains("path \"nowhere\" not found"), "{failed}");
    let imported = releases.import("default/web").unwrap();
    assert_eq!(imported.attribute("revision"), 2);
    fs::remove_file(bench.folder.join("release.default.web")).unwrap();
    assert!(imported.refresh().unwrap().is_none(), "somebody has uninstalled it");
    upgraded.destroy().unwrap();
}

#[test]
fn a_project_of_compose_is_started_and_stopped() {
    let bench = Bench::new("compose");
    let file = bench.write("compose.yaml", "services:\n  web: {}\n");
    let projects = bench.core.resource("acme_project");
    let wrong = bench.write("wrong.yaml", "service: {}\n");
    let refused = projects.create(hcl! { project = "shop", files = [(wrong)] }).unwrap_err();
    assert!(refused.to_string().contains("services must be a mapping"), "{refused}");
    let made = projects.create(hcl! { project = "shop", files = [(file)], profiles = ["debug"] }).unwrap();
    assert!(bench.read("calls").contains("--profile debug up --detach"), "{}", bench.read("calls"));
    made.expect_empty_plan().unwrap();
    made.destroy().unwrap();
    assert!(!bench.folder.join("project.shop").exists());
}

#[test]
fn a_playbook_of_ansible_is_run_with_its_variables() {
    let bench = Bench::new("ansible");
    let playbook = bench.write("site.yml", "- hosts: all\n  tasks: []\n");
    let playbooks = bench.core.resource("acme_playbook");
    let wrong = bench.write("wrong.yml", "- host: all\n");
    let refused = playbooks.create(hcl! { playbook = (wrong) }).unwrap_err();
    assert!(refused.to_string().contains("'host' is not a valid attribute for a Play"), "{refused}");
    let made = playbooks
        .create(
            hcl! { playbook = (playbook), inventory = "localhost,", tags = ["web", "db"], variables = { port = "80" } },
        )
        .unwrap();
    assert_eq!(bench.read("variables").trim(), r#"{"port":"80"}"#);
    assert!(bench.read("calls").contains("--inventory localhost, --tags web --tags db"), "{}", bench.read("calls"));
    made.expect_empty_plan().unwrap();
    made.destroy().unwrap();
}

#[test]
fn a_script_is_called_with_what_is_to_be_done() {
    let bench = Bench::new("script");
    let script = program(&bench.folder, "script", include_str!("bases/script.sh")).display().to_string();
    let place = bench.path("place");
    let config = || hcl! { script = (script.clone()), arguments = [(place.clone())] };
    let made = bench.core.resource("acme_unit").create(config()).unwrap();
    assert!(bench.read("place").contains(r#""arguments":["#), "{}", bench.read("place"));
    made.expect_empty_plan().unwrap();
    made.destroy().unwrap();
    assert!(!Path::new(&place).exists());
    let made = bench.core.resource("acme_unit").create(config()).unwrap();
    fs::remove_file(&place).unwrap();
    assert!(made.refresh().unwrap().is_none(), "exit code 3 says that there is nothing");
}

#[test]
fn a_configuration_is_applied_by_the_real_terraform_and_its_drift_is_seen() {
    let bench = Bench::new("terraform");
    let text = |word: &str| {
        format!(
            "variable \"name\" {{}}\nresource \"terraform_data\" \"it\" {{ input = \"{word} ${{var.name}}\" }}\n\
             output \"said\" {{ value = terraform_data.it.output }}\n"
        )
    };
    bench.write("stack/main.tf", &text("hello"));
    let folder = bench.path("stack");
    let config = |name: &str| hcl! { folder = (folder.clone()), variables = { name = (name) } };
    let stacks = bench.core.resource("acme_stack");
    let made = stacks.create(config("world")).unwrap();
    let said = made.attribute("outputs").to_string();
    assert!(said.contains("hello world"), "{said}");
    made.expect_empty_plan().unwrap();
    bench.write("stack/main.tf", &text("goodbye"));
    let plan = made.plan(config("world")).unwrap();
    assert_eq!(plan.action(), Action::Update, "the plan of the folder says that it would change");
    let changed = plan.apply().unwrap();
    assert!(changed.attribute("outputs").to_string().contains("goodbye world"));
    changed.expect_empty_plan().unwrap();
    changed.destroy().unwrap();
    let state = bench.read("stack/terraform.tfstate");
    assert!(!state.contains("terraform_data"), "{state}");
}

#[test]
fn steps_in_rust_stand_in_for_those_of_a_definition_and_say_what_is_not_written_yet() {
    let bench = Bench::new("steps");
    let site = bench.core.resource("acme_site").plan(hcl! { script = "/no/such/script" }).unwrap_err();
    assert!(site.to_string().contains("The step `plan` of `tool.site` is not implemented yet"), "{site}");
    let ticket = bench.core.resource("acme_ticket").create(hcl! { title = "broken" }).unwrap_err();
    assert!(ticket.to_string().contains("Step `check` of the tool ticket says so"), "{ticket}");
    let health = bench.core.data_source("acme_site").read(hcl! { id = "x", script = "/bin/true" }).unwrap_err();
    assert!(health.to_string().contains("`health` of `tool.site` is not implemented yet"), "{health}");
}
