//! Actions: what user code implements for something that is done, and leaves nothing in the state.

use crate::context::Invoke;
use crate::diagnostic::Result;
use crate::model::ConfigModel;
use crate::provider::Provider;

/// An action: does something once, by `terraform apply -invoke` or when a resource changes.
///
/// ```
/// # use tfgen_runtime::{Action, ConfigModel, Invoke, Provider, Result};
/// # use std::marker::PhantomData;
/// # use std::time::Duration;
/// struct Snapshot<P, C>(PhantomData<fn() -> (P, C)>);
///
/// impl<P: Provider, C: ConfigModel> Action for Snapshot<P, C> {
///     type Provider = P;
///     type Config = C;
///
///     async fn invoke(cx: Invoke<Self>, _config: C) -> Result<()> {
///         cx.progress("the snapshot has started").await;
///         cx.sleep(Duration::from_secs(1)).await
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement an action",
    label = "invoke is missing",
    note = "write `impl Action for {Self}`; `tfgen build` writes the skeleton where the file is missing"
)]
pub trait Action: Sized + Send + Sync + 'static {
    /// The provider whose configuration it works with.
    type Provider: Provider;
    /// The generated configuration.
    type Config: ConfigModel;

    /// Does what `config` asks for. An error, and a panic, fails the action, and says so to Terraform.
    fn invoke(cx: Invoke<Self>, config: Self::Config) -> impl Future<Output = Result<()>> + Send;
}
