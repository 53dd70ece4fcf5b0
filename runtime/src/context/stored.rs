//! The context of read and delete.

use super::{Context, Operation};
use crate::model::View;
use crate::private::Private;
use crate::resource::{Resource, ViewOf};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

/// What read and delete are given beside the identity. Everything that [`Context`] can do, it can do too.
pub struct Stored<R: Resource> {
    context: Context<R::Provider>,
    resource: PhantomData<fn() -> R>,
}

impl<R: Resource> Stored<R> {
    pub(crate) fn new(provider: Arc<R::Provider>, operation: Arc<Operation>) -> Self {
        Self { context: Context::new(provider, operation), resource: PhantomData }
    }

    /// What the state holds. After an import, and for an object that was not created to the end, attributes are null.
    pub fn prior(&self) -> ViewOf<R> {
        View::new(self.context.operation.prior.clone())
    }

    /// What is kept beside the object's state. See [`Private`].
    pub fn private(&self) -> Private {
        Private::new(self.context.operation.clone())
    }
}

impl<R: Resource> Deref for Stored<R> {
    type Target = Context<R::Provider>;

    fn deref(&self) -> &Self::Target {
        &self.context
    }
}

impl<R: Resource> Clone for Stored<R> {
    fn clone(&self) -> Self {
        Self { context: self.context.clone(), resource: PhantomData }
    }
}

impl<R: Resource> fmt::Debug for Stored<R> {
    /// Says nothing of values: some are sensitive.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Stored").finish_non_exhaustive()
    }
}
