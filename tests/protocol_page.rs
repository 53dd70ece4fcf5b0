//! docs/protocol.md tells of every RPC, and names tests that exist.

use super::named_test::assert_exist;
use prost_types::{FileDescriptorSet, MethodDescriptorProto};
use std::fs;
use std::path::Path;

const PAGE: &str = include_str!("../docs/protocol.md");

/// A row of the table of RPCs.
struct Row<'p> {
    rpc: &'p str,
    supported: &'p str,
    tests: Vec<&'p str>,
    versions: [&'p str; 2],
}

fn rows() -> Vec<Row<'static>> {
    let table = PAGE.split("## RPCs").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("there is the section");
    let lines = table.lines().filter(|line| line.starts_with("| ")).skip(2);
    lines.map(|line| row(line).unwrap_or_else(|| panic!("a row has five cells: {line}"))).collect()
}

fn row(line: &'static str) -> Option<Row<'static>> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [rpc, supported, tests, terraform, opentofu] = cells[..] else { return None };
    Some(Row { rpc, supported, tests: tests.split('`').skip(1).step_by(2).collect(), versions: [terraform, opentofu] })
}

fn rpcs(set: &FileDescriptorSet) -> Vec<&str> {
    let services = set.file.iter().flat_map(|file| &file.service).filter(|service| service.name() == "Provider");
    services.flat_map(|service| &service.method).map(MethodDescriptorProto::name).collect()
}

fn descriptors() -> FileDescriptorSet {
    prost::Message::decode(tfgen_proto::descriptors::SET).unwrap()
}

#[test]
fn each_rpc_is_handled_in_a_file_of_its_name() {
    let handlers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src/handlers");
    for rpc in rpcs(&descriptors()) {
        let word = |(at, letter): (usize, char)| {
            let between = (at > 0 && letter.is_uppercase()).then_some('_');
            between.into_iter().chain(letter.to_lowercase())
        };
        let name: String = rpc.char_indices().flat_map(word).collect();
        let text = fs::read_to_string(handlers.join(format!("{name}.rs"))).unwrap_or_else(|_| panic!("{rpc}: no file"));
        assert!(text.starts_with(&format!("//! `{rpc}`")), "{rpc}: its file tells of another");
        assert!(text.contains(&format!("fn {name}")), "{rpc}: its file has no function of its name");
    }
}

#[test]
fn each_rpc_has_one_row() {
    let set = descriptors();
    let there = rpcs(&set);
    let told: Vec<&str> = rows().iter().map(|row| row.rpc).collect();
    assert_eq!(told, there, "the rows are the RPCs, in the order of the .proto file");
    assert_eq!(there.len(), 36);
}

#[test]
fn each_row_says_what_there_is_and_from_when_on() {
    for Row { rpc, supported, tests, versions } in rows() {
        assert!(!supported.is_empty() && !tests.is_empty(), "{rpc}: a cell is empty");
        for version in versions {
            let number = version.split(',').next().unwrap_or_default();
            let is_version = number.strip_prefix("1.").is_some_and(|minor| minor.parse::<u8>().is_ok());
            assert!(is_version || version == "—", "{rpc}: {version:?} is no version");
        }
    }
}

#[test]
fn each_test_on_the_page_exists() {
    let rows = rows();
    assert_exist("docs/protocol.md", rows.iter().flat_map(|row| row.tests.iter().copied()));
}
