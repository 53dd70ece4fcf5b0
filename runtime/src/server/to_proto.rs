//! Responses as the wire takes them.
//!
//! A value that cannot be encoded is reported and left out; for what Terraform stores, the caller says what stands in.

use super::dynamic_value::encode;
use crate::deferral::DeferralReason;
use crate::diagnostic::{Diagnostics, Severity};
use crate::handlers::get_resource_identity_schemas::IdentitySchema;
use crate::registry::ResourceEntry;
use tfgen_cty::{Path, Step, Type, Value};
use tfgen_proto::tfplugin6 as proto;

/// What the provider can do beyond the plain calls. The generator encodes the same into the schema.
pub(super) fn capabilities() -> proto::ServerCapabilities {
    proto::ServerCapabilities {
        plan_destroy: true,
        get_provider_schema_optional: true,
        move_resource_state: true,
        generate_resource_config: true,
    }
}

pub(super) fn diagnostics(messages: Diagnostics) -> Vec<proto::Diagnostic> {
    let convert = |message: crate::diagnostic::Diagnostic| {
        let severity = match message.severity {
            Severity::Error => proto::diagnostic::Severity::Error,
            Severity::Warning => proto::diagnostic::Severity::Warning,
        };
        proto::Diagnostic {
            severity: severity.into(),
            attribute: message.path.as_ref().and_then(attribute_path),
            summary: message.summary.clone(),
            detail: message.full_detail(),
        }
    };
    messages.into_iter().map(convert).collect()
}

/// Why the answer is put off.
pub(super) fn deferred(reason: DeferralReason) -> proto::Deferred {
    use proto::deferred::Reason;
    let reason = match reason {
        DeferralReason::ResourceConfigUnknown => Reason::ResourceConfigUnknown,
        DeferralReason::ProviderConfigUnknown => Reason::ProviderConfigUnknown,
        DeferralReason::AbsentPrereq => Reason::AbsentPrereq,
    };
    proto::Deferred { reason: reason.into() }
}

/// None for the root: such a message is about the whole block. A path ends before an element of a set.
pub(super) fn attribute_path(path: &Path) -> Option<proto::AttributePath> {
    use proto::attribute_path::step::Selector;
    let selector = |step: &Step| match step {
        Step::Attribute(name) => Some(Selector::AttributeName(name.to_string())),
        Step::Key(key) => Some(Selector::ElementKeyString(key.to_string())),
        Step::Index(index) => i64::try_from(*index).ok().map(Selector::ElementKeyInt),
        Step::Element(_) => None,
    };
    let steps: Vec<_> = path
        .steps()
        .iter()
        .map_while(selector)
        .map(|selector| proto::attribute_path::Step { selector: Some(selector) })
        .collect();
    (!steps.is_empty()).then_some(proto::AttributePath { steps })
}

/// The encoded value; if that fails, a message, and nothing.
pub(super) fn value(value: &Value, ty: &Type, messages: &mut Diagnostics) -> Option<proto::DynamicValue> {
    encode(value, ty).map_err(|failed| messages.extend(failed)).ok()
}

/// The encoded identity, if there is one.
pub(super) fn identity(
    entry: &ResourceEntry,
    identity: &Value,
    messages: &mut Diagnostics,
) -> Option<proto::ResourceIdentityData> {
    if identity.is_null() {
        return None;
    }
    let identity_data = value(identity, entry.identity_type(), messages)?;
    Some(proto::ResourceIdentityData { identity_data: Some(identity_data) })
}

pub(super) fn identity_schema(schema: IdentitySchema) -> (String, proto::ResourceIdentitySchema) {
    let attribute = |attribute: crate::handlers::get_resource_identity_schemas::IdentityAttribute| {
        proto::resource_identity_schema::IdentityAttribute {
            name: attribute.name.to_owned(),
            r#type: attribute.ty.into_bytes(),
            required_for_import: attribute.required_for_import,
            optional_for_import: !attribute.required_for_import,
            description: String::new(),
        }
    };
    let identity_attributes = schema.attributes.into_iter().map(attribute).collect();
    (schema.type_name.to_owned(), proto::ResourceIdentitySchema { version: schema.version, identity_attributes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_ends_before_a_set_element() {
        let path = Path::root().attribute("rules").element(Value::Null).attribute("port");
        assert_eq!(attribute_path(&path).unwrap().steps.len(), 1);
        assert!(attribute_path(&Path::root()).is_none());
    }
}
