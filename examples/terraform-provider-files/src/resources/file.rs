//! `files_file`: a regular file.

use crate::file_system;
use crate::generated::resources::file::{FileIdentity, FileModel, FilePlan, FileView, attribute};
use crate::provider::Files;
use base64::prelude::{BASE64_STANDARD, Engine};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use tfgen_runtime::{Apply, Resource, Result, ResultExt, Stored, Update, error};

/// The managed resource.
pub struct File;

impl Resource for File {
    type Provider = Files;
    type Model = FileModel;

    async fn create(cx: Apply<Self>, plan: FilePlan) -> Result<FileModel> {
        let path = cx.provider().resolve(&plan.path);
        if fs::symlink_metadata(&path).is_ok() {
            return Err(error("The file exists already")
                .detail(format!("{} is there and would be overwritten. Import it, or remove it first.", path.display()))
                .at(attribute::PATH));
        }
        if let Some(parent) = path.parent().filter(|_| plan.create_parents) {
            fs::create_dir_all(parent).summary("Cannot make the parent directories").at(attribute::PATH)?;
        }
        file_system::write(&path, &content(&plan)?).summary("Cannot write the file").at(attribute::PATH)?;
        cx.created(&FileIdentity { path: plan.path.clone() });
        settle(&path, &plan)
    }

    async fn read(cx: Stored<Self>, id: FileIdentity) -> Result<Option<FileModel>> {
        let path = cx.provider().resolve(&id.path);
        let Some(content) = file_system::existing(fs::read(&path)).summary("Cannot read the file")? else {
            return Ok(None);
        };
        let as_base64 = wants_base64(&cx.prior());
        describe(&path, id.path, content, as_base64).map(Some)
    }

    async fn delete(cx: Stored<Self>, id: FileIdentity) -> Result<()> {
        let path = cx.provider().resolve(&id.path);
        file_system::existing(fs::remove_file(&path)).summary("Cannot delete the file")?;
        Ok(())
    }
}

impl Update for File {
    async fn update(cx: Apply<Self>, id: FileIdentity, plan: FilePlan) -> Result<FileModel> {
        let path = cx.provider().resolve(&id.path);
        if cx.changed(attribute::CONTENT) || cx.changed(attribute::CONTENT_BASE64) {
            file_system::write(&path, &content(&plan)?).summary("Cannot write the file")?;
        }
        settle(&path, &plan)
    }
}

/// The bytes that the plan asks for.
fn content(plan: &FilePlan) -> Result<Vec<u8>> {
    match (&plan.content, &plan.content_base64) {
        (Some(text), _) => Ok(text.clone().into_bytes()),
        (None, Some(encoded)) => {
            BASE64_STANDARD.decode(encoded).summary("The content is not Base64").at(attribute::CONTENT_BASE64)
        }
        (None, None) => Ok(Vec::new()),
    }
}

/// Sets mode and owner, then answers what is on disk.
fn settle(path: &Path, plan: &FilePlan) -> Result<FileModel> {
    let metadata = fs::metadata(path).summary("Cannot inspect the file")?;
    file_system::set_owner(path, &metadata, plan.uid, plan.gid)
        .summary("Cannot change the owner")
        .at(attribute::UID)?;
    file_system::set_mode(path, &plan.mode).summary("Cannot change the mode").at(attribute::MODE)?;
    let content = fs::read(path).summary("Cannot read the file")?;
    describe(path, plan.path.clone(), content, plan.content_base64.is_some())
}

/// Which of the two content attributes the state holds. An imported file has neither yet.
fn wants_base64(prior: &FileView) -> bool {
    prior.content_base64().known().is_some()
}

fn describe(path: &Path, written: String, content: Vec<u8>, as_base64: bool) -> Result<FileModel> {
    let metadata = fs::metadata(path).summary("Cannot inspect the file")?;
    let (sha256, size) = (file_system::sha256(&content), i64::try_from(content.len())?);
    let (content, content_base64) = match String::from_utf8(content) {
        Ok(text) if !as_base64 => (Some(text), None),
        Ok(text) => (None, Some(BASE64_STANDARD.encode(text))),
        Err(binary) => (None, Some(BASE64_STANDARD.encode(binary.as_bytes()))),
    };
    Ok(FileModel {
        content,
        content_base64,
        gid: metadata.gid().into(),
        mode: file_system::mode(&metadata),
        path: written,
        sha256,
        size,
        uid: metadata.uid().into(),
    })
}
