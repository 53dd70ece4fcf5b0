//! `files_directory`: a directory.

use crate::file_system;
use crate::generated::resources::directory::{DirectoryIdentity, DirectoryModel, DirectoryPlan, attribute};
use crate::provider::Files;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use tfgen_runtime::{Apply, Resource, Result, ResultExt, Stored, Update};

/// The managed resource.
pub struct Directory;

impl Resource for Directory {
    type Provider = Files;
    type Model = DirectoryModel;

    async fn create(cx: Apply<Self>, plan: DirectoryPlan) -> Result<DirectoryModel> {
        let path = cx.provider().resolve(&plan.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).summary("Cannot make the parent directories").at(attribute::PATH)?;
        }
        fs::create_dir(&path).summary("Cannot make the directory").at(attribute::PATH)?;
        cx.created(&DirectoryIdentity { path: plan.path.clone() });
        settle(&path, plan)
    }

    async fn read(cx: Stored<Self>, id: DirectoryIdentity) -> Result<Option<DirectoryModel>> {
        let path = cx.provider().resolve(&id.path);
        match file_system::existing(fs::metadata(&path)).summary("Cannot inspect the directory")? {
            Some(metadata) if metadata.is_dir() => Ok(Some(describe(&metadata, id.path))),
            // Something else took its place: the directory is gone.
            _ => Ok(None),
        }
    }

    async fn delete(cx: Stored<Self>, id: DirectoryIdentity) -> Result<()> {
        let path = cx.provider().resolve(&id.path);
        let force = cx.prior().force_destroy().known().unwrap_or(false);
        let removed = if force { fs::remove_dir_all(&path) } else { fs::remove_dir(&path) };
        file_system::existing(removed)
            .summary("Cannot delete the directory; `force_destroy = true` deletes one that is not empty")?;
        Ok(())
    }
}

impl Update for Directory {
    async fn update(cx: Apply<Self>, id: DirectoryIdentity, plan: DirectoryPlan) -> Result<DirectoryModel> {
        settle(&cx.provider().resolve(&id.path), plan)
    }
}

/// Sets mode and owner, then answers what is on disk.
fn settle(path: &Path, plan: DirectoryPlan) -> Result<DirectoryModel> {
    let metadata = fs::metadata(path).summary("Cannot inspect the directory")?;
    file_system::set_owner(path, &metadata, plan.uid, plan.gid)
        .summary("Cannot change the owner")
        .at(attribute::UID)?;
    file_system::set_mode(path, &plan.mode).summary("Cannot change the mode").at(attribute::MODE)?;
    Ok(describe(&fs::metadata(path).summary("Cannot inspect the directory")?, plan.path))
}

fn describe(metadata: &fs::Metadata, path: String) -> DirectoryModel {
    DirectoryModel { gid: metadata.gid().into(), mode: file_system::mode(metadata), path, uid: metadata.uid().into() }
}
