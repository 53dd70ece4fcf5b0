//! Keys that AWS KMS keeps: it makes keys for us, and decrypts them, for whom it lets.
//!
//! Nothing here is kept; who asks keeps what was given. A request changes nothing in the service, so that it is repeated whenever that may help.

use super::credentials::{Chain, Credentials};
use super::http::{Address, Client, Request, Response, domain};
use super::options::S3Options;
use super::signature::{self, Scope};
use super::time;
use crate::diagnostic::Result as Outcome;
use crate::log::Value;
use crate::seal::AwsKmsKey;
use crate::state_store::denial::{Denial, trouble_of_key};
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::sealed::{Bytes, KeyService, Surroundings, Wrapped};
use crate::state_store::tries::Tries;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tfgen_cty::json::Node;

/// How often something is asked, the first pause, and how long after the first time it is asked again.
const TRIES: u32 = 6;
const PAUSE: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_secs(20);

/// The longest answer.
const ANSWER_MAX: u64 = 1 << 20;

/// What is authenticated with each key, and what policies can ask for as `kms:EncryptionContext:purpose`.
const PURPOSE: (&str, &str) = ("purpose", "terraform-state");

/// A key, and who asks for it.
#[derive(Debug)]
pub(crate) struct Kms {
    key: AwsKmsKey,
    client: Client,
    chain: Chain,
    region: String,
    path: String,
    /// How far the service's clock is from ours, in seconds.
    offset: AtomicI64,
}

/// Why it was not done.
struct Refused {
    code: String,
    message: String,
}

impl Kms {
    /// The key, of which the service hears when it is first needed.
    pub(crate) fn new(key: &AwsKmsKey, around: &Surroundings) -> Outcome<Self> {
        let options = S3Options {
            profile: key.profile.clone().or_else(|| around.profile.clone()),
            authorities: around.authorities.clone(),
            environment: around.environment.clone(),
            ..S3Options::new("")
        };
        Ok(Self::with_options(key, around, &options)?)
    }

    fn with_options(key: &AwsKmsKey, around: &Surroundings, options: &S3Options) -> Result<Self> {
        let variable = |name: &str| (options.environment)(name).filter(|value| !value.is_empty());
        let endpoint = key.endpoint.clone().or_else(|| variable("AWS_ENDPOINT_URL_KMS"));
        let endpoint = endpoint.or_else(|| variable("AWS_ENDPOINT_URL"));
        let named =
            key.region.clone().or_else(|| key.region_of_arn().map(str::to_owned)).or_else(|| around.region.clone());
        let region = named.or_else(|| variable("AWS_REGION")).or_else(|| variable("AWS_DEFAULT_REGION"));
        let region = region.or_else(|| Chain::new(options, "").region_of_profile());
        let region = match (region, &endpoint) {
            (Some(region), _) => region,
            // A service of one's own has no regions, as a rule.
            (None, Some(_)) => "us-east-1".to_owned(),
            (None, None) => {
                return Err(Error::new(ErrorKind::Invalid, format!("The region of the key {key} is not known"))
                    .detail(
                        "Say it after the key (aws-kms:KEY?region=…), in AWS_REGION, or in the profile; an ARN has it.",
                    ));
            }
        };
        let url = endpoint.unwrap_or_else(|| format!("https://kms.{region}.{}", domain(&region)));
        let (address, path) = Address::parse(&url)
            .ok_or_else(|| Error::new(ErrorKind::Invalid, format!("{url:?} is no address of AWS KMS")))?;
        let client = Client::new(address, options.authorities().as_deref(), &*options.environment)
            .map_err(|error| Error::new(ErrorKind::Unavailable, "AWS KMS cannot be talked to").caused_by(error))?;
        let chain = Chain::new(options, &region);
        Ok(Self { key: key.clone(), client, chain, region, path: format!("{path}/"), offset: AtomicI64::new(0) })
    }

