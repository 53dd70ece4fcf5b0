//! `CallFunction` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::{Diagnostic, Diagnostics, Result};
use crate::handlers::Handlers;
use crate::registry::FunctionEntry;
use crate::schema::implied_type::attribute_type;
use crate::server::dynamic_value;
use std::sync::Arc;
use tfgen_cty::{Type, Value};
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn call_function(
    handlers: Arc<Handlers>,
    request: proto::call_function::Request,
    _: Cancellation,
) -> proto::call_function::Response {
    use proto::call_function::Response;
    let prepared =
        handlers.registry().find_function(&request.name).and_then(|entry| Ok((entry, read(entry, &request)?)));
    let (entry, arguments) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => return failure(text(failed), None),
    };
    match handlers.call_function(entry, arguments).await {
        Ok(result) => match dynamic_value::encode(&result, &attribute_type(&entry.schema.return_type)) {
            Ok(result) => Response { result: Some(result), error: None },
            Err(failed) => failure(text(failed), None),
        },
        Err(failed) => failure(failed.text, failed.argument),
    }
}

fn failure(text: String, argument: Option<usize>) -> proto::call_function::Response {
    let function_argument = argument.and_then(|argument| i64::try_from(argument).ok());
    proto::call_function::Response { result: None, error: Some(proto::FunctionError { text, function_argument }) }
}

fn text(failed: Diagnostics) -> String {
    failed.iter().map(Diagnostic::in_one_text).collect::<Vec<_>>().join("\n")
}

/// Each argument by the type of its parameter; one that is too many, by its own.
fn read(entry: &FunctionEntry, sent: &proto::call_function::Request) -> Result<Vec<Value>> {
    let argument = |(index, argument): (usize, &proto::DynamicValue)| {
        let parameter = entry.schema.parameter(index);
        let ty = parameter.map_or(Type::Dynamic, |parameter| attribute_type(&parameter.attribute.ty));
        dynamic_value::decode(Some(argument), &ty)
    };
    sent.arguments.iter().enumerate().map(argument).collect()
}
