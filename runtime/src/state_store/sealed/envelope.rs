//! The form of an encrypted content, and what is said of one that does not open.
//!
//! After the name come a version, the operator's key by its id and, for a pass phrase, its derivation, the key of this text encrypted
//! with the operator's, and the ciphertext to the end. Everything before the ciphertext is the header.
//!
//! Version 2 is that of keys which a service has encrypted: after the derivation, which is none, come what the service calls its
//! own key, and ours encrypted with it.

use super::super::body::Body;
use super::super::error::{Error, ErrorKind, Result};
use super::keys::Keys;
use super::service::Wrapped;
use crate::seal::parts::{Reader, write_bytes, write_count};
use crate::seal::{DATA_KEY_LENGTH, Derivation, Key, data_key, nonce};

/// What an encrypted content begins with.
pub(crate) const START: &[u8] = b"tfgen.sealed\0";

const GIVEN: u32 = 1;
const SERVICE: u32 = 2;

/// The nonce of the ciphertext: its key encrypts nothing else.
const NONCE: [u8; 12] = [0; 12];

/// Why a content has no header that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// It is not encrypted.
    Plain,
    /// It was written by a version of tfgen to come.
    Newer(u32),
    /// It is ours, and broken.
    Broken,
}

/// The header of an encrypted content.
#[derive(Debug)]
pub(super) struct Envelope {
    key_id: String,
    origin: Origin,
    nonce: Vec<u8>,
    /// The key of the text, encrypted.
    wrapped: Vec<u8>,
    /// Where the ciphertext begins.
    length: usize,
}

/// Where the operator's key comes from.
#[derive(Debug)]
pub(super) enum Origin {
    /// It was given as such, or as a pass phrase that it is derived from.
    Given(Option<Derivation>),
    /// A service has made it.
    Service(Wrapped),
}

/// A decrypted content.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) body: Body,
    /// Whether it was encrypted with the key that encrypts today.
    pub(super) newest: bool,
}

/// The part of the header that says which key of the operator's it takes.
fn start(key_id: &str, origin: &Origin) -> Vec<u8> {
    let mut header = START.to_vec();
    let (version, derivation) = match origin {
        Origin::Given(derivation) => (GIVEN, derivation.as_ref()),
        Origin::Service(_) => (SERVICE, None),
    };
    write_count(&mut header, version);
    write_bytes(&mut header, key_id.as_bytes());
    Derivation::write(derivation, &mut header);
    if let Origin::Service(wrapped) = origin {
        write_bytes(&mut header, wrapped.reference.as_bytes());
        write_bytes(&mut header, &wrapped.key);
    }
    header
}

/// What is authenticated beside a text: a part of the header, and where it lies.
fn authenticated(header: &[u8], key: &str) -> Vec<u8> {
    let mut bytes = header.to_vec();
    write_bytes(&mut bytes, kind(key).as_bytes());
    write_bytes(&mut bytes, key.as_bytes());
    bytes
}

/// What lies under a key, by its first segment: a state is never taken for a lock, nor a revision for a state.
fn kind(key: &str) -> &str {
    key.split_once('/').map_or("", |(first, _)| first)
}

/// Encrypts; fails where there is no key, or no random numbers.
pub(super) fn seal(keys: &Keys, key: &str, body: &Body) -> Result<Body> {
    let (operators, origin) = keys.newest()?;
    with_key(&operators, &origin, key, body).ok_or_else(|| {
        Error::new(ErrorKind::Unavailable, "The system gives no random numbers, or it is too long to be encrypted")
    })
}

fn with_key(operators: &Key, origin: &Origin, key: &str, body: &Body) -> Option<Body> {
    let (nonce, text_key) = (nonce()?, data_key()?);
    let mut header = start(operators.id(), origin);
    let wrapped = operators.seal(text_key.to_vec(), nonce, &authenticated(&header, key))?;
    write_bytes(&mut header, &nonce);
    write_bytes(&mut header, &wrapped);
    let sealed = Key::new(&text_key)?.seal(body.to_vec(), NONCE, &authenticated(&header, key))?;
    Some([header, sealed].into_iter().collect())
}

