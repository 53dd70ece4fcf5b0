//! What RPCs answer whose kind of thing this version of the runtime does not have.

use crate::diagnostic::{Diagnostics, error};

/// The diagnostic. `what` is a plural: "Functions".
pub(crate) fn not_available(what: &str, name: &str) -> Diagnostics {
    error(format!("{what} are not available in this version of the runtime")).detail(format!(
        "Terraform asked for \"{name}\". The provider was built with tfgen-runtime {}, which has managed resources and data sources.",
        env!("CARGO_PKG_VERSION")
    ))
}
