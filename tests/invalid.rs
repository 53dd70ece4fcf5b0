//! Schemas that break a rule: `invalid/RULE/CASE.toml`, or a folder `invalid/RULE/CASE/` that stands for a crate, with
//! what tfgen says about it in `CASE.stderr`. `TFGEN_ACCEPT=1` writes what it says now.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tfgen::diagnostic::Diagnostics;
use tfgen::report::{self, Color};
use tfgen::rule::Rule;
use tfgen::source::SourceMap;
use tfgen::{document, ir};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("invalid")
}

/// Compares a file with what it should hold, or writes it.
pub fn check_file(path: &Path, expected: &str) -> Result<(), String> {
    if std::env::var_os("TFGEN_ACCEPT").is_some() {
        return fs::write(path, expected).map_err(|error| format!("{}: {error}", path.display()));
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    if found == expected {
        return Ok(());
    }
    Err(format!("{} differs (TFGEN_ACCEPT=1 writes it); expected:\n{expected}\nfound:\n{found}", path.display()))
}

fn load(path: &Path, diagnostics: &mut Diagnostics) -> SourceMap {
    if path.is_dir() {
        return SourceMap::load(path, diagnostics);
    }
    let name = path.file_name().expect("a fixture has a name").to_string_lossy();
    let bytes = fs::read(path).expect("a fixture can be read");
    SourceMap::from_bytes([(format!("schema/{name}"), bytes)], diagnostics)
}

/// The cases of one rule: files that end in `.toml`, and folders.
fn cases(rule: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(rule).expect("a rule's folder can be read");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let mut cases: Vec<PathBuf> =
        paths.filter(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "toml")).collect();
    cases.sort();
    cases
}

/// Rules that concern two places, so that a breach shows the other one, too.
const TWO_PLACES: &[Rule] = &[
    Rule::DuplicateName,
    Rule::NameCollision,
    Rule::ParentNotNested,
    Rule::AttributeAndBlock,
    Rule::DuplicateEntry,
    Rule::ObjectCycle,
    Rule::ObjectMisfit,
    Rule::CapabilityClash,
    Rule::SeveralProviders,
    Rule::ModelMisfit,
    Rule::RequiredAndOptional,
    Rule::RequiredAndComputed,
    Rule::NeedsComputed,
    Rule::NeedsConfigurable,
    Rule::WriteOnlyAndComputed,
    Rule::WriteOnlyInSet,
    Rule::WriteOnlyOutside,
    Rule::WriteOnlyInComputed,
    Rule::LocalHasNoValue,
    Rule::NullWhenEmptyMisfit,
    Rule::IdentityKeyMisfit,
    Rule::ConflictingPlanRules,
    Rule::EnvMisfit,
    Rule::FormatMisfit,
    Rule::PrefixMisfit,
    Rule::NullElementsMisfit,
    Rule::TypeAndNesting,
    Rule::DynamicInCollection,
    Rule::DefaultNeedsComputed,
    Rule::DefaultMisfit,
    Rule::EnumMisfit,
    Rule::DefaultNotInEnum,
    Rule::ReferenceIntoCollection,
    Rule::SelfReference,
    Rule::IdentityMisfit,
    Rule::ImportMissesIdentity,
    Rule::ImportMisfit,
    Rule::ItemsNotAllowed,
    Rule::ItemsOutOfOrder,
    Rule::ComputedBlockMisfit,
    Rule::ValidatorMisfit,
    Rule::HookMisfit,
    Rule::BrokenTemplate,
    Rule::SecretInCommand,
];

