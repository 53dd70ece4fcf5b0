//! Many calls at once: how many a second, and what memory they take.

use crate::calls::Session;
use crate::client::runtime;
use crate::options::Options;
use crate::peer::Peers;
use crate::shape::Shape;
use crate::table::{Figure, Table, Wanted};
use bytes::Bytes;
use std::path::Path;
use std::time::{Duration, Instant};

const IN_FLIGHT: [usize; 3] = [1, 8, 32];

/// Plans of a small object, and memory under plans of a wide one.
pub fn measure(options: &Options, peers: &Peers) -> Vec<Table> {
    let mut table = Table::new("Load: plans at once");
    let loads = peers.programs().map(|program| program.map(|program| load(program, options.budget())));
    let figure = |pick: &dyn Fn(&Load) -> f64| {
        loads.each_ref().map(|load| match load {
            Some(Ok(load)) => Figure::Measured(pick(load)),
            _ => Figure::NotMeasured,
        })
    };
    for (index, count) in IN_FLIGHT.into_iter().enumerate() {
        table.rate(format!("plans of a small object, {count} in flight"), "/s", figure(&|load| load.rates[index]));
    }
    let third = Some(Wanted(Some(3.0), None));
    table.row(
        "resident memory, at most, 32 plans of a small object in flight",
        "MiB",
        figure(&|load| load.small),
        third,
    );
    table.row("resident memory, at most, 32 plans of a wide object in flight", "MiB", figure(&|load| load.wide), third);
    table.row("resident memory a second after", "MiB", figure(&|load| load.after), third);
    table.errors(loads.iter().flatten().filter_map(|load| load.as_ref().err()));
    vec![table]
}

struct Load {
    rates: [f64; 3],
    small: f64,
    wide: f64,
    after: f64,
}

fn load(program: &Path, budget: Duration) -> Result<Load, String> {
    let session = Session::open(program)?;
    let (small, wide) = (plan(&session, "small")?, plan(&session, "wide")?);
    let mut rates = [0.0; 3];
    session.process.forget_peak();
    for (rate, count) in rates.iter_mut().zip(IN_FLIGHT) {
        *rate = flood(&session, &small, count, budget)?;
    }
    let most_small = session.process.peak();
    session.process.forget_peak();
    flood(&session, &wide, 32, budget)?;
    let most_wide = session.process.peak();
    std::thread::sleep(Duration::from_secs(1));
    Ok(Load { rates, small: most_small, wide: most_wide, after: session.process.resident() })
}

/// The request to plan an update of an object of this shape.
fn plan(session: &Session, name: &str) -> Result<Bytes, String> {
    let shapes = Shape::all();
    let shape = shapes.iter().find(|shape| shape.name == name).expect("there is such a shape");
    Ok(session.requests(shape)?.calls[1].1.clone())
}

/// Keeps so many calls in flight until the time is over, and answers how many there were a second.
fn flood(session: &Session, request: &Bytes, count: usize, budget: Duration) -> Result<f64, String> {
    runtime().block_on(async {
        let began = Instant::now();
        let callers: Vec<_> = (0..count)
            .map(|_| {
                let (mut client, request) = (session.client.clone(), request.clone());
                tokio::spawn(async move {
                    let mut calls = 0_u32;
                    while began.elapsed() < budget {
                        client.call("PlanResourceChange", request.clone()).await?;
                        calls += 1;
                    }
                    Ok::<_, tonic::Status>(calls)
                })
            })
            .collect();
        let mut calls = 0;
        for caller in callers {
            calls += caller.await.expect("callers do not panic").map_err(|status| status.to_string())?;
        }
        Ok(f64::from(calls) / began.elapsed().as_secs_f64())
    })
}
