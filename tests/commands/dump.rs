//! `tfgen dump`: each stage, the same each time.

use tfgen_tests::built;

use super::tfgen;
use crate::trees::Scratch;

#[test]
fn every_stage_can_be_printed_and_is_stable() {
    let root = built::repository().join("examples/terraform-provider-files");
    for (stage, part) in [
        ("document", "value: \"content_base64\""),
        ("ir", "type_name: \"files_directory\""),
        ("view", "\"file\": \"src/generated/resources/file.rs\""),
    ] {
        let text = tfgen(&root, &["dump", "--stage", stage]).expect_code(0).stdout;
        assert!(text.contains(part), "{stage}:\n{text}");
        assert_eq!(text, tfgen(&root, &["dump", "--stage", stage]).expect_code(0).stdout);
        let objects = tfgen(&root, &["dump", "--stage", stage, "--json"]).expect_code(0).json();
        assert!(objects.iter().all(|object| object["stage"] == stage || object["context"].is_object()), "{stage}");
    }
}

#[test]
fn a_document_with_mistakes_is_printed_and_what_it_means_is_not() {
    let scratch = Scratch::new("dump");
    scratch.write("schema/provider.toml", "[provider]\nname = \"acme\"\n[resource.disk.attributes]\na = { typ = 1 }\n");
    let ran = tfgen(scratch.path(), &["dump", "--stage", "document"]).expect_code(1);
    assert!(ran.stdout.contains("value: \"disk\"") && ran.stderr.contains("TF0005"), "{}", ran.stderr);
    let ran = tfgen(scratch.path(), &["dump", "--stage", "ir"]).expect_code(1);
    assert!(ran.stdout.is_empty() && ran.stderr.contains("TF0005"), "{}", ran.stderr);
}
