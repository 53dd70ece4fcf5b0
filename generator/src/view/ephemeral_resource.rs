//! What the template of an ephemeral resource prints.

use super::documentation::lines;
use super::hook::HooksView;
use super::model::Declarations;
use super::rust_type::{Names, Role};
use super::schema;
use super::thing::{self, HeaderView, PrivateKeyView, described};
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
    has_private: bool,
    private: Vec<PrivateKeyView>,
    hooks: Option<HooksView>,
    schema: String,
}

impl EphemeralResourceView {
    /// The view of one ephemeral resource.
    pub fn new(resource: &EphemeralResource) -> Self {
        let thing = &resource.thing;
        let roles = thing::with_view(&[Role::Data, Role::Config], &thing.schema);
        let names = Names::new(&thing.name, &roles, &roles, &thing.schema);
        let of = &thing.origin.table;
        let mut structs = vec![
            (Role::Data, described(&format!("What `{of}` answers: returned by open."), &thing.schema)),
            (Role::Config, lines(&format!("What a configuration of `{of}` may set."), "")),
        ];
        thing::push_view(&mut structs, &thing.schema, &format!("A configuration of `{of}`"));
        let declarations = Declarations::new(&names, &thing.schema, &structs);
        let data = names.record("", Role::Data);
        let of_trait = format!("rt::Ephemeral<Model = {data}>");
        Self {
            header: HeaderView::new(&format!("`{of}`"), &thing.origin),
            data,
            config: names.record("", Role::Config),
            renew: resource.renew,
            close: resource.close,
            declarations,
            has_private: !resource.private.is_empty(),
            private: PrivateKeyView::all(&names, &resource.private),
            hooks: HooksView::new(&names, &thing.name, &thing.schema, &thing.origin, of_trait),
            schema: schema::thing(thing),
        }
    }
}
