//! State stores below the RPCs: the conformance suite, and the rigs that crash what writes.

mod conformance;
