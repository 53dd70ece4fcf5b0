//! Steps that are written in Rust: what they are given, what they answer, and where the runtime finds them.

use super::programs::Programs;
use super::result::Outcome;
use super::table::StepName;
use crate::adapter::{AnyProvider, BoxFuture, foreign};
use crate::capability::{Capability, Provides};
use crate::context::{Cancellation, Operation};
use crate::diagnostic::Result;
use crate::model::{Field, IntoValue, Object};
use crate::provider::Provider;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// What a step is given that is written in Rust.
///
/// Unlike a program it is called even while something of the object is not known yet: [`object`](Self::object) says what
/// is.
pub struct StepContext<P> {
    provider: Option<Arc<P>>,
    given: Given,
}

/// The same without the type of the provider.
pub(crate) struct Given {
    pub(super) operation: Arc<Operation>,
    pub(super) doing: &'static str,
    pub(super) object: Object,
    pub(super) plan: String,
    pub(super) programs: Programs,
}

impl<P: Provider> StepContext<P> {
    /// The configuration, the plan or the state that the step is about: what a program's templates are filled in from. A
    /// write-only value is there until the object has been made.
    pub fn object(&self) -> &Object {
        &self.given.object
    }

    /// What the state holds; empty without one.
    pub fn prior(&self) -> &Object {
        &self.given.operation.prior
    }

    /// What is being done: `create`, `update`, `delete`, `read`, `plan`, `validate` or `invoke`.
    pub fn operation(&self) -> &'static str {
        self.given.doing
    }

    /// What the plan step has printed; empty without one.
    pub fn plan(&self) -> &str {
        &self.given.plan
    }

    /// The configured provider; `None` while its configuration is not known, and when a configuration is validated.
    pub fn provider(&self) -> Option<&P> {
        self.provider.as_deref()
    }

    /// The service of a capability; `None` where there is no provider.
    pub fn service<S: Capability>(&self) -> Option<&S>
    where
        P: Provides<S>,
    {
        self.given.operation.service()
    }

    /// Where a program is: in the folders of `PATH`, or where a test has put it.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        self.given.programs.find(name).ok()
    }

    /// Tells when the step is to end: Terraform has asked for it, or the operation's time is up.
    pub fn cancellation(&self) -> &Cancellation {
        &self.given.operation.cancellation
    }
}

impl<P> fmt::Debug for StepContext<P> {
    /// Says nothing of values: some are sensitive.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("StepContext").field("operation", &self.given.doing).finish_non_exhaustive()
    }
}

/// What a step answers that is written in Rust, where a program would end with an exit code and print.
///
/// ```
/// # use tfgen_runtime::StepAnswer;
/// # use tfgen_runtime::generated as rt;
/// const INSTALLED: rt::Field<String> = rt::Field::new("installed");
/// let answer = StepAnswer::changed().output(INSTALLED, "1.2".to_owned()).message("1.2 is out").printed("tree 1.2");
/// # let _ = answer;
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct StepAnswer {
    pub(super) outcome: Outcome,
    pub(super) outputs: Object,
    pub(super) messages: Vec<String>,
    pub(super) replaces: Vec<String>,
    pub(super) printed: String,
}

impl StepAnswer {
    /// All is well.
    pub fn done() -> Self {
        Self::of(Outcome::Done)
    }

    /// The same, and something has changed; of a plan step: something would.
    pub fn changed() -> Self {
        Self::of(Outcome::Changed)
    }

    /// There is nothing.
    pub fn absent() -> Self {
        Self::of(Outcome::Absent)
    }

    fn of(outcome: Outcome) -> Self {
        let (messages, replaces, printed) = (Vec::new(), Vec::new(), String::new());
        Self { outcome, outputs: Object::default(), messages, replaces, printed }
    }

    /// Gives the value of a root attribute. What is not given stays as it was.
    pub fn output<T: IntoValue>(mut self, attribute: Field<T>, value: T) -> Self {
        self.outputs.put(attribute, value);
        self
    }

    /// Leaves a root attribute without a value.
    pub fn no_output<T>(mut self, attribute: Field<T>) -> Self {
        self.outputs.set_as_it_is(attribute.name(), tfgen_cty::Value::Null);
        self
    }

    /// Shows a warning.
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.messages.push(message.into());
        self
    }

    /// Of a plan step: a change of this attribute replaces the object.
    pub fn replaces<T>(mut self, attribute: Field<T>) -> Self {
        self.replaces.push(attribute.name().to_owned());
        self
    }

    /// Of a plan step: what is kept for apply, as [`plan`](StepContext::plan) and as `{@plan}`.
    pub fn printed(mut self, text: impl Into<String>) -> Self {
        self.printed = text.into();
        self
    }
}

type Call = Box<dyn Fn(Option<AnyProvider>, Given) -> BoxFuture<Result<StepAnswer>> + Send + Sync>;

/// A step that is written in Rust, as generated code hands it to the registry.
pub struct ImplementedStep {
    pub(crate) name: StepName,
    call: Call,
}

impl ImplementedStep {
    /// A step of this name.
    pub fn new<P, F>(name: StepName, step: fn(StepContext<P>) -> F) -> Self
    where
        P: Provider,
        F: Future<Output = Result<StepAnswer>> + Send + 'static,
    {
        let call = move |provider: Option<AnyProvider>, given: Given| -> BoxFuture<Result<StepAnswer>> {
            let provider = provider.map(Arc::downcast::<P>).transpose();
            match provider {
                Ok(provider) => Box::pin(step(StepContext { provider, given })),
                Err(_) => Box::pin(std::future::ready(Err(foreign(std::any::type_name::<P>())))),
            }
        };
        Self { name, call: Box::new(call) }
    }

    pub(super) fn call(&self, provider: Option<AnyProvider>, given: Given) -> BoxFuture<Result<StepAnswer>> {
        (self.call)(provider, given)
    }
}

impl fmt::Debug for ImplementedStep {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ImplementedStep({})", self.name.as_str())
    }
}
