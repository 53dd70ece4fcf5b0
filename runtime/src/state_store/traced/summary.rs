//! Many trips in few numbers.

use super::trip::{Operation, Trip};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

/// What some trips amount to. Every part is about the same trips.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// All of them.
    pub all: Total,
    /// By what was asked.
    pub by_operation: BTreeMap<Operation, Total>,
    /// By key or prefix.
    pub by_key: BTreeMap<String, Total>,
    /// By the line of code that wanted it.
    pub by_site: BTreeMap<String, Total>,
    /// By the accessor it went through.
    pub by_accessor: BTreeMap<String, Total>,
    /// How many keys there are.
    pub distinct_keys: usize,
    /// How many trips read a key that an earlier one had read: as many as a cache could save, at most.
    pub repeated: usize,
}

/// Some trips, added up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// How many.
    pub trips: usize,
    /// How many of them failed.
    pub failed: usize,
    /// The bytes that went to the store.
    pub sent: u64,
    /// The bytes that came from it.
    pub received: u64,
    /// How long they took together.
    pub duration: Duration,
    /// Each duration, in order.
    durations: Vec<Duration>,
}

impl Total {
    /// The duration that half of the trips do not exceed.
    pub fn median(&self) -> Duration {
        self.percentile(50)
    }

    /// The duration that so many in a hundred do not exceed; zero of no trips.
    pub fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.durations.len() * percent.min(100)).div_ceil(100).max(1);
        self.durations.get(rank - 1).copied().unwrap_or_default()
    }

    fn add(&mut self, trip: &Trip) {
        self.trips += 1;
        self.failed += usize::from(trip.failed.is_some());
        self.sent += trip.sent;
        self.received += trip.received;
        self.duration += trip.duration;
        let at = self.durations.partition_point(|duration| *duration <= trip.duration);
        self.durations.insert(at, trip.duration);
    }
}

impl Summary {
    /// Adds up.
    pub fn of(trips: &[Trip]) -> Self {
        let mut summary = Self::default();
        let mut read = BTreeSet::new();
        for trip in trips {
            summary.all.add(trip);
            summary.by_operation.entry(trip.operation).or_default().add(trip);
            summary.by_key.entry(trip.key.clone()).or_default().add(trip);
            summary.by_site.entry(trip.site.clone()).or_default().add(trip);
            summary.by_accessor.entry(trip.accessor.clone()).or_default().add(trip);
            let reads = matches!(trip.operation, Operation::Get | Operation::GetAll | Operation::List);
            if reads && !read.insert((trip.operation, trip.key.as_str())) {
                summary.repeated += 1;
            }
        }
        summary.distinct_keys = summary.by_key.len();
        summary
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { all, distinct_keys, repeated, .. } = self;
        writeln!(formatter, "{} trips, {distinct_keys} keys, {repeated} read again", all.trips)?;
        for (operation, total) in &self.by_operation {
            line(formatter, operation.name(), total)?;
        }
        for (heading, totals) in
            [("by accessor", &self.by_accessor), ("by line", &self.by_site), ("by key", &self.by_key)]
        {
            writeln!(formatter, "{heading}")?;
            for (name, total) in totals {
                line(formatter, if name.is_empty() { "-" } else { name }, total)?;
            }
        }
        Ok(())
    }
}

fn line(formatter: &mut fmt::Formatter<'_>, name: &str, total: &Total) -> fmt::Result {
    let Total { trips, failed, sent, received, .. } = total;
    let (median, most) = (total.median(), total.percentile(99));
    writeln!(
        formatter,
        "  {name}: {trips} trips, {failed} failed, {sent} bytes sent, {received} received, {median:?} median, {most:?} at 99 %"
    )
}
