//! `WriteStateBytes`: takes a state in chunks, and writes it once all of it is there and every chunk was right.
//!
//! Chunks are taken to the last one also after a mistake: an answer before that gets lost on the way.

use super::Handlers;
use super::state_stores::{StateStore, named};
use crate::adapter::BoxFuture;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::state_store::Body;
use bytes::Bytes;

/// A part of a state as Terraform sent it.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// The type name and the state's name: with the first chunk only.
    pub(crate) meta: Option<(String, String)>,
    pub(crate) bytes: Bytes,
    pub(crate) total_length: i64,
    /// The first and the last byte's place in the whole.
    pub(crate) range: Option<(i64, i64)>,
}

/// What has come so far.
#[derive(Debug, Default)]
pub(crate) struct Upload {
    meta: Option<(String, String)>,
    total_length: i64,
    chunks: usize,
    body: Body,
    /// How large chunks but the last are, and how large a state may be; known with the first chunk.
    chunk_size: usize,
    size_max: u64,
    last_was_short: bool,
    failed: Option<Diagnostics>,
}

impl Handlers {
    /// Takes one chunk.
    pub(crate) fn take_chunk(&self, upload: &mut Upload, chunk: Chunk) {
        if upload.failed.is_some() {
            return;
        }
        let first = upload.chunks == 0;
        let taken = if first { self.begin(upload, &chunk) } else { Ok(()) }.and_then(|()| upload.take(&chunk, first));
        if let Err(failed) = taken {
            upload.failed = Some(failed);
            upload.body = Body::new();
        }
        upload.chunks += 1;
    }

    fn begin(&self, upload: &mut Upload, chunk: &Chunk) -> Result<()> {
        let Some((type_name, state_id)) = chunk.meta.clone() else {
            return Err(wrong("The first chunk does not say which state it is of"));
        };
        named(&state_id)?;
        let store = self.state_store(&type_name)?;
        upload.chunk_size = store.chunk_size;
        upload.size_max = store.size_max;
        upload.meta = Some((type_name, state_id));
        upload.total_length = chunk.total_length;
        let length = u64::try_from(chunk.total_length).unwrap_or(0);
        if length == 0 {
            return Err(wrong(&format!("The state is said to have {} bytes", chunk.total_length)));
        }
        if length > upload.size_max {
            return Err(error("The state is too large for this store")
                .detail(format!("It has {length} bytes; the store takes {}.", upload.size_max)));
        }
        Ok(())
    }

    /// Writes what has come, if it is a whole state.
    pub(crate) async fn write_state_bytes(&self, upload: Upload) -> Diagnostics {
        let (type_name, state_id, body) = match upload.finish() {
            Ok(whole) => whole,
            Err(failed) => return failed,
        };
        let doing = format!("writing the state \"{state_id}\" to {type_name}");
        let work =
            |store: StateStore| -> BoxFuture<_> { Box::pin(async move { store.keeper.write(&state_id, body).await }) };
        self.with_store("WriteStateBytes", &type_name, &doing, work).await.err().unwrap_or_default()
    }
}

impl Upload {
    fn take(&mut self, chunk: &Chunk, first: bool) -> Result<()> {
        if !first && chunk.meta.is_some() && chunk.meta != self.meta {
            return Err(wrong("A later chunk names another state"));
        }
        if chunk.total_length != self.total_length {
            return Err(wrong(&format!(
                "A chunk says that the state has {} bytes, another one {}",
                chunk.total_length, self.total_length
            )));
        }
        let (start, length) = (to_i64(self.body.len()), to_i64(chunk.bytes.len()));
        let wanted = Some((start, start + length - 1));
        if length == 0 || chunk.range != wanted {
            return Err(wrong(&format!(
                "After {start} bytes, a chunk of {length} bytes comes for {}",
                chunk.range.map_or("no place".to_owned(), |(from, to)| format!("the bytes {from} to {to}"))
            )));
        }
        if start + length > self.total_length {
            return Err(wrong(&format!("More bytes come than the {} of the state", self.total_length)));
        }
        if chunk.bytes.len() > self.chunk_size || self.last_was_short {
            return Err(wrong(&format!("A chunk does not have the {} bytes that were agreed on", self.chunk_size)));
        }
        self.last_was_short = chunk.bytes.len() < self.chunk_size;
        self.body.push(chunk.bytes.clone());
        Ok(())
    }

    /// The type of the store that is written to, if a chunk has said so.
    pub(crate) fn type_name(&self) -> Option<&str> {
        self.meta.as_ref().map(|(type_name, _)| type_name.as_str())
    }

    fn finish(self) -> Result<(String, String, Body)> {
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        let Some((type_name, state_id)) = self.meta else { return Err(wrong("No chunk has come")) };
        if to_i64(self.body.len()) != self.total_length {
            return Err(wrong(&format!(
                "{} bytes have come of the {} of the state",
                self.body.len(),
                self.total_length
            )));
        }
        Ok((type_name, state_id, self.body))
    }
}

fn to_i64(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn wrong(what: &str) -> Diagnostics {
    error("The state did not arrive whole").detail(format!("{what}. Nothing was written; the state is as it was."))
}
