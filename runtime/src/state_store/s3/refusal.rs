//! Answers that refuse: what they mean for who has to do something about it.

use super::credentials::Credentials;
use super::http::{Request, Response};
use super::xml::Element;
use crate::state_store::denial::{Denial, trouble_of_key};
use crate::state_store::error::{Error, ErrorKind};

/// What a service says that it refuses with.
pub(super) struct Refused {
    pub(super) code: String,
    message: String,
}

/// Whether an answer 404 is about an object or a setting, and not about their bucket.
pub(super) fn is_of_object(request: &Request, answer: &Response) -> bool {
    let code = Refused::of(answer).code;
    let says_nothing = code.is_empty() && matches!(request.method, "HEAD" | "DELETE");
    let is_unset = matches!(code.as_str(), "NoSuchLifecycleConfiguration" | "NoSuchPublicAccessBlockConfiguration");
    says_nothing || is_unset || matches!(code.as_str(), "NoSuchKey" | "NotFound" | "NoSuchVersion" | "NoSuchUpload")
}

/// An answer as what it is: what takes long is begun to be answered with 200, and may fail all the same.
pub(super) fn in_success(request: &Request, mut answer: Response) -> Response {
    if request.method == "POST" && answer.status == 200 {
        let text = String::from_utf8_lossy(&answer.body);
        let is_refusal = Element::parse(&text).is_some_and(|said| said.name == "Error");
        if is_refusal {
            answer.status = match Refused::of(&answer).code.as_str() {
                "PreconditionFailed" => 412,
                "NoSuchUpload" => 404,
                "ConditionalRequestConflict" => 409,
                "AccessDenied" => 403,
                "SlowDown" | "ServiceUnavailable" => 503,
                "InternalError" | "" => 500,
                _ => 400,
            };
        }
    }
    answer
}

impl Refused {
    pub(super) fn of(answer: &Response) -> Self {
        let text = String::from_utf8_lossy(&answer.body);
        let said = Element::parse(&text);
        let text_of = |name| said.as_ref().and_then(|said| said.find(name)).map_or("", |found| found.text.trim());
        Self { code: text_of("Code").to_owned(), message: text_of("Message").to_owned() }
    }

    pub(super) fn explain(&self, bucket: &str, request: &Request, answer: &Response, who: &Credentials) -> Error {
        let Self { code, message } = self;
        let told = match (code.is_empty(), message.is_empty()) {
            (true, _) => format!("The object store answers {}.", answer.status),
            (false, true) => format!("The object store answers {} {code}.", answer.status),
            (false, false) => format!("The object store answers {} {code}: {message}", answer.status),
        };
        let error = |kind, summary: String, remedy: &str| {
            let detail = if remedy.is_empty() { told.clone() } else { format!("{told}\n\n{remedy}") };
            Error::new(kind, summary).detail(detail)
        };
        if let Some((kind, summary, remedy)) = self.by_code(bucket, answer, who) {
            return error(kind, summary, &remedy);
        }
        match (code.as_str(), answer.status) {
            ("EntityTooLarge" | "QuotaExceeded" | "XMinioStorageFull", _) | (_, 507) => {
                error(ErrorKind::Full, format!("The bucket {bucket:?} has no room for it"), "")
            }
            ("NotImplemented", _) | (_, 501) => {
                error(ErrorKind::Unsupported, "The object store lacks what states need".to_owned(), "")
            }
            (_, 403 | 401) => {
                let denial = Denial::of(message);
                let (summary, remedy) = match &denial {
                    Some(denial) => (denial.headline(), told_of(denial)),
                    None => (unnamed(bucket, request), needed(request, who)),
                };
                error(ErrorKind::Denied, summary, &remedy).denied(denial)
            }
            // 409: two conditional writes at the same moment, of which the service decided neither, or the other one.
            ("SlowDown" | "RequestTimeout" | "ServiceUnavailable" | "InternalError", _)
            | (_, 408 | 409 | 425 | 429 | 500..600) => {
                error(ErrorKind::Unavailable, format!("The object store is too busy to {}", verb(request)), "")
            }
            _ => error(ErrorKind::Invalid, format!("The object store refuses to {}", verb(request)), ""),
        }
    }

