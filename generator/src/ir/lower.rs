//! Documents to IR, one function per kind.

use super::Provider;
use crate::diagnostic::Diagnostics;
use crate::document::Documents;

/// Lowers what was written to what it means; `None` if there is an error.
pub fn lower(_documents: &Documents, _diagnostics: &mut Diagnostics) -> Option<Provider> {
    None
}
