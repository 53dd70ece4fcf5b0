//! A store in a bucket of S3, or of what speaks as S3 does: each entry is an object, changed only on the condition of its `ETag`.
//!
//! ```text
//! PREFIX/KEY.entry    an entry
//! PREFIX/conditions   says that the service was seen to keep conditions, and the bucket its contract
//! ```
//!
//! Or its objects are those of Terraform's own `s3` backend: [`layout`].
//!
//! Each write carries an id of its own. An answer that got lost is made up for by looking at whose write is there: so no run is
//! kept out by a lock that is its own. Requests block the thread that they are made on.

use super::body::Body;
use super::error::{Error, ErrorKind, Result};
use super::key;
use super::random;
use super::store::{Entry, Store};
use super::version::Version;
use std::fmt;
use std::sync::Arc;

mod conditions;
mod contract;
mod credentials;
mod http;
mod kms;
mod layout;
mod multipart;
mod name;
mod note;
mod options;
mod refusal;
mod service;
mod signature;
mod tags;
mod time;
mod xml;

pub use self::contract::{S3Contract, S3Setting};
use self::http::{Request, Response};
pub(crate) use self::kms::Kms;
use self::layout::Layout;
pub use self::layout::S3Backend;
use self::multipart::Write;
use self::options::Parts;
pub use self::options::{S3Options, S3Tags};
use self::service::{Outcome, Service};
use self::tags::Tags;

/// How many objects are read at once.
const PARALLEL: usize = 8;

/// The header of a write's own id, and of the content's SHA-256.
const WRITE: &str = "x-amz-meta-write";
const HASH: &str = "x-amz-meta-sha256";

/// Entries as objects of a bucket. A clone is the same store.
#[derive(Clone)]
pub struct S3(Arc<Inner>);

struct Inner {
    service: Service,
    layout: Layout,
    /// What objects begin with that are no entries.
    prefix: String,
    /// Headers of each write: encryption.
    written: Vec<(String, String)>,
    tags: Tags,
    parts: Parts,
    contract: Option<S3Contract>,
}

impl fmt::Debug for S3 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("S3").field(&self.0.service).field(&self.0.prefix).finish()
    }
}

/// What is there.
struct Found {
    version: Version,
    /// Whose write it is.
    write: String,
}

impl Found {
    fn of(answer: &Response) -> Self {
        let etag = answer.header("etag").unwrap_or_default();
        Self { version: Version::new(etag), write: answer.header(WRITE).unwrap_or_default().to_owned() }
    }
}

impl S3 {
    /// Opens the store in a bucket that is there, and sees that the service keeps conditions, and the bucket its contract, if there is one:
    /// what was seen is noted in the bucket.
    ///
    /// # Errors
    ///
    /// When there are no credentials, the bucket cannot be used, the service ignores conditions of writes, or the bucket is not as it has to be.
    pub fn open(options: S3Options) -> Result<Self> {
        let layout = Layout::new(&options.prefix, options.backend.as_ref())?;
        let (prefix, tags, parts) = (layout.beside(), Tags::new(&options.tags)?, options.parts()?);
        let written = options.written_headers()?;
        let service = Service::new(&options)?;
        let contract = options.contract;
        let store = Self(Arc::new(Inner { service, layout, prefix, written, tags, parts, contract }));
        store.0.see_what_can_be_trusted()?;
        Ok(store)
    }
}

impl Inner {
    fn object(&self, key: &str) -> Result<String> {
        key::check(key)?;
        self.layout.object(key)
    }

