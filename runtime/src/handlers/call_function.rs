//! `CallFunction`: checks every argument, calls, checks the result. The provider need not be configured.
//!
//! Terraform knows no diagnostics here: an error is one text, and the number of the argument that is to blame.

use super::{Handlers, guard};
use crate::check;
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Severity, error};
use crate::log::Logger;
use crate::model::shape_type;
use crate::registry::FunctionEntry;
use crate::schema::implied_type::attribute_type;
use crate::schema::{Block, FunctionSchema, Mode, Parameter};
use crate::validate;
use tfgen_cty::{Path, Step, Value, conform};

/// What went wrong.
#[derive(Debug)]
pub(crate) struct FunctionError {
    pub(crate) text: String,
    /// Counted from zero.
    pub(crate) argument: Option<usize>,
}

impl Handlers {
    pub(crate) async fn call_function(
        &self,
        entry: &FunctionEntry,
        arguments: Vec<Value>,
    ) -> Result<Value, FunctionError> {
        let schema = entry.schema;
        let outcome = async {
            let found = check_arguments(schema, &arguments);
            if found.has_errors() {
                return Err(found);
            }
            let doing = format!("calling the function {}", schema.name);
            let again = cfg!(debug_assertions).then(|| arguments.clone());
            let answer = guard::run(&doing, entry.adapter.call(arguments)).await?;
            if let Some(arguments) = again {
                let second = guard::run(&doing, entry.adapter.call(arguments)).await;
                if second.as_ref() != Ok(&answer) {
                    return Err(impure(schema));
                }
            }
            check_result(schema, shape_type(&schema.return_type, answer))
        };
        outcome.await.map_err(|mut failed| {
            self.secrets().mask_all(&mut failed);
            function_error(schema, failed)
        })
    }
}

/// Terraform refuses a plan over it, but only when it happens to call twice; a debug build always does.
fn impure(schema: &FunctionSchema) -> Diagnostics {
    error(format!("The function {} gave two results for the same arguments", schema.name)).detail(
        "Terraform takes the result of a function for a fact that is the same in plan and apply. The result must not depend on \
         time, chance, files or anything but the arguments. A debug build of a provider calls each function twice to tell.",
    )
}

/// What is wrong with the arguments, each looked at by itself.
fn check_arguments(schema: &'static FunctionSchema, arguments: &[Value]) -> Diagnostics {
    let wanted = schema.parameters.len();
    let few = arguments.len() < wanted;
    if few || (arguments.len() > wanted && schema.variadic_parameter.is_none()) {
        let least = if schema.variadic_parameter.is_some() { "at least " } else { "" };
        let message = format!("The function {} takes {least}{wanted} arguments, not {}", schema.name, arguments.len());
        return error(message);
    }
    let mut found = Diagnostics::new();
    for (index, argument) in arguments.iter().enumerate() {
        if let Some(parameter) = schema.parameter(index) {
            found.extend(check_argument(parameter, argument).into_iter().map(|message| placed(message, index)));
        }
    }
    found
}

fn check_argument(parameter: &'static Parameter, argument: &Value) -> Diagnostics {
    let name = parameter.attribute.name;
    if argument.is_null() && parameter.attribute.mode == Mode::Required {
        return error(format!("`{name}` cannot be null"));
    }
    if !parameter.allow_unknown_values && !argument.is_wholly_known() {
        return error(format!("`{name}` is not known yet"));
    }
    let block = Block::of(std::slice::from_ref(&parameter.attribute));
    validate::config(&block, &Value::object([(name, argument.clone())]), false)
}

/// A message about an argument: its path begins with the argument's number instead of the parameter's name.
fn placed(mut message: Diagnostic, index: usize) -> Diagnostic {
    let mut path = Path::root().index(index);
    for step in message.path.iter().flat_map(|path| path.steps().iter().skip(1)) {
        path.push(step.clone());
    }
    message.path = Some(path);
    message
}

/// What Terraform would refuse about a result, in the provider's words.
fn check_result(schema: &FunctionSchema, result: Value) -> Result<Value> {
    let name = schema.name;
    let breach = |detail: String| {
        error(format!("The function {name} gave a wrong result"))
            .detail(format!("{detail}. This is a mistake in the provider."))
    };
    if result.is_null() && !schema.nullable && !schema.takes_unknown_values() {
        return Err(breach("It is null, which the schema does not allow".to_owned()));
    }
    if !schema.takes_unknown_values() && !result.is_wholly_known() {
        return Err(breach("It is not known, although all arguments are".to_owned()));
    }
    let ty = attribute_type(&schema.return_type);
    let misfit = conform(&result, &ty).into_iter().next().or_else(|| check::unwritable(&result, &ty));
    match misfit {
        None => Ok(result),
        Some(misfit) if misfit.path().is_root() => Err(breach(format!("It does not fit: {}", misfit.message()))),
        Some(misfit) => Err(breach(format!("`{}` in it does not fit: {}", misfit.path(), misfit.message()))),
    }
}

/// Errors as one text. Warnings have no place in the answer, and go to the log.
fn function_error(schema: &FunctionSchema, failed: Diagnostics) -> FunctionError {
    let (mut texts, mut argument) = (Vec::new(), None);
    for message in failed {
        let text = message.in_one_text();
        if message.severity == Severity::Error {
            argument = argument.or_else(|| message.path.as_ref().and_then(|path| argument_of(schema, path)));
            texts.push(text);
        } else {
            Logger::Runtime.warn(text).field("tf_function_name", schema.name).write();
        }
    }
    FunctionError { text: texts.join("\n"), argument }
}

/// The argument that a path leads to: by number, or by the parameter's name. Of a variadic one, the first.
fn argument_of(schema: &FunctionSchema, path: &Path) -> Option<usize> {
    match path.steps() {
        [Step::Index(index), ..] => Some(*index),
        [Step::Attribute(name), rest @ ..] => {
            let position = schema.parameters.iter().position(|parameter| parameter.attribute.name == &**name);
            let variadic = schema.variadic_parameter.filter(|parameter| parameter.attribute.name == &**name);
            position.or_else(|| {
                let nth = if let [Step::Index(nth), ..] = rest { *nth } else { 0 };
                variadic.map(|_| schema.parameters.len() + nth)
            })
        }
        _ => None,
    }
}
