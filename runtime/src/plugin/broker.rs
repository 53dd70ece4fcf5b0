//! go-plugin's broker. Terraform opens its stream at once, keeps it and asks for no further connection: holding the
//! stream is all there is to do.

use tfgen_proto::plugin::ConnInfo;
use tfgen_proto::plugin::grpc_broker_server::GrpcBroker;
use tokio_stream::StreamExt as _;
use tonic::{Request, Response, Status, Streaming, async_trait};

use super::stop::{Stop, StreamUntil};

pub(super) struct Broker(pub Stop);

#[async_trait]
impl GrpcBroker for Broker {
    async fn start_stream(
        &self,
        request: Request<Streaming<ConnInfo>>,
    ) -> Result<Response<StreamUntil<ConnInfo>>, Status> {
        // Where the client listens does not matter, since we never call it. The stream ends when the client's does.
        let silence = request.into_inner().filter_map(|_| None);
        Ok(Response::new(self.0.ends(silence)))
    }
}