#[test]
fn every_fixture_is_refused_in_the_expected_words() {
    let mut failures = Vec::new();
    let mut with_another_place = BTreeSet::new();
    for rule in Rule::all().filter(|rule| rule.is_about_schema()) {
        let cases = cases(&folder().join(rule.name()));
        assert!(!cases.is_empty(), "no fixture for {}", rule.name());
        for case in cases {
            let mut diagnostics = Diagnostics::new();
            let sources = load(&case, &mut diagnostics);
            let documents = document::parse(&sources, &mut diagnostics);
            let provider = ir::lower::lower(&documents, &mut diagnostics);
            let name = case.display();
            assert!(provider.is_none(), "{name}: accepted");
            assert!(diagnostics.iter().any(|it| it.rule() == rule), "{name}: {} is not reported", rule.name());
            with_another_place.extend(
                diagnostics.iter().filter(|it| !it.secondary().is_empty()).map(tfgen::diagnostic::Diagnostic::rule),
            );
            let text = report::render(&diagnostics, &sources, Color::Never);
            failures.extend(check_file(&case.with_extension("stderr"), &text).err());
            assert!(text.matches("help: ").count() >= diagnostics.iter().count(), "{name}: no remedy:\n{text}");
            for line in report::render_json(&diagnostics, &sources).lines() {
                let object: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
                assert!(object["code"].as_str().is_some_and(|code| code.starts_with("TF")), "{name}: {line}");
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let without: Vec<&Rule> = TWO_PLACES.iter().filter(|rule| !with_another_place.contains(rule)).collect();
    assert!(without.is_empty(), "no other place is shown for {without:?}");
}

#[test]
fn every_folder_and_answer_belongs_to_a_fixture() {
    let rules: BTreeSet<&str> = Rule::all().map(Rule::name).collect();
    for entry in fs::read_dir(folder()).expect("the folder can be read") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        assert!(rules.contains(name.as_str()), "{name} is no rule");
        for entry in fs::read_dir(&path).expect("the folder can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.extension().is_some_and(|extension| extension == "stderr") {
                let case = path.with_extension("toml");
                assert!(case.exists() || path.with_extension("").is_dir(), "{} has no schema", path.display());
            }
        }
    }
}

#[test]
fn every_rule_is_documented_from_its_own_text() {
    let mut page = String::from(PAGE_HEAD);
    for rule in Rule::all() {
        let title = rule.title();
        let _ = write!(page, "\n## {} {}: {title}\n\n", rule.code(), rule.name());
        page.push_str(&wrapped(rule.explanation()));
        page.push('\n');
        page.push_str(&wrapped(&format!("Remedy: {}.", rule.remedy())));
        let _ = write!(page, "\n```toml\n{}\n```\n", rule.example());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/diagnostics.md");
    check_file(&path, &page).unwrap();
}

const PAGE_HEAD: &str = "\
# Diagnostics

Every mistake that tfgen reports breaks one of these rules. All of them are reported at once, each with its code, file,
line and column, the place, the reason and a remedy. `tfgen check --json` prints one JSON object
per line: `code`, `rule`, `severity`, `message`, `file`, `line`, `column`, `end_line`, `end_column`, `label`, `labels`
(other places, with the same keys) and `help`.

Each section shows a schema, or a situation, that breaks the rule. This page is made from the table in
`generator/src/rule/text/`, and a test keeps it so; the exact words of the reports are in `tests/invalid/`.
";

/// A paragraph in lines of at most 120 characters.
fn wrapped(text: &str) -> String {
    let (mut out, mut width) = (String::new(), 0);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 120 {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out + "\n"
}

#[test]
fn every_example_breaks_its_rule() {
    for rule in Rule::all().filter(|rule| rule.is_about_schema()) {
        let lines: Vec<&str> = rule.example().lines().collect();
        if lines.iter().all(|line| line.starts_with('#')) {
            continue;
        }
        // `# a.toml` begins another file; a provider is added where the example does without.
        let mut files = vec![("schema/main.toml".to_owned(), String::new())];
        for line in lines {
            let file =
                line.strip_prefix("# ").filter(|name| Path::new(name).extension().is_some_and(|it| it == "toml"));
            if let Some(name) = file {
                files.push((format!("schema/{name}"), String::new()));
                continue;
            }
            let last = files.last_mut().expect("there is a file");
            last.1.push_str(line);
            last.1.push('\n');
        }
        if rule != Rule::NoProvider && !rule.example().contains("[provider]") {
            files.push(("schema/provider.toml".to_owned(), "[provider]\nname = \"acme\"\n".to_owned()));
        }
        let sources = SourceMap::from_texts(files);
        let mut diagnostics = Diagnostics::new();
        let documents = document::parse(&sources, &mut diagnostics);
        let _ = ir::lower::lower(&documents, &mut diagnostics);
        assert!(diagnostics.iter().any(|it| it.rule() == rule), "the example of {} does not break it", rule.name());
    }
}
