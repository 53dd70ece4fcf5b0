//! `disk_urn`: what calling it gives.

use crate::generated::functions::disk_urn::DiskUrnFunction;
use tfgen_runtime::{Result, error};

/// The function `disk_urn`.
pub struct DiskUrn;

impl DiskUrnFunction for DiskUrn {
    fn call(_region: String, _id: Option<String>, _type: Vec<Vec<String>>) -> Result<String> {
        Err(error("Calling `disk_urn` is not implemented yet"))
    }
}
