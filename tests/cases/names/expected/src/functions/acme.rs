//! `acme`: what calling it gives.

use crate::generated::functions::acme::{AcmeFunction, AcmeSelf};
use tfgen_runtime::{Result, error};

/// The function `acme`.
pub struct Acme;

impl AcmeFunction for Acme {
    fn call(_acme: String, _self_: AcmeSelf, _fn: Vec<String>) -> Result<String> {
        Err(error("Calling `acme` is not implemented yet"))
    }
}
