//! Where a list resource sends what it finds.

use super::{Cancellation, Outlet};
use crate::diagnostic::{Diagnostics, Result};
use crate::model::{ResourceModel, Slot};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tfgen_cty::Value;

/// Takes the objects that a list resource finds, one at a time. Cloning gives another handle on the same.
pub struct Found<M> {
    listing: Arc<Listing>,
    model: PhantomData<fn() -> M>,
}

/// An object that was found, as the list resource says it is.
#[derive(Debug)]
pub(crate) struct FoundObject {
    pub(crate) identity: Value,
    pub(crate) display_name: String,
    pub(crate) model: Option<Value>,
}

/// What goes to Terraform.
#[derive(Debug, Default)]
pub(crate) struct ListEvent {
    /// Null in an event that only says something.
    pub(crate) identity: Value,
    pub(crate) display_name: String,
    pub(crate) resource: Option<Value>,
    pub(crate) diagnostics: Diagnostics,
}

type Prepare = Box<dyn Fn(FoundObject) -> Result<ListEvent> + Send + Sync>;

/// One listing, as the handlers of the runtime see it.
pub(crate) struct Listing {
    pub(crate) outlet: Outlet<ListEvent>,
    pub(crate) wants_resource: bool,
    /// How many objects Terraform still takes.
    pub(crate) left: AtomicU64,
    /// Nothing more is wanted.
    pub(crate) ended: AtomicBool,
    pub(crate) cancellation: Cancellation,
    /// Checks what was found, and makes of it what goes to Terraform.
    pub(crate) prepare: Prepare,
}

impl<M: ResourceModel> Found<M> {
    pub(crate) fn new(listing: Arc<Listing>) -> Self {
        Self { listing, model: PhantomData }
    }

    /// Whether Terraform wants whole objects, so that a model is worth its cost.
    pub fn wants_resource(&self) -> bool {
        self.listing.wants_resource
    }

    /// Gives an object to Terraform, waiting until it takes more: what finds it again, a name that people know it by, and
    /// what it is, which is looked at only if [`Found::wants_resource`].
    ///
    /// # Errors
    ///
    /// When Terraform wants no more: it has as many as it asked for, or is gone. That error holds no message; let it
    /// end the listing through `?`, and nobody sees it. And when the identity or the model is wrong.
    pub async fn send(&self, identity: M::Identity, display_name: impl Into<String>, model: Option<M>) -> Result<()> {
        let (mut identity, mut model) = (identity, model);
        let found = FoundObject {
            identity: identity.store(),
            display_name: display_name.into(),
            model: model.as_mut().filter(|_| self.listing.wants_resource).map(Slot::store),
        };
        self.listing.send(found).await
    }
}

impl Listing {
    async fn send(&self, found: FoundObject) -> Result<()> {
        let take = |left: u64| left.checked_sub(1);
        if self.left.fetch_update(Ordering::AcqRel, Ordering::Acquire, take).is_err() {
            return self.end();
        }
        let event = (self.prepare)(found)?;
        let sent = self.cancellation.unless(self.outlet.send(event)).await.unwrap_or(false);
        if sent && self.left.load(Ordering::Acquire) > 0 && !self.cancellation.is_cancelled() {
            return Ok(());
        }
        self.end()
    }

    /// The error that is none: it has no message, and whoever runs the listing knows that it has ended.
    fn end(&self) -> Result<()> {
        self.ended.store(true, Ordering::Release);
        Err(Diagnostics::new())
    }
}

impl<M> Clone for Found<M> {
    fn clone(&self) -> Self {
        Self { listing: self.listing.clone(), model: PhantomData }
    }
}

impl<M> fmt::Debug for Found<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Found").finish_non_exhaustive()
    }
}
