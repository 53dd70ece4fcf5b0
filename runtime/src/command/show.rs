//! `state show`: what a state holds, and what one object is, without sensitive values.

use super::secrets::is_sensitive;
use super::{Answer, Opened};
use crate::diagnostic::{Result, error};
use crate::state_store::{Mask, Snapshot, StateEntry, masked};
use std::fmt::Write as _;
use tfgen_cty::Path;

pub(super) async fn show(opened: &Opened<'_>, address: Option<&str>, revision: Option<&str>) -> Result<Answer> {
    let snapshot = opened.snapshot(revision).await?;
    let Some(address) = address else { return Ok(whole(&opened.state, &snapshot).into()) };
    let entry = snapshot.find(address).ok_or_else(|| {
        let begins: Vec<&str> = snapshot
            .entries()
            .iter()
            .map(|entry| entry.address.as_str())
            .filter(|known| known.starts_with(address))
            .collect();
        let near = if begins.is_empty() {
            "`state show` without an address lists them.".to_owned()
        } else {
            format!("There are: {}.", begins.join(", "))
        };
        error(format!("The state \"{}\" has no {address}", opened.state)).detail(near)
    })?;
    Ok(one(opened, &snapshot, entry).into())
}

fn whole(state: &str, snapshot: &Snapshot) -> String {
    let mut text = format!(
        "state {state}: serial {}, lineage {}, written by Terraform {}, content {}\n",
        snapshot.serial(),
        snapshot.lineage(),
        snapshot.terraform_version(),
        snapshot.content_revision().get(..16).unwrap_or_default()
    );
    for entry in snapshot.entries() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}{}", entry.address, if entry.tainted { " (tainted)" } else { "" });
    }
    let secrets = snapshot.secrets();
    for output in snapshot.outputs() {
        let is_sensitive: &dyn Fn(&Path) -> bool = &|path| path.is_root() && output.sensitive;
        let value = masked(snapshot.value(output), Mask { is_sensitive, secrets: &secrets });
        let _ = writeln!(text, "output {} = {value}", output.name);
    }
    text
}

fn one(opened: &Opened<'_>, snapshot: &Snapshot, entry: &StateEntry) -> String {
    let mut text =
        format!("{}\n  provider {}, schema version {}\n", entry.address, entry.provider, entry.schema_version);
    if entry.tainted {
        text.push_str("  tainted: it will be replaced\n");
    }
    for dependency in &entry.dependencies {
        let _ = writeln!(text, "  depends on {dependency}");
    }
    let shown = snapshot.shown(entry, &|path| is_sensitive(opened.registry, entry, path));
    let _ = writeln!(text, "{shown}");
    text
}
