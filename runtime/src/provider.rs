//! The provider: what user code makes of the provider's configuration once, and every handler gets.

use crate::diagnostic::Result;
use crate::model::ProviderModel;

/// A configured provider: clients, settings, whatever handlers share.
///
/// ```
/// # use tfgen_runtime::{Provider, ProviderModel, Result};
/// struct Acme<C>(C);
///
/// impl<C: ProviderModel> Provider for Acme<C> {
///     type Config = C;
///
///     async fn configure(config: C) -> Result<Self> {
///         Ok(Acme(config))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement a provider",
    label = "`configure` is missing",
    note = "write `impl Provider for {Self}` in src/provider.rs, or name another type with `implementation = \"path::Type\"` in `[provider]`"
)]
pub trait Provider: Sized + Send + Sync + 'static {
    /// The generated `ProviderConfig`. Environment variables and defaults are in it already.
    type Config: ProviderModel;

    /// Called before the first resource or data source is touched. An error ends the run. When Terraform asks the provider to
    /// stop meanwhile, or is gone, it is dropped where it waits.
    fn configure(config: Self::Config) -> impl Future<Output = Result<Self>> + Send;

    /// Called once before the process ends, if the provider was configured: closes sessions, flushes buffers.
    ///
    /// Terraform kills a provider that does not end within two seconds, so that this is given up after one and a half.
    fn shutdown(&self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }
}
