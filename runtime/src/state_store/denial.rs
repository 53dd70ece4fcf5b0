//! What AWS says when it refuses, taken apart: who may not do what, with what, and which policy has it so; and what to do about that.
//!
//! There is one text for all services, with what differs at its end. What it leaves out is left out here, and never made up.

use std::fmt;

/// Who was refused what, as far as the service says.
///
/// [`Error::denial`](super::Error::denial) gives it, where a store could make it out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Denial {
    /// The right that is missing, as `kms:Decrypt`.
    pub action: String,
    /// The ARN of what it was asked for; empty if that was not said.
    pub resource: String,
    /// Who asked, as the service calls them; empty if that was not said.
    pub principal: String,
    /// Which kind of policy has it so; none if that was not said.
    pub policy: Option<DenyingPolicy>,
    /// The ARN of that policy; empty if that was not said.
    pub policy_arn: String,
    /// Whether that policy denies it by name. Otherwise it only does not allow it.
    pub is_explicit: bool,
    /// Whether it is said that the resource may not be there at all.
    pub may_be_missing: bool,
}

/// The kinds of policies that can refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DenyingPolicy {
    /// One of the user, the group or the role.
    Identity,
    /// That of the key, the bucket, or whatever else was asked for.
    Resource,
    /// One of the organization, about its accounts.
    ServiceControl,
    /// One of the organization, about what its accounts own.
    ResourceControl,
    /// The limit of what a user or a role can be allowed.
    Boundary,
    /// The one that a session was made with.
    Session,
    /// That of the endpoint of a private network.
    Endpoint,
    /// The one that says who may take a role.
    Trust,
    /// The bucket's block of public access.
    PublicAccess,
}

/// The words by which a policy is known. The first ones that are there count.
const WORDS: [(&str, DenyingPolicy); 10] = [
    ("service control polic", DenyingPolicy::ServiceControl),
    ("resource control polic", DenyingPolicy::ResourceControl),
    ("permissions boundar", DenyingPolicy::Boundary),
    ("session polic", DenyingPolicy::Session),
    ("vpc endpoint polic", DenyingPolicy::Endpoint),
    ("trust polic", DenyingPolicy::Trust),
    ("resource-based polic", DenyingPolicy::Resource),
    ("identity-based polic", DenyingPolicy::Identity),
    ("block public access", DenyingPolicy::PublicAccess),
    ("blockpublic", DenyingPolicy::PublicAccess),
];

/// What is wrong with a key of KMS, by the code that KMS gives, and S3 after it: one line, and what to do about it. `None` if the code is
/// about something else.
pub(crate) fn trouble_of_key(code: &str) -> Option<(&'static str, &'static str)> {
    Some(match code {
        "DisabledException" => ("The key of KMS is turned off", "Turn it on again: `aws kms enable-key`."),
        "KMSInvalidStateException" => (
            "The key of KMS cannot be used in its state",
            "It may be waiting for its deletion, which `aws kms cancel-key-deletion` stops; without the key nobody can read what it has encrypted.",
        ),
        "NotFoundException" => (
            "There is no such key of KMS",
            "Look whether its name is right, and whether it is in this region: a bucket takes keys of its own region only.",
        ),
        "InvalidKeyUsageException" => (
            "The key of KMS is not one that encrypts",
            "Take a symmetric key (SYMMETRIC_DEFAULT) for encryption and decryption.",
        ),
        _ => return None,
    })
}

