//! go-plugin's broker. Terraform opens its stream at once, keeps it and asks for no further connection: holding the
//! stream is all there is to do.

use super::method::{self, Method};
use super::stop::Stop;
use tfgen_proto::plugin::ConnInfo;
use tokio_stream::StreamExt as _;
use tonic::Response;

pub(super) const NAME: &str = "plugin.GRPCBroker";

/// The method of this name; none if there is none.
pub(super) fn method(stop: &Stop, name: &str) -> Option<Method> {
    let stop = stop.clone();
    (name == "StartStream").then_some(Box::new(move |incoming| {
        // Where the client listens does not matter, since we never call it. The stream ends when the client's does.
        let silence = incoming.into_inner().filter_map(|_| None);
        Box::pin(std::future::ready(Ok(method::many(Response::new(stop.ends::<ConnInfo>(silence))))))
    }))
}
