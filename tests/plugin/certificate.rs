//! Certificates like the ones that go-plugin's client makes: self-signed authorities on the curve P-521, which ring
//! cannot make.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use p521::ecdsa::signature::Signer as _;
use p521::ecdsa::{Signature, SigningKey};
use rustls::client::ResolvesClientCert;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::sign::CertifiedKey;
use rustls::{SignatureAlgorithm, SignatureScheme};

/// A certificate and its key.
#[derive(Clone, Debug)]
pub struct Identity {
    pub certificate: CertificateDer<'static>,
    pub key: Arc<Key>,
}

impl Identity {
    /// A new one.
    pub fn generate() -> Self {
        let mut secret = [0; 66];
        // The first byte stays zero, so that the number is below the order of the curve.
        ring::default_provider().secure_random.fill(&mut secret[1..]).expect("there is randomness");
        let key = Key(SigningKey::from_slice(&secret).expect("the number is a key"));
        Self { certificate: self_signed(&key).into(), key: Arc::new(key) }
    }

    /// The certificate as `PLUGIN_CLIENT_CERT` holds it.
    pub fn pem(&self) -> String {
        let text = STANDARD.encode(&self.certificate);
        let lines: Vec<&str> = text.as_bytes().chunks(64).map(|line| str::from_utf8(line).expect("ASCII")).collect();
        format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
    }
}

impl ResolvesClientCert for Identity {
    fn resolve(&self, _hints: &[&[u8]], _schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        let key: Arc<dyn rustls::sign::SigningKey> = Arc::clone(&self.key) as _;
        Some(Arc::new(CertifiedKey::new(vec![self.certificate.clone()], key)))
    }

    fn has_certs(&self) -> bool {
        true
    }
}

/// A key on P-521.
pub struct Key(SigningKey);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    fn sign(&self, message: &[u8]) -> Vec<u8> {
        let signature: Signature = self.0.sign(message);
        signature.to_der().as_bytes().to_vec()
    }
}

impl rustls::sign::SigningKey for Key {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn rustls::sign::Signer>> {
        let offered = offered.contains(&SignatureScheme::ECDSA_NISTP521_SHA512);
        offered.then(|| Box::new(KeySigner(Self(self.0.clone()))) as _)
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        SignatureAlgorithm::ECDSA
    }
}

#[derive(Debug)]
struct KeySigner(Key);

impl rustls::sign::Signer for KeySigner {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, rustls::Error> {
        Ok(self.0.sign(message))
    }

    fn scheme(&self) -> SignatureScheme {
        SignatureScheme::ECDSA_NISTP521_SHA512
    }
}

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const OBJECT_ID: u8 = 0x06;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const TRUE: &[u8] = &[0x01, 0x01, 0xff];

/// One DER value.
fn der(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let length = content.len().to_be_bytes();
    let length = &length[length.iter().position(|byte| *byte != 0).unwrap_or(length.len() - 1)..];
    let mut value = vec![tag];
    if content.len() >= 128 {
        value.push(0x80 | u8::try_from(length.len()).expect("a short length"));
    }
    value.extend_from_slice(length);
    value.extend(content);
    value
}

fn extension(id: &[u8], critical: bool, value: &[u8]) -> Vec<u8> {
    let critical = if critical { TRUE } else { &[] };
    der(SEQUENCE, &[&der(OBJECT_ID, &[id]), critical, &der(OCTET_STRING, &[value])])
}

/// What go-plugin's `generateCert` makes: version 3, an authority, for signing and agreeing, client and server.
fn self_signed(key: &Key) -> Vec<u8> {
    let ecdsa_with_sha512 = der(SEQUENCE, &[&der(OBJECT_ID, &[&[0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 4]])]);
    let attribute = |kind: u8, text: &str| {
        der(SET, &[&der(SEQUENCE, &[&der(OBJECT_ID, &[&[0x55, 4, kind]]), &der(0x0c, &[text.as_bytes()])])])
    };
    let name = der(SEQUENCE, &[&attribute(10, "HashiCorp"), &attribute(3, "localhost")]);
    let validity = der(SEQUENCE, &[&der(0x17, &[b"250101000000Z"]), &der(0x17, &[b"491231235959Z"])]);
    let curve = [der(OBJECT_ID, &[&[0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]]), der(OBJECT_ID, &[&[0x2b, 0x81, 4, 0, 35]])];
    let point = key.0.verifying_key().to_sec1_point(false);
    let public_key =
        der(SEQUENCE, &[&der(SEQUENCE, &[&curve[0], &curve[1]]), &der(BIT_STRING, &[&[0], point.as_bytes()])]);
    let usages = [1, 2].map(|usage| der(OBJECT_ID, &[&[0x2b, 6, 1, 5, 5, 7, 3, usage]]));
    let extensions = [
        extension(&[0x55, 0x1d, 15], true, &der(BIT_STRING, &[&[2, 0b1010_1100]])),
        extension(&[0x55, 0x1d, 37], false, &der(SEQUENCE, &[&usages[0], &usages[1]])),
        extension(&[0x55, 0x1d, 19], true, &der(SEQUENCE, &[TRUE])),
        extension(&[0x55, 0x1d, 17], false, &der(SEQUENCE, &[&der(0x82, &[b"localhost"])])),
    ];
    let body = der(
        SEQUENCE,
        &[
            &der(0xa0, &[&[2, 1, 2]]),
            &[2, 1, 1],
            &ecdsa_with_sha512,
            &name,
            &validity,
            &name,
            &public_key,
            &der(0xa3, &[&der(SEQUENCE, &[&extensions.concat()])]),
        ],
    );
    let signature = key.sign(&body);
    der(SEQUENCE, &[&body, &ecdsa_with_sha512, &der(BIT_STRING, &[&[0], &signature])])
}
