//! Long contents, in parts: each is sent, and sent again, by itself, several at once, and the condition is that of their completion.
//!
//! What is not completed is given up, so that nothing is left of it. A service that keeps conditions of simple writes may ignore those of completions:
//! that is tried first, and where it does, contents go in one piece.

use super::http::{Request, Response};
use super::service::Outcome;
use super::xml::Element;
use super::{Inner, condition};
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::version::Version;
use crate::state_store::{Body, random};
use bytes::Bytes;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many parts are sent at once.
const PARALLEL: usize = 4;

/// How often a content is sent anew whose parts the service has lost.
const TRIES: usize = 3;

/// How many uploads race for one object when it is tried whether conditions of completions hold, and how often.
const RACERS: usize = 4;
const RACES: usize = 3;

/// What the note of a service that keeps conditions of completions is called, and holds.
const NOTE: (&str, &str) = ("conditions-of-parts", "This service was seen to keep conditions of completed uploads.\n");

/// A write: its object, its id, what it stands on, and what is said with it.
pub(super) struct Write<'w> {
    pub(super) key: &'w str,
    pub(super) object: &'w str,
    pub(super) expected: &'w Version,
    pub(super) id: &'w str,
    pub(super) headers: &'w [(String, String)],
}

impl Inner {
    /// Whether a content of this length goes in parts.
    pub(super) fn goes_in_parts(&self, length: usize) -> Result<bool> {
        if length <= self.parts.above || self.parts.size == 0 {
            return Ok(false);
        }
        if let Some(is_kept) = self.parts.is_kept.get() {
            return Ok(*is_kept);
        }
        let is_kept = self.try_completions()?;
        Ok(*self.parts.is_kept.get_or_init(|| is_kept))
    }

    pub(super) fn put_in_parts(&self, write: &Write<'_>, body: &Body) -> Result<Version> {
        let mut failed = lost(write.object);
        for _ in 0..TRIES {
            let upload = self.begin(write)?;
            let settled = match self.send(write.object, &upload, body) {
                Ok(parts) => self.complete(write, &upload, &parts),
                Err(failed) => Err(failed),
            };
            match settled {
                Ok(Some(version)) => return Ok(version),
                // The upload is gone, and nothing has come of it.
                Ok(None) => failed = lost(write.object),
                Err(error) => {
                    self.give_up(write.object, &upload);
                    let is_unsure = error.kind() == ErrorKind::Uncertain;
                    return if is_unsure { self.made_up(write.object, write.id, error) } else { Err(error) };
                }
            }
        }
        Err(failed)
    }

    fn begin(&self, write: &Write<'_>) -> Result<String> {
        let mut request = self.service.object("POST", write.object).asking("uploads", "");
        for (name, value) in write.headers {
            request.set(name, value);
        }
        let upload = match self.service.call(request)? {
            Outcome::Done(answer) => told(&answer, "UploadId"),
            Outcome::Absent { .. } | Outcome::Unmet { .. } => None,
        };
        upload.ok_or_else(|| Error::new(ErrorKind::Unsupported, "The object store begins no upload of parts"))
    }

