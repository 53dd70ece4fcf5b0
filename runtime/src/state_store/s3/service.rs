//! Signed requests to one bucket, tried again while that can help.
//!
//! Every request that changes something is conditional, so that it can be repeated: the second one does nothing if the first one was
//! done. What is told is whether an answer was lost on the way, since then a condition that does not hold may be one's own doing.

use super::credentials::{Chain, Credentials};
use super::http::{Address, Client, Request, Response, domain};
use super::options::S3Options;
use super::refusal;
use super::signature::{self, Scope};
use super::time;
use super::xml::Element;
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::percent;
use crate::state_store::tries::Tries;
use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// How often something is tried, and the first pause.
const TRIES: u32 = 7;
const PAUSE: Duration = Duration::from_millis(80);

/// How long after the first try another one begins: a server that says nothing uses it up sooner than one that refuses.
const PATIENCE: Duration = Duration::from_secs(30);

/// The longest object, in bytes.
const OBJECT_MAX: u64 = 4 << 30;

/// A bucket, and who asks.
pub(super) struct Service {
    client: Client,
    chain: Chain,
    pub(super) bucket: String,
    region: String,
    /// What paths begin with: the bucket, unless it is in the host's name.
    base: String,
    owner: Option<String>,
    /// How far the service's clock is from ours, in seconds.
    offset: AtomicI64,
}

impl fmt::Debug for Service {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Service").field("bucket", &self.bucket).finish_non_exhaustive()
    }
}

/// What came of a request. `was_lost` tells that there was no answer to an earlier try, which may have been done.
pub(super) enum Outcome {
    /// It was done.
    Done(Response),
    /// There is no such object.
    Absent { was_lost: bool },
    /// Its condition does not hold.
    Unmet { was_lost: bool },
}

/// What is done about an answer.
enum Next {
    End(Result<Outcome>),
    /// It is tried again; `was_done` if it may have been done all the same.
    Again {
        failed: Error,
        was_done: bool,
    },
}

impl Service {
    pub(super) fn new(options: &S3Options) -> Result<Self> {
        let chain = |region: &str| Chain::new(options, region);
        let variable = |name: &str| (options.environment)(name).filter(|value| !value.is_empty());
        let region =
            options.region.clone().or_else(|| variable("AWS_REGION")).or_else(|| variable("AWS_DEFAULT_REGION"));
        let region = region.or_else(|| chain("").region_of_profile());
        let endpoint = options.endpoint.clone();
        let endpoint = endpoint.or_else(|| variable("AWS_ENDPOINT_URL_S3")).or_else(|| variable("AWS_ENDPOINT_URL"));
        let region = match (region, &endpoint) {
            (Some(region), _) => region,
            // A service of one's own has no regions, as a rule.
            (None, Some(_)) => "us-east-1".to_owned(),
            (None, None) => {
                return Err(Error::new(ErrorKind::Invalid, "The region of the bucket is not known")
                    .detail("Say it in the configuration, in AWS_REGION, or in the profile."));
            }
        };
        let bucket = &options.bucket;
        let is_named =
            bucket.len() > 2 && bucket.bytes().all(|each| each.is_ascii_alphanumeric() || b".-_".contains(&each));
        if !is_named {
            return Err(Error::new(ErrorKind::Invalid, format!("No bucket can be called {bucket:?}"))
                .detail("Names of buckets have at least three letters, digits, dots or hyphens."));
        }
        // A bucket with dots has no certificate for its host; services of one's own have hosts of their own.
        let in_path = options.path_style.unwrap_or(endpoint.is_some() || bucket.contains('.'));
        let url = endpoint.unwrap_or_else(|| format!("https://s3.{region}.{}", domain(&region)));
        let (mut address, path) = Address::parse(&url).ok_or_else(|| {
            Error::new(ErrorKind::Invalid, format!("{url:?} is no address of an object store"))
                .detail("Write http:// or https://, a host, and a port if it is not the usual one.")
        })?;
        let base = if in_path { format!("{path}/{bucket}") } else { path };
        if !in_path {
            address.host = format!("{bucket}.{}", address.host);
        }
        let client =
            Client::new(address, options.authorities().as_deref(), &*options.environment).map_err(|error| {
                Error::new(ErrorKind::Unavailable, "The object store cannot be talked to").caused_by(error)
            })?;
        Ok(Self {
            client,
            chain: chain(&region),
            bucket: bucket.clone(),
            region,
            base,
            owner: options.expected_bucket_owner.clone(),
            offset: AtomicI64::new(0),
        })
    }

    /// How people call an object.
    pub(super) fn shown(&self, object: &str) -> String {
        format!("s3://{}/{object}", self.bucket)
    }

