//! Proofs of life: the holder of a lock keeps a session that has an advisory lock, which the server frees when the connection ends, however it ends. No
//! clock is asked.

use super::pool::tries;
use super::refusal::Failure;
use super::session::{self, Identity, Session};
use super::table::Write;
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

/// The pause after a refusal.
const PAUSE_REFUSED: Duration = Duration::from_secs(10);

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
        let Some(end) = self.end.take() else { return };
        if session::is_served_here() {
            // Its end is said by this thread, which cannot wait for itself.
            return;
        }
        let (done, over) = sync_channel(1);
        if end.send(done).is_ok() {
            // A server that does not answer frees it when the connection is gone.
            let _ = over.recv_timeout(ENDING);
        }
    }
}

impl Inner {
    pub(super) async fn prove_life(self: Arc<Self>, lock_id: String) -> Result<Proof> {
        let number = number(&lock_id);
        let proved = self.proved(number, None, &mut false).await;
        let (session, _) = proved.map_err(|failed| failed.of_reading().into_error())?;
        self.kept(session, number)
    }

    /// The proof of a session that has the advisory lock.
    fn kept(self: Arc<Self>, session: Session, number: i64) -> Result<Proof> {
        let (end, ended) = oneshot::channel();
        session::begin(keep(self, session, number, ended))?;
        Ok(Proof::released_by(Life { end: Some(end) }, release))
    }

    /// Begins a proof, and makes an entry by the same statement.
    pub(super) async fn put_and_prove(self: Arc<Self>, mut change: Change, lock_id: String) -> Result<Proved> {
        let number = number(&lock_id);
        let write = change.write.as_ref().map(|(version, body)| (change.key.as_str(), version.as_str(), body));
        let (session, is_made) = match self.proved(number, write, &mut change.was_lost).await {
            Ok(proved) => proved,
            // An entry may be there all the same; then its holder is gone, and is known as that.
            Err(failed) if change.was_lost => return Err(failed.into_error().of_kind(ErrorKind::Uncertain)),
            Err(failed) => return Err(failed.into_error()),
        };
        let proof = self.clone().kept(session, number).map_err(|failed| failed.of_kind(ErrorKind::Uncertain))?;
        if is_made {
            return Ok(Proved { proof, made: Ok(change.made()) });
        }
        // What is in the way is seen by asking for the entry alone. It may be what a session has made whose answer was lost.
        let made = self.clone().change(change).await;
        Ok(Proved { proof, made: self.explained(made).await })
    }

    /// A session that has the advisory lock, and whether the entry was made with it. Notes whether an answer was lost.
    async fn proved(
        &self,
        number: i64,
        write: Option<Write<'_>>,
        was_lost: &mut bool,
    ) -> Result<(Session, bool), Failure> {
        let (mut tries, mut lost) = (tries(), Vec::new());
        loop {
            let failed = match self.try_to_prove(number, write, &mut lost).await {
                Ok(proved) => return Ok(proved),
                Err(failed) => failed,
            };
            *was_lost |= matches!(failed, Failure::Lost(_));
            if matches!(failed, Failure::Refused(_)) || !tries.next().await {
                let _ = tokio::time::timeout(session::ENDING, end(self, &lost)).await;
                return Err(failed);
            }
        }
    }

    /// One try. What was lost before is ended first, so that the proof is to be had and nothing comes late; a session at which this one fails is
    /// among it then.
    async fn try_to_prove(
        &self,
        number: i64,
        write: Option<Write<'_>>,
        lost: &mut Vec<Identity>,
    ) -> Result<(Session, bool), Failure> {
        let session = self.pool.take().await?;
        while let Some(last) = lost.last() {
            session.end(last).await?;
            lost.pop();
        }
        let tried = match write {
            Some(write) => self.table.put_and_lock(&session, write, number).await,
            None => begin(&session, number).await.map(|is_proved| (is_proved, false)),
        };
        match tried {
            Ok((true, is_made)) => Ok((session, is_made)),
            Ok((false, _)) => {
                self.pool.keep(session);
                Err(Failure::Busy(taken()))
            }
            Err(failed) => {
                // A statement that failed may have got the lock before: that of a session is not undone with it.
                let is_free = !matches!(failed, Failure::Lost(_)) && session.unlock_all().await.is_ok();
                if is_free {
                    self.pool.keep(session);
                } else {
                    lost.push(session.identity.clone());
                }
                Err(failed)
            }
        }
    }

    /// Whether there is a proof, now or in the next moments: a holder whose connection was lost makes it anew, and must not find its lock taken.
    pub(super) async fn is_alive(self: Arc<Self>, lock_id: String) -> Result<bool> {
        let number = number(&lock_id);
        let mut away: Option<Instant> = None;
        while !self.is_proved(number).await? {
            if away.get_or_insert_with(Instant::now).elapsed() >= self.reconnect_timeout {
                return Ok(false);
            }
            tokio::time::sleep(LOOK.min(self.reconnect_timeout)).await;
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
                _ => end(&inner, std::slice::from_ref(&session.identity)).await,
            }
            return say(done);
        }
        Logger::Provider
            .warn("The connection that proves that a lock's holder lives was lost, and is made anew")
            .write();
        let mut lost = vec![session.identity.clone()];
        match renewed(&inner, &mut lost, number, &mut ended).await {
            Ok(made) => session = made,
            // Nobody needs it any more.
            Err(done) => {
                end(&inner, &lost).await;
                return say(done);
            }
        }
    }
}

/// Ends sessions that were lost: the server may not have noticed yet, and whoever asks it would be told that the holder lives.
async fn end(inner: &Inner, lost: &[Identity]) {
    if lost.is_empty() {
        return;
    }
    let asked = inner.pool.ask(|session| async move {
        for each in lost {
            if let Err(failed) = session.end(each).await {
                return (session, Err(failed));
            }
        }
        (session, Ok(()))
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
    lost: &mut Vec<Identity>,
    number: i64,
    ended: &mut Over,
) -> Result<Session, Result<Waiting, RecvError>> {
    let (mut pause, mut is_told) = (PAUSE, false);
    loop {
        if let Some(done) = before(tokio::time::sleep(pause), &mut *ended).await {
            return Err(done);
        }
        pause = (pause * 2).min(PAUSE_MAX);
        match inner.try_to_prove(number, None, lost).await {
            Ok((session, _)) => return Ok(session),
            Err(Failure::Refused(refused)) => {
                // As after a password was changed: asked once a second, a server may shut the role out.
                pause = PAUSE_REFUSED;
                if !std::mem::replace(&mut is_told, true) {
                    Logger::Provider
                        .warn("A lock's holder cannot prove any more that it lives: others may take the lock")
                        .field("error", refused.to_string())
                        .write();
                }
            }
            Err(_) => {}
        }
    }
}
