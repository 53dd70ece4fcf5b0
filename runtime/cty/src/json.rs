//! The JSON forms: of values, as states hold them, and of types.
//!
//! Numbers keep all their digits. Unknown values and infinities have no JSON form. A `dynamic` place holds
//! `{"value": …, "type": …}`. Reading accepts what Terraform's reader accepts: numbers and bools in strings, strings
//! given as numbers or bools, attributes left out (they are null); anything after the value is an error, as is nesting
//! beyond [`crate::MAX_DEPTH`].

mod decode;
mod encode;
mod reader;
pub(crate) mod type_json;

pub use self::decode::{decode, decode_lenient, implied_type};
pub use self::encode::encode;
