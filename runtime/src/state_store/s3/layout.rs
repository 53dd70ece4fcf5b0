//! Which objects a store has: those of its own layout, or those of Terraform's own `s3` backend, so that both can work on one bucket.
//!
//! ```text
//! KEY                 the state of the workspace `default`
//! env:/NAME/KEY       the state of another one
//! ….tflock            the lock of either
//! ```
//!
//! What that backend does not know cannot be kept there: revisions, and contents that are compressed or encrypted.

use super::name;
use crate::state_store::body::Body;
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::key;
use tfgen_cty::{Type, Value, json};

const LOCK: &str = ".tflock";
const DEFAULT: &str = "default";

/// The longest name of an object, in bytes.
const NAME_MAX: usize = 1024;

/// How objects are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// `PREFIX/KEY.entry`. The prefix ends with a slash, unless it is empty.
    Own(String),
    /// As the `s3` backend does.
    Terraform(S3Backend),
}

/// What the `s3` backend is configured with.
///
/// ```
/// # use tfgen_runtime::state_store::{S3Backend, S3Options};
/// let backend = S3Backend { key: "network/terraform.tfstate".to_owned(), ..S3Backend::default() };
/// let options = S3Options { backend: Some(backend), ..S3Options::new("acme-states") };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct S3Backend {
    /// `key`: the object of the workspace `default`.
    pub key: String,
    /// `workspace_key_prefix`: what the objects of other workspaces begin with.
    pub workspace_key_prefix: String,
}

impl Default for S3Backend {
    fn default() -> Self {
        Self { key: "terraform.tfstate".to_owned(), workspace_key_prefix: "env:".to_owned() }
    }
}

impl S3Backend {
    /// # Errors
    ///
    /// When the `s3` backend would not take it either.
    fn check(&self) -> Result<()> {
        let is_wrong = |text: &str| text.starts_with('/') || text.ends_with('/') || text.contains("//");
        let refused = |what: &str, value: &str| {
            Err(Error::new(
                ErrorKind::Invalid,
                format!("{value:?} cannot be the {what} of states in Terraform's layout"),
            )
            .detail("It neither begins nor ends with a slash, nor has two in a row, as the `s3` backend has it."))
        };
        if self.key.is_empty() || is_wrong(&self.key) || self.key.ends_with(LOCK) {
            return refused("key", &self.key);
        }
        if is_wrong(&self.workspace_key_prefix) {
            return refused("workspace_key_prefix", &self.workspace_key_prefix);
        }
        Ok(())
    }

    /// What names of other workspaces' objects begin with.
    fn others(&self) -> String {
        if self.workspace_key_prefix.is_empty() { String::new() } else { format!("{}/", self.workspace_key_prefix) }
    }

    fn object(&self, key: &str) -> Result<String> {
        let (workspace, end) = match key.split_once('/') {
            Some(("state", segment)) => (key::name(segment), ""),
            Some(("lock", segment)) => (key::name(segment), LOCK),
            _ => {
                return Err(Error::new(ErrorKind::Invalid, format!("Terraform's layout has no place for {key:?}"))
                    .detail("It has states and their locks, and nothing else."));
            }
        };
        // The backend joins the parts as a path: `..` would be somebody else's object.
        let is_name = |name: &String| !matches!(name.as_str(), "" | "." | "..") && !name.contains('/');
        let workspace = workspace.filter(is_name).ok_or_else(|| {
            Error::new(ErrorKind::Invalid, format!("Terraform's layout has no place for the workspace of {key:?}"))
                .detail(
                    "Its name is a part of the name of an object there: it cannot have a slash, nor be `.` or `..`.",
                )
        })?;
        let object = if workspace == DEFAULT {
            format!("{}{end}", self.key)
        } else {
            format!("{}{workspace}/{}{end}", self.others(), self.key)
        };
        if object.len() > NAME_MAX {
            let text = format!("An object cannot be called {object:?}");
            return Err(Error::new(ErrorKind::Invalid, text).detail(format!("Names have {NAME_MAX} bytes at most.")));
        }
        Ok(object)
    }

