//! `state list`: the states there are.

use super::table::table;
use super::{Answer, Opened};
use crate::diagnostic::Result;
use crate::state_store::Snapshot;

pub(super) async fn list(opened: &Opened<'_>) -> Result<Answer> {
    let mut rows = Vec::new();
    for name in opened.keeper.states().await? {
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
            Err(_) => {
                [name, "?".to_owned(), "?".to_owned(), "?".to_owned(), "unreadable: see `state verify`".to_owned()]
            }
        };
        rows.push(row);
    }
    Ok(table(["NAME", "SERIAL", "OBJECTS", "BYTES", "TERRAFORM"], &rows).into())
}