    /// What codes mean that say it all: the class, one line, and what to do.
    fn by_code(&self, bucket: &str, answer: &Response, who: &Credentials) -> Option<(ErrorKind, String, String)> {
        let code = self.code.as_str();
        if let Some((summary, remedy)) = code.strip_prefix("KMS.").and_then(trouble_of_key) {
            return Some((ErrorKind::Denied, summary.to_owned(), remedy.to_owned()));
        }
        let denied = |summary: &str, remedy: String| Some((ErrorKind::Denied, summary.to_owned(), remedy));
        let invalid = |summary: String, remedy: String| Some((ErrorKind::Invalid, summary, remedy));
        match (code, answer.status) {
            ("NoSuchBucket", _) => {
                invalid(format!("There is no bucket {bucket:?}"), "Make it, or mend its name in the configuration.".to_owned())
            }
            ("InvalidAccessKeyId" | "SignatureDoesNotMatch" | "AuthFailure", _) => denied(
                "The object store does not take the credentials",
                format!("They are those of the access key {}.", who.access_key_id),
            ),
            ("ExpiredToken" | "ExpiredTokenException" | "TokenRefreshRequired" | "InvalidToken", _) => denied(
                "The credentials for the object store have expired",
                "Get new ones, and run the command again.".to_owned(),
            ),
            ("RequestTimeTooSkewed", _) => {
                denied("The clock of this machine is wrong", "Set it by the network's time.".to_owned())
            }
            (
                "PermanentRedirect"
                | "TemporaryRedirect"
                | "AuthorizationHeaderMalformed"
                | "IllegalLocationConstraintException",
                _,
            )
            | (_, 301 | 307) => {
                let region = answer.header("x-amz-bucket-region").unwrap_or("another one");
                invalid(
                    format!("The bucket {bucket:?} is not in this region"),
                    format!("Its region is {region}: set the store's `region`."),
                )
            }
            ("InvalidObjectState", _) => denied(
                "The object lies in an archive, from where it cannot be read",
                "Get it back (`aws s3api restore-object`), and turn off the rule of the bucket's lifecycle that has moved it there."
                    .to_owned(),
            ),
            _ => None,
        }
    }
}

fn verb(request: &Request) -> &'static str {
    match request.method {
        "PUT" | "POST" => "write an object",
        "DELETE" => "delete an object",
        "HEAD" | "GET" if request.query.is_empty() => "give an object",
        _ if action(request) == "s3:ListBucket" => "list objects",
        _ => "tell a setting of the bucket",
    }
}

/// The right that a request takes.
fn action(request: &Request) -> &'static str {
    let about = request.query.first().map(|(name, _)| name.as_str());
    match (request.method, about) {
        ("PUT" | "POST", _) => "s3:PutObject",
        ("DELETE", Some("uploadId")) => "s3:AbortMultipartUpload",
        ("DELETE", _) => "s3:DeleteObject",
        (_, None) => "s3:GetObject",
        (_, Some(parameter)) => right_of_setting(parameter),
    }
}

/// The right that reading a setting of the bucket takes; a list's, if it is none.
pub(super) fn right_of_setting(parameter: &str) -> &'static str {
    match parameter {
        "versioning" => "s3:GetBucketVersioning",
        "lifecycle" => "s3:GetLifecycleConfiguration",
        "publicAccessBlock" => "s3:GetBucketPublicAccessBlock",
        _ => "s3:ListBucket",
    }
}

/// What is refused, where the service does not say it.
fn unnamed(bucket: &str, request: &Request) -> String {
    let right = action(request);
    if request.query.is_empty() {
        format!("{right} is not allowed on {}", request.path)
    } else {
        format!("{right} is not allowed on the bucket {bucket:?}")
    }
}

