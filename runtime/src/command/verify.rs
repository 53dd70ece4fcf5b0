//! `state verify`: whether all states and all their revisions are whole, and what is wrong with those that are not. What is left of states that
//! are gone is cleared away.

use super::{Answer, Opened};
use crate::diagnostic::Result;
use crate::state_store::keeper::key_of;
use crate::state_store::{Body, Snapshot, Store as _};
use std::fmt::Write as _;

pub(super) async fn verify(opened: &Opened<'_>) -> Result<Answer> {
    let (mut text, mut is_bad) = (String::new(), false);
    let mut tell = |name: &str, wrong: Vec<String>| {
        is_bad |= !wrong.is_empty();
        let outcome = if wrong.is_empty() { "sound".to_owned() } else { format!("{} findings", wrong.len()) };
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name}: {outcome}");
        for line in wrong {
            let _ = writeln!(text, "  {line}");
        }
    };
    let (names, nameless) = opened.keeper.listed().await?;
    for name in &names {
        tell(name, state(opened, name).await?);
    }
    for key in &nameless {
        // Where it can be read by now, it has a name, too.
        if let Err(failed) = opened.keeper.stack().store.get(key).await {
            tell(key, vec![failed.to_string()]);
        }
    }
    if text.is_empty() {
        text.push_str("There are no states.\n");
    }
    if let Some(history) = &opened.keeper.stack().history {
        match history.sweep_orphans().await {
            0 => {}
            count => {
                let _ = writeln!(text, "{count} revisions of states that are gone were cleared away.");
            }
        }
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
