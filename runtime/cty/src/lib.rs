//! Terraform's type system: types, values, and their `MessagePack` and JSON forms.
//!
//! A [`Value`] is a tree without types; a [`Type`] stands beside it wherever one is needed, as it does on the wire. Any
//! value may be null or unknown, and about an unknown value a [`Refinement`] may say something.
//!
//! | Terraform | cty type JSON | [`Type`] | [`Value`] | Rust |
//! |---|---|---|---|---|
//! | `bool` | `"bool"` | [`Type::Bool`] | [`Value::Bool`] | `bool` |
//! | `number` | `"number"` | [`Type::Number`] | [`Value::Number`] | [`Number`], `i64`, `f64` |
//! | `string` | `"string"` | [`Type::String`] | [`Value::String`] | `String` |
//! | `any` | `"dynamic"` | [`Type::Dynamic`] | [`Value::Dynamic`] | [`Value`] |
//! | `list(T)` | `["list",T]` | [`Type::List`] | [`Value::List`] | `Vec<T>` |
//! | `set(T)` | `["set",T]` | [`Type::Set`] | [`Value::Set`] | `Vec<T>` |
//! | `map(T)` | `["map",T]` | [`Type::Map`] | [`Value::Map`] | a map by `String` |
//! | `object({a = T})` | `["object",{"a":T}]` | [`Type::Object`] | [`Value::Object`] | a struct |
//! | `tuple([T, U])` | `["tuple",[T,U]]` | [`Type::Tuple`] | [`Value::Tuple`] | `(T, U)` |
//! | `null` | | any | [`Value::Null`] | [`ValueState::Null`], `None` |
//! | `(known after apply)` | | any | [`Value::Unknown`] | [`ValueState::Unknown`] |
//!
//! ```
//! use tfgen_cty::{Type, Value, json, msgpack};
//!
//! let ty = Type::from_json(br#"["object",{"name":"string","size":"number"}]"#)?;
//! let value = json::decode(br#"{"name": "data", "size": 0.1}"#, &ty)?;
//! assert_eq!(value.get("name"), Some(&Value::string("data")));
//! let bytes = msgpack::encode(&value, &ty)?;
//! assert_eq!(msgpack::decode(&bytes, &ty)?, value);
//! # Ok::<(), tfgen_cty::Error>(())
//! ```
//!
//! Everything that is read is bounded: nesting to [`MAX_DEPTH`], memory by the length of the input, numbers by
//! [`Number::MAX_EXPONENT`]. Whatever the input, the answer is a value or an [`Error`] with a path. Types and values that
//! a program builds itself are as deep as it makes them; taking them apart uses the stack.

mod conform;
mod convert;
mod error;
pub mod json;
pub mod msgpack;
mod number;
mod path;
mod refinement;
mod set;
mod tree;
mod ty;
mod unify;
mod value;
mod value_state;
mod walk;

pub use self::conform::conform;
pub use self::convert::convert;
pub use self::error::Error;
pub use self::number::Number;
pub use self::path::{Path, Step};
pub use self::refinement::{Bound, Refinement};
pub use self::set::Set;
pub use self::tree::tree;
pub use self::ty::{ObjectType, Type};
pub use self::unify::unify;
pub use self::value::{Dynamic, Unknown, Value};
pub use self::value_state::ValueState;
pub use self::walk::{transform, walk};

/// How deep types and values that are read or written may be nested: far deeper than any that people write, and shallow
/// enough for the stack of any thread.
pub const MAX_DEPTH: usize = 128;

const TOO_DEEP: &str = "the nesting is too deep";
