//! The fields that all log entries of one request share.
//!
//! A call runs to its end on one thread, which knows them as long as the call runs; contexts take them along from there,
//! into whatever tasks user code makes.

use super::Value;
use std::cell::RefCell;
use std::sync::Arc;

/// Names and values: the request's id, its RPC, what it is about.
pub(crate) type Fields = Arc<Vec<(&'static str, Value)>>;

thread_local! {
    static CURRENT: RefCell<Fields> = RefCell::default();
}

/// Says which request this thread works for from here on.
pub(crate) fn enter(fields: Fields) {
    CURRENT.set(fields);
}

/// The fields of the request that this thread works for; none where it works for none.
pub(crate) fn current() -> Fields {
    CURRENT.with_borrow(Arc::clone)
}
