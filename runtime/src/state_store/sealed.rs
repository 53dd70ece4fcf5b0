//! Encryption of all that a store holds: a wrapper that the store below sees only ciphertext from.
//!
//! Each write has a key of its own, encrypted with the operator's, or with one that a [`service`] made for this process. What is authenticated beside the text, in [`envelope`], is the
//! header and the place: what kind of thing it is and under which key. So nothing that was moved, swapped, cut or changed opens. The
//! header names the operator's key, but only the keys that are configured are ever tried.

use super::body::Body;
use super::error::{Error, ErrorKind, Result};
use super::store::{Entry, Proof, Proved, SharedStore, Store};
use super::version::Version;

mod envelope;
mod keys;
mod rotation;
mod service;

pub(crate) use self::envelope::START;
use self::envelope::{Envelope, Opened};
pub use self::keys::Keys;
pub use self::rotation::Rotation;
pub(crate) use self::service::Surroundings;
#[cfg(feature = "s3")]
pub(crate) use self::service::{Bytes, KeyService, Wrapped};

/// A store whose contents are encrypted with AES-256-GCM. Keys of entries are not.
///
/// A content that was not encrypted is refused, since whoever can write to the store could have put it there; to begin
/// encrypting a store that is in use, say [`accepting_plain`](Sealed::accepting_plain) until all of it has been written anew
/// ([`rotate`](Sealed::rotate) does that at once).
#[derive(Clone, Debug)]
pub struct Sealed {
    store: SharedStore,
    keys: Keys,
    accepts_plain: bool,
}

impl Sealed {
    /// Encrypts what lies in this store.
    pub fn new(store: impl Store, keys: Keys) -> Self {
        Self { store: SharedStore::new(store), keys, accepts_plain: false }
    }

    /// Reads what was stored without encryption, too.
    #[must_use]
    pub fn accepting_plain(mut self) -> Self {
        self.accepts_plain = true;
        self
    }

    fn seal(&self, key: &str, body: &Body) -> Result<Body> {
        envelope::seal(&self.keys, key, body).map_err(|failed| failed.summary(format!("{key:?} cannot be encrypted")))
    }

    fn open(&self, key: &str, body: Body) -> Result<Opened> {
        let bytes: Vec<u8> = body.into_bytes().into();
        match Envelope::read(&bytes) {
            Ok(envelope) => envelope.open(&self.keys, key, bytes),
            Err(envelope::Unreadable::Plain) if self.accepts_plain => Ok(Opened { body: bytes.into(), newest: false }),
            Err(unreadable) => Err(unreadable.of(key)),
        }
    }

    fn opened(&self, key: &str, entry: Entry) -> Result<Entry> {
        Ok(Entry { version: entry.version, body: self.open(key, entry.body)?.body })
    }
}

fn no_key() -> Error {
    Error::new(ErrorKind::Other, "A key is not one of AES-256")
}

impl Store for Sealed {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        self.store.get(key).await?.map(|entry| self.opened(key, entry)).transpose()
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        self.store.version(key).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.store.put_if_version(key, version, self.seal(key, &body)?).await
    }

    async fn put_if_absent(&self, key: &str, body: Body) -> Result<Version> {
        self.store.put_if_absent(key, self.seal(key, &body)?).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.store.delete_if_version(key, version).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.store.list(prefix).await
    }

    async fn get_all(&self, prefix: &str) -> Result<Vec<(String, Entry)>> {
        let entries = self.store.get_all(prefix).await?.into_iter();
        entries.map(|(key, entry)| Ok((key.clone(), self.opened(&key, entry)?))).collect()
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.store.prove_life(lock_id).await
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        self.store.put_and_prove(key, self.seal(key, &body)?, lock_id).await
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
mod tests;
