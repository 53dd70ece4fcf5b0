//! Tags of objects: the same ones for all, and what is known of each write, where a value asks for it in braces.
//!
//! Values of tags have no braces of their own, so that nothing has to be told apart.

use super::options::S3Tags;
use super::signature::encode;
use crate::state_store::about::About;
use crate::state_store::error::{Error, ErrorKind, Result};

/// How many an object takes, and how long names and values are, in characters.
const COUNT_MAX: usize = 10;
const NAME_MAX: usize = 128;
const VALUE_MAX: usize = 256;

/// What a value can ask for.
const KNOWN: [&str; 4] = ["{workspace}", "{operation}", "{serial}", "{kind}"];

/// The tags of a store.
#[derive(Debug)]
pub(super) struct Tags(S3Tags);

fn invalid(name: &str, why: impl Into<String>) -> Error {
    Error::new(ErrorKind::Invalid, format!("No object can have the tag {name:?}")).detail(why)
}

/// Whether tags may have this character.
fn is_allowed(character: char) -> bool {
    character.is_alphanumeric() || character == ' ' || "+-=._:/@".contains(character)
}

impl Tags {
    /// # Errors
    ///
    /// When an object cannot have these tags, or a value asks for what nobody knows.
    pub(super) fn new(tags: &S3Tags) -> Result<Self> {
        if tags.len() > COUNT_MAX {
            let text = format!("An object takes ten tags at most, and there are {}", tags.len());
            return Err(Error::new(ErrorKind::Invalid, text));
        }
        for (at, (name, value)) in tags.iter().enumerate() {
            let text = KNOWN.iter().fold(value.clone(), |text, known| text.replace(known, ""));
            if name.is_empty() || name.chars().count() > NAME_MAX || name.to_lowercase().starts_with("aws:") {
                return Err(invalid(
                    name,
                    format!("A name has 1 to {NAME_MAX} characters, and does not begin with `aws:`."),
                ));
            }
            if tags[..at].iter().any(|(other, _)| other == name) {
                return Err(invalid(name, "It is there twice."));
            }
            if text.contains(['{', '}']) {
                return Err(invalid(
                    name,
                    format!("In braces, its value {value:?} can ask for one of {}.", KNOWN.join(", ")),
                ));
            }
            if text.chars().count() > VALUE_MAX || !text.chars().chain(name.chars()).all(is_allowed) {
                return Err(invalid(
                    name,
                    format!(
                        "Tags have letters, digits, spaces and + - = . _ : / @; values {VALUE_MAX} characters at most."
                    ),
                ));
            }
        }
        Ok(Self(tags.clone()))
    }

    /// As they are configured.
    pub(super) const fn all(&self) -> &S3Tags {
        &self.0
    }

    /// The header of a write of this entry; none without tags. What is not known of it is left out.
    pub(super) fn header(&self, key: &str) -> Option<String> {
        let about = About::this_write();
        let pairs = self.0.iter().filter_map(|(name, value)| {
            let value = if value.contains('{') { filled(value, key, &about)? } else { value.clone() };
            Some(format!("{}={}", encode(name, false), encode(&value, false)))
        });
        let pairs: Vec<String> = pairs.collect();
        (!pairs.is_empty()).then(|| pairs.join("&"))
    }
}

fn filled(value: &str, key: &str, about: &About) -> Option<String> {
    let (kind, rest) = key.split_once('/').unwrap_or((key, ""));
    let kind = if matches!(kind, "state" | "lock") { kind } else { "revision" };
    let of_key = || crate::state_store::key::name(rest).filter(|_| kind != "revision");
    let known = [
        about.workspace.clone().or_else(of_key),
        about.operation.clone(),
        about.serial.map(|serial| serial.to_string()),
        Some(kind.to_owned()),
    ];
    let mut filled = value.to_owned();
    for (name, known) in KNOWN.iter().zip(known) {
        if filled.contains(name) {
            filled = filled.replace(name, &known?);
        }
    }
    // Workspaces are called as people like.
    Some(filled.chars().map(|each| if is_allowed(each) { each } else { '_' }).take(VALUE_MAX).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(pairs: &[(&str, &str)]) -> Result<Tags> {
        Tags::new(&pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn each_write_says_what_is_known_of_it() -> Result<()> {
        let tags = tags(&[
            ("team", "a + b"),
            ("ws", "tf/{workspace}"),
            ("why", "{operation}"),
            ("n", "{serial}"),
            ("is", "{kind}"),
        ])?;
        assert_eq!(tags.header("state/pr%2Fod").as_deref(), Some("team=a%20%2B%20b&ws=tf%2Fpr%2Fod&is=state"));
        let about = About {
            workspace: Some("a~b".to_owned()),
            operation: Some("OperationTypeApply".to_owned()),
            serial: Some(3),
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .map_err(|error| Error::new(ErrorKind::Other, error.to_string()))?;
        let header = runtime.block_on(about.of(async { tags.header("history/x/1") }));
        assert_eq!(header.as_deref(), Some("team=a%20%2B%20b&ws=tf%2Fa_b&why=OperationTypeApply&n=3&is=revision"));
        assert_eq!(Tags::new(&S3Tags::new())?.header("state/x"), None);
        Ok(())
    }

    #[test]
    fn what_no_object_can_have_is_refused() {
        let long = "x".repeat(257);
        for (pairs, told) in [
            (&[("a", "{who}")][..], "{workspace}, {operation}"),
            (&[("aws:a", "")], "aws:"),
            (&[("", "")], "1 to 128"),
            (&[("a", "b"), ("a", "c")], "twice"),
            (&[("a", "b&c")], "letters, digits"),
            (&[("a", &long)], "256"),
            (&[("x", ""); 11], "ten tags"),
        ] {
            let failed = tags(pairs).map(|_| ()).unwrap_err();
            assert!(failed.kind() == ErrorKind::Invalid && failed.to_string().contains(told), "{failed}");
        }
    }
}
