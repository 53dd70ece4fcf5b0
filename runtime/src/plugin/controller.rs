//! go-plugin's controller: Terraform asks the process to end.

use tfgen_proto::plugin::Empty;
use tfgen_proto::plugin::grpc_controller_server::GrpcController;
use tonic::{Request, Response, Status, async_trait};

use super::stop::Stop;

pub(super) struct Controller(pub Stop);

#[async_trait]
impl GrpcController for Controller {
    async fn shutdown(&self, _request: Request<Empty>) -> Result<Response<Empty>, Status> {
        self.0.now();
        Ok(Response::new(Empty {}))
    }
}
