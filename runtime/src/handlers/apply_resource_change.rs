//! `ApplyResourceChange`: creates, updates or deletes an object. Whatever happens, an object that exists is not lost.

use super::plan_resource_change::not_updatable;
use super::{Handlers, guard, hidden_change, identity, write_only};
use crate::caught::catch;
use crate::check;
use crate::context::{Cancellation, Kept, Operation};
use crate::diagnostic::{Diagnostics, Result};
use crate::model::shape_block;
use crate::planning;
use crate::registry::ResourceEntry;
use crate::schema::ResourceSchema;
use crate::timeouts;
use std::sync::Arc;
use tfgen_cty::{Type, Value, conform};

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
        let opened = match self.private.open(entry.schema.type_name, &planned_private, &mut diagnostics) {
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
        diagnostics.extend(said);
        change.operation.mask(&mut diagnostics);
        let new_identity = change.new_identity(&new_state, &mut diagnostics);
        let smallest_state = change.smallest(&new_state);
        if new_state.is_null() {
            return Response { new_state, smallest_state, new_identity, private: Vec::new(), diagnostics };
        }
        let sealed = self.private.seal(entry.schema.type_name, &change.operation.private(), &opened);
        let private = sealed.unwrap_or_else(|failed| {
            diagnostics.extend(failed);
            planned_private
        });
        Response { new_state, smallest_state, new_identity, private, diagnostics }
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
            Ok(model) => {
                hidden_change::keep(change.schema(), &change.config, &mut change.operation.private());
                change.settled(model, &mut diagnostics)
            }
            Err(failed) => {
                diagnostics.extend(failed);
                change.kept(kept)
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
        let made = catch(|| {
            let new_state = self.state(model);
            let breaches = self.breaches(&new_state);
            (self.storable(new_state), breaches)
        });
        match made {
            Ok((new_state, breaches)) => {
                diagnostics.extend(breaches);
                new_state
            }
            Err(panic) => {
                diagnostics.extend(guard::report_ours(&self.doing, &panic));
                catch(|| self.kept(Some(Kept::Created(id)))).unwrap_or_else(|_| settled(self.planned.clone()))
            }
        }
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
    fn new_identity(&self, new_state: &Value, diagnostics: &mut Diagnostics) -> Value {
        if new_state.is_null() {
            return Value::Null;
        }
        let schema = self.schema();
        let after = identity::of_state(schema, new_state);
        let incomplete = identity::incomplete(schema, &after);
        if incomplete.has_errors() {
            if !diagnostics.has_errors() {
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
        Value::Map(entries) => Value::Map(entries.into_iter().map(|(key, value)| (key, settled(value))).collect()),
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, value)| (name, settled(value))).collect())
        }
        Value::Dynamic(mut dynamic) => {
            dynamic.value = settled(dynamic.value);
            Value::Dynamic(dynamic)
        }
        known => known,
    }
}
