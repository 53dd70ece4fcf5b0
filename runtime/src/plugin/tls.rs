//! Automatic mutual TLS, as go-plugin has it: each side makes a certificate for this one connection, Terraform hands us
//! its own in the environment, and ours goes back in the handshake line.
//!
//! The client's certificate is a self-signed authority on the curve P-521, which no verifier of rustls takes, and ring
//! does not know the curve. Nothing is lost by that: there is one certificate that may connect, so the verifier here
//! compares bytes, and checks with `p521` that the client has the key.

use std::sync::Arc;

use p521::ecdsa::signature::Verifier as _;
use p521::ecdsa::{Signature, VerifyingKey};
use rustls::client::danger::HandshakeSignatureValid;
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{
    AlgorithmIdentifier, CertificateDer, InvalidSignature, PrivateKeyDer, SignatureVerificationAlgorithm, UnixTime,
    alg_id,
};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{NoServerSessionStorage, ParsedCertificate};
use rustls::{CertificateError, DigitallySignedStruct, DistinguishedName, Error, ServerConfig, SignatureScheme};

use super::certificate;

/// What the listener and the handshake line need.
pub(super) struct Tls {
    pub config: Arc<ServerConfig>,
    /// Our certificate, as DER.
    pub certificate: Vec<u8>,
}

/// Makes our side of the connection for a client that will show the given certificate (PEM).
pub(super) fn automatic(client_certificate: &[u8]) -> Result<Tls, String> {
    let client = client_certificate_of(client_certificate)?;
    let (certificate, key) = certificate::own().map_err(|error| format!("The provider's certificate: {error}"))?;
    let config = config(client, certificate.clone(), key).map_err(|error| format!("The provider's TLS: {error}"))?;
    Ok(Tls { config: Arc::new(config), certificate: certificate.to_vec() })
}

fn client_certificate_of(pem: &[u8]) -> Result<CertificateDer<'static>, String> {
    let wrong = |what: String| format!("The environment variable PLUGIN_CLIENT_CERT holds no certificate: {what}");
    let certificate = CertificateDer::from_pem_slice(pem).map_err(|error| wrong(error.to_string()))?;
    ParsedCertificate::try_from(&certificate).map_err(|error| wrong(error.to_string()))?;
    Ok(certificate)
}

fn config(
    client: CertificateDer<'static>,
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
) -> Result<ServerConfig, Error> {
    let crypto = Arc::new(ring::default_provider());
    let verifier = Pinned { client, crypto: Arc::clone(&crypto) };
    let mut config = ServerConfig::builder_with_provider(crypto)
        .with_safe_default_protocol_versions()?
        .with_client_cert_verifier(Arc::new(verifier))
        .with_single_cert(vec![certificate], key)?;
    // gRPC clients refuse a server that does not agree on HTTP/2 here.
    config.alpn_protocols = vec![b"h2".to_vec()];
    // There is one client with one connection, so that a session is never resumed.
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 0;
    Ok(config)
}

/// Takes one certificate and no other.
#[derive(Debug)]
struct Pinned {
    client: CertificateDer<'static>,
    crypto: Arc<CryptoProvider>,
}

impl Pinned {
    /// Who checks signatures of this scheme.
    fn algorithms(&self, scheme: SignatureScheme) -> &WebPkiSupportedAlgorithms {
        match scheme {
            SignatureScheme::ECDSA_NISTP521_SHA512 => &P521,
            _ => &self.crypto.signature_verification_algorithms,
        }
    }
}

impl ClientCertVerifier for Pinned {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        if *end_entity == self.client {
            Ok(ClientCertVerified::assertion())
        } else {
            Err(CertificateError::ApplicationVerificationFailure.into())
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, dss, self.algorithms(dss.scheme))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, dss, self.algorithms(dss.scheme))
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let mut schemes = self.crypto.signature_verification_algorithms.supported_schemes();
        schemes.push(SignatureScheme::ECDSA_NISTP521_SHA512);
        schemes
    }
}

/// The curve that ring lacks, for webpki's functions.
static P521: WebPkiSupportedAlgorithms = WebPkiSupportedAlgorithms {
    all: &[&P521Sha512],
    mapping: &[(SignatureScheme::ECDSA_NISTP521_SHA512, &[&P521Sha512])],
};

/// ECDSA signatures over SHA-512 by keys on the curve P-521.
#[derive(Debug)]
struct P521Sha512;

impl SignatureVerificationAlgorithm for P521Sha512 {
    fn verify_signature(&self, public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), InvalidSignature> {
        let key = VerifyingKey::from_sec1_bytes(public_key).map_err(|_| InvalidSignature)?;
        let signature = Signature::from_der(signature).map_err(|_| InvalidSignature)?;
        key.verify(message, &signature).map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_P521
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_SHA512
    }
}

#[cfg(test)]
mod tests {
    use super::automatic;

    #[test]
    fn malformed_client_certificate_is_an_error_that_names_the_variable() {
        for wrong in ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            let error = automatic(wrong.as_bytes()).err().unwrap();
            assert!(error.contains("PLUGIN_CLIENT_CERT"), "{error}");
        }
    }
}
