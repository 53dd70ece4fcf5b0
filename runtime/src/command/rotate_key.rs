//! `state rotate-key`: encrypts everything with the newest key, each state and its revisions under its lock.

use super::open::locked;
use super::{Answer, Opened};
use crate::context::Cancellation;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::state_store::keeper::{Keeper, key_of};
use crate::state_store::{Rotation, Sealed, Store as _, contents_prefix};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What has come of it so far.
#[derive(Default)]
struct Done {
    all: Rotation,
    /// Which entries have been seen.
    seen: BTreeSet<String>,
    /// What is wrong with those that are as they were.
    left: Vec<String>,
}

pub(super) async fn rotate_key(opened: &Opened<'_>) -> Result<Answer> {
    Ok(rotate(&opened.keeper, opened.cancellation()).await?.answer())
}

async fn rotate(keeper: &Keeper, cancellation: &Cancellation) -> Result<Done> {
    let Some(sealed) = &keeper.stack().sealed else {
        return Err(error("This store does not encrypt").detail("No key is configured for it."));
    };
    let mut done = Done::default();
    if let Some(history) = &keeper.stack().history {
        // What nobody wants back needs no new key.
        history.sweep_orphans().await;
    }
    for name in done.listed(keeper.states().await) {
        if cancellation.is_cancelled() {
            break;
        }
        let key = key_of(&name);
        let mut keys = vec![key.clone()];
        keys.extend(done.listed(sealed.list(&contents_prefix(&key)).await));
        let work = async {
            done.rotate(sealed, &keys).await;
            Ok(())
        };
        if let Err(failed) = locked(keeper, cancellation, &name, "state rotate-key", work).await {
            done.seen.extend(keys);
            done.left.extend(failed.iter().map(|each| format!("state {name:?}: {}", each.in_one_text())));
        }
    }
    // Locks are nobody's to lock, and revisions whose states are gone are swept some day: both change by compare-and-swap.
    let mut rest = done.listed(sealed.list("").await);
    rest.retain(|key| !done.seen.contains(key));
    if cancellation.is_cancelled() && !rest.is_empty() {
        done.left.push(format!("It was interrupted: {} entries were not looked at.", rest.len()));
    } else {
        done.rotate(sealed, &rest).await;
    }
    Ok(done)
}

impl Done {
    /// What is listed. That something could not be is no reason to be silent about the rest.
    fn listed(&mut self, listed: std::result::Result<Vec<String>, impl Into<Diagnostics>>) -> Vec<String> {
        listed.unwrap_or_else(|failed| {
            let failed: Diagnostics = failed.into();
            self.left.extend(failed.iter().map(|each| format!("not all could be listed: {}", each.in_one_text())));
            Vec::new()
        })
    }

    async fn rotate(&mut self, sealed: &Sealed, keys: &[String]) {
        for key in keys {
            self.seen.insert(key.clone());
            match sealed.rotate_entry(key).await {
                Ok(rotation) => self.all += rotation,
                Err(failed) => self.left.push(failed.to_string()),
            }
        }
    }

    fn answer(self) -> Answer {
        let Self { all, left, .. } = self;
        let mut text = format!("{} entries are encrypted anew, {} had the newest key.\n", all.rotated, all.current);
        if !left.is_empty() {
            // Writing to a string does not fail.
            let _ = writeln!(text, "Keep the keys of before: {} are as they were.", left.len());
            for line in &left {
                let _ = writeln!(text, "  {}", line.replace('\n', "\n  "));
            }
        }
        Answer { text: text.into_bytes(), is_bad: !left.is_empty() }
    }
}

#[cfg(test)]
mod tests;
