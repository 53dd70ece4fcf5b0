//! Our certificate for one connection: self-signed, on the curve P-256, for the name `localhost`.
//!
//! It is always the same but for key and signature, so that a few lines that write DER do what a library for
//! certificates would. Only this one certificate is written here, and none is read.

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const OBJECT_ID: u8 = 0x06;
const UTF8_STRING: u8 = 0x0c;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const DNS_NAME: u8 = 0x82;
const VERSION: u8 = 0xa0;
const EXTENSIONS: u8 = 0xa3;

const ECDSA_WITH_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2];
const EC_PUBLIC_KEY: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1];
const P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
const COMMON_NAME: &[u8] = &[0x55, 4, 3];
const SUBJECT_ALTERNATIVE_NAME: &[u8] = &[0x55, 0x1d, 17];
const EXTENDED_KEY_USAGE: &[u8] = &[0x55, 0x1d, 37];
const SERVER_AUTHENTICATION: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 1];

/// The name that go-plugin's client expects, whatever the address is.
const NAME: &[u8] = b"localhost";

/// A new key, and the certificate that it signs for itself. Fails where the system gives no random bytes.
pub(super) fn own() -> Result<(CertificateDer<'static>, PrivateKeyDer<'static>), String> {
    let random = SystemRandom::new();
    let failed = |what: &str| format!("the key cannot be {what}");
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).map_err(|_| failed("made"))?;
    let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random)
        .map_err(|error| failed(&format!("read: {error}")))?;
    let body = body(key.public_key().as_ref());
    let signature = key.sign(&random, &body).map_err(|_| failed("used"))?;
    let certificate = der(SEQUENCE, &[&body, &algorithm(), &bits(signature.as_ref())]);
    Ok((certificate.into(), PrivatePkcs8KeyDer::from(pkcs8.as_ref().to_vec()).into()))
}

/// What is signed (`TBSCertificate` in RFC 5280), version 3.
fn body(public_key: &[u8]) -> Vec<u8> {
    let attribute = der(SEQUENCE, &[&der(OBJECT_ID, &[COMMON_NAME]), &der(UTF8_STRING, &[NAME])]);
    let name = der(SEQUENCE, &[&der(SET, &[&attribute])]);
    // It lives as long as the process does. A clock that is wrong must not make it invalid.
    let validity = der(SEQUENCE, &[&der(UTC_TIME, &[b"750101000000Z"]), &der(GENERALIZED_TIME, &[b"40960101000000Z"])]);
    let curve = der(SEQUENCE, &[&der(OBJECT_ID, &[EC_PUBLIC_KEY]), &der(OBJECT_ID, &[P256])]);
    let usage = der(SEQUENCE, &[&der(OBJECT_ID, &[SERVER_AUTHENTICATION])]);
    let alternatives = der(SEQUENCE, &[&der(DNS_NAME, &[NAME])]);
    let extensions = [extension(SUBJECT_ALTERNATIVE_NAME, &alternatives), extension(EXTENDED_KEY_USAGE, &usage)];
    let version = der(INTEGER, &[&[2]]);
    // The point on the curve differs in each certificate, and so this does. A leading byte keeps it positive and short.
    let serial = [&[1], public_key.get(1..16).unwrap_or_default()].concat();
    let parts: [&[u8]; 8] = [
        &der(VERSION, &[&version]),
        &der(INTEGER, &[&serial]),
        &algorithm(),
        &name,
        &validity,
        &name,
        &der(SEQUENCE, &[&curve, &bits(public_key)]),
        &der(EXTENSIONS, &[&der(SEQUENCE, &[&extensions.concat()])]),
    ];
    der(SEQUENCE, &parts)
}

fn algorithm() -> Vec<u8> {
    der(SEQUENCE, &[&der(OBJECT_ID, &[ECDSA_WITH_SHA256])])
}

fn extension(id: &[u8], value: &[u8]) -> Vec<u8> {
    der(SEQUENCE, &[&der(OBJECT_ID, &[id]), &der(OCTET_STRING, &[value])])
}

/// Whole bytes as a bit string: none of the last byte's bits is unused.
fn bits(bytes: &[u8]) -> Vec<u8> {
    der(BIT_STRING, &[&[0], bytes])
}

/// One value: tag, length, content.
fn der(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let length = content.len().to_be_bytes();
    let length = &length[length.iter().position(|byte| *byte != 0).unwrap_or(length.len() - 1)..];
    let mut value = vec![tag];
    if content.len() >= 0x80 {
        // How many bytes the length takes: eight at most.
        value.push(0x80 | length.len().to_le_bytes()[0]);
    }
    value.extend_from_slice(length);
    value.extend(content);
    value
}

#[cfg(test)]
mod tests {
    use rustls::client::verify_server_name;
    use rustls::crypto::ring::default_provider;
    use rustls::pki_types::{ServerName, UnixTime};
    use rustls::server::ParsedCertificate;
    use rustls::{RootCertStore, client::WebPkiServerVerifier, client::danger::ServerCertVerifier as _};

    use super::{SEQUENCE, der, own};

    #[test]
    fn client_that_trusts_the_certificate_accepts_it_for_its_name_only() {
        let (certificate, key) = own().unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(certificate.clone()).unwrap();
        let provider = std::sync::Arc::new(default_provider());
        let verifier = WebPkiServerVerifier::builder_with_provider(roots.into(), std::sync::Arc::clone(&provider))
            .build()
            .unwrap();
        let verify = |name: &str| {
            let name = ServerName::try_from(name.to_owned()).unwrap();
            verifier.verify_server_cert(&certificate, &[], &name, &[], UnixTime::now())
        };
        verify("localhost").unwrap();
        verify("example.com").unwrap_err();
        let parsed = ParsedCertificate::try_from(&certificate).unwrap();
        verify_server_name(&parsed, &ServerName::try_from("localhost").unwrap()).unwrap();
        provider.key_provider.load_private_key(key).unwrap();
    }

    #[test]
    fn each_certificate_is_another() {
        assert_ne!(own().unwrap().0, own().unwrap().0);
    }

    #[test]
    fn lengths_have_the_shortest_form() {
        assert_eq!(der(SEQUENCE, &[]), [SEQUENCE, 0]);
        assert_eq!(der(SEQUENCE, &[&[7; 127]])[..2], [SEQUENCE, 127]);
        assert_eq!(der(SEQUENCE, &[&[7; 128]])[..3], [SEQUENCE, 0x81, 128]);
        assert_eq!(der(SEQUENCE, &[&[7; 300]])[..4], [SEQUENCE, 0x82, 1, 44]);
    }
}
