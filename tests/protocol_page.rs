//! docs/protocol.md tells of every RPC, and names tests that exist.

use super::named_test::assert_exist;
use prost_types::{FileDescriptorSet, MethodDescriptorProto};

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

#[test]
fn each_rpc_has_one_row() {
    let set: FileDescriptorSet = prost::Message::decode(tfgen_proto::descriptors::SET).unwrap();
    let services = set.file.iter().flat_map(|file| &file.service).filter(|service| service.name() == "Provider");
    let methods = services.flat_map(|service| &service.method).map(MethodDescriptorProto::name);
    let there: Vec<&str> = methods.collect();
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
