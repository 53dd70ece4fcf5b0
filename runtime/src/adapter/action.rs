//! [`Action`], object-safe.

use super::{Adapter, BoxFuture, Call};
use crate::action::Action;
use crate::context::{Invoke, Outlet};
use crate::diagnostic::Result;
use crate::model::decode;
use tfgen_cty::Value;

pub(crate) trait AnyAction: Send + Sync {
    fn invoke(&self, call: Call, config: Value, progress: Outlet<String>) -> BoxFuture<Result<()>>;
}

impl<A: Action> AnyAction for Adapter<A> {
    fn invoke(&self, call: Call, config: Value, progress: Outlet<String>) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let context = Invoke::<A>::new(call.provider()?, call.operation, progress);
            A::invoke(context, decode(config)?).await
        })
    }
}
