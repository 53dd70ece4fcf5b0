//! Roles: the service for tokens gives credentials for one, to who may take it.

use super::super::http::{Address, Request, domain};
use super::super::signature::{self, Scope};
use super::super::time::now;
use super::{Chain, Credentials, Patience};
use crate::state_store::Body;
use crate::state_store::error::{Doing as _, Error, ErrorKind, Result};
use std::time::Duration;

const PATIENCE: Patience = Patience { silence: Duration::from_secs(20), tries: 4 };

impl Chain {
    pub(super) fn of_web_identity(&self) -> Result<Option<Credentials>> {
        let (file, role) = (self.variable("AWS_WEB_IDENTITY_TOKEN_FILE"), self.variable("AWS_ROLE_ARN"));
        let (Some(file), Some(role)) = (file, role) else { return Ok(None) };
        self.assume_with_token(&role, &file, self.variable("AWS_ROLE_SESSION_NAME")).map(Some)
    }

    pub(super) fn assume_with_token(&self, role: &str, file: &str, session: Option<String>) -> Result<Credentials> {
        // The file is written anew by whoever renews the token.
        let token = std::fs::read_to_string(file).doing(|| format!("The token in {file} cannot be read"))?;
        let more = [("WebIdentityToken", token.trim().to_owned())];
        self.ask_for("AssumeRoleWithWebIdentity", role, session, &more, None)
    }

    pub(super) fn assume(
        &self,
        role: &str,
        base: &Credentials,
        session: Option<String>,
        external_id: Option<String>,
    ) -> Result<Credentials> {
        let more: Vec<_> = external_id.into_iter().map(|id| ("ExternalId", id)).collect();
        self.ask_for("AssumeRole", role, session, &more, Some(base))
    }

    fn ask_for(
        &self,
        action: &str,
        role: &str,
        session: Option<String>,
        more: &[(&str, String)],
        base: Option<&Credentials>,
    ) -> Result<Credentials> {
        let named = self.variable("AWS_ENDPOINT_URL_STS").or_else(|| self.variable("AWS_ENDPOINT_URL"));
        let url = named.unwrap_or_else(|| format!("https://sts.{}.{}", self.region, domain(&self.region)));
        let (address, path) = Address::parse(&url)
            .ok_or_else(|| Error::new(ErrorKind::Invalid, format!("{url:?} is no address of a service for tokens")))?;
        let mut form = vec![
            ("Action".to_owned(), action.to_owned()),
            ("Version".to_owned(), "2011-06-15".to_owned()),
            ("RoleArn".to_owned(), role.to_owned()),
            ("RoleSessionName".to_owned(), session.unwrap_or_else(|| format!("terraform-{}", std::process::id()))),
        ];
        form.extend(more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        let mut request =
            Request::new("POST", format!("{path}/")).with("content-type", "application/x-www-form-urlencoded");
        request.body = Body::from(signature::query(&form));
        request.set("host", &address.authority());
        if let Some(base) = base {
            signature::sign(&mut request, base, Scope { region: &self.region, service: "sts", time: &now(0) });
        }
        // It was signed with the path of the service, which is put before it once more when it is asked.
        "/".clone_into(&mut request.path);
        let answer = self
            .ask(&url, request, PATIENCE)
            .map_err(|error| error.summary(format!("The role {role} cannot be taken")))?;
        Credentials::from_xml(&String::from_utf8_lossy(&answer.body)).ok_or_else(|| {
            Error::new(ErrorKind::Denied, format!("The role {role} cannot be taken"))
                .detail(format!("The answer of {url} holds no credentials."))
        })
    }
}
