//! The only generic layer: typed traits behind object-safe ones over cty values.
//!
//! Per handler nothing but decode, call and encode is compiled again, and each call makes one box. Everything else, the
//! checks before and after included, is in `handlers` and is compiled once.

use crate::context::{Apply, Cancellation, Context, Decided, Operation, Planning, Stored};
use crate::data_source::DataSource;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::draft::Draft;
use crate::function::{Arguments, Function};
use crate::hook::{PlanHook, ResourceHooks};
use crate::model::{AttributePath, Slot, decode, decode_known};
use crate::provider::Provider;
use crate::resource::{Plan, Resource, Update};
use std::any::Any;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use tfgen_cty::Value;

mod upgrade;

pub(crate) use upgrade::{AnyMoveState, AnyUpgradeIdentity, AnyUpgradeState};
mod action;
mod dynamic;
mod ephemeral;
mod list;
mod state_store;

pub(crate) use action::{AnyAction, AnyPlanAction, PlanHookOf};
pub(crate) use dynamic::DynamicAdapter;
pub(crate) use ephemeral::{AnyClose, AnyEphemeral, AnyRenew};
pub(crate) use list::AnyList;
pub(crate) use state_store::AnyConfigureStore;

pub(crate) type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A configured provider of a type that only adapters know.
pub(crate) type AnyProvider = Arc<dyn Any + Send + Sync>;

/// What a call carries beside its input.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) provider: AnyProvider,
    pub(crate) operation: Arc<Operation>,
}

impl Call {
    fn provider<P: Provider>(&self) -> Result<Arc<P>> {
        self.provider.clone().downcast().map_err(|_| foreign(std::any::type_name::<P>()))
    }
}

pub(crate) fn foreign(wanted: &str) -> Diagnostics {
    error("The provider is of another type").detail(format!(
        "This handler is written for the provider `{wanted}`, which is not the one that is registered. This is a mistake in the provider's `type Provider = …`."
    ))
}

/// [`Provider`], object-safe.
pub(crate) trait AnyConfigure: Send + Sync {
    fn configure(&self, config: Value) -> BoxFuture<Result<AnyProvider>>;
    fn shutdown(&self, provider: AnyProvider) -> BoxFuture<Result<()>>;
}

/// [`Resource`], object-safe. Inputs and answers are cty objects.
pub(crate) trait AnyResource: Send + Sync {
    fn create(&self, call: Call, plan: Value) -> BoxFuture<Result<Value>>;
    fn read(&self, call: Call, identity: Value) -> BoxFuture<Result<Option<Value>>>;
    fn delete(&self, call: Call, identity: Value) -> BoxFuture<Result<()>>;
}

/// [`Update`], object-safe.
pub(crate) trait AnyUpdate: Send + Sync {
    fn update(&self, call: Call, identity: Value, plan: Value) -> BoxFuture<Result<Value>>;
}

/// [`DataSource`], object-safe.
pub(crate) trait AnyDataSource: Send + Sync {
    fn read(&self, call: Call, config: Value) -> BoxFuture<Result<Value>>;
}

/// A data source that the handlers read themselves.
pub(crate) struct BuiltInDataSource;

impl AnyDataSource for BuiltInDataSource {
    fn read(&self, _: Call, _: Value) -> BoxFuture<Result<Value>> {
        let failed = error("This data source is the runtime's own")
            .detail("Its table does not say what it reads. This is a mistake in the generated code.");
        Box::pin(std::future::ready(Err(failed)))
    }
}

/// [`Function`], object-safe.
pub(crate) trait AnyFunction: Send + Sync {
    fn call(&self, arguments: Vec<Value>) -> BoxFuture<Result<Value>>;
}

/// Looks at a configuration with more than the schema's rules, which may take a while.
pub(crate) trait AnyCheck: Send + Sync {
    fn check(&self, config: Value, cancellation: Cancellation) -> BoxFuture<Diagnostics>;
}

/// A resource's hooks, object-safe; none where the schema does not name the hook.
pub(crate) trait AnyPlanHook: Send + Sync {
    fn plan(&self, provider: Option<AnyProvider>, operation: Arc<Operation>) -> Option<BoxFuture<Result<Decided>>>;
    fn plan_destroy(
        &self,
        provider: Option<AnyProvider>,
        operation: Arc<Operation>,
    ) -> Option<BoxFuture<Result<Decided>>>;
    /// The configuration, and what was set in it.
    fn generate_config(&self, state: Value, config: Value) -> Option<Result<(Value, Vec<AttributePath>)>>;
}

