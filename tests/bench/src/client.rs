//! The client that asks all providers alike: mutual TLS as Terraform does it, and gRPC.
//!
//! Messages are bytes to it, made before a measurement and read after, so that what it takes is next to nothing.

use crate::process::identity;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use bytes::{Buf, BufMut, Bytes};
use http::uri::PathAndQuery;
use hyper_util::rt::TokioIo;
use prost::Message;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::io;
use std::sync::{Arc, OnceLock};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio::runtime::Runtime;
use tokio_rustls::TlsConnector;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::transport::{Channel, Endpoint, Uri};
use tonic::{Request, Status, Streaming};

/// What runs all asynchronous code here. One thread: the machine's other cores are the provider's.
pub fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads start")
    })
}

/// A connection to a provider. Cloning gives another handle on the same.
#[derive(Clone)]
pub struct Client(Grpc<Channel>);

trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

impl Client {
    /// Connects as the handshake line says.
    pub fn connect(line: &str) -> Result<Self, String> {
        let channel = runtime().block_on(connect(line)).map_err(|error| format!("cannot connect: {error}"))?;
        let limit = 512 << 20;
        Ok(Self(Grpc::new(channel).max_decoding_message_size(limit).max_encoding_message_size(limit)))
    }

    /// One call, with its name as in the protocol.
    pub async fn call(&mut self, name: &str, request: Bytes) -> Result<Bytes, Status> {
        self.call_service("tfplugin6.Provider", name, request).await
    }

    /// One call of any service.
    pub async fn call_service(&mut self, service: &str, name: &str, request: Bytes) -> Result<Bytes, Status> {
        self.0.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
        Ok(self.0.unary(Request::new(request), path(service, name), Raw).await?.into_inner())
    }

    /// One call whose answer comes in parts.
    pub async fn stream(&mut self, name: &str, request: Bytes) -> Result<Streaming<Bytes>, Status> {
        self.0.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
        Ok(self.0.server_streaming(Request::new(request), path("tfplugin6.Provider", name), Raw).await?.into_inner())
    }

    /// One call whose request goes in parts.
    pub async fn send(&mut self, name: &str, parts: Vec<Bytes>) -> Result<Bytes, Status> {
        self.0.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
        let request = Request::new(tokio_stream::iter(parts));
        Ok(self.0.client_streaming(request, path("tfplugin6.Provider", name), Raw).await?.into_inner())
    }

    /// One call with a message in and a message out.
    pub fn ask<Q: Message, A: Message + Default>(&mut self, name: &str, request: &Q) -> Result<A, String> {
        let answer = runtime().block_on(self.call(name, request.encode_to_vec().into()));
        let answer = answer.map_err(|status| format!("{name}: {status}"))?;
        A::decode(answer).map_err(|error| format!("{name}: {error}"))
    }
}

fn path(service: &str, name: &str) -> PathAndQuery {
    PathAndQuery::try_from(format!("/{service}/{name}")).expect("a name of a call is a path")
}

async fn connect(line: &str) -> Result<Channel, Box<dyn std::error::Error>> {
    let fields: Vec<&str> = line.split('|').collect();
    let stream: Box<dyn Duplex> = match fields[2] {
        "unix" => Box::new(UnixStream::connect(fields[3]).await?),
        _ => Box::new(TcpStream::connect(fields[3]).await?),
    };
    if fields[5].is_empty() {
        return channel(stream).await;
    }
    let certificate = STANDARD_NO_PAD.decode(fields[5].trim_end_matches('='))?;
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(certificate.clone()))?;
    let provider = Arc::new(ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_client_cert_resolver(Arc::new(identity().clone()));
    config.dangerous().set_certificate_verifier(Arc::new(crate::pinned::Pinned::new(certificate, provider)));
    config.alpn_protocols = vec![b"h2".to_vec()];
    let name = ServerName::try_from("localhost")?;
    channel(TlsConnector::from(Arc::new(config)).connect(name, stream).await?).await
}

/// A channel over one stream; it cannot connect a second time.
async fn channel(stream: impl Duplex + 'static) -> Result<Channel, Box<dyn std::error::Error>> {
    let mut stream = Some(stream);
    let connector = tower::service_fn(move |_: Uri| {
        let stream = stream.take().map(TokioIo::new).ok_or_else(|| io::Error::other("the connection is lost"));
        std::future::ready(stream)
    });
    Ok(Endpoint::from_static("http://localhost").connect_with_connector(connector).await?)
}

/// Messages as they are on the wire.
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(message);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
