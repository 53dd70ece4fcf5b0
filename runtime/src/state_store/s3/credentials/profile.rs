//! Profiles: sections of `~/.aws/config` and `~/.aws/credentials`, with credentials, a program that gives some, or a role.

use super::{Chain, Credentials};
use crate::program;
use crate::state_store::error::{Doing as _, Error, ErrorKind, Result};
use std::collections::BTreeMap;
use std::io;
use std::process::Command;
use std::time::Duration;

/// How many profiles may stand on each other.
const DEPTH_MAX: usize = 8;

/// How long a program may take: who needs credentials meanwhile waits for it.
const PATIENCE: Duration = Duration::from_mins(1);

/// The keys of a section.
type Section = BTreeMap<String, String>;

/// Adds what a file says of a profile.
fn read(text: &str, headings: &[String], section: &mut Section) -> bool {
    let (mut inside, mut found) = (false, false);
    for line in text.lines() {
        // What is indented belongs to the key above it: none of ours is like that.
        let is_nested = line.starts_with([' ', '\t']);
        let line = line.split(" #").next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(heading) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            let words: Vec<&str> = heading.split_whitespace().collect();
            inside = headings.contains(&words.join(" "));
            found |= inside;
        } else if let Some((key, value)) = line.split_once('=').filter(|_| inside && !is_nested) {
            section.insert(key.trim().to_lowercase(), value.trim().to_owned());
        }
    }
    found
}

impl Chain {
    /// What both files say of a profile; `None` if neither does.
    fn section(&self, profile: &str) -> Result<Option<Section>> {
        let home = self.variable("HOME").or_else(|| self.variable("USERPROFILE")).unwrap_or_default();
        let (mut section, mut found) = (Section::new(), false);
        let files = [
            ("AWS_CONFIG_FILE", "config", vec![format!("profile {profile}")]),
            ("AWS_SHARED_CREDENTIALS_FILE", "credentials", vec![profile.to_owned()]),
        ];
        for (variable, name, mut headings) in files {
            let path = self.variable(variable).unwrap_or_else(|| format!("{home}/.aws/{name}"));
            match std::fs::read_to_string(&path) {
                Ok(text) => {
                    if profile == "default" {
                        headings.push("default".to_owned());
                    }
                    found |= read(&text, &headings, &mut section);
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error).doing(|| format!("{path} cannot be read")),
            }
        }
        Ok(found.then_some(section))
    }

    /// The region that a profile names.
    pub(in super::super) fn region_of_profile(&self) -> Option<String> {
        let profile = self.profile.clone().or_else(|| self.profile_of_environment()).unwrap_or("default".to_owned());
        self.section(&profile).ok()??.get("region").cloned()
    }

    pub(super) fn of_profile(&self, profile: &str) -> Result<Credentials> {
        self.of_profile_if_there(profile)?.ok_or_else(|| {
            Error::new(ErrorKind::Denied, format!("There are no credentials in the profile {profile:?}")).detail(
                "It has to be in ~/.aws/config or ~/.aws/credentials (or the files that AWS_CONFIG_FILE and AWS_SHARED_CREDENTIALS_FILE \
                 name), with aws_access_key_id and aws_secret_access_key, credential_process, or role_arn.",
            )
        })
    }

    pub(super) fn of_profile_if_there(&self, profile: &str) -> Result<Option<Credentials>> {
        self.resolve(profile, 0)
    }

    fn resolve(&self, profile: &str, depth: usize) -> Result<Option<Credentials>> {
        let Some(section) = self.section(profile)? else { return Ok(None) };
        let value = |key: &str| section.get(key).filter(|value| !value.is_empty()).cloned();
        if let Some(role) = value("role_arn") {
            let base = match (value("source_profile"), value("credential_source").as_deref()) {
                (Some(source), _) if source == profile => static_keys(&section),
                (Some(source), _) if depth < DEPTH_MAX => self.resolve(&source, depth + 1)?,
                (Some(_), _) => None,
                (None, Some("Environment")) => self.of_environment(),
                (None, Some("EcsContainer")) => self.of_container()?,
                (None, Some("Ec2InstanceMetadata")) => self.of_instance()?,
                (None, _) => match value("web_identity_token_file") {
                    Some(file) => return self.assume_with_token(&role, &file, value("role_session_name")).map(Some),
                    None => None,
                },
            };
            let base = base.ok_or_else(|| {
                let text = format!("The profile {profile:?} names the role {role}, and nobody who may take it");
                Error::new(ErrorKind::Denied, text).detail(
                    "It needs a source_profile that has credentials, or a credential_source: Environment, EcsContainer or Ec2InstanceMetadata.",
                )
            })?;
            if value("mfa_serial").is_some() {
                return Err(not_supported(profile, "asks for a code of a device (mfa_serial)"));
            }
            return self.assume(&role, &base, value("role_session_name"), value("external_id")).map(Some);
        }
        if let Some(command) = value("credential_process") {
            return of_process(&command).map(Some);
        }
        let keys = static_keys(&section);
        let is_of_sso = value("sso_session").or_else(|| value("sso_start_url")).is_some();
        if keys.is_none() && is_of_sso {
            return Err(not_supported(profile, "signs in with SSO"));
        }
        Ok(keys)
    }
}

fn not_supported(profile: &str, what: &str) -> Error {
    Error::new(ErrorKind::Unsupported, format!("The profile {profile:?} {what}, which is not done here")).detail(format!(
        "Let AWS's own tools do it: a profile with `credential_process = aws configure export-credentials --profile {profile}`."
    ))
}

fn static_keys(section: &Section) -> Option<Credentials> {
    Some(Credentials {
        access_key_id: section.get("aws_access_key_id")?.clone(),
        secret_access_key: section.get("aws_secret_access_key")?.clone(),
        session_token: section.get("aws_session_token").cloned(),
        expires: None,
    })
}

/// Of a program; its arguments are not told, since some put a secret there, and what it prints is one.
fn of_process(command: &str) -> Result<Credentials> {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let name = command.split_whitespace().next().unwrap_or_default();
    let mut process = Command::new(shell);
    process.args([flag, command]);
    let output = program::output(&mut process, PATIENCE)
        .doing(|| format!("The credential_process {name} does not run to its end"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    Credentials::from_json(&output.stdout, "SessionToken").filter(|_| output.status.success()).ok_or_else(|| {
        let text = format!("The credential_process {name} gives no credentials");
        Error::new(ErrorKind::Denied, text).detail(format!("It ends with {}. {}", output.status, said.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_read_by_their_heading() {
        let text = "# x\n[default]\nregion = a\n[profile  dev]\nregion=b # why\ns3 =\n  region = nested\nRole_Arn = r\n[other]\nregion = c\n";
        let mut section = Section::new();
        assert!(read(text, &["profile dev".to_owned()], &mut section));
        let pairs: Vec<_> = section.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("region", "b"), ("role_arn", "r"), ("s3", "")]);
        assert!(!read(text, &["profile none".to_owned()], &mut section));
    }
}
