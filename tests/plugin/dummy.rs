//! A plugin that does nothing of its own: the process layer with a provider whose answers the tests of `plugin.rs`
//! know. `DUMMY_TCP` makes it listen on TCP.

use std::process::ExitCode;
use std::time::Duration;

use tfgen_proto::Provider;
use tfgen_proto::tfplugin6::{apply_resource_change, call_function, get_metadata, plan_resource_change, read_resource};
use tfgen_runtime::log::Logger;
use tfgen_runtime::plugin::{About, Options, serve_with};
use tonic::{Request, Response, Status, async_trait};

struct Dummy;

#[async_trait]
impl Provider for Dummy {
    /// Writes to the log.
    async fn get_metadata(
        &self,
        _request: Request<get_metadata::Request>,
    ) -> Result<Response<get_metadata::Response>, Status> {
        Logger::Provider.info("metadata were asked for").field("count", 3).write();
        Logger::Provider.debug("not shown").write();
        Ok(Response::new(get_metadata::Response::default()))
    }

    /// Gives the state back.
    async fn read_resource(
        &self,
        request: Request<read_resource::Request>,
    ) -> Result<Response<read_resource::Response>, Status> {
        let new_state = request.into_inner().current_state;
        Ok(Response::new(read_resource::Response { new_state, ..read_resource::Response::default() }))
    }

    /// Takes longer than anybody waits.
    async fn apply_resource_change(
        &self,
        _request: Request<apply_resource_change::Request>,
    ) -> Result<Response<apply_resource_change::Response>, Status> {
        tokio::time::sleep(Duration::from_mins(10)).await;
        Err(Status::internal("the sleep is over"))
    }

    /// Blocks its thread for as many milliseconds as the function's name says.
    async fn call_function(
        &self,
        request: Request<call_function::Request>,
    ) -> Result<Response<call_function::Response>, Status> {
        let milliseconds = request.into_inner().name.parse().map_err(|_| Status::invalid_argument("not a number"))?;
        // The runtime's own service gives each call a thread; this one has to see to it.
        let sleep = tokio::task::spawn_blocking(move || std::thread::sleep(Duration::from_millis(milliseconds)));
        sleep.await.map_err(|failed| Status::internal(failed.to_string()))?;
        Ok(Response::new(call_function::Response::default()))
    }

    /// Panics, and nobody catches it.
    #[allow(clippy::panic, reason = "it is what a test wants to see")]
    async fn plan_resource_change(
        &self,
        _request: Request<plan_resource_change::Request>,
    ) -> Result<Response<plan_resource_change::Response>, Status> {
        panic!("the plan has gone wrong")
    }
}

fn main() -> ExitCode {
    let about = About { name: "dummy", address: "tests/dummy", version: "1.2.3" };
    let options = Options { tcp: std::env::var_os("DUMMY_TCP").is_some(), ..Options::default() };
    serve_with(about, Dummy, options)
}
