//! Functions: what the generated code of each one implements, over the trait with its own signature that people implement.

use crate::diagnostic::{Result, error};
use crate::model::{FromValue, Slot, below, decode};
use crate::schema::FunctionSchema;
use std::vec::IntoIter;
use tfgen_cty::{Step, Value, ValueState};

/// A function behind its generated trait. Nothing here is configured: Terraform calls functions on any process of the
/// provider, and expects the same result for the same arguments.
pub trait Function: 'static {
    /// The static table that arguments are checked with.
    const SCHEMA: &'static FunctionSchema;

    /// The result for arguments that the schema allows. It waits for nothing that could be interrupted: when Terraform asks the
    /// provider to stop, an error is answered in its place, and its thread comes to an end by itself.
    fn call(arguments: Arguments) -> Result<Value>;
}

/// The arguments of one call, in order.
#[derive(Debug)]
pub struct Arguments {
    values: IntoIter<Value>,
    next: usize,
}

impl Arguments {
    pub(crate) fn new(values: Vec<Value>) -> Self {
        Self { values: values.into_iter(), next: 0 }
    }

    /// The next argument as the Rust type of its parameter.
    pub fn take<T: Argument>(&mut self) -> Result<T> {
        let value = self.values.next().ok_or_else(|| error("An argument is missing"))?;
        let index = self.next;
        self.next += 1;
        T::from_argument(value).map_err(|failed| below(Step::Index(index), failed))
    }

    /// All further arguments: those of the variadic parameter.
    pub fn rest<T: Argument>(&mut self) -> Result<Vec<T>> {
        let mut rest = Vec::with_capacity(self.values.len());
        while self.values.len() > 0 {
            rest.push(self.take()?);
        }
        Ok(rest)
    }
}

/// The Rust type of a parameter.
pub trait Argument: Sized {
    /// What the value is.
    fn from_argument(value: Value) -> Result<Self>;
}

impl<T: Slot + Default> Argument for T {
    fn from_argument(value: Value) -> Result<Self> {
        decode(value)
    }
}

/// Of a parameter that takes what is not known yet. A collection of which something is unknown is unknown.
impl<T: FromValue> Argument for ValueState<T> {
    fn from_argument(value: Value) -> Result<Self> {
        Ok(T::from_value(&value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_come_in_order_and_the_rest_at_once() {
        let texts = ["a", "b", "c"].map(Value::string).to_vec();
        let mut given = Arguments::new([vec![Value::number(1_i64), Value::Null, Value::unknown()], texts].concat());
        assert_eq!(given.take::<i64>().unwrap(), 1);
        assert_eq!(given.take::<Option<String>>().unwrap(), None);
        assert!(given.take::<ValueState<bool>>().unwrap().is_unknown());
        assert_eq!(given.rest::<String>().unwrap(), ["a", "b", "c"]);
        assert!(given.take::<String>().is_err());
    }

    #[test]
    fn a_failure_names_the_argument() {
        let mut given = Arguments::new(vec![Value::string("a"), Value::Bool(true)]);
        let failed = given.rest::<String>().unwrap_err();
        assert_eq!(failed.0[0].path.as_ref().unwrap().steps(), [Step::Index(1)]);
    }
}
