//! `state rotate-key`: encrypts everything with the newest key, each state and its revisions under its lock.

use super::{Answer, Opened};
use crate::diagnostic::{Result, error};
use crate::state_store::keeper::key_of;
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
    let Some(sealed) = &opened.keeper.stack().sealed else {
        return Err(error("This store does not encrypt").detail("No key is configured for it."));
    };
    let mut done = Done::default();
    for name in opened.keeper.states().await? {
        if opened.is_interrupted() {
            break;
        }
        let key = key_of(&name);
        let mut keys = vec![key.clone()];
        keys.extend(sealed.list(&contents_prefix(&key)).await?);
        let work = async {
            done.rotate(sealed, &keys).await;
            Ok(())
        };
        if let Err(failed) = opened.locked(&name, "state rotate-key", work).await {
            done.seen.extend(keys);
            done.left.extend(failed.iter().map(|each| format!("state {name:?}: {}", each.in_one_text())));
        }
    }
    // Locks are nobody's to lock, and revisions whose states are gone are swept some day: both change by compare-and-swap.
    let mut rest = sealed.list("").await?;
    rest.retain(|key| !done.seen.contains(key));
    if opened.is_interrupted() && !rest.is_empty() {
        done.left.push(format!("It was interrupted: {} entries were not looked at.", rest.len()));
    } else {
        done.rotate(sealed, &rest).await;
    }
    Ok(done.answer())
}

impl Done {
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
