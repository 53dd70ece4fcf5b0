//! `GetFunctions`: the definitions are a part of the encoded schema, which is served as it is.

use super::Handlers;

impl Handlers {
    /// The encoded `GetProviderSchema.Response`, of whose parts the functions are one.
    pub(crate) fn get_functions(&self) -> &'static [u8] {
        self.get_provider_schema()
    }
}
