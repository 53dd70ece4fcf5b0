//! `state locks` and `state unlock`.

use super::table::table;
use super::{Answer, Opened};
use crate::diagnostic::{Result, error};
use crate::state_store::lock::plain;

pub(super) async fn locks(opened: &Opened<'_>) -> Result<Answer> {
    let held = opened.keeper.locks().await?;
    let rows: Vec<_> = held
        .into_iter()
        .map(|(state, id, record)| {
            let record = record.as_ref();
            let text = |part: fn(&crate::state_store::LockRecord) -> &String| {
                record.map(part).map_or_else(|| "?".to_owned(), |text| plain(text))
            };
            [
                plain(&state),
                id,
                text(|record| &record.operation),
                text(|record| &record.who),
                text(|record| &record.process),
                text(|record| &record.created),
            ]
        })
        .collect();
    Ok(table(["STATE", "LOCK", "FOR", "BY", "PROCESS", "SINCE"], &rows).into())
}

pub(super) async fn unlock(opened: &Opened<'_>, id: Option<&str>, force: bool) -> Result<Answer> {
    let state = &opened.state;
    // An id needs no look at the lock: there may be one that nobody can read.
    let held = if id.is_some() { None } else { opened.keeper.lock_of(state).await? };
    let id = match (id, held) {
        (Some(id), _) => id.to_owned(),
        (None, None) => return Err(error(format!("The state \"{state}\" is not locked"))),
        (None, Some((_, id, _))) if force => id,
        (None, Some((_, id, _))) => {
            return Err(error("Which lock is to be given back?").detail(format!(
                "The state \"{state}\" is locked with the id {id}: `state locks` says by whom. Name that id, or say --force."
            )));
        }
    };
    opened.keeper.unlock(state, &id).await?;
    Ok(format!("The lock {id} of the state \"{state}\" is given back.\n").into())
}
