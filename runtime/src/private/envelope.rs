//! The form of private state in a state file: a name to know it by, a version, how it is encrypted, and the record.
//!
//! After the name everything is a number of four bytes, the greatest first, or bytes after their number. Without encryption the
//! key's id is empty, and nothing about the key follows; without a pass phrase the iterations are 0, and the salt is empty.
//!
//! Only the form is known here: neither keys, nor what is inside.

/// What tells our private state from that of other providers, which is JSON for the most part.
const START: &[u8] = b"tfgen.private\0";

/// The newest version of the form.
const VERSION: u8 = 1;

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
}

/// The parameters of PBKDF2 with HMAC-SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Derivation {
    pub(super) iterations: u32,
    pub(super) salt: Vec<u8>,
}

impl Envelope {
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = START.to_vec();
        write_count(&mut bytes, VERSION.into());
        write_bytes(&mut bytes, self.seal.as_ref().map(|seal| seal.key_id.as_bytes()).unwrap_or_default());
        if let Some(seal) = &self.seal {
            seal.write_derivation(&mut bytes);
            write_bytes(&mut bytes, &seal.nonce);
        }
        write_bytes(&mut bytes, &self.body);
        bytes
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, Unreadable> {
        let Some(rest) = bytes.strip_prefix(START) else { return Err(Unreadable::Foreign) };
        let mut reader = Reader(rest);
        match reader.count() {
            Some(version) if version == u32::from(VERSION) => {}
            Some(newer) if newer > u32::from(VERSION) => return Err(Unreadable::Newer(newer)),
            _ => return Err(Unreadable::Broken),
        }
        reader.envelope().filter(|_| reader.0.is_empty()).ok_or(Unreadable::Broken)
    }
}

/// Reads lengths and bytes; `None` where there are too few.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn count(&mut self) -> Option<u32> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes(*bytes))
    }

    fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.count()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn envelope(&mut self) -> Option<Envelope> {
        let key_id = std::str::from_utf8(self.bytes()?).ok()?.to_owned();
        let seal = if key_id.is_empty() { None } else { Some(self.seal(key_id)?) };
        Some(Envelope { seal, body: self.bytes()?.to_vec() })
    }

    fn seal(&mut self, key_id: String) -> Option<Seal> {
        let (iterations, salt) = (self.count()?, self.bytes()?.to_vec());
        let derivation = (iterations > 0).then_some(Derivation { iterations, salt });
        Some(Seal { key_id, derivation, nonce: self.bytes()?.to_vec() })
    }
}

fn write_count(bytes: &mut Vec<u8>, count: u32) {
    bytes.extend_from_slice(&count.to_be_bytes());
}

/// A length and so many bytes. What is longer than 4 GiB does not get this far: Terraform takes 256 MiB.
fn write_bytes(bytes: &mut Vec<u8>, part: &[u8]) {
    write_count(bytes, u32::try_from(part.len()).unwrap_or(u32::MAX));
    bytes.extend_from_slice(part);
}

impl Seal {
    /// What is authenticated beside the body: whose private state it is, and how it is encrypted.
    pub(super) fn authenticated(&self, provider: &str, type_name: &str) -> Vec<u8> {
        let mut bytes = START.to_vec();
        write_count(&mut bytes, VERSION.into());
        for part in [provider, type_name, &self.key_id] {
            write_bytes(&mut bytes, part.as_bytes());
        }
        self.write_derivation(&mut bytes);
        bytes
    }

    fn write_derivation(&self, bytes: &mut Vec<u8>) {
        let derivation = self.derivation.as_ref();
        write_count(bytes, derivation.map_or(0, |derivation| derivation.iterations));
        write_bytes(bytes, derivation.map(|derivation| derivation.salt.as_slice()).unwrap_or_default());
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
        newer[START.len() + 3] = 9;
        assert_eq!(Envelope::decode(&newer), Err(Unreadable::Newer(9)));
        let whole = sealed().encode();
        for length in START.len() + 4..whole.len() {
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
