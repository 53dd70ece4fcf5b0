//! All services of the process behind one door, and the server that they run in.

use std::convert::Infallible;
use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tfgen_proto::Provider;
use tfgen_proto::tfplugin6::stop_provider;
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::body::Body;
use tonic::{Request, Status};
use tower_service::Service;

use super::connection::Connection;
use super::lifetime::Ending;
use super::method::{self, Method};
use super::stop::Stop;
use super::{broker, controller, health, http2, provider, reflection, stdio};
use crate::log::Logger;
use crate::race::{race, some, then};

/// How long calls may go on after Terraform has asked us to end: it has done with them, and kills us after two seconds.
const GRACE_AFTER_SHUTDOWN: Duration = Duration::from_millis(150);

/// How long they may go on when Terraform has died or a signal came: it is all the time they have to clean up.
const GRACE_AFTER_DEATH: Duration = Duration::from_secs(1);

/// All services.
#[derive(Clone)]
pub struct Services {
    provider: Arc<dyn Provider>,
    stop: Stop,
}

impl Services {
    pub(super) fn new(provider: Arc<dyn Provider>, stop: &Stop) -> Self {
        Self { provider, stop: stop.clone() }
    }

    /// The services of a provider without a process around them, for tests.
    pub fn in_process(provider: impl Provider) -> Self {
        Self::new(Arc::new(provider), &Stop::new())
    }

    /// Answers one request.
    pub(super) fn answer(&self, request: http::Request<Body>) -> http2::Answer {
        match self.method(request.uri().path()) {
            Ok(method) => Box::pin(method::call(method, request)),
            Err(what) => Box::pin(std::future::ready(Status::unimplemented(format!("unknown {what}")).into_http())),
        }
    }

    /// The method that a path, `/package.Service/Method`, means; what of it is not known.
    fn method(&self, path: &str) -> Result<Method, &'static str> {
        let mut parts = path.split('/').skip(1);
        let (service, name) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let method = match service {
            provider::NAME => provider::method(&self.provider, name),
            controller::NAME => controller::method(&self.stop, name),
            broker::NAME => broker::method(&self.stop, name),
            stdio::NAME => stdio::method(&self.stop, name),
            health::NAME => health::method(&self.stop, name),
            service if reflection::NAMES.contains(&service) => reflection::method(&self.stop, name),
            _ => return Err("service"),
        };
        method.filter(|_| parts.next().is_none()).ok_or("method")
    }
}

/// Serves until the word is said, then gives the calls that are under way a little time.
pub(super) async fn serve(services: Services, connections: Receiver<Connection>, stop: &Stop, ending: &mut Ending) {
    let provider = Arc::clone(&services.provider);
    let mut server = pin!(serve_each(services, connections, stop));
    let served = then(server.as_mut(), None);
    let said = then(stop.said(), Some(GRACE_AFTER_SHUTDOWN));
    let ended = async {
        // Boxed, since each race holds its runners twice.
        let reason = Box::pin(ending.reason()).await;
        Logger::Runtime.warn(format!("Ending, since {}", reason.text())).write();
        Some(GRACE_AFTER_DEATH)
    };
    let Some(grace) = race(served, race(said, ended)).await else { return };
    stop.now();
    // To the provider this is what an interrupt is: its calls are told to come to an end.
    let cancel = provider.stop_provider(Request::new(stop_provider::Request {}));
    let both = async {
        let _ = cancel.await;
        server.await;
    };
    let _ = timeout(grace, both).await;
}

/// Serves connections as they come, each in a task, until the word is said and all are closed.
async fn serve_each(services: Services, mut connections: Receiver<Connection>, stop: &Stop) {
    enum Event {
        Said,
        Comes(Connection),
        Closed,
    }
    let mut open = JoinSet::new();
    let mut said = pin!(stop.said());
    loop {
        let word = then(said.as_mut(), Event::Said);
        let comes = async { Event::Comes(some(connections.recv()).await) };
        let closed = then(some(open.join_next()), Event::Closed);
        match race(word, race(comes, closed)).await {
            Event::Said => break,
            Event::Comes(connection) => drop(open.spawn(http2::serve(connection, services.clone(), stop.clone()))),
            // Those that are closed take no room.
            Event::Closed => {}
        }
    }
    while open.join_next().await.is_some() {}
}

/// As clients in the same process want it.
impl Service<http::Request<Body>> for Services {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<http::Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let answer = self.answer(request);
        Box::pin(async { Ok(answer.await) })
    }
}

impl fmt::Debug for Services {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Services").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfgen_proto::descriptors::File;

    struct Nothing;

    impl Provider for Nothing {}

    #[test]
    fn every_method_of_every_service_is_there() {
        let services = Services::new(Arc::new(Nothing), &Stop::new());
        let mut found = 0;
        for file in File::all() {
            for service in file.services {
                let own = |symbol: &str| symbol.strip_prefix(service)?.strip_prefix('.').map(str::to_owned);
                for method in file.symbols().filter_map(own) {
                    let path = format!("/{service}/{method}");
                    assert!(services.method(&path).is_ok(), "{path}");
                    found += 1;
                }
            }
        }
        // The RPCs of the provider; shutdown, broker and stdio; two of health, and one of each version of reflection.
        assert_eq!(found, 36 + 3 + 2 + 2);
    }

    #[test]
    fn what_is_not_known_is_told() {
        let services = Services::new(Arc::new(Nothing), &Stop::new());
        let missing = |path: &str| services.method(path).err();
        assert_eq!(missing("/tfplugin6.Provider/Nothing"), Some("method"));
        assert_eq!(missing("/tfplugin6.Provider/GetMetadata/More"), Some("method"));
        assert_eq!(missing("/tfplugin5.Provider/GetMetadata"), Some("service"));
        assert_eq!(missing(""), Some("service"));
        assert_eq!(missing("/"), Some("service"));
    }
}
