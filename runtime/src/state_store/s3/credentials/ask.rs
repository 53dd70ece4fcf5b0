//! Asking somebody for credentials over HTTP: the service for tokens, a container's agent, an instance's metadata.

use super::super::http::{Address, Client, Request, Response};
use super::super::xml::Element;
use super::Chain;
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::tries::Tries;
use std::time::Duration;
use tfgen_cty::json::Node;

/// The longest answer.
const ANSWER_MAX: u64 = 1 << 20;

/// The first pause before somebody who was too busy is asked again.
const PAUSE: Duration = Duration::from_millis(100);

/// How long somebody may say nothing, and how often he is asked.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    pub(super) silence: Duration,
    pub(super) tries: u32,
}

impl Chain {
    /// Asks one who gives credentials. Nothing of what is sent is ever told: it may be a secret.
    pub(super) fn ask(&self, url: &str, request: Request, patience: Patience) -> Result<Response> {
        let (address, path) = Address::parse(url)
            .ok_or_else(|| Error::new(ErrorKind::Invalid, format!("{url:?} is no address of credentials")))?;
        let broken = |error| Error::new(ErrorKind::Unavailable, format!("{url} gives no credentials")).caused_by(error);
        let client = Client::new(address.clone(), self.authorities.as_deref(), &*self.environment);
        let client = client.map_err(broken)?.impatient(patience.silence);
        let path = format!("{path}{}", request.path);
        let mut request = Request { path: if path.is_empty() { "/".to_owned() } else { path }, ..request };
        if request.header("host").is_none() {
            request.set("host", &address.authority());
        }
        let mut tries = Tries::new(patience.tries, PAUSE, Duration::MAX);
        let mut failed = Error::new(ErrorKind::Unavailable, format!("{url} was not asked"));
        while tries.go_on() {
            failed = match client.send(&request, ANSWER_MAX) {
                Ok(answer) if answer.status == 200 => return Ok(answer),
                Ok(answer) => refused(url, &answer),
                Err(failed) => broken(failed.error),
            };
            if failed.kind() != ErrorKind::Unavailable {
                break;
            }
        }
        Err(failed)
    }
}

/// What an answer says, in XML or JSON: a code, and what it means.
fn said(body: &[u8]) -> (String, String) {
    let text = String::from_utf8_lossy(body);
    if let Some(said) = Element::parse(&text) {
        let of = |name| said.find(name).map_or("", |found| found.text.trim()).to_owned();
        return (of("Code"), of("Message"));
    }
    let Ok(node) = Node::parse(body) else { return (String::new(), text.trim().chars().take(200).collect()) };
    let member = |name: &str| Some(node.get(name)?.string()?.into_owned());
    let of = |name: &str| member(name).or_else(|| member(&name.to_lowercase())).unwrap_or_default();
    (of("Code"), of("Message"))
}

/// What an answer says of why it holds no credentials.
pub(super) fn reason(body: &[u8]) -> String {
    let (code, message) = said(body);
    [code, message].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(": ")
}

fn refused(url: &str, answer: &Response) -> Error {
    let (code, message) = said(&answer.body);
    let is_busy = matches!(answer.status, 408 | 429 | 500..600)
        || matches!(code.as_str(), "Throttling" | "ThrottlingException" | "IDPCommunicationError");
    let kind = if is_busy { ErrorKind::Unavailable } else { ErrorKind::Denied };
    let code = if code.is_empty() { code } else { format!(" {code}") };
    Error::new(kind, format!("{url} gives no credentials"))
        .detail(format!("It answers {}{code}: {message}", answer.status))
}
