//! `lenient`: what calling it gives.

use crate::generated::functions::lenient::{LenientFunction, LenientObjectView, LenientResult};
use tfgen_runtime::{Result, error};

/// The function `lenient`.
pub struct Lenient;

impl LenientFunction for Lenient {
    fn call(
        _object: tfgen_runtime::cty::ValueState<LenientObjectView>,
        _texts: Vec<tfgen_runtime::cty::ValueState<tfgen_runtime::Map<String>>>,
    ) -> Result<tfgen_runtime::cty::ValueState<LenientResult>> {
        Err(error("Calling `lenient` is not implemented yet"))
    }
}
