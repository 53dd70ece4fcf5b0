//! The gRPC service, asked as Terraform core asks it: one behaviour per test, over the wire forms of both sides.

mod actions;
mod apply;
mod client;
mod computed_blocks;
mod configure;
mod deferral;
mod ephemeral_resources;
mod failure;
mod functions;
mod hostile;
mod import;
mod kitchen;
mod kitchen_resource;
mod lists;
mod metadata;
mod move_state;
mod plan;
mod private_state;
mod read;
mod state_stores;
mod stop;
mod timeouts;
mod upgrade;
mod upgrade_samples;
mod validate;
