//! Connects to a plugin as Terraform's side of go-plugin does.

use std::io;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use hyper_util::rt::TokioIo;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio_rustls::TlsConnector;
use tonic::transport::{Channel, Endpoint, Uri};

use super::certificate::Identity;
use super::process::Process;

/// An open byte stream.
trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// Connects as the handshake line says, without TLS.
pub async fn connect(process: &Process) -> Channel {
    channel(open(process).await).await.expect("the plugin takes a plain connection")
}

/// Connects with TLS: shows the client's identity, if any, and takes the server's certificate of the handshake line
/// and no other.
pub async fn connect_tls(
    process: &Process,
    identity: Option<&Identity>,
    versions: &[&'static SupportedProtocolVersion],
) -> Result<Channel, Box<dyn std::error::Error>> {
    let certificate = STANDARD_NO_PAD.decode(process.fields()[5])?;
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(certificate))?;
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(versions)?
        .with_root_certificates(roots);
    let mut config = match identity {
        Some(identity) => builder.with_client_cert_resolver(Arc::new(identity.clone())),
        None => builder.with_no_client_auth(),
    };
    config.alpn_protocols = vec![b"h2".to_vec()];
    let name = ServerName::try_from("localhost")?;
    let stream = TlsConnector::from(Arc::new(config)).connect(name, open(process).await).await?;
    if stream.get_ref().1.alpn_protocol() != Some(b"h2") {
        return Err("the server does not agree on HTTP/2".into());
    }
    channel(Box::new(stream)).await
}

async fn open(process: &Process) -> Box<dyn Duplex> {
    match process.fields()[2] {
        "unix" => Box::new(UnixStream::connect(process.address()).await.expect("the socket is there")),
        network => {
            assert_eq!(network, "tcp");
            Box::new(TcpStream::connect(process.address()).await.expect("the port is there"))
        }
    }
}

/// A gRPC channel over one stream; it cannot connect a second time.
async fn channel(stream: Box<dyn Duplex>) -> Result<Channel, Box<dyn std::error::Error>> {
    let mut stream = Some(stream);
    let connector = tower::service_fn(move |_: Uri| {
        let stream = stream.take().map(TokioIo::new).ok_or_else(|| io::Error::other("the connection is lost"));
        std::future::ready(stream)
    });
    Ok(Endpoint::from_static("http://localhost").connect_with_connector(connector).await?)
}
