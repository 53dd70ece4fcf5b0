//! TLS by the rustls that the plugin process has: what of the server is verified, as PostgreSQL's own tools call it.

use super::keywords::Keywords;
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::tls::{authorities, builder};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, SignatureScheme};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};

/// What is verified of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verified {
    Nothing,
    /// That an authority vouches for it, whatever its name is.
    Authority,
    /// And that it is the one that is meant.
    Name,
}

/// Whether there is TLS, and how: without a word, a server on another machine has to prove who it is.
pub(super) fn mode(keywords: &Keywords, is_near: bool) -> Result<(SslMode, Connector)> {
    let said = |keyword| keywords.get(keyword).map(String::as_str).filter(|value| !value.is_empty());
    let has_authorities = said("sslrootcert").is_some();
    let (mode, verified) = match said("sslmode") {
        Some("disable") => (SslMode::Disable, Verified::Nothing),
        Some("allow" | "prefer") => (SslMode::Prefer, Verified::Nothing),
        None if is_near => (SslMode::Prefer, Verified::Nothing),
        // So it has always been.
        Some("require") if has_authorities => (SslMode::Require, Verified::Authority),
        Some("require") => (SslMode::Require, Verified::Nothing),
        Some("verify-ca") => (SslMode::Require, Verified::Authority),
        None | Some("verify-full") => (SslMode::Require, Verified::Name),
        Some(other) => {
            return Err(Error::new(ErrorKind::Invalid, format!("There is no sslmode {other:?}"))
                .detail("There are disable, prefer, require, verify-ca and verify-full."));
        }
    };
    let config = config(verified, said("sslrootcert"), said("sslcert"), said("sslkey")).map_err(|failed| {
        Error::new(ErrorKind::Invalid, "The database cannot be talked to in private").caused_by(failed)
    })?;
    Ok((mode, Connector { config: Arc::new(config), name: None }))
}

fn config(
    verified: Verified,
    authority: Option<&str>,
    certificate: Option<&str>,
    key: Option<&str>,
) -> io::Result<ClientConfig> {
    let builder = builder()?;
    let provider = builder.crypto_provider().clone();
    let inner = if verified == Verified::Nothing {
        None
    } else {
        let named = authority.filter(|path| *path != "system").map(str::to_owned);
        let roots = Arc::new(authorities(named, "the connection's sslrootcert")?);
        let inner = WebPkiServerVerifier::builder_with_provider(roots, provider.clone()).build();
        Some(inner.map_err(io::Error::other)?)
    };
    let verifier = Arc::new(Verifier { inner, by_name: verified == Verified::Name, provider });
    let builder = builder.dangerous().with_custom_certificate_verifier(verifier);
    let wrong = |path: &str, error| io::Error::other(format!("{path} cannot be read: {error}"));
    match (certificate, key) {
        (Some(certificate), Some(key)) => {
            let read = CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect);
            let chain: Vec<_> = read.map_err(|error| wrong(certificate, error))?;
            let key = PrivateKeyDer::from_pem_file(key).map_err(|error| wrong(key, error))?;
            builder.with_client_auth_cert(chain, key).map_err(io::Error::other)
        }
        (None, None) => Ok(builder.with_no_client_auth()),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "sslcert and sslkey are good only together")),
    }
}

#[derive(Debug)]
struct Verifier {
    /// None if nothing is verified.
    inner: Option<Arc<WebPkiServerVerifier>>,
    by_name: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(inner) = &self.inner else { return Ok(ServerCertVerified::assertion()) };
        match inner.verify_server_cert(end, others, name, ocsp, now) {
            // The chain has been verified before the name is.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.by_name => Ok(ServerCertVerified::assertion()),
            outcome => outcome,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Makes connections private.
#[derive(Clone)]
pub(super) struct Connector {
    config: Arc<ClientConfig>,
    /// Of the server that is connected to.
    name: Option<ServerName<'static>>,
}

/// A connection that is private.
pub(super) struct Private<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Connector {
    type Stream = Private<S>;
    type TlsConnect = Self;
    type Error = io::Error;

    fn make_tls_connect(&mut self, domain: &str) -> io::Result<Self> {
        // A socket of the file system has no name, and no TLS.
        let name = if domain.is_empty() { "localhost" } else { domain };
        let name = ServerName::try_from(name.to_owned()).map_err(io::Error::other)?;
        Ok(Self { name: Some(name), ..self.clone() })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Connector {
    type Stream = Private<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Private<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let name = self.name.ok_or_else(|| io::Error::other("the server has no name"))?;
            let connector = tokio_rustls::TlsConnector::from(self.config);
            Ok(Private(connector.connect(name, stream).await?))
        })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Private<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Private<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Private<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}