    /// A request about an object.
    pub(super) fn object(&self, method: &'static str, object: &str) -> Request {
        Request::new(method, format!("{}/{}", self.base, signature::encode(object, true)))
    }

    /// A request for a setting of the bucket.
    pub(super) fn setting(&self, name: &str) -> Request {
        self.whole().asking(name, "")
    }

    /// What AWS's own tool has to be told besides, where the service is not AWS's.
    pub(super) fn flag(&self) -> String {
        let Address { is_secure, host, .. } = &self.client.address;
        let scheme = if *is_secure { "https" } else { "http" };
        let is_its_own = host.ends_with(".amazonaws.com") || host.ends_with(".amazonaws.com.cn");
        if is_its_own {
            String::new()
        } else {
            format!(" --endpoint-url {scheme}://{}", self.client.address.authority())
        }
    }

    /// A request about the bucket.
    fn whole(&self) -> Request {
        let path = if self.base.is_empty() { "/" } else { &self.base };
        Request::new("GET", path)
    }

    /// Sends a request until it is answered for good.
    pub(super) fn call(&self, request: Request) -> Result<Outcome> {
        let changes = request.method != "GET" && request.method != "HEAD";
        let (mut was_lost, mut tries) = (false, Tries::new(TRIES, PAUSE, PATIENCE));
        let mut failed = Error::new(ErrorKind::Unavailable, "The object store was not asked");
        while tries.go_on() {
            // Whatever comes after an answer was lost: what it would have said is not known.
            let unsure = |failed: Error| if was_lost { failed.of_kind(ErrorKind::Uncertain) } else { failed };
            let credentials = match self.chain.get() {
                Ok(credentials) => credentials,
                // Who gives them may be there again soon.
                Err(error) if error.kind() == ErrorKind::Unavailable => {
                    failed = error;
                    continue;
                }
                Err(error) => return Err(unsure(error)),
            };
            match self.send(&request, &credentials, was_lost) {
                Next::End(outcome) => return outcome.map_err(unsure),
                Next::Again { failed: error, was_done } => {
                    was_lost |= was_done && changes;
                    failed = error;
                }
            }
        }
        Err(if was_lost { failed.of_kind(ErrorKind::Uncertain) } else { failed.of_kind(ErrorKind::Unavailable) })
    }

    fn send(&self, request: &Request, credentials: &Credentials, was_lost: bool) -> Next {
        let mut signed = request.clone();
        signed.set("host", &self.client.address.authority());
        if let Some(owner) = &self.owner {
            signed.set("x-amz-expected-bucket-owner", owner);
        }
        let time = time::now(self.offset.load(Ordering::Relaxed));
        signature::sign(&mut signed, credentials, Scope { region: &self.region, service: "s3", time: &time });
        let answer = match self.client.send(&signed, OBJECT_MAX) {
            Ok(answer) => refusal::in_success(request, answer),
            // It was made wrongly here, and is so the next time.
            Err(broken) if broken.error.kind() == std::io::ErrorKind::InvalidInput && !broken.was_sent => {
                let text = "A request to the object store cannot be made";
                return Next::End(Err(Error::new(ErrorKind::Invalid, text).caused_by(broken.error)));
            }
            Err(broken) => {
                let text = format!("{} does not answer", self.client.address.authority());
                let failed = Error::new(ErrorKind::Unavailable, text).caused_by(broken.error);
                return Next::Again { failed, was_done: broken.was_sent };
            }
        };
        match answer.status {
            200..300 => Next::End(Ok(Outcome::Done(answer))),
            304 | 412 => Next::End(Ok(Outcome::Unmet { was_lost })),
            404 if refusal::is_of_object(request, &answer) => Next::End(Ok(Outcome::Absent { was_lost })),
            // It has no body that says why: a GET has, of which a byte is enough.
            400..500 if request.method == "HEAD" => {
                let asked = Request { method: "GET", ..request.clone() }.with("range", "bytes=0-0");
                match self.send(&asked, credentials, was_lost) {
                    Next::End(Ok(_)) => self.refused(request, credentials, &answer),
                    told => told,
                }
            }
            _ => self.refused(request, credentials, &answer),
        }
    }

