//! Placeholder that the next commits fill.

mod caught;
pub mod check;
pub mod diagnostic;
pub mod import;
pub mod log;
pub mod planning;
#[doc(hidden)]
pub mod plugin;
pub mod schema;

pub use tfgen_cty as cty;
