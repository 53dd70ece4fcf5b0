//! List resources: what user code implements to find the objects of a managed resource.

use crate::context::{Context, Found};
use crate::diagnostic::Result;
use crate::model::ListModel;
use crate::provider::Provider;

/// The model of the managed resource whose objects `L` lists.
pub type Listed<L> = <<L as List>::Config as ListModel>::Model;

/// A list resource: finds objects of a managed resource, for `terraform query`.
///
/// ```
/// # use tfgen_runtime::{Context, Found, List, ListModel, Listed, Provider, Result, ResourceModel};
/// # use std::marker::PhantomData;
/// struct DiskList<P, C>(PhantomData<fn() -> (P, C)>);
///
/// impl<P: Provider, C: ListModel> List for DiskList<P, C> {
///     type Provider = P;
///     type Config = C;
///
///     async fn list(_cx: Context<P>, _config: C, found: Found<Listed<Self>>) -> Result<()> {
///         loop {
///             let model = found.wants_resource().then(C::Model::default);
///             // Ends the listing when Terraform wants no more.
///             found.send(Default::default(), "a disk", model).await?;
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement a list resource",
    label = "list is missing",
    note = "write `impl List for {Self}`; `tfgen build` writes the skeleton where the file is missing"
)]
pub trait List: Sized + Send + Sync + 'static {
    /// The provider whose configuration it works with.
    type Provider: Provider;
    /// The generated configuration; it says which managed resource is listed.
    type Config: ListModel;

    /// Sends every object that `config` asks for. Finding none is no error.
    fn list(
        cx: Context<Self::Provider>,
        config: Self::Config,
        found: Found<Listed<Self>>,
    ) -> impl Future<Output = Result<()>> + Send;
}
