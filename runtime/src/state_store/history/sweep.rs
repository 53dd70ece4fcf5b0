//! Removing contents that no catalog names: those of revisions that were dropped, and those that a crash left.

use super::remains::parts;
use super::{Catalog, History, Store, contents_prefix, key, now};
use crate::log::Logger;
use std::collections::BTreeSet;

/// A content younger than this may be one that somebody is about to name.
const OLD_SECONDS: u64 = 24 * 60 * 60;

/// How many writes lie between two looks for leftovers.
const EVERY: u64 = 16;

impl History {
    /// Removes contents of revisions. What fails is left to a later sweep: the catalog does not name them.
    pub(super) async fn remove_contents(&self, key: &str, ids: &[String]) {
        for id in ids {
            self.remove(&super::content_key(key, id)).await;
        }
    }

    pub(super) async fn sweep_now_and_then(&self, key: &str, catalog: &Catalog, now: u64) {
        if catalog.sequence().is_multiple_of(EVERY) {
            self.sweep(key, catalog, now).await;
        }
    }

    /// Removes what the catalog does not name and is so old that nobody is about to name it. Whoever has slept for a day just before naming the
    /// next one may do so still: that number is left alone.
    async fn sweep(&self, key: &str, catalog: &Catalog, now: u64) {
        let prefix = contents_prefix(key);
        let Ok(keys) = self.store.list(&prefix).await else { return };
        let named = catalog.ids();
        let left = keys.iter().filter_map(|key| key.strip_prefix(&prefix)).filter(|id| {
            let is_next = parts(id).is_some_and(|(_, sequence, _)| sequence == catalog.next());
            !is_next && is_old(id, now) && !named.iter().any(|name| name == id)
        });
        let left: Vec<String> = left.map(str::to_owned).collect();
        self.remove_contents(key, &left).await;
    }

    /// Removes revisions of entries that are not there any more, as far as they are so old that nobody is about to make such an entry.
    /// Answers how many were removed. What cannot be looked at is left to the next time.
    pub(crate) async fn sweep_orphans(&self) -> usize {
        // First the contents, then the entries: one that is made in between is seen.
        let Ok(places) = self.places().await else { return 0 };
        let Ok(entries) = self.store.list(&self.prefix).await else { return 0 };
        if entries.iter().any(|key| key::is_unknown(key)) {
            // One whose key cannot be read may be the one that the revisions belong to.
            return 0;
        }
        let living: BTreeSet<String> = entries.iter().map(|key| contents_prefix(key)).collect();
        let (now, mut count) = (now(), 0);
        for (place, ids) in places.into_iter().filter(|(place, _)| !living.contains(place)) {
            for id in ids.into_iter().filter(|id| is_old(id, now)) {
                count += usize::from(self.remove(&format!("{place}{id}")).await);
            }
        }
        count
    }

    /// Whether it is gone now.
    async fn remove(&self, content: &str) -> bool {
        let removed = match self.store.version(content).await {
            Ok(Some(version)) => self.store.remove(content, &version).await,
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = &removed {
            Logger::Runtime.debug(format!("A revision was not removed: {error}")).write();
        }
        removed.is_ok()
    }
}

/// Whether a content was written so long ago that nobody is about to name it.
fn is_old(id: &str, now: u64) -> bool {
    parts(id).is_some_and(|(_, _, written)| written.saturating_add(OLD_SECONDS) < now)
}
