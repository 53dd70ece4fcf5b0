//! Answers that refuse: what they mean for who has to do something about it.

use super::credentials::Credentials;
use super::http::{Request, Response};
use super::xml::Element;
use crate::state_store::error::{Error, ErrorKind};

/// What a service says that it refuses with.
pub(super) struct Refused {
    pub(super) code: String,
    message: String,
}

/// Whether an answer 404 is about an object, and not about its bucket.
pub(super) fn is_of_object(request: &Request, answer: &Response) -> bool {
    let code = Refused::of(answer).code;
    let says_nothing = code.is_empty() && matches!(request.method, "HEAD" | "DELETE");
    says_nothing || matches!(code.as_str(), "NoSuchKey" | "NotFound" | "NoSuchVersion")
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
        match (code.as_str(), answer.status) {
            ("NoSuchBucket", _) => error(
                ErrorKind::Invalid,
                format!("There is no bucket {bucket:?}"),
                "Make it, or mend its name in the configuration.",
            ),
            ("InvalidAccessKeyId" | "SignatureDoesNotMatch" | "AuthFailure", _) => error(
                ErrorKind::Denied,
                "The object store does not take the credentials".to_owned(),
                &format!("They are those of the access key {}.", who.access_key_id),
            ),
            ("ExpiredToken" | "ExpiredTokenException" | "TokenRefreshRequired" | "InvalidToken", _) => error(
                ErrorKind::Denied,
                "The credentials for the object store have expired".to_owned(),
                "Get new ones, and run the command again.",
            ),
            ("RequestTimeTooSkewed", _) => error(
                ErrorKind::Denied,
                "The clock of this machine is wrong".to_owned(),
                "Set it by the network's time.",
            ),
            (
                "PermanentRedirect"
                | "TemporaryRedirect"
                | "AuthorizationHeaderMalformed"
                | "IllegalLocationConstraintException",
                _,
            )
            | (_, 301 | 307) => {
                let region = answer.header("x-amz-bucket-region").unwrap_or("another one");
                error(
                    ErrorKind::Invalid,
                    format!("The bucket {bucket:?} is not in this region"),
                    &format!("Its region is {region}: set the store's `region`."),
                )
            }
            ("EntityTooLarge" | "QuotaExceeded" | "XMinioStorageFull", _) | (_, 507) => {
                error(ErrorKind::Full, format!("The bucket {bucket:?} has no room for it"), "")
            }
            ("NotImplemented", _) | (_, 501) => {
                error(ErrorKind::Unsupported, "The object store lacks what states need".to_owned(), "")
            }
            (_, 403 | 401) => {
                error(ErrorKind::Denied, denied(bucket, request, message), &remedy(request, message, who))
            }
            // 409: two conditional writes at the same moment, of which the service decided neither, or the other one.
            ("SlowDown" | "RequestTimeout" | "ServiceUnavailable" | "InternalError", _)
            | (_, 408 | 409 | 425 | 429 | 500..600) => {
                error(ErrorKind::Unavailable, format!("The object store is too busy to {}", verb(request)), "")
            }
            _ => error(ErrorKind::Invalid, format!("The object store refuses to {}", verb(request)), ""),
        }
    }
}

fn verb(request: &Request) -> &'static str {
    match request.method {
        "PUT" => "write an object",
        "DELETE" => "delete an object",
        "HEAD" | "GET" if request.query.is_empty() => "give an object",
        _ => "list objects",
    }
}

/// The right that a request takes.
fn action(request: &Request) -> &'static str {
    let about = request.query.first().map(|(name, _)| name.as_str());
    match (request.method, about) {
        ("PUT", _) => "s3:PutObject",
        ("DELETE", _) => "s3:DeleteObject",
        (_, None) => "s3:GetObject",
        _ => "s3:ListBucket",
    }
}

fn denied(bucket: &str, request: &Request, message: &str) -> String {
    match Denial::of(message) {
        Some(denial) => format!("{} is not allowed on {}", denial.action, denial.resource),
        None if action(request) == "s3:ListBucket" => format!("s3:ListBucket is not allowed on the bucket {bucket:?}"),
        None => format!("{} is not allowed on {}", action(request), request.path),
    }
}

