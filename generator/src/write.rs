//! The tree on disk: compares, creates, replaces and deletes. The only code that writes into a provider crate.
//!
//! Ownership decides everything. In `src/generated/` a file is tfgen's if its first line says so, the manifest lists
//! its checksum, or it is empty where a generated one belongs; anything else there is foreign and stops the run. Everywhere else a file is the user's: it is created
//! if it is missing, and never opened for writing. All new contents are on disk under temporary names before the first
//! file is replaced, so that a full or read-only disk leaves things as they were.

mod disk;

use self::disk::Staged;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file_tree::{FileTree, Ownership};
use crate::render::manifest;
use crate::rule::Rule;
use crate::vendor;
use crate::view::GENERATED;
use crate::wire_schema;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

/// The encoded schema: no room for a first line of ours.
const SCHEMA: &str = "src/generated/schema.binpb";

/// What has to happen for a crate to be current.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Generated files that are missing.
    pub created: Vec<String>,
    /// Generated files whose bytes differ.
    pub replaced: Vec<String>,
    /// Generated files that nothing generates any more.
    pub deleted: Vec<String>,
    /// The user's files that are missing.
    pub scaffolded: Vec<String>,
}

impl Changes {
    /// Whether the crate is current.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Every path with what happens to it.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let lists = [
            ("create", &self.created),
            ("update", &self.replaced),
            ("delete", &self.deleted),
            ("scaffold", &self.scaffolded),
        ];
        lists.into_iter().flat_map(|(verb, paths)| paths.iter().map(move |path| (verb, path.as_str())))
    }
}

/// Compares the tree with the crate at `root`. Foreign files and what cannot be read are diagnostics.
pub fn compare(root: &Path, tree: &FileTree, diagnostics: &mut Diagnostics) -> Changes {
    let mut changes = Changes::default();
    let listed = read_manifest(root);
    for (path, file) in tree.iter() {
        match (file.ownership, state(root, path)) {
            (_, Err(error)) => unwritable(path, &error, diagnostics),
            (Ownership::Scaffold, Ok(Found::Nothing)) => changes.scaffolded.push(path.to_owned()),
            // A link may lead to a file.
            (Ownership::Scaffold, Ok(Found::SomethingElse)) if !root.join(path).is_file() => no_file(path, diagnostics),
            (Ownership::Scaffold, Ok(_)) => {}
            (Ownership::Generated, Ok(Found::Nothing)) => changes.created.push(path.to_owned()),
            (Ownership::Generated, Ok(Found::File(bytes))) if bytes == file.contents => {}
            // Nobody loses anything with an empty file in the place of one of ours.
            (Ownership::Generated, Ok(Found::File(bytes))) if bytes.is_empty() || is_ours(path, &bytes, &listed) => {
                changes.replaced.push(path.to_owned());
            }
            (Ownership::Generated, Ok(_)) => {
                let what = "stands where a generated file belongs, but is not what tfgen wrote";
                let help = "if you wrote it, move it elsewhere; if it was generated and has been damaged, as by a merge, delete \
                            it; `tfgen generate` then writes it anew";
                diagnostics.push(Diagnostic::new(Rule::ForeignFile, what).in_file(path).with_help(help));
            }
        }
    }
    let mut found = Vec::new();
    disk::list(&root.join(GENERATED), GENERATED, &mut found, diagnostics);
    for path in found.into_iter().filter(|path| tree.get(path).is_none()) {
        match state(root, &path) {
            Ok(Found::File(bytes)) if is_ours(&path, &bytes, &listed) => {
                report_orphan(root, &path, diagnostics);
                changes.deleted.push(path);
            }
            Ok(_) => foreign(&path, "is in the folder that tfgen owns, but tfgen did not write it", diagnostics),
            Err(error) => unwritable(&path, &error, diagnostics),
        }
    }
    changes
}

/// Makes the changes. After a failure before the first replacement nothing has changed.
pub fn apply(root: &Path, tree: &FileTree, changes: &Changes, diagnostics: &mut Diagnostics) {
    // Before anything is staged: the temporary files of this run have such names too.
    let folders: BTreeSet<_> =
        tree.iter().filter_map(|(path, _)| root.join(path).parent().map(Path::to_owned)).collect();
    for folder in &folders {
        disk::tidy_files(folder);
    }
    let paths = changes.created.iter().chain(&changes.replaced).chain(&changes.scaffolded);
    let files = paths.filter_map(|path| {
        let file = tree.get(path)?;
        Some(New { path, contents: &file.contents, ownership: file.ownership })
    });
    // What an interrupted run has replaced is recognized by its first line.
    let last = manifest::path();
    carry_out(root, GENERATED, files.collect(), &last, &changes.deleted, diagnostics);
}

/// A file to be written.
struct New<'a> {
    path: &'a str,
    contents: &'a [u8],
    ownership: Ownership,
}

/// Writes all files, the one at `last` after all others, and deletes what has to go from the folder. Everything is on disk
/// before the first file is replaced; from the first failure on nothing more is done.
fn carry_out(
    root: &Path,
    folder: &str,
    mut files: Vec<New<'_>>,
    last: &str,
    deleted: &[String],
    diagnostics: &mut Diagnostics,
) {
    files.sort_by_key(|file| file.path == last);
    let mut staged = Vec::new();
    for file in files {
        match Staged::new(&root.join(file.path), file.contents) {
            Ok(stage) => staged.push((file, stage)),
            Err(error) => unwritable(file.path, &error, diagnostics),
        }
    }
    if diagnostics.has_errors() {
        drop(staged);
        disk::tidy(&root.join(folder));
        return;
    }
    for (file, stage) in staged {
        let done = match file.ownership {
            Ownership::Generated => stage.replace(),
            Ownership::Scaffold => stage.create(),
        };
        if let Err(error) = done {
            return unwritable(file.path, &error, diagnostics);
        }
    }
    for path in deleted {
        if let Err(error) = fs::remove_file(root.join(path)) {
            unwritable(path, &error, diagnostics);
        }
    }
    disk::tidy(&root.join(folder));
}

