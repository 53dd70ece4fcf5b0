//! Connections as the gRPC server takes them: plain or TLS, and counted.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use super::listener::{Duplex, Listener};
use crate::log::Logger;

/// How long a client may take to agree on TLS, and then on HTTP/2.
pub(super) const HANDSHAKE_LIMIT: Duration = Duration::from_secs(10);

/// One open connection; as long as it lives it is counted.
pub(super) struct Connection {
    stream: Pin<Box<dyn Duplex>>,
    connections: watch::Sender<usize>,
}

impl Connection {
    fn new(stream: Pin<Box<dyn Duplex>>, connections: watch::Sender<usize>) -> Self {
        connections.send_modify(|count| *count += 1);
        Self { stream, connections }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.send_modify(|count| *count = count.saturating_sub(1));
    }
}

/// Accepts connections from here on, in a task of its own.
pub(super) fn accept(
    listener: Listener,
    tls: Option<Arc<ServerConfig>>,
    connections: watch::Sender<usize>,
) -> mpsc::Receiver<Connection> {
    let (sender, receiver) = mpsc::channel(16);
    let acceptor = tls.map(TlsAcceptor::from);
    tokio::spawn(async move {
        loop {
            match listener.accept().await {
                // Agreeing on TLS takes a while, and one client must not keep others out.
                Ok(stream) => {
                    tokio::spawn(open(stream, acceptor.clone(), connections.clone(), sender.clone()));
                }
                Err(error) => {
                    Logger::Runtime.warn("A connection was not accepted").field("error", error.to_string()).write();
                    // Such as too many open files: it may pass.
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    });
    receiver
}

/// Agrees on TLS if there is to be any, and hands the connection over.
async fn open(
    stream: Pin<Box<dyn Duplex>>,
    acceptor: Option<TlsAcceptor>,
    connections: watch::Sender<usize>,
    sender: mpsc::Sender<Connection>,
) {
    let stream: Pin<Box<dyn Duplex>> = match acceptor {
        None => stream,
        Some(acceptor) => {
            let accepted = timeout(HANDSHAKE_LIMIT, acceptor.accept(stream)).await;
            match accepted.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())) {
                Ok(stream) => Box::pin(stream),
                Err(error) => {
                    Logger::Runtime.warn("A client was refused").field("error", error.to_string()).write();
                    return;
                }
            }
        }
    };
    // It fails when the server has ended meanwhile: then the connection is closed, as all others are.
    let _ = sender.send(Connection::new(stream, connections)).await;
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_read(cx, buf)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
