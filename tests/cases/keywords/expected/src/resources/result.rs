//! `acme_result`: what Terraform's operations do to it.

use crate::generated::resources::result::{ResultIdentity, ResultModel, ResultPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Stored, error};

/// The managed resource `acme_result`.
pub struct Result;

impl Resource for Result {
    type Provider = Acme;
    type Model = ResultModel;

    async fn create(_cx: Apply<Self>, _plan: ResultPlan) -> tfgen_runtime::Result<ResultModel> {
        Err(error("Creating `acme_result` is not implemented yet"))
    }

    async fn read(
        _cx: Stored<Self>,
        _id: ResultIdentity,
    ) -> tfgen_runtime::Result<Option<ResultModel>> {
        Err(error("Reading `acme_result` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: ResultIdentity) -> tfgen_runtime::Result<()> {
        Err(error("Deleting `acme_result` is not implemented yet"))
    }
}