/// A diagnostic for each file that is not what it should be: `tfgen generate --check`.
pub fn report_stale(changes: &Changes, diagnostics: &mut Diagnostics) {
    for (verb, path) in changes.iter() {
        let what = match verb {
            "create" => "is missing",
            "update" => "is not what the schema gives",
            "delete" => "is not generated any more",
            _ if path.starts_with("tests/") => "is missing: an upgrade is tested with it",
            _ => "is missing: the schema names what it implements",
        };
        diagnostics.push(
            Diagnostic::new(Rule::NotCurrent, what)
                .in_file(path)
                .with_help("run `tfgen generate` and commit the result"),
        );
    }
}

enum Found {
    Nothing,
    File(Vec<u8>),
    SomethingElse,
}

fn state(root: &Path, path: &str) -> io::Result<Found> {
    let path = root.join(path);
    match fs::symlink_metadata(&path) {
        Ok(metadata) if metadata.is_file() => fs::read(&path).map(Found::File),
        Ok(_) => Ok(Found::SomethingElse),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Found::Nothing),
        Err(error) => Err(error),
    }
}

fn read_manifest(root: &Path) -> BTreeMap<String, String> {
    fs::read_to_string(root.join(manifest::path())).map(|text| manifest::read(&text)).unwrap_or_default()
}

fn is_ours(path: &str, bytes: &[u8], listed: &BTreeMap<String, String>) -> bool {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    String::from_utf8_lossy(first).contains(manifest::MARKER)
        || Path::new(path).starts_with(vendor::FOLDER)
        || listed.get(path).is_some_and(|sum| *sum == manifest::sha256(bytes))
        || (path == SCHEMA && wire_schema::is_schema(bytes))
}

/// The user's file of something that the schema does not name any more is only mentioned.
fn report_orphan(root: &Path, generated: &str, diagnostics: &mut Diagnostics) {
    let Some(file) = generated.strip_prefix(GENERATED) else { return };
    let in_folder = Path::new(file).components().count() > 2;
    let path = format!("src{file}");
    if in_folder && root.join(&path).is_file() {
        diagnostics.push(
            Diagnostic::new(Rule::OrphanFile, "implements something that the schema does not name any more")
                .in_file(path)
                .with_help("delete it if you do not need it: nothing compiles it now"),
        );
    }
}

fn foreign(path: &str, what: &str, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(Rule::ForeignFile, what)
            .in_file(path)
            .with_help("move it elsewhere: `src/generated/` is tfgen's alone, and tfgen touches only what it wrote"),
    );
}

/// A user's file is the user's, but it has to be a file.
fn no_file(path: &str, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(Rule::OutputNotWritable, "is no file, where a file of yours belongs")
            .in_file(path)
            .with_help("move it elsewhere: `tfgen generate` then begins the file for you"),
    );
}

fn unwritable(path: &str, error: &io::Error, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(Rule::OutputNotWritable, format!("cannot be written: {error}"))
            .in_file(path)
            .with_help("check the permissions of the file and its folder, and the space on the disk"),
    );
}

/// Writes one file of our own outside the tree, such as a CLI configuration, whole or not at all.
pub fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|current| current == contents) {
        return Ok(());
    }
    Staged::new(path, contents)?.replace()
}

/// Writes one of the user's files anew, whole or not at all. A link stays one, and the file's permissions stay what they are.
pub fn rewrite(path: &Path, contents: &[u8]) -> io::Result<()> {
    let staged = Staged::new(&fs::canonicalize(path)?, contents)?;
    staged.keep_safe()?;
    staged.replace()
}

/// Writes one of the user's files if nothing is there; `false` if something is.
pub fn write_new(path: &Path, contents: &[u8]) -> io::Result<bool> {
    if fs::symlink_metadata(path).is_ok() {
        return Ok(false);
    }
    Staged::new(path, contents)?.create()?;
    Ok(true)
}

/// Makes a folder of the crate hold exactly these files, by path below the crate's root. What cannot be read or written is a
/// diagnostic; when that is found before the first replacement, as it is for a full or read-only disk, nothing has changed.
pub fn replace_folder(
    root: &Path,
    folder: &str,
    files: &BTreeMap<String, Vec<u8>>,
    diagnostics: &mut Diagnostics,
) -> Changes {
    let mut changes = Changes::default();
    let mut new = Vec::new();
    for (path, contents) in files {
        match state(root, path) {
            Ok(Found::File(current)) if current == *contents => continue,
            Ok(Found::Nothing) => changes.created.push(path.clone()),
            Ok(Found::SomethingElse) if root.join(path).is_dir() => {
                unwritable(path, &io::Error::from(io::ErrorKind::IsADirectory), diagnostics);
                continue;
            }
            Ok(_) => changes.replaced.push(path.clone()),
            Err(error) => {
                unwritable(path, &error, diagnostics);
                continue;
            }
        }
        new.push(New { path, contents, ownership: Ownership::Generated });
    }
    disk::list(&root.join(folder), folder, &mut changes.deleted, diagnostics);
    changes.deleted.retain(|path| !files.contains_key(path));
    // What tells the version comes last: a run that ends half-way must not pass for one that has done all.
    let last = vendor::features::manifest_path();
    carry_out(root, folder, new, &last, &changes.deleted, diagnostics);
    changes
}
