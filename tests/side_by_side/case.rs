//! A case and what it may ask of a run.

use crate::side::Side;
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::Ran;

/// One thing that users expect of a provider.
pub struct Case {
    /// For people.
    pub name: &'static str,
    /// Passes, or says what was found instead.
    pub run: fn(&Side) -> Result<(), String>,
}

/// The case `name`.
pub const fn case(name: &'static str, run: fn(&Side) -> Result<(), String>) -> Case {
    Case { name, run }
}

/// Fails with `why` unless `holds`.
pub fn ensure(holds: bool, why: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.into()) }
}

/// Fails unless the run ended as expected; the first error that Terraform showed says why.
pub fn succeeds(ran: Ran) -> Result<Ran, String> {
    if ran.code == 0 { Ok(ran) } else { Err(first_error(&ran)) }
}

/// The first error that Terraform showed.
pub fn first_error(ran: &Ran) -> String {
    let all = flowing(&format!("{} {}", ran.stdout, ran.stderr));
    match all.find("Error:") {
        Some(at) => all[at..].to_owned(),
        None => format!("exit code {}: {all}", ran.code),
    }
}
