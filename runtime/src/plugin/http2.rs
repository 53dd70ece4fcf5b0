//! HTTP/2 under the gRPC services: one task for each connection, one for each call.
//!
//! This stands directly on `h2`, which is all that a gRPC server needs: no HTTP/1, no proxies, no layers. A call whose
//! client has gone is dropped, which is how the service hears of it.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use h2::server::{Builder, SendResponse};
use h2::{Reason, RecvStream, SendStream};
use http_body::{Body as _, Frame};
use tokio::io::{AsyncRead, AsyncWrite};
use tonic::body::Body;

use super::services::Services;
use super::stop::Stop;
use crate::log::Logger;

/// How much of one call, and of all calls, may be under way before it is read. The defaults of HTTP/2 would make a
/// message of some megabytes wait for many round trips.
const STREAM_WINDOW: u32 = 1 << 20;
const CONNECTION_WINDOW: u32 = 4 << 20;

/// More calls at once than Terraform ever makes.
const CALLS_AT_ONCE: u32 = 1 << 14;

/// The headers of one call. Terraform's take some hundred bytes.
const HEADERS_LIMIT: u32 = 16 << 10;

/// The future of one answer.
pub(super) type Answer = Pin<Box<dyn Future<Output = http::Response<Body>> + Send>>;

/// Serves one connection until the client closes it, or until the word is said and the last call has ended.
pub(super) async fn serve(connection: impl AsyncRead + AsyncWrite + Unpin, services: Services, stop: Stop) {
    let mut builder = Builder::new();
    builder
        .initial_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_concurrent_streams(CALLS_AT_ONCE)
        .max_header_list_size(HEADERS_LIMIT);
    let mut said = pin!(stop.said());
    let mut ending = false;
    let handshake = tokio::time::timeout(super::connection::HANDSHAKE_LIMIT, builder.handshake(connection)).await;
    let mut connection = match handshake {
        Ok(Ok(connection)) => connection,
        Ok(Err(error)) => return broken(&error),
        Err(_) => return Logger::Runtime.warn("A client did not speak in time").write(),
    };
    loop {
        let call = poll_fn(|cx| {
            if !ending && said.as_mut().poll(cx).is_ready() {
                ending = true;
                connection.graceful_shutdown();
            }
            connection.poll_accept(cx)
        });
        match call.await {
            Some(Ok((request, respond))) => {
                let answer = services.answer(request.map(|stream| Body::new(Received { stream, data_ended: false })));
                tokio::spawn(respond_with(answer, respond));
            }
            Some(Err(error)) => return broken(&error),
            None => return,
        }
    }
}

/// A client that dies takes its connection with it: this is news for those who look for a fault only.
fn broken(error: &h2::Error) {
    Logger::Runtime.debug("A connection broke").field("error", error.to_string()).write();
}

async fn respond_with(mut answer: Answer, mut respond: SendResponse<Bytes>) {
    let answered = poll_fn(|cx| match respond.poll_reset(cx) {
        Poll::Ready(_) => Poll::Ready(None),
        Poll::Pending => answer.as_mut().poll(cx).map(Some),
    });
    let Some(response) = answered.await else { return };
    let (parts, body) = response.into_parts();
    let ended = body.is_end_stream();
    if let Ok(stream) = respond.send_response(http::Response::from_parts(parts, ()), ended)
        && !ended
    {
        send(body, stream).await;
    }
}

/// Sends the data as the client takes it, and the trailers, which hold gRPC's status.
async fn send(mut body: Body, mut stream: SendStream<Bytes>) {
    loop {
        let next = poll_fn(|cx| match stream.poll_reset(cx) {
            Poll::Ready(_) => Poll::Ready(None),
            Poll::Pending => Pin::new(&mut body).poll_frame(cx).map(Some),
        });
        let Some(frame) = next.await else { return };
        match frame.map(|frame| frame.map(Frame::into_data)) {
            Some(Ok(Ok(data))) => {
                if !send_data(&mut stream, data).await {
                    return;
                }
            }
            Some(Ok(Err(frame))) => {
                if let Ok(trailers) = frame.into_trailers() {
                    // It fails when the client has gone meanwhile.
                    let _ = stream.send_trailers(trailers);
                    return;
                }
            }
            Some(Err(_)) => return stream.send_reset(Reason::INTERNAL_ERROR),
            None => {
                let _ = stream.send_data(Bytes::new(), true);
                return;
            }
        }
    }
}

/// Whether the client has taken all of it.
async fn send_data(stream: &mut SendStream<Bytes>, mut data: Bytes) -> bool {
    while !data.is_empty() {
        stream.reserve_capacity(data.len());
        while stream.capacity() == 0 {
            let granted = poll_fn(|cx| match stream.poll_reset(cx) {
                Poll::Ready(_) => Poll::Ready(None),
                Poll::Pending => stream.poll_capacity(cx),
            });
            if !matches!(granted.await, Some(Ok(_))) {
                return false;
            }
        }
        let piece = data.split_to(stream.capacity().min(data.len()));
        if stream.send_data(piece, false).is_err() {
            return false;
        }
    }
    true
}

/// What a client sends in one call.
struct Received {
    stream: RecvStream,
    data_ended: bool,
}

impl http_body::Body for Received {
    type Data = Bytes;
    type Error = h2::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, h2::Error>>> {
        if !self.data_ended {
            if let Some(data) = ready!(self.stream.poll_data(cx)) {
                let data = data.inspect(|data| {
                    // It fails when the stream has ended: then nobody waits for the room.
                    let _ = self.stream.flow_control().release_capacity(data.len());
                });
                return Poll::Ready(Some(data.map(Frame::data)));
            }
            self.data_ended = true;
        }
        self.stream.poll_trailers(cx).map(|trailers| trailers.map(|trailers| trailers.map(Frame::trailers)).transpose())
    }

    fn is_end_stream(&self) -> bool {
        self.stream.is_end_stream()
    }
}
