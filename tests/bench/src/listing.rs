//! A list of very many: how soon the first is there, and what all of them take.

use crate::calls::Session;
use crate::client::runtime;
use crate::options::Options;
use crate::peer::Peers;
use crate::shape::fine;
use crate::table::{Figure, Table};
use prost::Message;
use std::path::Path;
use std::time::Instant;
use tfgen_cty::{Type, Value, msgpack};
use tfgen_proto::tfplugin6::{self as proto, DynamicValue};

const COUNT: u32 = 100_000;

/// Without objects and with them.
pub fn measure(_options: &Options, peers: &Peers) -> Vec<Table> {
    let table = |whole: bool| {
        let title = if whole { "identities and objects" } else { "identities alone" };
        let mut table = Table::new(format!("Lists: 100,000 results, {title}"));
        let listed = peers.programs().map(|program| program.map(|program| list(program, whole)));
        let figure = |pick: fn(&Listed) -> f64| {
            listed.each_ref().map(|listed| match listed {
                Some(Ok(listed)) => Figure::Measured(pick(listed)),
                _ => Figure::NotMeasured,
            })
        };
        table.row("to the first result", "ms", figure(|listed| listed.first), None);
        table.row("to the last result", "s", figure(|listed| listed.all), None);
        table.row("CPU of the provider", "s", figure(|listed| listed.cpu), None);
        table.row("resident memory, at most", "MiB", figure(|listed| listed.peak), None);
        table.errors(listed.iter().flatten().filter_map(|listed| listed.as_ref().err()));
        table
    };
    vec![table(false), table(true)]
}

struct Listed {
    first: f64,
    all: f64,
    cpu: f64,
    peak: f64,
}

fn list(program: &Path, whole: bool) -> Result<Listed, String> {
    let session = Session::open(program)?;
    let config = Value::object([("total", Value::number(i64::from(COUNT)))]);
    let config = msgpack::encode(&config, &Type::object([("total", Type::Number)])).expect("the value is of the type");
    let request = proto::list_resource::Request {
        type_name: "bench_small".into(),
        config: Some(DynamicValue { msgpack: config.into(), ..Default::default() }),
        include_resource_object: whole,
        limit: i64::from(COUNT) + 1,
    };
    session.process.forget_peak();
    let (mut client, cpu, began) = (session.client.clone(), session.process.cpu(), Instant::now());
    let failed = |status: tonic::Status| format!("ListResource: {status}");
    let (first, count) = runtime().block_on(async {
        let mut events = client.stream("ListResource", request.encode_to_vec().into()).await.map_err(failed)?;
        let (mut first, mut count) = (None, 0);
        while let Some(event) = events.message().await.map_err(failed)? {
            count += 1;
            if first.is_none() {
                first = Some(began.elapsed());
                let event = proto::list_resource::Event::decode(event).map_err(|error| error.to_string())?;
                fine("ListResource", &event.diagnostic)?;
            }
        }
        Ok::<_, String>((first.unwrap_or_default(), count))
    })?;
    if count != COUNT {
        return Err(format!("ListResource: {count} results in place of {COUNT}"));
    }
    Ok(Listed {
        first: first.as_secs_f64() * 1e3,
        all: began.elapsed().as_secs_f64(),
        cpu: session.process.cpu() - cpu,
        peak: session.process.peak(),
    })
}
