//! Where keys come from: the environment, files, pass phrases, commands and services, never the configuration itself.

use super::aws_kms::AwsKmsKey;
use super::keyring::{Secret, no_key};
use crate::diagnostic::{Diagnostics, Result, error};
use crate::program;
use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;
use std::time::Duration;

/// What a line of a key file starts with if a pass phrase follows.
const PHRASE_PREFIX: &str = "passphrase:";

/// How long a program may take to give a key: it may have to ask a person.
const PATIENCE: Duration = Duration::from_mins(5);

/// Where a key is to be had. It names the place and never holds a key, so that it can stand in a configuration, which
/// Terraform stores as it is.
///
/// A key is 32 random bytes in base64 or hexadecimal. Files and commands give one key per line, the newest first; a line that
/// starts with `passphrase:` is a pass phrase, one that starts with `#` is nothing.
///
/// ```
/// use tfgen_runtime::state_store::KeySource;
///
/// let source: KeySource = "env:ACME_STATE_KEY".parse()?;
/// assert_eq!(source, KeySource::Variable("ACME_STATE_KEY".to_owned()));
/// let source: KeySource = "command:pass show acme".parse()?;
/// assert_eq!(source.to_string(), "command:pass show acme");
/// assert!("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=".parse::<KeySource>().is_err());
/// # Ok::<(), tfgen_runtime::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// `env:NAME`: a key in an environment variable.
    Variable(String),
    /// `passphrase-env:NAME`: a pass phrase in an environment variable.
    PassPhrase(String),
    /// `file:PATH`: a file of keys.
    File(PathBuf),
    /// `command:PROGRAM ARGUMENT…`: a program that prints what a file would hold. Words are split at spaces, and there is
    /// no shell.
    Command(Vec<String>),
    /// `aws-kms:KEY`: a key that AWS KMS keeps. It never leaves there: KMS makes keys for us, and decrypts them.
    AwsKms(AwsKmsKey),
}

impl KeySource {
    /// What is there.
    pub(super) fn read(&self, noun: &str, get: &dyn Fn(&str) -> Option<String>) -> Result<Vec<Secret>> {
        let variable = |name: &str| {
            let text = get(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
            text.ok_or_else(|| {
                error(format!("The key for {noun} is not there"))
                    .detail(format!("The environment variable {name} is not set."))
            })
        };
        match self {
            Self::Variable(name) => {
                let text = variable(name)?;
                Ok(vec![Secret::key(&text).ok_or_else(|| no_key(noun, name))?])
            }
            Self::PassPhrase(name) => Ok(vec![Secret::phrase(&variable(name)?)]),
            Self::File(path) => {
                let text = std::fs::read_to_string(path).map_err(|failed| {
                    error(format!("The key file for {noun} cannot be read"))
                        .detail(format!("{}: {failed}.", path.display()))
                })?;
                lines(noun, &text, &path.display().to_string())
            }
            Self::Command(words) => lines(noun, &output(noun, words)?, &format!("the output of `{}`", words.join(" "))),
            Self::AwsKms(key) => Err(error(format!("The key for {noun} cannot be had"))
                .detail(format!("AWS KMS does not give the key {key} away; only state stores ask it to decrypt."))),
        }
    }
}

/// The keys that a file or a command gives.
pub(super) fn lines(noun: &str, text: &str, place: &str) -> Result<Vec<Secret>> {
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let secrets = lines.map(|(at, line)| match line.strip_prefix(PHRASE_PREFIX) {
        Some(phrase) => Ok(Secret::phrase(phrase.trim())),
        None => Secret::key(line).ok_or_else(|| no_key(noun, &format!("Line {} of {place}", at + 1))),
    });
    let secrets = secrets.collect::<Result<Vec<_>>>()?;
    if secrets.is_empty() {
        return Err(error(format!("There is no key for {noun}")).detail(format!("There is none in {place}.")));
    }
    Ok(secrets)
}

/// What the command prints. What it says of an error is shown; what it printed otherwise may be a key, and is not.
fn output(noun: &str, words: &[String]) -> Result<String> {
    let said = || format!("The command for the key for {noun} failed");
    let Some((name, arguments)) = words.split_first() else {
        return Err(error(said()).detail("It has no words."));
    };
    let ran = program::output(Command::new(name).args(arguments), PATIENCE);
    let ran = ran.map_err(|failed| error(said()).detail(format!("{name:?} cannot be run to its end: {failed}.")))?;
    if !ran.status.success() {
        let told = String::from_utf8_lossy(&ran.stderr);
        return Err(error(said()).detail(format!("{name:?} ended with {}: {}", ran.status, told.trim())));
    }
    String::from_utf8(ran.stdout)
        .map_err(|_| error(said()).detail(format!("{name:?} printed something else than text.")))
}

impl FromStr for KeySource {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = || {
            error("This is no place of a key").detail(
                "One of these is due: env:NAME, passphrase-env:NAME, file:PATH, command:PROGRAM ARGUMENT…, aws-kms:KEY. The key itself must not stand in a configuration, which Terraform stores as it is.",
            )
        };
        let (form, rest) = text.split_once(':').ok_or_else(wrong)?;
        let rest = rest.trim();
        match form {
            _ if rest.is_empty() => Err(wrong()),
            "env" => Ok(Self::Variable(rest.to_owned())),
            "passphrase-env" => Ok(Self::PassPhrase(rest.to_owned())),
            "file" => Ok(Self::File(rest.into())),
            "command" => Ok(Self::Command(rest.split_whitespace().map(str::to_owned).collect())),
            "aws-kms" => Ok(Self::AwsKms(rest.parse()?)),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for KeySource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(formatter, "env:{name}"),
            Self::PassPhrase(name) => write!(formatter, "passphrase-env:{name}"),
            Self::File(path) => write!(formatter, "file:{}", path.display()),
            Self::Command(words) => write!(formatter, "command:{}", words.join(" ")),
            Self::AwsKms(key) => write!(formatter, "aws-kms:{key}"),
        }
    }
}
