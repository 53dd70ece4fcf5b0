//! What the template of a capability prints: what all things look like which have it.

use super::documentation::lines;
use super::identifier;
use super::model::Declarations;
use super::rust_type::{Names, Role};
use super::thing::HeaderView;
use crate::ir::Capability;
use serde::Serialize;

/// `src/generated/capabilities/NAME.rs`
#[derive(Debug, Serialize)]
pub struct CapabilityView {
    header: HeaderView,
    view: String,
    declarations: Declarations,
}

/// Whether a capability brings anything that can be looked at.
pub fn has_view(capability: &Capability) -> bool {
    !capability.schema.attributes.is_empty() || !capability.schema.blocks.is_empty()
}

impl CapabilityView {
    /// The view of one capability.
    pub fn new(capability: &Capability) -> Self {
        let schema = &capability.schema;
        let names = Names::of_object(&capability.name, &schema.attributes, &schema.blocks);
        let of = format!("capability.{}", capability.name);
        let mut doc =
            lines(&format!("What `{of}` brings to a thing; anything of it may be null or not known yet."), "");
        let description = lines(&schema.description, "");
        if !description.is_empty() {
            doc.push(String::new());
            doc.extend(description);
        }
        Self {
            header: HeaderView::new(&format!("`{of}`"), &capability.origin),
            view: identifier::type_name(&capability.name, Role::View.suffix()),
            declarations: Declarations::new(&names, schema, &[(Role::View, doc)]),
        }
    }
}
