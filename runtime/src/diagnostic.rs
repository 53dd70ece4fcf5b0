//! Diagnostics: what the runtime, and user code through it, has to tell the person who runs Terraform.
//!
//! The lowest module of the crate: it knows cty's paths and nothing else. It must not know the wire form.

use std::error::Error;

use tfgen_cty::Path;

use crate::deferral::DeferralReason;

/// What fallible handlers return: any `std` error turns into [`Diagnostics`] through `?`.
pub type Result<T, E = Diagnostics> = std::result::Result<T, E>;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The operation failed, or would.
    Error,
    /// The operation goes on.
    Warning,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the operation can go on.
    pub severity: Severity,
    /// One line: what is wrong.
    pub summary: String,
    /// Why, and what to do about it; may be empty.
    pub detail: String,
    /// The attribute that it is about; none for the whole thing.
    pub path: Option<Path>,
    /// The answer may wait for a later run: an error only where Terraform does not allow that.
    pub(crate) deferral: Option<DeferralReason>,
}

impl Diagnostic {
    /// An error about the whole thing.
    pub fn error(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { severity: Severity::Error, summary: summary.into(), detail: detail.into(), path: None, deferral: None }
    }

    /// A warning about the whole thing.
    pub fn warning(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(summary, detail) }
    }

    /// The same, about one attribute.
    #[must_use]
    pub fn at(mut self, path: impl Into<Path>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// Summary and detail in one text, for where there is room for one only: a function's error, a line of the log.
    pub(crate) fn in_one_text(&self) -> String {
        if self.detail.is_empty() { self.summary.clone() } else { format!("{}: {}", self.summary, self.detail) }
    }
}

/// Messages in the order in which they came up.
///
/// As the error type of a handler it is what `Err` carries. It does not implement [`Error`] itself, so that every
/// type which does converts into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

/// How far back a message is looked for before it is added.
const RECENT: usize = 256;

/// An error with this summary, to be returned or widened with [`Diagnostics::detail`] and [`Diagnostics::at`].
pub fn error(summary: impl Into<String>) -> Diagnostics {
    Diagnostic::error(summary, "").into()
}

/// A warning with this summary.
pub fn warning(summary: impl Into<String>) -> Diagnostics {
    Diagnostic::warning(summary, "").into()
}

impl Diagnostics {
    /// No messages.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Sets the detail of the last message.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        if let Some(last) = self.0.last_mut() {
            last.detail = detail.into();
        }
        self
    }

    /// Says which attribute the messages are about, where they do not say so yet.
    #[must_use]
    pub fn at(mut self, path: impl Into<Path>) -> Self {
        let path = path.into();
        for diagnostic in &mut self.0 {
            diagnostic.path.get_or_insert_with(|| path.clone());
        }
        self
    }

    /// Says which argument of a function the messages are about, counted from zero; one by one for a variadic parameter.
    /// A generated `parameter::NAME` does the same by name.
    ///
    /// ```
    /// # use tfgen_runtime::{Result, error};
    /// fn call(texts: Vec<String>) -> Result<String> {
    ///     match texts.iter().position(String::is_empty) {
    ///         Some(index) => Err(error("A text is empty").argument(index)),
    ///         None => Ok(texts.concat()),
    ///     }
    /// }
    /// # assert!(call(vec!["a".into(), String::new()]).is_err());
    /// ```
    #[must_use]
    pub fn argument(self, index: usize) -> Self {
        self.at(Path::root().index(index))
    }

    /// Puts `summary` first in every message; what was the summary opens the detail.
    #[must_use]
    pub fn summary(mut self, summary: &str) -> Self {
        for diagnostic in &mut self.0 {
            let before = std::mem::replace(&mut diagnostic.summary, summary.to_owned());
            let detail = std::mem::take(&mut diagnostic.detail);
            diagnostic.detail = if detail.is_empty() { before } else { format!("{before}\n\n{detail}") };
        }
        self
    }

    /// Adds a message, unless the same one is there already: among the last ones, so that a great many take no time.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let recent = self.0.len().saturating_sub(RECENT);
        if !self.0.iter().skip(recent).any(|other| *other == diagnostic) {
            self.0.push(diagnostic);
        }
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many messages there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether one of the messages is an error.
    pub fn has_errors(&self) -> bool {
        self.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The messages in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, messages: I) {
        for diagnostic in messages {
            self.push(diagnostic);
        }
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(messages: I) -> Self {
        let mut all = Self::new();
        all.extend(messages);
        all
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl<E: Error + 'static> From<E> for Diagnostics {
    /// The error's text is the summary; what caused it is the detail. An error of cty brings its path.
    fn from(error: E) -> Self {
        let mut causes = Vec::new();
        let mut cause = error.source();
        while let Some(source) = cause {
            causes.push(format!("Caused by: {source}"));
            cause = source.source();
        }
        let mut diagnostic = Diagnostic::error(error.to_string(), causes.join("\n"));
        if let Some(error) = (&error as &dyn Error).downcast_ref::<tfgen_cty::Error>() {
            diagnostic.summary = error.message().to_string();
            diagnostic.path = Some(error.path().clone());
        }
        diagnostic.into()
    }
}

/// What a `Result` of any error gains: a summary in the provider's words, and the attribute it is about.
pub trait ResultExt<T> {
    /// Says what failed; the error's own text becomes the detail.
    fn summary(self, summary: &str) -> Result<T>;
    /// Says which attribute the error is about.
    fn at(self, path: impl Into<Path>) -> Result<T>;
}

impl<T, E: Into<Diagnostics>> ResultExt<T> for std::result::Result<T, E> {
    fn summary(self, summary: &str) -> Result<T> {
        self.map_err(|error| error.into().summary(summary))
    }

    fn at(self, path: impl Into<Path>) -> Result<T> {
        self.map_err(|error| error.into().at(path))
    }
}
