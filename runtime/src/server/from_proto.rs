//! Parts of requests that several RPCs have.

use super::dynamic_value::decode;
use crate::diagnostic::Result;
use crate::registry::ResourceEntry;
use bytes::Bytes;
use tfgen_cty::Value;
use tfgen_proto::tfplugin6 as proto;

/// The identity that was sent; null when there was none.
pub(super) fn identity(entry: &ResourceEntry, sent: Option<&proto::ResourceIdentityData>) -> Result<Value> {
    decode(sent.and_then(|sent| sent.identity_data.as_ref()), entry.identity_type())
}

/// The JSON of a stored state.
pub(super) fn raw(sent: Option<proto::RawState>) -> Bytes {
    sent.map(|sent| sent.json).unwrap_or_default()
}
