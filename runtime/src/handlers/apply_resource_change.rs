//! `ApplyResourceChange`: creates, updates or deletes an object. Whatever happens, an object that exists is not lost.

use super::plan_resource_change::not_updatable;
use super::{Handlers, guard, hidden_change, identity, write_only};
use crate::check;
use crate::context::{Cancellation, Kept, Operation};
use crate::diagnostic::{Diagnostics, Result};
use crate::model::shape_block;
use crate::planning;
use crate::private::{Opened, Owner};
use crate::registry::ResourceEntry;
use crate::schema::ResourceSchema;
use crate::timeouts;
use std::sync::Arc;
use tfgen_cty::{Type, Value, conform, tree};

#[cfg(test)]
mod tests;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) prior_state: Value,
    pub(crate) planned_state: Value,
    pub(crate) planned_identity: Value,
    pub(crate) config: Value,
    pub(crate) planned_private: Vec<u8>,
    /// What the module tells the provider.
    pub(crate) provider_meta: Option<Value>,
    pub(crate) cancellation: Cancellation,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) new_state: Value,
    /// What is stored should the new state not fit into an answer: what was there before, else as little as finds the
    /// object again.
    pub(crate) smallest_state: Value,
    pub(crate) new_identity: Value,
    pub(crate) private: Vec<u8>,
    pub(crate) diagnostics: Diagnostics,
}

/// One apply on its way.
struct Change<'a> {
    entry: &'a ResourceEntry,
    /// What it is doing: `creating acme_disk`.
    doing: String,
    prior: Value,
    planned: Value,
    config: Value,
    stored_identity: Value,
    operation: Arc<Operation>,
}

impl Handlers {
    pub(crate) async fn apply_resource_change(&self, entry: &ResourceEntry, request: Request) -> Response {
        let Request {
            prior_state,
            planned_state,
            planned_identity,
            config,
            planned_private,
            provider_meta,
            cancellation,
        } = request;
        let mut diagnostics = Diagnostics::new();
        let opened = match self.private.open(&Owner::of(entry.schema, &prior_state), &planned_private, &mut diagnostics)
        {
            Ok(opened) => opened,
            Err(failed) => {
                diagnostics.extend(failed);
                return Response {
                    smallest_state: prior_state.clone(),
                    new_state: prior_state,
                    new_identity: planned_identity,
                    private: planned_private,
                    diagnostics,
                };
            }
        };
        let mut operation = Operation::new(prior_state.clone(), planned_state.clone(), config.clone(), cancellation);
        operation.provider_meta = provider_meta;
        operation.write_only = write_only::addresses(&entry.schema.block);
        let (name, doing, values) = match (prior_state.is_null(), planned_state.is_null()) {
            (_, true) => ("delete", "deleting", &prior_state),
            (true, false) => ("create", "creating", &planned_state),
            (false, false) => ("update", "updating", &planned_state),
        };
        let doing = format!("{doing} {}", entry.schema.type_name);
        let limit = timeouts::limit(entry.schema.timeouts, name, values);
        let operation = operation.with_private(opened.record.clone()).with_limit(limit, name, &doing);
        let operation = operation.of_block(entry.schema.block);
        let change = Change {
            doing,
            entry,
            prior: prior_state,
            planned: planned_state,
            config,
            stored_identity: planned_identity,
            operation: Arc::new(operation),
        };
        let (new_state, said) =
            if change.planned.is_null() { self.delete(&change).await } else { self.create_or_update(&change).await };
        let stored = change.prior.clone();
        let response = Response {
            smallest_state: if stored.is_null() { new_state.clone() } else { stored },
            new_state,
            new_identity: change.stored_identity.clone(),
            private: planned_private,
            diagnostics,
        };
        self.finished(&change, response, said, &opened)
    }

    /// The answer with all that goes with a state. Whatever goes wrong here, the state is in it.
    fn finished(&self, change: &Change<'_>, mut response: Response, said: Diagnostics, opened: &Opened) -> Response {
        let (doing, state) = (&change.doing, response.new_state.clone());
        let masked = |found: &mut Diagnostics| {
            found.extend(said);
            change.operation.mask_made(found, &state);
        };
        guard::ours(doing, &mut response.diagnostics, masked, || ());
        let failed = response.diagnostics.has_errors();
        let identity = |found: &mut Diagnostics| change.new_identity(&state, failed, found);
        response.new_identity =
            guard::ours(doing, &mut response.diagnostics, identity, || change.stored_identity.clone());
        if state.is_null() {
            response.private = Vec::new();
            return response;
        }
        let smallest = |_: &mut Diagnostics| change.smallest(&state);
        response.smallest_state = guard::ours(doing, &mut response.diagnostics, smallest, || state.clone());
        let planned = response.private.clone();
        let seal = |found: &mut Diagnostics| {
            let sealed = self.private.seal(&Owner::of(change.schema(), &state), &change.operation.private(), opened);
            sealed.unwrap_or_else(|failed| {
                found.extend(failed);
                planned
            })
        };
        let planned = std::mem::take(&mut response.private);
        response.private = guard::ours(doing, &mut response.diagnostics, seal, || planned);
        response
    }

