//! `state pull`: a state as it is, to the byte.

use super::{Answer, Opened};
use crate::diagnostic::Result;

pub(super) async fn pull(opened: &Opened<'_>, revision: Option<&str>) -> Result<Answer> {
    Ok(Answer { text: opened.bytes(revision).await?, is_bad: false })
}
