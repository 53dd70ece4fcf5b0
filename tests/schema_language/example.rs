//! The schemas in `schemas/`, and the JSON Schema beside them.

use std::collections::BTreeSet;

use tfgen::document::json_schema::json_schema;
use tfgen::ir::{AttributeType, BlockNesting, ImportSegment, Mode, RequiresReplace, WhenUnset};
use tfgen::source::SourceMap;

use super::{compile, root, schemas, small, tables, used_keys};

#[test]
fn the_example_schemas_compile_without_a_diagnostic() {
    for folder in ["minimal", "example"] {
        let sources = SourceMap::from_texts(schemas(folder));
        if let Err(report) = compile(&sources) {
            panic!("schemas/{folder}:\n{report}");
        }
    }
}

#[test]
fn the_tour_uses_every_key_and_validator() {
    let mut used = BTreeSet::new();
    for (_, text) in schemas("example") {
        used_keys(&text, &mut used);
    }
    for key in tables().into_iter().flatten() {
        assert!(used.contains(key.name), "schemas/example does not use `{}`", key.name);
    }
}

#[test]
fn the_tour_has_one_thing_per_file_and_editors_know_it() {
    for (path, text) in schemas("example") {
        let table: toml::Table = small(&text).parse().unwrap_or_else(|error| panic!("{path}: {error}"));
        let count = |(kind, things): (&String, &toml::Value)| match things.as_table() {
            Some(things) if !kind.starts_with("provider") => things.len(),
            _ => 1,
        };
        assert_eq!(table.iter().map(count).sum::<usize>(), 1, "{path}");
        let depth = path.matches('/').count();
        let line = format!("#:schema {}tfgen.schema.json", "../".repeat(depth));
        assert!(text.starts_with(&line), "{path} does not begin with `{line}`");
    }
}

#[test]
fn the_tour_means_what_it_says() {
    let provider = compile(&SourceMap::from_texts(schemas("example"))).unwrap();
    assert_eq!((provider.name.as_str(), provider.address.as_str()), ("acme", "acme-labs/acme"));
    let names: Vec<&str> = provider.resources.iter().map(|resource| resource.type_name.as_str()).collect();
    assert_eq!(
        names,
        [
            "acme_balancer",
            "acme_bucket",
            "acme_disk",
            "acme_everything",
            "acme_private_network",
            "acme_notice",
            "acme_release",
            "acme_validated"
        ]
    );

    let disk = &provider.resources[2];
    assert_eq!(disk.identity, ["id", "region"]);
    assert_eq!(disk.import.len(), 2);
    let region = ImportSegment::Attribute("region".to_owned());
    assert_eq!(disk.import[0], ImportSegment::Optional(vec![region, ImportSegment::Literal("/".to_owned())]));
    assert_eq!(disk.schema.description, "A block storage volume.\n\nIt outlives the servers that it is attached to.");
    assert!(disk.updates_in_place);
    let attribute = |name: &str| disk.schema.attributes.iter().find(|it| it.name == name).unwrap();
    assert_eq!(attribute("region").mode, Mode::OptionalComputed);
    assert_eq!(attribute("region").requires_replace, RequiresReplace::Always);
    assert_eq!(attribute("snapshot_id").requires_replace, RequiresReplace::IfConfigured);
    assert_eq!(attribute("id").when_unset, WhenUnset::PriorState);
    let inputs = vec!["size_gb".to_owned(), "snapshot_id".to_owned()];
    assert_eq!(attribute("checksum").when_unset, WhenUnset::ChangesWith(inputs));
    let AttributeType::Nested(_, mounts) = &attribute("mounts").ty else { panic!("mounts is nested") };
    assert_eq!(mounts.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["host", "lun", "path"]);

    let network = &provider.resources[4];
    let rule = network.schema.blocks.iter().find(|block| block.name == "rule").unwrap();
    assert_eq!((rule.nesting, rule.min_items, rule.max_items), (BlockNesting::List, 1, 50));
    assert_eq!(rule.blocks[0].nesting, BlockNesting::Set);
    assert_eq!(network.origin.file, "schema/resources/network.toml");
}

#[test]
fn the_json_schema_has_the_readers_keys() {
    let text = serde_json::to_string_pretty(&json_schema()).unwrap() + "\n";
    crate::invalid::check_file(&root().join("schemas/tfgen.schema.json"), &text).unwrap();
}
