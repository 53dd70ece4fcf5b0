//! `data "files_directory"`: lists a directory.

use crate::generated::data_sources::directory::{
    DirectoryData, DirectoryDataConfig, DirectoryEntriesData, DirectoryEntriesKind, attribute,
};
use crate::provider::Files;
use std::fs::{self, DirEntry};
use tfgen_runtime::{Context, DataSource, Result, ResultExt};

/// The data source.
pub struct Directory;

impl DataSource for Directory {
    type Provider = Files;
    type Model = DirectoryData;

    async fn read(cx: Context<Files>, config: DirectoryDataConfig) -> Result<DirectoryData> {
        let path = cx.provider().resolve(&config.path);
        let listing = fs::read_dir(&path).summary("Cannot list the directory").at(attribute::PATH)?;
        let mut entries = Vec::new();
        for entry in listing {
            entries.push(describe(&entry.summary("Cannot list the directory").at(attribute::PATH)?)?);
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(DirectoryData { entries, path: config.path })
    }
}

fn describe(entry: &DirEntry) -> Result<DirectoryEntriesData> {
    let metadata = entry.metadata().summary("Cannot inspect an entry of the directory")?;
    let kind = if metadata.is_symlink() {
        DirectoryEntriesKind::Symlink
    } else if metadata.is_dir() {
        DirectoryEntriesKind::Directory
    } else if metadata.is_file() {
        DirectoryEntriesKind::File
    } else {
        DirectoryEntriesKind::OtherValue
    };
    let size = if metadata.is_file() { Some(i64::try_from(metadata.len())?) } else { None };
    Ok(DirectoryEntriesData { kind, name: entry.file_name().to_string_lossy().into_owned(), size })
}
