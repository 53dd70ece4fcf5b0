//! The attributes of the stores that are far away, and of their locks.

use super::StateStoreKind;
use crate::ir::AttributeType;

/// Those of this kind.
pub(super) fn of(kind: StateStoreKind) -> &'static [Row] {
    match kind {
        StateStoreKind::S3 => S3,
        StateStoreKind::Postgres => POSTGRES,
        _ => &[],
    }
}

/// The types of these attributes.
#[derive(Clone, Copy)]
pub(super) enum Simple {
    Text,
    Flag,
    Texts,
    List,
    Number,
}

impl Simple {
    pub(super) fn as_type(self) -> AttributeType {
        match self {
            Self::Text => AttributeType::String,
            Self::Flag => AttributeType::Bool,
            Self::Number => AttributeType::Int64,
            Self::Texts => AttributeType::Map(Box::new(AttributeType::String)),
            Self::List => AttributeType::List(Box::new(AttributeType::String)),
        }
    }
}

/// Word, variable, type and description of an attribute.
pub(super) type Row = (&'static str, &'static str, Simple, &'static str);

/// Those of a bucket.
const S3: &[Row] = &[
    ("bucket", "BUCKET", Simple::Text, "The bucket that keeps the states. It has to be there."),
    (
        "prefix",
        "PREFIX",
        Simple::Text,
        "What names of objects begin with, so that several teams can share a bucket. A slash is added.",
    ),
    (
        "region",
        "REGION",
        Simple::Text,
        "The bucket's region. Without it, `AWS_REGION`, `AWS_DEFAULT_REGION` or the profile's.",
    ),
    (
        "endpoint",
        "ENDPOINT",
        Simple::Text,
        "The address of a service that is not AWS's, as `https://s3.example`. Without it, `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`.",
    ),
    (
        "path_style",
        "",
        Simple::Flag,
        "Whether the bucket stands in the path of addresses, and not in the host's name. Without it, it does where `endpoint` is given.",
    ),
    ("profile", "PROFILE", Simple::Text, "A profile of `~/.aws` whose credentials come before all others."),
    (
        "ca_file",
        "CA_FILE",
        Simple::Text,
        "A file of certificates of authorities, where those of the system are not meant.",
    ),
    ("expected_bucket_owner", "BUCKET_OWNER", Simple::Text, "The account that the bucket has to belong to."),
    (
        "kms_key_id",
        "KMS_KEY_ID",
        Simple::Text,
        "The key of KMS that the service encrypts objects with. Without it, it does as the bucket says.",
    ),
    (
        "allow_insecure",
        "ALLOW_INSECURE",
        Simple::List,
        "What the bucket need not have, of what is looked at before it keeps states: `versioning`, `lifecycle`, `public_access_block`.",
    ),
    (
        "server_side_encryption",
        "SERVER_SIDE_ENCRYPTION",
        Simple::Text,
        "How the service encrypts objects: `AES256`, `aws:kms` or `aws:kms:dsse`. Without it, `aws:kms` where a key is given, and else as the bucket says.",
    ),
    (
        "object_tags",
        "",
        Simple::Texts,
        "Tags of each object that is written, ten at most. A value may ask for what is known of each write: `{workspace}`, `{operation}`, `{serial}`, `{kind}`.",
    ),
    (
        "layout",
        "LAYOUT",
        Simple::Text,
        "`terraform`, to keep states and locks where Terraform's own `s3` backend has them, so that both can work on them. Without it, the provider's own layout.",
    ),
    (
        "key",
        "OBJECT_KEY",
        Simple::Text,
        "In Terraform's layout, the object of the workspace `default`, as the `s3` backend's `key` names it.",
    ),
    (
        "workspace_key_prefix",
        "WORKSPACE_KEY_PREFIX",
        Simple::Text,
        "In Terraform's layout, what the objects of other workspaces begin with. Without it, `env:`.",
    ),
    (
        "multipart_threshold",
        "",
        Simple::Number,
        "States that are larger go in parts, in megabytes (of 1,048,576 bytes). Without it, 64; `0` for never.",
    ),
    ("part_size", "", Simple::Number, "How large a part is, in megabytes: 5 to 1024. Without it, 16."),
];

/// Those of a table in PostgreSQL. They are called as Terraform's own backend for it calls them.
const POSTGRES: &[Row] = &[
    (
        "conn_str",
        "CONN_STR",
        Simple::Text,
        "How the database is reached: `host=… dbname=… user=…`, or `postgres://USER@HOST/DATABASE`. What it leaves out, `PGHOST`, `PGDATABASE`, `PGUSER` and their like say. A password belongs in `PGPASSWORD` or a file of passwords: Terraform writes this down.",
    ),
    (
        "schema_name",
        "SCHEMA_NAME",
        Simple::Text,
        "The schema of the table. It is made if it is not there. Without it, `terraform_states`.",
    ),
    (
        "table_name",
        "TABLE_NAME",
        Simple::Text,
        "The table that keeps the states; each is a store of its own. It is made if it is not there. Without it, `states`.",
    ),
    (
        "ca_file",
        "CA_FILE",
        Simple::Text,
        "A file of certificates of authorities, where those of the system are not meant.",
    ),
    (
        "statement_timeout",
        "STATEMENT_TIMEOUT",
        Simple::Text,
        "How long the database may work at one statement, as a duration such as `30s`. Without it, a minute.",
    ),
    (
        "reconnect_timeout",
        "RECONNECT_TIMEOUT",
        Simple::Text,
        "How long a run whose connection was lost has to connect again before another run takes its lock over, as a duration such as `1m`. Without it, three seconds.",
    ),
];

/// What is said of leases, and how long they are unless it is configured: a holder that is far away leaves no proof of its death.
pub(super) fn lease_of(kind: StateStoreKind) -> (String, Option<&'static str>) {
    let about = "How long a lock is good without a sign of life of its holder, as a duration such as `1m`. Whoever has watched it for so long may take it over.";
    match kind {
        StateStoreKind::S3 => (format!("{about} `0s` is for ever."), Some("1m")),
        _ => (format!("{about} Without it, only a holder that is known to be dead loses its lock."), None),
    }
}
