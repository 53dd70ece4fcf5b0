//! `string`: what calling it gives.

use crate::generated::functions::string::StringFunction;
use tfgen_runtime::{Result, error};

/// The function `string`.
pub struct String;

impl StringFunction for String {
    fn call(_text: std::string::String) -> Result<std::string::String> {
        Err(error("Calling `string` is not implemented yet"))
    }
}