    /// Sends the parts, and gives what the service calls each.
    fn send(&self, object: &str, upload: &str, body: &Body) -> Result<Vec<String>> {
        let pieces: Vec<Bytes> = body.clone().into_pieces(self.parts.size).collect();
        let next = AtomicUsize::new(0);
        let sent = Mutex::new(vec![String::new(); pieces.len()]);
        let work = || -> Result<()> {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(piece) = pieces.get(at) else { return Ok(()) };
                let tag = self.send_part(object, upload, at + 1, piece.clone()).inspect_err(|_| {
                    // Nobody needs the others now.
                    next.fetch_add(pieces.len(), Ordering::Relaxed);
                })?;
                if let Some(place) = sent.lock().unwrap_or_else(PoisonError::into_inner).get_mut(at) {
                    *place = tag;
                }
            }
        };
        let outcome: Result<()> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..PARALLEL.min(pieces.len())).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Err(super::stopped())))
        });
        outcome?;
        Ok(sent.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn send_part(&self, object: &str, upload: &str, number: usize, piece: Bytes) -> Result<String> {
        let mut request = self.part(object, "PUT", upload).asking("partNumber", &number.to_string());
        request.body = piece.into();
        let hash = request.body.sha256();
        request.set(super::signature::CONTENT_HASH, &hash);
        let tag = match self.service.call(request) {
            Ok(Outcome::Done(answer)) => answer.header("etag").map(str::to_owned),
            Ok(Outcome::Absent { .. } | Outcome::Unmet { .. }) => None,
            // A part is no change yet.
            Err(failed) if failed.kind() == ErrorKind::Uncertain => return Err(failed.of_kind(ErrorKind::Unavailable)),
            Err(failed) => return Err(failed),
        };
        tag.filter(|tag| !tag.is_empty()).ok_or_else(|| lost(object))
    }

    fn part(&self, object: &str, method: &'static str, upload: &str) -> Request {
        self.service.object(method, object).asking("uploadId", upload)
    }

    /// Makes one object of the parts, if the condition holds. None if the service has lost them, and there is what was to be replaced.
    fn complete(&self, write: &Write<'_>, upload: &str, parts: &[String]) -> Result<Option<Version>> {
        let mut list = String::from("<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
        for (number, tag) in (1..).zip(parts) {
            let tag = tag.replace('&', "&amp;").replace('<', "&lt;");
            // Writing to a string does not fail.
            let _ = write!(list, "<Part><PartNumber>{number}</PartNumber><ETag>{tag}</ETag></Part>");
        }
        list += "</CompleteMultipartUpload>";
        let mut request = self.part(write.object, "POST", upload);
        condition(&mut request, write.expected);
        request.body = list.into();
        let outcome = self.service.call(request)?;
        if let Outcome::Done(answer) = &outcome {
            let there = self.look_after(write.object)?;
            if let Some(ours) = there.filter(|there| there.write == write.id) {
                return Ok(Some(ours.version));
            }
            // Somebody has read it, and written upon it.
            let version = told(answer, "ETag").map(quoted).map(Version::new);
            return version.map(Some).ok_or_else(|| {
                let text = format!("{} was written, and is not there", self.service.shown(write.object));
                Error::new(ErrorKind::Uncertain, text)
            });
        }
        let is_gone = matches!(outcome, Outcome::Absent { .. });
        match self.settle(write, outcome) {
            Err(failed)
                if is_gone && failed.as_conflict().is_some_and(|conflict| conflict.actual == conflict.expected) =>
            {
                Ok(None)
            }
            settled => settled.map(Some),
        }
    }

    /// Deletes what was sent of an upload that comes to nothing.
    fn give_up(&self, object: &str, upload: &str) {
        // What is left of it, a rule of the bucket deletes; one that was completed after all is no upload any more.
        let _ = self.service.call(self.part(object, "DELETE", upload));
    }

    /// Whether the service keeps conditions of completions: tried once for each store, and noted.
    fn try_completions(&self) -> Result<bool> {
        let note = format!("{}{}", self.prefix, NOTE.0);
        if self.look(&note)?.is_some() {
            return Ok(true);
        }
        let probe = format!("{}probe-{}", self.prefix, random::hex(8)?);
        let tried = self.try_completion(&probe);
        let _ = self.service.call(self.service.object("DELETE", &probe));
        match tried {
            Ok(true) => match self.put_object(NOTE.0, &note, &Version::ABSENT, NOTE.1.into()) {
                Err(failed) if failed.kind() != ErrorKind::Conflict => Err(failed),
                _ => Ok(true),
            },
            // It takes no parts at all.
            Err(failed) if failed.kind() == ErrorKind::Unsupported => Ok(false),
            tried => tried,
        }
    }

    fn try_completion(&self, probe: &str) -> Result<bool> {
        let first = self.put_object("probe", probe, &Version::ABSENT, "1".into())?;
        let second = self.put_object("probe", probe, &first, "2".into())?;
        for stale in [&Version::ABSENT, &first] {
            let write =
                Write { key: "probe", object: probe, expected: stale, id: &random::hex(16)?, headers: &self.written };
            let upload = self.begin(&write)?;
            let parts = vec![self.send_part(probe, &upload, 1, Bytes::from_static(b"3"))?];
            let completed = self.complete(&write, &upload, &parts);
            self.give_up(probe, &upload);
            match completed {
                Err(failed) if failed.kind() == ErrorKind::Conflict => {}
                Ok(_) => return Ok(false),
                Err(failed) => return Err(failed),
            }
        }
        if self.look(probe)?.is_none_or(|there| there.version != second) {
            return Ok(false);
        }
        let mut version = second;
        for _ in 0..RACES {
            if self.race(probe, &version)? != 1 {
                return Ok(false);
            }
            version = self.look(probe)?.map(|there| there.version).unwrap_or_default();
        }
        Ok(true)
    }

    /// Completes several uploads at the same moment on the same condition, and gives how many of them won: a service may look at the
    /// condition first, and then take its time.
    fn race(&self, probe: &str, expected: &Version) -> Result<usize> {
        let mut uploads = Vec::new();
        for racer in 0..RACERS {
            let id = random::hex(16)?;
            let write = Write { key: "probe", object: probe, expected, id: &id, headers: &self.written };
            let upload = self.begin(&write)?;
            let part = self.send_part(probe, &upload, 1, Bytes::from(racer.to_string()))?;
            uploads.push((id, upload, vec![part]));
        }
        let complete = |(id, upload, parts): &(String, String, Vec<String>)| {
            let write = Write { key: "probe", object: probe, expected, id, headers: &self.written };
            let completed = self.complete(&write, upload, parts);
            self.give_up(probe, upload);
            match completed {
                Ok(won) => Ok(usize::from(won.is_some())),
                Err(failed) if matches!(failed.kind(), ErrorKind::Conflict | ErrorKind::Uncertain) => Ok(0),
                Err(failed) => Err(failed),
            }
        };
        std::thread::scope(|scope| {
            let racers: Vec<_> = uploads.iter().map(|upload| scope.spawn(move || complete(upload))).collect();
            racers.into_iter().map(|racer| racer.join().unwrap_or_else(|_| Err(super::stopped()))).sum()
        })
    }
}

fn lost(object: &str) -> Error {
    Error::new(ErrorKind::Unavailable, format!("The object store has lost the parts of {object}"))
}

fn told(answer: &Response, name: &str) -> Option<String> {
    let text = String::from_utf8_lossy(&answer.body);
    let found = Element::parse(&text)?.find(name)?.text.trim().to_owned();
    (!found.is_empty()).then_some(found)
}

/// As the header has it.
fn quoted(tag: String) -> String {
    if tag.starts_with('"') { tag } else { format!("\"{tag}\"") }
}
