//! `InvokeAction` on the wire: progress as it comes, and one last event. Nothing here decides anything.

use crate::context::{Cancellation, Outlet};
use crate::diagnostic::{Diagnostics, Result};
use crate::handlers::{Handlers, invoke_action};
use crate::registry::ActionEntry;
use crate::server::{dynamic_value, from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;
use tfgen_proto::tfplugin6::invoke_action::Event;
use tfgen_proto::tfplugin6::invoke_action::event::{Completed, Progress, Type};

pub(in crate::server) async fn invoke_action(
    handlers: Arc<Handlers>,
    request: proto::invoke_action::Request,
    cancellation: Cancellation,
    outlet: Outlet<Event>,
) {
    let prepared = handlers
        .registry()
        .find_action(&request.action_type)
        .and_then(|entry| Ok((entry, read(entry, &request, cancellation)?)));
    let found = match prepared {
        Ok((entry, asked)) => {
            let events = outlet.clone();
            let progress = Outlet::new(move |message| {
                let (events, event) = (events.clone(), Event { r#type: Some(Type::Progress(Progress { message })) });
                Box::pin(async move { events.send(event).await })
            });
            handlers.invoke_action(entry, asked, progress).await
        }
        Err(failed) => failed,
    };
    outlet.send(completed(found)).await;
}

/// The last event.
pub(in crate::server) fn completed(found: Diagnostics) -> Event {
    Event { r#type: Some(Type::Completed(Completed { diagnostics: to_proto::diagnostics(found) })) }
}

fn read(
    entry: &ActionEntry,
    sent: &proto::invoke_action::Request,
    cancellation: Cancellation,
) -> Result<invoke_action::Request> {
    Ok(invoke_action::Request {
        config: dynamic_value::decode(sent.config.as_ref(), entry.ty())?,
        client: from_proto::client(sent.client_capabilities.as_ref()),
        cancellation,
    })
}
