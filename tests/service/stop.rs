//! `StopProvider` and clients that hang up.

use super::client::{Core, assert_said, disk};
use std::time::{Duration, Instant};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::Value;

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
