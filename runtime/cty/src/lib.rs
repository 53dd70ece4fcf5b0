//! Placeholder that the next commits fill.
