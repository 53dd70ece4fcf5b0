//! Sessions that are made as they are needed, kept while they work, and tried again while that can help.

use super::address::Address;
use super::refusal::Failure;
use super::session::Session;
use crate::race::both;
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::tries::Tries;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many sessions are at work at once: servers have a hundred for all.
const SESSIONS: usize = 4;

/// How often something is tried, the first pause, which doubles, and how long after the first try another one begins.
const TRIES: u32 = 7;
const PAUSE: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(30);

/// The sessions of one store.
pub(super) struct Pool {
    address: Address,
    statement_timeout: Duration,
    idle: Mutex<Vec<Session>>,
    turns: Arc<Semaphore>,
}

/// A session at work. It is closed unless it is given back.
pub(super) struct Borrowed {
    session: Session,
    _turn: OwnedSemaphorePermit,
}

impl Deref for Borrowed {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

/// The tries of one request.
pub(super) fn tries() -> Tries {
    Tries::new(TRIES, PAUSE, PATIENCE)
}

impl Pool {
    pub(super) fn new(address: Address, statement_timeout: Duration) -> Self {
        Self { address, statement_timeout, idle: Mutex::default(), turns: Arc::new(Semaphore::new(SESSIONS)) }
    }

    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// A session of nobody else's.
    pub(super) async fn take(&self) -> Result<Session, Failure> {
        let kept = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.retain(Session::is_open);
            idle.pop()
        };
        match kept {
            Some(kept) => Ok(kept),
            None => Session::open(&self.address, self.statement_timeout).await,
        }
    }

    /// Two new sessions, which are opened side by side.
    pub(super) async fn two(&self) -> Result<(Session, Session), Failure> {
        let open = || Box::pin(Session::open(&self.address, self.statement_timeout));
        let (first, second) = both(open(), open()).await;
        Ok((first?, second?))
    }

    /// Keeps a session that works for the next one who needs it.
    pub(super) fn keep(&self, session: Session) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < SESSIONS && session.is_open() {
            idle.push(session);
        }
    }

    /// A session, when it is our turn.
    pub(super) async fn borrow(&self) -> Result<Borrowed, Failure> {
        let turn = self.turns.clone().acquire_owned().await;
        let turn = turn.map_err(|_| Failure::Refused(Error::new(ErrorKind::Other, "The store is closed")))?;
        Ok(Borrowed { session: self.take().await?, _turn: turn })
    }

    pub(super) fn give_back(&self, borrowed: Borrowed) {
        self.keep(borrowed.session);
    }

    /// Asks what changes nothing, again while that can help. The session is handed on, and handed back.
    pub(super) async fn ask<T, F>(&self, asked: impl Fn(Borrowed) -> F) -> Result<T>
    where
        F: Future<Output = (Borrowed, Result<T, Failure>)>,
    {
        let mut tries = tries();
        loop {
            let outcome = match self.borrow().await {
                Ok(session) => {
                    let (session, outcome) = asked(session).await;
                    if outcome.is_ok() {
                        self.give_back(session);
                    }
                    outcome
                }
                Err(failed) => Err(failed),
            };
            match outcome.map_err(Failure::of_reading) {
                Ok(answer) => return Ok(answer),
                Err(Failure::Busy(_)) if tries.next().await => {}
                Err(failed) => return Err(failed.into_error()),
            }
        }
    }
}
