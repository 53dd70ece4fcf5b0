//! How the environment variables of a provider's own begin. It reads none.

/// The provider's name as variables have it: `BIG_CO` of `big-co`.
pub(crate) fn prefix(provider: &str) -> String {
    provider.to_uppercase().replace('-', "_")
}
