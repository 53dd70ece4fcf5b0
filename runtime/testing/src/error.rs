//! What goes wrong in a test: what the provider said, or which of core's rules its answer breaks.

use super::Resource;
use super::rule::Rule;
use std::fmt;
use tfgen_cty::Path;
use tfgen_runtime::diagnostic::{Diagnostic, Severity};

/// What the functions of this module return.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a step did not succeed. Shown by `?` and `unwrap` in a test, it tells all there is.
pub struct Error(Box<Inner>);

struct Inner {
    step: String,
    diagnostics: Vec<Diagnostic>,
    breaches: Vec<Breach>,
    kept: Option<Resource>,
}

/// One answer that breaks one of core's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The rule.
    pub rule: Rule,
    /// Where in the object; the root for the answer as a whole.
    pub path: Path,
    /// What the answer is, against the rule.
    pub message: String,
}

impl Breach {
    pub(super) fn new(rule: Rule, message: impl Into<String>) -> Self {
        Self { rule, path: Path::root(), message: message.into() }
    }

    pub(super) fn at(mut self, path: Path) -> Self {
        self.path = path;
        self
    }
}

impl Error {
    pub(super) fn new(step: impl Into<String>, diagnostics: Vec<Diagnostic>, breaches: Vec<Breach>) -> Self {
        Self(Box::new(Inner { step: step.into(), diagnostics, breaches, kept: None }))
    }

    /// A mistake of the test itself: there is nothing to blame the provider for.
    pub(super) fn misuse(step: impl Into<String>, summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(step, vec![Diagnostic::error(summary, detail)], Vec::new())
    }

    pub(super) fn keeping(mut self, kept: Option<Resource>) -> Self {
        self.0.kept = kept;
        self
    }

    /// What was being done, for example `ApplyResourceChange of acme_disk`.
    pub fn step(&self) -> &str {
        &self.0.step
    }

    /// What the provider had to say, warnings among it.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0.diagnostics
    }

    /// What was said of an attribute: `size_gb`, `mounts[0].host`. Empty if nothing was; what was said of the whole object is
    /// at no attribute.
    ///
    /// ```no_run
    /// # use tfgen_testing::{Core, hcl};
    /// # fn example(core: &Core) {
    /// let error = core.resource("acme_disk").plan(hcl! { name = "data", size_gb = -1 }).unwrap_err();
    /// assert_eq!(error.at("size_gb")[0].summary, "Invalid attribute value");
    /// # }
    /// ```
    pub fn at(&self, address: &str) -> Vec<&Diagnostic> {
        let is_there = |said: &&Diagnostic| said.path.as_ref().is_some_and(|path| path.to_string() == address);
        self.0.diagnostics.iter().filter(is_there).collect()
    }

    /// The rules that the answer breaks.
    pub fn breaches(&self) -> &[Breach] {
        &self.0.breaches
    }

    /// Whether the answer breaks this rule.
    pub fn breaks(&self, rule: Rule) -> bool {
        self.0.breaches.iter().any(|breach| breach.rule == rule)
    }

    /// The object that Terraform would have in its state now, after an apply that failed; tainted if it was a create.
    pub fn kept(&self) -> Option<&Resource> {
        self.0.kept.as_ref()
    }

    /// The same, to go on with.
    pub fn into_kept(self) -> Option<Resource> {
        self.0.kept
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} failed", self.0.step)?;
        for breach in &self.0.breaches {
            write!(formatter, "\n\n{breach}")?;
        }
        for diagnostic in &self.0.diagnostics {
            formatter.write_str("\n\n")?;
            write_diagnostic(diagnostic, formatter)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    /// The text: `unwrap` and `?` in a test show this one.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Breach {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, path, message } = self;
        write!(formatter, "Broken rule: {}", rule.title())?;
        let place = if path.is_root() { String::new() } else { format!("{path}: ") };
        write!(formatter, "\n  {place}{message}\n  The rule: {} ({rule:?})", rule.text())
    }
}

fn write_diagnostic(diagnostic: &Diagnostic, to: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Diagnostic { severity, summary, detail, path, .. } = diagnostic;
    to.write_str(if *severity == Severity::Error { "Error: " } else { "Warning: " })?;
    to.write_str(summary)?;
    if let Some(path) = path {
        write!(to, "\n  at {path}")?;
    }
    detail.lines().try_for_each(|line| write!(to, "\n  {line}"))
}
