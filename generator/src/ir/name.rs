//! Names that Terraform accepts, and names that are its own.

use heck::ToSnakeCase;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Kind;
use crate::rule::Rule;
use crate::source::Spanned;

/// Arguments of Terraform's own in the block of a resource or data source.
const RESERVED: &[&str] = &["connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner"];

/// Arguments of Terraform's own in the block of a provider.
const RESERVED_IN_PROVIDER: &[&str] = &["alias", "version"];

/// Whether a text can name a resource, data source, attribute or block.
pub fn is_legal(name: &str) -> bool {
    let first = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    first
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && name.chars().any(|c| c != '_')
}

/// Whether a text can name a provider, or who publishes it. `acme` and `acme-labs` can.
pub fn is_legal_for_provider(name: &str) -> bool {
    let inner = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    inner && name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with('-') && !name.contains("--")
}

/// The prefix of a provider's resource types: its name, with underscores for hyphens.
pub fn type_prefix(provider: &str) -> String {
    provider.replace('-', "_")
}

/// Reports a name that is not legal.
pub(super) fn check_legal(what: &str, name: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
    if is_legal(&name.value) {
        return true;
    }
    let text = &name.value;
    let mut diagnostic = Diagnostic::new(Rule::IllegalName, format!("`{text}` cannot name {what}"))
        .at(name.span, "lower-case letters, digits and `_`, not a digit first");
    let proposal = text.to_snake_case();
    if is_legal(&proposal) {
        diagnostic = diagnostic.with_help(format!("a legal name: `{proposal}`"));
    }
    diagnostics.push(diagnostic);
    false
}

/// Reports a provider's name or namespace that is not legal.
pub(super) fn check_provider(what: &str, name: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
    let namespace = what == "a namespace" && name.value.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if is_legal_for_provider(&name.value) || (namespace && !name.value.is_empty()) {
        return true;
    }
    let mut diagnostic = Diagnostic::new(Rule::IllegalName, format!("`{}` cannot name {what}", name.value))
        .at(name.span, "lower-case letters, digits and single hyphens, a letter first");
    if name.value.contains('_') {
        diagnostic =
            diagnostic.with_help("use hyphens; Terraform ends a provider's name at the first underscore of a type");
    }
    diagnostics.push(diagnostic);
    false
}

/// Reports a root attribute or block whose name is Terraform's own.
pub(super) fn check_reserved(kind: Kind, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let reserved = match kind {
        Kind::Provider => RESERVED_IN_PROVIDER,
        Kind::Function | Kind::ProviderMeta | Kind::Object | Kind::Format | Kind::Capability => return,
        _ => RESERVED,
    };
    if reserved.contains(&name.value.as_str()) {
        let noun = kind.a_noun();
        diagnostics.push(
            Diagnostic::new(Rule::ReservedName, format!("`{}` is reserved in {noun}", name.value))
                .at(name.span, format!("Terraform's own argument in the block of {noun}"))
                .with_help(format!("rename it, for example to `{}_value`", name.value)),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_framework() {
        for legal in ["a", "_a", "a_1", "type", "self"] {
            assert!(is_legal(legal), "{legal}");
        }
        for illegal in ["", "_", "__", "1a", "A", "a-b", "a.b", "ä"] {
            assert!(!is_legal(illegal), "{illegal}");
        }
    }

    #[test]
    fn provider_names_have_hyphens_but_no_underscores() {
        assert!(is_legal_for_provider("acme") && is_legal_for_provider("acme-2"));
        for illegal in ["", "2acme", "acme_labs", "-acme", "acme-", "a--b", "Acme"] {
            assert!(!is_legal_for_provider(illegal), "{illegal}");
        }
    }
}
