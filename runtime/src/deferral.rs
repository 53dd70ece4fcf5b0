//! Deferral: an answer put off to a later run, because something that it needs is not known or not there yet.
//!
//! Handlers return it as an error, through `?`. Whether Terraform takes it, the client's capabilities say: if not, the
//! same error is shown, with what to do about it. This module must not know any RPC.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};

/// Why an answer has to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeferralReason {
    /// Something in the configuration of the resource is not known yet.
    ResourceConfigUnknown,
    /// Something in the configuration of the provider is not known yet.
    ProviderConfigUnknown,
    /// Something that the object needs does not exist yet.
    AbsentPrereq,
}

/// Puts the answer off to a later run of Terraform. To be returned as an error; [`Diagnostics::detail`] says more, and
/// [`Diagnostics::at`] names the attribute that it hangs on.
///
/// Terraform takes it from `read`, `import`, a plan hook, a data source, an ephemeral resource and an action's plan, when
/// the user allows it (`-allow-deferral`). Otherwise it is an error that says what to do instead.
///
/// ```
/// use tfgen_runtime::{DeferralReason, Result, defer};
///
/// fn cluster_address(found: Option<&str>) -> Result<String> {
///     let found = found.ok_or_else(|| defer(DeferralReason::AbsentPrereq).detail("The cluster is not there yet."))?;
///     Ok(found.to_owned())
/// }
/// assert!(cluster_address(None).unwrap_err().has_errors());
/// ```
pub fn defer(reason: DeferralReason) -> Diagnostics {
    let summary = match reason {
        DeferralReason::ResourceConfigUnknown => "The configuration is not known yet",
        DeferralReason::ProviderConfigUnknown => "The configuration of the provider is not known yet",
        DeferralReason::AbsentPrereq => "Something that this needs does not exist yet",
    };
    Diagnostic { deferral: Some(reason), ..Diagnostic::error(summary, "") }.into()
}

/// What to do where the answer cannot wait.
const REMEDY: &str = "Terraform has not allowed this to wait for a later run. Apply what it depends on first \
                      (`terraform apply -target=…`), or give values that are known when Terraform plans; a Terraform that \
                      has `-allow-deferral` can plan the rest without it.";

impl Diagnostic {
    /// The detail, with what to do about a deferral that was not taken.
    pub(crate) fn full_detail(self) -> String {
        match (self.deferral, self.severity) {
            (Some(_), Severity::Error) if self.detail.is_empty() => REMEDY.to_owned(),
            (Some(_), Severity::Error) => format!("{}\n\n{REMEDY}", self.detail),
            _ => self.detail,
        }
    }
}

impl Diagnostics {
    /// Why the answer is to wait, if that is the only thing wrong and the client allows it; and what else there is to
    /// say. One error besides, and the answer fails.
    pub(crate) fn settle(self, allowed: bool) -> (Option<DeferralReason>, Self) {
        let is_error = |message: &&Diagnostic| message.severity == Severity::Error;
        let mut reasons = self.iter().filter(is_error).map(|message| message.deferral);
        match (reasons.next(), reasons.all(|reason| reason.is_some())) {
            (Some(Some(reason)), true) if allowed => {
                let others = self.into_iter().filter(|message| message.severity != Severity::Error);
                (Some(reason), others.collect())
            }
            _ => (None, self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{error, warning};

    #[test]
    fn a_deferral_is_taken_only_when_it_is_allowed_and_alone() {
        let said = || defer(DeferralReason::AbsentPrereq).detail("No cluster.");
        let mut with_warning = said();
        with_warning.extend(warning("Old"));
        assert_eq!(with_warning.settle(true), (Some(DeferralReason::AbsentPrereq), warning("Old")));
        assert_eq!(said().settle(false), (None, said()));
        let mut with_error = said();
        with_error.extend(error("Broken"));
        assert_eq!(with_error.clone().settle(true), (None, with_error));
    }

    #[test]
    fn a_deferral_that_is_not_taken_says_what_to_do() {
        let [shown] = defer(DeferralReason::AbsentPrereq).detail("No cluster.").0.try_into().unwrap();
        let detail = Diagnostic::full_detail(shown);
        assert!(
            detail.starts_with("No cluster.\n\nTerraform has not allowed") && detail.contains("-target"),
            "{detail}"
        );
    }
}
