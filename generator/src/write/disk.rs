//! Files and folders as the writer needs them: staged contents, listings, empty folders.

use super::unwritable;
use crate::diagnostic::Diagnostics;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The end of temporary names; such files are left behind by a run that was killed.
const TEMPORARY: &str = ".tfgen-tmp";

/// New contents beside the place where they belong. Dropped without an end, nothing is left.
pub struct Staged {
    temporary: PathBuf,
    path: PathBuf,
    folders: Vec<PathBuf>,
    done: bool,
}

impl Staged {
    /// Writes the contents under a temporary name, making folders as needed.
    pub fn new(path: &Path, contents: &[u8]) -> io::Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}{TEMPORARY}", std::process::id()));
        let temporary = path.with_file_name(name);
        let mut staged = Self { temporary, path: path.to_owned(), folders: Vec::new(), done: false };
        staged.make_folders()?;
        let mut file = File::create(&staged.temporary)?;
        file.write_all(contents)?;
        file.flush()?;
        Ok(staged)
    }

    /// Lets the new contents be read and written by whom the old ones could be, and puts them on the disk before the old ones
    /// go: for files that nothing can make anew.
    pub fn keep_safe(&self) -> io::Result<()> {
        fs::set_permissions(&self.temporary, fs::metadata(&self.path)?.permissions())?;
        File::open(&self.temporary)?.sync_all()
    }

    /// Puts the contents in place of what is there, at once.
    pub fn replace(mut self) -> io::Result<()> {
        fs::rename(&self.temporary, &self.path)?;
        self.done = true;
        Ok(())
    }

    /// Puts the contents where nothing is. What has appeared there meanwhile stays.
    pub fn create(mut self) -> io::Result<()> {
        let made = fs::hard_link(&self.temporary, &self.path).or_else(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Ok(()),
            // A file system without links.
            _ => copy_new(&self.temporary, &self.path),
        });
        self.done = made.is_ok();
        let _ = fs::remove_file(&self.temporary);
        made
    }

    fn make_folders(&mut self) -> io::Result<()> {
        let mut missing = Vec::new();
        let mut folder = self.path.parent();
        while let Some(each) = folder.filter(|each| !each.as_os_str().is_empty() && !each.exists()) {
            missing.push(each.to_owned());
            folder = each.parent();
        }
        for folder in missing.into_iter().rev() {
            fs::create_dir(&folder)?;
            self.folders.push(folder);
        }
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.done {
            // Best effort: the error that matters is the one that brought us here.
            let _ = fs::remove_file(&self.temporary);
            for folder in self.folders.iter().rev() {
                let _ = fs::remove_dir(folder);
            }
        }
    }
}

fn copy_new(from: &Path, to: &Path) -> io::Result<()> {
    let contents = fs::read(from)?;
    match OpenOptions::new().write(true).create_new(true).open(to) {
        // Half a file would pass for the user's own.
        Ok(mut file) => file.write_all(&contents).inspect_err(|_| _ = fs::remove_file(to)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Every file below a folder, by its path below the crate's root, sorted. Hidden files and what a killed run has left
/// are nobody's concern.
pub fn list(folder: &Path, relative: &str, found: &mut Vec<String>, diagnostics: &mut Diagnostics) {
    let entries = match fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return,
        Err(error) => return unwritable(relative, &error, diagnostics),
    };
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let relative = format!("{relative}/{name}");
        if name.starts_with('.') || name.ends_with(TEMPORARY) {
            continue;
        }
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => list(&entry.path(), &relative, found, diagnostics),
            Ok(_) => found.push(relative),
            Err(error) => unwritable(&relative, &error, diagnostics),
        }
    }
    found.sort();
}

/// Removes what killed runs have left in this very folder.
pub fn tidy_files(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().ends_with(TEMPORARY)) {
        let _ = fs::remove_file(entry.path());
    }
}

/// Removes what killed runs have left, and folders that hold nothing, from the inside out.
pub fn tidy(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            tidy(&entry.path());
            // Fails, as it should, while there is something inside.
            let _ = fs::remove_dir(entry.path());
        } else if entry.file_name().to_string_lossy().ends_with(TEMPORARY) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