    fn refused(&self, request: &Request, credentials: &Credentials, answer: &Response) -> Next {
        let refused = refusal::Refused::of(answer);
        let code = refused.code.as_str();
        let explained = || refused.explain(&self.bucket, request, answer, credentials);
        match (answer.status, code) {
            (_, "RequestTimeTooSkewed") => match answer.header("date").and_then(time::offset) {
                Some(offset) if self.offset.swap(offset, Ordering::Relaxed) != offset => {
                    Next::Again { failed: explained(), was_done: false }
                }
                _ => Next::End(Err(explained())),
            },
            (_, "ExpiredToken" | "ExpiredTokenException" | "TokenRefreshRequired" | "InvalidToken") => {
                match self.chain.refuse(credentials) {
                    Ok(true) => Next::Again { failed: explained(), was_done: false },
                    Ok(false) => Next::End(Err(explained())),
                    Err(none) => {
                        let failed = explained().and(format!("New ones cannot be had: {none}"));
                        match none.kind() {
                            ErrorKind::Unavailable => Next::Again { failed, was_done: false },
                            _ => Next::End(Err(failed)),
                        }
                    }
                }
            }
            _ => match explained() {
                failed if failed.kind() == ErrorKind::Unavailable => {
                    Next::Again { failed, was_done: answer.status >= 500 }
                }
                failed => Next::End(Err(failed)),
            },
        }
    }

    /// The names of all objects that begin so.
    pub(super) fn list(&self, beginning: &str) -> Result<Vec<String>> {
        let (mut names, mut after): (_, Option<String>) = (Vec::new(), None);
        loop {
            let mut request = self.whole().asking("list-type", "2").asking("encoding-type", "url");
            request = request.asking("prefix", beginning);
            if let Some(token) = &after {
                request = request.asking("continuation-token", token);
            }
            let Outcome::Done(answer) = self.call(request)? else { return Err(no_list("there is none")) };
            let text = String::from_utf8_lossy(&answer.body);
            let page = Element::parse(&text).filter(|page| page.name == "ListBucketResult");
            let page = page.ok_or_else(|| no_list("it is no list of objects"))?;
            let is_encoded = page.text_of("EncodingType") == "url";
            for object in page.all("Contents") {
                let name = &object.child("Key").ok_or_else(|| no_list("an object has no key"))?.text;
                let name = if is_encoded { percent::decode(&name.replace('+', " ")) } else { Some(name.clone()) };
                names.push(name.ok_or_else(|| no_list("a key is not encoded as it says"))?);
            }
            if page.text_of("IsTruncated") != "true" {
                return Ok(names);
            }
            let next = page.text_of("NextContinuationToken");
            if next.is_empty() || after.as_deref() == Some(next) {
                return Err(no_list("it does not say where it goes on"));
            }
            after = Some(next.to_owned());
        }
    }
}

fn no_list(why: &str) -> Error {
    Error::new(ErrorKind::Corrupt, "The object store answers no list").detail(format!("In its answer {why}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn service(more: impl FnOnce(S3Options) -> S3Options) -> Service {
        let options = S3Options { region: Some("eu-central-1".to_owned()), ..S3Options::new("acme-states") };
        Service::new(&more(options.with_environment(|_| None))).unwrap()
    }

    fn places(service: &Service) -> (String, String, String, String) {
        let Address { is_secure, .. } = service.client.address;
        let scheme = if is_secure { "https" } else { "http" };
        let (object, setting) = (service.object("GET", "state/a b").path, service.setting("versioning").path);
        (scheme.to_owned(), service.client.address.authority(), object, setting)
    }

    fn text(places: [&str; 4]) -> (String, String, String, String) {
        let [scheme, host, object, setting] = places.map(str::to_owned);
        (scheme, host, object, setting)
    }

    #[test]
    fn a_bucket_is_in_the_hosts_name_or_in_the_path() {
        let of_aws = service(|options| options);
        let host = "acme-states.s3.eu-central-1.amazonaws.com";
        assert_eq!(places(&of_aws), text(["https", host, "/state/a%20b", "/"]));
        let in_path = service(|options| S3Options { path_style: Some(true), ..options });
        let host = "s3.eu-central-1.amazonaws.com";
        assert_eq!(places(&in_path), text(["https", host, "/acme-states/state/a%20b", "/acme-states"]));
        let dotted = service(|options| S3Options { bucket: "acme.states".to_owned(), ..options });
        assert_eq!(places(&dotted), text(["https", host, "/acme.states/state/a%20b", "/acme.states"]));
        let china = service(|options| S3Options { region: Some("cn-north-1".to_owned()), ..options });
        let host = "acme-states.s3.cn-north-1.amazonaws.com.cn";
        assert_eq!(places(&china), text(["https", host, "/state/a%20b", "/"]));
        let endpoint = || Some("http://store.example:9000/base".to_owned());
        let own = service(|options| S3Options { endpoint: endpoint(), ..options });
        let object = "/base/acme-states/state/a%20b";
        assert_eq!(places(&own), text(["http", "store.example:9000", object, "/base/acme-states"]));
        let own = service(|options| S3Options { endpoint: endpoint(), path_style: Some(false), ..options });
        assert_eq!(places(&own), text(["http", "acme-states.store.example:9000", "/base/state/a%20b", "/base"]));
    }
}
