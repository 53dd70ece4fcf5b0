//! `nothing`: what calling it gives.

use crate::generated::functions::nothing::NothingFunction;
use tfgen_runtime::{Result, error};

/// The function `nothing`.
pub struct Nothing;

impl NothingFunction for Nothing {
    fn call() -> Result<tfgen_runtime::cty::Value> {
        Err(error("Calling `nothing` is not implemented yet"))
    }
}
