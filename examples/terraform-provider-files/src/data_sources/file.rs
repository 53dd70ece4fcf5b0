//! `data "files_file"`: reads a file.

use crate::file_system;
use crate::generated::data_sources::file::{FileData, FileDataConfig, attribute};
use crate::provider::Files;
use base64::prelude::{BASE64_STANDARD, Engine};
use std::fs;
use std::os::unix::fs::MetadataExt;
use tfgen_runtime::{Context, DataSource, Result, ResultExt};

/// The data source.
pub struct File;

impl DataSource for File {
    type Provider = Files;
    type Model = FileData;

    async fn read(cx: Context<Files>, config: FileDataConfig) -> Result<FileData> {
        let path = cx.provider().resolve(&config.path);
        let content = fs::read(&path).summary("Cannot read the file").at(attribute::PATH)?;
        let metadata = fs::metadata(&path).summary("Cannot inspect the file").at(attribute::PATH)?;
        Ok(FileData {
            content_base64: BASE64_STANDARD.encode(&content),
            gid: metadata.gid().into(),
            mode: file_system::mode(&metadata),
            path: config.path,
            sha256: file_system::sha256(&content),
            size: i64::try_from(content.len())?,
            uid: metadata.uid().into(),
            content: String::from_utf8(content).ok(),
        })
    }
}
