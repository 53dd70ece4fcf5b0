//! Tests of a provider without Terraform: this plays Terraform core.
//!
//! A [`Core`] drives a provider in the same process, through its gRPC service's methods and with values encoded as they
//! are on the wire. It does what core does around each call, and holds the provider to core's [rules](Rule): a breach is
//! an [`Error`] that names the rule and the attribute, not a "provider produced an invalid plan" at a user's desk.
//!
//! ```no_run
//! use tfgen_testing::{Action, Core, Result, hcl};
//!
//! // #[test]
//! # fn example(registry: fn() -> tfgen_runtime::Registry) -> Result<()> {
//! # /*
//! fn a_disk_lives_and_dies() -> Result<()> {
//! # */
//!     let core = Core::start(registry())?.configure(hcl! { endpoint = "http://localhost:8080" })?;
//!
//!     // Validate, plan, check, plan again, apply, check.
//!     let disk = core.resource("acme_disk").create(hcl! { name = "data", size_gb = 5, tags = { team = "x" } })?;
//!     assert_eq!(disk.attribute("size_gb"), 5);
//!     assert_eq!(disk.attribute("tags.team"), "x");
//!     // Upgrade, read, plan: nothing may be left to do.
//!     disk.expect_empty_plan()?;
//!
//!     let plan = disk.plan(hcl! { name = "data", size_gb = 5, region = "eu-2" })?;
//!     assert_eq!(plan.action(), Action::Replace);
//!     assert_eq!(plan.requires_replace(), ["region"]);
//!
//!     let disk = disk.apply(hcl! { name = "data", size_gb = 6 })?;
//!     let copy = core.resource("acme_disk").import(disk.attribute("id").as_str().unwrap_or_default())?;
//!     assert_eq!(copy.attribute("size_gb"), 6);
//!     disk.destroy()
//! }
//! ```
//!
//! Tests are plain `#[test]` functions: the core owns the threads that the provider runs on. Values are written with
//! [`hcl!`], also those that are not known yet (`unknown`). What a provider refuses is an [`Error`] with its diagnostics;
//! an apply that failed keeps what exists, as Terraform's state would ([`Error::kept`]).
//!
//! The rules are checked by code of their own, written against the schema as it is on the wire: nothing here uses what
//! the runtime checks itself before it answers.

mod action;
mod apply;
mod compatible;
mod configuration;
mod connection;
mod core;
mod data_source;
mod difference;
mod ephemeral_resource;
mod error;
mod fake_tool;
mod function;
mod generated_config;
mod hcl;
mod import;
mod list_resource;
mod plan;
mod plan_valid;
mod private_value;
mod proposed_new;
mod read;
mod resource;
mod rule;
mod schema;
mod schema_rules;
mod state_store;
mod write_only;

pub use self::action::{ActionType, Invoked};
pub use self::connection::Deferred;
pub use self::core::{Capabilities, Core};
pub use self::data_source::{Data, DataSourceType};
pub use self::ephemeral_resource::{EphemeralResourceType, Opened};
pub use self::error::{Breach, Error, Result};
pub use self::fake_tool::{FakeTool, On};
pub use self::function::Function;
pub use self::hcl::{Hcl, hcl};
pub use self::import::Moved;
pub use self::list_resource::{ListResourceType, Listed};
pub use self::plan::{Action, Plan};
pub use self::resource::{Resource, ResourceType};
pub use self::rule::Rule;
pub use self::state_store::{StateStore, StateStoreType};
