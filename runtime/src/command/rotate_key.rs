//! `state rotate-key`: encrypts all states and all revisions with the newest key, each state under its lock.

use super::{Answer, Opened};
use crate::diagnostic::{Result, error};
use crate::state_store::keeper::key_of;
use crate::state_store::{Rotation, contents_prefix};

pub(super) async fn rotate_key(opened: &Opened<'_>) -> Result<Answer> {
    let Some(sealed) = &opened.keeper.stack().sealed else {
        return Err(error("This store does not encrypt").detail("No key is configured for it."));
    };
    let mut all = Rotation::default();
    for name in opened.keeper.states().await? {
        let key = key_of(&name);
        let work = async {
            let mut done = sealed.rotate_entry(&key).await?;
            done += sealed.rotate(&contents_prefix(&key)).await?;
            Ok(done)
        };
        all += opened.locked(&name, "state rotate-key", work).await?;
    }
    Ok(format!("{} entries are encrypted anew, {} had the newest key.\n", all.rotated, all.current).into())
}
