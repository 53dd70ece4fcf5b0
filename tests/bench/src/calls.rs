//! What single calls take: latency, and the provider's CPU, for objects of several shapes.

use crate::client::{Client, runtime};
use crate::options::Options;
use crate::peer::Peers;
use crate::process::Process;
use crate::shape::{Requests, Shape, fine};
use crate::table::{Figure, Table, Wanted, quantile};
use bytes::Bytes;
use std::path::Path;
use std::time::{Duration, Instant};
use tfgen_proto::tfplugin6 as proto;

/// More than this need not be known of one call.
const CALLS_MAX: usize = 20_000;

/// A table for each shape.
pub fn measure(options: &Options, peers: &Peers) -> Vec<Table> {
    let sessions = peers.programs().map(|program| program.map(Session::open));
    Shape::all().iter().map(|shape| table(shape, options, &sessions)).collect()
}

/// A provider that runs and is configured.
pub struct Session {
    /// The process.
    pub process: Process,
    /// The connection.
    pub client: Client,
}

impl Session {
    /// Starts the program, asks for its schema and configures it, as Terraform does.
    pub fn open(program: &Path) -> Result<Self, String> {
        Self::of(Process::start(program)?)
    }

    /// The same for a process that has been started.
    pub fn of(process: Process) -> Result<Self, String> {
        let mut client = process.connect()?;
        let request = proto::get_provider_schema::Request::default();
        let schema: proto::get_provider_schema::Response = client.ask("GetProviderSchema", &request)?;
        fine("schema", &schema.diagnostics)?;
        // An empty object: the bench provider has no configuration.
        let config = proto::DynamicValue { msgpack: Bytes::from_static(&[0x80]), ..Default::default() };
        let request = proto::configure_provider::Request {
            terraform_version: "1.15.5".into(),
            config: Some(config),
            client_capabilities: None,
        };
        let answer: proto::configure_provider::Response = client.ask("ConfigureProvider", &request)?;
        fine("configure", &answer.diagnostics)?;
        Ok(Self { process, client })
    }

    /// Has the shape's object made, and answers the requests about it.
    pub fn requests(&self, shape: &Shape) -> Result<Requests, String> {
        let mut client = self.client.clone();
        shape.requests(&mut |name, request| {
            runtime().block_on(client.call(name, request)).map_err(|status| format!("{name}: {status}"))
        })
    }
}

/// What one call takes, in milliseconds.
struct Cost {
    median: f64,
    slow: f64,
    cpu: f64,
}

fn table(shape: &Shape, options: &Options, sessions: &[Option<Result<Session, String>>; 3]) -> Table {
    let mut table = Table::new(format!("Calls, {}", shape.title));
    let costs = sessions.each_ref().map(|session| match session {
        None => Err(String::new()),
        Some(Err(error)) => Err(error.clone()),
        Some(Ok(session)) => costs(session, shape, options.budget()),
    });
    for (index, call) in ["validate", "plan", "apply", "read"].into_iter().enumerate() {
        let figure = |pick: fn(&Cost) -> f64| {
            costs.each_ref().map(|costs| match costs {
                Ok(costs) => Figure::Measured(pick(&costs[index])),
                Err(_) => Figure::NotMeasured,
            })
        };
        let changes = call == "plan" || call == "apply";
        let faster = (call == "plan" && shape.name == "rules").then_some(Wanted(Some(100.0), None));
        table.row(format!("{call}, median"), "ms", figure(|cost| cost.median), faster);
        table.row(format!("{call}, 99 of 100 below"), "ms", figure(|cost| cost.slow), None);
        let less = changes.then_some(Wanted(Some(2.0), Some(30.0)));
        table.row(format!("{call}, CPU of the provider"), "ms", figure(|cost| cost.cpu), less);
    }
    table.errors(costs.iter().filter_map(|costs| costs.as_ref().err()).filter(|error| !error.is_empty()));
    table
}

fn costs(session: &Session, shape: &Shape, budget: Duration) -> Result<Vec<Cost>, String> {
    let requests = session.requests(shape)?;
    requests.calls.iter().map(|(name, request)| cost(session, name, request, budget)).collect()
}

/// The provider's CPU for a plan, in milliseconds.
pub fn plan_cpu(session: &Session, shape: &Shape, budget: Duration) -> Result<f64, String> {
    let requests = session.requests(shape)?;
    let (name, request) = &requests.calls[1];
    Ok(cost(session, name, request, budget)?.cpu)
}

/// Makes the call again and again until the time is over, once at least.
fn cost(session: &Session, name: &str, request: &Bytes, budget: Duration) -> Result<Cost, String> {
    let mut client = session.client.clone();
    runtime().block_on(async {
        let failed = |status: tonic::Status| format!("{name}: {status}");
        let (warm, cpu) = (Instant::now(), session.process.cpu());
        client.call(name, request.clone()).await.map_err(failed)?;
        if warm.elapsed() > budget {
            // One has to do.
            let (taken, cpu) = (warm.elapsed().as_secs_f64() * 1e3, session.process.cpu() - cpu);
            return Ok(Cost { median: taken, slow: taken, cpu: cpu * 1e3 });
        }
        while warm.elapsed() < budget / 8 {
            client.call(name, request.clone()).await.map_err(failed)?;
        }
        let (began, cpu) = (Instant::now(), session.process.cpu());
        let mut samples = Vec::new();
        while samples.is_empty() || (began.elapsed() < budget && samples.len() < CALLS_MAX) {
            let call = Instant::now();
            client.call(name, request.clone()).await.map_err(failed)?;
            samples.push(call.elapsed().as_secs_f64() * 1e3);
        }
        let cpu = (session.process.cpu() - cpu) * 1e3 / samples.len() as f64;
        Ok(Cost { median: quantile(&mut samples, 0.5), slow: quantile(&mut samples, 0.99), cpu })
    })
}
