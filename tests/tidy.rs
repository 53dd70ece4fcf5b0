//! The invariants of docs/architecture.md and the house rules that a program can check over the sources.
//!
//! Each test names every offender with its line, so that one run tells all there is to mend.

use std::fs;
use std::path::{Path, PathBuf};

const LONGEST_FILE: usize = 500;
const LONGEST_FUNCTION: usize = 70;
const LONGEST_TEMPLATE: usize = 80;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are inside the workspace").to_path_buf()
}

/// Every file below `folders` with this ending, as (path from the root, text); machine-written ones left out.
fn sources(folders: &[&str], ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in folders {
        collect(&root().join(folder), ending, &mut found);
    }
    found.sort();
    assert!(!found.is_empty(), "no {ending} file below {folders:?}: the tidy test looks in the wrong place");
    found
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a source folder can be read") {
        let path = entry.expect("an entry can be read").path();
        let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            if !["target", "generated", "expected", "vendor"].iter().any(|skip| name.ends_with(&format!("/{skip}"))) {
                collect(&path, ending, found);
            }
        } else if name.ends_with(ending) {
            let text = fs::read_to_string(&path).expect("a source file is UTF-8");
            if !is_machine_written(&name, &text) {
                found.push((name, text));
            }
        }
    }
}

fn is_machine_written(name: &str, text: &str) -> bool {
    name.starts_with("proto/src/") && text.starts_with("//! Generated from the .proto files")
}

const CODE: [&str; 5] = ["generator", "runtime", "proto", "tests", "examples"];
const PRODUCT: [&str; 5] = ["generator/src", "runtime/src", "runtime/cty/src", "runtime/testing/src", "proto/src"];

/// The part of a file before its unit tests.
fn product_code(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

fn lines_with<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    text.lines().enumerate().filter(move |(_, line)| {
        let code = line.trim_start();
        !code.starts_with("//") && code.contains(word)
    })
}

fn none(rule: &str, offenders: &[String]) {
    assert!(offenders.is_empty(), "{rule}:\n  {}", offenders.join("\n  "));
}

#[test]
fn every_source_file_says_what_it_holds() {
    let offenders: Vec<_> =
        sources(&CODE, ".rs").into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(name, _)| name).collect();
    none("a source file opens with `//!`", &offenders);
}

#[test]
fn no_source_file_is_too_long() {
    let offenders: Vec<_> = sources(&CODE, ".rs")
        .into_iter()
        .filter(|(_, text)| text.lines().count() > LONGEST_FILE)
        .map(|(name, text)| format!("{name}: {} lines", text.lines().count()))
        .collect();
    none(&format!("a source file has at most {LONGEST_FILE} lines"), &offenders);
}

#[test]
fn no_function_is_too_long() {
    let mut offenders = Vec::new();
    for (name, text) in sources(&CODE, ".rs") {
        for (line, length) in long_functions(&text) {
            offenders.push(format!("{name}:{line}: {length} lines"));
        }
    }
    none(&format!("a function has at most {LONGEST_FUNCTION} lines"), &offenders);
}

/// Functions over the limit, as (line, length). rustfmt closes each at its own indentation.
fn long_functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut long = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let words = code.split('(').next().unwrap_or_default();
        if code.starts_with("//") || code.ends_with(';') || !format!(" {words}").contains(" fn ") {
            continue;
        }
        let close = format!("{}}}", &line[..line.len() - code.len()]);
        if let Some(length) = lines[start..].iter().position(|end| *end == close)
            && length + 1 > LONGEST_FUNCTION
        {
            long.push((start + 1, length + 1));
        }
    }
    long
}

#[test]
fn data_flows_one_way() {
    let forbidden: [(&str, &[&str]); 10] = [
        ("runtime/cty/src", &["tfgen_runtime", "tfgen_proto", "tonic", "prost", "tokio"]),
        ("runtime/src/handlers", &["tfgen_proto", "tonic::", "prost::", "tokio::"]),
        ("runtime/src/planning", &["crate::handlers", "crate::server", "crate::plugin", "tfgen_proto", "tokio"]),
        ("runtime/src/check", &["crate::handlers", "crate::server", "crate::plugin", "tfgen_proto", "tokio"]),
        ("runtime/src/validate", &["crate::handlers", "crate::server", "crate::plugin", "tfgen_proto", "tokio"]),
        ("runtime/src/server", &["crate::plugin", "crate::planning", "crate::check"]),
        // What it holds the runtime's answers against must not be the runtime's own.
        (
            "runtime/testing/src",
            &["tfgen_runtime::check", "tfgen_runtime::planning", "tfgen_runtime::schema", "tfgen_runtime::validate"],
        ),
        ("generator/src/document", &["crate::ir", "crate::view", "crate::render", "crate::write"]),
        ("generator/src/ir", &["crate::render", "crate::write", "minijinja"]),
        ("generator/src/view", &["crate::document", "crate::source", "Span", "minijinja", "crate::write"]),
    ];
    let mut offenders = Vec::new();
    for (folder, words) in forbidden {
        for (name, text) in sources(&[folder], ".rs") {
            for word in words {
                offenders
                    .extend(lines_with(product_code(&text), word).map(|(at, _)| format!("{name}:{}: {word}", at + 1)));
            }
        }
    }
    none("a module names nothing that comes after it", &offenders);
}

