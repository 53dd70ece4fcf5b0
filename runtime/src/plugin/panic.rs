//! What a panic prints. One that will be caught is logged; any other is printed in the form that Terraform recognises,
//! collects and shows as a crash report of the provider.

use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;

use super::log;
use crate::caught;
use crate::log::Logger;

/// Replaces the hook of the standard library for the rest of the process.
pub(super) fn install_hook() {
    std::panic::set_hook(Box::new(report));
}

fn report(info: &PanicHookInfo<'_>) {
    let message = caught::message(info.payload());
    let location = info.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let backtrace = Backtrace::force_capture();
    if caught::is_catching() {
        // What it says may quote a secret: that is masked in the diagnostic, by those who know the secrets.
        Logger::Provider
            .error("A panic in the provider's code")
            .field("location", location.clone())
            .field("backtrace", backtrace.to_string())
            .write();
        caught::note_location(location);
    } else {
        log::line(&format!("panic: {message}\n\nat {location}\n{backtrace}"));
    }
}
