//! Functions. (`CallFunction`.)

use super::configuration::read_value;
use super::connection::{Answer, encode};
use super::core::{Core, refused};
use super::error::Result;
use super::hcl::Hcl;
use super::rule::Rule;
use super::schema::read_type;
use std::sync::Arc;
use tfgen_cty::{Path, Type, Value};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::Diagnostic;
use tonic::Request;

/// A function of a provider.
#[derive(Clone, Debug)]
pub struct Function {
    core: Core,
    name: Arc<str>,
}

impl Function {
    pub(super) fn new(core: Core, name: &str) -> Self {
        Self { core, name: name.into() }
    }

    /// Calls it, twice, since the same arguments must give the same result.
    ///
    /// Terraform does not ask the provider when an argument is unknown, unless the parameter takes unknown values: the
    /// result is unknown.
    ///
    /// # Errors
    ///
    /// When Terraform does not take the arguments, when the function fails, and when its answer breaks a rule. What the
    /// function has against one of its arguments is at `arguments[0]`, `arguments[1]` and so on.
    pub fn call(&self, arguments: impl IntoIterator<Item = Hcl>) -> Result<Hcl> {
        let step = format!("CallFunction of {}", self.name);
        let function = self.core.loaded.function(&self.name)?;
        let arguments: Vec<Hcl> = arguments.into_iter().collect();
        let Some(arguments) = read_arguments(&step, function, &arguments)? else { return Ok(Hcl::unknown()) };
        let first = self.call_once(&step, function, &arguments)?;
        let second = self.call_once(&step, function, &arguments)?;
        if first != second {
            let mut answer = Answer::new(&step, Vec::new());
            answer.breach(Rule::FunctionPure, format!("first {}, then {}", Hcl(first), Hcl(second)));
            return Err(answer.into());
        }
        Ok(Hcl(first))
    }

    fn call_once(&self, step: &str, function: &proto::Function, arguments: &[(Type, Value)]) -> Result<Value> {
        let encoded = arguments.iter().map(|(ty, value)| encode(step, value, ty)).collect::<Result<Vec<_>>>()?;
        let request = proto::call_function::Request { name: self.name.to_string(), arguments: encoded };
        let connection = &self.core.loaded.connection;
        let response = connection.ask(step, connection.service.call_function(Request::new(request)))?;
        let mut answer = Answer::new(step, Vec::new());
        if let Some(error) = response.error {
            let at = error.function_argument.map(|at| usize::try_from(at).ok().filter(|at| *at < arguments.len()));
            if at == Some(None) {
                answer.breach(Rule::FunctionArgument, format!("argument {:?}", error.function_argument));
            }
            let diagnostic = Diagnostic::error(error.text, "");
            answer.diagnostics.push(match at.flatten() {
                Some(at) => diagnostic.at(Path::root().attribute("arguments").index(at)),
                None => diagnostic,
            });
            return Err(answer.into());
        }
        if response.result.is_none() {
            answer.breach(Rule::FunctionResult, "there is neither");
        }
        let ty = function.r#return.as_ref().map_or(Type::Dynamic, |result| read_type(&result.r#type));
        let result = answer.value(response.result.as_ref(), &ty);
        answer.checked()?;
        Ok(result)
    }
}

/// The arguments in their parameters' types; none when the result is unknown without a call.
fn read_arguments(step: &str, function: &proto::Function, given: &[Hcl]) -> Result<Option<Vec<(Type, Value)>>> {
    let (fixed, variadic) = (&function.parameters, function.variadic_parameter.as_ref());
    if given.len() < fixed.len() || (given.len() > fixed.len() && variadic.is_none()) {
        let at_least = if variadic.is_some() { "at least " } else { "" };
        let message = format!("{} arguments, but {at_least}{} are needed", given.len(), fixed.len());
        return Err(refused(step, Path::root(), message));
    }
    let (mut arguments, mut is_unknown) = (Vec::with_capacity(given.len()), false);
    for (at, given) in given.iter().enumerate() {
        let Some(parameter) = fixed.get(at).or(variadic) else { continue };
        let here = Path::root().attribute("arguments").index(at);
        let ty = read_type(&parameter.r#type);
        let value = read_value(&ty, given).map_err(|(_, message)| refused(step, here.clone(), message))?;
        if value.is_null() && !parameter.allow_null_value {
            return Err(refused(step, here, format!("{} must not be null", parameter.name)));
        }
        is_unknown |= !value.is_wholly_known() && !parameter.allow_unknown_values;
        arguments.push((ty, value));
    }
    Ok((!is_unknown).then_some(arguments))
}
