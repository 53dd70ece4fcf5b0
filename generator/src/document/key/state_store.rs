//! The keys of state stores.

use super::{
    ANY, AT_LEAST_ONE_OF, ATTRIBUTES, CAPABILITIES, CONFLICTING, DEPRECATION_MESSAGE, DESCRIPTION, EXACTLY_ONE_OF,
    HOOKS, IMPLEMENTATION, Key, REQUIRED_TOGETHER, Shape, TYPE_NAME, key,
};

/// The keys of `[state_store.NAME]`.
pub static STATE_STORE: &[Key] = &[
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    TYPE_NAME,
    IMPLEMENTATION,
    ATTRIBUTES,
    key(
        "kind",
        Shape::Word(STATE_STORE_KINDS),
        "Where it keeps states. Left out, the configuration says, or the environment.",
    ),
    key("lock", Shape::Boolean, "Whether states are locked; `true` if it is left out."),
    key("attribute_names", Shape::Table(ATTRIBUTE_NAMES), "Other names for the attributes that the runtime brings."),
    key("history", Shape::Boolean, "Whether revisions are kept, to be listed and restored."),
    key("sealed", Shape::Boolean, "Whether everything is encrypted, with a key that the operator gives."),
    key(
        "kms",
        Shape::Boolean,
        "Whether the key may be one that AWS KMS keeps, where `sealed` is true; takes the feature `s3` of tfgen-runtime. In a bucket it may be so anyway.",
    ),
    key("compressed", Shape::Boolean, "Whether everything is compressed; takes the feature `zstd` of tfgen-runtime."),
    key(
        "outputs",
        Shape::BooleanOrName,
        "Whether a data source reads the outputs of states in such a store: `true` makes `PROVIDER_state_outputs`, a name `PROVIDER_NAME`.",
    ),
    CAPABILITIES,
    HOOKS,
    EXACTLY_ONE_OF,
    AT_LEAST_ONE_OF,
    CONFLICTING,
    REQUIRED_TOGETHER,
    ANY,
];

/// What keeps states: what the author writes, a folder, the process, a bucket, a database.
pub static STATE_STORE_KINDS: &[&str] = &["custom", "filesystem", "memory", "s3", "postgres"];

/// The attributes that the runtime brings.
pub static ATTRIBUTE_NAMES: &[Key] = &[
    key("backend", Shape::String, "The attribute that says what keeps the states, where `kind` is left out."),
    key("path", Shape::String, "The attribute for the folder."),
    key("bucket", Shape::String, "The attribute for the bucket."),
    key("prefix", Shape::String, "The attribute for what names of objects begin with."),
    key("region", Shape::String, "The attribute for the bucket's region."),
    key("endpoint", Shape::String, "The attribute for the address of the object store."),
    key("path_style", Shape::String, "The attribute for whether the bucket stands in the path."),
    key("profile", Shape::String, "The attribute for the profile that has the credentials."),
    key("ca_file", Shape::String, "The attribute for a file of certificates of authorities."),
    key("expected_bucket_owner", Shape::String, "The attribute for the account that the bucket has to belong to."),
    key("kms_key_id", Shape::String, "The attribute for the key that the service encrypts with."),
    key("object_tags", Shape::String, "The attribute for tags of objects."),
    key("allow_insecure", Shape::String, "The attribute for settings of the bucket that may be as they are."),
    key("server_side_encryption", Shape::String, "The attribute for how the service encrypts objects."),
    key("layout", Shape::String, "The attribute for whose layout the bucket has."),
    key("key", Shape::String, "The attribute for the object of the default workspace, in Terraform's layout."),
    key(
        "workspace_key_prefix",
        Shape::String,
        "The attribute for what the objects of other workspaces begin with, in Terraform's layout.",
    ),
    key("multipart_threshold", Shape::String, "The attribute for how large a state is that goes in parts."),
    key("part_size", Shape::String, "The attribute for how large a part is."),
    key("conn_str", Shape::String, "The attribute for how the database is reached."),
    key("schema_name", Shape::String, "The attribute for the schema of the database."),
    key("table_name", Shape::String, "The attribute for the table of the database."),
    key("statement_timeout", Shape::String, "The attribute for how long the database may work at one statement."),
    key(
        "reconnect_timeout",
        Shape::String,
        "The attribute for how long a lock's holder has whose connection to the database was lost.",
    ),
    key("lock_timeout", Shape::String, "The attribute for how long a lock is waited for."),
    key("lease", Shape::String, "The attribute for how long a lock is good without a sign of life."),
    key("history_keep", Shape::String, "The attribute for how many revisions are kept."),
    key("history_max_age", Shape::String, "The attribute for how long revisions are kept."),
    key("encryption_key", Shape::String, "The attribute for where the key is to be had."),
    key("encryption_old_keys", Shape::String, "The attribute for where keys of before are to be had."),
    key("encryption_accept_plain", Shape::String, "The attribute for whether what is not encrypted is read."),
];
