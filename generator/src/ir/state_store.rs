//! State stores: where entries are kept, and the attributes that the runtime adds to a configuration.

use super::lifecycle::optional;
use super::scope::Scope;
use super::{Attribute, AttributeType, Schema};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::StateStoreDocument;
use crate::rule::Rule;
use crate::view::identifier;
use tfgen_cty::Value;

mod attributes;

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
    /// The attributes for how many revisions are kept, and how long; none if there is no history.
    pub history: Option<[String; 2]>,
    /// Whether everything is compressed.
    pub compressed: bool,
    /// The attributes for the key, for keys of before and for whether what is not encrypted is read; none if nothing is encrypted.
    pub sealed: Option<[String; 3]>,
    /// Whether the key may be one that AWS KMS keeps.
    pub kms: bool,
    /// The attributes of the kind that are called otherwise: its word, and theirs.
    pub renamed: Vec<(&'static str, String)>,
    /// What its variables begin with, where that is not made of the provider's name.
    pub environment: Option<String>,
}

/// What a provider's variables and folders are called after.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProviderNames<'d> {
    pub(super) name: &'d str,
    /// Where its type names start otherwise.
    pub(super) type_prefix: Option<&'d str>,
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
    /// In a bucket of S3.
    S3,
    /// In a table of PostgreSQL.
    Postgres,
    /// As the configuration says, or the environment.
    Configured,
}

/// Lowers what a state store's table says; adds the runtime's attributes to its schema.
pub(super) fn lower(
    scope: &Scope<'_>,
    provider: ProviderNames<'_>,
    schema: &mut Schema,
    diagnostics: &mut Diagnostics,
) -> StateStore {
    let document = &scope.thing.state_store;
    let kind = kind(document);
    if kind != StateStoreKind::Custom {
        refuse_what_nothing_reads(scope, diagnostics);
    }
    if let Some(span) = document.kms.filter(|_| !document.sealed) {
        diagnostics.push(
            Diagnostic::new(Rule::NotInThisKind, "`kms` has no effect here")
                .at(span, "nothing is encrypted in this state store")
                .with_help("write `sealed = true`, or remove the key"),
        );
    }
    let mut brought = Brought::new(document, provider.type_prefix.unwrap_or(provider.name));
    let environment = provider.type_prefix.map(|_| brought.prefix.clone());
    let store = StateStore { environment, ..brought.store(kind) };
    merge(brought.attributes, document, scope, schema, diagnostics);
    store
}

/// The attributes that the runtime brings.
struct Brought<'d> {
    document: &'d StateStoreDocument,
    /// What the folder is called after.
    provider: &'d str,
    /// What variables begin with.
    prefix: String,
    attributes: Vec<Attribute>,
}

impl<'d> Brought<'d> {
    fn new(document: &'d StateStoreDocument, provider: &'d str) -> Self {
        let prefix = format!("{}_STATE_STORE", provider.to_uppercase().replace('-', "_"));
        Self { document, provider, prefix, attributes: Vec::new() }
    }

    fn store(&mut self, kind: StateStoreKind) -> StateStore {
        let document = self.document;
        let (mut backend, mut path, mut lock_timeout, mut lease) = <(String, String, String, String)>::default();
        if kind == StateStoreKind::Configured {
            let description = "What keeps the states: `filesystem` or `memory`. The latter is gone with the provider's process, and is for tests.";
            backend = self.text("backend", "BACKEND", description, Some("filesystem".to_owned()));
        }
        if matches!(kind, StateStoreKind::Filesystem | StateStoreKind::Configured) {
            let description = "The folder that keeps the states. It is made if it is not there.";
            path = self.text("path", "PATH", description, Some(format!("{}.tfstate.d", self.provider)));
        }
        if document.lock {
            let description = "How long to wait for the lock of somebody else, as a duration such as `30s` or `5m`. Without it, a locked state is an error at once.";
            lock_timeout = self.text("lock_timeout", "LOCK_TIMEOUT", description, None);
            let (description, default) = attributes::lease_of(kind);
            lease = self.text("lease", "LOCK_TTL", &description, default.map(str::to_owned));
        }
        let renamed = self.of_kind(kind);
        let history = document.history.then(|| self.history());
        let kms = document.sealed && (document.kms.is_some() || kind == StateStoreKind::S3);
        let sealed = document.sealed.then(|| self.sealed(kms));
        let (lock, compressed) = (document.lock, document.compressed);
        StateStore {
            kind,
            lock,
            backend,
            path,
            lock_timeout,
            lease,
            history,
            compressed,
            sealed,
            kms,
            renamed,
            environment: None,
        }
    }

