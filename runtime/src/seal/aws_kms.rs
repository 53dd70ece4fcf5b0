//! Which key of AWS KMS is meant, and how it is reached: `aws-kms:KEY`, and what is said of it after a question mark.

use crate::diagnostic::{Diagnostics, Result, error};
use std::fmt;
use std::str::FromStr;

/// A key that AWS KMS keeps, and never gives away. What is none is looked for where AWS's own tools look.
///
/// ```
/// use tfgen_runtime::state_store::AwsKmsKey;
///
/// let key: AwsKmsKey = "alias/states?region=eu-central-1".parse()?;
/// assert_eq!((key.key.as_str(), key.region.as_deref()), ("alias/states", Some("eu-central-1")));
/// assert!("alias/states?zone=b".parse::<AwsKmsKey>().is_err());
/// # Ok::<(), tfgen_runtime::Diagnostics>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AwsKmsKey {
    /// Its ARN, its id or an alias (`alias/NAME`).
    pub key: String,
    /// Its region; the ARN's, `AWS_REGION`, `AWS_DEFAULT_REGION` or the profile's if none.
    pub region: Option<String>,
    /// The address of a service that is not AWS's; `AWS_ENDPOINT_URL_KMS` or `AWS_ENDPOINT_URL` if none.
    pub endpoint: Option<String>,
    /// A profile that comes before all other credentials.
    pub profile: Option<String>,
}

impl AwsKmsKey {
    /// The region that its ARN names.
    #[cfg(feature = "s3")]
    pub(crate) fn region_of_arn(&self) -> Option<&str> {
        let rest = self.key.strip_prefix("arn:")?;
        rest.split(':').nth(2).filter(|region| !region.is_empty())
    }

    /// Whether this ARN is that of the key; `None` where only the service knows, since it is an alias.
    #[cfg(feature = "s3")]
    pub(crate) fn is(&self, arn: &str) -> Option<bool> {
        if self.key.starts_with("alias/") || self.key.contains(":alias/") {
            return None;
        }
        // Keys of several regions have one id.
        let id = |text: &str| text.rsplit_once(":key/").map_or_else(|| text.to_owned(), |(_, id)| id.to_owned());
        Some(id(&self.key) == id(arn))
    }
}

impl FromStr for AwsKmsKey {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = |detail: String| Err(error("This is no key of AWS KMS").detail(detail));
        let (key, rest) = text.split_once('?').unwrap_or((text, ""));
        let is_key = !key.is_empty() && key.bytes().all(|each| each.is_ascii_alphanumeric() || b":/_-".contains(&each));
        if !is_key {
            return wrong(format!("{key:?} is neither an ARN, nor an id, nor an alias (alias/NAME)."));
        }
        let mut found = Self { key: key.to_owned(), ..Self::default() };
        for part in rest.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let place = match name {
                "region" => &mut found.region,
                "endpoint" => &mut found.endpoint,
                "profile" => &mut found.profile,
                _ => {
                    return wrong(format!(
                        "{name:?} is nothing that can be said of it: region, endpoint and profile are."
                    ));
                }
            };
            if value.is_empty() {
                return wrong(format!("After {name} a value is due: {name}=…"));
            }
            *place = Some(value.to_owned());
        }
        Ok(found)
    }
}

impl fmt::Display for AwsKmsKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.key)?;
        let said = [("region", &self.region), ("endpoint", &self.endpoint), ("profile", &self.profile)];
        let said = said.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        for (at, (name, value)) in said.enumerate() {
            write!(formatter, "{}{name}={value}", if at == 0 { '?' } else { '&' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_comes_back_from_its_text_and_nonsense_is_told() {
        let arn = "arn:aws:kms:eu-west-1:111122223333:key/1234";
        for text in [arn, "1234abcd", "alias/states?region=eu-west-1&endpoint=http://127.0.0.1:5000&profile=ops"] {
            assert_eq!(text.parse::<AwsKmsKey>().unwrap().to_string(), text);
        }
        for (text, told) in [
            ("", "neither an ARN"),
            ("a b", "neither an ARN"),
            ("alias/x?zone=b", "\"zone\""),
            ("alias/x?region=", "After region a value"),
        ] {
            let failed = text.parse::<AwsKmsKey>().unwrap_err();
            assert!(failed.0[0].detail.contains(told), "{text}: {failed:?}");
        }
    }

    #[cfg(feature = "s3")]
    #[test]
    fn a_key_is_known_by_its_id_and_an_alias_by_the_service_alone() {
        let key = |text: &str| text.parse::<AwsKmsKey>().unwrap();
        let arn = "arn:aws:kms:eu-west-1:111122223333:key/mrk-1";
        assert_eq!(
            (key(arn).is(arn), key("mrk-1").is(arn), key("other").is(arn)),
            (Some(true), Some(true), Some(false))
        );
        assert_eq!(key("arn:aws:kms:us-east-1:111122223333:key/mrk-1").is(arn), Some(true), "a replica");
        assert_eq!((key("alias/a").is(arn), key("arn:aws:kms:eu-west-1:1:alias/a").is(arn)), (None, None));
        assert_eq!((key(arn).region_of_arn(), key("alias/a").region_of_arn()), (Some("eu-west-1"), None));
    }
}
