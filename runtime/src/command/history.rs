//! `state history`, `state restore` and `state revision delete`.

use super::table::table;
use super::{Answer, Opened};
use crate::diagnostic::Result;
use crate::format::time::timestamp;
use std::time::Duration;

pub(super) async fn history(opened: &Opened<'_>) -> Result<Answer> {
    let history = opened.history()?;
    let revisions = history.revisions(&opened.key()).await?;
    if revisions.is_empty() && history.version(&opened.key()).await?.is_absent() {
        return Err(opened.missing());
    }
    let count = revisions.len();
    let rows: Vec<_> = revisions
        .into_iter()
        .enumerate()
        .map(|(at, revision)| {
            let when = timestamp(Duration::from_secs(revision.written));
            let note = match revision.restored {
                Some(of) => format!("restored {of}"),
                None => String::new(),
            };
            let current = if at + 1 == count { "*" } else { "" };
            [
                current.to_owned(),
                revision.id,
                when.get(..19).unwrap_or_default().to_owned(),
                revision.size.to_string(),
                revision.author,
                note,
            ]
        })
        .collect();
    Ok(table(["", "REVISION", "WRITTEN (UTC)", "BYTES", "BY", ""], &rows).into())
}

pub(super) async fn restore(opened: &Opened<'_>, revision: &str) -> Result<Answer> {
    let (history, key) = (opened.history()?, opened.key());
    // It has to be a state, and the lock keeps runs out that would go on from what is there now.
    let restored = opened.snapshot(Some(revision)).await?;
    let work = async {
        let version = history.version(&key).await?;
        Ok(history.restore(&key, &version, revision).await? != version)
    };
    if !opened.locked(&opened.state, "state restore", work).await? {
        return Ok(format!(
            "The state \"{}\" is what it was at the revision {revision}: nothing was changed.\n",
            opened.state
        )
        .into());
    }
    Ok(format!(
        "The state \"{}\" is the revision {revision} again: serial {}, {} objects.\n",
        opened.state,
        restored.serial(),
        restored.entries().len()
    )
    .into())
}

pub(super) async fn delete_revision(opened: &Opened<'_>, revision: &str) -> Result<Answer> {
    let (history, key) = (opened.history()?, opened.key());
    let work = async {
        let version = history.version(&key).await?;
        Ok(history.delete_revision(&key, &version, revision).await?)
    };
    opened.locked(&opened.state, "state revision delete", work).await?;
    Ok(format!("The revision {revision} of the state \"{}\" is deleted.\n", opened.state).into())
}
