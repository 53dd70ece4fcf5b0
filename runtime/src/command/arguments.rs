//! The words after `state`.

use std::path::PathBuf;

/// What is asked, and of which store.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) verb: Verb,
    /// The type of the store; the working folder's, or the only one, if none is named.
    pub(super) store: Option<String>,
    /// Attributes of the store's configuration, over what the working folder says.
    pub(super) settings: Vec<(String, String)>,
    /// Attributes of the provider's configuration.
    pub(super) provider_settings: Vec<(String, String)>,
    /// The working folder.
    pub(super) folder: Option<PathBuf>,
    /// Which state; the selected workspace, if none is named.
    pub(super) state: Option<String>,
    pub(super) revision: Option<String>,
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
    pub(super) force: bool,
}

/// What to do.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Verb {
    #[default]
    List,
    Init,
    Show(Option<String>),
    Diff,
    Pull,
    History,
    Restore(String),
    DeleteRevision(String),
    Locks,
    Unlock(Option<String>),
    Verify,
    RotateKey,
}

impl Verb {
    /// Whether all states are read, and none is written.
    pub(super) fn reads_all(&self) -> bool {
        matches!(self, Self::List | Self::Verify)
    }
}

/// Reads the words; `None` if help is asked for.
pub(super) fn parse(words: &[String]) -> Result<Option<Request>, String> {
    let mut request = Request::default();
    let mut plain = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(flag) = word.strip_prefix('-').map(|flag| flag.strip_prefix('-').unwrap_or(flag)) else {
            plain.push(word.as_str());
            continue;
        };
        let (name, mut given) =
            flag.split_once('=').map_or((flag, None), |(name, value)| (name, Some(value.to_owned())));
        let mut value =
            || given.take().or_else(|| words.next().cloned()).ok_or_else(|| format!("--{name} needs a value"));
        match name {
            "help" | "h" => return Ok(None),
            "force" => request.force = true,
            "store" => request.store = Some(value()?),
            "chdir" => request.folder = Some(value()?.into()),
            "state" => request.state = Some(value()?),
            "revision" => request.revision = Some(value()?),
            "from" => request.from = Some(value()?),
            "to" => request.to = Some(value()?),
            "set" => request.settings.push(setting(&value()?)?),
            "provider-set" => request.provider_settings.push(setting(&value()?)?),
            _ => return Err(format!("There is no flag {word}")),
        }
    }
    request.verb = match plain.as_slice() {
        [] => return Ok(None),
        ["init"] => Verb::Init,
        ["list"] => Verb::List,
        ["show"] => Verb::Show(None),
        ["show", address] => Verb::Show(Some((*address).to_owned())),
        ["diff"] => Verb::Diff,
        ["pull"] => Verb::Pull,
        ["history"] => Verb::History,
        ["restore", revision] => Verb::Restore((*revision).to_owned()),
        ["revision", "delete", revision] => Verb::DeleteRevision((*revision).to_owned()),
        ["locks"] => Verb::Locks,
        ["unlock"] => Verb::Unlock(None),
        ["unlock", id] => Verb::Unlock(Some((*id).to_owned())),
        ["verify"] => Verb::Verify,
        ["rotate-key"] => Verb::RotateKey,
        ["restore"] => return Err("`state restore` needs a revision: `state history` lists them".to_owned()),
        ["revision", ..] => {
            return Err("`state revision delete` needs a revision: `state history` lists them".to_owned());
        }
        other => return Err(format!("There is no `state {}`", other.join(" "))),
    };
    Ok(Some(request))
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("{text:?} is no NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(super) fn help(program: &str) -> String {
    format!(
        "Usage: {program} state VERB [flags]

Looks at the states in a state store of this provider, and mends them. Terraform is not needed.

  init                      makes what the store needs to be used
  list                      the states there are
  show [ADDRESS]            what a state holds, or one object; sensitive values are masked
  diff [--from R] [--to R]  what changed between two revisions; from the one before the current one to that, unless said otherwise
  pull [--revision R]       a state as it is, sensitive values included
  history                   the revisions of a state
  restore R                 makes a revision current, as a new one
  revision delete R         deletes a revision
  locks                     who has locked what
  unlock ID | --force       gives back a lock: by its id, or whichever it is
  verify                    whether all states, and their revisions, are whole and sound
  rotate-key                encrypts everything with the newest key

The store is the one of the working folder, as `terraform init` left it, or what flags say:

  --chdir FOLDER            the working folder
  --state NAME              which state; the selected workspace unless said otherwise
  --store TYPE              the type of the store
  --set NAME=VALUE          an attribute of the store's configuration; other types than strings in JSON
  --provider-set NAME=VALUE an attribute of the provider's configuration
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &str) -> Result<Option<Request>, String> {
        parse(&words.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn words_and_flags_come_in_any_order() {
        let request = of("--set path=/x=y restore -state=prod 12 --store acme_files --set keep=3").unwrap().unwrap();
        assert_eq!(request.verb, Verb::Restore("12".to_owned()));
        assert_eq!(request.settings, [("path".to_owned(), "/x=y".to_owned()), ("keep".to_owned(), "3".to_owned())]);
        assert_eq!((request.state.as_deref(), request.store.as_deref()), (Some("prod"), Some("acme_files")));
        assert_eq!(
            of("unlock --force").unwrap().unwrap(),
            Request { verb: Verb::Unlock(None), force: true, ..Request::default() }
        );
        assert_eq!(of("revision delete 3").unwrap().unwrap().verb, Verb::DeleteRevision("3".to_owned()));
    }

    #[test]
    fn what_nobody_knows_is_named_and_help_is_given() {
        assert_eq!(of("frobnicate"), Err("There is no `state frobnicate`".to_owned()));
        assert_eq!(of("list --fast"), Err("There is no flag --fast".to_owned()));
        assert_eq!(of("list --state"), Err("--state needs a value".to_owned()));
        assert_eq!(of("list --set x"), Err("\"x\" is no NAME=VALUE".to_owned()));
        assert!(of("restore").unwrap_err().contains("needs a revision"));
        assert_eq!(of("list -h"), Ok(None));
        assert_eq!(of(""), Ok(None));
    }
}