    async fn delete(&self, change: &Change<'_>) -> (Value, Diagnostics) {
        let outcome = self.call_delete(change).await;
        let (mut diagnostics, _) = change.operation.take();
        match outcome {
            Ok(()) => (Value::Null, diagnostics),
            Err(failed) => {
                diagnostics.extend(failed);
                (change.prior.clone(), diagnostics)
            }
        }
    }

    async fn call_delete(&self, change: &Change<'_>) -> Result<()> {
        let schema = change.schema();
        let id = identity::of_stored(schema, &change.prior, &change.stored_identity)?;
        let call = self.call(&change.operation)?;
        guard::run_within(&change.operation, &change.doing, change.entry.adapter.delete(call, id)).await
    }

    async fn create_or_update(&self, change: &Change<'_>) -> (Value, Diagnostics) {
        let schema = change.schema();
        if timeouts::differ_alone(schema.timeouts, &schema.block, &change.prior, &change.planned) {
            // How long an operation may take is nothing that a handler could change.
            return (change.planned.clone(), Diagnostics::new());
        }
        let outcome = if change.prior.is_null() { self.create(change).await } else { self.update(change).await };
        let (mut diagnostics, kept) = change.operation.take();
        let new_state = match outcome {
            Ok(model) => change.settled(model, &mut diagnostics),
            Err(failed) => {
                diagnostics.extend(failed);
                change.safely_kept(kept, &mut diagnostics)
            }
        };
        (new_state, diagnostics)
    }

    async fn create(&self, change: &Change<'_>) -> Result<Value> {
        let call = self.call(&change.operation)?;
        guard::run_within(&change.operation, &change.doing, change.entry.adapter.create(call, change.plan())).await
    }

    async fn update(&self, change: &Change<'_>) -> Result<Value> {
        let schema = change.schema();
        let adapter = change.entry.update.as_ref().ok_or_else(|| not_updatable(change.entry))?;
        let id = identity::of_stored(schema, &change.prior, &change.stored_identity)?;
        let call = self.call(&change.operation)?;
        guard::run_within(&change.operation, &change.doing, adapter.update(call, id, change.plan())).await
    }
}

