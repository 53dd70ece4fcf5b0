//! The catalog of an entry's revisions: JSON that says which there are, and which one is current.

use super::{Body, Error, ErrorKind, Result, Retention};
use crate::log::Value;
use tfgen_cty::json::Node;

/// What a catalog begins with; no state of Terraform's does.
pub(crate) const START: &[u8] = b"{\"tfgen_history\":";

const VERSION: &str = "1";

/// What is known of a revision without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// Its name, by which it can be asked for: in order of the writes.
    pub id: String,
    /// The number of the write among all of the entry.
    pub sequence: u64,
    /// When it was written, in seconds since 1970 by the writer's clock.
    pub written: u64,
    /// Who wrote it; may be empty.
    pub author: String,
    /// The run that wrote it, told from others by a random text; empty if that is not known.
    pub run: String,
    /// How many bytes it has.
    pub size: u64,
    /// The hash of its content, in hexadecimal.
    pub sha256: String,
    /// The revision whose content it has, where one was restored.
    pub restored: Option<String>,
}

impl Revision {
    /// Whether this is of the run that wrote the other one, too.
    fn is_of_run_of(&self, other: &Self) -> bool {
        !self.run.is_empty() && self.run == other.run
    }

    /// Whether it has this content.
    pub(super) fn is_of(&self, body: &Body) -> bool {
        u64::try_from(body.len()) == Ok(self.size) && body.sha256() == self.sha256
    }

    fn encode(&self) -> Value {
        let restored = self.restored.as_deref().map(|id| ("restored", id.into()));
        let known = [
            ("id", Value::from(&self.id)),
            ("sequence", self.sequence.into()),
            ("written", self.written.into()),
            ("author", Value::from(&self.author)),
            ("run", Value::from(&self.run)),
            ("size", self.size.into()),
            ("sha256", Value::from(&self.sha256)),
        ];
        Value::Object(known.into_iter().chain(restored).map(|(name, value)| (name.to_owned(), value)).collect())
    }

    fn decode(node: Node<'_>) -> Option<Self> {
        let text = |name: &str| Some(node.get(name)?.string()?.into_owned());
        let number = |name: &str| node.get(name)?.number()?.parse().ok();
        Some(Self {
            id: text("id")?,
            sequence: number("sequence")?,
            written: number("written")?,
            author: text("author")?,
            run: text("run").unwrap_or_default(),
            size: number("size")?,
            sha256: text("sha256")?,
            restored: text("restored"),
        })
    }
}

/// All revisions of an entry, in the order of their writes; the last one is current.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Catalog {
    sequence: u64,
    pub(super) revisions: Vec<Revision>,
}

/// Whether a content is a catalog.
pub(super) fn is_one(body: &Body) -> bool {
    let mut bytes = body.chunks().iter().flatten();
    START.iter().all(|expected| bytes.next() == Some(expected))
}

pub(super) fn broken(key: &str) -> Error {
    Error::new(ErrorKind::Corrupt, format!("The catalog of the revisions of {key:?} is damaged"))
        .detail(
            "It was cut off or changed by something else. Its revisions are still there: `state history` lists them, and `state restore` makes one \
             of them current, with a new catalog.",
        )
}

impl Catalog {
    pub(super) fn current(&self) -> Option<&Revision> {
        self.revisions.last()
    }

    /// The number of the next write.
    pub(super) fn next(&self) -> u64 {
        self.sequence + 1
    }

    pub(super) const fn sequence(&self) -> u64 {
        self.sequence
    }

    pub(super) fn add(&mut self, revision: Revision) {
        self.sequence = revision.sequence;
        self.revisions.push(revision);
    }

    pub(super) fn ids(&self) -> Vec<String> {
        self.revisions.iter().map(|revision| revision.id.clone()).collect()
    }

    /// The revision of this name, of a beginning of it that no other has, or of this number.
    pub(super) fn find(&self, name: &str) -> Option<&Revision> {
        let number: Option<u64> = name.parse().ok();
        let exact = |revision: &&Revision| revision.id == name || Some(revision.sequence) == number;
        self.revisions.iter().find(exact).or_else(|| {
            let mut found = self.revisions.iter().filter(|revision| revision.id.starts_with(name));
            found.next().filter(|_| found.next().is_none())
        })
    }

    /// Takes out what is kept no longer, and names it: first what is too old, then of too many what runs have written in between, then the
    /// oldest. However old, what the run at work has begun with stays, since that is what somebody may want back.
    pub(super) fn prune(&mut self, retention: &Retention, now: u64) -> Vec<String> {
        let before_the_run = self.before_the_run();
        // A revision ages from when another one took its place.
        let replaced: Vec<u64> = self.revisions.iter().skip(1).map(|next| next.written).collect();
        let mut dropped = self.take_out(|at| {
            Some(at) != before_the_run && replaced.get(at).is_some_and(|since| retention.is_too_old(*since, now))
        });
        let mut excess = self.revisions.len().saturating_sub(retention.most());
        let between: Vec<bool> = self.revisions.windows(2).map(|pair| pair[0].is_of_run_of(&pair[1])).collect();
        dropped.extend(self.take_out(|at| {
            let goes = excess > 0 && between.get(at) == Some(&true);
            excess -= usize::from(goes);
            goes
        }));
        dropped.extend(self.take_out(|at| at < excess));
        dropped
    }

    /// The place of the revision that was current when the run began that has written the current one.
    fn before_the_run(&self) -> Option<usize> {
        let current = self.current()?;
        let others = self.revisions.iter().rev().skip(1);
        let since = others.take_while(|revision| revision.is_of_run_of(current)).count() + 1;
        self.revisions.len().checked_sub(since + 1)
    }

    /// Takes out those at whose places this holds, and names them.
    fn take_out(&mut self, mut goes: impl FnMut(usize) -> bool) -> Vec<String> {
        let (mut at, mut dropped) = (0, Vec::new());
        self.revisions.retain(|revision| {
            let goes = goes(at);
            at += 1;
            if goes {
                dropped.push(revision.id.clone());
            }
            !goes
        });
        dropped
    }

    pub(super) fn encode(&self) -> Body {
        let revisions: Vec<Value> = self.revisions.iter().map(Revision::encode).collect();
        let (sequence, revisions) = (self.sequence, Value::List(revisions));
        let start = String::from_utf8_lossy(START);
        format!("{start}{VERSION},\"sequence\":{sequence},\"revisions\":{revisions}}}\n").into()
    }

    pub(super) fn decode(key: &str, bytes: &[u8]) -> Result<Self> {
        let node = Node::parse(bytes).map_err(|_| broken(key))?;
        match node.get("tfgen_history").and_then(|version| version.number()) {
            Some(VERSION) => {}
            Some(version) => {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    format!("The history of {key:?} was written by a newer version of the provider"),
                )
                .detail(format!("Its form has version {version}. Use that version of the provider, or a later one.")));
            }
            None => return Err(broken(key)),
        }
        Self::parts(node).ok_or_else(|| broken(key))
    }

    fn parts(node: Node<'_>) -> Option<Self> {
        let sequence = node.get("sequence")?.number()?.parse().ok()?;
        let revisions = node.get("revisions")?.elements()?;
        let revisions: Vec<Revision> = revisions.into_iter().map(Revision::decode).collect::<Option<_>>()?;
        Some(Self { sequence, revisions }).filter(|catalog| !catalog.revisions.is_empty())
    }
}
