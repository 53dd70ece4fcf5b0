//! Removing contents that no catalog names: those of revisions that were dropped, and those that a crash left.

use super::{Catalog, History, Store, contents_prefix};
use crate::log::Logger;

/// A content younger than this may be one that somebody is about to name.
const OLD_SECONDS: u64 = 24 * 60 * 60;

/// How many writes lie between two looks for leftovers.
const EVERY: u64 = 16;

impl History {
    /// Removes contents of revisions. What fails is left to a later sweep: the catalog does not name them.
    pub(super) async fn remove_contents(&self, key: &str, ids: &[String]) {
        for id in ids {
            let content = super::content_key(key, id);
            let removed = match self.store.get(&content).await {
                Ok(Some(entry)) => self.store.delete_if_version(&content, &entry.version).await,
                Ok(None) => Ok(()),
                Err(error) => Err(error),
            };
            if let Err(error) = removed {
                Logger::Runtime.debug(format!("A revision was not removed: {error}")).write();
            }
        }
    }

    pub(super) async fn sweep_now_and_then(&self, key: &str, catalog: &Catalog, now: u64) {
        if catalog.sequence().is_multiple_of(EVERY) {
            self.sweep(key, Some(catalog), now).await;
        }
    }

    /// Removes what the catalog does not name, was numbered before it, and is so old that nobody is about to name it.
    pub(super) async fn sweep(&self, key: &str, catalog: Option<&Catalog>, now: u64) {
        let prefix = contents_prefix(key);
        let Ok(keys) = self.store.list(&prefix).await else { return };
        let named = catalog.map(Catalog::ids).unwrap_or_default();
        let left = keys.iter().filter_map(|key| key.strip_prefix(&prefix)).filter(|id| {
            let mut parts = id.split('-');
            let sequence: Option<u64> = parts.next().and_then(|text| text.parse().ok());
            let written = parts.next().and_then(|text| u64::from_str_radix(text, 16).ok());
            let is_past = sequence.is_some_and(|number| catalog.is_none_or(|catalog| number <= catalog.sequence()));
            let is_old = written.is_some_and(|at| at.saturating_add(OLD_SECONDS) < now);
            is_past && is_old && !named.iter().any(|name| name == id)
        });
        let left: Vec<String> = left.map(str::to_owned).collect();
        self.remove_contents(key, &left).await;
    }
}
