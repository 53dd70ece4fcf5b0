//! `acme_method`: what Terraform's operations do to it.

use crate::generated::resources::method::{
    MethodHooks, MethodIdentity, MethodModel, MethodPlan, MethodPlanning, MethodView,
};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_method`.
pub struct Method;

impl Resource for Method {
    type Provider = Acme;
    type Model = MethodModel;

    async fn create(_cx: Apply<Self>, _plan: MethodPlan) -> Result<MethodModel> {
        Err(error("Creating `acme_method` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: MethodIdentity) -> Result<Option<MethodModel>> {
        Err(error("Reading `acme_method` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: MethodIdentity) -> Result<()> {
        Err(error("Deleting `acme_method` is not implemented yet"))
    }
}

impl Update for Method {
    async fn update(
        _cx: Apply<Self>,
        _id: MethodIdentity,
        _plan: MethodPlan,
    ) -> Result<MethodModel> {
        Err(error("Updating `acme_method` is not implemented yet"))
    }
}

impl MethodHooks for Method {
    async fn plan(_plan: &mut MethodPlanning<Self>) -> Result<()> {
        Err(error("`plan` of `acme_method` is not implemented yet"))
    }

    fn validate(_config: &MethodView) -> Result<()> {
        Err(error("`validate` of `acme_method` is not implemented yet"))
    }
}
