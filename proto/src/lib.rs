//! The messages and services of Terraform's plugin protocol 6.11, of go-plugin, and of gRPC's health and reflection.
//!
//! Without a feature there are only the messages of the protocol and of go-plugin, which need prost alone; `server` and
//! `client` add the two halves of the services. All modules but `call`, [`encoded`](Encoded) and [`schema_json`] are generated from the `.proto`
//! files of this folder: a test in tfgen-tests keeps them current.

#[cfg(feature = "server")]
mod call;
mod encoded;
mod timestamp;

#[cfg(feature = "server")]
pub mod descriptors;
pub mod plugin;
pub mod schema_json;
pub mod tfplugin6;

#[cfg(feature = "server")]
pub mod health;
#[cfg(feature = "server")]
pub mod reflection_v1;
#[cfg(feature = "server")]
pub mod reflection_v1alpha;
#[cfg(feature = "server")]
mod tfplugin6_server;

#[cfg(feature = "server")]
pub use call::{BoxStream, Call};
pub use encoded::Encoded;
#[cfg(feature = "server")]
pub use tfplugin6_server::Provider;
pub use timestamp::Timestamp;

/// The version of the plugin protocol that the messages are of, as `--version` shows it.
pub const PROTOCOL_VERSION: &str = "6.11";
