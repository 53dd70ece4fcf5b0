//! [`Action`], object-safe, and its plan hook.

use super::{Adapter, BoxFuture, Call};
use crate::action::Action;
use crate::context::{Context, Invoke, Outlet};
use crate::diagnostic::Result;
use crate::hook::PlanAction;
use crate::model::{Object, decode};
use tfgen_cty::Value;

pub(crate) trait AnyAction: Send + Sync {
    fn invoke(&self, call: Call, config: Value, progress: Outlet<String>) -> BoxFuture<Result<()>>;
}

/// The plan hook of an action, object-safe.
pub(crate) trait AnyPlanAction: Send + Sync {
    fn plan(&self, call: Call, config: Value) -> BoxFuture<Result<()>>;
}

impl<A: Action> AnyAction for Adapter<A> {
    fn invoke(&self, call: Call, config: Value, progress: Outlet<String>) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let context = Invoke::<A>::new(call.provider()?, call.operation, progress);
            A::invoke(context, decode(config)?).await
        })
    }
}

/// The hook as generated code gives it.
pub(crate) struct PlanHookOf<A: Action>(pub(crate) PlanAction<A>);

impl<A: Action> AnyPlanAction for PlanHookOf<A> {
    fn plan(&self, call: Call, config: Value) -> BoxFuture<Result<()>> {
        let hook = self.0;
        Box::pin(async move { hook(Context::new(call.provider()?, call.operation), Object::new(config)).await })
    }
}
