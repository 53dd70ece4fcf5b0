//! `StopProvider` and clients that hang up.

use super::client::{Core, assert_said, disk};
use crate::fixture::registry;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tfgen_proto::tfplugin6 as proto;
use tfgen_proto::tfplugin6::provider_client::ProviderClient;
use tfgen_runtime::cty::Value;
use tfgen_runtime::generated as rt;
use tfgen_runtime::plugin::Services;
use tfgen_runtime::{Result, Service};

#[tokio::test]
async fn handlers_that_block_hold_up_nothing_else() {
    let mut core = Core::start("block").await;
    let blocking = disk([("fault", Value::string("block")), ("name", Value::string("data"))]);
    let planned = core.plan(&Value::Null, &blocking).await;
    let mut others = [core.client.clone(), core.client.clone()];
    let start = Instant::now();
    let store = core.store.clone();
    let prompt = async {
        while store.objects().disks.is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        for other in &mut others {
            other.get_metadata(proto::get_metadata::Request {}).await.unwrap();
        }
        start.elapsed()
    };
    let (answer, prompt) = tokio::join!(core.apply(&Value::Null, &planned, &blocking), prompt);
    assert!(!answer.state.is_null());
    assert!(prompt < Duration::from_millis(250), "{prompt:?}");
}

fn waiting() -> Value {
    disk([("fault", Value::string("wait")), ("name", Value::string("data"))])
}

async fn until_created(core: &Core) {
    while core.store.objects().disks.is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn stop_cancels_what_runs_keeps_its_object_and_serves_on() {
    let mut core = Core::start("stop").await;
    let planned = core.plan(&Value::Null, &waiting()).await;
    let mut other = core.client.clone();
    let store = core.store.clone();
    let stop = async {
        while store.objects().disks.is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        other.stop_provider(proto::stop_provider::Request {}).await.unwrap().into_inner()
    };
    let config = waiting();
    let (answer, stopped) = tokio::join!(core.apply(&Value::Null, &planned, &config), stop);
    assert_eq!(stopped.error, "");
    assert_said(&answer.diagnostics, &["error: The disk never became ready: The operation was interrupted"]);
    assert_eq!(answer.state.get("id"), Some(&Value::string("disk-1")));
    let created = core.create(&disk([("name", Value::string("after"))])).await;
    assert_eq!(created.state.get("name"), Some(&Value::string("after")));
}

/// As many handlers as there are threads wait for the word: it must not need a thread itself.
#[test]
fn stop_is_heard_when_all_threads_are_taken() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(1).build().unwrap();
    let (answer, stopped) = runtime.block_on(async {
        let mut core = Core::start("stop without threads").await;
        let planned = core.plan(&Value::Null, &waiting()).await;
        let (mut other, store, config) = (core.client.clone(), core.store.clone(), waiting());
        let stop = async {
            while store.objects().disks.is_empty() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            let stop = other.stop_provider(proto::stop_provider::Request {});
            tokio::time::timeout(Duration::from_secs(5), stop).await
        };
        tokio::join!(core.apply(&Value::Null, &planned, &config), stop)
    });
    assert!(stopped.is_ok());
    assert_said(&answer.diagnostics, &["error: The disk never became ready: The operation was interrupted"]);
}

#[tokio::test]
async fn a_client_that_hangs_up_cancels_the_token_and_the_handler_ends_by_itself() {
    let mut core = Core::start("hang up").await;
    let planned = core.plan(&Value::Null, &waiting()).await;
    {
        let config = waiting();
        let apply = core.apply(&Value::Null, &planned, &config);
        tokio::time::timeout(Duration::from_millis(50), apply).await.unwrap_err();
    }
    until_created(&core).await;
    // Nobody waits for the answer any more; the provider serves on.
    let created = core.create(&disk([("name", Value::string("after"))])).await;
    assert_eq!(created.state.get("id"), Some(&Value::string("disk-2")));
}

/// Configures with a token that does not come to an end, and asks the provider to stop.
async fn stopped_while_configured(test: &str, token: &str) -> (Core, Vec<String>, Duration) {
    let mut core = Core::unconfigured(test);
    let config =
        Value::object([("endpoint", Value::string(format!("memory:{test}"))), ("token", Value::string(token))]);
    let mut other = core.client.clone();
    let stop = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        other.stop_provider(proto::stop_provider::Request {}).await.unwrap();
        Instant::now()
    };
    let (said, stopped) = tokio::join!(core.configure(&config), stop);
    (core, said, stopped.elapsed())
}

#[tokio::test]
async fn stop_ends_a_configuration_that_waits_and_one_that_blocks() {
    for token in ["wait", "block"] {
        let (mut core, said, after) = stopped_while_configured(&format!("configure {token}"), token).await;
        assert_said(&said, &["error: The provider was interrupted while being configured"]);
        assert!(after < Duration::from_secs(10), "{token}: {after:?}");
        core.store.objects().calls.push("release".to_owned());
        let config = Value::object([("endpoint", Value::string("memory:again")), ("token", Value::Null)]);
        assert_eq!(core.configure(&config).await, Vec::<String>::new(), "{token}: it serves on");
    }
}

static CALLS: AtomicU32 = AtomicU32::new(0);
static RELEASED: AtomicBool = AtomicBool::new(false);

struct Endless;

impl rt::Function for Endless {
    const SCHEMA: &'static rt::FunctionSchema =
        &rt::FunctionSchema { name: "endless", return_type: rt::AttributeType::String, ..rt::FunctionSchema::DEFAULT };

    fn call(_: rt::Arguments) -> Result<Value> {
        CALLS.fetch_add(1, Ordering::Relaxed);
        while !RELEASED.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(Value::string("done"))
    }
}

#[tokio::test]
async fn stop_answers_for_a_function_that_does_not_end_and_a_hang_up_waits_for_none() {
    let mut registry = registry();
    registry.function::<Endless>();
    let client = ProviderClient::new(Services::in_process(Service::new(registry)));
    let request = || proto::call_function::Request { name: "endless".to_owned(), arguments: Vec::new() };
    let (mut caller, mut stopper) = (client.clone(), client.clone());
    let stop = async {
        while CALLS.load(Ordering::Relaxed) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        stopper.stop_provider(proto::stop_provider::Request {}).await.unwrap();
    };
    let answer = async { tokio::time::timeout(Duration::from_secs(20), caller.call_function(request())).await };
    let (answer, ()) = tokio::join!(answer, stop);
    let failed = answer.expect("it is answered").unwrap().into_inner().error.unwrap();
    assert!(failed.text.contains("The function was interrupted"), "{failed:?}");
    let mut caller = client.clone();
    tokio::time::timeout(Duration::from_millis(50), caller.call_function(request())).await.unwrap_err();
    RELEASED.store(true, Ordering::Relaxed);
    let answer = client.clone().call_function(request()).await.unwrap().into_inner();
    assert!(answer.error.is_none(), "it serves on: {answer:?}");
}
