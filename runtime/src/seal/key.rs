//! Keys: AES-256 keys, given as such or derived from a pass phrase; encrypting and decrypting with one.
//!
//! The primitives are ring's, which the process has for TLS anyway: they cost a provider's build nothing, and deriving
//! a key takes no longer in a debug build.

use super::parts::{Reader, write_bytes, write_count};
use crate::hexadecimal::hexadecimal;
use crate::random;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::digest::{self, SHA256};
use ring::pbkdf2::{self, PBKDF2_HMAC_SHA256};
use std::fmt;
use std::num::NonZeroU32;

/// How often a pass phrase is hashed for a new key. What is stored says its own number, so that this one may grow.
pub(super) const ITERATIONS: u32 = if cfg!(test) { 1_000 } else { 600_000 };

/// The most that is believed of a stored number: a state file must not be able to keep a provider busy for hours.
const ITERATIONS_MAX: u32 = 10_000_000;

const SALT_LENGTH: usize = 16;
const KEY_LENGTH: usize = 32;
/// An id is the start of a hash of the key, in hexadecimal.
const ID_BYTES: usize = 8;

/// How long a key of one text is.
pub(crate) const DATA_KEY_LENGTH: usize = KEY_LENGTH;

/// The parameters of PBKDF2 with HMAC-SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Derivation {
    pub(crate) iterations: u32,
    pub(crate) salt: Vec<u8>,
}

impl Derivation {
    /// Writes the parameters, or that there are none: no iterations, and an empty salt.
    pub(crate) fn write(derivation: Option<&Self>, bytes: &mut Vec<u8>) {
        write_count(bytes, derivation.map_or(0, |derivation| derivation.iterations));
        write_bytes(bytes, derivation.map(|derivation| derivation.salt.as_slice()).unwrap_or_default());
    }

    /// Reads what [`Derivation::write`] writes.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Some(Self { iterations: reader.count()?, salt: reader.bytes()?.to_vec() })
    }

    /// What was written, unless that was that there are none.
    pub(crate) fn given(self) -> Option<Self> {
        (self.iterations > 0).then_some(self)
    }
}

/// A key that is ready to use.
#[derive(Clone)]
pub(crate) struct Key {
    key: LessSafeKey,
    id: String,
}

impl Key {
    /// The key with these bytes.
    pub(crate) fn new(bytes: &[u8; KEY_LENGTH]) -> Option<Self> {
        let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, bytes).ok()?);
        // The hash of a key of full strength tells nothing of the key; the prefix keeps it from serving as anything else.
        let mut named = b"tfgen private state key ".to_vec();
        named.extend_from_slice(bytes);
        let hash = digest::digest(&SHA256, &named);
        Some(Self { key, id: hexadecimal(&hash.as_ref()[..ID_BYTES]) })
    }

    /// The key that a pass phrase stands for; `None` for parameters that nobody would choose.
    pub(crate) fn derive(phrase: &str, derivation: &Derivation) -> Option<Self> {
        let iterations = NonZeroU32::new(derivation.iterations).filter(|number| number.get() <= ITERATIONS_MAX)?;
        let mut bytes = [0; KEY_LENGTH];
        pbkdf2::derive(PBKDF2_HMAC_SHA256, iterations, &derivation.salt, phrase.as_bytes(), &mut bytes);
        Self::new(&bytes)
    }

    /// Which key it is; may be shown.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The encrypted body; `None` for one that is too long.
    pub(crate) fn seal(&self, mut body: Vec<u8>, nonce: [u8; NONCE_LEN], authenticated: &[u8]) -> Option<Vec<u8>> {
        let (nonce, aad) = (Nonce::assume_unique_for_key(nonce), Aad::from(authenticated));
        let tag = self.key.seal_in_place_separate_tag(nonce, aad, &mut body).ok()?;
        body.extend_from_slice(tag.as_ref());
        Some(body)
    }

    /// The plain body; `None` if it, or what is authenticated with it, is not what was sealed.
    pub(crate) fn open(&self, body: Vec<u8>, nonce: &[u8], authenticated: &[u8]) -> Option<Vec<u8>> {
        self.open_from(body, 0, nonce, authenticated)
    }

    /// [`Key::open`] of a body that begins at `start`, without a copy.
    pub(crate) fn open_from(
        &self,
        mut body: Vec<u8>,
        start: usize,
        nonce: &[u8],
        authenticated: &[u8],
    ) -> Option<Vec<u8>> {
        if start > body.len() {
            return None;
        }
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let length = self.key.open_within(nonce, Aad::from(authenticated), &mut body, start..).ok()?.len();
        body.truncate(length);
        Some(body)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Key").field(&self.id).finish()
    }
}

/// A new nonce. Random ones are safe for far more messages than a state file can hold.
pub(crate) fn nonce() -> Option<[u8; NONCE_LEN]> {
    random::bytes()
}

/// A new key for one text.
pub(crate) fn data_key() -> Option<[u8; DATA_KEY_LENGTH]> {
    random::bytes()
}

/// Parameters for a new derivation.
pub(super) fn derivation() -> Option<Derivation> {
    let salt: [u8; SALT_LENGTH] = random::bytes()?;
    Some(Derivation { iterations: ITERATIONS, salt: salt.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_key_and_the_context_of_the_seal_open() {
        let (key, other) = (Key::new(&[1; 32]).unwrap(), Key::new(&[2; 32]).unwrap());
        let nonce = nonce().unwrap();
        let body = key.seal(b"secret".to_vec(), nonce, b"acme_disk").unwrap();
        assert_eq!(key.open(body.clone(), &nonce, b"acme_disk").as_deref(), Some(&b"secret"[..]));
        assert_eq!(key.open(body.clone(), &nonce, b"acme_note"), None);
        assert_eq!(other.open(body.clone(), &nonce, b"acme_disk"), None);
        for at in 0..body.len() {
            let mut changed = body.clone();
            changed[at] ^= 1;
            assert_eq!(key.open(changed, &nonce, b"acme_disk"), None, "byte {at}");
        }
        assert_ne!(key.id(), other.id());
    }

    #[test]
    fn keys_are_derived_as_the_standard_says() {
        // RFC 7914, section 11: the first half of the derived key.
        let derivation = Derivation { iterations: 80_000, salt: b"NaCl".to_vec() };
        let expected = [
            0x4d, 0xdc, 0xd8, 0xf6, 0x0b, 0x98, 0xbe, 0x21, 0x83, 0x0c, 0xee, 0x5e, 0xf2, 0x27, 0x01, 0xf9, 0x64, 0x1a,
            0x44, 0x18, 0xd0, 0x4c, 0x04, 0x14, 0xae, 0xff, 0x08, 0x87, 0x6b, 0x34, 0xab, 0x56,
        ];
        assert_eq!(Key::derive("Password", &derivation).unwrap().id(), Key::new(&expected).unwrap().id());
    }

    #[test]
    fn absurd_parameters_are_refused() {
        for iterations in [0, u32::MAX] {
            assert!(Key::derive("Password", &Derivation { iterations, salt: vec![1; 16] }).is_none());
        }
    }
}
