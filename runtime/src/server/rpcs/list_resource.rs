//! `ListResource` on the wire: decode, handle, encode each event. Nothing here decides anything.

use crate::context::{Cancellation, ListEvent, Outlet};
use crate::diagnostic::Result;
use crate::handlers::{Handlers, list_resource};
use crate::registry::{ListEntry, ResourceEntry};
use crate::server::{dynamic_value, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

type Event = proto::list_resource::Event;

pub(in crate::server) async fn list_resource(
    handlers: Arc<Handlers>,
    request: proto::list_resource::Request,
    cancellation: Cancellation,
    outlet: Outlet<Event>,
) {
    let prepared = prepare(&handlers, &request, cancellation);
    let (entries, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => {
            outlet.send(Event { diagnostic: to_proto::diagnostics(failed), ..Event::default() }).await;
            return;
        }
    };
    let encoder = handlers.clone();
    let type_name = request.type_name.clone();
    let encoded = Outlet::new(move |found| {
        let (outlet, event) = (outlet.clone(), event(&encoder, &type_name, found));
        Box::pin(async move { outlet.send(event).await })
    });
    handlers.list_resource(entries, asked, encoded).await;
}

fn prepare<'a>(
    handlers: &'a Handlers,
    sent: &proto::list_resource::Request,
    cancellation: Cancellation,
) -> Result<((&'a ListEntry, &'a ResourceEntry), list_resource::Request)> {
    let entry = handlers.registry().find_list_resource(&sent.type_name)?;
    let resource = handlers.registry().find_resource(&sent.type_name)?;
    let asked = list_resource::Request {
        config: dynamic_value::decode(sent.config.as_ref(), entry.ty())?,
        include_resource: sent.include_resource_object,
        limit: sent.limit,
        cancellation,
    };
    Ok(((entry, resource), asked))
}

/// An object that cannot be encoded is left out, with a message.
fn event(handlers: &Handlers, type_name: &str, found: ListEvent) -> Event {
    let ListEvent { identity, display_name, resource, diagnostics: mut said } = found;
    let entry = handlers.registry().find_resource(type_name).ok();
    let identity = entry.and_then(|entry| to_proto::identity(entry, &identity, &mut said));
    let resource_object =
        entry.zip(resource).and_then(|(entry, object)| to_proto::value(&object, entry.ty(), &mut said));
    Event { identity, display_name, resource_object, diagnostic: to_proto::diagnostics(said) }
}