/// Stands for a type that has no values of its own.
pub(crate) struct Adapter<T>(PhantomData<fn() -> T>);

impl<T> Adapter<T> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<P: Provider> AnyConfigure for Adapter<P> {
    fn configure(&self, config: Value) -> BoxFuture<Result<AnyProvider>> {
        Box::pin(async move { Ok(Arc::new(P::configure(decode(config)?).await?) as AnyProvider) })
    }

    fn shutdown(&self, provider: AnyProvider) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider: Arc<P> = provider.downcast().map_err(|_| foreign(std::any::type_name::<P>()))?;
            provider.shutdown().await;
            Ok(())
        })
    }
}

/// What a handler has made, as a value. It is written without `?`, of which each type of model would have its own.
fn stored<M: Slot>(made: Result<M>) -> Result<Value> {
    match made {
        Ok(mut model) => Ok(model.store()),
        Err(failed) => Err(failed),
    }
}

impl<R: Resource> AnyResource for Adapter<R> {
    fn create(&self, call: Call, plan: Value) -> BoxFuture<Result<Value>> {
        Box::pin(async move {
            let context = Apply::<R>::new(call.provider()?, call.operation);
            let mut asked = <Plan<R>>::default();
            asked.load(plan)?;
            stored(R::create(context, asked).await)
        })
    }

    fn read(&self, call: Call, identity: Value) -> BoxFuture<Result<Option<Value>>> {
        Box::pin(async move {
            let context = Stored::<R>::new(call.provider()?, call.operation);
            match R::read(context, decode_known(identity)?).await {
                Ok(Some(mut model)) => Ok(Some(model.store())),
                Ok(None) => Ok(None),
                Err(failed) => Err(failed),
            }
        })
    }

    fn delete(&self, call: Call, identity: Value) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let context = Stored::<R>::new(call.provider()?, call.operation);
            R::delete(context, decode_known(identity)?).await
        })
    }
}

impl<R: Update> AnyUpdate for Adapter<R> {
    fn update(&self, call: Call, identity: Value, plan: Value) -> BoxFuture<Result<Value>> {
        Box::pin(async move {
            let context = Apply::<R>::new(call.provider()?, call.operation);
            let mut asked = <Plan<R>>::default();
            asked.load(plan)?;
            stored(R::update(context, decode_known(identity)?, asked).await)
        })
    }
}

impl<D: DataSource> AnyDataSource for Adapter<D> {
    fn read(&self, call: Call, config: Value) -> BoxFuture<Result<Value>> {
        Box::pin(async move {
            let context = Context::new(call.provider::<D::Provider>()?, call.operation);
            stored(D::read(context, decode(config)?).await)
        })
    }
}

impl<F: Function> AnyFunction for Adapter<F> {
    fn call(&self, arguments: Vec<Value>) -> BoxFuture<Result<Value>> {
        Box::pin(async move { F::call(Arguments::new(arguments)) })
    }
}

impl<R: Resource> AnyPlanHook for ResourceHooks<R> {
    fn plan(&self, provider: Option<AnyProvider>, operation: Arc<Operation>) -> Option<BoxFuture<Result<Decided>>> {
        self.plan.map(|hook| run(hook, provider, operation))
    }

    fn plan_destroy(
        &self,
        provider: Option<AnyProvider>,
        operation: Arc<Operation>,
    ) -> Option<BoxFuture<Result<Decided>>> {
        self.plan_destroy.map(|hook| run(hook, provider, operation))
    }

    fn generate_config(&self, state: Value, config: Value) -> Option<Result<(Value, Vec<AttributePath>)>> {
        self.generate_config.map(|hook| {
            let mut draft = Draft::<R>::new(state, config);
            hook(&mut draft)?;
            Ok(draft.into_config())
        })
    }
}

fn run<R: Resource>(
    hook: PlanHook<R>,
    provider: Option<AnyProvider>,
    operation: Arc<Operation>,
) -> BoxFuture<Result<Decided>> {
    Box::pin(async move {
        let provider = match provider {
            Some(provider) => Some(provider.downcast().map_err(|_| foreign(std::any::type_name::<R::Provider>()))?),
            None => None,
        };
        Ok(hook(Planning::<R>::new(provider, operation)).await?.into_decided())
    })
}
