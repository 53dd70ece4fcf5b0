//! Who and where we are, as locks tell it to people and as proofs of life compare it.

use std::fs;

/// The machine's name; empty if it tells none.
pub(crate) fn host() -> String {
    let told = fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| fs::read_to_string("/etc/hostname"));
    let named = || ["HOSTNAME", "COMPUTERNAME"].iter().find_map(|name| std::env::var(name).ok());
    told.ok().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).or_else(named).unwrap_or_default()
}

/// The account's name; empty if the environment tells none.
pub(crate) fn user() -> String {
    ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok()).unwrap_or_default()
}

/// The machine and its run since it was started. Containers of one machine have it in common, as they have its locks. Empty where the system does not tell.
pub(crate) fn boot() -> String {
    let id = |path: &str| fs::read_to_string(path).map(|id| id.trim().to_owned()).unwrap_or_default();
    let boot = id("/proc/sys/kernel/random/boot_id");
    if boot.is_empty() { String::new() } else { format!("{} {boot}", id("/etc/machine-id")) }
}

/// The machine's own id and that of its run.
pub(crate) fn split(boot: &str) -> (&str, &str) {
    boot.split_once(' ').unwrap_or_default()
}
