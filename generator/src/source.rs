//! The schema files of a crate as text, and positions in them.
//!
//! This is the only module that reads schema files. It knows nothing of TOML.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rule::Rule;

/// The folder of a provider crate that holds its schema files.
pub const SCHEMA_FOLDER: &str = "schema";

/// How deep folders may lie in [`SCHEMA_FOLDER`].
const FOLDER_DEPTH_MAX: usize = 32;

/// One schema file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(usize);

/// A range of bytes in one schema file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub source: SourceId,
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// A span of `range` in `source`.
    pub fn new(source: SourceId, range: Range<usize>) -> Self {
        Self { source, start: range.start, end: range.end.max(range.start) }
    }

    /// Its bytes.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A value and where it was written.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// `value`, written at `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// A place as a person counts: lines and characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

/// One schema file.
#[derive(Clone, Debug)]
pub struct Source {
    path: String,
    text: String,
    line_starts: Vec<usize>,
    is_utf8: bool,
}

impl Source {
    fn new(path: String, text: String, is_utf8: bool) -> Self {
        let line_starts =
            std::iter::once(0).chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1));
        Self { line_starts: line_starts.collect(), path, text, is_utf8 }
    }

    /// Its path below the crate's root, with forward slashes.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its text; where the file is not UTF-8, with replacement characters.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the file was UTF-8, so that [`Source::text`] is what it holds.
    pub fn is_utf8(&self) -> bool {
        self.is_utf8
    }

    /// The number of the line that holds a byte, from 0.
    pub fn line_index(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The bytes of a line (from 0) without its line break.
    pub fn line_range(&self, index: usize) -> Range<usize> {
        let start = self.line_starts.get(index).copied().unwrap_or(self.text.len());
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |next| next - 1);
        let end = if end > start && self.text.as_bytes().get(end - 1) == Some(&b'\r') { end - 1 } else { end };
        start..end.max(start)
    }

    /// Where a byte is; positions past the end are at the end.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.floor_char_boundary(offset);
        let line = self.line_index(offset);
        let start = self.line_range(line).start;
        let column = self.text.get(start..offset).map_or(0, |text| text.chars().count());
        Position { line: line + 1, column: column + 1 }
    }

    /// The nearest character boundary at or before `offset`.
    pub fn floor_char_boundary(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// Every schema file of a crate, sorted by path.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
    has_unread: bool,
}

impl SourceMap {
    /// Reads every `schema/**/*.toml` below `root`. Files that cannot be read and files that are not UTF-8 become
    /// diagnostics; so does a folder without a schema file.
    pub fn load(root: &Path, diagnostics: &mut Diagnostics) -> Self {
        Self::load_with(root, BTreeMap::new(), diagnostics)
    }

    /// The same with texts that an editor holds, by their paths below `root`, instead of what is in their files.
    pub fn load_with(root: &Path, texts: BTreeMap<String, String>, diagnostics: &mut Diagnostics) -> Self {
        let mut files = BTreeMap::new();
        let before = diagnostics.len();
        read_folder(&root.join(SCHEMA_FOLDER), SCHEMA_FOLDER, 0, &mut files, diagnostics);
        files.extend(texts.into_iter().map(|(path, text)| (path, text.into_bytes())));
        if files.is_empty() && diagnostics.len() == before {
            diagnostics.push(
                Diagnostic::new(Rule::EmptySchema, "there is no schema file")
                    .in_file(SCHEMA_FOLDER)
                    .with_help("write `schema/provider.toml` with a `[provider]` table, or run `tfgen new`"),
            );
        }
        let has_unread = diagnostics.iter().skip(before).any(|each| each.rule() == Rule::UnreadableSchema);
        Self { has_unread, ..Self::from_bytes(files, diagnostics) }
    }

    /// The same for a folder that holds schema files itself; `name` is what it is called in diagnostics.
    pub fn load_folder(folder: &Path, name: &str, diagnostics: &mut Diagnostics) -> Self {
        let mut files = BTreeMap::new();
        read_folder(folder, name, 0, &mut files, diagnostics);
        Self::from_bytes(files, diagnostics)
    }

    /// A map of files that are in memory already: relative path and contents.
    pub fn from_bytes(files: impl IntoIterator<Item = (String, Vec<u8>)>, diagnostics: &mut Diagnostics) -> Self {
        let sorted: BTreeMap<String, Vec<u8>> = files.into_iter().collect();
        let mut sources = Vec::with_capacity(sorted.len());
        for (path, bytes) in sorted {
            match String::from_utf8(bytes) {
                Ok(text) => sources.push(Source::new(path, text, true)),
                Err(error) => {
                    let start = error.utf8_error().valid_up_to();
                    let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                    let span = Span::new(SourceId(sources.len()), start..start + '\u{fffd}'.len_utf8());
                    sources.push(Source::new(path, text, false));
                    diagnostics.push(
                        Diagnostic::new(Rule::NotUtf8, "the schema file is not UTF-8")
                            .at(span, "not valid from here on")
                            .with_help("save the file in the encoding UTF-8"),
                    );
                }
            }
        }
        Self { sources, has_unread: false }
    }

