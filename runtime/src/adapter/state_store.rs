//! [`StateStore`], object-safe: what makes one, and one that was made.

use super::{Adapter, BoxFuture, Call};
use crate::context::Context;
use crate::diagnostic::Result;
use crate::model::decode;
use crate::state_store::StateStore;
use std::sync::Arc;
use tfgen_cty::Value;

pub(crate) trait AnyConfigureStore: Send + Sync {
    fn configure(&self, call: Call, config: Value) -> BoxFuture<Result<Arc<dyn AnyStateStore>>>;
}

/// A configured store.
pub(crate) trait AnyStateStore: Send + Sync {
    fn size_max(&self) -> u64;
    fn read(self: Arc<Self>, call: Call, state: String) -> BoxFuture<Result<Option<Vec<u8>>>>;
    fn write(self: Arc<Self>, call: Call, state: String, body: Vec<u8>) -> BoxFuture<Result<()>>;
    fn lock(self: Arc<Self>, call: Call, state: String, operation: String) -> BoxFuture<Result<Option<String>>>;
    fn unlock(self: Arc<Self>, call: Call, state: String, lock_id: String) -> BoxFuture<Result<()>>;
    fn states(self: Arc<Self>, call: Call) -> BoxFuture<Result<Vec<String>>>;
    fn delete(self: Arc<Self>, call: Call, state: String) -> BoxFuture<Result<()>>;
}

fn context<S: StateStore>(call: Call) -> Result<Context<S::Provider>> {
    Ok(Context::new(call.provider()?, call.operation))
}

impl<S: StateStore> AnyConfigureStore for Adapter<S> {
    fn configure(&self, call: Call, config: Value) -> BoxFuture<Result<Arc<dyn AnyStateStore>>> {
        Box::pin(async move {
            let store = S::configure(context::<S>(call)?, decode(config)?).await?;
            Ok(Arc::new(store) as Arc<dyn AnyStateStore>)
        })
    }
}

impl<S: StateStore> AnyStateStore for S {
    fn size_max(&self) -> u64 {
        S::STATE_SIZE_MAX
    }

    fn read(self: Arc<Self>, call: Call, state: String) -> BoxFuture<Result<Option<Vec<u8>>>> {
        Box::pin(async move { S::read(&self, context::<S>(call)?, state).await })
    }

    fn write(self: Arc<Self>, call: Call, state: String, body: Vec<u8>) -> BoxFuture<Result<()>> {
        Box::pin(async move { S::write(&self, context::<S>(call)?, state, body).await })
    }

    fn lock(self: Arc<Self>, call: Call, state: String, operation: String) -> BoxFuture<Result<Option<String>>> {
        Box::pin(async move { S::lock(&self, context::<S>(call)?, state, operation).await })
    }

    fn unlock(self: Arc<Self>, call: Call, state: String, lock_id: String) -> BoxFuture<Result<()>> {
        Box::pin(async move { S::unlock(&self, context::<S>(call)?, state, lock_id).await })
    }

    fn states(self: Arc<Self>, call: Call) -> BoxFuture<Result<Vec<String>>> {
        Box::pin(async move { S::states(&self, context::<S>(call)?).await })
    }

    fn delete(self: Arc<Self>, call: Call, state: String) -> BoxFuture<Result<()>> {
        Box::pin(async move { S::delete(&self, context::<S>(call)?, state).await })
    }
}
