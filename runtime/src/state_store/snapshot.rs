//! A state as Terraform writes it, in format 4: what it holds, who wrote it and what is wrong with it.
//!
//! [`read`] finds the entries, [`validate`] says what is wrong and where, [`edit`] changes single places of the text and [`mask`] shows
//! values without the sensitive ones. The text is kept: what nobody changed is given back to the byte, unknown fields included.

use crate::hexadecimal::hexadecimal;
use ring::digest::{SHA256, digest};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use tfgen_cty::Path;
use tfgen_cty::json::Node;

mod edit;
mod finding;
mod mask;
mod read;
mod sensitive;
mod validate;

pub use self::finding::Finding;
pub(crate) use self::mask::{Mask, masked};

/// The format of states that is read here, and that Terraform has written since 0.12.
pub const FORMAT: u64 = 4;

/// A state.
///
/// ```
/// use tfgen_runtime::state_store::Snapshot;
///
/// let state = br#"{
///   "version": 4, "terraform_version": "1.15.5", "serial": 3, "lineage": "4e3b", "outputs": {},
///   "resources": [{
///     "mode": "managed", "type": "acme_disk", "name": "data", "provider": "provider[\"registry.example/acme/acme\"]",
///     "instances": [{ "index_key": 0, "schema_version": 2, "attributes": { "size": 10 } }]
///   }]
/// }"#;
/// let snapshot = Snapshot::read(state).unwrap();
/// assert_eq!(snapshot.entries()[0].address, "acme_disk.data[0]");
/// assert_eq!(snapshot.find("acme_disk.data[0]").map(|entry| entry.schema_version), Some(2));
/// assert!(snapshot.validate().is_empty());
/// assert_eq!(snapshot.with_serial(4).as_bytes().len(), state.len());
/// ```
#[derive(Clone)]
pub struct Snapshot {
    text: Arc<str>,
    terraform_version: String,
    serial: u64,
    lineage: String,
    entries: Vec<StateEntry>,
    outputs: Vec<Output>,
}

/// An object in a state: an instance of a resource or of a data source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateEntry {
    /// Its address, with module, index and, where it waits to be destroyed, the key of the deposed object:
    /// `module.a.acme_disk.data["x"]`.
    pub address: String,
    /// What it is.
    pub kind: EntryKind,
    /// The type of the resource.
    pub type_name: String,
    /// Its provider's source address, `registry.terraform.io/hashicorp/random`; empty if it cannot be told.
    pub provider: String,
    /// The version of the schema that its attributes were written with.
    pub schema_version: u64,
    /// The addresses of what it depends on.
    pub dependencies: Vec<String>,
    /// Where sensitive values are among its attributes, as Terraform says.
    pub sensitive: Vec<Path>,
    /// Whether it is to be replaced because its creation failed.
    pub tainted: bool,
    /// The key of a deposed object: one that was replaced and is still to be destroyed.
    pub deposed: Option<String>,
    /// Where its attributes stand in the text.
    attributes: Range<usize>,
    /// Where it stands.
    place: Range<usize>,
}

/// What an entry of a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// An object that Terraform manages.
    Managed,
    /// What a data source read.
    Data,
}

/// An output of the root module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// Whether it is sensitive.
    pub sensitive: bool,
    /// Its type, as JSON.
    pub ty: String,
    /// Where its value stands in the text.
    value: Range<usize>,
}

impl Snapshot {
    /// Reads a state.
    ///
    /// # Errors
    ///
    /// What is no JSON, no state, or a state in another format, and what its entries lack so that they cannot be told apart; each with the
    /// place. [`Snapshot::validate`] says the rest.
    pub fn read(bytes: &[u8]) -> Result<Self, Vec<Finding>> {
        read::snapshot(bytes)
    }

    /// The text, to the byte as it was read, but for what was changed.
    pub fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// The version of Terraform that wrote it.
    pub fn terraform_version(&self) -> &str {
        &self.terraform_version
    }

    /// The number of the write; it grows.
    pub const fn serial(&self) -> u64 {
        self.serial
    }

    /// The name of all states that came from one another.
    pub fn lineage(&self) -> &str {
        &self.lineage
    }

    /// What tells this content from all others: its hash, in hexadecimal.
    pub fn content_revision(&self) -> String {
        hexadecimal(digest(&SHA256, self.text.as_bytes()).as_ref())
    }

    /// All entries, as they stand.
    pub fn entries(&self) -> &[StateEntry] {
        &self.entries
    }

    /// The entry at this address.
    pub fn find(&self, address: &str) -> Option<&StateEntry> {
        self.entries.iter().find(|entry| entry.address == address)
    }

    /// The outputs of the root module, as they stand.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// The output of this name.
    pub fn output(&self, name: &str) -> Option<&Output> {
        self.outputs.iter().find(|output| output.name == name)
    }

    /// The attributes of an entry of this snapshot, as JSON.
    pub fn attributes(&self, entry: &StateEntry) -> &str {
        self.text.get(entry.attributes.clone()).unwrap_or_default()
    }

    /// The attributes of an entry of this snapshot as JSON over several lines, to be looked at: what Terraform calls sensitive is masked,
    /// with the same text elsewhere, and what lies at a path that the caller calls so.
    pub fn shown(&self, entry: &StateEntry, is_sensitive: &dyn Fn(&Path) -> bool) -> String {
        let is_sensitive: &dyn Fn(&Path) -> bool = &|path| is_sensitive(path) || self.is_sensitive(entry, path);
        masked(self.attributes(entry), Mask { is_sensitive, secrets: &self.secrets() })
    }

    /// The texts that Terraform calls sensitive somewhere in this state.
    pub(crate) fn secrets(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut collect = |json: &str, is_sensitive: &dyn Fn(&Path) -> bool| {
            if let Ok(node) = Node::parse(json.as_bytes()) {
                mask::secrets(node, &mut Path::root(), is_sensitive, &mut found);
            }
        };
        for entry in self.entries.iter().filter(|entry| !entry.sensitive.is_empty()) {
            collect(self.attributes(entry), &|path| self.is_sensitive(entry, path));
        }
        for output in self.outputs.iter().filter(|output| output.sensitive) {
            collect(self.value(output), &Path::is_root);
        }
        found
    }

    /// Whether Terraform calls the value at a path of an entry's attributes sensitive.
    pub fn is_sensitive(&self, entry: &StateEntry, path: &Path) -> bool {
        entry.sensitive.iter().any(|sensitive| mask::same(sensitive, path))
    }

    /// The value of an output of this snapshot, as JSON. It may be sensitive.
    pub fn value(&self, output: &Output) -> &str {
        self.text.get(output.value.clone()).unwrap_or_default()
    }

    /// What is wrong with it, in the order of the text; nothing if Terraform can work with it.
    pub fn validate(&self) -> Vec<Finding> {
        Node::parse(self.text.as_bytes()).map(validate::state).unwrap_or_default()
    }
}

impl fmt::Debug for Snapshot {
    /// What it is, and none of its values.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let addresses: Vec<_> = self.entries.iter().map(|entry| &entry.address).collect();
        formatter
            .debug_struct("Snapshot")
            .field("serial", &self.serial)
            .field("lineage", &self.lineage)
            .field("entries", &addresses)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
