//! `state diff`: what changed between two revisions of a state.

use super::arguments::Request;
use super::secrets::is_sensitive;
use super::{Answer, Opened};
use crate::diagnostic::{Result, error};
use crate::state_store::{Mask, Snapshot, StateEntry, masked};
use std::fmt::Write as _;
use tfgen_cty::Path;
use tfgen_cty::json::Node;

pub(super) async fn diff(opened: &Opened<'_>, request: &Request) -> Result<Answer> {
    let from = match &request.from {
        Some(from) => from.clone(),
        None => before_that(opened, request.to.as_deref()).await?,
    };
    let before = opened.snapshot(Some(&from)).await?;
    let after = opened.snapshot(request.to.as_deref()).await?;
    let mut text = format!("serial {} → {}\n", before.serial(), after.serial());
    for entry in before.entries().iter().filter(|entry| after.find(&entry.address).is_none()) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "- {}", entry.address);
    }
    for entry in after.entries() {
        match before.find(&entry.address) {
            None => {
                let _ = writeln!(text, "+ {}", entry.address);
            }
            Some(was) => changed(opened, (&before, was), (&after, entry), &mut text),
        }
    }
    outputs(&before, &after, &mut text);
    Ok(text.into())
}

/// The revision before this one, or before the current one.
async fn before_that(opened: &Opened<'_>, to: Option<&str>) -> Result<String> {
    let (history, key) = (opened.history()?, opened.key());
    let revisions = history.revisions(&key).await?;
    let (at, name) = match to {
        None => (revisions.len().checked_sub(1), "the current one".to_owned()),
        Some(to) => {
            let (to, _) = history.revision(&key, to).await?;
            (revisions.iter().position(|revision| revision.id == to.id), to.id)
        }
    };
    let before = at.and_then(|at| revisions.get(at.checked_sub(1)?)).map(|revision| revision.id.clone());
    before.ok_or_else(|| error(format!("The state \"{}\" has no revision before {name}", opened.state)))
}

type Side<'s> = (&'s Snapshot, &'s StateEntry);

/// The root attributes that are different, each with what it was and what it is.
fn changed(opened: &Opened<'_>, before: Side<'_>, after: Side<'_>, text: &mut String) {
    let (was, is) = (before.0.attributes(before.1), after.0.attributes(after.1));
    let (Ok(was), Ok(is)) = (Node::parse(was.as_bytes()), Node::parse(is.as_bytes())) else { return };
    let (was, is) = (was.entries().unwrap_or_default(), is.entries().unwrap_or_default());
    let mut lines = Vec::new();
    let secrets = both(&before.0.secrets(), &after.0.secrets());
    let value = |name: &str, node: Option<&Node<'_>>| {
        // What became sensitive, or is that no more, is so on both sides: one would tell the other.
        let sensitive = |path: &Path| {
            let whole = path.steps().iter().fold(Path::root().attribute(name), |whole, step| whole.step(step.clone()));
            [before, after].iter().any(|(snapshot, entry)| {
                is_sensitive(opened.registry, entry, &whole) || snapshot.is_sensitive(entry, &whole)
            })
        };
        let mask = Mask { is_sensitive: &sensitive, secrets: &secrets };
        node.map_or_else(|| "nothing".to_owned(), |node| masked(node.raw(), mask))
    };
    for (name, now) in &is {
        let then = was.iter().find(|(other, _)| other == name).map(|(_, node)| node);
        if then.map(Node::raw) != Some(now.raw()) {
            lines.push(format!("    {name}: {} → {}", value(name, then), value(name, Some(now))));
        }
    }
    for (name, then) in was.iter().filter(|(name, _)| is.iter().all(|(other, _)| other != name)) {
        lines.push(format!("    {name}: {} → nothing", value(name, Some(then))));
    }
    if before.1.tainted != after.1.tainted {
        lines.push(format!("    tainted: {} → {}", before.1.tainted, after.1.tainted));
    }
    if !lines.is_empty() {
        let _ = writeln!(text, "~ {}\n{}", after.1.address, lines.join("\n"));
    }
}

fn both(one: &[String], other: &[String]) -> Vec<String> {
    one.iter().chain(other).cloned().collect()
}

fn outputs(before: &Snapshot, after: &Snapshot, text: &mut String) {
    let secrets = both(&before.secrets(), &after.secrets());
    let value = |of: &Snapshot, name: &str| {
        let Some(output) = of.output(name) else { return "nothing".to_owned() };
        let sensitive = [before, after].iter().any(|of| of.output(name).is_some_and(|output| output.sensitive));
        let is_sensitive: &dyn Fn(&Path) -> bool = &|path| path.is_root() && sensitive;
        masked(of.value(output), Mask { is_sensitive, secrets: &secrets })
    };
    let mut names: Vec<&str> =
        before.outputs().iter().chain(after.outputs()).map(|output| output.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let raw = |of: &Snapshot| of.output(name).map(|output| of.value(output).to_owned());
        if raw(before) != raw(after) {
            let _ = writeln!(text, "~ output {name}: {} → {}", value(before, name), value(after, name));
        }
    }
}
