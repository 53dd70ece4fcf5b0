//! `state history`, `state restore` and `state revision delete`.

use super::table::table;
use super::{Answer, Opened};
use crate::diagnostic::Result;
use crate::format::time::timestamp;
use crate::state_store::{Error, ErrorKind, Revision};
use std::time::Duration;

pub(super) async fn history(opened: &Opened<'_>) -> Result<Answer> {
    let (history, key) = (opened.history()?, opened.key());
    let revisions = match history.revisions(&key).await {
        Err(failed) if failed.kind() == ErrorKind::Corrupt => return remains(opened, failed).await,
        revisions => revisions?,
    };
    if revisions.is_empty() && history.version(&key).await?.is_absent() {
        return Err(opened.missing());
    }
    let current = revisions.len().checked_sub(1);
    Ok(listed(revisions, current).into())
}

/// What there is where the catalog is damaged. It is no success: the state cannot be read until one of them is restored.
async fn remains(opened: &Opened<'_>, damage: Error) -> Result<Answer> {
    let revisions = opened.history()?.remains(&opened.key()).await?;
    if revisions.is_empty() {
        return Err(damage.into());
    }
    let text = format!("{damage}\n\n{}", listed(revisions, None));
    Ok(Answer { text: text.into_bytes(), is_bad: true })
}

/// `current` is the place of the current one, if it is known.
fn listed(revisions: Vec<Revision>, current: Option<usize>) -> String {
    let rows: Vec<_> = revisions
        .into_iter()
        .enumerate()
        .map(|(at, revision)| {
            let when = timestamp(Duration::from_secs(revision.written));
            let note = match revision.restored {
                Some(of) => format!("restored {of}"),
                None => String::new(),
            };
            let mark = if current == Some(at) { "*" } else { "" };
            [
                mark.to_owned(),
                revision.id,
                when.get(..19).unwrap_or_default().to_owned(),
                revision.size.to_string(),
                revision.author,
                note,
            ]
        })
        .collect();
    table(["", "REVISION", "WRITTEN (UTC)", "BYTES", "BY", ""], &rows)
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
