//! [`List`], object-safe.

use super::{Adapter, BoxFuture, Call};
use crate::context::{Context, Found, Listing};
use crate::diagnostic::Result;
use crate::list::List;
use crate::model::decode;
use std::sync::Arc;
use tfgen_cty::Value;

pub(crate) trait AnyList: Send + Sync {
    fn list(&self, call: Call, config: Value, listing: Arc<Listing>) -> BoxFuture<Result<()>>;
}

impl<L: List> AnyList for Adapter<L> {
    fn list(&self, call: Call, config: Value, listing: Arc<Listing>) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let context = Context::new(call.provider::<L::Provider>()?, call.operation);
            L::list(context, decode(config)?, Found::new(listing)).await
        })
    }
}