impl Denial {
    /// What a message says; `None` if it is no refusal that says something.
    pub(crate) fn of(message: &str) -> Option<Self> {
        // What one service hands on of another one ends with where it comes from.
        let message = message.split(" (Service: ").next().unwrap_or_default().trim();
        if message.starts_with("The ciphertext refers to a customer master key that does not exist") {
            return Some(Self { action: "kms:Decrypt".to_owned(), may_be_missing: true, ..Self::default() });
        }
        let (before, rest) = message.split_once("is not authorized to perform:")?;
        let rest = rest.trim_start();
        let principal = before.rsplit("User: ").next().unwrap_or_default().trim();
        let principal = principal.strip_prefix("User ").unwrap_or(principal).trim_matches('"');
        let (action, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let ends = [" because ", " with an explicit deny"].iter().filter_map(|words| rest.find(words));
        let start = ["because ", "with an explicit deny"].iter().any(|words| rest.starts_with(words));
        let (place, reason) = rest.split_at(if start { 0 } else { ends.min().unwrap_or(rest.len()) });
        let resource = place.trim().strip_prefix("on resource: ").unwrap_or_default();
        let lower = reason.to_lowercase();
        let policy = WORDS.iter().find(|(words, _)| lower.contains(words)).map(|(_, policy)| *policy);
        let policy_arn =
            reason.split_once(": arn:").map_or("", |(_, rest)| rest.split_whitespace().next().unwrap_or(""));
        Some(Self {
            action: action.trim_end_matches(['.', ',']).to_owned(),
            resource: resource.trim().trim_end_matches('.').trim_matches('"').to_owned(),
            principal: principal.to_owned(),
            policy,
            policy_arn: if policy_arn.is_empty() {
                String::new()
            } else {
                format!("arn:{}", policy_arn.trim_end_matches('.'))
            },
            is_explicit: lower.contains("explicit deny"),
            may_be_missing: lower.contains("does not exist"),
        })
    }

    /// Whether a key of KMS is the matter.
    pub fn is_about_a_key(&self) -> bool {
        self.action.starts_with("kms:")
    }

    /// One line that says what is not allowed.
    pub fn headline(&self) -> String {
        let Self { action, resource, .. } = self;
        match (resource.as_str(), self.is_about_a_key()) {
            ("", true) => format!("{action} is not allowed on the key"),
            ("", false) => format!("{action} is not allowed"),
            (key, true) => format!("{action} is not allowed on the key {key}"),
            (resource, false) => format!("{action} is not allowed on {resource}"),
        }
    }

    /// What to do about it, and who can.
    pub fn remedy(&self) -> String {
        let remedy = if self.is_explicit { self.lift() } else { self.allow() };
        let told =
            if self.policy_arn.is_empty() { String::new() } else { format!(" The policy is {}.", self.policy_arn) };
        let missing = if self.may_be_missing {
            " It may also be that there is no such key in this region: the service does not tell one from the other."
        } else {
            ""
        };
        let is_of_key = self.is_about_a_key() && matches!(self.policy, Some(DenyingPolicy::Resource) | None);
        let command = if is_of_key && !self.resource.is_empty() {
            format!("\n\n    aws kms get-key-policy --key-id {} --policy-name default --output text", self.resource)
        } else {
            String::new()
        };
        format!("{remedy}{told}{missing}{command}")
    }

    /// Where the policy is to be found.
    fn place(&self) -> String {
        let who = self.who();
        match self.policy {
            Some(DenyingPolicy::Identity) => format!("an identity-based policy of {who}"),
            Some(DenyingPolicy::Resource) if self.is_about_a_key() => "the policy of the key".to_owned(),
            Some(DenyingPolicy::Resource) => "the policy of the bucket".to_owned(),
            Some(DenyingPolicy::ServiceControl) => "a service control policy of the organization".to_owned(),
            Some(DenyingPolicy::ResourceControl) => "a resource control policy of the organization".to_owned(),
            Some(DenyingPolicy::Boundary) => format!("the permissions boundary of {who}"),
            Some(DenyingPolicy::Session) => "the policy that the session was made with".to_owned(),
            Some(DenyingPolicy::Endpoint) => "the policy of the VPC endpoint".to_owned(),
            Some(DenyingPolicy::Trust) => "the trust policy of the role".to_owned(),
            Some(DenyingPolicy::PublicAccess) => "the bucket's block of public access".to_owned(),
            None => "a policy".to_owned(),
        }
    }

    /// What was denied by name.
    fn lift(&self) -> String {
        let of_organization = match self.policy {
            Some(DenyingPolicy::ServiceControl | DenyingPolicy::ResourceControl) => {
                ", which only the organization's administrators can change"
            }
            _ => "",
        };
        format!(
            "{} is denied by name in {}{of_organization}. What is denied by name no other policy can allow: take the denial away, or except {} from it.",
            self.action,
            self.place(),
            self.who()
        )
    }

    /// What was only not allowed.
    fn allow(&self) -> String {
        let (Self { action, .. }, who, place) = (self, self.who(), self.place());
        let on = if self.resource.is_empty() { String::new() } else { format!(" on {}", self.resource) };
        match self.policy {
            Some(DenyingPolicy::Resource) if self.is_about_a_key() => format!(
                "Allow {action} to {who} in {place}. A key can be used by whom its own policy allows; what IAM allows counts only if that policy leaves it to the account. \
                 A key of another account takes both."
            ),
            Some(DenyingPolicy::Resource) => {
                format!("Allow {action} to {who} in {place}; a bucket of another account takes that and an identity-based policy.")
            }
            Some(DenyingPolicy::Identity) => format!("Allow {action}{on} in {place}."),
            Some(DenyingPolicy::ServiceControl | DenyingPolicy::ResourceControl) => {
                format!("{action} is not allowed in {place}: its administrators have to allow it, whatever policies of the account say.")
            }
            Some(DenyingPolicy::Boundary) => {
                format!("Allow {action} in {place} as well: it limits what other policies can allow.")
            }
            Some(DenyingPolicy::Session) => format!("{action} is not allowed in {place}: take the role with a wider one, or with none."),
            Some(DenyingPolicy::Endpoint) => format!("Allow {action}{on} in {place}, which all requests of this network go through."),
            Some(DenyingPolicy::Trust) => format!("Allow {action} to {who} in {place}."),
            Some(DenyingPolicy::PublicAccess) => {
                "The bucket keeps the public out, and takes this for the public: ask with credentials of an account that its policy names.".to_owned()
            }
            None if self.is_about_a_key() => {
                format!("Allow {action}{on} to {who}: in the policy of the key, or, if that leaves it to the account, in an identity-based one.")
            }
            None => format!("Allow {action}{on} in an identity-based policy of {who}."),
        }
    }

    /// Who asked, as policies name them: a role, where the service names a session of it.
    fn who(&self) -> String {
        let session = self.principal.split_once(":assumed-role/").and_then(|(before, rest)| {
            let account = before.rsplit(':').next()?;
            Some((account, rest.split('/').next()?))
        });
        match session {
            Some((account, role)) => format!("the role {role} of the account {account}"),
            None if self.principal.is_empty() => "whoever asks".to_owned(),
            None => self.principal.clone(),
        }
    }
}

impl fmt::Display for Denial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.headline(), self.remedy())
    }
}

#[cfg(test)]
mod tests;
