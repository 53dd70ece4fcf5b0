//! `ListResource`: finds the objects of a managed resource, one event each, until there are as many as Terraform wants.

use super::{Handlers, configured, guard, identity, known};
use crate::check;
use crate::context::{Cancellation, FoundObject, ListEvent, Listing, Operation, Outlet};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, error};
use crate::model::shape_block;
use crate::planning;
use crate::registry::{ListEntry, ResourceEntry};
use crate::schema::ResourceSchema;
use crate::timeouts;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    pub(crate) include_resource: bool,
    pub(crate) limit: i64,
    pub(crate) cancellation: Cancellation,
}

impl Handlers {
    /// Every event but the last goes out while user code runs. Whatever there is to say besides comes in one more event.
    pub(crate) async fn list_resource(
        &self,
        (entry, resource): (&ListEntry, &ResourceEntry),
        request: Request,
        outlet: Outlet<ListEvent>,
    ) {
        let Request { config, include_resource, limit, cancellation } = request;
        // Terraform takes no events then: no objects are wanted, and not as many as there are.
        if limit == 0 {
            return;
        }
        let doing = format!("listing {}", entry.schema.type_name);
        let limit_of_time = timeouts::limit(entry.schema.timeouts, "list", &config);
        let operation = Operation::new(Value::Null, Value::Null, config.clone(), cancellation);
        let operation = Arc::new(operation.of_block(entry.schema.block).with_limit(limit_of_time, "list", &doing));
        let schema = resource.schema;
        let listing = Arc::new(Listing {
            outlet: outlet.clone(),
            wants_resource: include_resource,
            left: AtomicU64::new(limit.unsigned_abs()),
            ended: AtomicBool::new(false),
            cancellation: operation.cancellation.clone(),
            prepare: Box::new(move |found| event(schema, include_resource, found)),
        });
        let outcome =
            if limit < 0 { Err(negative(limit)) } else { self.list(entry, &operation, &doing, config, &listing).await };
        let mut diagnostics = configured::said(&operation);
        diagnostics.extend(configured::masked(&operation, outcome.err().unwrap_or_default()));
        if !diagnostics.is_empty() {
            outlet.send(ListEvent { diagnostics, ..ListEvent::default() }).await;
        }
    }

    async fn list(
        &self,
        entry: &ListEntry,
        operation: &Arc<Operation>,
        doing: &str,
        config: Value,
        listing: &Arc<Listing>,
    ) -> Result<()> {
        let schema = entry.schema;
        let what = format!("list {}", schema.type_name);
        let call = self.call(operation)?;
        known::wholly_known(&what, &config)?;
        configured::check(schema, entry.validate, &config)?;
        let config = planning::with_defaults(&schema.block, &config).into_owned();
        let ended = listing.clone();
        let work = entry.adapter.list(call, config, listing.clone());
        let quietly = async move {
            match work.await {
                // The error without a message that ends a listing of which enough is there.
                Err(said) if said.is_empty() && ended.ended.load(Ordering::Acquire) => Ok(()),
                outcome => outcome,
            }
        };
        guard::run_within(operation, doing, Box::pin(quietly)).await
    }
}

fn negative(limit: i64) -> Diagnostics {
    error("Terraform asked for a negative number of objects").detail(format!("The limit is {limit}."))
}

/// What goes to Terraform: the identity always, the object if it is wanted.
fn event(schema: &'static ResourceSchema, include_resource: bool, found: FoundObject) -> Result<ListEvent> {
    let FoundObject { identity, display_name, model } = found;
    let mut diagnostics = identity::incomplete(schema, &identity);
    let resource = model.map(|model| planning::read_state(schema, &Value::Null, shape_block(&schema.block, model)));
    if let Some(state) = &resource {
        diagnostics.extend(check::conforms(&schema.block, state));
        diagnostics.extend(check::wholly_known(&schema.block, state));
        diagnostics.extend(check::write_only_null(&schema.block, state));
        let of_state = identity::of_state(schema, state);
        diagnostics.extend(identity::changed(schema, &identity, &of_state, "it was listed"));
    }
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    if include_resource && resource.is_none() {
        diagnostics.push(Diagnostic::warning(
            format!("\"{display_name}\" was listed without the object"),
            format!(
                "Terraform asked for whole objects, but the provider gave only the identity of this {}.",
                schema.type_name
            ),
        ));
    }
    Ok(ListEvent { identity, display_name, resource, diagnostics })
}
