//! `state verify`: whether all states and all their revisions are whole, and what is wrong with those that are not.

use super::{Answer, Opened};
use crate::diagnostic::Result;
use crate::state_store::keeper::key_of;
use crate::state_store::{Body, Snapshot};
use std::fmt::Write as _;

pub(super) async fn verify(opened: &Opened<'_>) -> Result<Answer> {
    let (mut text, mut is_bad) = (String::new(), false);
    for name in opened.keeper.states().await? {
        let wrong = state(opened, &name).await?;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{name}: {}",
            if wrong.is_empty() { "sound".to_owned() } else { format!("{} findings", wrong.len()) }
        );
        for line in wrong {
            is_bad = true;
            let _ = writeln!(text, "  {line}");
        }
    }
    if text.is_empty() {
        text.push_str("There are no states.\n");
    }
    Ok(Answer { text: text.into_bytes(), is_bad })
}

async fn state(opened: &Opened<'_>, name: &str) -> Result<Vec<String>> {
    let mut wrong = match opened.keeper.read(name).await {
        Ok(body) => body.as_ref().map(findings).unwrap_or_default(),
        Err(failed) => vec![failed.to_string()],
    };
    let Some(history) = &opened.keeper.stack().history else { return Ok(wrong) };
    let key = key_of(name);
    let revisions = match history.revisions(&key).await {
        Ok(revisions) => revisions,
        // That was said of the state already.
        Err(_) if !wrong.is_empty() => return Ok(wrong),
        Err(failed) => {
            wrong.push(failed.to_string());
            return Ok(wrong);
        }
    };
    let before = revisions.len().saturating_sub(1);
    for revision in revisions.into_iter().take(before) {
        match history.revision(&key, &revision.id).await {
            Ok((_, body)) => {
                wrong.extend(findings(&body).into_iter().map(|line| format!("revision {}: {line}", revision.id)));
            }
            Err(failed) => wrong.push(failed.to_string()),
        }
    }
    Ok(wrong)
}

fn findings(body: &Body) -> Vec<String> {
    let findings = match Snapshot::read(&body.to_vec()) {
        Ok(snapshot) => snapshot.validate(),
        Err(findings) => findings,
    };
    findings.iter().map(ToString::to_string).collect()
}
