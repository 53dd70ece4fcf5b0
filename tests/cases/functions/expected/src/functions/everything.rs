//! `everything`: what calling it gives.

use crate::generated::functions::everything::{
    EverythingFunction, EverythingObject, EverythingObjects, EverythingResult, EverythingResult2,
};
use tfgen_runtime::{Result, error};

/// The function `everything`.
pub struct Everything;

impl EverythingFunction for Everything {
    fn call(
        _a_rather_long_name_for_a_boolean: bool,
        _a_rather_long_name_for_an_integer: i32,
        _float: f64,
        _number: tfgen_runtime::cty::Number,
        _object: EverythingObject,
        _objects: Vec<EverythingObjects>,
        _result: EverythingResult,
        _any: tfgen_runtime::cty::Value,
    ) -> Result<Option<tfgen_runtime::Map<Vec<EverythingResult2>>>> {
        Err(error("Calling `everything` is not implemented yet"))
    }
}
