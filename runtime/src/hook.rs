//! Hooks: functions of user code that the schema names, as the runtime calls them.
//!
//! Generated code makes one table of function pointers per thing, so that nothing else of the runtime is generic over
//! hooks. This module must not know any RPC.

use crate::action::Action;
use crate::context::{Context, Planning};
use crate::diagnostic::Result;
use crate::draft::Draft;
use crate::model::{FromValue, Object, View};
use crate::resource::Resource;
use std::pin::Pin;
use tfgen_cty::{Value, ValueState};

/// Validates a configuration, or one value of it: see [`Validation`].
pub type Validate = fn(&Validation<'_>) -> Result<()>;

/// Runs a plan hook: the planning goes in, and comes out with what the hook has decided.
pub type PlanHook<R> = fn(Planning<R>) -> Pin<Box<dyn Future<Output = Result<Planning<R>>> + Send>>;

/// Changes the configuration that is generated for an object.
pub type GenerateConfig<R> = fn(&mut Draft<R>) -> Result<()>;

/// The hooks of a managed resource.
pub struct ResourceHooks<R: Resource> {
    /// `hooks = ["plan"]`
    pub plan: Option<PlanHook<R>>,
    /// `hooks = ["plan_destroy"]`
    pub plan_destroy: Option<PlanHook<R>>,
    /// `hooks = ["generate_config"]`
    pub generate_config: Option<GenerateConfig<R>>,
    /// `hooks = ["validate"]`, and `validators = { hook = "…" }` of attributes
    pub validate: Option<Validate>,
}

impl<R: Resource> ResourceHooks<R> {
    /// No hooks.
    pub const NONE: Self = Self { plan: None, plan_destroy: None, generate_config: None, validate: None };
}

/// Runs the plan hook of an action on its configuration.
pub type PlanAction<A> =
    fn(Context<<A as Action>::Provider>, Object) -> Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// The hooks of an action.
pub struct ActionHooks<A: Action> {
    /// `hooks = ["plan"]`
    pub plan: Option<PlanAction<A>>,
    /// `hooks = ["validate"]`, and `validators = { hook = "…" }` of attributes
    pub validate: Option<Validate>,
}

impl<A: Action> ActionHooks<A> {
    /// No hooks.
    pub const NONE: Self = Self { plan: None, validate: None };
}

/// What a validation hook is to look at.
#[derive(Clone, Copy)]
pub struct Validation<'a> {
    hook: &'a str,
    value: &'a Value,
}

impl<'a> Validation<'a> {
    pub(crate) const fn new(hook: &'a str, value: &'a Value) -> Self {
        Self { hook, value }
    }

    /// The hook's name in the schema; empty for the hook of the whole configuration.
    pub fn hook(&self) -> &str {
        self.hook
    }

    /// The whole configuration.
    pub fn view<V: View>(&self) -> V {
        V::new(Object::new(self.value.clone()))
    }

    /// Has the value checked, if it is known and not null.
    ///
    /// # Errors
    /// What `check` objects to.
    pub fn value<T: FromValue>(&self, check: impl FnOnce(T) -> Result<()>) -> Result<()> {
        match T::from_value(self.value) {
            ValueState::Known(value) => check(value),
            ValueState::Null | ValueState::Unknown => Ok(()),
        }
    }
}
