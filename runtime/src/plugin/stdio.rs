//! go-plugin's stdio. What a provider prints to its own outputs reaches Terraform through them already, so that the
//! stream stays empty; it is held open because the client would otherwise log that it broke.

use super::method::{self, Method};
use super::stop::Stop;
use tfgen_proto::plugin::StdioData;
use tonic::Response;

pub(super) const NAME: &str = "plugin.GRPCStdio";

/// The method of this name; none if there is none.
pub(super) fn method(stop: &Stop, name: &str) -> Option<Method> {
    let stop = stop.clone();
    (name == "StreamStdio").then_some(Box::new(move |incoming| {
        Box::pin(async move {
            method::only_message::<()>(incoming).await?;
            Ok(method::many(Response::new(stop.ends::<StdioData>(tokio_stream::pending()))))
        })
    }))
}
