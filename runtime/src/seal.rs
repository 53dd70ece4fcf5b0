//! Encryption at rest: keys, pass phrases and where they come from, for private state and for states alike.
//!
//! [`key`] encrypts and decrypts, [`keyring`] holds the keys that an operator gives, the newest first, and [`source`] reads
//! them. [`parts`] is how the forms of what is stored are put together. What is authenticated beside a text is up to those
//! who store it. Nothing here may print a key.

mod aws_kms;
mod key;
mod keyring;
pub(crate) mod parts;
mod source;

pub use self::aws_kms::AwsKmsKey;
pub(crate) use self::key::{DATA_KEY_LENGTH, Derivation, Key, data_key, nonce};
pub(crate) use self::keyring::Keyring;
pub use self::source::KeySource;
