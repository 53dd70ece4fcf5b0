//! What Terraform's operations do to everything that has a dynamic model: `cx.type_name()` tells what it is.

use crate::provider::Acme;
use tfgen_runtime::{DynamicContext, DynamicDataSource, DynamicResource, Object, Result, error};

/// Everything with `model = "dynamic"` in the schema.
pub struct Dynamic;

impl DynamicResource for Dynamic {
    type Provider = Acme;

    async fn create(cx: DynamicContext<Acme>, _plan: Object) -> Result<Object> {
        let what = cx.type_name();
        Err(error(format!("Creating {what} is not implemented")))
    }

    async fn read(cx: DynamicContext<Acme>, _id: Object) -> Result<Option<Object>> {
        let what = cx.type_name();
        Err(error(format!("Reading {what} is not implemented")))
    }

    async fn update(cx: DynamicContext<Acme>, _id: Object, _plan: Object) -> Result<Object> {
        let what = cx.type_name();
        Err(error(format!("Updating {what} is not implemented")))
    }

    async fn delete(cx: DynamicContext<Acme>, _id: Object) -> Result<()> {
        let what = cx.type_name();
        Err(error(format!("Deleting {what} is not implemented")))
    }
}

impl DynamicDataSource for Dynamic {
    type Provider = Acme;

    async fn read_data(cx: DynamicContext<Acme>, _config: Object) -> Result<Object> {
        let what = cx.type_name();
        Err(error(format!("Reading data.{what} is not implemented")))
    }
}
