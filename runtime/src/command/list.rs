//! `state list`: the states there are.

use super::table::table;
use super::{Answer, Opened};
use crate::diagnostic::Result;
use crate::state_store::Snapshot;

pub(super) async fn list(opened: &Opened<'_>) -> Result<Answer> {
    let mut rows = Vec::new();
    let (names, nameless) = opened.keeper.listed().await?;
    for name in names {
        let row = match opened.keeper.read(&name).await {
            Ok(None) => continue,
            Ok(Some(body)) => match Snapshot::read(&body.to_vec()) {
                Ok(snapshot) => {
                    let (serial, entries) = (snapshot.serial().to_string(), snapshot.entries().len().to_string());
                    [name, serial, entries, body.len().to_string(), snapshot.terraform_version().to_owned()]
                }
                Err(_) => [
                    name,
                    "?".to_owned(),
                    "?".to_owned(),
                    body.len().to_string(),
                    "no state: see `state verify`".to_owned(),
                ],
            },
            Err(_) => unreadable(name),
        };
        rows.push(row);
    }
    rows.extend(nameless.into_iter().map(unreadable));
    Ok(table(["NAME", "SERIAL", "OBJECTS", "BYTES", "TERRAFORM"], &rows).into())
}

fn unreadable(name: String) -> [String; 5] {
    let unknown = || "?".to_owned();
    [name, unknown(), unknown(), unknown(), "unreadable: see `state verify`".to_owned()]
}
