//! State stores: where entries are kept, and the attributes that the runtime adds to a configuration.

use super::lifecycle::optional;
use super::scope::Scope;
use super::{Attribute, AttributeType, Schema};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::StateStoreDocument;
use crate::rule::Rule;
use crate::view::identifier;
use tfgen_cty::Value;

/// How a state store is made and locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateStore {
    /// Where it keeps its entries.
    pub kind: StateStoreKind,
    /// Whether states are locked.
    pub lock: bool,
    /// The attribute that says which kind it is; empty where the schema does.
    pub backend: String,
    /// The attribute for the folder; empty if there is none.
    pub path: String,
    /// The attribute for how long a lock is waited for; empty if there is none.
    pub lock_timeout: String,
    /// The attribute for how long a lock is good without a heartbeat; empty if there is none.
    pub lease: String,
}

/// Where a state store keeps its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateStoreKind {
    /// In what the provider's author writes.
    Custom,
    /// In a folder.
    Filesystem,
    /// In the process.
    Memory,
    /// As the configuration says, or the environment.
    Configured,
}

/// Lowers what a state store's table says; adds the runtime's attributes to its schema.
pub(super) fn lower(
    scope: &Scope<'_>,
    provider: &str,
    schema: &mut Schema,
    diagnostics: &mut Diagnostics,
) -> StateStore {
    let document = &scope.thing.state_store;
    let kind = kind(document, diagnostics);
    if kind != StateStoreKind::Custom {
        refuse_what_nothing_reads(scope, diagnostics);
    }
    let mut store = StateStore {
        kind,
        lock: document.lock,
        backend: String::new(),
        path: String::new(),
        lock_timeout: String::new(),
        lease: String::new(),
    };
    let prefix = format!("{}_STATE_STORE", provider.to_uppercase().replace('-', "_"));
    let mut added = Vec::new();
    let mut add = |key: &'static str, variable: &str, description: &str, default: Option<String>| {
        let name = document.names.iter().find(|(each, _)| *each == key).map_or(key, |(_, name)| &name.value);
        let env = if variable.is_empty() { Vec::new() } else { vec![format!("{prefix}_{variable}")] };
        let default = default.map(Value::string);
        added.push(Attribute {
            carried: true,
            env,
            default,
            ..optional(name, AttributeType::String, Vec::new(), description.to_owned())
        });
        name.to_owned()
    };
    if kind == StateStoreKind::Configured {
        let description = "What keeps the states: `filesystem` or `memory`. The latter is gone with the provider's process, and is for tests.";
        store.backend = add("backend", "BACKEND", description, Some("filesystem".to_owned()));
    }
    if matches!(kind, StateStoreKind::Filesystem | StateStoreKind::Configured) {
        let description = "The folder that keeps the states. It is made if it is not there.";
        store.path = add("path", "PATH", description, Some(format!("{provider}.tfstate.d")));
    }
    if document.lock {
        let description = "How long to wait for the lock of somebody else, as a duration such as `30s` or `5m`. Without it, a locked state is an error at once.";
        store.lock_timeout = add("lock_timeout", "LOCK_TIMEOUT", description, None);
        let description = "How long a lock is good without a sign of life of its holder, as a duration such as `1m`. Whoever has watched it for so long may take it over. Without it, only a holder that is known to be dead loses its lock.";
        store.lease = add("lease", "LOCK_TTL", description, None);
    }
    merge(added, document, scope, schema, diagnostics);
    store
}

fn kind(document: &StateStoreDocument, diagnostics: &mut Diagnostics) -> StateStoreKind {
    match document.kind.as_ref().map(|kind| (kind.value, kind.span)) {
        Some(("custom", _)) => StateStoreKind::Custom,
        Some(("filesystem", _)) => StateStoreKind::Filesystem,
        Some(("memory", _)) => StateStoreKind::Memory,
        Some((later, span)) => {
            diagnostics.push(
                Diagnostic::new(
                    Rule::NotAvailableYet,
                    format!("state stores of the kind `{later}` are not available in this version"),
                )
                .at(span, "not available yet")
                .with_help("take `kind = \"custom\"` and write the store, or `kind = \"filesystem\"`"),
            );
            StateStoreKind::Custom
        }
        None => StateStoreKind::Configured,
    }
}

/// The runtime's own stores take no attributes of the schema's, and no implementation.
fn refuse_what_nothing_reads(scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    let thing = scope.thing;
    for attribute in &thing.attributes {
        diagnostics.push(
            Diagnostic::new(Rule::NotInThisKind, format!("nothing reads the attribute `{}`", attribute.address.value))
                .at(attribute.address.span, "the runtime's own state stores bring their attributes")
                .with_help("write `kind = \"custom\"` and the store's code, or remove the attribute"),
        );
    }
    for hook in &thing.hooks {
        diagnostics.push(
            Diagnostic::new(Rule::NotInThisKind, format!("the hook `{}` cannot stand here", hook.value))
                .at(hook.span, "this state store is the runtime's own")
                .with_help("write `kind = \"custom\"`, or remove it"),
        );
    }
    if let Some(path) = &thing.implementation {
        diagnostics.push(
            Diagnostic::new(Rule::NotInThisKind, "`implementation` has no effect here")
                .at(path.span, "this state store is the runtime's own")
                .with_help("write `kind = \"custom\"`, or remove the key"),
        );
    }
}

/// Puts the runtime's attributes among the schema's.
fn merge(
    added: Vec<Attribute>,
    document: &StateStoreDocument,
    scope: &Scope<'_>,
    schema: &mut Schema,
    diagnostics: &mut Diagnostics,
) {
    for (key, name) in &document.names {
        let (is_used, is_name) = (added.iter().any(|each| each.name == name.value), is_attribute_name(&name.value));
        if !is_used || !is_name {
            let (message, help) = if is_name {
                (format!("there is no attribute for `{key}` here"), "remove it: this kind of store does not have it")
            } else {
                (
                    format!("`{}` cannot name an attribute", name.value),
                    "write lower-case letters, digits and `_`, a letter first",
                )
            };
            diagnostics.push(Diagnostic::new(Rule::IllegalName, message).at(name.span, "this name").with_help(help));
        }
    }
    for attribute in added {
        if let Some(taken) = scope.place(&attribute.name) {
            diagnostics.push(
                Diagnostic::new(Rule::NameCollision, format!("the attribute `{}` is there twice", attribute.name))
                    .at(taken, "the runtime brings an attribute of this name")
                    .with_help(format!("rename one of them: `attribute_names = {{ {} = \"…\" }}`", attribute.name)),
            );
        } else {
            schema.attributes.push(attribute);
        }
    }
    schema.attributes.sort_by(|a, b| a.name.cmp(&b.name));
}

fn is_attribute_name(name: &str) -> bool {
    let reserved = ["provider", "count", "for_each", "depends_on", "lifecycle"];
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|each| each.is_ascii_lowercase() || each.is_ascii_digit() || each == '_')
        && !reserved.contains(&name)
        && !identifier::module(name).is_empty()
}
