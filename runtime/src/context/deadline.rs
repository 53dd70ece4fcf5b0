//! The deadline of an operation: when its time is up, its token is cancelled, and a while later it is given up.

use super::{Canceller, Operation};
use crate::diagnostic::{Diagnostics, error};
use crate::timeouts::show;
use std::time::{Duration, Instant};

/// How long a handler may go on once it has been cancelled: a tenth of its time, within these.
const GRACE_MIN: Duration = Duration::from_secs(1);
const GRACE_MAX: Duration = Duration::from_secs(30);

/// When an operation has to be done.
#[derive(Debug)]
pub(crate) struct Deadline {
    at: Instant,
    limit: Duration,
    /// The operation as the schema has it: `create`.
    operation: &'static str,
    /// What it is doing: `creating acme_disk`.
    doing: String,
    expiry: Canceller,
}

impl Operation {
    /// The same with a time limit, which starts now.
    pub(crate) fn with_limit(mut self, limit: Option<Duration>, operation: &'static str, doing: &str) -> Self {
        if let Some(limit) = limit {
            let expiry = Canceller::new();
            self.cancellation = self.cancellation.or(&expiry.token());
            self.deadline =
                Some(Deadline { at: Instant::now() + limit, limit, operation, doing: doing.to_owned(), expiry });
        }
        self
    }
}

impl Deadline {
    pub(crate) fn at(&self) -> Instant {
        self.at
    }

    pub(crate) fn has_passed(&self) -> bool {
        Instant::now() >= self.at
    }

    /// Waits for it, and tells the handler.
    pub(crate) async fn passed(&self) {
        tokio::time::sleep_until(self.at.into()).await;
        self.expiry.cancel();
    }

    /// Waits as long as a handler may still take to come to an end.
    pub(crate) async fn grace(&self) {
        let grace = (self.limit / 10).clamp(GRACE_MIN, GRACE_MAX);
        tokio::time::sleep_until((self.at + grace).into()).await;
    }

    /// What to say of an operation that took too long.
    pub(crate) fn error(&self) -> Diagnostics {
        let Self { operation, doing, .. } = self;
        let kept = match *operation {
            "create" | "update" | "delete" => " What the provider has recorded of the object is kept.",
            _ => "",
        };
        error(format!("Timeout while {doing}"))
            .detail(format!("It took longer than {}, the timeout of `{operation}`.{kept}", show(self.limit)))
    }
}
