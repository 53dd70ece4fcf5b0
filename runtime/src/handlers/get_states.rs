//! `GetStates`: the names of the states that a store holds.

use super::Handlers;
use super::state_stores::StateStore;
use crate::adapter::BoxFuture;
use crate::diagnostic::Diagnostics;

impl Handlers {
    /// Each name once, sorted.
    pub(crate) async fn get_states(&self, type_name: &str) -> (Vec<String>, Diagnostics) {
        let doing = format!("listing the states in {type_name}");
        let work =
            |store: StateStore| -> BoxFuture<_> { Box::pin(async move { store.keeper.states_to_work_with().await }) };
        match self.with_store("GetStates", type_name, &doing, work).await {
            Ok((mut names, warned)) => {
                names.sort();
                names.dedup();
                (names, warned)
            }
            Err(failed) => (Vec::new(), failed),
        }
    }
}
