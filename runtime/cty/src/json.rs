//! The JSON forms: of values, as states hold them, and of types.
//!
//! Numbers keep all their digits. Unknown values and infinities have no JSON form. A `dynamic` place holds
//! `{"value": …, "type": …}`. Reading accepts what Terraform's reader accepts: numbers and bools in strings, strings
//! given as numbers or bools, attributes left out (they are null), keys that come twice (the last one counts).
//!
//! Stricter than Terraform's reader: anything after the value is an error, as are numbers with leading zeros, nesting
//! beyond [`crate::MAX_DEPTH`], a tuple that is too short, and elements of different types in a collection whose element
//! type has `dynamic` in it (the last two crash Terraform).

mod decode;
mod encode;
mod node;
mod reader;
pub(crate) mod type_json;

pub use self::decode::{decode, decode_lenient, implied_type};
pub use self::encode::encode;
pub use self::node::Node;
