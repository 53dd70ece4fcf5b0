//! What the template of an ephemeral resource prints.

use super::documentation::lines;
use super::model::Declarations;
use super::rust_type::{Names, Role};
use super::schema;
use super::thing::{HeaderView, described};
use crate::ir::EphemeralResource;
use serde::Serialize;

/// `src/generated/ephemeral_resources/NAME.rs`
#[derive(Debug, Serialize)]
pub struct EphemeralResourceView {
    header: HeaderView,
    data: String,
    config: String,
    renew: bool,
    close: bool,
    declarations: Declarations,
    schema: String,
}

impl EphemeralResourceView {
    /// The view of one ephemeral resource.
    pub fn new(resource: &EphemeralResource) -> Self {
        let thing = &resource.thing;
        let roles = [Role::Data, Role::Config];
        let names = Names::new(&thing.name, &roles, &roles, &thing.schema);
        let of = &thing.origin.table;
        let declarations = Declarations::new(
            &names,
            &thing.schema,
            &[
                (Role::Data, described(&format!("What `{of}` answers: returned by open."), &thing.schema)),
                (Role::Config, lines(&format!("What a configuration of `{of}` may set."), "")),
            ],
        );
        Self {
            header: HeaderView::new(&format!("`{of}`"), &thing.origin),
            data: names.record("", Role::Data),
            config: names.record("", Role::Config),
            renew: resource.renew,
            close: resource.close,
            declarations,
            schema: schema::thing(thing),
        }
    }
}
