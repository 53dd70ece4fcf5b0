//! Who asks: the chain of places where AWS's own tools look for credentials, asked anew before what they gave expires.
//!
//! In order: the environment, a web identity, a profile (static, of a program, of a role), the container's, the instance's. A profile that is
//! named in the configuration comes first.

use super::options::S3Options;
use super::xml::Element;
use crate::format::time;
use crate::state_store::error::{Error, ErrorKind, Result};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tfgen_cty::json::Node;

mod ask;
mod metadata;
mod profile;
mod role;

use ask::Patience;

/// How long before their end credentials are asked for anew.
const EARLY: Duration = Duration::from_mins(2);

/// What requests are signed with.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Credentials {
    pub(super) access_key_id: String,
    pub(super) secret_access_key: String,
    pub(super) session_token: Option<String>,
    /// None if they are good for ever.
    pub(super) expires: Option<SystemTime>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Credentials").field(&self.access_key_id).finish()
    }
}

impl Credentials {
    fn last(&self, now: SystemTime, room: Duration) -> bool {
        self.expires.is_none_or(|end| end.duration_since(now).is_ok_and(|left| left > room))
    }

    /// Those of a JSON object, whose members are called so.
    fn from_json(text: &[u8], token: &str) -> Option<Self> {
        let node = Node::parse(text).ok()?;
        let text = |name: &str| node.get(name)?.string().map(std::borrow::Cow::into_owned);
        let expires = match text("Expiration") {
            Some(end) => Some(instant(&end)?),
            None => None,
        };
        Some(Self {
            access_key_id: text("AccessKeyId")?,
            secret_access_key: text("SecretAccessKey")?,
            session_token: text(token).filter(|token| !token.is_empty()),
            expires,
        })
    }

    /// Those of an answer of the service for tokens.
    fn from_xml(text: &str) -> Option<Self> {
        let answer = Element::parse(text)?;
        let found = answer.find("Credentials")?;
        Some(Self {
            access_key_id: found.text_of("AccessKeyId").to_owned(),
            secret_access_key: found.text_of("SecretAccessKey").to_owned(),
            session_token: Some(found.text_of("SessionToken").to_owned()),
            expires: Some(instant(found.text_of("Expiration"))?),
        })
    }
}