fn remedy(request: &Request, message: &str, who: &Credentials) -> String {
    if let Some(denial) = Denial::of(message) {
        return denial.remedy();
    }
    let right = action(request);
    let also = match right {
        "s3:GetObject" => {
            " Without s3:ListBucket on the bucket, an object that is not there is refused in the same way."
        }
        "s3:PutObject" => " With a key of KMS, kms:GenerateDataKey is needed as well; with tags, s3:PutObjectTagging.",
        _ => "",
    };
    format!("The access key {} needs the right {right}.{also}", who.access_key_id)
}

/// What AWS says of who may not do what, and why.
struct Denial<'m> {
    principal: &'m str,
    action: &'m str,
    resource: &'m str,
    reason: &'m str,
}

impl<'m> Denial<'m> {
    /// `User: WHO is not authorized to perform: WHAT on resource: WHICH because WHY`
    fn of(message: &'m str) -> Option<Self> {
        let (principal, rest) = message.split_once(" is not authorized to perform: ")?;
        let (action, rest) = rest.split_once(" on resource: ").or_else(|| rest.split_once(" on this resource"))?;
        let (resource, reason) = rest.split_once(" because ").unwrap_or((rest, ""));
        let resource = resource.trim().trim_matches('"').trim_end_matches('.');
        let principal = principal.rsplit("User: ").next()?.trim();
        Some(Self {
            principal,
            action: action.trim(),
            resource: if resource.is_empty() { "the resource" } else { resource },
            reason,
        })
    }

    fn remedy(&self) -> String {
        let Self { principal, action, resource, reason } = self;
        let policy = [
            (
                "service control policy",
                "An administrator of the organization has to change its service control policy.",
            ),
            ("permissions boundary", "The permissions boundary of the principal has to allow it as well."),
            (
                "session policy",
                "The session was made with a policy that leaves it out: take the role with a wider one, or none.",
            ),
            ("VPC endpoint policy", "The policy of the VPC endpoint has to allow it."),
        ];
        let found = policy.iter().find(|(words, _)| reason.contains(words)).map(|(_, remedy)| (*remedy).to_owned());
        let is_key = action.starts_with("kms:");
        found.unwrap_or_else(|| {
            if reason.contains("explicit deny") {
                format!("A policy denies it by name, which no other can allow: take the denial of {action} away for {principal}.")
            } else if reason.contains("resource-based policy") && is_key {
                format!("Allow {action} to {principal} in the policy of the key {resource}; a key of another account needs both policies.")
            } else if reason.contains("resource-based policy") {
                format!("Allow {action} to {principal} in the policy of the bucket.")
            } else {
                format!("Allow {action} on {resource} in an identity-based policy of {principal}.")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denials_name_the_right_the_resource_and_which_policy_has_to_change() {
        let user = "arn:aws:iam::111122223333:user/kim";
        let key = "arn:aws:kms:eu-west-1:111122223333:key/1234";
        for (reason, words) in [
            ("no identity-based policy allows the kms:Decrypt action", "identity-based policy of arn:aws:iam"),
            ("no resource-based policy allows the kms:Decrypt action", "in the policy of the key"),
            ("no service control policy allows the kms:Decrypt action", "service control policy"),
            ("no permissions boundary allows the kms:Decrypt action", "permissions boundary"),
            ("no session policy allows the kms:Decrypt action", "take the role with a wider one"),
            ("no VPC endpoint policy allows the kms:Decrypt action", "VPC endpoint"),
            ("with an explicit deny in a resource-based policy", "take the denial of kms:Decrypt away"),
            ("", "Allow kms:Decrypt on arn:aws:kms"),
        ] {
            let because = if reason.is_empty() { String::new() } else { format!(" because {reason}") };
            let message = format!("User: {user} is not authorized to perform: kms:Decrypt on resource: {key}{because}");
            let denial = Denial::of(&message).expect("it is one");
            assert_eq!((denial.principal, denial.action, denial.resource), (user, "kms:Decrypt", key));
            assert!(denial.remedy().contains(words), "{reason}: {}", denial.remedy());
        }
        assert!(Denial::of("Access Denied").is_none());
    }
}
