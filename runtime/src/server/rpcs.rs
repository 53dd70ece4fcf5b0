//! The RPCs: one file for each, named after it: decode, handle, encode.
//!
//! What cannot be decoded changes nothing: stored values are answered as they were sent.

mod apply_resource_change;
mod call_function;
mod configure_provider;
mod generate_resource_config;
mod get_functions;
mod get_metadata;
mod get_provider_schema;
mod get_resource_identity_schemas;
mod import_resource_state;
mod move_resource_state;
mod plan_resource_change;
mod read_data_source;
mod read_resource;
mod upgrade_resource_identity;
mod upgrade_resource_state;
mod validate_data_resource_config;
mod validate_provider_config;
mod validate_resource_config;

pub(super) use apply_resource_change::apply_resource_change;
pub(super) use call_function::call_function;
pub(super) use configure_provider::configure_provider;
pub(super) use generate_resource_config::generate_resource_config;
pub(super) use get_functions::get_functions;
pub(super) use get_metadata::get_metadata;
pub(super) use get_provider_schema::get_provider_schema;
pub(super) use get_resource_identity_schemas::get_resource_identity_schemas;
pub(super) use import_resource_state::import_resource_state;
pub(super) use move_resource_state::move_resource_state;
pub(super) use plan_resource_change::plan_resource_change;
pub(super) use read_data_source::read_data_source;
pub(super) use read_resource::read_resource;
pub(super) use upgrade_resource_identity::upgrade_resource_identity;
pub(super) use upgrade_resource_state::upgrade_resource_state;
pub(super) use validate_data_resource_config::validate_data_resource_config;
pub(super) use validate_provider_config::validate_provider_config;
pub(super) use validate_resource_config::validate_resource_config;
