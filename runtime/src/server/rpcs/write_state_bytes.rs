//! `WriteStateBytes` on the wire: takes every chunk before it answers. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::handlers::write_state_bytes::{Chunk, Upload};
use crate::server::to_proto;
use std::sync::Arc;
use tfgen_proto::{BoxStream, tfplugin6 as proto};
use tokio_stream::StreamExt as _;
use tonic::Status;

/// Takes the stream to its end. One that breaks off writes nothing.
pub(in crate::server) async fn receive(
    handlers: &Handlers,
    mut chunks: BoxStream<proto::write_state_bytes::RequestChunk>,
) -> Result<Upload, Status> {
    let mut upload = Upload::default();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        let chunk = Chunk {
            meta: chunk.meta.map(|meta| (meta.type_name, meta.state_id)),
            bytes: chunk.bytes,
            total_length: chunk.total_length,
            range: chunk.range.map(|range| (range.start, range.end)),
        };
        handlers.take_chunk(&mut upload, chunk);
    }
    Ok(upload)
}

pub(in crate::server) async fn write_state_bytes(
    handlers: Arc<Handlers>,
    upload: Upload,
    _: Cancellation,
) -> proto::write_state_bytes::Response {
    let found = handlers.write_state_bytes(upload).await;
    proto::write_state_bytes::Response { diagnostics: to_proto::diagnostics(found) }
}
