//! Where the events of a stream go, one at a time.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

type Sent = Pin<Box<dyn Future<Output = bool> + Send>>;

/// Takes events until nobody wants them any more. Cloning gives another handle on the same.
pub(crate) struct Outlet<T>(Arc<dyn Fn(T) -> Sent + Send + Sync>);

impl<T> Outlet<T> {
    pub(crate) fn new(send: impl Fn(T) -> Sent + Send + Sync + 'static) -> Self {
        Self(Arc::new(send))
    }

    /// Waits for room, and gives the event away. False when whoever listened is gone.
    pub(crate) async fn send(&self, event: T) -> bool {
        (self.0)(event).await
    }
}

impl<T> Clone for Outlet<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> fmt::Debug for Outlet<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Outlet")
    }
}
