//! Samples: objects as older versions of a provider stored them, in files of its crate. Generated tests bring each of them
//! to today's form, the way that Terraform has it done, and compare.
//!
//! Only tests come here, and nothing here changes a file. It is compiled with every provider and linked into none: with a
//! feature for it, whoever builds a provider and tests it would compile the whole runtime twice.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::handlers::{Handlers, upgrade_resource_identity, upgrade_resource_state};
use crate::registry::{Registry, ResourceEntry};
use crate::schema::{Steps, Upgrade};
use crate::upgrade::{StoredObject, plain_with_type, unmet};
use std::fmt::{self, Write as _};
use std::fs;
use std::path::Path;
use tfgen_cty::json::Node;
use tfgen_cty::{Type, Value, json};

/// A sample that is missing, that proves nothing, or that an upgrade makes something else of than it should.
pub struct BrokenSample(String);

impl fmt::Debug for BrokenSample {
    /// The words themselves: this is what a failed test shows.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Upgrades the state of version `from` that the file below `root` holds, and compares.
///
/// # Errors
///
/// A file that is missing or is no sample, a state in which a step of the upgrade finds nothing to do, an upgrade that fails,
/// and a result that is not the one in the file.
pub fn test_upgrade(
    registry: &Registry,
    type_name: &str,
    from: i64,
    root: &str,
    file: &str,
) -> Result<(), BrokenSample> {
    let sample = Sample { type_name, from, file, what: "state", source: "the `attributes` of an object" };
    sample.test(
        registry,
        root,
        |entry| (entry.schema.upgrades, entry.ty()),
        |entry, bytes| {
            let request = upgrade_resource_state::Request { version: from, raw_state: bytes.into() };
            let response = Handlers::upgrade_resource_state(entry, &request);
            (response.upgraded_state, response.diagnostics)
        },
    )
}

/// The same for the identity of version `from`.
///
/// # Errors
///
/// As [`test_upgrade`].
pub fn test_identity_upgrade(
    registry: &Registry,
    type_name: &str,
    from: i64,
    root: &str,
    file: &str,
) -> Result<(), BrokenSample> {
    let sample = Sample { type_name, from, file, what: "identity", source: "the `identity` of an object" };
    sample.test(
        registry,
        root,
        |entry| (entry.schema.identity_upgrades, entry.identity_type()),
        |entry, bytes| {
            let request = upgrade_resource_identity::Request { version: from, raw_identity: bytes.into() };
            let response = Handlers::upgrade_resource_identity(entry, &request);
            (response.upgraded_identity, response.diagnostics)
        },
    )
}

/// One sample, and what it is of.
struct Sample<'a> {
    type_name: &'a str,
    from: i64,
    file: &'a str,
    /// `state` or `identity`: the key in the file.
    what: &'static str,
    /// Where a real one is found.
    source: &'static str,
}

