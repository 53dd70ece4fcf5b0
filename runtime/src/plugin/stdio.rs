//! go-plugin's stdio. What a provider prints to its own outputs reaches Terraform through them already, so that the
//! stream stays empty; it is held open because the client would otherwise log that it broke.

use tfgen_proto::plugin::StdioData;
use tfgen_proto::plugin::grpc_stdio_server::GrpcStdio;
use tonic::{Request, Response, Status, async_trait};

use super::stop::{Stop, StreamUntil};

pub(super) struct Stdio(pub Stop);

#[async_trait]
impl GrpcStdio for Stdio {
    async fn stream_stdio(&self, _request: Request<()>) -> Result<Response<StreamUntil<StdioData>>, Status> {
        Ok(Response::new(self.0.ends(tokio_stream::pending())))
    }
}
