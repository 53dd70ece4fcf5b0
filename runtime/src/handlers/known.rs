//! Configurations that have to be known before user code can work with them.

use crate::diagnostic::{Diagnostics, error};
use tfgen_cty::{Path, Value, walk};

/// The first place that is not known yet.
pub(super) fn first_unknown(config: &Value) -> Option<Path> {
    let mut unknown: Option<Path> = None;
    walk(config, &mut |path: &Path, value: &Value| {
        if unknown.is_none() && value.is_unknown() {
            unknown = Some(path.clone());
        }
        unknown.is_none()
    });
    unknown
}

/// What is wrong with a configuration of which something is not known yet; nothing if all of it is.
pub(super) fn wholly_known(what: &str, config: &Value) -> Result<(), Diagnostics> {
    let Some(path) = first_unknown(config) else { return Ok(()) };
    Err(error(format!("The configuration of {what} is not known yet"))
        .detail(format!("`{path}` depends on something that is known after apply only."))
        .at(path))
}