    /// Asks until there is an answer for good; `Ok(Err(…))` is a refusal whose code the caller knows better than this.
    fn ask(&self, action: &'static str, members: &[(&str, &str)]) -> Result<Result<Response, Refused>> {
        let text = |text: &str| Value::Text(text.to_owned());
        let mut body: BTreeMap<String, Value> =
            members.iter().map(|(name, value)| ((*name).to_owned(), text(value))).collect();
        let context = BTreeMap::from([(PURPOSE.0.to_owned(), text(PURPOSE.1))]);
        body.insert("EncryptionContext".to_owned(), Value::Object(context));
        body.insert("KeyId".to_owned(), text(&self.key.key));
        let mut request = Request::new("POST", &*self.path);
        request.set("content-type", "application/x-amz-json-1.1");
        request.set("x-amz-target", &format!("TrentService.{action}"));
        request.set("host", &self.client.address.authority());
        request.body = Value::Object(body).to_string().into();
        let mut tries = Tries::new(TRIES, PAUSE, PATIENCE);
        let mut failed = Error::new(ErrorKind::Unavailable, "AWS KMS was not asked");
        while tries.go_on() {
            let credentials = self.chain.get()?;
            match self.send(action, &request, &credentials) {
                Ok(answer) => return Ok(answer),
                Err(error) if error.kind() == ErrorKind::Unavailable => failed = error,
                Err(error) => return Err(error),
            }
        }
        Err(failed)
    }

    /// One try; what is `Unavailable` is tried again.
    fn send(&self, action: &str, request: &Request, credentials: &Credentials) -> Result<Result<Response, Refused>> {
        let mut signed = request.clone();
        let time = time::now(self.offset.load(Ordering::Relaxed));
        signature::sign(&mut signed, credentials, Scope { region: &self.region, service: "kms", time: &time });
        let answer = self.client.send(&signed, ANSWER_MAX).map_err(|broken| {
            let text = format!("{} does not answer", self.client.address.authority());
            Error::new(ErrorKind::Unavailable, text).caused_by(broken.error)
        })?;
        if answer.status == 200 {
            return Ok(Ok(answer));
        }
        let refused = Refused::of(&answer);
        let again =
            |summary: &str| Err(Error::new(ErrorKind::Unavailable, summary).detail(refused.told(answer.status)));
        match refused.code.as_str() {
            "IncorrectKeyException" | "InvalidCiphertextException" => Ok(Err(refused)),
            "ExpiredTokenException" | "ExpiredToken" if self.chain.refuse(credentials)? => {
                again("The credentials for AWS KMS have expired")
            }
            "InvalidSignatureException" | "RequestTimeTooSkewed" => {
                match answer.header("date").and_then(time::offset) {
                    // An offset of a second is no news.
                    Some(offset) if (self.offset.swap(offset, Ordering::Relaxed) - offset).abs() > 60 => {
                        again("The clock of this machine is wrong")
                    }
                    _ => Err(self.explain(action, &answer, &refused, credentials)),
                }
            }
            "ThrottlingException"
            | "KMSInternalException"
            | "DependencyTimeoutException"
            | "KeyUnavailableException"
            | "ServiceUnavailable"
            | "InternalFailure"
            | "RequestTimeout" => again("AWS KMS is too busy"),
            _ if answer.status >= 500 || answer.status == 429 => again("AWS KMS is too busy"),
            _ => Err(self.explain(action, &answer, &refused, credentials)),
        }
    }

    fn explain(&self, action: &str, answer: &Response, refused: &Refused, who: &Credentials) -> Error {
        let told = refused.told(answer.status);
        if let Some((summary, remedy)) = trouble_of_key(&refused.code) {
            return Error::new(ErrorKind::Denied, summary).detail(format!("It is {}. {told}\n\n{remedy}", self.key));
        }
        match refused.code.as_str() {
            "UnrecognizedClientException"
            | "InvalidClientTokenId"
            | "InvalidSignatureException"
            | "SignatureDoesNotMatch"
            | "IncompleteSignature"
            | "MissingAuthenticationTokenException" => {
                Error::new(ErrorKind::Denied, "AWS KMS does not take the credentials")
                    .detail(format!("They are those of the access key {}. {told}", who.access_key_id))
            }
            "ExpiredTokenException" | "ExpiredToken" => {
                Error::new(ErrorKind::Denied, "The credentials for AWS KMS have expired")
                    .detail(format!("{told}\n\nGet new ones, and run the command again."))
            }
            "AccessDeniedException" | "AccessDenied" => {
                let denial = Denial::of(&refused.message).unwrap_or_else(|| Denial {
                    action: format!("kms:{action}"),
                    resource: self.key.key.clone(),
                    may_be_missing: true,
                    ..Denial::default()
                });
                let asked =
                    format!("The key that was asked for is {}, with the access key {}.", self.key, who.access_key_id);
                Error::new(ErrorKind::Denied, denial.headline())
                    .detail(format!("{told} {asked}\n\n{}", denial.remedy()))
                    .denied(Some(denial))
            }
            _ => Error::new(ErrorKind::Invalid, format!("AWS KMS refuses to use the key {}", self.key)).detail(told),
        }
    }
}

