//! Proofs of life: the holder of a lock keeps a session that has an advisory lock, which the server frees when the connection ends, however it ends. No
//! clock is asked.

use super::pool::tries;
use super::refusal::Failure;
use super::session::{self, Identity, Session};
use super::{Change, Inner};
use crate::log::Logger;
use crate::race::before;
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::store::{Proof, Proved};
use ring::digest::{SHA256, digest};
use std::any::Any;
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

/// Ends a proof that nobody asks for any more.
fn release(life: Box<dyn Any + Send + Sync>) {
    if let Ok(mut life) = life.downcast::<Life>() {
        // Who keeps it sees that nobody waits.
        life.end = None;
    }
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
                Ok(false) => return Err(taken()),
                // One that was kept may have been closed meanwhile.
                Err(Failure::Busy(_)) if !session.is_open() => {}
                Err(failed) => return Err(failed.into_error()),
            }
        };
        self.kept(session, number)
    }

    /// The proof of a session that has the advisory lock.
    fn kept(self: Arc<Self>, session: Session, number: i64) -> Result<Proof> {
        let (end, ended) = oneshot::channel();
        session::begin(keep(self, session, number, ended))?;
        Ok(Proof::released_by(Life { end: Some(end) }, release))
    }

    /// Begins a proof, and makes an entry by the same statement. A session at which that failed may have left either: it is ended before another one
    /// begins, so that the proof is to be had and nothing comes late.
    pub(super) async fn put_and_prove(self: Arc<Self>, mut change: Change, lock_id: String) -> Result<Proved> {
        let number = number(&lock_id);
        let mut tries = tries();
        loop {
            let failed = match self.pool.take().await {
                Ok(session) => match self.try_both(&session, number, &mut change).await {
                    Ok(is_made) => {
                        let proof = self.clone().kept(session, number);
                        let proof = proof.map_err(|failed| failed.of_kind(ErrorKind::Uncertain))?;
                        // What is in the way is seen by asking for the entry alone. It may be what a session has made whose answer was lost.
                        let made = if is_made { Ok(change.made()) } else { self.change(change).await };
                        return Ok(Proved { proof, made });
                    }
                    Err(failed) => {
                        change.note(&session, &failed);
                        change.lost.get_or_insert_with(|| session.identity.clone());
                        failed
                    }
                },
                Err(failed) => failed,
            };
            let is_final = matches!(failed, Failure::Refused(_));
            if is_final || !tries.next().await {
                return Err(self.given_up(change, failed).await);
            }
        }
    }

    /// One try. Tells whether the entry was made, now that there is a proof.
    async fn try_both(&self, session: &Session, number: i64, change: &mut Change) -> Result<bool, Failure> {
        if let Some(lost) = &change.lost {
            session.end(lost).await?;
            change.lost = None;
        }
        let Some((version, body)) = &change.write else { return Ok(false) };
        let write = (change.key.as_str(), version.as_str(), body);
        let (is_proved, is_made) = self.table.put_and_lock(session, write, number).await?;
        if is_proved { Ok(is_made) } else { Err(Failure::Busy(taken())) }
    }

    /// What is told when there is no proof. An entry may be there all the same; then its holder is gone, and is to be known as that.
    async fn given_up(&self, change: Change, failed: Failure) -> Error {
        let failed = failed.into_error();
        if !change.was_lost {
            return failed;
        }
        if let Some(lost) = &change.lost {
            let _ = tokio::time::timeout(ENDING, end(self, lost)).await;
        }
        failed.of_kind(ErrorKind::Uncertain)
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

/// Another session has it: one of our own that was lost, as a rule, which the server will end.
fn taken() -> Error {
    Error::new(ErrorKind::Unavailable, "The proof of a lock's holder is taken")
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
                _ => end(&inner, &session.identity).await,
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
                end(&inner, &session.identity).await;
                return say(done);
            }
        }
    }
}

/// Ends a session that was lost: the server may not have noticed yet, and whoever asks it would be told that the holder lives.
async fn end(inner: &Inner, lost: &Identity) {
    let asked = inner.pool.ask(|session| async move {
        let ended = session.end(lost).await;
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
    Err(Failure::Busy(taken()))
}
