//! States in chunks: what a store sends put together and checked, and what it is sent cut up.

use super::super::connection::Answer;
use super::super::error::Result;
use super::super::rule::Rule;
use bytes::Bytes;
use tfgen_proto::BoxStream;
use tfgen_proto::tfplugin6 as proto;

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
) -> BoxStream<proto::write_state_bytes::RequestChunk> {
    let total_length = i64::try_from(state.len()).unwrap_or(i64::MAX);
    let mut start = 0;
    let chunks = state.chunks(chunk_size.max(1)).map(|bytes| {
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
        Ok(chunk)
    });
    Box::pin(tokio_stream::iter(chunks.collect::<Vec<_>>()))
}
