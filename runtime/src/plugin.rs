//! The process: what Terraform starts, talks to and ends.
//!
//! A provider is a go-plugin plugin. Terraform starts the binary with a cookie in the environment and reads one line
//! from its standard output, the handshake, which says where the gRPC services listen and which certificate they show.
//! Everything that is not a provider's own work happens here: arguments, environment, sockets, TLS, go-plugin's small
//! services, logging, and a prompt end. What the provider does is behind the [`Provider`] service that is handed in.

mod arguments;
mod broker;
mod certificate;
mod connection;
mod controller;
mod environment;
mod handshake;
mod health;
mod http2;
mod lifetime;
mod listener;
mod log;
mod method;
mod panic;
mod person;
mod provider;
mod reflection;
mod services;
mod stdio;
mod stop;
#[cfg(unix)]
mod sweep;
mod tls;

use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tfgen_proto::Provider;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::time::timeout;

use self::arguments::Command;
use self::environment::Environment;
use self::lifetime::Ending;
pub use self::lifetime::Limits;
use self::listener::Listener;
#[cfg(unix)]
use self::listener::SocketFolder;
pub use self::services::Services;
use self::stop::Stop;
use crate::log::Logger;

/// What a provider says of itself.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The provider's type name, for example `acme`.
    pub name: &'static str,
    /// Where it is published, `NAMESPACE/NAME`.
    pub address: &'static str,
    /// The version of the provider.
    pub version: &'static str,
}

/// What is left to whoever starts the plugin. The default is right for every provider.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Listens on a TCP port of this machine, also where Unix sockets are to be had.
    pub tcp: bool,
    /// How long to wait for Terraform.
    pub limits: Limits,
}

/// Runs the process from its arguments to its exit code.
pub fn serve(about: About, service: impl Provider) -> ExitCode {
    serve_with(about, service, Options::default())
}

/// [`serve`] with other options, for tests.
pub fn serve_with(about: About, service: impl Provider, options: Options) -> ExitCode {
    serve_until(about, Arc::new(service), options, Hooks::default())
}

/// What the process does beside serving.
pub struct Hooks {
    /// What is to be done when nobody has been connected for a while to a process that goes on: one that is debugged.
    pub left_alone: Box<dyn FnMut() + Send>,
    /// What is still to be done when there is a reason to end.
    pub at_end: AtEnd,
}

impl Default for Hooks {
    /// Nothing.
    fn default() -> Self {
        Self { left_alone: Box::new(|| {}), at_end: Box::new(|| Box::pin(std::future::ready(()))) }
    }
}

impl std::fmt::Debug for Hooks {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Hooks").finish_non_exhaustive()
    }
}

/// What is still to be done when there is a reason to end.
pub type AtEnd = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// How long that may take: Terraform kills a plugin two seconds after it has asked it to end.
const AT_END_LIMIT: Duration = Duration::from_millis(1500);

/// [`serve_with`], and something to do beside.
pub fn serve_until(about: About, service: Arc<dyn Provider>, options: Options, hooks: Hooks) -> ExitCode {
    let end = match arguments::parse(std::env::args_os().skip(1)) {
        Ok(Command::Version) => handshake::print(&person::version(&about)).map_err(Failure::from),
        Ok(Command::Help) => handshake::print(&person::help(&about)).map_err(Failure::from),
        Ok(Command::Debug) => debug(about, service, options, hooks),
        Ok(Command::Plugin) => plugin(about, service, options, hooks.at_end),
        Err(argument) => Err(Failure { message: person::usage(&about, &argument), code: 2 }),
    };
    match end {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            log::line(&failure.message);
            ExitCode::from(failure.code)
        }
    }
}

/// Why the process ends with something else than success.
struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 1 }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::new(format!("The provider cannot start: {error}"))
    }
}

/// As Terraform starts it: cookie, TLS, handshake line, and an end when Terraform has ended.
fn plugin(about: About, service: Arc<dyn Provider>, options: Options, at_end: AtEnd) -> Result<(), Failure> {
    let environment = Environment::read(|name| std::env::var_os(name)).map_err(Failure::new)?;
    if !environment.cookie {
        return Err(Failure::new(person::introduction(&about)));
    }
    panic::install_hook();
    log::install(about.name, log::Form::Json, |name| std::env::var(name).ok());
    if let Some(offered) = environment.versions_without_ours() {
        log::line(&format!("[ERROR] {}", person::version_refused(&about, &offered)));
    }
    let tls = environment.client_certificate.as_deref().map(tls::automatic).transpose().map_err(Failure::new)?;
    let runtime = runtime()?;
    let entered = runtime.enter();
    // The socket goes away with the folder, however this ends.
    let (listener, folder) = Listener::bind(&environment, options.tcp)?;
    let stop = Stop::new();
    // Signals are taken before the handshake: an interrupt right after it must find them taken.
    let mut ending = Ending::of_plugin(options.limits)?;
    let (config, certificate) = tls.map_or((None, None), |tls| (Some(tls.config), Some(tls.certificate)));
    handshake::print(&handshake::line(&listener, certificate.as_deref(), environment.multiplex))?;
    drop(entered);
    #[cfg(unix)]
    folder.iter().for_each(SocketFolder::sweep);
    run(&runtime, listener, config, Services::new(service, &stop), &stop, &mut ending);
    end(runtime, at_end);
    drop(folder);
    Ok(())
}

/// As a person starts it under a debugger: no cookie, no TLS; Terraform is told where to find it.
fn debug(about: About, service: Arc<dyn Provider>, options: Options, hooks: Hooks) -> Result<(), Failure> {
    let environment = Environment::read(|name| std::env::var_os(name)).map_err(Failure::new)?;
    panic::install_hook();
    log::install(about.name, log::Form::Text, |name| std::env::var(name).ok());
    let runtime = runtime()?;
    let entered = runtime.enter();
    // The socket goes away with the folder, however this ends.
    let (listener, folder) = Listener::bind(&environment, options.tcp)?;
    let stop = Stop::new();
    let mut ending = Ending::of_debugging()?;
    let connections = ending.connections().subscribe();
    runtime.spawn(lifetime::each_time_left_alone(connections, options.limits, hooks.left_alone));
    handshake::print(&handshake::reattach(&about, &listener))?;
    drop(entered);
    run(&runtime, listener, None, Services::new(service, &stop), &stop, &mut ending);
    end(runtime, hooks.at_end);
    drop(folder);
    Ok(())
}

fn runtime() -> Result<Runtime, Failure> {
    // These threads only move bytes: every call of a handler has a thread of its own.
    Ok(Builder::new_multi_thread().worker_threads(2).enable_all().build()?)
}

/// Serves until there is a reason to end.
fn run(
    runtime: &Runtime,
    listener: Listener,
    tls: Option<Arc<rustls::ServerConfig>>,
    services: Services,
    stop: &Stop,
    ending: &mut Ending,
) {
    runtime.block_on(async {
        let connections = connection::accept(listener, tls, ending.connections());
        services::serve(services, connections, stop, ending).await;
    });
}

/// Does what is still to be done, on a thread of its own, which may block: when the time is up, nobody waits for it.
fn end(runtime: Runtime, at_end: AtEnd) {
    runtime.block_on(async {
        let here = Handle::current();
        let work = tokio::task::spawn_blocking(move || here.block_on(at_end()));
        if timeout(AT_END_LIMIT, work).await.is_err() {
            Logger::Runtime.warn("The provider did not shut down in time").write();
        }
    });
    // What hears no TERM would outlive us.
    #[cfg(feature = "tool")]
    crate::tool::end_all();
    runtime.shutdown_background();
}