    /// A map of texts, for tests and for tools that hold files in memory.
    pub fn from_texts<P: Into<String>, T: Into<String>>(files: impl IntoIterator<Item = (P, T)>) -> Self {
        let sorted: BTreeMap<String, String> =
            files.into_iter().map(|(path, text)| (path.into(), text.into())).collect();
        let sources = sorted.into_iter().map(|(path, text)| Source::new(path, text, true)).collect();
        Self { sources, has_unread: false }
    }

    /// The files with their ids, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.sources.iter().enumerate().map(|(index, source)| (SourceId(index), source))
    }

    /// One file; `None` if the id is another map's.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(id.0)
    }

    /// The text that a span covers; empty where there is none.
    pub fn snippet(&self, span: Span) -> &str {
        self.get(span.source).and_then(|source| source.text.get(span.range())).unwrap_or_default()
    }

    /// Whether there are schema files that could not be read: what seems to be missing may stand there.
    pub fn has_unread(&self) -> bool {
        self.has_unread
    }

    /// The number of files.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}

fn read_folder(
    folder: &Path,
    relative: &str,
    depth: usize,
    files: &mut BTreeMap<String, Vec<u8>>,
    diagnostics: &mut Diagnostics,
) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if depth == 0 && error.kind() == io::ErrorKind::NotFound => return,
        Err(error) => return unreadable(relative, &error, diagnostics),
    };
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                unreadable(relative, &error, diagnostics);
                continue;
            }
        };
        let file_name = entry.file_name();
        let name = file_name.to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        let relative = format!("{relative}/{name}");
        let is_toml = Path::new(&file_name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
        // A link to a folder is not followed, so that folders form a tree.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && file_name.to_str().is_none() => {
                unreadable(&relative, &io::Error::other("its name is not UTF-8"), diagnostics);
            }
            Ok(kind) if kind.is_dir() && depth < FOLDER_DEPTH_MAX => {
                read_folder(&entry.path(), &relative, depth + 1, files, diagnostics);
            }
            Ok(kind) if kind.is_dir() => {
                unreadable(&relative, &io::Error::other("folders lie too deep"), diagnostics);
            }
            // Paths are text from here on: another file would be written than was read.
            Ok(_) if is_toml && file_name.to_str().is_none() => {
                unreadable(&relative, &io::Error::other("its name is not UTF-8"), diagnostics);
            }
            Ok(_) if is_toml => match read_file(&entry.path()) {
                Ok(bytes) => drop(files.insert(relative, bytes)),
                Err(error) => unreadable(&relative, &error, diagnostics),
            },
            Ok(_) => {}
            Err(error) => unreadable(&relative, &error, diagnostics),
        }
    }
}

/// Reads a file, or what a link leads to. A pipe or a device could keep us waiting for ever.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() { fs::read(path) } else { Err(io::Error::other("it is no file")) }
}

fn unreadable(path: &str, error: &io::Error, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(Rule::UnreadableSchema, format!("cannot be read: {error}"))
            .in_file(path)
            .with_help("check that it exists, that you may read it, and that it is a file or a folder"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_from_one() {
        let map = SourceMap::from_texts([("schema/a.toml", "é = 1\r\nb = 2")]);
        let (_, source) = map.iter().next().unwrap();
        assert_eq!(source.position(3), Position { line: 1, column: 3 });
        assert_eq!(source.position(8), Position { line: 2, column: 1 });
        assert_eq!(source.position(1), Position { line: 1, column: 1 });
        assert_eq!(source.position(999), Position { line: 2, column: 6 });
        assert_eq!(source.line_range(0), 0..6);
        assert_eq!(source.line_range(9), 13..13);
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_file_is_not_waited_for() {
        let folder = std::env::temp_dir().join(format!("tfgen-pipe-{}", std::process::id()));
        fs::create_dir_all(folder.join(SCHEMA_FOLDER)).unwrap();
        let made = std::process::Command::new("mkfifo").arg(folder.join("schema/pipe.toml")).status();
        let mut diagnostics = Diagnostics::default();
        SourceMap::load(&folder, &mut diagnostics);
        fs::remove_dir_all(&folder).unwrap();
        assert!(made.unwrap().success());
        assert_eq!(diagnostics.iter().next().unwrap().rule(), Rule::UnreadableSchema);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_a_diagnostic_with_a_place() {
        let mut diagnostics = Diagnostics::default();
        let map = SourceMap::from_bytes([("schema/a.toml".to_owned(), b"x = \"\xff\"".to_vec())], &mut diagnostics);
        assert!(!map.iter().next().unwrap().1.is_utf8());
        assert_eq!(diagnostics.iter().next().unwrap().primary().unwrap().span.start, 5);
    }
}
