//! Private state: what a provider keeps beside an object's state, where no configuration and no output can see it.
//!
//! Terraform stores it as bytes that it does not look into. [`record`] is what is in them, [`envelope`] their form, with
//! the format's version; [`crate::seal`] encrypts them if the operator gives a key, and [`store`] knows when they must, may
//! and must not. Names that start with a dot are the runtime's own. Nothing here may print a value or a key.

use crate::context::Operation;
use crate::diagnostic::{Result, error};
use crate::model::Slot;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use tfgen_cty::Value;

mod envelope;
mod owner;
mod record;
mod store;

pub(crate) use owner::Owner;
#[cfg(feature = "tool")]
pub(crate) use record::TOOL_PLAN;
pub(crate) use record::{IMPORTED, Record};
pub(crate) use store::{Opened, PrivateStore};

/// The name of a private value, and the type of what is kept under it.
///
/// Generated for each key of `private` in the schema. A plain string is a key of whatever type is asked for: a string, a
/// number, a bool, a list, a map or a tuple of these, a generated struct.
pub struct PrivateKey<T> {
    name: &'static str,
    value: PhantomData<fn() -> T>,
}

impl<T> PrivateKey<T> {
    /// The key of this name.
    pub const fn new(name: &'static str) -> Self {
        Self { name, value: PhantomData }
    }
}

impl<T> Clone for PrivateKey<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for PrivateKey<T> {}

impl<T> From<&'static str> for PrivateKey<T> {
    fn from(name: &'static str) -> Self {
        Self::new(name)
    }
}

impl<T> fmt::Debug for PrivateKey<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("PrivateKey").field(&self.name).finish()
    }
}

/// The private values of one object, or of one ephemeral session.
///
/// They live as long as the object: what one operation sets, the next one gets. Create and update also see what planning
/// has set. An import starts with none, and what is set before an operation fails is kept with the object.
///
/// ```
/// # use tfgen_runtime::{Apply, PrivateKey, Resource, Result};
/// const ETAG: PrivateKey<String> = PrivateKey::new("etag");
///
/// # fn example<R: Resource>(cx: Apply<R>) -> Result<()> {
/// let before: Option<String> = cx.private().get(ETAG)?;
/// cx.private().set(ETAG, "33a64df5".to_owned())?;
/// let attempts: i64 = cx.private().get("attempts")?.unwrap_or_default();
/// cx.private().set("attempts", attempts + 1)?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Private(Arc<Operation>);

impl Private {
    pub(crate) fn new(operation: Arc<Operation>) -> Self {
        Self(operation)
    }

    /// The value under `key`, if there is one. It is an error if what is there is no `T`: it was kept by an older version
    /// of the provider, which gave the key another type.
    pub fn get<T: Slot + Default>(&self, key: impl Into<PrivateKey<T>>) -> Result<Option<T>> {
        let key = key.into();
        checked(key.name)?;
        self.0.private().get(key.name)
    }

    /// Keeps `value` under `key`.
    pub fn set<T: Slot>(&self, key: impl Into<PrivateKey<T>>, mut value: T) -> Result<()> {
        let key = key.into();
        checked(key.name)?;
        self.0.private().set(key.name, value.store());
        Ok(())
    }

    /// Forgets what is under `key`; nothing there is no error.
    pub fn remove<T>(&self, key: impl Into<PrivateKey<T>>) -> Result<()> {
        let key = key.into();
        checked(key.name)?;
        self.0.private().remove(key.name);
        Ok(())
    }
}

/// The values of private state that is not encrypted.
pub(crate) fn plain_values(bytes: &[u8]) -> Option<Value> {
    let envelope = envelope::Envelope::decode(bytes).ok().filter(|envelope| envelope.seal.is_none())?;
    Record::decode(&envelope.body).map(Record::into_value)
}

/// Names with a dot in front are the runtime's.
fn checked(name: &str) -> Result<()> {
    if name.starts_with('.') {
        return Err(error(format!("The private key {name:?} is reserved"))
            .detail("Keys that start with a dot belong to the runtime. This is a mistake in the provider."));
    }
    Ok(())
}

impl fmt::Debug for Private {
    /// Says nothing of values.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Private").finish_non_exhaustive()
    }
}
