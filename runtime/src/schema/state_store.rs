//! What the runtime has to know of a state store besides its configuration's schema.

/// Where a state store keeps its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateStoreKind {
    /// In what the provider's author wrote.
    Custom,
    /// In a folder.
    Filesystem,
    /// In this process.
    Memory,
    /// In a bucket of S3; takes the feature `s3`.
    S3,
    /// In a table of PostgreSQL; takes the feature `postgres`.
    Postgres,
    /// As an attribute says, with this name: `filesystem` or `memory`.
    By(&'static str),
}

/// How a state store is made and locked. Attributes are named here by their names in its configuration.
#[derive(Clone, Copy, Debug)]
pub struct StateStoreSettings {
    /// Where it keeps its entries.
    pub kind: StateStoreKind,
    /// What its variables begin with; empty where that is made of the provider's name.
    pub environment: &'static str,
    /// The attribute for the folder; empty if there is none.
    pub path: &'static str,
    /// Whether states are locked.
    pub lock: bool,
    /// The attribute for how long somebody else's lock is waited for; empty if there is none.
    pub lock_timeout: &'static str,
    /// The attribute for how long a lock is good without a heartbeat; empty if there is none.
    pub lease: &'static str,
    /// Whether revisions are kept.
    pub history: bool,
    /// The attribute for how many; empty if there is none.
    pub history_keep: &'static str,
    /// The attribute for how long; empty if there is none.
    pub history_max_age: &'static str,
    /// Whether everything is compressed.
    pub compressed: bool,
    /// Whether everything is encrypted.
    pub sealed: bool,
    /// The attribute for where the key is to be had; empty if there is none.
    pub encryption_key: &'static str,
    /// The attribute for where keys of before are to be had; empty if there is none.
    pub encryption_old_keys: &'static str,
    /// The attribute for whether what is not encrypted is read; empty if there is none.
    pub encryption_accept_plain: &'static str,
    /// The attributes of the kind that are not called as it calls them: its word, and theirs.
    pub renamed: &'static [(&'static str, &'static str)],
}

impl StateStoreSettings {
    /// A store of the author's, with locks that nothing is configured of.
    pub const DEFAULT: Self = Self {
        kind: StateStoreKind::Custom,
        environment: "",
        path: "",
        lock: true,
        lock_timeout: "",
        lease: "",
        history: false,
        history_keep: "",
        history_max_age: "",
        compressed: false,
        sealed: false,
        encryption_key: "",
        encryption_old_keys: "",
        encryption_accept_plain: "",
        renamed: &[],
    };

    /// What the attribute of this word of the kind's is called.
    #[cfg(feature = "state-store")]
    pub(crate) fn name(&self, word: &'static str) -> &'static str {
        self.renamed.iter().find(|(each, _)| *each == word).map_or(word, |(_, name)| name)
    }
}
