//! The gRPC service: protobuf to cty values, a handler, and back.
//!
//! Each call runs to its end on a thread of its own. Handlers may block, for they read files or call libraries that know
//! nothing of async code, and a blocked one must hold up nothing else; and a client that hangs up cancels a token, but
//! never drops user code half-way, which could lose what it has created. What each call does is in `rpcs`; this file
//! only says which RPC is which, and logs.

use crate::context::{Cancellation, Canceller};
use crate::handlers::Handlers;
use crate::log::request::{self, Fields};
use crate::race::{before, then};
use crate::registry::Registry;
use std::future::{pending, ready};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tfgen_proto::{BoxStream, Call, Encoded, Provider, tfplugin6 as proto};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tonic::{Request, Response, Status};

mod call;
mod call_log;
mod dynamic_value;
mod from_proto;
mod rpcs;
mod stream;
mod to_proto;

use call::{Answer, Question};
use call_log::CallLog;

/// The provider service of plugin protocol 6.
#[derive(Clone, Debug)]
pub struct Service {
    handlers: Arc<Handlers>,
}

/// How long what has been interrupted is waited for, where nothing is lost by it.
const PATIENCE: Duration = Duration::from_secs(1);

type Reply<T> = Result<Response<T>, Status>;

impl Service {
    /// The service of what is registered.
    pub fn new(registry: Registry) -> Self {
        Self::with_environment(registry, &|name| std::env::var(name).ok())
    }

    /// The same with keys for private state from another environment, for tests.
    #[doc(hidden)]
    pub fn with_environment(registry: Registry, environment: &dyn Fn(&str) -> Option<String>) -> Self {
        Self { handlers: Arc::new(Handlers::new(registry, environment)) }
    }

    /// Lets go of the locks of states: whoever wanted them is gone.
    pub(crate) fn abandon_locks(&self) {
        self.handlers.abandon_locks();
    }

    /// Lets the provider tidy up before the process ends.
    pub(crate) async fn shutdown(self) {
        self.handlers.shutdown().await;
    }

    /// Runs `work` on its own thread, with a token that `StopProvider` and a hang-up cancel.
    async fn answer<Q, A, F>(
        &self,
        rpc: &'static str,
        request: Request<Q>,
        work: impl FnOnce(Arc<Handlers>, Q, Cancellation) -> F,
    ) -> Reply<A>
    where
        Q: Question,
        A: Answer + Send + 'static,
        F: Future<Output = A> + Send + 'static,
    {
        let request = request.into_inner();
        let mut log = CallLog::start(rpc, &request);
        let hang_up = HangUp(Canceller::new());
        let cancellation = self.handlers.cancellation().or(&hang_up.0.token());
        let work = work(self.handlers.clone(), request, cancellation.clone());
        let place = Arc::new(Mutex::new(None));
        let filled = Arc::clone(&place);
        let fields = log.fields.clone();
        let working = on_own_thread(Box::pin(async move { *lock(&filled) = Some(work.await) }), fields);
        let instead = A::interrupted();
        let given_up = async {
            match &instead {
                Some(_) => then(cancellation.cancelled(), ()).await,
                None => pending().await,
            }
            tokio::time::sleep(PATIENCE).await;
        };
        // Panics of user code are caught where it is called: this is our own.
        let failed = |why: &str| Status::internal(format!("{rpc} has failed: {why}"));
        if let Some(done) = before(Box::pin(given_up), working).await {
            done.map_err(|error| failed(&error.to_string()))?;
        }
        let mut answer = lock(&place).take().or(instead).ok_or_else(|| failed("it gave no answer"))?;
        answer.hide(&self.handlers.secrets());
        log.note(&answer);
        log.end();
        Ok(Response::new(answer))
    }
}

/// Boxed on purpose: what tokio makes of a future is compiled once here, not once for each RPC.
fn on_own_thread(work: Pin<Box<dyn Future<Output = ()> + Send>>, fields: Fields) -> JoinHandle<()> {
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        request::enter(fields);
        runtime.block_on(work);
        request::enter(Fields::default());
    })
}

fn lock<T>(place: &Mutex<T>) -> MutexGuard<'_, T> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cancels when it is dropped: tonic drops the call of a client that is gone.
struct HangUp(Canceller);

impl Drop for HangUp {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// One method for each RPC: its name, its messages, and the function that does it.
macro_rules! service {
    (
        calls { $($method:ident $rpc:literal ($request:ty) -> $response:ty = $work:path;)* }
        streams { $($stream:ident $stream_rpc:literal ($asked:ty) -> $event:ty = $events:path;)* }
    ) => {
        impl Provider for Service {
            $(fn $method(&self, request: Request<$request>) -> Call<'_, $response> {
                Box::pin(self.answer($rpc, request, $work))
            })*

            $(fn $stream(&self, request: Request<$asked>) -> Call<'_, BoxStream<$event>> {
                Box::pin(async { Ok(self.stream($stream_rpc, request, $events)) })
            })*

            /// Answered at once, without a thread: calls that wait for this one may have taken all that there are.
            fn stop_provider(
                &self,
                request: Request<proto::stop_provider::Request>,
            ) -> Call<'_, proto::stop_provider::Response> {
                let log = CallLog::start("StopProvider", request.get_ref());
                self.handlers.stop_provider();
                log.end();
                Box::pin(ready(Ok(Response::new(proto::stop_provider::Response::default()))))
            }

            /// All chunks are taken before anything is done: an answer before that would get lost on the way.
            fn write_state_bytes(
                &self,
                request: Request<BoxStream<proto::write_state_bytes::RequestChunk>>,
            ) -> Call<'_, proto::write_state_bytes::Response> {
                Box::pin(async {
                    let upload = rpcs::receive_state_bytes(&self.handlers, request.into_inner()).await?;
                    self.answer("WriteStateBytes", Request::new(upload), rpcs::write_state_bytes).await
                })
            }
        }
    };
}

