//! Methods of gRPC services as functions from bytes to bytes: what tonic makes of a method is compiled once here, not once for
//! each RPC. Which methods there are is not known here.

use bytes::{Buf as _, Bytes};
use prost::Message;
use std::pin::Pin;
use tokio_stream::{Stream, StreamExt as _};
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::server::{Grpc, StreamingService};
use tonic::{Request, Response, Status, Streaming};

/// The greatest message, both ways: what Terraform's own side has.
const MESSAGE_LIMIT: usize = 256 << 20;

/// A message that goes out.
pub(super) struct Outgoing(Box<dyn Encode>);

impl Outgoing {
    pub fn new(message: impl Message + 'static) -> Self {
        Self(Box::new(message))
    }
}

/// A message of whatever type, behind a pointer.
trait Encode: Send {
    fn encode(&self, buffer: &mut EncodeBuf<'_>);
}

impl<M: Message> Encode for M {
    fn encode(&self, buffer: &mut EncodeBuf<'_>) {
        self.encode_raw(buffer);
    }
}

/// What a client sends in one call.
pub(super) type Incoming = Request<Streaming<Bytes>>;

/// Messages that go out, until the call is over.
pub(super) type Answers = Pin<Box<dyn Stream<Item = Result<Outgoing, Status>> + Send>>;

/// The answer to one call.
pub(super) type Reply = Pin<Box<dyn Future<Output = Result<Response<Answers>, Status>> + Send>>;

/// A method that is about to be called.
pub(super) type Method = Box<dyn FnOnce(Incoming) -> Reply + Send>;

/// The message that these bytes are.
pub(super) fn decode<M: Message + Default>(bytes: Bytes) -> Result<M, Status> {
    M::decode(bytes).map_err(|error| Status::internal(error.to_string()))
}

/// The only message that a client sends, in a call that has one.
pub(super) async fn only_message<M: Message + Default>(incoming: Incoming) -> Result<Request<M>, Status> {
    let (metadata, extensions, mut messages) = incoming.into_parts();
    let message = messages.message().await?.ok_or_else(|| Status::internal("Missing request message."))?;
    // To the end: a client that breaks off in between has not asked.
    messages.trailers().await?;
    Ok(Request::from_parts(metadata, extensions, decode(message)?))
}

/// An answer of one message.
pub(super) fn one<M: Message + 'static>(response: Response<M>) -> Response<Answers> {
    response.map(|message| Box::pin(tokio_stream::once(Ok(Outgoing::new(message)))) as Answers)
}

/// An answer of many messages.
pub(super) fn many<M: Message + 'static>(
    response: Response<impl Stream<Item = Result<M, Status>> + Send + 'static>,
) -> Response<Answers> {
    response.map(|messages| Box::pin(messages.map(|message| message.map(Outgoing::new))) as Answers)
}

/// Calls a method with what has come over HTTP.
pub(super) async fn call(
    method: Method,
    request: http::Request<tonic::body::Body>,
) -> http::Response<tonic::body::Body> {
    let mut grpc = Grpc::new(Plain).max_decoding_message_size(MESSAGE_LIMIT).max_encoding_message_size(MESSAGE_LIMIT);
    grpc.streaming(Once(Some(method)), request).await
}

struct Once(Option<Method>);

impl StreamingService<Bytes> for Once {
    type Response = Outgoing;
    type ResponseStream = Answers;
    type Future = Reply;

    fn call(&mut self, incoming: Incoming) -> Reply {
        match self.0.take() {
            Some(method) => method(incoming),
            None => Box::pin(std::future::ready(Err(Status::internal("one call came twice")))),
        }
    }
}

/// The codec of all methods: bytes come in, and messages that know how to become bytes go out.
#[derive(Clone, Copy, Debug, Default)]
struct Plain;

impl Codec for Plain {
    type Encode = Outgoing;
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

impl Encoder for Plain {
    type Item = Outgoing;
    type Error = Status;

    fn encode(&mut self, message: Outgoing, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        message.0.encode(buffer);
        Ok(())
    }
}

impl Decoder for Plain {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
