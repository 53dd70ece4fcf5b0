//! What can be done with revisions: list, read, restore, delete. Each change is guarded by the version of the entry.

use super::{Body, Catalog, Current, Error, ErrorKind, History, Result, Revision, Store, Version};

impl History {
    /// The revisions of an entry, the oldest first and the current one last. None if there is no such entry, or if it was stored
    /// without history.
    pub async fn revisions(&self, key: &str) -> Result<Vec<Revision>> {
        Ok(self.catalog(key).await?.map(|(_, catalog)| catalog.revisions).unwrap_or_default())
    }

    /// A revision by its name, a beginning of it that no other has, or its number; with its content. Where the catalog is damaged, it is
    /// one of those that [are still there](History::remains).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Invalid`] if there is none; it says which there are.
    pub async fn revision(&self, key: &str, name: &str) -> Result<(Revision, Body)> {
        let catalog = match self.catalog(key).await {
            Err(failed) if failed.kind() == ErrorKind::Corrupt => self.remaining(key, failed).await?,
            found => found?.ok_or_else(|| no_revisions(key))?.1,
        };
        let revision = catalog.find(name).ok_or_else(|| unknown(key, name, &catalog))?;
        let body = self.content(key, revision).await?.ok_or_else(|| missing(key, revision))?;
        Ok((revision.clone(), body))
    }

    /// Makes the content of a revision current, as a new revision, if the entry has this version. If it is the current
    /// content already, nothing happens. A catalog that is damaged is replaced by one of all revisions that are still there.
    ///
    /// # Errors
    ///
    /// A conflict if somebody has written since; [`ErrorKind::Invalid`] if there is no such revision.
    pub async fn restore(&self, key: &str, version: &Version, name: &str) -> Result<Version> {
        let (revision, body) = self.revision(key, name).await?;
        match self.catalog(key).await {
            Ok(Some((actual, catalog)))
                if actual == *version && catalog.current().is_some_and(|current| current.is_of(&body)) =>
            {
                // Unless it is damaged: then it is written anew.
                let is_whole = self.entry(key).await.is_ok();
                if is_whole { Ok(actual) } else { self.put(key, version, body, Some(&revision.id)).await }
            }
            Err(failed) if failed.kind() == ErrorKind::Corrupt => {
                self.mend(key, version, body, &revision.id, failed).await
            }
            _ => self.put(key, version, body, Some(&revision.id)).await,
        }
    }

    /// Deletes a revision that is not the current one, if the entry has this version. Answers the new version.
    ///
    /// # Errors
    ///
    /// A conflict if somebody has written since; [`ErrorKind::Invalid`] if there is no such revision, or if it is the current one.
    pub async fn delete_revision(&self, key: &str, version: &Version, name: &str) -> Result<Version> {
        let (actual, mut catalog) = self.catalog(key).await?.ok_or_else(|| no_revisions(key))?;
        if actual != *version {
            return Err(Error::conflict(key, version, &actual));
        }
        let id = catalog.find(name).ok_or_else(|| unknown(key, name, &catalog))?.id.clone();
        if catalog.current().is_some_and(|current| current.id == id) {
            return Err(Error::new(ErrorKind::Invalid, format!("The revision {id} of {key:?} is the current one"))
                .detail("Restore another one first, or delete the whole state."));
        }
        catalog.revisions.retain(|revision| revision.id != id);
        let version = self.store.put_if_version(key, version, catalog.encode()).await?;
        self.remove_contents(key, &[id]).await;
        Ok(version)
    }

    /// The version of an entry, also where its current content or its catalog cannot be read.
    pub async fn version(&self, key: &str) -> Result<Version> {
        Ok(self.store.version(key).await?.unwrap_or_default())
    }

    async fn catalog(&self, key: &str) -> Result<Option<(Version, Catalog)>> {
        Ok(match self.current(key).await? {
            Some((version, Current::Catalog(catalog))) => Some((version, catalog)),
            _ => None,
        })
    }
}

fn no_revisions(key: &str) -> Error {
    Error::new(ErrorKind::Invalid, format!("{key:?} has no revisions"))
        .detail("It is not there, or it was not written since the store keeps a history.")
}

fn unknown(key: &str, name: &str, catalog: &Catalog) -> Error {
    let ids: Vec<&str> = catalog.revisions.iter().rev().take(10).map(|revision| revision.id.as_str()).collect();
    let more = if catalog.revisions.len() > ids.len() {
        format!(" and {} older ones", catalog.revisions.len() - ids.len())
    } else {
        String::new()
    };
    Error::new(ErrorKind::Invalid, format!("{key:?} has no revision {name:?}")).detail(format!(
        "A name, a beginning of one that no other has, or a number is due. There are: {}{more}.",
        ids.join(", ")
    ))
}

fn missing(key: &str, revision: &Revision) -> Error {
    Error::new(ErrorKind::Corrupt, format!("The content of the revision {} of {key:?} is missing", revision.id))
}