service! {
    calls {
        get_metadata "GetMetadata" (proto::get_metadata::Request) -> proto::get_metadata::Response = rpcs::get_metadata;
        get_provider_schema "GetProviderSchema" (proto::get_provider_schema::Request) -> Encoded = rpcs::get_provider_schema;
        get_resource_identity_schemas "GetResourceIdentitySchemas" (proto::get_resource_identity_schemas::Request)
            -> proto::get_resource_identity_schemas::Response = rpcs::get_resource_identity_schemas;
        get_functions "GetFunctions" (proto::get_functions::Request)
            -> proto::get_functions::Response = rpcs::get_functions;
        validate_provider_config "ValidateProviderConfig" (proto::validate_provider_config::Request)
            -> proto::validate_provider_config::Response = rpcs::validate_provider_config;
        configure_provider "ConfigureProvider" (proto::configure_provider::Request)
            -> proto::configure_provider::Response = rpcs::configure_provider;
        validate_resource_config "ValidateResourceConfig" (proto::validate_resource_config::Request)
            -> proto::validate_resource_config::Response = rpcs::validate_resource_config;
        upgrade_resource_state "UpgradeResourceState" (proto::upgrade_resource_state::Request)
            -> proto::upgrade_resource_state::Response = rpcs::upgrade_resource_state;
        upgrade_resource_identity "UpgradeResourceIdentity" (proto::upgrade_resource_identity::Request)
            -> proto::upgrade_resource_identity::Response = rpcs::upgrade_resource_identity;
        read_resource "ReadResource" (proto::read_resource::Request)
            -> proto::read_resource::Response = rpcs::read_resource;
        plan_resource_change "PlanResourceChange" (proto::plan_resource_change::Request)
            -> proto::plan_resource_change::Response = rpcs::plan_resource_change;
        apply_resource_change "ApplyResourceChange" (proto::apply_resource_change::Request)
            -> proto::apply_resource_change::Response = rpcs::apply_resource_change;
        import_resource_state "ImportResourceState" (proto::import_resource_state::Request)
            -> proto::import_resource_state::Response = rpcs::import_resource_state;
        move_resource_state "MoveResourceState" (proto::move_resource_state::Request)
            -> proto::move_resource_state::Response = rpcs::move_resource_state;
        generate_resource_config "GenerateResourceConfig" (proto::generate_resource_config::Request)
            -> proto::generate_resource_config::Response = rpcs::generate_resource_config;
        validate_data_resource_config "ValidateDataResourceConfig" (proto::validate_data_resource_config::Request)
            -> proto::validate_data_resource_config::Response = rpcs::validate_data_resource_config;
        read_data_source "ReadDataSource" (proto::read_data_source::Request)
            -> proto::read_data_source::Response = rpcs::read_data_source;
        validate_ephemeral_resource_config "ValidateEphemeralResourceConfig"
            (proto::validate_ephemeral_resource_config::Request)
            -> proto::validate_ephemeral_resource_config::Response = rpcs::validate_ephemeral_resource_config;
        open_ephemeral_resource "OpenEphemeralResource" (proto::open_ephemeral_resource::Request)
            -> proto::open_ephemeral_resource::Response = rpcs::open_ephemeral_resource;
        renew_ephemeral_resource "RenewEphemeralResource" (proto::renew_ephemeral_resource::Request)
            -> proto::renew_ephemeral_resource::Response = rpcs::renew_ephemeral_resource;
        close_ephemeral_resource "CloseEphemeralResource" (proto::close_ephemeral_resource::Request)
            -> proto::close_ephemeral_resource::Response = rpcs::close_ephemeral_resource;
        validate_list_resource_config "ValidateListResourceConfig" (proto::validate_list_resource_config::Request)
            -> proto::validate_list_resource_config::Response = rpcs::validate_list_resource_config;
        call_function "CallFunction" (proto::call_function::Request)
            -> proto::call_function::Response = rpcs::call_function;
        validate_action_config "ValidateActionConfig" (proto::validate_action_config::Request)
            -> proto::validate_action_config::Response = rpcs::validate_action_config;
        plan_action "PlanAction" (proto::plan_action::Request) -> proto::plan_action::Response = rpcs::plan_action;
        validate_state_store_config "ValidateStateStoreConfig" (proto::validate_state_store::Request)
            -> proto::validate_state_store::Response = rpcs::validate_state_store_config;
        configure_state_store "ConfigureStateStore" (proto::configure_state_store::Request)
            -> proto::configure_state_store::Response = rpcs::configure_state_store;
        lock_state "LockState" (proto::lock_state::Request) -> proto::lock_state::Response = rpcs::lock_state;
        unlock_state "UnlockState" (proto::unlock_state::Request)
            -> proto::unlock_state::Response = rpcs::unlock_state;
        get_states "GetStates" (proto::get_states::Request) -> proto::get_states::Response = rpcs::get_states;
        delete_state "DeleteState" (proto::delete_state::Request)
            -> proto::delete_state::Response = rpcs::delete_state;
    }
    streams {
        list_resource "ListResource" (proto::list_resource::Request) -> proto::list_resource::Event = rpcs::list_resource;
        invoke_action "InvokeAction" (proto::invoke_action::Request) -> proto::invoke_action::Event = rpcs::invoke_action;
        read_state_bytes "ReadStateBytes" (proto::read_state_bytes::Request) -> proto::read_state_bytes::Response = rpcs::read_state_bytes;
    }
}
