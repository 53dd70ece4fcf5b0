//! [`Ephemeral`], [`Renew`] and [`Close`], object-safe.

use super::{Adapter, BoxFuture, Call};
use crate::context::Session;
use crate::diagnostic::Result;
use crate::ephemeral::{Close, Ephemeral, Renew};
use crate::model::{Slot, decode};
use tfgen_cty::Value;

pub(crate) trait AnyEphemeral: Send + Sync {
    fn open(&self, call: Call, config: Value) -> BoxFuture<Result<Value>>;
}

pub(crate) trait AnyRenew: Send + Sync {
    fn renew(&self, call: Call) -> BoxFuture<Result<()>>;
}

pub(crate) trait AnyClose: Send + Sync {
    fn close(&self, call: Call) -> BoxFuture<Result<()>>;
}

fn session<E: Ephemeral>(call: Call) -> Result<Session<E>> {
    Ok(Session::new(call.provider()?, call.operation))
}

impl<E: Ephemeral> AnyEphemeral for Adapter<E> {
    fn open(&self, call: Call, config: Value) -> BoxFuture<Result<Value>> {
        Box::pin(async move { Ok(E::open(session(call)?, decode(config)?).await?.store()) })
    }
}

impl<E: Renew> AnyRenew for Adapter<E> {
    fn renew(&self, call: Call) -> BoxFuture<Result<()>> {
        Box::pin(async move { E::renew(session(call)?).await })
    }
}

impl<E: Close> AnyClose for Adapter<E> {
    fn close(&self, call: Call) -> BoxFuture<Result<()>> {
        Box::pin(async move { E::close(session(call)?).await })
    }
}
