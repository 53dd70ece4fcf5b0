//! What was seen of the service and of the bucket, noted beside the states, so that not each run has to see it again.
//!
//! That conditions are kept is seen once for each prefix. A bucket can be changed any day: what was seen of it is good for an hour, by the
//! service's own clock, and for who asks the same of it.

use super::contract::{Bucket, S3Contract};
use super::http::Response;
use super::service::Outcome;
use super::time::between;
use super::{Found, Inner};
use crate::state_store::error::{ErrorKind, Result};
use crate::state_store::version::Version;

const NAME: &str = "conditions";

/// What the note begins with.
const CONDITIONS: &str = "This service was seen to keep conditions of writes.\n";

/// For how many seconds a bucket is taken to be as it was.
const FRESH: u64 = 60 * 60;

impl Inner {
    /// Refuses a service that ignores conditions, and a bucket that is not safe.
    pub(super) fn see_what_can_be_trusted(&self) -> Result<()> {
        let object = format!("{}{NAME}", self.prefix);
        // An answer to HEAD would not say why it refuses.
        let note = match self.service.call(self.service.object("GET", &object))? {
            Outcome::Done(answer) => Some(answer),
            Outcome::Absent { .. } | Outcome::Unmet { .. } => None,
        };
        let line = self.contract.as_ref().map(|contract| self.line(contract)).unwrap_or_default();
        let is_seen = line.is_empty() || note.as_ref().is_some_and(|note| holds(note, &line));
        if let Some(contract) = self.contract.as_ref().filter(|_| !is_seen) {
            let places = |kinds: &[&str]| self.layout.places(kinds);
            // Of revisions, where a history is kept, there are versions only of what was deleted.
            let (states, all) = (places(&["state/", "lock/"]), places(&["state/", "lock/", "history/"]));
            contract.check(&Bucket {
                service: &self.service,
                prefix: &self.prefix,
                states,
                all,
                tags: self.tags.all(),
            })?;
        }
        if note.is_none() {
            self.see_that_conditions_hold()?;
        } else if is_seen {
            return Ok(());
        }
        let before = note.as_ref().map_or(Version::ABSENT, |note| Found::of(note).version);
        match self.put_object(NAME, &object, &before, format!("{CONDITIONS}{line}").into()) {
            // Who only reads may look at the bucket each time.
            Err(failed) if failed.kind() != ErrorKind::Conflict && note.is_none() => Err(failed),
            _ => Ok(()),
        }
    }

    fn line(&self, contract: &S3Contract) -> String {
        format!("The bucket was seen to keep the contract {}.\n", contract.digest(self.tags.all()))
    }
}

/// Whether it is noted, and not too long ago.
fn holds(note: &Response, line: &str) -> bool {
    let age = match (note.header("last-modified"), note.header("date")) {
        (Some(written), Some(now)) => between(written, now),
        _ => None,
    };
    let is_noted = String::from_utf8_lossy(&note.body).lines().any(|each| each == line.trim_end());
    is_noted && age.is_some_and(|age| age < FRESH)
}
