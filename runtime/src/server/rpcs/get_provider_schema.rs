//! `GetProviderSchema`: the bytes that the generator encoded. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use std::sync::Arc;
use tfgen_proto::{Encoded, tfplugin6 as proto};

pub(in crate::server) async fn get_provider_schema(
    handlers: Arc<Handlers>,
    _: proto::get_provider_schema::Request,
    _: Cancellation,
) -> Encoded {
    handlers.get_provider_schema().into()
}