    fn read(&self, key: &str) -> Result<Option<Entry>> {
        let object = self.object(key)?;
        let answer = match self.service.call(self.service.object("GET", &object))? {
            Outcome::Done(answer) => answer,
            Outcome::Absent { .. } => return Ok(None),
            Outcome::Unmet { .. } => return Err(unasked(key)),
        };
        let version = Found::of(&answer).version;
        if let Some(hash) = answer.header(HASH).filter(|hash| **hash != signature::hash(&answer.body)) {
            let text = format!("The object {} is damaged", self.service.shown(&object));
            return Err(Error::new(ErrorKind::Corrupt, text).detail(format!(
                "Its SHA-256 is not {hash}, which was noted when it was written. If the bucket is versioned, an older version may be whole."
            )));
        }
        if version.is_absent() {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "The object store gives no ETag, without which nothing is safe",
            ));
        }
        Ok(Some(Entry { version, body: answer.body.into() }))
    }

    /// What is there, without its content.
    fn look(&self, object: &str) -> Result<Option<Found>> {
        match self.service.call(self.service.object("HEAD", object))? {
            Outcome::Done(answer) => Ok(Some(Found::of(&answer))),
            Outcome::Absent { .. } => Ok(None),
            Outcome::Unmet { .. } => Err(unasked(object)),
        }
    }

    /// The same after a request that may have changed something: without an answer nobody knows whether it has.
    fn look_after(&self, object: &str) -> Result<Option<Found>> {
        self.look(object).map_err(|failed| failed.of_kind(ErrorKind::Uncertain))
    }

    fn put(&self, key: &str, expected: &Version, body: Body) -> Result<Version> {
        let object = self.object(key)?;
        let body = self.layout.content(&self.service.bucket, key, &object, body);
        self.put_object(key, &object, expected, body)
    }

    fn put_object(&self, key: &str, object: &str, expected: &Version, body: Body) -> Result<Version> {
        let id = random::hex(16)?;
        let hash = body.sha256();
        let mut headers = self.written.clone();
        headers.push((WRITE.to_owned(), id.clone()));
        headers.push((HASH.to_owned(), hash.clone()));
        headers.push(("content-type".to_owned(), self.layout.content_type().to_owned()));
        headers.extend(self.tags.header(key).map(|tags| ("x-amz-tagging".to_owned(), tags)));
        let write = Write { key, object, expected, id: &id, headers: &headers };
        if self.goes_in_parts(body.len())? {
            return self.put_in_parts(&write, &body);
        }
        let mut request = self.service.object("PUT", object);
        for (name, value) in &headers {
            request.set(name, value);
        }
        request.set(signature::CONTENT_HASH, &hash);
        condition(&mut request, expected);
        request.body = body;
        match self.service.call(request) {
            Err(failed) if failed.kind() == ErrorKind::Uncertain => self.made_up(object, &id, failed),
            Ok(Outcome::Done(answer)) => self.version_of(object, &id, &answer),
            outcome => self.settle(&write, outcome?),
        }
    }

    /// What has become of a write that was not answered as done.
    fn settle(&self, write: &Write<'_>, outcome: Outcome) -> Result<Version> {
        let was_lost = match outcome {
            Outcome::Done(answer) => return self.version_of(write.object, write.id, &answer),
            // Of what was to be replaced and is not there, the service says either.
            Outcome::Unmet { was_lost } | Outcome::Absent { was_lost } => was_lost,
        };
        let there = self.look_after(write.object)?;
        if let Some(ours) = there.as_ref().filter(|there| there.write == write.id) {
            return Ok(ours.version.clone());
        }
        let actual = there.map(|there| there.version).unwrap_or_default();
        let conflict = Error::conflict(write.key, write.expected, &actual);
        // An answer was lost, and somebody else's content is there now: ours may have been there in between.
        Err(if was_lost && !write.expected.is_absent() { conflict.of_kind(ErrorKind::Uncertain) } else { conflict })
    }

    fn version_of(&self, object: &str, write: &str, answer: &Response) -> Result<Version> {
        let version = Found::of(answer).version;
        if !version.is_absent() {
            return Ok(version);
        }
        let there = self.look_after(object)?.filter(|there| there.write == write && !there.version.is_absent());
        there.map(|there| there.version).ok_or_else(|| {
            Error::new(ErrorKind::Uncertain, format!("{} was written, and is not there", self.service.shown(object)))
        })
    }

    /// After the last try there was no answer: what is there tells whether it was done.
    fn made_up(&self, object: &str, write: &str, failed: Error) -> Result<Version> {
        match self.look(object) {
            Ok(Some(ours)) if ours.write == write => Ok(ours.version),
            _ => Err(failed),
        }
    }

    fn delete(&self, key: &str, expected: &Version) -> Result<()> {
        let object = self.object(key)?;
        if expected.is_absent() {
            return match self.look(&object)? {
                Some(there) => Err(Error::conflict(key, expected, &there.version)),
                None => Ok(()),
            };
        }
        let mut request = self.service.object("DELETE", &object);
        condition(&mut request, expected);
        let outcome = match self.service.call(request) {
            Err(failed) if failed.kind() == ErrorKind::Uncertain => {
                return if matches!(self.look(&object), Ok(None)) { Ok(()) } else { Err(failed) };
            }
            outcome => outcome?,
        };
        match outcome {
            // What is absent was ours, whose answer was lost.
            Outcome::Done(_) | Outcome::Absent { was_lost: true } => Ok(()),
            Outcome::Absent { .. } => Err(Error::conflict(key, expected, &Version::ABSENT)),
            Outcome::Unmet { was_lost } => match self.look_after(&object)? {
                None if was_lost => Ok(()),
                there => {
                    let actual = there.map(|there| there.version).unwrap_or_default();
                    Err(Error::conflict(key, expected, &actual))
                }
            },
        }
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>> {
        let mut keys = Vec::new();
        for beginning in self.layout.beginnings(prefix) {
            let objects = self.service.list(&beginning)?;
            let found = objects.iter().filter_map(|object| self.layout.key(object));
            keys.extend(found.filter(|key| key.starts_with(prefix)));
        }
        keys.sort_unstable();
        keys.dedup();
        Ok(keys)
    }

    fn read_all(&self, prefix: &str) -> Result<Vec<(String, Entry)>> {
        let keys = self.list(prefix)?;
        let read = |keys: &[String]| -> Result<Vec<(String, Entry)>> {
            let entries = keys.iter().map(|key| Ok(self.read(key)?.map(|entry| (key.clone(), entry))));
            // One that has been deleted meanwhile is none.
            entries.filter_map(Result::transpose).collect()
        };
        let parts: Vec<Result<Vec<_>>> = std::thread::scope(|scope| {
            let share = keys.len().div_ceil(PARALLEL).max(1);
            let readers: Vec<_> = keys.chunks(share).map(|keys| scope.spawn(move || read(keys))).collect();
            readers.into_iter().map(|reader| reader.join().unwrap_or_else(|_| Err(stopped()))).collect()
        });
        Ok(parts.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    }
}

fn stopped() -> Error {
    Error::new(ErrorKind::Unavailable, "An object was not read")
}

fn unasked(key: &str) -> Error {
    Error::new(
        ErrorKind::Unavailable,
        format!("{key:?} was not read: the answer is about a condition that was not asked"),
    )
}

fn condition(request: &mut Request, expected: &Version) {
    if expected.is_absent() {
        request.set("if-none-match", "*");
    } else {
        request.set("if-match", expected.as_str());
    }
}

impl Store for S3 {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        self.0.read(key)
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        let object = self.0.object(key)?;
        Ok(self.0.look(&object)?.map(|found| found.version).filter(|version| !version.is_absent()))
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.0.put(key, version, body)
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.0.delete(key, version)
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.0.list(prefix)
    }

    async fn get_all(&self, prefix: &str) -> Result<Vec<(String, Entry)>> {
        self.0.read_all(prefix)
    }
}
