//! The `MessagePack` form, in which Terraform and its providers exchange values.
//!
//! What is read is bounded: nesting to [`crate::MAX_DEPTH`], and memory by the length of the input, whatever lengths
//! the input claims. Bytes after the value are ignored, as Terraform's own reader does.
//!
//! Where Terraform's reader is sloppy, this one is an error instead, because the result would not be of the type that
//! was asked for:
//!
//! - an empty map or array for an object with attributes or a tuple with elements (read as an empty object or tuple
//!   there, which fails later);
//! - an attribute that comes twice while another one is missing;
//! - a map key that is not text (read as an empty text there);
//! - text that is not UTF-8 (kept as it is there);
//! - NaN, and facts about an unknown value that contradict each other (a crash there).

mod decode;
mod encode;
mod unknown;

pub use self::decode::decode;
pub use self::encode::encode;
