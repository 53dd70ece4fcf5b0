//! What the methods of [`Provider`](crate::Provider) take and give: futures and streams in boxes, so that a provider can stand
//! behind `dyn`. Spelled out rather than left to a macro, which every provider would have to compile.

use std::future::ready;
use std::pin::Pin;
use tokio_stream::Stream;
use tonic::{Response, Status};

/// An RPC under way: its answer comes when it is awaited.
pub type Call<'p, A> = Pin<Box<dyn Future<Output = Result<Response<A>, Status>> + Send + 'p>>;

/// Messages of a stream, as they come.
pub type BoxStream<M> = Pin<Box<dyn Stream<Item = Result<M, Status>> + Send>>;

/// The answer to an RPC that a provider does not have.
pub(crate) fn unimplemented<'p, A: Send + 'p>(rpc: &str) -> Call<'p, A> {
    Box::pin(ready(Err(Status::unimplemented(rpc))))
}
