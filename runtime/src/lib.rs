//! The runtime of providers that tfgen generates.
//!
//! # The life of a resource
//!
//! ```text
//! configuration ─▶ validate_resource_config   static rules; unknown values pass
//!               ─▶ plan_resource_change       defaults, what stays unknown, what replaces
//!               ─▶ apply_resource_change      Resource::create, Update::update, Resource::delete
//! stored state  ─▶ upgrade_resource_state     each time a state is read
//!               ─▶ read_resource              Resource::read
//! an id         ─▶ import_resource_state      pattern → identity, then read_resource
//! ```
//!
//! User code sees four generated types, by where a value comes from: the *model* (total: what a handler answers), the
//! *plan* (what a configuration asks for), the *identity* (what finds the object again) and the *view* (anything
//! stored or unfinished, where each attribute is null, unknown or known).
//!
//! # Layers
//!
//! ```text
//! plugin (process) ─▶ server (protobuf ↔ cty) ─▶ handlers (one file per RPC) ─▶ adapter ─▶ Provider, Resource, DataSource
//!                                                    └▶ planning, check, validate: pure functions over schema tables
//! ```
//!
//! Handlers know no protobuf; only the adapter is generic; only the handshake prints to stdout. Before an answer
//! leaves, it is checked against the rules that Terraform core will check it with, so that a breach is reported in the
//! provider's own words and never costs the object.

#![cfg_attr(
    not(feature = "state-store"),
    allow(dead_code, unused_assignments, unused_imports, reason = "what only state stores use")
)]

use std::sync::Arc;

pub use tfgen_cty as cty;

mod action;
mod adapter;
mod capability;
mod caught;
#[doc(hidden)]
pub mod check;
#[cfg(feature = "state-store")]
mod command;
mod context;
mod contract;
mod data_source;
mod deferral;
pub mod diagnostic;
mod draft;
mod dynamic;
mod ephemeral;
mod format;
mod function;
#[doc(hidden)]
pub mod generated;
mod handlers;
mod hexadecimal;
#[doc(hidden)]
pub mod hook;
#[doc(hidden)]
pub mod import;
mod list;
pub mod log;
mod model;
#[cfg(not(feature = "state-store"))]
mod no_state_store;
#[doc(hidden)]
pub mod planning;
#[doc(hidden)]
pub mod plugin;
mod private;
mod program;
mod provider;
mod race;
mod random;
mod registry;
mod resource;
mod sample;
pub mod schema;
mod seal;
mod server;
mod signals;
#[cfg(feature = "state-store")]
pub mod state_store;
mod timeouts;
#[cfg(feature = "tool")]
mod tool;
mod upgrade;
#[doc(hidden)]
pub mod validate;
mod variables;

pub use action::Action;
pub use capability::Capability;
pub use context::{
    Apply, Cancellation, ClientCapabilities, Context, DynamicContext, Found, Invoke, Log, LogEntry, Planning, Session,
    Stored,
};
pub use data_source::DataSource;
pub use deferral::{DeferralReason, defer};
pub use diagnostic::{Diagnostic, Diagnostics, Result, ResultExt, Severity, error, warning};
pub use draft::Draft;
pub use dynamic::{DynamicDataSource, DynamicResource};
pub use ephemeral::{Close, Ephemeral, EphemeralConfig, Renew};
pub use format::TextFormat;
pub use list::{List, Listed};
pub use model::{
    AttributePath, Closable, ConfigModel, DataModel, EphemeralModel, Field, FromValue, IntoValue, ListModel, Map,
    Object, ProviderMetaModel, ProviderModel, Record, Renewable, ResourceModel, Slot, View,
};
#[cfg(not(feature = "state-store"))]
use no_state_store as state_store;
pub use private::{Private, PrivateKey};
pub use provider::Provider;
pub use registry::Registry;
pub use resource::{Identity, Plan, Resource, Update, ViewOf};
pub use server::Service;
#[cfg(feature = "state-store")]
pub use state_store::StateStore;
#[cfg(feature = "tool")]
pub use tool::{StepAnswer, StepContext};
pub use upgrade::{MoveState, Source, StoredObject, UpgradeIdentity, UpgradeState};

/// The values of private state that is not encrypted, for unit tests; `None` for any other bytes.
#[doc(hidden)]
pub fn plain_private_values(bytes: &[u8]) -> Option<cty::Value> {
    private::plain_values(bytes)
}

/// Runs a provider's process, from its arguments to its exit code: the whole `main` of a provider.
///
/// Started by Terraform, it serves until Terraform ends. Started by hand, it says what it is; `--version` and `--debug`
/// are there too.
pub fn serve(registry: Registry) -> std::process::ExitCode {
    #[cfg(feature = "state-store")]
    if let Some(words) = command::asked(std::env::args_os().skip(1)) {
        return command::run(registry, words);
    }
    let about = plugin::About { name: registry.name(), address: registry.address(), version: registry.version() };
    let service = Service::new(registry);
    let (ending, left) = (service.clone(), service.clone());
    let hooks = plugin::Hooks {
        left_alone: Box::new(move || left.abandon_locks()),
        at_end: Box::new(move || Box::pin(ending.shutdown())),
    };
    plugin::serve_until(about, Arc::new(service), plugin::Options::default(), hooks)
}
