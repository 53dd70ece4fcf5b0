//! `StopProvider`: cancels what is running and keeps serving. Terraform sends it on the first Ctrl-C.

use super::Handlers;
use crate::context::Canceller;
use std::sync::PoisonError;

impl Handlers {
    pub(crate) fn stop_provider(&self) {
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *stop, Canceller::new()).cancel();
    }
}
