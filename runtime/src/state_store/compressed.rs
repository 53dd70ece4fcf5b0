//! Compression of all that a store holds, by zstd.
//!
//! A content that would not become smaller is stored as it is, and what was stored without compression is read as it is. Belongs above
//! encryption: ciphertext does not compress. Without the cargo feature `zstd` nothing is compressed, and what was compressed
//! is refused by name.

use super::body::Body;
use super::error::{Error, ErrorKind, Result};
use super::store::{Entry, Proof, Proved, SharedStore, Store};
use super::version::Version;

#[cfg(feature = "zstd")]
mod zstd;
#[cfg(feature = "zstd")]
use self::zstd::{compress, decompress};

/// What a compressed content begins with; then come the form and, where it is compressed, the number of bytes that it stands for.
pub(crate) const START: &[u8] = b"tfgen.zstd\0";

/// The content follows as it is: it would be taken for a compressed one otherwise.
const AS_IS: u8 = 0;
/// A zstd frame follows.
const ZSTD: u8 = 1;

/// The longest content that is made of a compressed one unless another is configured: a few bytes can stand for terabytes.
const SIZE_MAX: u64 = 1 << 30;

const WITHOUT: &str = "This provider was built without compression: its crate has to ask for the feature \"zstd\" of tfgen-runtime, in Cargo.toml.";

/// A store whose contents are compressed. Its keys are not.
#[derive(Clone, Debug)]
pub struct Compressed {
    store: SharedStore,
    size_max: u64,
}

impl Compressed {
    /// Compresses what lies in this store.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unsupported`] where the cargo feature `zstd` is off.
    pub fn new(store: impl Store) -> Result<Self> {
        if cfg!(not(feature = "zstd")) {
            return Err(Error::new(ErrorKind::Unsupported, "Contents cannot be compressed").detail(WITHOUT));
        }
        Ok(Self { store: SharedStore::new(store), size_max: SIZE_MAX })
    }

    /// The longest content that is taken, and made of a compressed one: 1 GiB unless said otherwise. A longer one is an error, when it is
    /// written as when it is read.
    #[must_use]
    pub fn size_max(mut self, bytes: u64) -> Self {
        self.size_max = bytes;
        self
    }

    /// What is stored; never what could not be read back.
    fn pack(&self, key: &str, body: Body) -> Result<Body> {
        let length = body.len();
        if u64::try_from(length).is_ok_and(|length| length > self.size_max) {
            return Err(Error::new(ErrorKind::Invalid, format!("{key:?} is too long"))
                .detail(format!("It has {length} bytes; {} at most are taken. Nothing was changed.", self.size_max)));
        }
        if let Some(packed) = compress(&body).filter(|packed| packed.len() < length) {
            let mut start = START.to_vec();
            start.push(ZSTD);
            start.extend_from_slice(&u64::try_from(length).unwrap_or(u64::MAX).to_be_bytes());
            return Ok([start, packed].into_iter().collect());
        }
        if begins_with_start(&body) {
            let mut whole = Body::from([START, &[AS_IS]].concat());
            body.chunks().iter().for_each(|chunk| whole.push(chunk.clone()));
            return Ok(whole);
        }
        Ok(body)
    }

    fn unpack(&self, key: &str, body: Body) -> Result<Body> {
        if !begins_with_start(&body) {
            return Ok(body);
        }
        let bytes = body.into_bytes();
        let damaged = || {
            Error::new(ErrorKind::Corrupt, format!("{key:?} is damaged"))
                .detail("It does not decompress. Restore it from a revision or a backup.")
        };
        match bytes.get(START.len()) {
            Some(&AS_IS) => Ok(bytes.slice(START.len() + 1..).into()),
            Some(&ZSTD) if cfg!(not(feature = "zstd")) => {
                Err(Error::new(ErrorKind::Unsupported, format!("{key:?} is compressed")).detail(WITHOUT))
            }
            Some(&ZSTD) => {
                let rest = &bytes[START.len() + 1..];
                let (length, frame) = rest.split_first_chunk().ok_or_else(damaged)?;
                let length = u64::from_be_bytes(*length);
                if length > self.size_max {
                    return Err(Error::new(ErrorKind::Corrupt, format!("{key:?} stands for {length} bytes"))
                        .detail(format!("{} at most are taken.", self.size_max)));
                }
                decompress(frame, length).ok_or_else(damaged)
            }
            Some(form) => Err(Error::new(
                ErrorKind::Unsupported,
                format!("{key:?} was compressed by a newer version of the provider"),
            )
            .detail(format!("Its form is {form}. Use that version of the provider, or a later one."))),
            None => Err(damaged()),
        }
    }

    fn unpacked(&self, key: &str, entry: Entry) -> Result<Entry> {
        Ok(Entry { version: entry.version, body: self.unpack(key, entry.body)? })
    }
}

/// Nothing is compressed without the feature.
#[cfg(not(feature = "zstd"))]
fn compress(_: &Body) -> Option<Vec<u8>> {
    None
}

/// Nothing can be decompressed without the feature, which is said before this is asked.
#[cfg(not(feature = "zstd"))]
fn decompress(_: &[u8], _: u64) -> Option<Body> {
    None
}

fn begins_with_start(body: &Body) -> bool {
    let mut bytes = body.chunks().iter().flatten();
    START.iter().all(|expected| bytes.next() == Some(expected))
}

impl Store for Compressed {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        self.store.get(key).await?.map(|entry| self.unpacked(key, entry)).transpose()
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        self.store.version(key).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.store.put_if_version(key, version, self.pack(key, body)?).await
    }

    async fn put_if_absent(&self, key: &str, body: Body) -> Result<Version> {
        self.store.put_if_absent(key, self.pack(key, body)?).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.store.delete_if_version(key, version).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.store.list(prefix).await
    }

    async fn get_all(&self, prefix: &str) -> Result<Vec<(String, Entry)>> {
        let entries = self.store.get_all(prefix).await?.into_iter();
        entries.map(|(key, entry)| Ok((key.clone(), self.unpacked(&key, entry)?))).collect()
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.store.prove_life(lock_id).await
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        self.store.put_and_prove(key, self.pack(key, body)?, lock_id).await
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        self.store.is_alive(lock_id).await
    }

    async fn proofs(&self) -> Result<Vec<String>> {
        self.store.proofs().await
    }

    async fn forget_life(&self, lock_id: &str) -> Result<bool> {
        self.store.forget_life(lock_id).await
    }
}

#[cfg(test)]
#[cfg(feature = "zstd")]
mod tests;
