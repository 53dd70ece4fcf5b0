//! States in chunks: what a store sends put together and checked, and what it is sent cut up.

use super::super::connection::Answer;
use super::super::error::Result;
use super::super::rule::Rule;
use bytes::{BufMut, Bytes, BytesMut};
use prost::Message;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tfgen_proto::tfplugin6 as proto;
use tonic::codec::{DecodeBuf, Decoder};
use tonic::{Status, Streaming};

/// Far more than a chunk may have.
const MESSAGE_MAX: usize = 256 << 20;

/// A state on its way here.
pub(super) struct Received {
    answer: Answer,
    chunk_size: usize,
    state: Vec<u8>,
    total: Option<i64>,
    /// The last chunk had another size than the agreed one: none may follow.
    is_short: bool,
}

impl Received {
    pub(super) fn new(step: &str, chunk_size: usize) -> Self {
        let answer = Answer::new(step, Vec::new());
        Self { answer, chunk_size, state: Vec::new(), total: None, is_short: false }
    }

    pub(super) fn chunk(&mut self, chunk: proto::read_state_bytes::Response) -> Result<()> {
        let mut said = Answer::new(&self.answer.step, chunk.diagnostics).checked()?;
        self.answer.diagnostics.append(&mut said.diagnostics);
        self.answer.breaches.append(&mut said.breaches);
        let (start, length) = (self.state.len(), chunk.bytes.len());
        let fits = chunk.range.is_some_and(|range| {
            // Both ends are in it, so that an empty chunk cannot say where it is.
            length == 0
                || (usize::try_from(range.start) == Ok(start) && usize::try_from(range.end) == Ok(start + length - 1))
        });
        if !fits {
            let message = format!("{:?} for {length} bytes after {start}", chunk.range);
            self.answer.breach(Rule::StoreRange, message);
        }
        if self.is_short || length > self.chunk_size {
            let message = format!("{length} bytes, where {} are agreed", self.chunk_size);
            self.answer.breach(Rule::StoreChunkLength, message);
        }
        self.is_short = length != self.chunk_size;
        self.total.get_or_insert(chunk.total_length);
        self.state.extend_from_slice(&chunk.bytes);
        Ok(())
    }

    pub(super) fn end(mut self) -> Result<Vec<u8>> {
        let total = self.total.unwrap_or_default();
        if usize::try_from(total) != Ok(self.state.len()) {
            let message = format!("{} bytes came, {total} were announced", self.state.len());
            self.answer.breach(Rule::StoreTotal, message);
        }
        self.answer.checked()?;
        Ok(self.state)
    }
}

/// A state on its way to the store.
pub(super) fn sent(
    type_name: &str,
    state_id: &str,
    state: &[u8],
    chunk_size: usize,
) -> Streaming<proto::write_state_bytes::RequestChunk> {
    let total_length = i64::try_from(state.len()).unwrap_or(i64::MAX);
    let mut start = 0;
    let frames = state.chunks(chunk_size.max(1)).map(|bytes| {
        let meta = proto::RequestChunkMeta { type_name: type_name.to_owned(), state_id: state_id.to_owned() };
        let end = start + i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let range = proto::StateRange { start, end: end - 1 };
        let chunk = proto::write_state_bytes::RequestChunk {
            meta: (start == 0).then_some(meta),
            bytes: Bytes::copy_from_slice(bytes),
            total_length,
            range: Some(range),
        };
        start = end;
        frame(&chunk)
    });
    Streaming::new_request(ChunkDecoder, Frames(frames.collect()), None, Some(MESSAGE_MAX))
}

/// A message as gRPC frames it: not compressed, and with its length before it.
fn frame(chunk: &impl Message) -> Bytes {
    let mut framed = BytesMut::new();
    let message = chunk.encode_to_vec();
    framed.put_u8(0);
    framed.put_u32(u32::try_from(message.len()).unwrap_or(u32::MAX));
    framed.put_slice(&message);
    framed.freeze()
}

/// The body of a request that is there already.
struct Frames(VecDeque<Bytes>);

impl http_body::Body for Frames {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.pop_front().map(|bytes| Ok(http_body::Frame::data(bytes))))
    }
}

struct ChunkDecoder;

impl Decoder for ChunkDecoder {
    type Item = proto::write_state_bytes::RequestChunk;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Self::Item>, Status> {
        Message::decode(from).map(Some).map_err(|error| Status::internal(error.to_string()))
    }
}
