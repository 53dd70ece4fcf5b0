//! The context of an action: it tells how far it has come.

use super::{Context, Operation, Outlet};
use crate::action::Action;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

/// What an action is given beside its configuration. Everything that [`Context`] can do, it can do too.
pub struct Invoke<A: Action> {
    context: Context<A::Provider>,
    progress: Outlet<String>,
    action: PhantomData<fn() -> A>,
}

impl<A: Action> Invoke<A> {
    pub(crate) fn new(provider: Arc<A::Provider>, operation: Arc<Operation>, progress: Outlet<String>) -> Self {
        Self { context: Context::new(provider, operation), progress, action: PhantomData }
    }

    /// Shows a line to whoever runs Terraform. It waits while Terraform has no room for it, but not for a Terraform that is
    /// gone or has asked the action to stop.
    pub async fn progress(&self, message: impl Into<String>) {
        let cancelled = self.context.cancelled();
        let message = self.context.operation.secrets_with(&tfgen_cty::Value::Null).mask(&message.into());
        let _ = cancelled.unless(self.progress.send(message)).await;
    }
}

impl<A: Action> Deref for Invoke<A> {
    type Target = Context<A::Provider>;

    fn deref(&self) -> &Self::Target {
        &self.context
    }
}

impl<A: Action> Clone for Invoke<A> {
    fn clone(&self) -> Self {
        Self { context: self.context.clone(), progress: self.progress.clone(), action: PhantomData }
    }
}

impl<A: Action> fmt::Debug for Invoke<A> {
    /// Says nothing of values: some are sensitive.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Invoke").finish_non_exhaustive()
    }
}