impl Refused {
    fn of(answer: &Response) -> Self {
        let node = Node::parse(&answer.body).ok();
        let text = |name: &str| node.as_ref().and_then(|node| Some(node.get(name)?.string()?.into_owned()));
        let code = text("__type").or_else(|| answer.header("x-amzn-errortype").map(str::to_owned)).unwrap_or_default();
        // Before the code there may be a name space, and after it an address.
        let code = code.rsplit('#').next().unwrap_or_default().split(':').next().unwrap_or_default().to_owned();
        Self { code, message: text("message").or_else(|| text("Message")).unwrap_or_default() }
    }

    fn told(&self, status: u16) -> String {
        match (self.code.as_str(), self.message.as_str()) {
            ("", _) => format!("AWS KMS answers {status}."),
            (code, "") => format!("AWS KMS answers {status} {code}."),
            (code, message) => format!("AWS KMS answers {status} {code}: {message}"),
        }
    }
}

/// The members of an answer that gives a key: the key as such, and what the service calls its own.
fn given(answer: &Response) -> Option<(Bytes, String)> {
    let node = Node::parse(&answer.body).ok()?;
    let plain = STANDARD.decode(node.get("Plaintext")?.string()?.as_bytes()).ok()?;
    Some((plain.try_into().ok()?, node.get("KeyId")?.string()?.into_owned()))
}

fn unreadable(action: &str) -> Error {
    Error::new(ErrorKind::Corrupt, format!("AWS KMS answers no key to {action}"))
        .detail("The answer is none that the service is known to give.")
}

impl KeyService for Kms {
    fn make(&self) -> Result<(Bytes, Wrapped)> {
        let action = "GenerateDataKey";
        let answer = self
            .ask(action, &[("KeySpec", "AES_256")])?
            .map_err(|refused| Error::new(ErrorKind::Invalid, "AWS KMS makes no key").detail(refused.told(400)))?;
        let (bytes, reference) = given(&answer).ok_or_else(|| unreadable(action))?;
        let wrapped = Node::parse(&answer.body)
            .ok()
            .and_then(|node| STANDARD.decode(node.get("CiphertextBlob")?.string()?.as_bytes()).ok());
        let key = wrapped.ok_or_else(|| unreadable(action))?;
        Ok((bytes, Wrapped { reference, key }))
    }

    fn give_back(&self, wrapped: &Wrapped) -> Result<Option<Bytes>> {
        let action = "Decrypt";
        let blob = STANDARD.encode(&wrapped.key);
        let answer = match self.ask(action, &[("CiphertextBlob", &blob)])? {
            Ok(answer) => answer,
            Err(refused) if refused.code == "IncorrectKeyException" => return Ok(None),
            Err(refused) => {
                return Err(Error::new(ErrorKind::Corrupt, "The key of this content is not what was stored").detail(format!(
                    "{} It was changed since, or it is not one of states. Restore the content from a revision or a backup.",
                    refused.told(400)
                )));
            }
        };
        let (bytes, key) = given(&answer).ok_or_else(|| unreadable(action))?;
        // A service that does not look at which key was asked for must not choose it.
        Ok((self.key.is(&key) != Some(false)).then_some(bytes))
    }

    fn may_be(&self, reference: &str) -> bool {
        self.key.is(reference) == Some(true)
    }

    fn describe(&self) -> String {
        format!("aws-kms:{}", self.key)
    }
}

#[cfg(test)]
mod tests;
