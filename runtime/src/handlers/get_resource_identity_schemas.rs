//! `GetResourceIdentitySchemas`: what finds an object of each resource type again.

use super::Handlers;
pub(crate) use crate::schema::identity::{IdentityAttribute, IdentitySchema};

impl Handlers {
    /// Those of all resource types.
    pub(crate) fn get_resource_identity_schemas(&self) -> Vec<IdentitySchema> {
        self.registry.resources.identities()
    }
}
