//! State stores below the RPCs: the conformance suite, and the rigs that crash what writes.

mod conformance;
mod filesystem;
mod killed;
mod locks;
mod power_cuts;
mod scratch;
mod simulated_disk;
mod terraform;
