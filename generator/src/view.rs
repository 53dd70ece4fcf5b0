//! IR to what the templates print: every string final, no decisions left.

pub mod identifier;