    /// The attributes of a kind that is far away; gives back those that are called otherwise.
    fn of_kind(&mut self, kind: StateStoreKind) -> Vec<(&'static str, String)> {
        let names = attributes::of(kind).iter().map(|(word, variable, ty, description)| {
            (*word, self.attribute(word, variable, description, ty.as_type(), None))
        });
        names.filter(|(word, name)| word != name).collect()
    }

    fn history(&mut self) -> [String; 2] {
        let description =
            "How many revisions of each state are kept, the current one among them: from 1 to 10000. Without it, 100.";
        let keep = self.attribute("history_keep", "HISTORY_KEEP", description, AttributeType::Int64, None);
        let description = "How long revisions are kept that are not current, as a duration such as `720h`. Without it, age does not matter.";
        [keep, self.text("history_max_age", "HISTORY_MAX_AGE", description, None)]
    }

    fn sealed(&mut self, kms: bool) -> [String; 3] {
        let kms = if kms { ", or `aws-kms:KEY` for one that AWS KMS keeps" } else { "" };
        let description = format!(
            "Where the key is to be had that encrypts, and never the key itself: `env:NAME`, `passphrase-env:NAME`, `file:PATH` or `command:PROGRAM ARGUMENT…`{kms}. Without it, the key is the one in `{0}_KEY`, `{0}_KEY_FILE` or `{0}_PASSPHRASE`.",
            self.prefix
        );
        let key = self.text("encryption_key", "ENCRYPTION_KEY", &description, None);
        let description =
            "Where keys of before are to be had, which decrypt only. `state rotate-key` makes them superfluous.";
        let texts = AttributeType::List(Box::new(AttributeType::String));
        let old = self.attribute("encryption_old_keys", "", description, texts, None);
        let description = "Whether what was stored without encryption is read. Only for as long as there is some: whoever can write to the store could put it there.";
        [key, old, self.attribute("encryption_accept_plain", "", description, AttributeType::Bool, None)]
    }

    fn text(&mut self, key: &'static str, variable: &str, description: &str, default: Option<String>) -> String {
        self.attribute(key, variable, description, AttributeType::String, default)
    }

    /// Adds an attribute, and gives back what it is called.
    fn attribute(
        &mut self,
        key: &'static str,
        variable: &str,
        description: &str,
        ty: AttributeType,
        default: Option<String>,
    ) -> String {
        let renamed = self.document.names.iter().find(|(each, _)| *each == key);
        let name = renamed.map_or(key, |(_, name)| &name.value).to_owned();
        let env = if variable.is_empty() { Vec::new() } else { vec![format!("{}_{variable}", self.prefix)] };
        let default = default.map(Value::string);
        let attribute = optional(&name, ty, Vec::new(), description.to_owned());
        self.attributes.push(Attribute { carried: true, env, default, ..attribute });
        name
    }
}

fn kind(document: &StateStoreDocument) -> StateStoreKind {
    match document.kind.as_ref().map(|kind| kind.value) {
        Some("custom") => StateStoreKind::Custom,
        Some("filesystem") => StateStoreKind::Filesystem,
        Some("memory") => StateStoreKind::Memory,
        Some("s3") => StateStoreKind::S3,
        // The words are checked where they are read.
        Some(_) => StateStoreKind::Postgres,
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
