//! gRPC's health service: go-plugin's client asks whether the service "plugin" serves.

use super::method::{self, Method};
use super::stop::Stop;
use tfgen_proto::health::health_check_response::ServingStatus;
use tfgen_proto::health::{HealthCheckRequest, HealthCheckResponse};
use tokio_stream::StreamExt as _;
use tonic::{Request, Response, Status};

pub(super) const NAME: &str = "grpc.health.v1.Health";

/// The method of this name; none if there is none.
pub(super) fn method(stop: &Stop, name: &str) -> Option<Method> {
    let stop = stop.clone();
    match name {
        "Check" => Some(Box::new(move |incoming| {
            Box::pin(async move { check(&method::only_message(incoming).await?).map(method::one) })
        })),
        "Watch" => Some(Box::new(move |incoming| {
            Box::pin(async move {
                let answer = watch(&method::only_message(incoming).await?);
                // Nothing changes after the first answer: the stream waits for the end.
                let stream = tokio_stream::once(Ok(answer)).chain(tokio_stream::pending());
                Ok(method::many(Response::new(stop.ends(stream))))
            })
        })),
        _ => None,
    }
}

/// The whole server, and the name that go-plugin has for what a plugin serves.
fn is_known(service: &str) -> bool {
    matches!(service, "" | "plugin")
}

fn answer(status: ServingStatus) -> HealthCheckResponse {
    HealthCheckResponse { status: status.into() }
}

fn check(request: &Request<HealthCheckRequest>) -> Result<Response<HealthCheckResponse>, Status> {
    let service = &request.get_ref().service;
    if is_known(service) {
        Ok(Response::new(answer(ServingStatus::Serving)))
    } else {
        Err(Status::not_found(format!("unknown service {service:?}")))
    }
}

fn watch(request: &Request<HealthCheckRequest>) -> HealthCheckResponse {
    let known = is_known(&request.get_ref().service);
    answer(if known { ServingStatus::Serving } else { ServingStatus::ServiceUnknown })
}