impl Change<'_> {
    fn schema(&self) -> &'static ResourceSchema {
        self.entry.schema
    }

    /// What the handler is asked for: the planned object with the write-only values of the configuration.
    fn plan(&self) -> Value {
        write_only::filled(&self.schema().block, self.planned.clone(), &self.config)
    }

    /// The new state that a handler's answer means.
    fn state(&self, model: Value) -> Value {
        #[cfg(test)]
        tests::may_panic("state");
        let shaped = shape_block(&self.schema().block, model);
        planning::apply_state(self.schema(), &self.planned, &self.config, &self.prior, shaped)
    }

    /// What Terraform core would refuse about a new state, in the provider's words.
    fn breaches(&self, new_state: &Value) -> Diagnostics {
        let block = &self.schema().block;
        let mut found = check::conforms_to(block, self.entry.ty(), new_state);
        found.extend(check::wholly_known(block, new_state));
        found.extend(check::write_only_null(block, new_state));
        found.extend(check::object_compatible(block, &self.planned, new_state));
        found
    }

    /// The new state that a handler's answer means, with what is wrong with it. A mistake of our own on the way there must
    /// not cost the object either.
    fn settled(&self, model: Value, diagnostics: &mut Diagnostics) -> Value {
        let id = identity::of_state(self.schema(), &model);
        let made = |found: &mut Diagnostics| {
            hidden_change::keep(self.schema(), &self.config, &mut self.operation.private());
            let new_state = self.state(model);
            found.extend(self.breaches(&new_state));
            Some(self.storable(new_state))
        };
        let made = guard::ours(&self.doing, diagnostics, made, || None);
        made.unwrap_or_else(|| self.safely_kept(Some(Kept::Created(id)), diagnostics))
    }

    /// The object as far as it is known after a failure, even if finding that out fails in turn: of a new object what
    /// user code has said of it, of another one what was there before.
    fn safely_kept(&self, kept: Option<Kept>, diagnostics: &mut Diagnostics) -> Value {
        let otherwise = || match &kept {
            Some(Kept::Created(said) | Kept::Saved(said)) if self.prior.is_null() => {
                shape_block(&self.schema().block, identity::of_state(self.schema(), said))
            }
            _ => self.prior.clone(),
        };
        let again = kept.clone();
        guard::ours(&self.doing, diagnostics, |_| self.kept(again), otherwise)
    }

    /// What was there before; of a new object, its identity.
    fn smallest(&self, new_state: &Value) -> Value {
        if !self.prior.is_null() {
            return self.prior.clone();
        }
        shape_block(&self.schema().block, identity::of_state(self.schema(), new_state))
    }

    /// The object as far as it is known after a failure.
    fn kept(&self, kept: Option<Kept>) -> Value {
        #[cfg(test)]
        tests::may_panic("kept");
        let state = match kept {
            None => return self.prior.clone(),
            Some(Kept::Saved(model)) => self.state(model),
            Some(Kept::Created(id)) => {
                let base = if self.prior.is_null() { &self.planned } else { &self.prior };
                let mut attributes = base.as_object().cloned().unwrap_or_default();
                attributes.extend(id.as_object().cloned().unwrap_or_default());
                shape_block(&self.schema().block, Value::Object(attributes))
            }
        };
        self.storable(state)
    }

    /// The same state with nothing in it that Terraform cannot store: unknown values become null, and an attribute of
    /// the wrong type, or one that cannot be written, what was planned for it. The object must not be lost over one value.
    fn storable(&self, state: Value) -> Value {
        let ty = self.entry.ty();
        let state = settled(state);
        if conform(&state, ty).is_empty() && check::unwritable(&state, ty).is_none() {
            return state;
        }
        let planned = settled(self.planned.clone());
        let (Value::Object(mut members), Some(ty)) = (state, ty.as_object()) else { return planned };
        members.retain(|name, _| ty.get(name).is_some());
        for (name, ty) in ty.attributes() {
            if !members.get(name).is_some_and(|value| fits(name, value, ty)) {
                members.insert(name.clone(), planned.get(name).cloned().unwrap_or(Value::Null));
            }
        }
        Value::Object(members)
    }

    /// The identity of the new state. An update in place must not change it.
    fn new_identity(&self, new_state: &Value, failed: bool, diagnostics: &mut Diagnostics) -> Value {
        if new_state.is_null() {
            return Value::Null;
        }
        #[cfg(test)]
        tests::may_panic("identity");
        let schema = self.schema();
        let after = identity::of_state(schema, new_state);
        let incomplete = identity::incomplete(schema, &after);
        if incomplete.has_errors() {
            if !failed {
                diagnostics.extend(incomplete);
            }
            return if self.prior.is_null() { Value::Null } else { self.stored_identity.clone() };
        }
        if !self.prior.is_null() && !self.planned.is_null() {
            let before = identity::of_stored(schema, &self.prior, &self.stored_identity).unwrap_or(Value::Null);
            diagnostics.extend(identity::changed(schema, &before, &after, "updating it"));
        }
        after
    }
}

/// Whether an attribute can be stored as it is. It is looked at where it stands, inside an object: depth counts from there.
fn fits(name: &Arc<str>, value: &Value, ty: &Type) -> bool {
    let holder = || (Value::object([(name.clone(), value.clone())]), Type::object([(name.clone(), ty.clone())]));
    conform(value, ty).is_empty() && {
        let (value, ty) = holder();
        check::unwritable(&value, &ty).is_none()
    }
}

/// The same value with null for whatever is unknown: Terraform stores nothing that is not known.
fn settled(value: Value) -> Value {
    match value {
        Value::Unknown(_) => Value::Null,
        Value::List(elements) => Value::List(elements.into_iter().map(settled).collect()),
        Value::Tuple(elements) => Value::Tuple(elements.into_iter().map(settled).collect()),
        Value::Set(elements) => Value::set(elements.into_iter().map(settled)),
        Value::Map(entries) => Value::Map(tree(entries.into_iter().map(|(key, value)| (key, settled(value))))),
        Value::Object(members) => Value::Object(tree(members.into_iter().map(|(name, value)| (name, settled(value))))),
        Value::Dynamic(mut dynamic) => {
            dynamic.value = settled(dynamic.value);
            Value::Dynamic(dynamic)
        }
        known => known,
    }
}
