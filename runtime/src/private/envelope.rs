//! The form of private state in a state file: a name to know it by, a version, how it is encrypted, and the record.
//!
//! Only the form is known here: neither keys, nor what is inside.

use serde_core::de::{Error, SeqAccess, Visitor};
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What tells our private state from that of other providers.
const NAME: &str = "tfgen.private";

/// How every envelope starts: an array of four, and the name.
const START: &[u8] = b"\x94\xadtfgen.private";

/// The newest version of the form.
const VERSION: u8 = 1;

/// Why bytes are no envelope that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// They were written by something else.
    Foreign,
    /// They were written by a version of tfgen to come.
    Newer(u8),
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
}

/// The parameters of PBKDF2 with HMAC-SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Derivation {
    pub(super) iterations: u32,
    pub(super) salt: Vec<u8>,
}

type SealForm = (String, Option<(u32, Bytes)>, Bytes);
type Form = (String, u8, Option<SealForm>, Bytes);

impl Envelope {
    /// The bytes; empty only if they cannot be made, which no envelope is known to do.
    pub(super) fn encode(&self) -> Vec<u8> {
        let seal: Option<SealForm> = self.seal.as_ref().map(|seal| {
            let derivation = seal.derivation.as_ref();
            let derivation = derivation.map(|derivation| (derivation.iterations, Bytes(derivation.salt.clone())));
            (seal.key_id.clone(), derivation, Bytes(seal.nonce.clone()))
        });
        rmp_serde::to_vec(&(NAME, VERSION, seal, Bytes(self.body.clone()))).unwrap_or_default()
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, Unreadable> {
        let Some(rest) = bytes.strip_prefix(START) else { return Err(Unreadable::Foreign) };
        match rest.first() {
            Some(&VERSION) => {}
            Some(&newer) if newer > VERSION => return Err(Unreadable::Newer(newer)),
            _ => return Err(Unreadable::Broken),
        }
        let (_, _, seal, body): Form = rmp_serde::from_slice(bytes).map_err(|_| Unreadable::Broken)?;
        let seal = seal.map(|(key_id, derivation, nonce)| Seal {
            key_id,
            derivation: derivation.map(|(iterations, salt)| Derivation { iterations, salt: salt.0 }),
            nonce: nonce.0,
        });
        Ok(Self { seal, body: body.0 })
    }
}

impl Seal {
    /// What is authenticated beside the body: whose private state it is, and how it is encrypted.
    pub(super) fn authenticated(&self, provider: &str, type_name: &str) -> Vec<u8> {
        let derivation = self.derivation.as_ref();
        let derivation = derivation.map(|derivation| (derivation.iterations, Bytes(derivation.salt.clone())));
        let context = (NAME, VERSION, provider, type_name, &self.key_id, derivation);
        rmp_serde::to_vec(&context).unwrap_or_default()
    }
}

/// Bytes that serialise as such, and not as a list of numbers.
#[derive(Clone, PartialEq)]
pub(super) struct Bytes(pub(super) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
        Ok(Bytes(bytes.to_vec()))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
        Ok(Bytes(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Bytes, A::Error> {
        Err(A::Error::custom("a list where bytes are expected"))
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} bytes", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed() -> Envelope {
        let derivation = Some(Derivation { iterations: 600_000, salt: vec![7; 16] });
        let seal = Seal { key_id: "ab".to_owned(), derivation, nonce: vec![1; 12] };
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
        newer[NAME.len() + 2] = 9;
        assert_eq!(Envelope::decode(&newer), Err(Unreadable::Newer(9)));
        let whole = sealed().encode();
        for length in NAME.len() + 3..whole.len() {
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
