//! `GetProviderSchema`: the generator encoded the response; it is served as it is.

use super::Handlers;

impl Handlers {
    /// The encoded `GetProviderSchema.Response`.
    pub(crate) fn get_provider_schema(&self) -> &'static [u8] {
        self.registry.schema_bytes
    }
}