fn instant(text: &str) -> Option<SystemTime> {
    let seconds = time::instant(text)?;
    let seconds = seconds.split('.').next()?.parse().ok()?;
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// Variables by name.
pub type Environment = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// A place where credentials may be.
struct Source {
    name: fn(&Chain) -> String,
    ask: fn(&Chain) -> Result<Option<Credentials>>,
    /// Why it has none.
    why: fn(&Chain) -> String,
}

/// All of them, in the order in which they are asked.
const SOURCES: [Source; 5] = [
    Source {
        name: |_| "the environment".to_owned(),
        ask: |chain| Ok(chain.of_environment()),
        why: |chain| chain.missing(&["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]),
    },
    Source {
        name: |_| "a web identity".to_owned(),
        ask: Chain::of_web_identity,
        why: |chain| chain.missing(&["AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_ROLE_ARN"]),
    },
    Source {
        name: Chain::name_of_profile,
        ask: Chain::of_default_profile,
        why: |_| "not in ~/.aws/config or ~/.aws/credentials, or without credentials there".to_owned(),
    },
    Source {
        name: |_| "the container".to_owned(),
        ask: Chain::of_container,
        why: |chain| chain.missing(&["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI"]),
    },
    Source { name: |_| "the instance".to_owned(), ask: Chain::of_instance, why: Chain::why_no_instance },
];

/// Says which source has failed, and which had none before.
fn not_of(source: &str, failed: Error, passed: &[String]) -> Error {
    let failed = failed.summary(format!("There are no credentials for the object store from {source}"));
    if passed.is_empty() { failed } else { failed.and(format!("Before it, these had none:\n{}", lines(passed))) }
}

fn lines(of: &[String]) -> String {
    of.iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// Where credentials are to be had.
#[derive(Clone)]
pub(super) struct Chain {
    environment: Environment,
    /// The profile that the configuration names.
    profile: Option<String>,
    region: String,
    /// The file of certificates of authorities, where those of the system are not meant.
    authorities: Option<String>,
    /// Where a container's agent answers.
    container: String,
    last: Arc<Mutex<Option<Credentials>>>,
}

impl fmt::Debug for Chain {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Chain").field("profile", &self.profile).finish_non_exhaustive()
    }
}

impl Chain {
    pub(super) fn new(options: &S3Options, region: &str) -> Self {
        let (environment, profile) = (options.environment.clone(), options.profile.clone());
        let authorities = options.authorities();
        let (region, container) = (region.to_owned(), options.container.clone());
        Self { environment, profile, region, authorities, container, last: Arc::default() }
    }

    fn variable(&self, name: &str) -> Option<String> {
        (self.environment)(name).filter(|value| !value.is_empty())
    }

    /// Credentials that last a while yet.
    pub(super) fn get(&self) -> Result<Credentials> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = SystemTime::now();
        if let Some(last) = last.as_ref().filter(|last| last.last(now, EARLY)) {
            return Ok(last.clone());
        }
        match self.find() {
            Ok(found) => Ok(last.insert(found).clone()),
            // Those of before may still do, while their source cannot be asked.
            Err(error) => match last.as_ref().filter(|last| last.last(now, Duration::ZERO)) {
                Some(last) => Ok(last.clone()),
                None => Err(error),
            },
        }
    }

    /// Forgets credentials that the service has refused; `false` if there are no others to be had, and an error if nobody knows.
    pub(super) fn refuse(&self, refused: &Credentials) -> Result<bool> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        // Of many who were refused at once, one asks.
        if last.as_ref().is_none_or(|last| last == refused) {
            *last = None;
            // The same again, as of the environment, would be refused again.
            *last = Some(self.find()?).filter(|found| found != refused);
        }
        Ok(last.is_some())
    }

    fn find(&self) -> Result<Credentials> {
        if let Some(profile) = &self.profile {
            return self.of_profile(profile).map_err(|failed| not_of(&self.name_of_profile(), failed, &[]));
        }
        let mut passed = Vec::new();
        for source in SOURCES {
            let name = (source.name)(self);
            match (source.ask)(self) {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => passed.push(format!("{name}: {}", (source.why)(self))),
                Err(failed) => return Err(not_of(&name, failed, &passed)),
            }
        }
        let text = "There are no credentials for the object store";
        Err(Error::new(ErrorKind::Denied, text).detail(format!("These were asked:\n{}", lines(&passed))))
    }

    /// Which of these is missing.
    fn missing(&self, names: &[&str]) -> String {
        let missing = names.iter().filter(|name| self.variable(name).is_none()).copied().collect::<Vec<_>>();
        format!("{} not set", missing.join(" and "))
    }

    fn name_of_profile(&self) -> String {
        let profile = self.profile.clone().or_else(|| self.profile_of_environment());
        format!("the profile {:?}", profile.as_deref().unwrap_or("default"))
    }

    fn of_environment(&self) -> Option<Credentials> {
        let (id, secret) = (self.variable("AWS_ACCESS_KEY_ID"), self.variable("AWS_SECRET_ACCESS_KEY"));
        let (Some(access_key_id), Some(secret_access_key)) = (id, secret) else { return None };
        let session_token = self.variable("AWS_SESSION_TOKEN");
        Some(Credentials { access_key_id, secret_access_key, session_token, expires: None })
    }

    fn profile_of_environment(&self) -> Option<String> {
        self.variable("AWS_PROFILE").or_else(|| self.variable("AWS_DEFAULT_PROFILE"))
    }

    fn of_default_profile(&self) -> Result<Option<Credentials>> {
        match self.profile_of_environment() {
            Some(profile) => self.of_profile(&profile).map(Some),
            None => self.of_profile_if_there("default"),
        }
    }
}
