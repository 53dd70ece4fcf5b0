//! How a bucket is reached, and what is said with each write.

use super::contract::S3Contract;
use super::credentials::Environment;
use super::signature::encode;
use crate::state_store::error::{Error, ErrorKind, Result};
use std::fmt;
use std::sync::Arc;

/// Tags of objects: names and values.
pub type S3Tags = Vec<(String, String)>;

/// A bucket, and how it is reached. What is none is looked for where AWS's own tools look.
///
/// ```
/// # use tfgen_runtime::state_store::S3Options;
/// let options = S3Options { prefix: "network".to_owned(), ..S3Options::new("acme-states") };
/// ```
#[derive(Clone)]
pub struct S3Options {
    /// The bucket, which has to be there.
    pub bucket: String,
    /// What names of objects begin with; a slash is added.
    pub prefix: String,
    /// The bucket's region; `AWS_REGION`, `AWS_DEFAULT_REGION` or the profile's if none.
    pub region: Option<String>,
    /// The address of a service that is not AWS's; `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` if none.
    pub endpoint: Option<String>,
    /// Whether the bucket stands in the path, and not in the host's name; by default with an endpoint of one's own.
    pub path_style: Option<bool>,
    /// A profile that comes before all other credentials.
    pub profile: Option<String>,
    /// A file of certificates of authorities, where those of the system are not meant.
    pub authorities: Option<String>,
    /// The account that the bucket has to belong to.
    pub expected_bucket_owner: Option<String>,
    /// The key that the service encrypts objects with; without one, it does as the bucket says.
    pub kms_key_id: Option<String>,
    /// Tags of each object.
    pub tags: S3Tags,
    /// What the bucket has to be like; if none, nobody looks. Stores that tfgen generates always look.
    pub contract: Option<S3Contract>,
    /// Variables; those of the process, unless [`S3Options::with_environment`] says otherwise.
    #[doc(hidden)]
    pub environment: Environment,
}

impl S3Options {
    /// A bucket that is reached as the environment says.
    pub fn new(bucket: impl Into<String>) -> Self {
        Self {
            bucket: bucket.into(),
            prefix: String::new(),
            region: None,
            endpoint: None,
            path_style: None,
            profile: None,
            authorities: None,
            expected_bucket_owner: None,
            kms_key_id: None,
            tags: S3Tags::new(),
            contract: None,
            environment: Arc::new(|name| std::env::var(name).ok()),
        }
    }

    /// The same, with other variables than the process has.
    #[must_use]
    pub fn with_environment(mut self, environment: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        self.environment = Arc::new(environment);
        self
    }

    /// The file of certificates of authorities, where those of the system are not meant.
    pub(super) fn authorities(&self) -> Option<String> {
        let variable = |name: &&str| (self.environment)(name).filter(|path| !path.is_empty());
        let named = self.authorities.clone().filter(|path| !path.is_empty());
        named.or_else(|| ["AWS_CA_BUNDLE", "SSL_CERT_FILE"].iter().find_map(variable))
    }

    /// The headers that each write has.
    pub(super) fn written_headers(&self) -> Result<Vec<(String, String)>> {
        let mut headers = Vec::new();
        if let Some(key) = &self.kms_key_id {
            headers.push(("x-amz-server-side-encryption".to_owned(), "aws:kms".to_owned()));
            headers.push(("x-amz-server-side-encryption-aws-kms-key-id".to_owned(), key.clone()));
        }
        if self.tags.len() > 10 {
            return Err(Error::new(ErrorKind::Invalid, "An object takes ten tags at most"));
        }
        if !self.tags.is_empty() {
            let tags: Vec<String> = self
                .tags
                .iter()
                .map(|(name, value)| format!("{}={}", encode(name, false), encode(value, false)))
                .collect();
            headers.push(("x-amz-tagging".to_owned(), tags.join("&")));
        }
        Ok(headers)
    }
}

impl fmt::Debug for S3Options {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bucket, prefix, region, endpoint, .. } = self;
        formatter
            .debug_struct("S3Options")
            .field("bucket", bucket)
            .field("prefix", prefix)
            .field("region", region)
            .field("endpoint", endpoint)
            .finish_non_exhaustive()
    }
}
