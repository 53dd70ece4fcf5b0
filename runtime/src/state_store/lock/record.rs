//! The record of a lock: who has it, in the words that Terraform's own lock files use.

use super::super::about::About;
use super::super::body::Body;
use super::super::error::Result;
use super::super::{machine, random};
use crate::format::time::timestamp;
use crate::timeouts::{parse_duration, show};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tfgen_cty::{Type, Value, json};

/// What a lock's entry holds: a JSON object of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockRecord {
    /// What unlocks it. Random; empty if the record cannot be read.
    pub id: String,
    /// What it was taken for, in Terraform's words: `OperationTypeApply`.
    pub operation: String,
    /// `user@host`.
    pub who: String,
    /// The process that took it, a provider's.
    pub process: String,
    /// When it was taken, by the clock of who took it. For people only.
    pub created: String,
    /// How long it is good without a heartbeat; none if only its holder or force ends it.
    pub lease: Option<Duration>,
    /// When it was renewed last, by the same clock; empty without a lease. For people only.
    pub renewed: String,
}

impl LockRecord {
    /// A record of this process, with an id of its own.
    pub(super) fn new(operation: &str, lease: Option<Duration>) -> Result<Self> {
        let created = now();
        Ok(Self {
            id: random::hex(16)?,
            operation: operation.to_owned(),
            who: [machine::user(), machine::host()]
                .into_iter()
                .filter(|name| !name.is_empty())
                .collect::<Vec<_>>()
                .join("@"),
            process: std::process::id().to_string(),
            renewed: if lease.is_some() { created.clone() } else { String::new() },
            created,
            lease,
        })
    }

    /// What a write of it is about.
    pub(super) fn about(&self, state: &str) -> About {
        About { workspace: Some(state.to_owned()), operation: Some(self.operation.clone()), serial: None }
    }

    /// The same, seen alive now.
    pub(super) fn renew(&mut self) {
        self.renewed = now();
    }

    pub(super) fn encode(&self) -> Result<Body> {
        let lease = self.lease.map(show).unwrap_or_default();
        let fields = [
            ("ID", &self.id),
            ("Operation", &self.operation),
            ("Who", &self.who),
            ("Process", &self.process),
            ("Created", &self.created),
            ("Lease", &lease),
            ("Renewed", &self.renewed),
        ];
        let record = Value::map(fields.map(|(name, text)| (name, Value::string(text))));
        Ok(json::encode(&record, &Type::map(Type::String))?.into())
    }

    /// `None` if it is no record, or one without an id that can be written.
    pub(super) fn decode(body: &Body) -> Option<Self> {
        let record = json::decode(&body.to_vec(), &Type::map(Type::String)).ok()?;
        let fields: BTreeMap<&str, &str> =
            record.as_map()?.iter().filter_map(|(name, value)| Some((&**name, value.as_str()?))).collect();
        let field = |name: &str| fields.get(name).copied().unwrap_or_default().to_owned();
        let record = Self {
            id: field("ID"),
            operation: field("Operation"),
            who: field("Who"),
            process: field("Process"),
            created: field("Created"),
            lease: parse_duration(&field("Lease")),
            renewed: field("Renewed"),
        };
        // Its id is a word that people have to write.
        let is_word = record.id.chars().all(|letter| letter.is_ascii_graphic());
        (!record.id.is_empty() && is_word).then_some(record)
    }

    /// What people have to know of it, a line each.
    pub(super) fn describe(&self) -> String {
        let process = if self.process.is_empty() { String::new() } else { format!(", process {}", self.process) };
        let mut text = String::new();
        let mut line = |name: &str, value: &str| {
            if !value.is_empty() {
                // Writing to a string does not fail.
                let _ = writeln!(text, "  {:<11}{}", format!("{name}:"), plain(value));
            }
        };
        line("ID", &self.id);
        line("Operation", &self.operation);
        line("Who", &format!("{}{process}", self.who));
        line("Created", &self.created);
        line("Renewed", &self.renewed);
        line("Lease", &self.lease.map(show).unwrap_or_default());
        line("Now", &now());
        text
    }
}

/// A text as a terminal can show it, whoever has written it: without what moves a cursor, or turns the direction of writing.
pub(crate) fn plain(text: &str) -> String {
    let is_plain = |letter: char| {
        !letter.is_control()
            && !matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_plain(letter) {
            shown.push(letter);
        } else {
            shown.extend(letter.escape_unicode());
        }
    }
    shown
}

fn now() -> String {
    timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_comes_back_and_what_is_none_does_not() -> Result<()> {
        for lease in [None, Some(Duration::from_secs(90))] {
            let record = LockRecord::new("OperationTypeApply", lease)?;
            assert_eq!(LockRecord::decode(&record.encode()?), Some(record));
        }
        for damaged in [
            "",
            "{",
            "null",
            "[]",
            "{}",
            "{\"ID\":\"\"}",
            "{\"ID\":{}}",
            "\0",
            "{\"ID\":\"x\"",
            "{\"ID\":\"a\\nb\"}",
            "{\"ID\":\"a b\"}",
        ] {
            assert_eq!(LockRecord::decode(&damaged.into()), None, "{damaged}");
        }
        let foreign = "{\"ID\":\"x\",\"Operation\":\"apply\",\"Info\":\"\",\"Who\":\"me\",\"Version\":\"1.11.4\",\"Created\":\"then\",\"Path\":\"p\"}";
        assert_eq!(
            LockRecord::decode(&foreign.into()).map(|record| (record.id, record.lease)),
            Some(("x".into(), None))
        );
        Ok(())
    }

    #[test]
    fn what_somebody_has_written_into_a_record_cannot_move_a_cursor() -> Result<()> {
        let mut record = LockRecord::new("apply\u{1b}[2K\rall is well", None)?;
        record.who = "kim\n  ID: fake \u{202e}txt".to_owned();
        let told = record.describe();
        assert!(!told.contains(['\u{1b}', '\r', '\u{202e}']) && told.contains("apply\\u{1b}[2K"), "{told}");
        assert_eq!(told.lines().filter(|line| line.trim_start().starts_with("ID:")).count(), 1, "{told}");
        Ok(())
    }
}
