//! The form of an encrypted content, and what is said of one that does not open.
//!
//! After the name come a version, the operator's key by its id and, for a pass phrase, its derivation, the key of this text encrypted
//! with the operator's, and the ciphertext to the end. Everything before the ciphertext is the header.

use super::super::body::Body;
use super::super::error::{Error, ErrorKind, Result};
use crate::seal::parts::{Reader, write_bytes, write_count};
use crate::seal::{DATA_KEY_LENGTH, Derivation, Key, Keyring, data_key, nonce};

/// What an encrypted content begins with.
pub(crate) const START: &[u8] = b"tfgen.sealed\0";

const VERSION: u32 = 1;

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
    derivation: Option<Derivation>,
    nonce: Vec<u8>,
    /// The key of the text, encrypted.
    wrapped: Vec<u8>,
    /// Where the ciphertext begins.
    length: usize,
}

/// A decrypted content.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) body: Body,
    /// Whether it was encrypted with the key that encrypts today.
    pub(super) newest: bool,
}

/// The part of the header that says which key of the operator's it takes.
fn start(key_id: &str, derivation: Option<&Derivation>) -> Vec<u8> {
    let mut header = START.to_vec();
    write_count(&mut header, VERSION);
    write_bytes(&mut header, key_id.as_bytes());
    Derivation::write(derivation, &mut header);
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

/// Encrypts; `None` if there are no random numbers.
pub(super) fn seal(keys: &Keyring, key: &str, body: &Body) -> Option<Body> {
    let newest = keys.newest()?;
    let (nonce, text_key) = (nonce()?, data_key()?);
    let mut header = start(newest.key.id(), newest.derivation.as_ref());
    let wrapped = newest.key.seal(text_key.to_vec(), nonce, &authenticated(&header, key))?;
    write_bytes(&mut header, &nonce);
    write_bytes(&mut header, &wrapped);
    let sealed = Key::new(&text_key)?.seal(body.to_vec(), NONCE, &authenticated(&header, key))?;
    Some([header, sealed].into_iter().collect())
}

impl Envelope {
    /// The header of a content.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut reader = Reader(bytes.strip_prefix(START).ok_or(Unreadable::Plain)?);
        match reader.count() {
            Some(VERSION) => {}
            Some(newer) if newer > VERSION => return Err(Unreadable::Newer(newer)),
            _ => return Err(Unreadable::Broken),
        }
        Self::parts(&mut reader, bytes.len()).ok_or(Unreadable::Broken)
    }

    fn parts(reader: &mut Reader<'_>, length: usize) -> Option<Self> {
        let key_id = reader.text()?.to_owned();
        let derivation = Derivation::read(reader)?.given();
        let (nonce, wrapped) = (reader.bytes()?.to_vec(), reader.bytes()?.to_vec());
        Some(Self { key_id, derivation, nonce, wrapped, length: length - reader.0.len() })
    }

    #[cfg(test)]
    pub(super) fn salt(&self) -> Option<&[u8]> {
        self.derivation.as_ref().map(|derivation| derivation.salt.as_slice())
    }

    /// Decrypts the content whose header this is.
    pub(super) fn open(self, keys: &Keyring, key: &str, bytes: Vec<u8>) -> Result<Opened> {
        let derivation = self.derivation.as_ref();
        let (operators, newest) = keys.find(&self.key_id, derivation).ok_or_else(|| self.unknown_key(key, keys))?;
        let wrapping = authenticated(&start(&self.key_id, derivation), key);
        let opened = operators.open(self.wrapped, &self.nonce, &wrapping).and_then(|text_key| {
            let text_key: [u8; DATA_KEY_LENGTH] = text_key.try_into().ok()?;
            let beside = authenticated(&bytes[..self.length], key);
            Key::new(&text_key)?.open_from(bytes, self.length, &NONCE, &beside)
        });
        let text = opened.ok_or_else(|| tampered(key, &self.key_id))?;
        keys.opened(&self.key_id, derivation);
        Ok(Opened { body: text.into(), newest })
    }

    fn unknown_key(&self, key: &str, keys: &Keyring) -> Error {
        Error::new(ErrorKind::Denied, format!("{key:?} is encrypted with a key that is not at hand")).detail(format!(
            "It takes the key {}; at hand: {}. Configure that key, or, if a newer one is there, name it among those of before. Nothing was changed; without the key nobody can read it.",
            self.key_id,
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
