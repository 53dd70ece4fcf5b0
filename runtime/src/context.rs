//! Contexts: what a handler is given beside its input. Owned handles without lifetimes; cloning one is cheap.
//!
//! A context collects what a handler says before it is done: warnings, and the object that must be kept should it fail.
//! Cancellation is a token that handlers may look at; a handler's future is never dropped half-way.

use crate::capability::{Capability, Provides, Services};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Severity, error};
use crate::log::{Secrets, request, request::Fields};
use crate::model::{Object, ProviderMetaModel, decode};
use crate::private::Record;
use crate::schema::Block;
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tfgen_cty::Value;

mod apply;
mod cancellation;
mod client;
mod deadline;
mod dynamic;
mod found;
mod invoke;
mod log;
mod outlet;
mod planning;
mod session;
mod stored;

pub use apply::Apply;
pub use cancellation::Cancellation;
pub(crate) use cancellation::Canceller;
pub use client::ClientCapabilities;
pub(crate) use deadline::Deadline;
pub use dynamic::DynamicContext;
pub(crate) use dynamic::Table as DynamicTable;
pub use found::Found;
pub(crate) use found::{FoundObject, ListEvent, Listing};
pub use invoke::Invoke;
pub use log::{Log, LogEntry};
pub(crate) use outlet::Outlet;
pub(crate) use planning::Decided;
pub use planning::Planning;
pub use session::Session;
pub use stored::Stored;

/// What every handler can do: reach the provider, warn, wait.
pub struct Context<P> {
    provider: Arc<P>,
    operation: Arc<Operation>,
}

/// One call of a handler, as the handlers of the runtime see it: not generic, and shared with the contexts.
#[derive(Debug, Default)]
pub(crate) struct Operation {
    pub(crate) prior: Object,
    pub(crate) planned: Object,
    pub(crate) config: Object,
    /// Addresses of write-only attributes.
    pub(crate) write_only: Vec<String>,
    pub(crate) cancellation: Cancellation,
    pub(crate) client: ClientCapabilities,
    /// What the module tells the provider.
    pub(crate) provider_meta: Option<Value>,
    pub(crate) deadline: Option<Deadline>,
    /// What the log says of the request.
    fields: Fields,
    /// The tables of the three objects, by which their sensitive values are known.
    block: Option<Block>,
    /// Sensitive values of the provider's configuration.
    provider_secrets: OnceLock<Arc<Secrets>>,
    secrets: OnceLock<Secrets>,
    /// Sensitive values that came up while the operation runs, and stand in none of its objects.
    learned: Mutex<Secrets>,
    /// The services of the configured provider.
    services: OnceLock<Services>,
    said: Mutex<Said>,
    private: Mutex<Record>,
}

#[derive(Debug, Default)]
struct Said {
    warnings: Diagnostics,
    kept: Option<Kept>,
    renew_in: Option<Duration>,
}

/// What user code wants to be kept should it fail.
#[derive(Clone, Debug)]
pub(crate) enum Kept {
    /// The object exists; this is its identity.
    Created(Value),
    /// The object is this model.
    Saved(Value),
}

impl Operation {
    pub(crate) fn new(prior: Value, planned: Value, config: Value, cancellation: Cancellation) -> Self {
        Self {
            prior: Object::new(prior),
            planned: Object::new(planned),
            config: Object::new(config),
            cancellation,
            fields: request::current(),
            ..Self::default()
        }
    }

    /// The same with the tables of its objects, so that their sensitive values can be masked.
    pub(crate) fn of_block(self, block: Block) -> Self {
        Self { block: Some(block), ..self }
    }

    pub(crate) fn set_provider_secrets(&self, secrets: Arc<Secrets>) {
        // The provider of an operation does not change.
        let _ = self.provider_secrets.set(secrets);
    }

    pub(crate) fn set_services(&self, services: Services) {
        // Those of an operation do not change, either.
        let _ = self.services.set(services);
    }

