//! All services of the process behind one door, and the server that they run in.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tfgen_proto::health::health_server::HealthServer;
use tfgen_proto::plugin::grpc_broker_server::GrpcBrokerServer;
use tfgen_proto::plugin::grpc_controller_server::GrpcControllerServer;
use tfgen_proto::plugin::grpc_stdio_server::GrpcStdioServer;
use tfgen_proto::provider_server::{Provider, ProviderServer};
use tfgen_proto::reflection_v1::server_reflection_server::ServerReflectionServer;
use tfgen_proto::reflection_v1alpha::server_reflection_server::ServerReflectionServer as ServerReflectionAlphaServer;
use tfgen_proto::tfplugin6::stop_provider;
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::body::Body;
use tonic::codegen::Service;
use tonic::server::NamedService;
use tonic::{Request, Status};

use super::broker::Broker;
use super::connection::Connection;
use super::controller::Controller;
use super::health::Health;
use super::http2;
use super::lifetime::Ending;
use super::reflection::Reflection;
use super::stdio::Stdio;
use super::stop::Stop;
use crate::log::Logger;

/// The greatest message, both ways: what Terraform's own side has.
const MESSAGE_LIMIT: usize = 256 << 20;

/// How long calls may go on after Terraform has asked us to end: it has done with them, and kills us after two seconds.
const GRACE_AFTER_SHUTDOWN: Duration = Duration::from_millis(150);

/// How long they may go on when Terraform has died or a signal came: it is all the time they have to clean up.
const GRACE_AFTER_DEATH: Duration = Duration::from_secs(1);

/// All services. Which one is meant stands in the path of a request: `/package.Service/Method`.
pub(super) struct Services<S: Provider> {
    provider: Arc<S>,
    provider_server: ProviderServer<S>,
    controller: GrpcControllerServer<Controller>,
    broker: GrpcBrokerServer<Broker>,
    stdio: GrpcStdioServer<Stdio>,
    health: HealthServer<Health>,
    reflection: ServerReflectionServer<Reflection>,
    reflection_alpha: ServerReflectionAlphaServer<Reflection>,
}

impl<S: Provider> Services<S> {
    pub fn new(provider: S, stop: &Stop) -> Self {
        let provider = Arc::new(provider);
        let provider_server = ProviderServer::from_arc(Arc::clone(&provider))
            .max_decoding_message_size(MESSAGE_LIMIT)
            .max_encoding_message_size(MESSAGE_LIMIT);
        Self {
            provider,
            provider_server,
            controller: GrpcControllerServer::new(Controller(stop.clone())),
            broker: GrpcBrokerServer::new(Broker(stop.clone())),
            stdio: GrpcStdioServer::new(Stdio(stop.clone())),
            health: HealthServer::new(Health(stop.clone())),
            reflection: ServerReflectionServer::new(Reflection(stop.clone())),
            reflection_alpha: ServerReflectionAlphaServer::new(Reflection(stop.clone())),
        }
    }
}

/// Serves until the word is said, then gives the calls that are under way a little time.
pub(super) async fn serve<S: Provider>(
    services: Services<S>,
    connections: Receiver<Connection>,
    stop: &Stop,
    ending: &mut Ending,
) {
    let provider = Arc::clone(&services.provider);
    let mut server = pin!(serve_each(services, connections, stop));
    let grace = tokio::select! {
        () = &mut server => return,
        () = stop.said() => GRACE_AFTER_SHUTDOWN,
        reason = ending.reason() => {
            Logger::Runtime.warn(format!("Ending, since {}", reason.text())).write();
            GRACE_AFTER_DEATH
        }
    };
    stop.now();
    // To the provider this is what an interrupt is: its calls are told to come to an end.
    let cancel = provider.stop_provider(Request::new(stop_provider::Request {}));
    let _ = timeout(grace, async { tokio::join!(cancel, server) }).await;
}

/// Serves connections as they come, each in a task, until the word is said and all are closed.
async fn serve_each<S: Provider>(services: Services<S>, mut connections: Receiver<Connection>, stop: &Stop) {
    let mut open = JoinSet::new();
    let mut said = pin!(stop.said());
    loop {
        tokio::select! {
            () = &mut said => break,
            Some(connection) = connections.recv() => {
                open.spawn(http2::serve(connection, services.clone(), stop.clone()));
            }
            // Those that are closed take no room.
            Some(_) = open.join_next() => {}
        }
    }
    while open.join_next().await.is_some() {}
}

impl<S: Provider> Service<http::Request<Body>> for Services<S> {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = http2::Answer;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        match request.uri().path().split('/').nth(1) {
            Some(ProviderServer::<S>::NAME) => self.provider_server.call(request),
            Some(GrpcControllerServer::<Controller>::NAME) => self.controller.call(request),
            Some(GrpcBrokerServer::<Broker>::NAME) => self.broker.call(request),
            Some(GrpcStdioServer::<Stdio>::NAME) => self.stdio.call(request),
            Some(HealthServer::<Health>::NAME) => self.health.call(request),
            Some(ServerReflectionServer::<Reflection>::NAME) => self.reflection.call(request),
            Some(ServerReflectionAlphaServer::<Reflection>::NAME) => self.reflection_alpha.call(request),
            _ => Box::pin(std::future::ready(Ok(Status::unimplemented("unknown service").into_http()))),
        }
    }
}

impl<S: Provider> Clone for Services<S> {
    fn clone(&self) -> Self {
        Self {
            provider: Arc::clone(&self.provider),
            provider_server: self.provider_server.clone(),
            controller: self.controller.clone(),
            broker: self.broker.clone(),
            stdio: self.stdio.clone(),
            health: self.health.clone(),
            reflection: self.reflection.clone(),
            reflection_alpha: self.reflection_alpha.clone(),
        }
    }
}