    fn key_of(&self, object: &str) -> Option<String> {
        let (object, kind) = object.strip_suffix(LOCK).map_or((object, "state"), |object| (object, "lock"));
        if object == self.key {
            return Some(format!("{kind}/{DEFAULT}"));
        }
        let (workspace, key) = object.strip_prefix(&self.others())?.split_once('/')?;
        let is_ours = key == self.key && !matches!(workspace, "" | "." | ".." | DEFAULT);
        is_ours.then(|| format!("{kind}/{}", key::segment(workspace)))
    }
}

impl Layout {
    /// # Errors
    ///
    /// When the backend's own configuration cannot be.
    pub(super) fn new(prefix: &str, backend: Option<&S3Backend>) -> Result<Self> {
        match (backend, prefix.trim_matches('/')) {
            (Some(backend), "") => backend.check().map(|()| Self::Terraform(backend.clone())),
            (Some(_), _) => Err(Error::new(ErrorKind::Invalid, "Terraform's layout has no prefix")
                .detail("`key` is the whole name of the object, with what it begins with.")),
            (None, "") => Ok(Self::Own(String::new())),
            (None, prefix) => Ok(Self::Own(format!("{prefix}/"))),
        }
    }

    /// What objects begin with that are no entries, but say something about the store.
    pub(super) fn beside(&self) -> String {
        match self {
            Self::Own(prefix) => prefix.clone(),
            Self::Terraform(backend) => format!("{}.", backend.key),
        }
    }

    /// The object of an entry.
    pub(super) fn object(&self, key: &str) -> Result<String> {
        match self {
            Self::Own(prefix) => name::object(prefix, key),
            Self::Terraform(backend) => backend.object(key),
        }
    }

    /// The entry of an object; none if it is none of ours.
    pub(super) fn key(&self, object: &str) -> Option<String> {
        match self {
            Self::Own(prefix) => name::key(prefix, object),
            Self::Terraform(backend) => backend.key_of(object),
        }
    }

    /// What the objects of all entries begin with whose keys begin with this text.
    pub(super) fn beginnings(&self, key: &str) -> Vec<String> {
        match self {
            Self::Own(prefix) => vec![name::beginning(prefix, key)],
            Self::Terraform(backend) => {
                let others = backend.others();
                if backend.key.starts_with(&others) { vec![others] } else { vec![backend.key.clone(), others] }
            }
        }
    }

    /// What the objects of entries of these kinds begin with.
    pub(super) fn places(&self, kinds: &[&str]) -> Vec<String> {
        match self {
            Self::Own(_) => kinds.iter().flat_map(|kind| self.beginnings(kind)).collect(),
            Self::Terraform(_) => self.beginnings(""),
        }
    }

    /// What an entry's object holds. A lock's record gets what the backend's own have besides.
    pub(super) fn content(&self, bucket: &str, key: &str, object: &str, body: Body) -> Body {
        let Self::Terraform(_) = self else { return body };
        let is_lock = key.starts_with("lock/");
        is_lock.then(|| record(bucket, object, &body)).flatten().unwrap_or(body)
    }

    pub(super) const fn content_type(&self) -> &'static str {
        match self {
            Self::Own(_) => "application/octet-stream",
            Self::Terraform(_) => "application/json",
        }
    }
}

