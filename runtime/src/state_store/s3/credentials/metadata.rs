//! What the machine gives: a container's agent, and an instance's metadata (version 2).

use super::super::http::{Address, Request};
use super::ask::reason;
use super::{Chain, Credentials, Patience};
use crate::state_store::error::{Doing as _, Error, ErrorKind, Result};
use std::time::Duration;

/// Answers come from the same machine.
const PATIENCE: Patience = Patience { silence: Duration::from_secs(5), tries: 4 };

/// On a machine that is no instance nobody answers.
const NOBODY: Patience = Patience { silence: Duration::from_secs(1), tries: 1 };

const INSTANCE: &str = "http://169.254.169.254";
const ROLES: &str = "/latest/meta-data/iam/security-credentials/";

fn none_in(what: &str, answer: &[u8]) -> Error {
    Error::new(ErrorKind::Denied, format!("The answer of {what} holds no credentials")).detail(reason(answer))
}

impl Chain {
    pub(super) fn of_container(&self) -> Result<Option<Credentials>> {
        let relative = self.variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
        let full = relative.map(|path| format!("{}{path}", self.container));
        let Some(url) = full.or_else(|| self.variable("AWS_CONTAINER_CREDENTIALS_FULL_URI")) else { return Ok(None) };
        // A token must not be sent to anybody in plain text.
        let is_near = Address::parse(&url).is_some_and(|(address, _)| {
            let near = ["127.0.0.1", "localhost", "[::1]", "169.254.170.2", "169.254.170.23", "[fd00:ec2::23]"];
            address.is_secure || near.contains(&address.host.as_str())
        });
        if !is_near {
            return Err(Error::new(ErrorKind::Invalid, format!("{url} is no place for credentials"))
                .detail("AWS_CONTAINER_CREDENTIALS_FULL_URI has to be https, or this machine."));
        }
        let mut request = Request::new("GET", "");
        let token = match self.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE") {
            Some(path) => Some(std::fs::read_to_string(&path).doing(|| format!("{path} cannot be read"))?),
            None => self.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN"),
        };
        if let Some(token) = token {
            request.set("authorization", token.trim());
        }
        let answer = self.ask(&url, request, PATIENCE)?;
        Credentials::from_json(&answer.body, "Token").map(Some).ok_or_else(|| none_in(&url, &answer.body))
    }

    pub(super) fn of_instance(&self) -> Result<Option<Credentials>> {
        if self.variable("AWS_EC2_METADATA_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true")) {
            return Ok(None);
        }
        let named = self.variable("AWS_EC2_METADATA_SERVICE_ENDPOINT");
        let is_named = named.is_some();
        let url = named.unwrap_or_else(|| INSTANCE.to_owned());
        let request = Request::new("PUT", "/latest/api/token").with("x-aws-ec2-metadata-token-ttl-seconds", "21600");
        let patience = if is_named { PATIENCE } else { NOBODY };
        let token = match self.ask(&url, request, patience) {
            Ok(token) => String::from_utf8_lossy(&token.body).trim().to_owned(),
            // It is no instance, most likely.
            Err(error) if error.kind() == ErrorKind::Unavailable && !is_named => return Ok(None),
            Err(error) => return Err(error),
        };
        let get = |path: &str| {
            let request = Request::new("GET", path).with("x-aws-ec2-metadata-token", &token);
            Ok::<_, Error>(self.ask(&url, request, PATIENCE)?.body)
        };
        let roles = get(ROLES)?;
        let role = String::from_utf8_lossy(&roles).lines().next().unwrap_or_default().trim().to_owned();
        let answer = get(&format!("{ROLES}{role}"))?;
        Credentials::from_json(&answer, "Token").map(Some).ok_or_else(|| none_in(&url, &answer))
    }
    pub(super) fn why_no_instance(&self) -> String {
        match self.variable("AWS_EC2_METADATA_DISABLED") {
            Some(_) => "AWS_EC2_METADATA_DISABLED is set".to_owned(),
            None => format!("nobody answers at {INSTANCE}"),
        }
    }
}
