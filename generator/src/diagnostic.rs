//! What is wrong with a schema or an output folder, and where; collected by every stage.
//!
//! Nothing here is printed: `report` does that.

use crate::rule::{Rule, Severity};
use crate::source::Span;

/// A place and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be said; may be empty.
    pub text: String,
}

/// One breach of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    rule: Rule,
    message: String,
    primary: Option<Label>,
    file: Option<String>,
    secondary: Vec<Label>,
    help: Vec<String>,
}

impl Diagnostic {
    /// A diagnostic without a place.
    pub fn new(rule: Rule, message: impl Into<String>) -> Self {
        Self { rule, message: message.into(), primary: None, file: None, secondary: Vec::new(), help: Vec::new() }
    }

    /// Sets the place that is wrong.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Sets the file or folder that is wrong, where there is no place in a schema file.
    #[must_use]
    pub fn in_file(mut self, path: impl Into<String>) -> Self {
        self.file = Some(path.into());
        self
    }

    /// Adds another place that has to do with it.
    #[must_use]
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds another place, if there is one and it is not the place itself.
    #[must_use]
    pub fn and_any(self, span: Option<Span>, text: impl Into<String>) -> Self {
        match span.filter(|span| self.primary.as_ref().is_none_or(|primary| primary.span != *span)) {
            Some(span) => self.and(span, text),
            None => self,
        }
    }

    /// Adds a remedy.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// The rule that was broken.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Whether it stops the generator.
    pub fn severity(&self) -> Severity {
        self.rule.severity()
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The place that is wrong.
    pub fn primary(&self) -> Option<&Label> {
        self.primary.as_ref()
    }

    /// The file or folder that is wrong, where there is no primary label.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Other places.
    pub fn secondary(&self) -> &[Label] {
        &self.secondary
    }

    /// Remedies, one per line; that of the rule, if there is none of its own.
    pub fn help(&self) -> Vec<&str> {
        if self.help.is_empty() {
            return vec![self.rule.remedy()];
        }
        self.help.iter().map(String::as_str).collect()
    }

    fn sort_key(&self) -> (Option<Span>, Option<&str>, Rule, &str) {
        (self.primary.as_ref().map(|label| label.span), self.file.as_deref(), self.rule, &self.message)
    }
}

/// Diagnostics in the making; read sorted by file and position, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds another place to the diagnostics of these rules that were pushed after the first `from`, where they have none.
    pub fn relate(&mut self, from: usize, rules: &[Rule], span: Span, text: &str) {
        let pushed = self.list.iter_mut().skip(from);
        for diagnostic in pushed.filter(|each| rules.contains(&each.rule) && each.secondary.is_empty()) {
            diagnostic.secondary.push(Label { span, text: text.to_owned() });
        }
    }

    /// Adds another collection.
    pub fn extend(&mut self, other: Self) {
        self.list.extend(other.list);
    }

    /// How many were pushed.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    /// Sorted by file and position (those without a place first); equal ones once.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut sorted: Vec<&Diagnostic> = self.list.iter().collect();
        sorted.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
        sorted.dedup();
        sorted.into_iter()
    }

    /// Ends a stage: gives everything back as an error if there is an error, and keeps warnings otherwise.
    pub fn gate(&mut self) -> Result<(), Self> {
        if self.has_errors() { Err(std::mem::take(self)) } else { Ok(()) }
    }
}
