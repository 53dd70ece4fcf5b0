//! State stores: where Terraform's own state is kept (`state_store` blocks), in layers.
//!
//! ```text
//! the eight RPCs ─▶ locks, conditions of writes ─▶ wrappers ─▶ a Store: memory, files, what a user writes
//! ```
//!
//! Everything rests on one trait of conditional writes, [`Store`]: an entry is changed only if it has the version that was
//! read. [`conformance::check`] tests any implementation.

mod about;
mod body;
mod cached;
mod compressed;
pub mod conformance;
#[cfg(feature = "s3")]
mod denial;
mod error;
#[cfg(test)]
pub(crate) mod failing;
#[doc(hidden)]
pub mod filesystem;
#[cfg(test)]
pub(crate) mod flaky;
mod history;
pub(crate) mod keeper;
pub mod key;
pub(crate) mod lock;
mod machine;
mod memory;
mod patience;
mod percent;
#[cfg(feature = "postgres")]
mod postgres;
pub(crate) mod random;
mod remote;
#[cfg(feature = "s3")]
mod s3;
mod sealed;
pub(crate) mod settings;
mod snapshot;
pub(crate) mod stack;
#[cfg(test)]
#[cfg(feature = "zstd")]
mod stacks;
mod store;
#[cfg(any(feature = "s3", feature = "postgres"))]
mod tls;
mod traced;
#[cfg(any(feature = "s3", feature = "postgres"))]
mod tries;
mod version;
pub(crate) mod wrapping;

pub use self::about::About;
pub use self::body::{Body, Pieces};
pub use self::cached::{Cached, Switch, Uncached};
pub use self::compressed::Compressed;
#[cfg(feature = "s3")]
pub use self::denial::{Denial, DenyingPolicy};
pub use self::error::{Conflict, Doing, Error, ErrorKind, Result, error};
pub use self::filesystem::Filesystem;
pub(crate) use self::history::contents_prefix;
pub use self::history::{History, Retention, Revision};
pub use self::lock::LockRecord;
pub use self::memory::Memory;
#[cfg(feature = "postgres")]
pub use self::postgres::{Postgres, PostgresOptions};
#[cfg(feature = "s3")]
pub use self::s3::{S3, S3Backend, S3Contract, S3Options, S3Setting, S3Tags};
pub use self::sealed::{Keys, Rotation, Sealed};
pub use self::snapshot::{EntryKind, FORMAT, Finding, Output, Snapshot, StateEntry};
pub(crate) use self::snapshot::{Mask, masked};
pub use self::store::{Entry, Proof, Proved, SharedStore, Store};
pub use self::traced::{Operation, Summary, Total, Trace, Traced, Trip, read_log, via};
pub use self::version::Version;
pub use crate::seal::{AwsKmsKey, KeySource};

use crate::context::Context;
use crate::diagnostic::Result as Outcome;
use crate::model::ConfigModel;
use crate::provider::Provider;

/// A [`Store`] that a provider's author writes: what makes one of the configuration of a `state_store` block.
///
/// The store keeps entries and checks their versions. Everything that makes them states is the runtime's: chunks, locks,
/// and that a run never overwrites what it has not read. [`conformance::check`] tells whether the store does its part.
///
/// ```
/// # use tfgen_runtime::state_store::{Body, Entry, Memory, Result, StateStore, Store, Version};
/// # use tfgen_runtime::{ConfigModel, Context, Provider};
/// # use std::marker::PhantomData;
/// # struct Client;
/// # impl Client {
/// #     async fn get(&self, _: &str) -> std::io::Result<Option<(String, Vec<u8>)>> { Ok(None) }
/// # }
/// struct Bucket<P, C> {
///     client: Client,
/// #   rest: Memory,
///     of: PhantomData<fn() -> (P, C)>,
/// }
///
/// impl<P: Provider, C: ConfigModel> StateStore for Bucket<P, C> {
///     type Provider = P;
///     type Config = C;
///
///     async fn configure(_cx: Context<P>, _config: C) -> tfgen_runtime::Result<Self> {
///         Ok(Self {
///             client: Client,
/// #           rest: Memory::new(),
///             of: PhantomData,
///         })
///     }
/// }
///
/// impl<P: Provider, C: ConfigModel> Store for Bucket<P, C> {
///     async fn get(&self, key: &str) -> Result<Option<Entry>> {
///         let object = self.client.get(key).await?;
///         Ok(object.map(|(etag, content)| Entry { version: Version::new(etag), body: content.into() }))
///     }
///     // And so on.
/// #   async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
/// #       self.rest.put_if_version(key, version, body).await
/// #   }
/// #   async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
/// #       self.rest.delete_if_version(key, version).await
/// #   }
/// #   async fn list(&self, prefix: &str) -> Result<Vec<String>> {
/// #       self.rest.list(prefix).await
/// #   }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement a state store",
    label = "configure is missing",
    note = "write `impl StateStore for {Self}`; `tfgen build` writes the skeleton where the file is missing"
)]
pub trait StateStore: Store + Sized {
    /// The provider whose configuration it works with.
    type Provider: Provider;
    /// The generated configuration.
    type Config: ConfigModel;

    /// The longest state that is taken, in bytes. It is in memory as a whole.
    const STATE_SIZE_MAX: u64 = 1 << 30;

    /// Makes the store. Terraform configures it in each process before anything else is asked of it.
    fn configure(cx: Context<Self::Provider>, config: Self::Config) -> impl Future<Output = Outcome<Self>> + Send;
}
