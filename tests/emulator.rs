//! The core emulator, `tfgen_testing`: whole stories of the kitchen provider, and answers that break its rules.
//!
//! The files example is driven through it by tests of its own, which users copy.

mod actions;
#[cfg(unix)]
mod bases;
mod bent;
mod capabilities;
mod cellar;
mod deferral;
#[cfg(unix)]
mod dial;
mod dynamic;
mod ephemeral_resources;
mod fake;
mod folder;
mod functions;
#[cfg(unix)]
mod gauge;
mod glass;
mod hooks;
mod interrupts;
mod kinds;
mod kitchen;
mod lifecycle;
mod lists;
mod page;
#[cfg(unix)]
mod probe;
mod rack;
mod random;
mod rota;
mod rules;
mod state_stores;
#[path = "robustness/values.rs"]
#[allow(dead_code, reason = "here types come from the tables, not from the wire")]
mod values;
