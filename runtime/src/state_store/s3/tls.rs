//! Which authorities are trusted: a file that is named, or those of the system.

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

/// A configuration that trusts those in this file, or in the one that the environment names, or the system's.
pub(super) fn config(authorities: Option<&str>) -> io::Result<Arc<ClientConfig>> {
    let variable = |name: &&str| std::env::var(name).ok().filter(|path| !path.is_empty());
    let named = authorities.filter(|path| !path.is_empty()).map(str::to_owned);
    let named = named.or_else(|| ["AWS_CA_BUNDLE", "SSL_CERT_FILE"].iter().find_map(variable));
    let path = named.or_else(|| PLACES.iter().find(|path| Path::new(path).is_file()).map(|path| (*path).to_owned()));
    let path = path.ok_or_else(|| {
        let text = "no certificates of authorities are found; name a file of them in AWS_CA_BUNDLE or SSL_CERT_FILE";
        io::Error::new(io::ErrorKind::NotFound, text)
    })?;
    let wrong = |error: &dyn std::fmt::Display| io::Error::other(format!("{path} holds no certificates: {error}"));
    let mut roots = RootCertStore::empty();
    let certificates = CertificateDer::pem_file_iter(&path).map_err(|error| wrong(&error))?;
    // Systems have some that are too old for rustls: they are left out.
    roots.add_parsable_certificates(certificates.filter_map(Result::ok));
    if roots.is_empty() {
        return Err(wrong(&"there is none that can be read"));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(io::Error::other)?;
    Ok(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()))
}
