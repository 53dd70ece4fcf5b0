//! gRPC's health service: go-plugin's client asks whether the service "plugin" serves.

use tfgen_proto::health::health_check_response::ServingStatus;
use tfgen_proto::health::health_server::Health as HealthService;
use tfgen_proto::health::{HealthCheckRequest, HealthCheckResponse};
use tokio_stream::StreamExt as _;
use tonic::{Request, Response, Status, async_trait};

use super::stop::{Stop, StreamUntil};

pub(super) struct Health(pub Stop);

/// The whole server, and the name that go-plugin has for what a plugin serves.
fn is_known(service: &str) -> bool {
    matches!(service, "" | "plugin")
}

fn answer(status: ServingStatus) -> HealthCheckResponse {
    HealthCheckResponse { status: status.into() }
}

#[async_trait]
impl HealthService for Health {
    async fn check(&self, request: Request<HealthCheckRequest>) -> Result<Response<HealthCheckResponse>, Status> {
        let service = request.into_inner().service;
        if is_known(&service) {
            Ok(Response::new(answer(ServingStatus::Serving)))
        } else {
            Err(Status::not_found(format!("unknown service {service:?}")))
        }
    }

    async fn watch(
        &self,
        request: Request<HealthCheckRequest>,
    ) -> Result<Response<StreamUntil<HealthCheckResponse>>, Status> {
        let known = is_known(&request.into_inner().service);
        let status = if known { ServingStatus::Serving } else { ServingStatus::ServiceUnknown };
        // Nothing changes after the first answer: the stream waits for the end.
        let stream = tokio_stream::once(Ok(answer(status))).chain(tokio_stream::pending());
        Ok(Response::new(self.0.ends(stream)))
    }
}
