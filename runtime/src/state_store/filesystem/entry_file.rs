//! The file of an entry: a few lines that say what it has to be, and the body as it is.

use super::super::body::Body;
use super::super::error::{Doing as _, Error, ErrorKind, Result};
use super::super::version::Version;
use std::io::Read;
use std::path::Path;

const MAGIC: &str = "tfgen entry 1";

/// The head's length at most: the longest key, and room for the rest.
const HEAD_MAX: usize = super::super::key::LENGTH_MAX + 256;

/// How much is read at a time.
const CHUNK: usize = 4 << 20;

/// What the first lines of a file say.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    key: String,
    length: usize,
    sha256: String,
}

impl Head {
    pub(super) fn of(key: &str, body: &Body) -> Self {
        Self { key: key.to_owned(), length: body.len(), sha256: body.sha256() }
    }

    pub(super) fn text(&self) -> String {
        let Self { key, length, sha256 } = self;
        format!("{MAGIC}\nkey {key}\nlength {length}\nsha256 {sha256}\n\n")
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.split('\n');
        if lines.next() != Some(MAGIC) {
            return None;
        }
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let (key, length, sha256) = (field("key")?, field("length")?, field("sha256")?);
        let is_digest = sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_digest.then_some(())?;
        Some(Self { key: key.to_owned(), length: length.parse().ok()?, sha256: sha256.to_owned() })
    }

    /// Reads the head and not a byte more.
    pub(super) fn read(file: &mut impl Read, path: &Path) -> Result<Self> {
        Self::read_with_rest(file, path).map(|(head, _)| head)
    }

    /// Reads the head, and what came with it of the body.
    fn read_with_rest(file: &mut impl Read, path: &Path) -> Result<(Self, Vec<u8>)> {
        let mut start = Vec::with_capacity(HEAD_MAX);
        let read = file.take(HEAD_MAX as u64).read_to_end(&mut start);
        read.doing(|| format!("{} cannot be read", path.display()))?;
        let end = start
            .windows(2)
            .position(|pair| pair == b"\n\n")
            .ok_or_else(|| corrupt(path, "Its first lines are missing"))?;
        let head = std::str::from_utf8(&start[..end]).ok().and_then(Self::parse);
        let head = head.ok_or_else(|| corrupt(path, "Its first lines are not those of an entry"))?;
        Ok((head, start.split_off(end + 2)))
    }

    pub(super) fn expect_key(self, key: &str, path: &Path) -> Result<Self> {
        if self.key == key {
            return Ok(self);
        }
        Err(corrupt(path, &format!("It is the entry {:?} and stands where {key:?} belongs", self.key)))
    }

    pub(super) fn into_key(self) -> String {
        self.key
    }

    pub(super) fn version(&self) -> Version {
        Version::new(self.sha256.as_str())
    }
}

/// Reads an entry, and checks that it is what was written.
pub(super) fn read(file: &mut impl Read, key: &str, path: &Path) -> Result<super::Entry> {
    let (head, rest) = Head::read_with_rest(file, path)?;
    let head = head.expect_key(key, path)?;
    let mut body = Body::from(rest);
    loop {
        let mut chunk = Vec::with_capacity(CHUNK.min((head.length + 1).saturating_sub(body.len())));
        let room = chunk.capacity().max(1) as u64;
        let read = (&mut *file).take(room).read_to_end(&mut chunk);
        if read.doing(|| format!("{} cannot be read", path.display()))? == 0 {
            break;
        }
        body.push(chunk);
        if body.len() > head.length {
            break;
        }
    }
    if body.len() != head.length {
        let more = if body.len() > head.length { "more than " } else { "" };
        let seen = body.len().min(head.length);
        return Err(corrupt(path, &format!("It has {more}{seen} bytes of the {} that were written", head.length)));
    }
    if Head::of(key, &body) != head {
        return Err(corrupt(path, "Its content is not what was written: the SHA-256 differs"));
    }
    Ok(super::Entry { version: head.version(), body })
}

fn corrupt(path: &Path, what: &str) -> Error {
    Error::new(ErrorKind::Corrupt, format!("{} is damaged", path.display())).detail(format!(
        "{what}. Something else than this store has written there, or the disk has lost something. Put the file back from a backup; what \
         it holds after its first empty line is the content itself."
    ))
}
