//! A plugin that does nothing of its own: the process layer with a provider whose answers the tests of `plugin.rs`
//! know. `DUMMY_TCP` makes it listen on TCP, and `DUMMY_WAIT` is how many milliseconds it waits for another connection.

use std::process::ExitCode;
use std::time::Duration;

use tfgen_proto::tfplugin6::{apply_resource_change, call_function, get_metadata, plan_resource_change, read_resource};
use tfgen_proto::{Call, Provider};
use tfgen_runtime::log::Logger;
use tfgen_runtime::plugin::{About, Limits, Options, serve_with};
use tonic::{Request, Response, Status};

struct Dummy;

impl Provider for Dummy {
    /// Writes to the log.
    fn get_metadata(&self, _request: Request<get_metadata::Request>) -> Call<'_, get_metadata::Response> {
        Box::pin(async move {
            Logger::Provider.info("metadata were asked for").field("count", 3).write();
            Logger::Provider.debug("not shown").write();
            Ok(Response::new(get_metadata::Response::default()))
        })
    }

    /// Gives the state back.
    fn read_resource(&self, request: Request<read_resource::Request>) -> Call<'_, read_resource::Response> {
        Box::pin(async move {
            let new_state = request.into_inner().current_state;
            Ok(Response::new(read_resource::Response { new_state, ..read_resource::Response::default() }))
        })
    }

    /// Takes longer than anybody waits.
    fn apply_resource_change(
        &self,
        _request: Request<apply_resource_change::Request>,
    ) -> Call<'_, apply_resource_change::Response> {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_mins(10)).await;
            Err(Status::internal("the sleep is over"))
        })
    }

    /// Blocks its thread for as many milliseconds as the function's name says.
    fn call_function(&self, request: Request<call_function::Request>) -> Call<'_, call_function::Response> {
        Box::pin(async move {
            let milliseconds =
                request.into_inner().name.parse().map_err(|_| Status::invalid_argument("not a number"))?;
            // The runtime's own service gives each call a thread; this one has to see to it.
            let sleep = tokio::task::spawn_blocking(move || std::thread::sleep(Duration::from_millis(milliseconds)));
            sleep.await.map_err(|failed| Status::internal(failed.to_string()))?;
            Ok(Response::new(call_function::Response::default()))
        })
    }

    /// Panics, and nobody catches it.
    #[allow(clippy::panic, reason = "it is what a test wants to see")]
    fn plan_resource_change(
        &self,
        _request: Request<plan_resource_change::Request>,
    ) -> Call<'_, plan_resource_change::Response> {
        Box::pin(async move { panic!("the plan has gone wrong") })
    }
}

fn main() -> ExitCode {
    let about = About { name: "dummy", address: "tests/dummy", version: "1.2.3" };
    let mut limits = Limits::default();
    if let Some(wait) = std::env::var("DUMMY_WAIT").ok().and_then(|wait| wait.parse().ok()) {
        (limits.first_connection, limits.next_connection) = (Duration::from_secs(30), Duration::from_millis(wait));
    }
    let options = Options { tcp: std::env::var_os("DUMMY_TCP").is_some(), limits };
    serve_with(about, Dummy, options)
}