/// What to do where the service does not say why.
fn needed(request: &Request, who: &Credentials) -> String {
    let right = action(request);
    let also = match right {
        "s3:GetObject" => {
            " Without s3:ListBucket on the bucket, an object that is not there is refused in the same way. Where the bucket encrypts with a key of KMS, kms:Decrypt is needed as well."
        }
        "s3:PutObject" => " With a key of KMS, kms:GenerateDataKey is needed as well; with tags, s3:PutObjectTagging.",
        _ => "",
    };
    format!(
        "The access key {} needs the right {right}.{also} Policies of the bucket, the organization and the VPC endpoint can deny it, too.",
        who.access_key_id
    )
}

/// What to do where it does.
fn told_of(denial: &Denial) -> String {
    let remedy = denial.remedy();
    if denial.is_about_a_key() {
        return format!(
            "The bucket is not the matter: its objects are encrypted with a key of KMS, which the service uses in the name of who asks. {remedy}"
        );
    }
    remedy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(request: &Request, status: u16, body: &str) -> Error {
        let answer = Response::new(status, body);
        let who = Credentials { access_key_id: "AKIAEXAMPLE".to_owned(), ..Credentials::default() };
        Refused::of(&answer).explain("acme-states", request, &answer, &who)
    }

    fn refused(code: &str, message: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>{code}</Code><Message>{message}</Message><RequestId>1</RequestId></Error>"
        )
    }

    #[test]
    fn a_refusal_of_the_key_is_not_told_as_one_of_the_bucket() {
        let key = "arn:aws:kms:eu-west-1:111122223333:key/1234";
        let message = format!(
            "User: arn:aws:sts::111122223333:assumed-role/plan/ci is not authorized to perform: kms:GenerateDataKey on resource: {key} because no resource-based policy allows the kms:GenerateDataKey action"
        );
        let error = explained(&Request::new("PUT", "/a"), 403, &refused("AccessDenied", &message));
        let text = error.to_string();
        assert_eq!(error.kind(), ErrorKind::Denied);
        assert!(text.starts_with(&format!("kms:GenerateDataKey is not allowed on the key {key}: ")), "{text}");
        assert!(text.contains(&message) && text.contains("The bucket is not the matter"), "{text}");
        let denial = error.denial().expect("it says so");
        assert_eq!((denial.action.as_str(), denial.resource.as_str()), ("kms:GenerateDataKey", key));
    }

    #[test]
    fn a_refusal_that_says_nothing_names_the_right_that_the_request_takes() {
        let about = |method, parameter: &str| {
            let request = Request::new(method, "/acme-states/a");
            let request = if parameter.is_empty() { request } else { request.asking(parameter, "") };
            let error = explained(&request, 403, &refused("AccessDenied", "Access Denied"));
            assert!(error.denial().is_none() && error.kind() == ErrorKind::Denied);
            error.to_string()
        };
        for (method, parameter, right, words) in [
            ("GET", "", "s3:GetObject", "kms:Decrypt is needed as well"),
            ("PUT", "", "s3:PutObject", "kms:GenerateDataKey is needed as well"),
            ("DELETE", "", "s3:DeleteObject", "AKIAEXAMPLE"),
            ("GET", "list-type", "s3:ListBucket", "on the bucket \"acme-states\""),
            ("GET", "versioning", "s3:GetBucketVersioning", "on the bucket"),
            ("GET", "lifecycle", "s3:GetLifecycleConfiguration", "on the bucket"),
            ("GET", "publicAccessBlock", "s3:GetBucketPublicAccessBlock", "on the bucket"),
        ] {
            let text = about(method, parameter);
            assert!(text.starts_with(&format!("{right} is not allowed on ")) && text.contains(words), "{text}");
        }
    }

    #[test]
    fn keys_that_cannot_be_used_and_archives_are_named() {
        for (code, words) in [
            ("KMS.DisabledException", "is turned off"),
            ("KMS.KMSInvalidStateException", "cannot be used in its state"),
            ("KMS.NotFoundException", "There is no such key"),
            ("InvalidObjectState", "in an archive"),
        ] {
            let status = if code.starts_with("KMS") { 400 } else { 403 };
            let error = explained(&Request::new("GET", "/a"), status, &refused(code, "It is so."));
            assert!(error.kind() == ErrorKind::Denied && error.to_string().contains(words), "{error}");
        }
    }
}
