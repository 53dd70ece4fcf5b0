//! What stands for `state_store` in a provider that has none: types without values, so that what handlers do with one compiles.
//!
//! Nothing here can ever run: without the feature no state store can be registered, and one that is not registered is refused
//! before anything else happens.

#[path = "state_store/body.rs"]
mod body;

pub(crate) use self::body::Body;

/// No store has trips to trace.
pub(crate) fn via<F>(_: &'static str, work: F) -> F {
    work
}

/// No store.
pub(crate) enum SharedStore {}

pub(crate) mod keeper {
    //! No states, and nothing over a store.

    #![allow(clippy::unused_async, reason = "callers wait for them, as they do for those that are there")]

    use super::{Body, SharedStore};
    use crate::context::Cancellation;
    use crate::diagnostic::{Diagnostics, Result, error};
    use crate::schema::StateStoreSettings;
    use tfgen_cty::Value;

    pub(crate) enum Layers {}

    impl Layers {
        pub(crate) fn configured(_: &str, _: &StateStoreSettings, _: &Value) -> Result<Self> {
            Err(error("This provider has no state stores")
                .detail("Its runtime was built without its feature `state-store`."))
        }

        pub(crate) fn cached(self) -> Self {
            match self {}
        }

        pub(crate) fn over(self, _: SharedStore, _: u64) -> Result<Keeper> {
            match self {}
        }
    }

    pub(crate) enum Keeper {}

    impl Keeper {
        pub(crate) fn succeed(&mut self, _: &Self, _: bool) {
            match *self {}
        }

        pub(crate) async fn read(&self, _: &str) -> Result<Option<Body>> {
            match *self {}
        }

        pub(crate) async fn write(&self, _: &str, _: Body) -> Result<()> {
            match *self {}
        }

        pub(crate) async fn states_to_work_with(&self) -> Result<(Vec<String>, Diagnostics)> {
            match *self {}
        }

        pub(crate) async fn lock(&self, _: &str, _: &str, _: &Cancellation) -> Result<Option<String>> {
            match *self {}
        }

        pub(crate) async fn unlock(&self, _: &str, _: &str) -> Result<()> {
            match *self {}
        }

        pub(crate) fn abandon_locks(&self) {
            match *self {}
        }

        pub(crate) async fn delete(&self, _: &str) -> Result<()> {
            match *self {}
        }
    }
}
