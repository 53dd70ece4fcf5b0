//! Stage 1's output: what the schema files say, with spans; possibly wrong.

use crate::diagnostic::Diagnostics;
use crate::source::SourceMap;

/// What the schema files say.
#[derive(Clone, Debug, Default)]
pub struct Documents {}

/// Reads every file of a source map; never stops at the first error.
pub fn parse(_sources: &SourceMap, _diagnostics: &mut Diagnostics) -> Documents {
    Documents {}
}
