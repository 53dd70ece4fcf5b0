//! The context of a plan hook.

use super::{Cancellation, ClientCapabilities, Log, Operation, warning_of};
use crate::capability::{Capability, Provides};
use crate::diagnostic::{Diagnostics, Result};
use crate::model::{AttributePath, IntoValue, Object, ProviderMetaModel, View};
use crate::private::Private;
use crate::resource::{Resource, ViewOf};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tfgen_cty::Value;

/// The plan of one object, while a hook looks at it and decides what only user code can know.
///
/// Generated code wraps it with setters for computed attributes, and for nothing else: what is configured is planned as
/// configured. Terraform plans twice, the second time with more values known: a hook has to come to the same answer
/// then, or to say "unknown" the first time.
pub struct Planning<R: Resource> {
    provider: Option<Arc<R::Provider>>,
    operation: Arc<Operation>,
    decided: BTreeMap<&'static str, Value>,
    replaces: Vec<AttributePath>,
}

/// What a hook has decided.
#[derive(Debug, Default)]
pub(crate) struct Decided {
    /// Root attributes and their planned values, as a model stores them.
    pub(crate) values: BTreeMap<&'static str, Value>,
    /// Attributes whose change replaces the object.
    pub(crate) replaces: Vec<AttributePath>,
}

impl<R: Resource> Planning<R> {
    pub(crate) fn new(provider: Option<Arc<R::Provider>>, operation: Arc<Operation>) -> Self {
        Self { provider, operation, decided: BTreeMap::new(), replaces: Vec::new() }
    }

    pub(crate) fn into_decided(self) -> Decided {
        Decided { values: self.decided, replaces: self.replaces }
    }

    /// What the configuration says; all null on destroy. Defaults are not in it; write-only values are.
    pub fn config(&self) -> ViewOf<R> {
        View::new(self.operation.config.clone())
    }

    /// What the state holds; `None` when the object is to be created, and in the second plan of a replacement.
    pub fn prior(&self) -> Option<ViewOf<R>> {
        (!self.operation.prior.is_empty()).then(|| View::new(self.operation.prior.clone()))
    }

    /// What is planned so far: by the schema's rules, and by this hook. All null on destroy.
    pub fn planned(&self) -> ViewOf<R> {
        let planned = Value::from(self.operation.planned.clone());
        let mut attributes = planned.as_object().cloned().unwrap_or_default();
        attributes.extend(self.decided.iter().map(|(name, value)| ((*name).into(), value.clone())));
        View::new(Object::new(Value::Object(attributes)))
    }

    /// Whether the plan, before this hook, differs from the state at this attribute.
    pub fn changed(&self, attribute: AttributePath) -> bool {
        self.operation.changed(attribute)
    }

    /// A change of this attribute replaces the object. Of no effect where the object is to be created, and where the
    /// attribute does not change. What an attribute of an element says counts for the whole collection.
    pub fn replace(&mut self, attribute: AttributePath) {
        self.replaces.push(attribute);
    }

    /// The configured provider; `None` while its configuration is not known.
    pub fn provider(&self) -> Option<&R::Provider> {
        self.provider.as_deref()
    }

    /// The service of a capability; `None` while the provider's configuration is not known.
    pub fn service<S: Capability>(&self) -> Option<&S>
    where
        R::Provider: Provides<S>,
    {
        self.operation.service()
    }

    /// Shows a warning with the plan.
    pub fn warn(&self, messages: impl Into<Diagnostics>) {
        self.operation.say(messages.into().0.into_iter().map(warning_of));
    }

    /// The token that tells when Terraform wants the plan to stop.
    pub fn cancelled(&self) -> Cancellation {
        self.operation.cancellation.clone()
    }

    /// Waits, and ends early, with an error, when Terraform wants the plan to stop.
    pub async fn sleep(&self, duration: Duration) -> Result<()> {
        self.operation.sleep(duration).await
    }

    /// Writes to Terraform's log, with what is known of the request.
    pub fn log(&self) -> Log {
        Log::new(self.operation.clone())
    }

    /// Private values of the object: what is stored, and what is set here for create and update to find.
    pub fn private(&self) -> Private {
        Private::new(self.operation.clone())
    }

    /// What the module that the object stands in tells the provider; `None` if it tells nothing.
    ///
    /// It is an error if something in it does not fit the type that the schema gives it.
    pub fn provider_meta<M: ProviderMetaModel>(&self) -> Result<Option<M>> {
        self.operation.provider_meta()
    }

    /// What the Terraform that asks can do.
    pub fn client(&self) -> ClientCapabilities {
        self.operation.client
    }

    /// Plans a value for a root attribute. Generated setters call this.
    #[doc(hidden)]
    pub fn decide<T: IntoValue>(&mut self, name: &'static str, value: T) {
        let value = value.into_value();
        // What is sensitive of it is in no object of the request yet, and the hook may quote it from here on.
        self.operation.learn(&Value::object([(name, value.clone())]));
        self.decided.insert(name, value);
    }

    /// Plans a text for a root attribute. Generated setters call this.
    #[doc(hidden)]
    pub fn decide_text(&mut self, name: &'static str, value: impl Into<String>) {
        self.decide(name, value.into());
    }
}

impl<R: Resource> fmt::Debug for Planning<R> {
    /// Says nothing of values: some are sensitive.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Planning").finish_non_exhaustive()
    }
}
