//! Parts of requests that several RPCs have.

use super::dynamic_value::decode;
use crate::context::ClientCapabilities;
use crate::diagnostic::Result;
use crate::registry::{Registry, ResourceEntry};
use bytes::Bytes;
use tfgen_cty::Value;
use tfgen_proto::tfplugin6 as proto;

/// The identity that was sent; null when there was none.
pub(super) fn identity(entry: &ResourceEntry, sent: Option<&proto::ResourceIdentityData>) -> Result<Value> {
    decode(sent.and_then(|sent| sent.identity_data.as_ref()), entry.identity_type())
}

/// What the client can do; nothing beyond the plain calls when it does not say.
pub(super) fn client(sent: Option<&proto::ClientCapabilities>) -> ClientCapabilities {
    let sent = sent.copied().unwrap_or_default();
    ClientCapabilities {
        deferral_allowed: sent.deferral_allowed,
        write_only_attributes_allowed: sent.write_only_attributes_allowed,
        store_planned_private: sent.store_planned_private,
        computed_blocks_allowed: sent.computed_blocks_allowed,
    }
}

/// The JSON of a stored state.
pub(super) fn raw(sent: Option<proto::RawState>) -> Bytes {
    sent.map(|sent| sent.json).unwrap_or_default()
}

/// What the module tells the provider, if it tells anything.
pub(super) fn provider_meta(registry: &Registry, sent: Option<&proto::DynamicValue>) -> Result<Option<Value>> {
    let Some(ty) = registry.provider_meta_type() else { return Ok(None) };
    Ok(Some(decode(sent, ty)?).filter(|value| !value.is_null()))
}
