//! `acme_keyword`: what Terraform's operations do to it.

use crate::generated::resources::keyword::{
    KeywordHooks, KeywordIdentity, KeywordModel, KeywordPlan, KeywordPlanning, KeywordView,
};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_keyword`.
pub struct Keyword;

impl Resource for Keyword {
    type Provider = Acme;
    type Model = KeywordModel;

    async fn create(_cx: Apply<Self>, _plan: KeywordPlan) -> Result<KeywordModel> {
        Err(error("Creating `acme_keyword` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: KeywordIdentity) -> Result<Option<KeywordModel>> {
        Err(error("Reading `acme_keyword` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: KeywordIdentity) -> Result<()> {
        Err(error("Deleting `acme_keyword` is not implemented yet"))
    }
}

impl Update for Keyword {
    async fn update(
        _cx: Apply<Self>,
        _id: KeywordIdentity,
        _plan: KeywordPlan,
    ) -> Result<KeywordModel> {
        Err(error("Updating `acme_keyword` is not implemented yet"))
    }
}

impl KeywordHooks for Keyword {
    async fn plan(_plan: &mut KeywordPlanning<Self>) -> Result<()> {
        Err(error("`plan` of `acme_keyword` is not implemented yet"))
    }

    fn validate(_config: &KeywordView) -> Result<()> {
        Err(error("`validate` of `acme_keyword` is not implemented yet"))
    }
}
