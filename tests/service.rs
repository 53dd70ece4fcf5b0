//! The gRPC service, asked as Terraform core asks it: one behaviour per test, over the wire forms of both sides.

mod apply;
mod client;
mod configure;
mod deferral;
mod failure;
mod functions;
mod hostile;
mod import;
mod kitchen;
mod kitchen_resource;
mod metadata;
mod move_state;
mod plan;
mod private_state;
mod read;
mod stop;
mod timeouts;
mod unavailable;
mod upgrade;
mod validate;
