//! `ReadStateBytes`: a state in chunks, each with its place in the whole. A state that is not there is no chunk at all.

use super::Handlers;
use super::state_stores::{StateRequest, StateStore, log, named};
use crate::adapter::BoxFuture;
use crate::context::Outlet;
use crate::diagnostic::{Diagnostics, Result, error};
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
        let type_name = request.type_name.clone();
        let (outcome, warnings) = self.read_state(request).await;
        match outcome {
            Ok((Some(body), chunk_size)) => send(body.into(), chunk_size, warnings, &outlet).await,
            // Nothing is sent that could be taken for a state.
            Ok((None, _)) => log(warnings, &type_name),
            Err(failed) => {
                let mut diagnostics = warnings;
                diagnostics.extend(failed);
                outlet.send(Chunk { diagnostics, ..Chunk::default() }).await;
            }
        }
    }

    async fn read_state(&self, request: StateRequest) -> (Result<(Option<Vec<u8>>, usize)>, Diagnostics) {
        let StateRequest { type_name, state_id, cancellation } = request;
        if let Err(failed) = named(&state_id) {
            return (Err(failed), Diagnostics::new());
        }
        let doing = format!("reading the state \"{state_id}\" from {type_name}");
        let name = state_id.clone();
        let work = |store: StateStore, call| -> BoxFuture<Result<_>> {
            Box::pin(async move { Ok((store.store.read(call, name).await?, store.chunk_size)) })
        };
        let (outcome, warnings) = self.with_store(&type_name, &doing, cancellation, work).await;
        let outcome = outcome.and_then(|(body, chunk_size)| match body {
            Some(body) if body.is_empty() => Err(empty(&type_name, &state_id)),
            body => Ok((body, chunk_size)),
        });
        (outcome, warnings)
    }
}

fn empty(type_name: &str, state_id: &str) -> Diagnostics {
    error(format!("{type_name} gave an empty state \"{state_id}\"")).detail(
        "A state that is there has contents: Terraform would take this for no state at all, and plan to make everything again. \
         Look at what the store holds. In the provider, a state that is not there is `None`.",
    )
}

/// What there is to say comes with the first chunk.
async fn send(body: Bytes, chunk_size: usize, warnings: Diagnostics, outlet: &Outlet<Chunk>) {
    let total_length = body.len();
    let (mut start, mut diagnostics) = (0, warnings);
    while start < total_length {
        let next = total_length.min(start.saturating_add(chunk_size));
        let bytes = body.slice(start..next);
        let chunk = Chunk { bytes, total_length, start, end: next - 1, diagnostics: std::mem::take(&mut diagnostics) };
        if !outlet.send(chunk).await {
            return;
        }
        start = next;
    }
}