/// The members that the backend shows people: where the lock lies, which version has it, and what else is to be known.
fn record(bucket: &str, object: &str, body: &Body) -> Option<Body> {
    let ty = Type::map(Type::String);
    let record = json::decode(&body.to_vec(), &ty).ok()?;
    let mut members: Vec<(String, Value)> =
        record.as_map()?.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    let of = |name: &str| members.iter().find(|(each, _)| each == name).and_then(|(_, value)| value.as_str());
    let process = of("Process").map_or_else(String::new, |process| format!(", process {process}"));
    let lease =
        of("Lease").filter(|lease| !lease.is_empty()).map_or_else(String::new, |lease| format!(", lease {lease}"));
    let path = object.strip_suffix(LOCK).unwrap_or(object);
    let added = [
        ("Info", format!("a provider's state store{process}{lease}")),
        ("Version", env!("CARGO_PKG_VERSION").to_owned()),
        ("Path", format!("{bucket}/{path}")),
    ];
    for (name, text) in added {
        if members.iter().all(|(each, _)| each != name) {
            members.push((name.to_owned(), Value::string(text)));
        }
    }
    let members = Value::map(members.iter().map(|(name, value)| (name.as_str(), value.clone())));
    Some(json::encode(&members, &ty).ok()?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(key: &str, workspace_key_prefix: &str) -> Result<Layout> {
        let backend = S3Backend { key: key.to_owned(), workspace_key_prefix: workspace_key_prefix.to_owned() };
        Layout::new("", Some(&backend))
    }

    #[test]
    fn objects_are_called_as_the_backend_calls_them() -> Result<()> {
        for (prefix, other) in
            [("env:", "env:/prod-1/a/b.tfstate"), ("ws/x", "ws/x/prod-1/a/b.tfstate"), ("", "prod-1/a/b.tfstate")]
        {
            let layout = layout("a/b.tfstate", prefix)?;
            for (key, object) in [
                ("state/default", "a/b.tfstate".to_owned()),
                ("lock/default", "a/b.tfstate.tflock".to_owned()),
                ("state/prod-1", other.to_owned()),
                ("lock/prod-1", format!("{other}.tflock")),
            ] {
                assert_eq!(layout.object(key)?, object);
                assert_eq!(layout.key(&object).as_deref(), Some(key), "{object}");
                assert!(layout.beginnings("").iter().any(|beginning| object.starts_with(beginning)), "{object}");
            }
        }
        let layout = layout("a/b.tfstate", "env:")?;
        for foreign in [
            "a/b.tfstate.conditions",
            "env:/prod/c",
            "env:/a/b.tfstate",
            "env://a/b.tfstate",
            "b.tfstate",
            "env:/default/a/b.tfstate",
        ] {
            assert_eq!(layout.key(foreign), None, "{foreign}");
        }
        assert_eq!(layout.object("state/a%25b")?, "env:/a%b/a/b.tfstate", "a workspace is called as it is");
        for key in ["history/x", "conditions", "state/%2E%2E", "state/a%2Fb"] {
            assert!(layout.object(key).is_err_and(|failed| failed.kind() == ErrorKind::Invalid), "{key}");
        }
        Ok(())
    }

    #[test]
    fn what_the_backend_would_not_take_is_refused() {
        for (key, prefix) in [
            ("", "env:"),
            ("/a", "env:"),
            ("a/", "env:"),
            ("a//b", "env:"),
            ("a.tflock", "env:"),
            ("a", "/env"),
            ("a", "env/"),
        ] {
            assert!(layout(key, prefix).is_err_and(|failed| failed.kind() == ErrorKind::Invalid), "{key} {prefix}");
        }
        assert!(Layout::new("network", Some(&S3Backend::default())).is_err());
    }

    #[test]
    fn a_lock_has_what_the_backends_locks_have() {
        let body: Body =
            "{\"ID\":\"x\",\"Lease\":\"1m\",\"Operation\":\"apply\",\"Process\":\"7\",\"Who\":\"kim\"}".into();
        let text = record("states", "a.tflock", &body).map(|body| String::from_utf8_lossy(&body.to_vec()).into_owned());
        let text = text.unwrap_or_default();
        assert!(
            text.contains("\"Path\":\"states/a\"")
                && text.contains("process 7, lease 1m")
                && text.contains("\"ID\":\"x\""),
            "{text}"
        );
        assert_eq!(record("states", "a.tflock", &"no record".into()), None);
    }
}
