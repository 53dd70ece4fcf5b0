//! `ReadStateBytes`: a state in chunks, each with its place in the whole. A state that is not there is no chunk at all.

use super::Handlers;
use super::state_stores::{StateRequest, StateStore, named};
use crate::adapter::BoxFuture;
use crate::context::Outlet;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::state_store::Body;
use bytes::Bytes;

/// A part of a state. The last byte of its range counts in.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    pub(crate) bytes: Bytes,
    pub(crate) total_length: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) async fn read_state_bytes(&self, request: StateRequest, outlet: Outlet<Chunk>) {
        match self.read_state(request).await {
            Ok((Some(body), chunk_size)) => send(body, chunk_size, &outlet).await,
            // Nothing is sent that could be taken for a state.
            Ok((None, _)) => {}
            Err(diagnostics) => {
                outlet.send(Chunk { diagnostics, ..Chunk::default() }).await;
            }
        }
    }

    async fn read_state(&self, request: StateRequest) -> Result<(Option<Body>, usize)> {
        let StateRequest { type_name, state_id, .. } = request;
        named(&state_id)?;
        let doing = format!("reading the state \"{state_id}\" from {type_name}");
        let name = state_id.clone();
        let work = |store: StateStore| -> BoxFuture<_> {
            Box::pin(async move { Ok((store.keeper.read(&name).await?, store.chunk_size)) })
        };
        match self.with_store("ReadStateBytes", &type_name, &doing, work).await? {
            (Some(body), _) if body.is_empty() => Err(empty(&type_name, &state_id)),
            read => Ok(read),
        }
    }
}

fn empty(type_name: &str, state_id: &str) -> Diagnostics {
    error(format!("{type_name} holds an empty state \"{state_id}\"")).detail(
        "A state that is there has contents: Terraform would take this for no state at all, and plan to make everything again. \
         Look at what the store holds.",
    )
}

async fn send(body: Body, chunk_size: usize, outlet: &Outlet<Chunk>) {
    let (total_length, mut start) = (body.len(), 0);
    for bytes in body.into_pieces(chunk_size) {
        let next = start + bytes.len();
        let chunk = Chunk { bytes, total_length, start, end: next - 1, diagnostics: Diagnostics::new() };
        if !outlet.send(chunk).await {
            return;
        }
        start = next;
    }
}
