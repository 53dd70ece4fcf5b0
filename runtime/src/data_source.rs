//! Data sources: what user code implements for one data source.

use crate::context::Context;
use crate::diagnostic::Result;
use crate::model::DataModel;
use crate::provider::Provider;

/// A data source: looks something up.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement a data source",
    label = "read is missing",
    note = "write `impl DataSource for {Self}`; `tfgen build` writes the skeleton where the file is missing"
)]
pub trait DataSource: Sized + Send + Sync + 'static {
    /// The provider whose configuration it works with.
    type Provider: Provider;
    /// The generated model.
    type Model: DataModel;

    /// Answers what `config` asks for. Not finding it is an error.
    fn read(
        cx: Context<Self::Provider>,
        config: <Self::Model as DataModel>::Config,
    ) -> impl Future<Output = Result<Self::Model>> + Send;
}
