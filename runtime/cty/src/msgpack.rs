//! The `MessagePack` form, in which Terraform and its providers exchange values.
//!
//! What is read is bounded: nesting to [`crate::MAX_DEPTH`], and memory by the length of the input, whatever lengths
//! the input claims. Bytes after the value are ignored, as Terraform's own reader does.
//!
//! Where Terraform's reader takes something that is not of the type that was asked for, or crashes, the answer here is an
//! error:
//!
//! - an empty map or array for an object with attributes or a tuple with elements (an empty object or tuple there, which
//!   fails later);
//! - an attribute that comes twice while another one is missing (an incomplete object there);
//! - a map key that is not text (an empty text there);
//! - text that is not UTF-8 (kept as it is there; it could not be passed on as a Rust string);
//! - NaN, facts about an unknown value that contradict each other, and elements of different types in a collection whose
//!   element type has `dynamic` in it (crashes there);
//! - numbers beyond [`crate::Number::MAX_EXPONENT`], and malformed facts about an unknown value.
//!
//! A list of which all is known but its more than 1024 elements stays an unknown list.

mod decode;
mod encode;
mod unknown;

pub use self::decode::decode;
pub use self::encode::encode;
