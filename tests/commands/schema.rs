//! `tfgen schema`: the same bytes that Terraform prints of the compiled provider.

use std::path::Path;

use tfgen_tests::built;
use tfgen_tests::terraform::Workspace;

use super::tfgen;

fn check(name: &str, folder: &Path) {
    let address = format!("tfgen/{name}");
    let workspace = Workspace::new(&[(&address, folder)]);
    let configuration =
        format!("terraform {{\n  required_providers {{\n    {name} = {{ source = \"{address}\" }}\n  }}\n}}\n");
    workspace.write("main.tf", &configuration);
    let theirs = workspace.run(&["providers", "schema", "-json"]).expect_code(0).stdout;
    let root = built::repository().join(format!("examples/terraform-provider-{name}"));
    let ours = tfgen(&root, &["schema"]).expect_code(0).stdout;
    assert_eq!(ours, theirs);
    let pretty = tfgen(&root, &["schema", "--pretty"]).expect_code(0).stdout;
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("the schema is JSON");
    assert_eq!(value(&pretty), value(&theirs));
    assert!(pretty.lines().count() > 100, "{pretty}");
}

#[test]
fn terraform_prints_the_same_of_the_files_example() {
    check("files", &built::files_provider());
}

#[test]
fn terraform_prints_the_same_of_the_kitchen() {
    check("kitchen", &built::kitchen_provider());
}
