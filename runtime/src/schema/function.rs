//! The tables of functions.

use super::{Attribute, AttributeType};

/// A function: what `Function::SCHEMA` points at.
#[derive(Debug)]
pub struct FunctionSchema {
    /// Its name, as in `provider::acme::NAME`.
    pub name: &'static str,
    /// The parameters in their order.
    pub parameters: &'static [Parameter],
    /// The last parameter, which takes any number of arguments.
    pub variadic_parameter: Option<Parameter>,
    /// The type of the result.
    pub return_type: AttributeType,
    /// The result may be null.
    pub nullable: bool,
}

impl FunctionSchema {
    /// A table without anything in it: what a row does not state is as here.
    pub const DEFAULT: Self = Self {
        name: "",
        parameters: &[],
        variadic_parameter: None,
        return_type: AttributeType::String,
        nullable: false,
    };

    /// The parameter that takes the argument at `index`.
    pub fn parameter(&self, index: usize) -> Option<&Parameter> {
        self.parameters.get(index).or(self.variadic_parameter.as_ref())
    }

    /// Whether any parameter takes what is not known yet, so that the result may be unknown too.
    pub fn takes_unknown_values(&self) -> bool {
        self.parameters.iter().chain(&self.variadic_parameter).any(|parameter| parameter.allow_unknown_values)
    }
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, type and validators; optional where null may be passed.
    pub attribute: Attribute,
    /// What is not known yet may be passed.
    pub allow_unknown_values: bool,
}

impl Parameter {
    /// A table without anything in it: what a row does not state is as here.
    pub const DEFAULT: Self = Self { attribute: Attribute::DEFAULT, allow_unknown_values: false };
}
