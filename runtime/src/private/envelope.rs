//! The form of private state in a state file: a name to know it by, a version, how it is encrypted, and the record.
//!
//! After the name everything is a number of four bytes, the greatest first, or bytes after their number. Without encryption the
//! key's id is empty, and nothing about key and object follows; without a pass phrase the iterations are 0, and the salt is empty.
//!
//! Only the form is known here: neither keys, nor what is inside.

use super::owner::{Bound, Owner};
use crate::seal::parts::{Reader, write_bytes, write_count};
use crate::seal::{Derivation, Keyring, nonce};

/// What tells our private state from that of other providers, which is JSON for the most part.
const START: &[u8] = b"tfgen.private\0";

/// The newest version of the form.
const VERSION: u8 = 2;

/// Why bytes are no envelope that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// They were written by something else.
    Foreign,
    /// They were written by a version of tfgen to come.
    Newer(u32),
    /// They are ours, and broken.
    Broken,
}

/// A record as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Envelope {
    /// How the body is encrypted; none if it is not.
    pub(super) seal: Option<Seal>,
    /// The record, encrypted or plain.
    pub(super) body: Vec<u8>,
}

/// What it takes to decrypt, but for the key.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seal {
    /// Which key.
    pub(super) key_id: String,
    /// How the key comes from a pass phrase; none if the key was given as such.
    pub(super) derivation: Option<Derivation>,
    /// The number that no other message of the key has.
    pub(super) nonce: Vec<u8>,
    /// Whose it is.
    pub(super) object: Bound,
}

impl Envelope {
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = START.to_vec();
        write_count(&mut bytes, VERSION.into());
        write_bytes(&mut bytes, self.seal.as_ref().map(|seal| seal.key_id.as_bytes()).unwrap_or_default());
        if let Some(seal) = &self.seal {
            Derivation::write(seal.derivation.as_ref(), &mut bytes);
            write_bytes(&mut bytes, &seal.nonce);
            seal.object.write(&mut bytes);
        }
        write_bytes(&mut bytes, &self.body);
        bytes
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, Unreadable> {
        let Some(rest) = bytes.strip_prefix(START) else {
            return Err(if is_nearly_ours(bytes) { Unreadable::Broken } else { Unreadable::Foreign });
        };
        let mut reader = Reader(rest);
        match reader.count() {
            Some(version) if version == u32::from(VERSION) => {}
            Some(newer) if newer > u32::from(VERSION) => return Err(Unreadable::Newer(newer)),
            _ => return Err(Unreadable::Broken),
        }
        Self::read(&mut reader).filter(|_| reader.0.is_empty()).ok_or(Unreadable::Broken)
    }

    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let key_id = reader.text()?.to_owned();
        let seal = if key_id.is_empty() { None } else { Some(Seal::read(reader, key_id)?) };
        Some(Self { seal, body: reader.bytes()?.to_vec() })
    }

    /// Encrypts with the newest key; `None` without keys or without random numbers.
    pub(super) fn encrypt(keys: &Keyring, plain: Vec<u8>, provider: &str, owner: &Owner<'_>) -> Option<Self> {
        let newest = keys.newest()?;
        let nonce = nonce()?;
        let (key_id, object) = (newest.key.id().to_owned(), owner.object.clone());
        let seal = Seal { key_id, derivation: newest.derivation, nonce: nonce.to_vec(), object };
        let body = newest.key.seal(plain, nonce, &seal.authenticated(provider, owner.type_name))?;
        Some(Self { seal: Some(seal), body })
    }
}

/// Whether the name is there but for a few bytes, or cut off: nobody else's private state looks like that.
pub(super) fn is_nearly_ours(bytes: &[u8]) -> bool {
    let same = bytes.iter().zip(START).filter(|(there, ours)| there == ours).count();
    2 * same > START.len() || (!bytes.is_empty() && START.starts_with(bytes))
}

impl Seal {
    fn read(reader: &mut Reader<'_>, key_id: String) -> Option<Self> {
        let derivation = Derivation::read(reader)?.given();
        Some(Self { key_id, derivation, nonce: reader.bytes()?.to_vec(), object: Bound::read(reader)? })
    }

    /// What is authenticated beside the body: whose private state it is, and how it is encrypted.
    pub(super) fn authenticated(&self, provider: &str, type_name: &str) -> Vec<u8> {
        let mut bytes = START.to_vec();
        write_count(&mut bytes, VERSION.into());
        for part in [provider, type_name, &self.key_id] {
            write_bytes(&mut bytes, part.as_bytes());
        }
        Derivation::write(self.derivation.as_ref(), &mut bytes);
        self.object.write(&mut bytes);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed() -> Envelope {
        let derivation = Some(Derivation { iterations: 600_000, salt: vec![7; 16] });
        let seal = Seal { key_id: "ab".to_owned(), derivation, nonce: vec![1; 12], object: Bound::default() };
        Envelope { seal: Some(seal), body: vec![1, 2, 3] }
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        for envelope in [sealed(), Envelope { seal: None, body: Vec::new() }] {
            assert_eq!(Envelope::decode(&envelope.encode()), Ok(envelope));
        }
    }

    #[test]
    fn foreign_newer_and_broken_bytes_are_told_apart() {
        let framework = br#"{"etag":"ImFiYyI="}"#;
        assert_eq!(Envelope::decode(framework), Err(Unreadable::Foreign));
        assert_eq!(Envelope::decode(b"p"), Err(Unreadable::Foreign));
        let mut newer = sealed().encode();
        newer[START.len() + 3] = 9;
        assert_eq!(Envelope::decode(&newer), Err(Unreadable::Newer(9)));
        let whole = sealed().encode();
        for length in 1..whole.len() {
            assert_eq!(Envelope::decode(&whole[..length]), Err(Unreadable::Broken), "{length}");
        }
    }

    #[test]
    fn what_is_authenticated_depends_on_provider_and_type() {
        let seal = sealed().seal.unwrap();
        assert_ne!(seal.authenticated("a", "b_c"), seal.authenticated("a", "b_d"));
        assert_ne!(seal.authenticated("a", "bc"), seal.authenticated("ab", "c"));
    }
}