#[test]
fn only_the_handshake_and_the_command_line_print_to_standard_output() {
    let allowed = [
        "generator/src/cli",
        "generator/src/main.rs",
        "runtime/src/plugin/handshake.rs",
        "runtime/src/command/output.rs",
    ];
    let mut offenders = Vec::new();
    for (name, text) in sources(&PRODUCT, ".rs") {
        if allowed.iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        for word in ["println!", "print!(", "io::stdout"] {
            let printed = lines_with(product_code(&text), word).filter(|(_, line)| !line.contains(&format!("e{word}")));
            offenders.extend(printed.map(|(at, _)| format!("{name}:{}: {word}", at + 1)));
        }
    }
    none("standard output belongs to the handshake and the command line", &offenders);
}

#[test]
fn names_tell_what_a_module_is() {
    let vague = ["util", "utils", "common", "helper", "helpers", "misc", "types", "mod"];
    let offenders: Vec<_> = sources(&CODE, ".rs")
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| Path::new(name).file_stem().is_some_and(|stem| vague.iter().any(|word| stem == *word)))
        .collect();
    none("no module is called util, common, helpers, types or mod", &offenders);
}

#[test]
fn no_test_is_switched_off() {
    let mut offenders = Vec::new();
    for (name, text) in sources(&CODE, ".rs") {
        let switch = concat!("#[", "ignore");
        offenders.extend(lines_with(&text, switch).map(|(at, _)| format!("{name}:{}", at + 1)));
    }
    none("no test is ignored", &offenders);
}

#[test]
fn templates_hold_no_decisions() {
    let mut offenders = Vec::new();
    for (name, text) in sources(&["templates"], ".jinja") {
        if text.lines().count() > LONGEST_TEMPLATE && name.starts_with("templates/generated") {
            offenders.push(format!("{name}: {} lines", text.lines().count()));
        }
        for (at, line) in text.lines().enumerate() {
            for tag in tags(line) {
                if tag.contains('|')
                    || tag.contains("set ")
                    || tag.contains('~')
                    || tag.contains('+')
                    || tag.contains("==")
                {
                    offenders.push(format!("{name}:{}: {tag}", at + 1));
                }
            }
        }
    }
    none("a template prints fields, loops, tests a boolean field, and includes", &offenders);
}

/// What stands between `{{ }}` and `{% %}` on a line.
fn tags(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [("{{", "}}"), ("{%", "%}")] {
        let mut rest = line;
        while let Some(start) = rest.find(open) {
            rest = &rest[start + open.len()..];
            let Some(end) = rest.find(close) else { break };
            found.push(&rest[..end]);
            rest = &rest[end..];
        }
    }
    found
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut pages = sources(&["docs"], ".md");
    pages.push(("README.md".into(), fs::read_to_string(root().join("README.md")).expect("there is a README")));
    let mut offenders = Vec::new();
    for (name, text) in pages {
        let folder = root().join(&name).parent().expect("a page is in a folder").to_path_buf();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !folder.join(target).exists() {
                offenders.push(format!("{name}: {link}"));
            }
        }
    }
    none("a link leads to a file", &offenders);
}

#[test]
fn decisions_are_numbered_in_order() {
    for (number, (name, text)) in (1..).zip(sources(&["docs/decisions"], ".md")) {
        assert!(name.contains(&format!("/{number:04}-")), "{name} is number {number}");
        assert!(text.starts_with(&format!("# {number}. ")), "{name} begins with its number");
    }
}

#[test]
fn long_functions_are_found() {
    let body = "    x();\n".repeat(LONGEST_FUNCTION);
    assert_eq!(
        long_functions(&format!("fn long() {{\n{body}}}\nfn short() {{\n}}\n")),
        vec![(1, LONGEST_FUNCTION + 2)]
    );
}

/// The names of environment variables in a text: whole words of capitals that begin like one and stand in quotes.
fn variables(text: &str) -> Vec<&str> {
    let quoted = text.split('"').skip(1).step_by(2);
    let is_name = |name: &&str| {
        name.len() > 3
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
    };
    quoted.filter(is_name).collect()
}

#[test]
fn every_environment_variable_is_on_its_page() {
    let page = fs::read_to_string(root().join("docs/environment.md")).expect("the page can be read");
    let mut missing = Vec::new();
    for (name, text) in sources(&["runtime/src", "generator/src"], ".rs") {
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            // The process contract reads its variables through a function.
            let through =
                if name.ends_with("plugin/environment.rs") { ["get(\"", "text(\""] } else { ["env::var", "var_os("] };
            let reads = ["env::var", "var_os("].into_iter().chain(through).any(|read| line.contains(read));
            if reads && !line.trim_start().starts_with("//") {
                let lacking = variables(line).into_iter().filter(|variable| !page.contains(&format!("`{variable}`")));
                missing.extend(lacking.map(|variable| format!("{name}:{}: {variable}", number + 1)));
            }
        }
    }
    assert!(missing.is_empty(), "not on docs/environment.md:\n{}", missing.join("\n"));
}

#[test]
fn a_golden_case_is_a_schema_and_what_it_gives() {
    let mut stray = Vec::new();
    for case in fs::read_dir(root().join("tests/cases")).expect("the cases can be read") {
        let case = case.expect("an entry can be read").path();
        for entry in case.is_dir().then(|| fs::read_dir(&case).expect("a case can be read")).into_iter().flatten() {
            let path = entry.expect("an entry can be read").path();
            if !["schema", "expected"].iter().any(|name| path.ends_with(name)) {
                stray.push(path.display().to_string());
            }
        }
    }
    assert!(stray.is_empty(), "neither `schema` nor `expected`:\n{}", stray.join("\n"));
}
