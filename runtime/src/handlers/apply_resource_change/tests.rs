//! An apply in which the runtime itself panics, after user code has done its part: the object is kept.

use super::{Request, Response};
use crate::context::{Cancellation, ClientCapabilities, DynamicContext};
use crate::diagnostic::Result;
use crate::dynamic::DynamicResource;
use crate::generated as rt;
use crate::handlers::Handlers;
use crate::model::Object;
use crate::provider::Provider;
use crate::registry::Registry;
use crate::{cty::Value, error};
use std::cell::Cell;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

thread_local! {
    static PANICS_AT: Cell<&'static str> = const { Cell::new("") };
}

/// Panics if a test wants this step to.
pub(super) fn may_panic(step: &str) {
    assert!(PANICS_AT.get() != step && PANICS_AT.get() != "everywhere", "the step {step} fell over");
}

#[derive(Clone, Debug, Default)]
struct Config;

impl rt::Record for Config {
    const NAMES: &'static [&'static str] = &[];

    fn slots(&mut self) -> Vec<&mut dyn rt::Slot> {
        Vec::new()
    }
}

impl rt::ProviderModel for Config {
    const SCHEMA: &'static rt::ProviderSchema = &rt::ProviderSchema { name: "test", ..rt::ProviderSchema::DEFAULT };
}

struct Test;

impl Provider for Test {
    type Config = Config;

    async fn configure(_: Config) -> Result<Self> {
        Ok(Self)
    }
}

impl DynamicResource for Test {
    type Provider = Self;

    async fn create(cx: DynamicContext<Self>, plan: Object) -> Result<Object> {
        let mut made = plan.known();
        made.set("id", "thing-1");
        cx.created(&made);
        if plan.get::<String>("name").known().as_deref() == Some("unfinished") {
            return Err(error("It was not finished"));
        }
        Ok(made)
    }

    async fn read(_: DynamicContext<Self>, _: Object) -> Result<Option<Object>> {
        Ok(None)
    }

    async fn update(_: DynamicContext<Self>, _: Object, plan: Object) -> Result<Object> {
        Ok(plan.known())
    }

    async fn delete(_: DynamicContext<Self>, _: Object) -> Result<()> {
        Ok(())
    }
}

static SCHEMA: rt::ResourceSchema = rt::ResourceSchema {
    type_name: "test_thing",
    block: rt::Block {
        attributes: &[
            rt::Attribute { name: "id", mode: rt::Mode::Computed, ..rt::Attribute::DEFAULT },
            rt::Attribute { name: "name", ..rt::Attribute::DEFAULT },
        ],
        blocks: &[],
    },
    identity: &["id"],
    ..rt::ResourceSchema::DEFAULT
};

fn thing(id: Value, name: &str) -> Value {
    Value::object([("id", id), ("name", Value::string(name))])
}

/// What nothing has to be waited for answers.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => panic!("it waits for something"),
    }
}

fn apply(panics_at: &'static str, prior_state: Value, name: &str) -> Response {
    let mut registry = Registry::new::<Test>(&[], "1.0.0");
    registry.dynamic_resource::<Test>(&SCHEMA);
    let handlers = Handlers::new(registry, &|_| None);
    let said = ready(handlers.configure_provider(
        Value::object::<&str>([]),
        ClientCapabilities::default(),
        &Cancellation::default(),
    ));
    assert!(said.is_empty(), "{said:?}");
    let id = prior_state.get("id").cloned().unwrap_or_else(Value::unknown);
    let request = Request {
        prior_state,
        planned_state: thing(id.clone(), name),
        planned_identity: if id.is_known() { Value::object([("id", id)]) } else { Value::Null },
        config: thing(Value::Null, name),
        planned_private: Vec::new(),
        provider_meta: None,
        cancellation: handlers.cancellation(),
    };
    PANICS_AT.set(panics_at);
    let entry = handlers.registry().find_resource("test_thing").unwrap();
    let response = ready(handlers.apply_resource_change(entry, request));
    PANICS_AT.set("");
    response
}

fn tells_of_a_panic(response: &Response) {
    let summary = "The runtime of the provider panicked while ";
    let told = response.diagnostics.iter().any(|message| message.summary.starts_with(summary));
    assert!(told, "{:?}", response.diagnostics);
}

#[test]
fn an_object_that_was_made_is_kept_when_the_runtime_panics_afterwards() {
    for (panics_at, name) in [("state", "n"), ("kept", "unfinished"), ("identity", "n"), ("everywhere", "n")] {
        let response = apply(panics_at, Value::Null, name);
        tells_of_a_panic(&response);
        assert_eq!(response.new_state.get("id"), Some(&Value::string("thing-1")), "{panics_at}");
        assert_eq!(response.smallest_state.get("id"), Some(&Value::string("thing-1")), "{panics_at}");
    }
}

#[test]
fn what_is_known_of_a_changed_object_is_kept_as_well() {
    let before = thing(Value::string("thing-1"), "old");
    for panics_at in ["state", "identity", "everywhere"] {
        let response = apply(panics_at, before.clone(), "new");
        tells_of_a_panic(&response);
        let kept = if panics_at == "identity" { "new" } else { "old" };
        assert_eq!(response.new_state, thing(Value::string("thing-1"), kept), "{panics_at}");
        assert_eq!(response.new_identity, Value::object([("id", Value::string("thing-1"))]), "{panics_at}");
    }
}
