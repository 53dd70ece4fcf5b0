//! Requests as handlers take them.

use super::dynamic_value::decode;
use crate::context::Cancellation;
use crate::diagnostic::Result;
use crate::handlers::{
    apply_resource_change, import_resource_state, plan_resource_change, read_data_source, read_resource,
    upgrade_resource_identity, upgrade_resource_state, validate_resource_config,
};
use crate::registry::{DataSourceEntry, ResourceEntry};
use bytes::Bytes;
use tfgen_cty::Value;
use tfgen_proto::tfplugin6 as proto;

fn identity(entry: &ResourceEntry, sent: Option<&proto::ResourceIdentityData>) -> Result<Value> {
    decode(sent.and_then(|sent| sent.identity_data.as_ref()), entry.identity_type())
}

fn raw(sent: Option<proto::RawState>) -> Bytes {
    sent.map(|sent| sent.json).unwrap_or_default()
}

pub(super) fn validate_resource_config(
    entry: &ResourceEntry,
    sent: &proto::validate_resource_config::Request,
) -> Result<validate_resource_config::Request> {
    Ok(validate_resource_config::Request {
        config: decode(sent.config.as_ref(), entry.ty())?,
        write_only_attributes_allowed: sent
            .client_capabilities
            .as_ref()
            .is_some_and(|capabilities| capabilities.write_only_attributes_allowed),
    })
}

pub(super) fn upgrade_resource_state(sent: proto::upgrade_resource_state::Request) -> upgrade_resource_state::Request {
    upgrade_resource_state::Request { version: sent.version, raw_state: raw(sent.raw_state) }
}

pub(super) fn upgrade_resource_identity(
    sent: proto::upgrade_resource_identity::Request,
) -> upgrade_resource_identity::Request {
    upgrade_resource_identity::Request { version: sent.version, raw_identity: raw(sent.raw_identity) }
}

pub(super) fn read_resource(
    entry: &ResourceEntry,
    sent: &proto::read_resource::Request,
    cancellation: Cancellation,
) -> Result<read_resource::Request> {
    Ok(read_resource::Request {
        current_state: decode(sent.current_state.as_ref(), entry.ty())?,
        current_identity: identity(entry, sent.current_identity.as_ref())?,
        private: sent.private.clone(),
        cancellation,
    })
}

pub(super) fn plan_resource_change(
    entry: &ResourceEntry,
    sent: &proto::plan_resource_change::Request,
) -> Result<plan_resource_change::Request> {
    Ok(plan_resource_change::Request {
        prior_state: decode(sent.prior_state.as_ref(), entry.ty())?,
        prior_identity: identity(entry, sent.prior_identity.as_ref())?,
        proposed_new_state: decode(sent.proposed_new_state.as_ref(), entry.ty())?,
        config: decode(sent.config.as_ref(), entry.ty())?,
        prior_private: sent.prior_private.clone(),
    })
}

pub(super) fn apply_resource_change(
    entry: &ResourceEntry,
    sent: &proto::apply_resource_change::Request,
    cancellation: Cancellation,
) -> Result<apply_resource_change::Request> {
    Ok(apply_resource_change::Request {
        prior_state: decode(sent.prior_state.as_ref(), entry.ty())?,
        planned_state: decode(sent.planned_state.as_ref(), entry.ty())?,
        planned_identity: identity(entry, sent.planned_identity.as_ref())?,
        config: decode(sent.config.as_ref(), entry.ty())?,
        planned_private: sent.planned_private.clone(),
        cancellation,
    })
}

pub(super) fn import_resource_state(
    entry: &ResourceEntry,
    sent: &proto::import_resource_state::Request,
) -> Result<import_resource_state::Request> {
    Ok(import_resource_state::Request { id: sent.id.clone(), identity: identity(entry, sent.identity.as_ref())? })
}

pub(super) fn read_data_source(
    entry: &DataSourceEntry,
    sent: &proto::read_data_source::Request,
    cancellation: Cancellation,
) -> Result<read_data_source::Request> {
    Ok(read_data_source::Request { config: decode(sent.config.as_ref(), entry.ty())?, cancellation })
}
