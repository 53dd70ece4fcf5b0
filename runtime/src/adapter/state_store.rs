//! [`StateStore`], object-safe: what makes a store of a configuration.

#[cfg(feature = "state-store")]
use super::Adapter;
use super::{BoxFuture, Call};
#[cfg(feature = "state-store")]
use crate::context::Context;
use crate::diagnostic::Result;
#[cfg(feature = "state-store")]
use crate::model::decode;
use crate::state_store::SharedStore;
#[cfg(feature = "state-store")]
use crate::state_store::StateStore;
use tfgen_cty::Value;

pub(crate) trait AnyConfigureStore: Send + Sync {
    /// The longest state that is taken, in bytes.
    fn size_max(&self) -> u64;
    /// `makes` is whether a store may be made where there is none.
    fn configure(&self, call: Call, config: Value, makes: bool) -> BoxFuture<Result<SharedStore>>;
}

#[cfg(feature = "state-store")]
impl<S: StateStore> AnyConfigureStore for Adapter<S> {
    fn size_max(&self) -> u64 {
        S::STATE_SIZE_MAX
    }

    fn configure(&self, call: Call, config: Value, _: bool) -> BoxFuture<Result<SharedStore>> {
        Box::pin(async move {
            let context = Context::new(call.provider::<S::Provider>()?, call.operation);
            Ok(SharedStore::new(S::configure(context, decode(config)?).await?))
        })
    }
}
