//! Revisions without their catalog: what is still there when it is damaged, and how it is made anew.

use super::{
    Body, Catalog, Error, ErrorKind, HISTORY, History, Result, Revision, Store, Version, contents_prefix, now,
};

impl History {
    /// The revisions of an entry whose catalog is damaged, as their contents tell, in the order of their writes. None of them is known to be the current
    /// one: the last one may have been written without ever becoming that. Who wrote them only the catalog knew.
    ///
    /// # Errors
    ///
    /// Those of listing them. A content that cannot be read is passed by.
    pub async fn remains(&self, key: &str) -> Result<Vec<Revision>> {
        let prefix = contents_prefix(key);
        let mut revisions = Vec::new();
        for content in self.store.list(&prefix).await? {
            let Some((id, sequence, written)) = content.strip_prefix(&prefix).and_then(parts) else { continue };
            let Ok(Some(entry)) = self.store.get(&content).await else { continue };
            revisions.push(Revision {
                id: id.to_owned(),
                sequence,
                written,
                author: String::new(),
                run: String::new(),
                size: u64::try_from(entry.body.len()).unwrap_or(u64::MAX),
                sha256: entry.body.sha256(),
                restored: None,
            });
        }
        revisions.sort_by(|one, other| {
            (one.sequence, one.written, &one.id).cmp(&(other.sequence, other.written, &other.id))
        });
        Ok(revisions)
    }

    /// The same as a catalog; where nothing is left, what is wrong with the one that was there.
    pub(super) async fn remaining(&self, key: &str, damage: Error) -> Result<Catalog> {
        let mut catalog = Catalog::default();
        for revision in self.remains(key).await? {
            catalog.add(revision);
        }
        if catalog.current().is_some() { Ok(catalog) } else { Err(damage) }
    }

    /// Replaces a damaged catalog of this version by one of what is left, with a content of those made current.
    pub(super) async fn mend(
        &self,
        key: &str,
        version: &Version,
        body: Body,
        restored: &str,
        damage: Error,
    ) -> Result<Version> {
        let actual = self.version(key).await?;
        if actual != *version {
            return Err(Error::conflict(key, version, &actual));
        }
        let mut catalog = self.remaining(key, damage).await?;
        let revision = self.write_content(key, body, catalog.next(), now(), Some(restored)).await?;
        catalog.add(revision);
        self.store.put_if_version(key, version, catalog.encode()).await.map_err(|failed| match failed.kind() {
            ErrorKind::Corrupt | ErrorKind::Conflict => {
                failed.summary(format!("The damaged catalog of {key:?} could not be replaced"))
            }
            _ => failed,
        })
    }

    /// Keys below which revisions lie, each with a `/` at its end, and the names of the revisions there.
    pub(super) async fn places(&self) -> Result<Vec<(String, Vec<String>)>> {
        let mut places: Vec<(String, Vec<String>)> = Vec::new();
        for key in self.store.list(HISTORY).await? {
            let Some((place, id)) = key.rsplit_once('/') else { continue };
            match places.last_mut().filter(|(last, _)| last.strip_suffix('/') == Some(place)) {
                Some((_, ids)) => ids.push(id.to_owned()),
                None => places.push((format!("{place}/"), vec![id.to_owned()])),
            }
        }
        Ok(places)
    }
}

/// The name of a revision with its number and when it was written; `None` if it is none.
pub(super) fn parts(id: &str) -> Option<(&str, u64, u64)> {
    let mut parts = id.split('-');
    let sequence = parts.next()?.parse().ok()?;
    let written = u64::from_str_radix(parts.next()?, 16).ok()?;
    parts.next().map(|_| (id, sequence, written))
}
