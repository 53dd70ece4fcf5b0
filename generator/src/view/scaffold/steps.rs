//! The skeleton of a tool's steps that are written in Rust.

use super::super::layout::import;
use super::super::tool::steps_trait;
use super::super::{identifier, wiring};
use super::{FunctionView, Imports, not_implemented};
use crate::ir::Provider;
use crate::ir::tool::Tool;
use serde::Serialize;

/// What the skeleton prints.
#[derive(Debug, Serialize)]
pub(super) struct StepsView {
    of: String,
    thing: String,
    imports: Vec<String>,
    implements: String,
    provider: String,
    functions: Vec<FunctionView>,
}

/// Steps that say that they are not implemented.
pub(super) fn steps(provider: &Provider, tool: &Tool) -> StepsView {
    let thing = identifier::type_name(&tool.name, "");
    let mut imports = Imports::new(&thing);
    let implements = steps_trait(&tool.name);
    let module = format!("crate::generated::tools::{}", identifier::module(&tool.name));
    imports.lines.push(import(&module, std::slice::from_ref(&implements)));
    let provider = imports.provider(&wiring::implementation(provider));
    let [context, answer, result] = ["StepContext", "StepAnswer", "Result"].map(|name| imports.runtime(name));
    let of = tool.origin.table.clone();
    let mut function = |name: &str| {
        let (head, doing) = (format!("async fn {name}"), format!("The step `{name}` of `{of}`"));
        let parameters = [format!("_step: {context}<Self::Provider>")];
        not_implemented(&mut imports, &head, &parameters, &format!("{result}<{answer}>"), &doing)
    };
    let functions = tool.implemented().map(|(name, _)| function(name)).collect();
    StepsView { of, thing, implements, provider, functions, imports: imports.lines() }
}
