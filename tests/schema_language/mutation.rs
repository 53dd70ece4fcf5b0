//! Schemas with their keys, files and texts shuffled and broken.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use tfgen::diagnostic::Diagnostics;
use tfgen::report::{self, Color};
use tfgen::rule::Rule;
use tfgen::source::SourceMap;
use tfgen::{document, ir};

use super::{compile, schemas};

/// A small generator of pseudo-random numbers (xorshift), so that a failure can be repeated.
pub(super) struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index + 1));
        }
    }
}

/// A table with its keys in another order, all inline.
fn shuffled(value: &toml::Value, random: &mut Random) -> String {
    match value {
        toml::Value::Table(table) => {
            let mut entries: Vec<_> = table.iter().collect();
            random.shuffle(&mut entries);
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{key:?} = {}", shuffled(value, random))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        toml::Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| shuffled(item, random)).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

/// What a provider means, without where it was written.
fn meaning(sources: &SourceMap) -> String {
    let mut provider = compile(sources).unwrap();
    let mut origins = vec![&mut provider.origin];
    origins.extend(provider.provider_meta.iter_mut().map(|meta| &mut meta.origin));
    origins.extend(provider.resources.iter_mut().map(|resource| &mut resource.origin));
    origins.extend(provider.data_sources.iter_mut().map(|source| &mut source.origin));
    let things = [&mut provider.list_resources, &mut provider.actions, &mut provider.state_stores];
    origins.extend(things.into_iter().flatten().map(|thing| &mut thing.origin));
    origins.extend(provider.ephemeral_resources.iter_mut().map(|resource| &mut resource.thing.origin));
    origins.extend(provider.functions.iter_mut().map(|function| &mut function.origin));
    origins.extend(provider.objects.iter_mut().map(|object| &mut object.origin));
    origins.extend(provider.formats.iter_mut().map(|format| &mut format.origin));
    origins.extend(provider.capabilities.iter_mut().map(|capability| &mut capability.origin));
    origins.extend(provider.tools.iter_mut().map(|tool| &mut tool.origin));
    for origin in origins {
        origin.file.clear();
    }
    format!("{provider:#?}")
}

#[test]
fn the_order_of_keys_and_files_means_nothing() {
    let files: Vec<_> = schemas("example").into_iter().map(|(path, text)| (path, super::small(&text))).collect();
    let expected = meaning(&SourceMap::from_texts(files.clone()));
    let mut random = Random(0x5eed);
    for _ in 0..50 {
        let mut parts: Vec<String> = Vec::new();
        for (_, text) in &files {
            for (kind, things) in &text.parse::<toml::Table>().unwrap() {
                match things.as_table() {
                    Some(things) if !kind.starts_with("provider") => parts.extend(
                        things
                            .iter()
                            .map(|(name, thing)| format!("{kind}.{name} = {}\n", shuffled(thing, &mut random))),
                    ),
                    _ => parts.push(format!("{kind} = {}\n", shuffled(things, &mut random))),
                }
            }
        }
        random.shuffle(&mut parts);
        let mut shuffled_files = vec![String::new(); 1 + random.below(4)];
        for part in parts {
            let index = random.below(shuffled_files.len());
            shuffled_files[index].push_str(&part);
        }
        let numbered =
            shuffled_files.into_iter().enumerate().map(|(index, text)| (format!("schema/{index}.toml"), text));
        assert_eq!(meaning(&SourceMap::from_texts(numbered)), expected);
    }
}

/// Pieces that schema files are made of, right and wrong.
const PIECES: &[&str] = &[
    "required = true",
    "optional = true",
    "computed = true",
    "write_only = true",
    "nullable = true",
    "local = true",
    "default = 1",
    "default = [{}]",
    "default = \"ssd\"",
    "type = \"list(object({ a = dynamic }))\"",
    "nesting = \"set\"",
    "type = \"string\"",
    "type = \"dynamic\"",
    "enum = [\"a\", \"A\", \"\"]",
    "enum = []",
    "changes_with = [\"id\", \"\"]",
    "identity_key = [\"host\"]",
    "validators = { one_of = [1], between = [3, 1] }",
    "requires_replace = true",
    "identity = [\"name\", \"mounts\"]",
    "import = \"{id}[/{name}]\"",
    "import = \"[[[{\"",
    "type_name = \"acme\"",
    "version = 99999999999999999999",
    "parameters = [{ name = \"id\", type = \"string\" }, { name = \"id\" }, 1]",
    "variadic_parameter = { name = \"a.b\", type = \"set(dynamic)\" }",
    "return_type = \"string\"",
    "object = \"endpoint\"",
    "object = \"rule\"",
    "[object.endpoint]",
    "[object.rule.attributes]",
    "model = \"dynamic\"",
    "type_prefix = \"a\"",
    "\"a.b\" = {}",
    "\"..\" = {}",
    "self = { type = \"string\" }",
    "= ",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'''",
    "\n",
    ",",
    "#",
    "\\u0000",
    "\u{feff}",
    "\u{1b}[31m",
    "é",
    "\r\n",
    "[provider]",
    "[resource.disk]",
    "[resource.disk.attributes]",
    "[[resource]]",
    "[data.\"\"]",
    "[list.x]",
    "nan",
    "-0",
    "1e999",
    "0x",
    "1979-05-27",
    "true",
];

pub(super) fn mutate(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=random.below(4) {
        let line = random.below(lines.len());
        let Some(current) = lines.get(line).cloned() else { continue };
        let boundaries: Vec<usize> = (0..=current.len()).filter(|at| current.is_char_boundary(*at)).collect();
        let at = random.pick(&boundaries);
        match random.below(8) {
            0 => drop(lines.remove(line)),
            1 => lines.insert(line, current),
            2 => lines.insert(line, random.pick(PIECES).to_owned()),
            3 => lines[line].insert_str(at, random.pick(PIECES)),
            4 => lines[line].truncate(at),
            5 => lines[line] = current.replacen("true", random.pick(PIECES), 1),
            6 => {
                // A piece in place of a word, or one more key in a table.
                let table = current.replacen(" }", &format!(", {} }}", random.pick(PIECES)), 1);
                lines[line] = table;
            }
            _ => {
                let words: Vec<&str> = current.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_').collect();
                let mut words: Vec<&str> = words;
                if !words.is_empty() {
                    let other = random.below(words.len());
                    let index = random.below(words.len());
                    words.swap(index, other);
                }
                lines[line] = words.concat();
            }
        }
        if lines.is_empty() {
            lines.push(String::new());
        }
    }
    lines.join("\n")
}

/// Values of every kind that a key could have by mistake.
const VALUES: &[&str] =
    &["true", "-1", "1.5", "\"list\"", "\"object({ a = string })\"", "[]", "[\"id\"]", "{}", "{ type = \"string\" }"];

/// The same schema with its structure changed: it is still TOML, with keys and values where they do not belong.
fn restructure(text: &str, random: &mut Random) -> String {
    let mut table: toml::Table = super::small(text).parse().expect("the examples are TOML");
    for _ in 0..=random.below(3) {
        let mut keys = Vec::new();
        keys_of(&toml::Value::Table(table.clone()), &mut Vec::new(), &mut keys);
        let Some(path) = keys.get(random.below(keys.len())).cloned() else { break };
        let other = keys[random.below(keys.len())].clone();
        let Some((holder, key)) = holder(&mut table, &path) else { continue };
        match random.below(5) {
            0 => drop(holder.remove(&key)),
            1 => {
                let value = random.pick(VALUES);
                let value: toml::Table = format!("value = {value}").parse().expect("a value is TOML");
                holder.insert(key, value["value"].clone());
            }
            2 => {
                let value = holder.remove(&key).expect("the key is there");
                holder.insert(other.last().cloned().unwrap_or_default(), value);
            }
            3 => {
                let value = holder.remove(&key).expect("the key is there");
                holder.insert(key, toml::Value::Array(vec![value]));
            }
            _ => {
                let value = holder.get(&key).cloned().expect("the key is there");
                if let Some((holder, key)) = self::holder(&mut table, &other) {
                    holder.insert(key, value);
                }
            }
        }
    }
    table.to_string()
}

/// The paths of all keys, through tables.
fn keys_of(value: &toml::Value, path: &mut Vec<String>, keys: &mut Vec<Vec<String>>) {
    for (key, value) in value.as_table().into_iter().flatten() {
        path.push(key.clone());
        keys.push(path.clone());
        keys_of(value, path, keys);
        path.pop();
    }
}

/// The table that holds the last key of a path, if all of it is there.
fn holder<'t>(table: &'t mut toml::Table, path: &[String]) -> Option<(&'t mut toml::Table, String)> {
    let (last, parents) = path.split_last()?;
    let mut holder = table;
    for key in parents {
        holder = holder.get_mut(key)?.as_table_mut()?;
    }
    holder.contains_key(last).then(|| (holder, last.clone()))
}

/// Schemas that break a rule each: from there it is not far to breaches that nobody has thought of.
fn fixtures() -> Vec<Vec<(String, String)>> {
    let folder = super::root().join("tests/invalid");
    let mut fixtures = Vec::new();
    for rule in Rule::all().filter(|rule| rule.is_about_schema() && !OF_FILES.contains(rule)) {
        for entry in fs::read_dir(folder.join(rule.name())).expect("a rule has a folder") {
            let path = entry.expect("an entry can be read").path();
            let files = if path.is_dir() { crate::trees::texts(&path) } else { BTreeMap::new() };
            let one = path.extension().is_some_and(|extension| extension == "toml").then(|| fs::read(&path).ok());
            let files = files.into_iter().chain(one.flatten().map(|bytes| ("schema/main.toml".to_owned(), bytes)));
            let is_toml = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "toml");
            let texts = files.filter_map(|(name, bytes)| Some((name, String::from_utf8(bytes).ok()?)));
            let texts: Vec<_> = texts.filter(|(name, _)| is_toml(name)).collect();
            fixtures.extend((!texts.is_empty()).then_some(texts));
        }
    }
    fixtures
}

/// What no text breaks: rules about files and folders.
const OF_FILES: [Rule; 3] = [Rule::NotUtf8, Rule::UnreadableSchema, Rule::EmptySchema];

#[test]
fn broken_schemas_are_reported_and_never_panic() {
    let count: u64 = std::env::var("TFGEN_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000);
    let whole = schemas("example");
    let provider_file = whole.iter().find(|(path, _)| path.ends_with("provider.toml")).expect("there is one").clone();
    let fixtures = fixtures();
    let (mut accepted, mut refused) = (0, 0);
    let mut fired = BTreeSet::new();
    for seed in 1..=count {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut changed = if seed % 8 < 2 {
            fixtures[random.below(fixtures.len())].clone()
        } else {
            vec![whole[random.below(whole.len())].clone()]
        };
        // Half of them in their structure. A fixture that is no TOML has none.
        let is_toml = super::small(&changed[0].1).parse::<toml::Table>().is_ok();
        let break_up = if seed % 2 == 0 || !is_toml { mutate } else { restructure };
        changed[0].1 = break_up(&changed[0].1, &mut random);
        if seed % 8 >= 2 && changed[0].0 != provider_file.0 {
            changed.push(provider_file.clone());
        }
        let sources = SourceMap::from_texts(changed.clone());
        let mut diagnostics = Diagnostics::new();
        let documents = document::parse(&sources, &mut diagnostics);
        let provider = ir::lower::lower(&documents, &mut diagnostics);
        let mut text = report::render(&diagnostics, &sources, Color::Never);
        let _ = write!(text, "{}", report::render_json(&diagnostics, &sources));
        match provider {
            Some(_) => accepted += 1,
            None => refused += 1,
        }
        fired.extend(diagnostics.iter().map(tfgen::diagnostic::Diagnostic::rule));
        let case = || format!("seed {seed}:\n{}", changed[0].1);
        assert_eq!(provider.is_none(), diagnostics.has_errors(), "{}", case());
        assert!(!text.contains('\u{1b}'), "{}", case());
    }
    assert!(
        accepted > 0 && refused > 0,
        "{accepted} accepted, {refused} refused: the mutations are too wild or too tame"
    );
    if count >= 100_000 {
        let _ = writeln!(
            std::io::stderr(),
            "{count} schemas: {accepted} accepted, {refused} refused, {} rules broken",
            fired.len()
        );
        let wanted = Rule::all().filter(|rule| rule.is_about_schema() && !OF_FILES.contains(rule));
        let missed: Vec<Rule> = wanted.filter(|rule| !fired.contains(rule)).collect();
        assert!(missed.is_empty(), "never broken: {missed:?}");
    }
}
