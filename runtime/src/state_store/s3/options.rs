//! How a bucket is reached, and what is said with each write.

use super::contract::S3Contract;
use super::credentials::Environment;
use super::layout::S3Backend;
use crate::state_store::error::{Error, ErrorKind, Result};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Tags of objects: names and values. A value may ask for what is known of each write: `{workspace}`, `{operation}`, `{serial}`, `{kind}`.
pub type S3Tags = Vec<(String, String)>;

/// Where the agent of a container of AWS's answers.
const CONTAINER: &str = "http://169.254.170.2";

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
    /// How the service encrypts objects, in its own words: `AES256`, `aws:kms`, `aws:kms:dsse`. With a key and without it, `aws:kms`.
    pub server_side_encryption: Option<String>,
    /// Tags of each object.
    pub tags: S3Tags,
    /// What the bucket has to be like; if none, nobody looks. Stores that tfgen generates always look.
    pub contract: Option<S3Contract>,
    /// That states and locks lie where Terraform's own `s3` backend has them, which then may work on them as well.
    pub backend: Option<S3Backend>,
    /// From how many bytes on contents go in parts; zero for never.
    pub multipart_threshold: u64,
    /// How many bytes a part has: 5 MiB at least, as the service wants it.
    pub part_size: u64,
    /// Variables; those of the process, unless [`S3Options::with_environment`] says otherwise.
    #[doc(hidden)]
    pub environment: Environment,
    /// Where a container's agent answers, of whose address AWS gives the path only. No variable says it.
    #[doc(hidden)]
    pub container: String,
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
            server_side_encryption: None,
            tags: S3Tags::new(),
            contract: None,
            backend: None,
            multipart_threshold: 64 << 20,
            part_size: 16 << 20,
            environment: Arc::new(|name| std::env::var(name).ok()),
            container: CONTAINER.to_owned(),
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
        let how = self.server_side_encryption.as_deref().or(self.kms_key_id.as_ref().map(|_| "aws:kms"));
        let is_of_kms = how.is_some_and(|how| how.starts_with("aws:kms"));
        if how.is_some_and(|how| !matches!(how, "AES256" | "aws:kms" | "aws:kms:dsse")) {
            return Err(Error::new(
                ErrorKind::Invalid,
                format!("No object store encrypts with {:?}", how.unwrap_or_default()),
            )
            .detail("It is AES256, aws:kms or aws:kms:dsse."));
        }
        if self.kms_key_id.is_some() && !is_of_kms {
            return Err(Error::new(
                ErrorKind::Invalid,
                "A key of KMS is given, and objects are to be encrypted without KMS",
            )
            .detail("Encrypt with aws:kms, or give no key."));
        }
        let mut headers = Vec::new();
        headers.extend(how.map(|how| ("x-amz-server-side-encryption".to_owned(), how.to_owned())));
        let key = self.kms_key_id.clone();
        headers.extend(key.map(|key| ("x-amz-server-side-encryption-aws-kms-key-id".to_owned(), key)));
        Ok(headers)
    }

    /// When contents go in parts.
    pub(super) fn parts(&self) -> Result<Parts> {
        let bytes = |size| usize::try_from(size).unwrap_or(usize::MAX);
        if !(PART_MIN..=PART_MAX).contains(&self.part_size) {
            return Err(Error::new(ErrorKind::Invalid, format!("A part of {} bytes cannot be", self.part_size))
                .detail("Object stores take parts of 5 MiB to 1 GiB."));
        }
        let above = if self.multipart_threshold == 0 { usize::MAX } else { bytes(self.multipart_threshold) };
        Ok(Parts { above, size: bytes(self.part_size), is_kept: OnceLock::new() })
    }
}

/// How small and how large a part may be.
const PART_MIN: u64 = 5 << 20;
const PART_MAX: u64 = 1 << 30;

/// When contents go in parts.
#[derive(Debug)]
pub(super) struct Parts {
    /// The longest that goes in one piece.
    pub(super) above: usize,
    pub(super) size: usize,
    /// Whether the service keeps conditions of completions, once that was tried.
    pub(super) is_kept: OnceLock<bool>,
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
