//! Who asks: the chain of places where AWS's own tools look for credentials, asked anew before what they gave expires.
//!
//! In order: the environment, a web identity, a profile (static, of a program, of a role), the container's, the instance's. A profile that is
//! named in the configuration comes first.

use super::http::{Address, Client, Request, Response};
use super::options::S3Options;
use super::xml::Element;
use crate::format::time;
use crate::state_store::error::{Error, ErrorKind, Result};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tfgen_cty::json::Node;

mod metadata;
mod profile;
mod role;

/// How long before their end credentials are asked for anew.
const EARLY: Duration = Duration::from_mins(2);

/// The longest answer of one who gives credentials.
const ANSWER_MAX: u64 = 1 << 20;

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

/// Where credentials are to be had.
#[derive(Clone)]
pub(super) struct Chain {
    environment: Environment,
    /// The profile that the configuration names.
    profile: Option<String>,
    region: String,
    /// The file of certificates of authorities, where those of the system are not meant.
    authorities: Option<String>,
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
        Self { environment, profile, region: region.to_owned(), authorities, last: Arc::default() }
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

    /// Forgets credentials that the service has refused; `false` if no others can be had.
    pub(super) fn refuse(&self, refused: &Credentials) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|last| last == refused) {
            // The same again, as of the environment, would be refused again.
            *last = self.find().ok().filter(|found| found != refused);
        }
        last.is_some()
    }

    fn find(&self) -> Result<Credentials> {
        if let Some(profile) = &self.profile {
            return self.of_profile(profile);
        }
        if let Some(found) = self.of_environment() {
            return Ok(found);
        }
        let from = [Self::of_web_identity, Self::of_default_profile, Self::of_container];
        for source in from {
            if let Some(found) = source(self)? {
                return Ok(found);
            }
        }
        self.of_instance()?.ok_or_else(|| {
            Error::new(ErrorKind::Denied, "There are no credentials for the object store").detail(
                "None are in the environment (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_WEB_IDENTITY_TOKEN_FILE and \
                 AWS_ROLE_ARN), in the profile AWS_PROFILE or \"default\" of ~/.aws/config and ~/.aws/credentials, from a container, or \
                 from an instance.",
            )
        })
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

/// Asks one who gives credentials, who is known by these authorities.
fn ask(url: &str, request: Request, silence: Duration, authorities: Option<&str>) -> Result<Response> {
    let (address, path) = Address::parse(url)
        .ok_or_else(|| Error::new(ErrorKind::Invalid, format!("{url:?} is no address of credentials")))?;
    let unavailable =
        |error| Error::new(ErrorKind::Unavailable, format!("{url} gives no credentials")).caused_by(error);
    let client = Client::new(address.clone(), authorities).map_err(unavailable)?.impatient(silence);
    let path = format!("{path}{}", request.path);
    let mut request = Request { path: if path.is_empty() { "/".to_owned() } else { path }, ..request };
    if !request.headers.iter().any(|(name, _)| name == "host") {
        request.set("host", &address.authority());
    }
    let answer = client.send(&request, ANSWER_MAX).map_err(|broken| unavailable(broken.error))?;
    if answer.status == 200 {
        return Ok(answer);
    }
    let text = String::from_utf8_lossy(&answer.body);
    let said = Element::parse(&text).and_then(|said| Some(said.find("Message")?.text.clone()));
    let said = said.unwrap_or_else(|| text.chars().take(200).collect());
    Err(Error::new(ErrorKind::Denied, format!("{url} gives no credentials"))
        .detail(format!("It answers {}: {said}", answer.status)))
}
