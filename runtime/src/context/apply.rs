//! The context of create and update.

use super::{Context, Kept, Operation};
use crate::model::{AttributePath, Object, Slot, View};
use crate::private::Private;
use crate::resource::{Identity, Resource, ViewOf};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;
use tfgen_cty::Value;

/// What create and update are given beside their input. Everything that [`Context`] can do, it can do too.
pub struct Apply<R: Resource> {
    context: Context<R::Provider>,
    resource: PhantomData<fn() -> R>,
}

impl<R: Resource> Apply<R> {
    pub(crate) fn new(provider: Arc<R::Provider>, operation: Arc<Operation>) -> Self {
        Self { context: Context::new(provider, operation), resource: PhantomData }
    }

    /// The object exists from here on: an error, a panic or a timeout after this line keeps it (tainted) in the state,
    /// with what was planned and nulls for what is not known.
    pub fn created(&self, id: &Identity<R>) {
        self.context.operation.keep(Kept::Created(id.clone().store()));
    }

    /// Keeps this model, should the operation fail from here on: a change that is half done.
    pub fn save(&self, model: &R::Model) {
        self.context.operation.keep(Kept::Saved(model.clone().store()));
    }

    /// What the state holds; all null on create.
    pub fn prior(&self) -> ViewOf<R> {
        View::new(self.context.operation.prior.clone())
    }

    /// What the configuration says. Defaults are not in it; write-only values are.
    pub fn config(&self) -> ViewOf<R> {
        View::new(self.context.operation.config.clone())
    }

    /// What is kept beside the object's state. See [`Private`].
    pub fn private(&self) -> Private {
        Private::new(self.context.operation.clone())
    }

    /// Whether the plan differs from the state at this attribute, in any element where it is nested in a collection.
    ///
    /// A write-only attribute is not in the state: it counts as changed whenever the configuration sets it.
    pub fn changed(&self, attribute: AttributePath) -> bool {
        self.context.operation.changed(attribute)
    }
}

impl Operation {
    pub(super) fn changed(&self, attribute: AttributePath) -> bool {
        if self.write_only.iter().any(|address| address == attribute.0) {
            return self.config.values_at(attribute).iter().any(|value| !value.is_null());
        }
        let (before, after) = (values(&self.prior, attribute), values(&self.planned, attribute));
        before != after
    }
}

/// A value that is absent, because an object around it is, is as good as null.
fn values(object: &Object, attribute: AttributePath) -> Vec<&Value> {
    object.values_at(attribute).into_iter().filter(|value| !value.is_null()).collect()
}

impl<R: Resource> Deref for Apply<R> {
    type Target = Context<R::Provider>;

    fn deref(&self) -> &Self::Target {
        &self.context
    }
}

impl<R: Resource> Clone for Apply<R> {
    fn clone(&self) -> Self {
        Self { context: self.context.clone(), resource: PhantomData }
    }
}

impl<R: Resource> fmt::Debug for Apply<R> {
    /// Says nothing of values: some are sensitive.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Apply").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Cancellation;

    #[test]
    fn changed_compares_the_plan_with_the_state() {
        let mounts = |path| Value::List(vec![Value::object([("path", Value::string(path))])]);
        let prior = Value::object([("mounts", mounts("/a")), ("name", Value::string("x"))]);
        let planned = Value::object([("id", Value::unknown()), ("mounts", mounts("/b")), ("name", Value::string("x"))]);
        let config = Value::object([("secret", Value::string("s"))]);
        let mut operation = Operation::new(prior, planned, config, Cancellation::default());
        operation.write_only = vec!["secret".to_owned()];
        assert!(operation.changed(AttributePath("mounts.path")) && operation.changed(AttributePath("id")));
        assert!(!operation.changed(AttributePath("name")) && !operation.changed(AttributePath("absent")));
        assert!(operation.changed(AttributePath("secret")));
    }
}
