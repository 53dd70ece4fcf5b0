//! The context of ephemeral resources: what an open one keeps, and when it is to be renewed.

use super::{Context, Operation};
use crate::ephemeral::{Ephemeral, Renew};
use crate::private::Private;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

/// What open, renew and close are given. Everything that [`Context`] can do, it can do too.
pub struct Session<E: Ephemeral> {
    context: Context<E::Provider>,
    ephemeral: PhantomData<fn() -> E>,
}

impl<E: Ephemeral> Session<E> {
    pub(crate) fn new(provider: Arc<E::Provider>, operation: Arc<Operation>) -> Self {
        Self { context: Context::new(provider, operation), ephemeral: PhantomData }
    }

    /// What is kept from open to renew and close. It stays in Terraform's memory, and is stored nowhere.
    pub fn private(&self) -> Private {
        Private::new(self.context.operation.clone())
    }
}

impl<E: Renew> Session<E> {
    /// Has `renew` called when this time is over, if Terraform still needs the value then. The last call counts; less
    /// than a second is a second.
    pub fn renew_in(&self, time: Duration) {
        self.context.operation.renew_in(time);
    }
}

impl<E: Ephemeral> Deref for Session<E> {
    type Target = Context<E::Provider>;

    fn deref(&self) -> &Self::Target {
        &self.context
    }
}

impl<E: Ephemeral> Clone for Session<E> {
    fn clone(&self) -> Self {
        Self { context: self.context.clone(), ephemeral: PhantomData }
    }
}

impl<E: Ephemeral> fmt::Debug for Session<E> {
    /// Says nothing of values: some are sensitive.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Session").finish_non_exhaustive()
    }
}
