//! Capabilities' services: made once when the provider is configured, reached by type from every context.

use crate::adapter::{AnyProvider, BoxFuture, foreign};
use crate::diagnostic::Result;
use crate::model::decode;
use crate::provider::Provider;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use tfgen_cty::Value;

/// What all things share that have a capability: a client, a cache, a rule. Handlers reach it as `cx.service::<Tagging>()`.
///
/// ```
/// # use tfgen_runtime::{Capability, Provider, Result};
/// struct Tagging<P>(String, std::marker::PhantomData<fn() -> P>);
///
/// impl<P: Provider> Capability for Tagging<P> {
///     type Provider = P;
///
///     async fn start(_provider: &P, _config: P::Config) -> Result<Self> {
///         Ok(Tagging("managed by Terraform".to_owned(), std::marker::PhantomData))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement the service of a capability",
    label = "`start` is missing",
    note = "write `impl Capability for {Self}` in src/capabilities, or name another type with `implementation = \"path::Type\"` in `[capability.NAME]`"
)]
pub trait Capability: Sized + Send + Sync + 'static {
    /// The provider.
    type Provider: Provider;

    /// Called once, after the provider is configured, with the same configuration. An error ends the run.
    fn start(
        provider: &Self::Provider,
        config: <Self::Provider as Provider>::Config,
    ) -> impl Future<Output = Result<Self>> + Send;
}

/// The schema has a capability whose service is `S`. Generated code says so; it is not for writing by hand.
#[diagnostic::on_unimplemented(
    message = "`{S}` is not the service of a capability of `{Self}`",
    label = "no capability has this service",
    note = "add `[capability.NAME]` with `service = true` to the schema, and run `tfgen generate`"
)]
pub trait Provides<S: Capability>: Provider {}

/// [`Capability`], object-safe.
pub(crate) trait AnyService: Send + Sync {
    fn start(&self, provider: AnyProvider, config: Value) -> BoxFuture<Result<AnyStarted>>;
    fn id(&self) -> TypeId;
}

/// A service of a type that only contexts know.
pub(crate) type AnyStarted = Arc<dyn Any + Send + Sync>;

/// Stands for the type of a service.
pub(crate) struct ServiceAdapter<S>(PhantomData<fn() -> S>);

impl<S> ServiceAdapter<S> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: Capability> AnyService for ServiceAdapter<S> {
    fn start(&self, provider: AnyProvider, config: Value) -> BoxFuture<Result<AnyStarted>> {
        Box::pin(async move {
            let provider: Arc<S::Provider> =
                provider.downcast().map_err(|_| foreign(std::any::type_name::<S::Provider>()))?;
            Ok(Arc::new(S::start(&provider, decode(config)?).await?) as AnyStarted)
        })
    }

    fn id(&self) -> TypeId {
        TypeId::of::<S>()
    }
}

/// The services of a configured provider. Cloning it is cheap.
#[derive(Clone, Default)]
pub(crate) struct Services(Arc<HashMap<TypeId, AnyStarted>>);

impl Services {
    pub(crate) fn get<S: Capability>(&self) -> Option<&S> {
        self.0.get(&TypeId::of::<S>())?.downcast_ref()
    }
}

impl FromIterator<(TypeId, AnyStarted)> for Services {
    fn from_iter<I: IntoIterator<Item = (TypeId, AnyStarted)>>(started: I) -> Self {
        Self(Arc::new(started.into_iter().collect()))
    }
}

impl fmt::Debug for Services {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Services").field(&self.0.len()).finish()
    }
}
