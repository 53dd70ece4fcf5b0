//! Proofs of life: the holder of a lock keeps a session that has an advisory lock, which the server frees when the connection ends, however it ends. No
//! clock is asked.

use super::Inner;
use super::refusal::Failure;
use super::session::{self, Session};
use crate::log::Logger;
use crate::race::before;
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::store::Proof;
use ring::digest::{SHA256, digest};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};
use tokio::sync::oneshot::{self, error::RecvError};
use tokio_postgres::types::Type;

/// The first pause before a session that was lost is made anew, which doubles.
const PAUSE: Duration = Duration::from_millis(50);

/// The longest pause before a session that was lost is made anew.
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// The pause between two looks at a holder who may be away for a moment.
const LOOK: Duration = Duration::from_millis(100);

/// How long the end of a proof is waited for.
const ENDING: Duration = Duration::from_secs(5);

/// The number that stands for the holder of a lock, among all numbers that the database knows.
fn number(lock_id: &str) -> i64 {
    let digest = digest(&SHA256, format!("tfgen state lock {lock_id}").as_bytes());
    digest.as_ref().iter().take(8).fold(0, |number, byte| number << 8 | i64::from(*byte))
}

async fn begin(session: &Session, number: i64) -> Result<bool, Failure> {
    session.holds("SELECT pg_try_advisory_lock($1)", &[(&number, Type::INT8)]).await
}

/// A session that proves that a holder lives.
struct Life {
    /// Says that it is over, and by whom that is waited for.
    end: Option<oneshot::Sender<Waiting>>,
}

impl Drop for Life {
    /// Whoever asks next has to see that it is over.
    fn drop(&mut self) {
        let (done, over) = sync_channel(1);
        if self.end.take().is_some_and(|end| end.send(done).is_ok()) {
            // A server that does not answer frees it when the connection is gone.
            let _ = over.recv_timeout(ENDING);
        }
    }
}

impl Inner {
    pub(super) async fn prove_life(self: Arc<Self>, lock_id: String) -> Result<Proof> {
        let number = number(&lock_id);
        let session = loop {
            let session = self.pool.take().await.map_err(Failure::into_error)?;
            match begin(&session, number).await.map_err(Failure::of_reading) {
                Ok(true) => break session,
                Ok(false) => return Err(Error::new(ErrorKind::Unavailable, "The proof of a lock's holder is taken")),
                // One that was kept may have been closed meanwhile.
                Err(Failure::Busy(_)) if !session.is_open() => {}
                Err(failed) => return Err(failed.into_error()),
            }
        };
        let (end, ended) = oneshot::channel();
        session::begin(keep(self, session, number, ended))?;
        Ok(Proof::new(Life { end: Some(end) }))
    }

    /// Whether there is a proof, now or in the next moments: a holder whose connection was lost makes it anew, and must not find its lock taken.
    pub(super) async fn is_alive(self: Arc<Self>, lock_id: String) -> Result<bool> {
        let number = number(&lock_id);
        let mut away: Option<Instant> = None;
        while !self.is_proved(number).await? {
            if away.get_or_insert_with(Instant::now).elapsed() >= self.absence {
                return Ok(false);
            }
            tokio::time::sleep(LOOK.min(self.absence)).await;
        }
        Ok(true)
    }

    async fn is_proved(&self, number: i64) -> Result<bool> {
        // It is had by nobody if it can be had, for the moment of this statement. Those who look are not in each other's way.
        let sql = "SELECT pg_try_advisory_xact_lock_shared($1)";
        let is_free = self
            .pool
            .ask(|session| async move {
                let is_free = session.holds(sql, &[(&number, Type::INT8)]).await;
                (session, is_free)
            })
            .await?;
        Ok(!is_free)
    }
}

/// Who waits for the end of a proof.
type Waiting = SyncSender<()>;

/// Says that a proof is over, and who waits for that; an error where nobody does.
type Over = oneshot::Receiver<Waiting>;

/// Keeps the proof until its end, on another session where one is lost.
async fn keep(inner: Arc<Inner>, mut session: Session, number: i64, mut ended: Over) {
    loop {
        if let Some(done) = before(session.ended(), &mut ended).await {
            match session.holds("SELECT pg_advisory_unlock($1)", &[(&number, Type::INT8)]).await {
                Ok(true) => inner.pool.keep(session),
                _ => end(&inner, &session).await,
            }
            return say(done);
        }
        Logger::Provider
            .warn("The connection that proves that a lock's holder lives was lost, and is made anew")
            .write();
        match renewed(&inner, &session, number, &mut ended).await {
            Ok(made) => session = made,
            // Nobody needs it any more.
            Err(done) => {
                end(&inner, &session).await;
                return say(done);
            }
        }
    }
}

/// Ends a session that was lost: the server may not have noticed yet, and whoever asks it would be told that the holder lives.
async fn end(inner: &Inner, lost: &Session) {
    let asked = inner.pool.ask(|session| async move {
        let ended = session.end(&lost.identity).await;
        (session, ended)
    });
    // A server that cannot be told ends it by itself, once it sees that the connection is gone.
    let _ = asked.await;
}

/// Says to whoever waits that the proof is over.
fn say(done: Result<Waiting, RecvError>) {
    if let Ok(done) = done {
        // Nobody waits any more, at worst.
        let _ = done.send(());
    }
}

/// Tries until there is a session that has the advisory lock, or nobody needs it any more. A try goes to its end: a session that is given up
/// half-way may have the lock.
async fn renewed(
    inner: &Inner,
    lost: &Session,
    number: i64,
    ended: &mut Over,
) -> Result<Session, Result<Waiting, RecvError>> {
    let mut pause = PAUSE;
    loop {
        if let Some(done) = before(tokio::time::sleep(pause), &mut *ended).await {
            return Err(done);
        }
        pause = (pause * 2).min(PAUSE_MAX);
        if let Ok(session) = renew(inner, lost, number).await {
            return Ok(session);
        }
    }
}

async fn renew(inner: &Inner, lost: &Session, number: i64) -> Result<Session, Failure> {
    let session = inner.pool.take().await?;
    // The server may not have noticed yet.
    session.end(&lost.identity).await?;
    if begin(&session, number).await? {
        return Ok(session);
    }
    Err(Failure::Busy(Error::new(ErrorKind::Unavailable, "The proof of a lock's holder is taken")))
}
