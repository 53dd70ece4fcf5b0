//! `tfgen fmt`: every schema of this repository is laid out by it, and what it does to any text changes no meaning.

use std::fs;
use std::path::{Path, PathBuf};

use tfgen::format::format;

use super::mutation::{Random, mutate};
use super::root;

/// The schemas of the repository: path and text.
pub(super) fn repository() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in ["schemas", "examples", "tests/cases"] {
        collect(&root().join(folder), &mut found);
    }
    assert!(found.len() > 40, "the schemas are not where they are expected");
    found
}

fn collect(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let is_toml = path.extension().is_some_and(|extension| extension == "toml");
        if path.is_dir() && !["target", "expected", "src", ".cargo"].contains(&name.as_str()) {
            collect(&path, found);
        } else if is_toml && !["Cargo.toml", "rustfmt.toml"].contains(&name.as_str()) {
            let text = fs::read_to_string(&path).expect("a schema is UTF-8");
            found.push((path, text));
        }
    }
}

/// Everything but what a layout may change.
fn essence(text: &str) -> String {
    text.trim_start_matches('\u{feff}').chars().filter(|c| !c.is_whitespace() && *c != ',').collect()
}

/// The table that a text holds; `None` if it is not TOML, or has numbers that the library does not hold.
fn meaning(text: &str) -> Option<toml::Table> {
    text.trim_start_matches('\u{feff}').parse().ok()
}

fn check(text: &str) -> bool {
    let Some(table) = meaning(text) else { return false };
    let once = format(text);
    // Not equal to itself is what NaN is.
    let (before, after) = (format!("{table:?}"), format!("{:?}", meaning(&once).unwrap_or_default()));
    assert_eq!(after, before, "another meaning:\n{text}\n-- became --\n{once}");
    assert_eq!(essence(&once), essence(text), "something is lost:\n{text}\n-- became --\n{once}");
    assert_eq!(format(&once), once, "twice is not once:\n{text}");
    true
}

#[test]
fn every_schema_here_is_laid_out() {
    let other: Vec<_> = repository()
        .into_iter()
        .filter(|(_, text)| format(text) != *text)
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert!(other.is_empty(), "`tfgen fmt` lays these out in another way:\n  {}", other.join("\n  "));
}

#[test]
fn a_layout_changes_no_meaning_and_is_final() {
    let mut texts: Vec<String> = repository().into_iter().map(|(_, text)| text).collect();
    texts.extend(ODD.iter().map(|&text| text.to_owned()));
    for text in &texts {
        let text = super::small(text);
        assert!(check(&text), "not TOML:\n{text}");
        assert!(check(&text.replace("\r\n", "\n").replace('\n', "\r\n")), "not TOML with CRLF:\n{text}");
    }
    let (mut right, mut wrong) = (0, 0);
    for seed in 1..=3_000_u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let text = super::small(&texts[random.below(texts.len())]);
        let text = if seed % 2 == 0 { mutate(&text, &mut random) } else { spread(&text, &mut random) };
        if check(&text) {
            right += 1;
        } else {
            wrong += 1;
        }
        // What is not TOML has no right layout, but must not bring anything down.
        let _ = format(&text);
    }
    assert!(right > 1_000 && wrong > 100, "{right} right, {wrong} wrong: the texts are too tame or too wild");
}

/// Spaces, line breaks and comments where they may be or may not.
fn spread(text: &str, random: &mut Random) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "=[]{},\n".contains(c) && random.below(40) == 0 {
            out.push_str(random.pick(&[" ", "\t ", "\n", "\n\n\n", "# a comment\n", " # , ]\n  "]));
        }
        out.push(c);
        if "=[]{},\n".contains(c) && random.below(40) == 0 {
            out.push_str(random.pick(&["  ", "\t", "\n", "\n\n", "#\n", " # [ \"\n"]));
        }
    }
    out
}

const ODD: &[&str] = &[
    "",
    "\n\n\n",
    "# only a comment",
    "\u{feff}a = 1",
    "a = 1 # one\nbb = 2\n\n# apart\n\n\nccc = '''\n  x = [1,  2]\n\n\n'''\nd=1",
    "[ a . 'b c' ] # header\n\n# about x\nx=1\n[[ y ]]\n[[y]]",
    "a.b . \"c d\"   = [[1,2],[3,4]]\n",
    "x = [\n\n1\n# last\n]\ny = [\n# nothing\n]\nz = [ ]\nw = [ # first\n]",
    "d = [1979-05-27T07:32:00Z, 1979-05-27 07:32:00, 07:32:00, 1.5, -inf, nan, +1e5, 0xFF, 1_000]",
    "t = { a = [\n1,\n{ b = 2, c = [\n3 ] }\n], d = \"\"\"\n,]\n\"\"\" }",
];

#[test]
fn spaces_and_empty_lines_lead_to_one_layout() {
    let tidy = "\
# About the file.

# About the table.
[resource.disk]
id   = { type = \"string\", computed = true } # given
name = { type = \"string\", required = true }

mode = { type = \"string\" }

[[resource.disk.upgrade]]
from = 0
drop = [
  \"a\", # why
  \"b\",
]
";
    let wild = "


  # About the file.


# About the table.
  [ resource . disk ]

\tid={type=\"string\",computed=true,}# given
  name   =   {   type = \"string\", required = true}


mode = { type = \"string\" }
[[resource.disk.upgrade]]


from=0
drop = [

\"a\" , # why
    \"b\"]   ";
    assert_eq!(format(wild), tidy);
    assert_eq!(format(tidy), tidy);
}
