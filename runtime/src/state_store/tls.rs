//! Which authorities are trusted by stores that are far away: those in a file that is named, or the system's.

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Where systems keep them in one file.
const PLACES: [&str; 6] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
    "/usr/local/etc/ssl/cert.pem",
];

/// The authorities in this file, or the system's. `named_by` is where people can name one.
pub(super) fn authorities(named: Option<String>, named_by: &str) -> io::Result<RootCertStore> {
    let named = named.filter(|path| !path.is_empty());
    let path = named.or_else(|| PLACES.iter().find(|path| Path::new(path).is_file()).map(|path| (*path).to_owned()));
    let path = path.ok_or_else(|| {
        let text = format!("no certificates of authorities are found; name a file of them in {named_by}");
        io::Error::new(io::ErrorKind::NotFound, text)
    })?;
    let wrong = |error: &dyn std::fmt::Display| io::Error::other(format!("{path} holds no certificates: {error}"));
    let mut roots = RootCertStore::empty();
    let certificates = CertificateDer::pem_file_iter(&path).map_err(|error| wrong(&error))?;
    // Systems have some that are too old for rustls: they are left out.
    roots.add_parsable_certificates(certificates.filter_map(Result::ok));
    if roots.is_empty() { Err(wrong(&"there is none that can be read")) } else { Ok(roots) }
}

/// A configuration's beginning, with the cryptography that everything else has.
pub(super) fn builder() -> io::Result<rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier>> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(io::Error::other)
}
