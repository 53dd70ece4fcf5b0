//! State stores: where Terraform's own state is kept (`state_store` blocks), in layers.
//!
//! ```text
//! the eight RPCs ─▶ locks, conditions of writes ─▶ wrappers ─▶ a Store: memory, files, what a user writes
//! ```
//!
//! Everything rests on one trait of conditional writes, [`Store`]: an entry is changed only if it has the version that was
//! read. [`conformance::check`] tests any implementation.

mod body;
mod cached;
mod compressed;
pub mod conformance;
mod error;
#[cfg(test)]
mod failing;
mod history;
pub mod key;
mod memory;
pub(crate) mod random;
mod sealed;
mod snapshot;
#[cfg(test)]
#[cfg(feature = "zstd")]
mod stacks;
mod store;
mod traced;
mod version;

pub use self::body::{Body, Pieces};
pub use self::cached::{Cached, Switch, Uncached};
pub use self::compressed::Compressed;
pub use self::error::{Conflict, Doing, Error, ErrorKind, Result};
pub use self::history::{History, Retention, Revision};
pub use self::memory::Memory;
pub use self::sealed::{Keys, Rotation, Sealed};
pub use self::snapshot::{EntryKind, FORMAT, Finding, Output, Snapshot, StateEntry};
pub use self::store::{Entry, Proof, SharedStore, Store};
pub use self::traced::{Operation, Summary, Total, Trace, Traced, Trip, read_log, via};
pub use self::version::Version;
pub use crate::seal::KeySource;

use crate::context::Context;
use crate::diagnostic::Result as Outcome;
use crate::model::ConfigModel;
use crate::provider::Provider;

/// Holds states by name. `configure` makes one; everything else is asked of it, possibly at once from several threads.
///
/// A state's name is what Terraform calls a workspace, `default` for most. It is any text that can stand in a URL, `..`
/// and 200 characters among them: encode it before it becomes a file name.
///
/// ```
/// # use tfgen_runtime::{ConfigModel, Context, Provider, Result, StateStore, error};
/// # use std::collections::BTreeMap;
/// # use std::marker::PhantomData;
/// # use std::sync::Mutex;
/// struct Memory<P, C> {
///     states: Mutex<BTreeMap<String, Vec<u8>>>,
///     of: PhantomData<fn() -> (P, C)>,
/// }
///
/// impl<P: Provider, C: ConfigModel> StateStore for Memory<P, C> {
///     type Provider = P;
///     type Config = C;
///
///     async fn configure(_cx: Context<P>, _config: C) -> Result<Self> {
///         Ok(Self { states: Mutex::default(), of: PhantomData })
///     }
///
///     async fn read(&self, _cx: Context<P>, state: String) -> Result<Option<Vec<u8>>> {
///         Ok(self.states.lock().unwrap().get(&state).cloned())
///     }
///
///     async fn write(&self, _cx: Context<P>, state: String, body: Vec<u8>) -> Result<()> {
///         self.states.lock().unwrap().insert(state, body);
///         Ok(())
///     }
///
///     async fn lock(&self, _cx: Context<P>, _state: String, _operation: String) -> Result<Option<String>> {
///         Ok(None) // no locks
///     }
///
///     async fn unlock(&self, _cx: Context<P>, _state: String, _lock_id: String) -> Result<()> {
///         Err(error("There are no locks"))
///     }
///
///     async fn states(&self, _cx: Context<P>) -> Result<Vec<String>> {
///         Ok(self.states.lock().unwrap().keys().cloned().collect())
///     }
///
///     async fn delete(&self, _cx: Context<P>, state: String) -> Result<()> {
///         self.states.lock().unwrap().remove(&state);
///         Ok(())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement a state store",
    label = "configure, read, write and their kin are missing",
    note = "write `impl StateStore for {Self}`; `tfgen build` writes the skeleton where the file is missing"
)]
pub trait StateStore: Sized + Send + Sync + 'static {
    /// The provider whose configuration it works with.
    type Provider: Provider;
    /// The generated configuration.
    type Config: ConfigModel;

    /// The longest state that is taken, in bytes. It is in memory as a whole.
    const STATE_SIZE_MAX: u64 = 1 << 30;

    /// Makes the store. Terraform configures it in each process before anything else is asked of it.
    fn configure(cx: Context<Self::Provider>, config: Self::Config) -> impl Future<Output = Outcome<Self>> + Send;

    /// The state, or `None` if there is none. Never `None` because something failed, nor an empty one: Terraform would
    /// plan to make everything again.
    fn read(&self, cx: Context<Self::Provider>, state: String)
    -> impl Future<Output = Outcome<Option<Vec<u8>>>> + Send;

    /// Replaces the state as a whole, or leaves it as it was and says why. Terraform writes without a lock, too.
    fn write(
        &self,
        cx: Context<Self::Provider>,
        state: String,
        body: Vec<u8>,
    ) -> impl Future<Output = Outcome<()>> + Send;

    /// Locks the state and answers the lock's id, or `None` if the store has no locks.
    ///
    /// A lock that someone else has is an error. Its text is all that people see: it has to tell the other lock's id, which
    /// `terraform force-unlock` takes, and who holds it since when. Terraform does not try again, so that waiting is up
    /// to the store. `operation` says what the lock is for, for people to read.
    fn lock(
        &self,
        cx: Context<Self::Provider>,
        state: String,
        operation: String,
    ) -> impl Future<Output = Outcome<Option<String>>> + Send;

    /// Gives a lock back. The process may be another one than the one that locked. Another id than the lock's, and a state
    /// that is not locked, are errors.
    fn unlock(
        &self,
        cx: Context<Self::Provider>,
        state: String,
        lock_id: String,
    ) -> impl Future<Output = Outcome<()>> + Send;

    /// The names of all states there are.
    fn states(&self, cx: Context<Self::Provider>) -> impl Future<Output = Outcome<Vec<String>>> + Send;

    /// Deletes the state, with all that belongs to it. One that is locked by someone is an error, and so is one that is
    /// not there.
    fn delete(&self, cx: Context<Self::Provider>, state: String) -> impl Future<Output = Outcome<()>> + Send;
}