    /// The service of a capability; none while the provider is not configured.
    pub(crate) fn service<S: Capability>(&self) -> Option<&S> {
        self.services.get()?.get()
    }

    /// Masks the sensitive values of the request, and what is kept privately, in what user code says.
    pub(crate) fn mask(&self, messages: &mut Diagnostics) {
        self.mask_made(messages, &Value::Null);
    }

    /// Masks the sensitive values of what user code has made as well: the request does not know them.
    pub(crate) fn mask_made(&self, messages: &mut Diagnostics, made: &Value) {
        if !messages.is_empty() {
            self.secrets_with(made).mask_all(messages);
        }
    }

    /// All that no text may show by now. Private values are hidden unless the object has them where everybody sees them.
    pub(crate) fn secrets_with(&self, made: &Value) -> Cow<'_, Secrets> {
        let mut secrets = Cow::Borrowed(self.secrets());
        let learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        if !learned.is_empty() {
            secrets.to_mut().extend_texts(&learned);
        }
        drop(learned);
        if let Some(block) = self.block.as_ref().filter(|_| !made.is_null()) {
            secrets.to_mut().extend_texts(&Secrets::of(block, [made]));
        }
        let private = self.private();
        if !private.is_empty() {
            let objects = [&self.prior, &self.planned, &self.config].map(|object| Value::from(object.clone()));
            secrets.to_mut().extend_private(&private, objects.iter().chain([made]));
        }
        secrets
    }

    /// The sensitive values of the request, collected when they are first asked for.
    pub(crate) fn secrets(&self) -> &Secrets {
        self.secrets.get_or_init(|| {
            let objects = [&self.prior, &self.planned, &self.config].map(|object| Value::from(object.clone()));
            let mut secrets = self.block.map_or_else(Secrets::default, |block| Secrets::of(&block, &objects));
            if let Some(others) = self.provider_secrets.get() {
                secrets.extend(others);
            }
            secrets
        })
    }

    /// From now on no text shows what is sensitive of this, by the operation's own tables.
    pub(crate) fn learn(&self, made: &Value) {
        if let Some(block) = &self.block {
            self.learn_by(block, made);
        }
    }

    /// The same by other tables.
    pub(crate) fn learn_by(&self, block: &Block, made: &Value) {
        self.learned.lock().unwrap_or_else(PoisonError::into_inner).extend_texts(&Secrets::of(block, [made]));
    }

    /// What the module tells the provider.
    fn provider_meta<M: ProviderMetaModel>(&self) -> Result<Option<M>> {
        self.provider_meta.clone().map(decode).transpose()
    }

    pub(crate) fn with_private(self, private: Record) -> Self {
        Self { private: Mutex::new(private), ..self }
    }

    /// Private state as it is now. Hold it for one access only.
    pub(crate) fn private(&self) -> MutexGuard<'_, Record> {
        self.private.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        // Nothing panics while the lock is held, and half a list of warnings is better than none.
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn keep(&self, kept: Kept) {
        self.said().kept = Some(kept);
    }

    /// Nothing is there to be kept after all.
    #[cfg(feature = "tool")]
    pub(crate) fn keep_nothing(&self) {
        self.said().kept = None;
    }

    /// Why a handler that was cancelled stops.
    fn interrupted(&self) -> Diagnostics {
        match self.deadline.as_ref().filter(|deadline| deadline.has_passed()) {
            Some(deadline) => deadline.error(),
            None => error("The operation was interrupted")
                .detail("Terraform asked the provider to stop before the operation was done."),
        }
    }

    async fn sleep(&self, duration: Duration) -> Result<()> {
        if self.cancellation.pause(duration).await { Ok(()) } else { Err(self.interrupted()) }
    }

    pub(crate) fn say(&self, warnings: impl Iterator<Item = Diagnostic>) {
        self.said().warnings.extend(warnings);
    }

    /// An ephemeral resource is to be renewed when this time is over. Terraform asks at once again when it is over already,
    /// without end: less than a second is a second.
    pub(crate) fn renew_in(&self, time: Duration) {
        self.said().renew_in = Some(time.max(Duration::from_secs(1)));
    }

    /// When an ephemeral resource is to be renewed, if it is.
    pub(crate) fn renewal(&self) -> Option<Duration> {
        self.said().renew_in
    }

    /// What was said so far, once.
    pub(crate) fn take(&self) -> (Diagnostics, Option<Kept>) {
        let said = std::mem::take(&mut *self.said());
        (said.warnings, said.kept)
    }
}

