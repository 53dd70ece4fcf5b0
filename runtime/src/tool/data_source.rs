//! What a tool says of its health, or of what there is, as a data source.

use super::programs::Programs;
use super::result::Outcome;
use super::run::Runner;
use super::said::say;
use super::table::{StepName, Tool};
use crate::adapter::{AnyDataSource, BoxFuture, Call};
use crate::diagnostic::Result;
use crate::model::Object;
use crate::schema::DataSourceSchema;
use tfgen_cty::Value;

/// What a tool says of its health, or of what there is.
pub(crate) struct ToolDataSource {
    pub(crate) tool: &'static Tool,
    pub(crate) schema: &'static DataSourceSchema,
    pub(crate) programs: Programs,
}

impl AnyDataSource for ToolDataSource {
    fn read(&self, call: Call, config: Value) -> BoxFuture<Result<Value>> {
        let (tool, schema, programs) = (self.tool, self.schema, self.programs.clone());
        Box::pin(async move {
            let mut found = Object::new(config);
            let mut healthy = true;
            for name in [StepName::Status, StepName::Health] {
                let object = Value::from(found.clone());
                let runner = Runner::new(tool, &programs, &schema.block, &call.operation, ("read", &object));
                let runner = runner.with(&call.provider);
                let result = runner.step(name).await?;
                say(&call.operation, &result);
                healthy &= result.outcome != Outcome::Absent;
                found.set_all(&result.outputs);
            }
            if !tool.healthy.is_empty() {
                found.set(tool.healthy, healthy);
            }
            Ok(found.into())
        })
    }
}