impl Envelope {
    /// The header of a content.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut reader = Reader(bytes.strip_prefix(START).ok_or(Unreadable::Plain)?);
        let version = match reader.count() {
            Some(version @ (GIVEN | SERVICE)) => version,
            Some(newer) if newer > SERVICE => return Err(Unreadable::Newer(newer)),
            _ => return Err(Unreadable::Broken),
        };
        Self::parts(&mut reader, version, bytes.len()).ok_or(Unreadable::Broken)
    }

    fn parts(reader: &mut Reader<'_>, version: u32, length: usize) -> Option<Self> {
        let key_id = reader.text()?.to_owned();
        let derivation = Derivation::read(reader)?.given();
        let origin = if version == GIVEN {
            Origin::Given(derivation)
        } else {
            Origin::Service(Wrapped { reference: reader.text()?.to_owned(), key: reader.bytes()?.to_vec() })
        };
        let (nonce, wrapped) = (reader.bytes()?.to_vec(), reader.bytes()?.to_vec());
        Some(Self { key_id, origin, nonce, wrapped, length: length - reader.0.len() })
    }

    #[cfg(test)]
    pub(super) fn salt(&self) -> Option<&[u8]> {
        match &self.origin {
            Origin::Given(derivation) => derivation.as_ref().map(|derivation| derivation.salt.as_slice()),
            Origin::Service(_) => None,
        }
    }

    /// Decrypts the content whose header this is.
    pub(super) fn open(self, keys: &Keys, key: &str, bytes: Vec<u8>) -> Result<Opened> {
        let found = keys.find(&self.key_id, &self.origin);
        let found = found.map_err(|failed| failed.summary(format!("{key:?} cannot be decrypted{}", self.says())))?;
        let (operators, newest) = found.ok_or_else(|| self.unknown_key(key, keys))?;
        if operators.id() != self.key_id {
            return Err(tampered(key, &self.key_id));
        }
        let wrapping = authenticated(&start(&self.key_id, &self.origin), key);
        let opened = operators.open(self.wrapped, &self.nonce, &wrapping).and_then(|text_key| {
            let text_key: [u8; DATA_KEY_LENGTH] = text_key.try_into().ok()?;
            let beside = authenticated(&bytes[..self.length], key);
            Key::new(&text_key)?.open_from(bytes, self.length, &NONCE, &beside)
        });
        let text = opened.ok_or_else(|| tampered(key, &self.key_id))?;
        keys.opened(&self.key_id, &self.origin);
        Ok(Opened { body: text.into(), newest })
    }

    /// Which key of a service it says that it takes.
    fn says(&self) -> String {
        match &self.origin {
            Origin::Service(wrapped) => format!(", which says that it takes the key {:?}", wrapped.reference),
            Origin::Given(_) => String::new(),
        }
    }

    fn unknown_key(&self, key: &str, keys: &Keys) -> Error {
        let needed = match &self.origin {
            Origin::Given(_) => &self.key_id,
            Origin::Service(wrapped) => &wrapped.reference,
        };
        Error::new(ErrorKind::Denied, format!("{key:?} is encrypted with a key that is not at hand")).detail(format!(
            "It takes the key {needed}; at hand: {}. Configure that key, or, if a newer one is there, name it among those of before. Nothing was changed; without the key nobody can read it.",
            keys.describe()
        ))
    }
}

fn tampered(key: &str, id: &str) -> Error {
    Error::new(ErrorKind::Corrupt, format!("{key:?} is not what was stored")).detail(format!(
        "The key {id} is the right one, but what it encrypted was changed since, or was moved here from elsewhere. Restore it from a revision or a backup."
    ))
}

impl Unreadable {
    pub(super) fn of(self, key: &str) -> Error {
        match self {
            Self::Plain => Error::new(ErrorKind::Corrupt, format!("{key:?} is not encrypted")).detail(
                "The store is configured to encrypt, and then takes nothing else: whoever can write to it could have put this there. If it was stored before the store encrypted, accept contents that are not encrypted until all has been written anew.",
            ),
            Self::Newer(version) => Error::new(ErrorKind::Unsupported, format!("{key:?} was encrypted by a newer version of the provider"))
                .detail(format!("Its form has version {version}. Use that version of the provider, or a later one.")),
            Self::Broken => Error::new(ErrorKind::Corrupt, format!("{key:?} is damaged"))
                .detail("The header of its encryption is cut off or was changed. Restore it from a revision or a backup."),
        }
    }
}
