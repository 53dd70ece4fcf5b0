//! go-plugin's controller: Terraform asks the process to end.

use super::method::{self, Method};
use super::stop::Stop;
use tfgen_proto::plugin::Empty;
use tonic::Response;

pub(super) const NAME: &str = "plugin.GRPCController";

/// The method of this name; none if there is none.
pub(super) fn method(stop: &Stop, name: &str) -> Option<Method> {
    let stop = stop.clone();
    (name == "Shutdown").then_some(Box::new(move |incoming| {
        Box::pin(async move {
            method::only_message::<Empty>(incoming).await?;
            stop.now();
            Ok(method::one(Response::new(Empty {})))
        })
    }))
}
