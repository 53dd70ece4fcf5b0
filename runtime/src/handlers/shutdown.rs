//! The end of the process: the provider may tidy up. No RPC of its own; go-plugin's controller asks for it.

use super::{Configured, Handlers, guard};
use crate::log::Logger;
use std::sync::PoisonError;

impl Handlers {
    /// Lets the configured provider tidy up. What goes wrong there is logged: nobody is left to be told.
    pub(crate) async fn shutdown(&self) {
        let provider = match &*self.provider.read().unwrap_or_else(PoisonError::into_inner) {
            Configured::Provider(provider, _) => provider.clone(),
            Configured::Nothing | Configured::Deferred => return,
        };
        let ended = guard::run("shutting down", self.registry.provider.adapter.shutdown(provider)).await;
        let mut failed = ended.err().unwrap_or_default();
        self.secrets().mask_all(&mut failed);
        for message in failed {
            Logger::Provider.error(message.summary).field("detail", message.detail).write();
        }
    }
}