impl<P> Context<P> {
    pub(crate) fn new(provider: Arc<P>, operation: Arc<Operation>) -> Self {
        Self { provider, operation }
    }

    /// The configured provider.
    pub fn provider(&self) -> &P {
        &self.provider
    }

    /// The service of a capability, which is there since the provider is configured.
    ///
    /// ```
    /// # use tfgen_runtime::{Capability, Context, generated::Provides};
    /// fn shared<S: Capability>(cx: &Context<S::Provider>) -> &S
    /// where
    ///     S::Provider: Provides<S>, // generated code says so, for each capability with a service
    /// {
    ///     cx.service::<S>()
    /// }
    /// ```
    pub fn service<S: Capability>(&self) -> &S
    where
        P: Provides<S>,
    {
        match self.operation.service() {
            Some(service) => service,
            // What says `Provides` registers the service, and no handler runs before all services have started.
            None => unreachable!("the service {} is not registered", std::any::type_name::<S>()),
        }
    }

    /// Shows a warning when the operation is done. Errors among the messages are shown as warnings too: what is to fail
    /// the operation must be returned.
    pub fn warn(&self, messages: impl Into<Diagnostics>) {
        self.operation.say(messages.into().0.into_iter().map(warning_of));
    }

    /// When the operation has to be done, if the schema gives it a timeout. The token is cancelled then.
    pub fn deadline(&self) -> Option<Instant> {
        self.operation.deadline.as_ref().map(Deadline::at)
    }

    /// Waits, and ends early, with an error, when the operation is cancelled or its time is up.
    pub async fn sleep(&self, duration: Duration) -> Result<()> {
        self.operation.sleep(duration).await
    }

    /// Calls `probe` now and after each pause until it answers `Some`. Stops, with an error, when the operation is
    /// cancelled, when its time is up, and when `probe` fails.
    pub async fn until<T, F>(&self, pause: Duration, mut probe: impl FnMut() -> F) -> Result<T>
    where
        F: Future<Output = Result<Option<T>>>,
    {
        loop {
            if let Some(found) = probe().await? {
                return Ok(found);
            }
            self.sleep(pause).await?;
        }
    }

    /// What the Terraform that asks can do. It says so when it reads, plans, opens and invokes; in what else it asks for
    /// (create, update, delete, renew, close, list) all is `false`.
    pub fn client(&self) -> ClientCapabilities {
        self.operation.client
    }

    /// What the module that the object stands in tells the provider; `None` if it tells nothing.
    ///
    /// It is an error if something in it does not fit the type that the schema gives it.
    pub fn provider_meta<M: ProviderMetaModel>(&self) -> Result<Option<M>> {
        self.operation.provider_meta()
    }

    /// The token that tells when the operation is to stop: Terraform wants it, or its time is up.
    pub fn cancelled(&self) -> Cancellation {
        self.operation.cancellation.clone()
    }
}

fn warning_of(message: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..message }
}

impl<P> Clone for Context<P> {
    fn clone(&self) -> Self {
        Self { provider: self.provider.clone(), operation: self.operation.clone() }
    }
}

impl<P> fmt::Debug for Context<P> {
    /// Says nothing of values: some are sensitive.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Context").finish_non_exhaustive()
    }
}