impl Sample<'_> {
    fn test<'r>(
        &self,
        registry: &'r Registry,
        root: &str,
        table: impl Fn(&'r ResourceEntry) -> (&'static [Upgrade], &'r Type),
        upgrade: impl Fn(&'r ResourceEntry, Vec<u8>) -> (Value, Diagnostics),
    ) -> Result<(), BrokenSample> {
        let Some(entry) = registry.resources.get(self.type_name) else {
            return self.broken(&format!("is of `{}`, which the provider does not have", self.type_name));
        };
        let text = self.read(root)?;
        let (stored, expected) = self.parts(&text)?;
        let (upgrades, ty) = table(entry);
        let steps = upgrades.iter().find(|each| each.from == self.from).map_or(&Steps::DEFAULT, |each| &each.steps);
        self.check_steps(steps, stored)?;
        let (found, diagnostics) = upgrade(entry, stored.as_bytes().to_vec());
        if diagnostics.has_errors() {
            return self.broken(&format!("cannot be upgraded: {}", told(&diagnostics)));
        }
        let Some(expected) = expected else {
            return self.broken(&format!(
                "does not say what its `{}` becomes. It becomes\n\n{}\n\nIf that is right, put it into the file as `upgraded`.",
                self.what,
                pretty(&found)
            ));
        };
        let expected = json::decode(expected.as_bytes(), ty);
        let expected = expected
            .or_else(|failed| self.broken(&format!("has an `upgraded` that today's schema refuses: {failed}")))?;
        if expected == found {
            return Ok(());
        }
        self.broken(&format!(
            "is upgraded to something else than it says:\n{}\nMend the upgrade, or `upgraded` in the file.",
            difference(&expected, &found)
        ))
    }

    fn read(&self, root: &str) -> Result<String, BrokenSample> {
        fs::read_to_string(Path::new(root).join(self.file)).or_else(|failed| {
            self.broken(&format!(
                "cannot be read: {failed}. `tfgen generate` makes it up if it is missing; then put in {} that version {} wrote",
                self.source, self.from
            ))
        })
    }

    /// What was stored, and what it has to become.
    fn parts<'t>(&self, text: &'t str) -> Result<(&'t str, Option<&'t str>), BrokenSample> {
        let node = Node::parse(text.as_bytes()).or_else(|failed| self.broken(&format!("is no JSON: {failed}")))?;
        let Some(entries) = node.entries() else {
            return self.broken(&format!("is no object with `{}` and `upgraded`", self.what));
        };
        if let Some((key, _)) = entries.iter().find(|(key, _)| !["note", self.what, "upgraded"].contains(&&**key)) {
            return self
                .broken(&format!("has `{key}`, where only `{}`, `upgraded` and `note` mean anything", self.what));
        }
        let Some(stored) = node.get(self.what).filter(|stored| stored.entries().is_some()) else {
            return self.broken(&format!(
                "has no object `{}`: put in {} that version {} wrote",
                self.what, self.source, self.from
            ));
        };
        Ok((stored.raw(), node.get("upgraded").filter(|upgraded| !upgraded.is_null()).map(|upgraded| upgraded.raw())))
    }

    /// Every step finds something to do, or the sample would not show that it works.
    fn check_steps(&self, steps: &Steps, stored: &str) -> Result<(), BrokenSample> {
        let object = StoredObject::decode(stored.as_bytes());
        let object = object
            .or_else(|failed| self.broken(&format!("has a `{}` that is refused: {}", self.what, told(&failed))))?;
        let missing = unmet(steps, &object);
        if missing.is_empty() {
            return Ok(());
        }
        let names: Vec<_> = missing.iter().map(|address| format!("`{address}`")).collect();
        self.broken(&format!(
            "shows nothing of {}, which the upgrade from version {} changes: put in {} that has it",
            names.join(", "),
            self.from,
            self.source
        ))
    }

    fn broken<T>(&self, what: &str) -> Result<T, BrokenSample> {
        Err(BrokenSample(format!("the sample `{}` {what}", self.file)))
    }
}

/// Each diagnostic in one text.
fn told(diagnostics: &Diagnostics) -> String {
    let text = |each: &Diagnostic| match &each.path {
        Some(path) => format!("{} (at {path})", each.in_one_text()),
        None => each.in_one_text(),
    };
    diagnostics.iter().map(text).collect::<Vec<_>>().join("; ")
}

/// The root members that differ.
fn difference(expected: &Value, found: &Value) -> String {
    let (Some(expected), Some(found)) = (expected.as_object(), found.as_object()) else { return String::new() };
    let mut lines = String::new();
    for (name, wanted) in expected {
        let got = found.get(name).unwrap_or(&Value::Null);
        if wanted != got {
            let (wanted, got) = (compact(wanted), compact(got));
            let _ = writeln!(lines, "  {name}: {wanted} is expected, and the upgrade gives {got}");
        }
    }
    lines
}

fn compact(value: &Value) -> String {
    let (value, ty) = plain_with_type(value.clone());
    let text = json::encode(&value, &ty).unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

/// An object as JSON, a root member a line; null ones are as good as missing, and left out.
fn pretty(value: &Value) -> String {
    let members = value.as_object().into_iter().flatten().filter(|(_, member)| !member.is_null());
    let lines: Vec<_> =
        members.map(|(name, member)| format!("  {}: {}", compact(&Value::string(&**name)), compact(member))).collect();
    if lines.is_empty() { "{}".to_owned() } else { format!("{{\n{}\n}}", lines.join(",\n")) }
}
