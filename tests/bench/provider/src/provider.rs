//! The configured provider: what it keeps.

use crate::generated::provider::ProviderConfig;
use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tfgen_runtime::{Provider, Result};

/// Objects by their ids, of any model.
type Objects = HashMap<String, Arc<dyn Any + Send + Sync>>;

/// The provider `bench`.
#[derive(Default)]
pub struct Bench {
    objects: Mutex<Objects>,
}

impl Provider for Bench {
    type Config = ProviderConfig;

    async fn configure(_config: ProviderConfig) -> Result<Self> {
        Ok(Self::default())
    }
}

impl Bench {
    /// Keeps an object.
    pub fn keep<M: Any + Send + Sync>(&self, id: String, object: M) {
        self.objects().insert(id, Arc::new(object));
    }

    /// The object with this id.
    pub fn kept<M: Any + Send + Sync + Clone>(&self, id: &str) -> Option<M> {
        let object = self.objects().get(id).cloned()?;
        object.downcast_ref::<M>().cloned()
    }

    /// Forgets an object.
    pub fn forget(&self, id: &str) {
        self.objects().remove(id);
    }

    fn objects(&self) -> std::sync::MutexGuard<'_, Objects> {
        self.objects.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
