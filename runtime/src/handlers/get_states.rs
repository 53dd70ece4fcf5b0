//! `GetStates`: the names of the states that a store holds.

use super::Handlers;
use super::state_stores::StateStore;
use crate::context::Cancellation;
use crate::diagnostic::Diagnostics;

impl Handlers {
    /// Each name once, sorted.
    pub(crate) async fn get_states(&self, type_name: &str, cancellation: Cancellation) -> (Vec<String>, Diagnostics) {
        let doing = format!("listing the states in {type_name}");
        let work = |store: StateStore, call| store.store.states(call);
        let (outcome, mut said) = self.with_store(type_name, &doing, cancellation, work).await;
        match outcome {
            Ok(mut names) => {
                names.sort();
                names.dedup();
                (names, said)
            }
            Err(failed) => {
                said.extend(failed);
                (Vec::new(), said)
            }
        }
    }
}
