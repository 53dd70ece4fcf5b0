//! The words after `state`.

use crate::handlers::configure_state_store::Purpose;
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
    /// Whether a flag means something to it.
    fn takes(&self, flag: &str) -> bool {
        match flag {
            "state" => !matches!(self, Self::Init | Self::List | Self::Locks | Self::Verify | Self::RotateKey),
            "revision" => matches!(self, Self::Show(_) | Self::Pull),
            "from" | "to" => matches!(self, Self::Diff),
            "force" => matches!(self, Self::Unlock(_)),
            _ => true,
        }
    }

    /// Whether it changes states under their locks, which must be given back.
    pub(super) fn locks(&self) -> bool {
        matches!(self, Self::Restore(_) | Self::DeleteRevision(_) | Self::RotateKey)
    }

    /// What the store is opened for.
    pub(super) fn purpose(&self) -> Purpose {
        match self {
            // Making it is what this is for.
            Self::Init => Purpose::Runs,
            Self::List | Self::Verify => Purpose::All,
            _ => Purpose::Each,
        }
    }
}

/// Reads the words; `None` if help is asked for.
pub(super) fn parse(words: &[String]) -> Result<Option<Request>, String> {
    let mut request = Request::default();
    let (mut plain, mut given) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(flag) = word.strip_prefix('-').map(|flag| flag.strip_prefix('-').unwrap_or(flag)) else {
            plain.push(word.as_str());
            continue;
        };
        let (name, value) = flag.split_once('=').map_or((flag, None), |(name, value)| (name, Some(value.to_owned())));
        if matches!(name, "help" | "h") {
            return Ok(None);
        }
        let known = FLAGS.iter().find(|known| **known == name).ok_or_else(|| format!("There is no flag {word}"))?;
        if given.contains(known) && !matches!(*known, "set" | "provider-set") {
            return Err(format!("--{name} is given twice"));
        }
        given.push(*known);
        let value = if *known == "force" { value.unwrap_or_default() } else { of_flag(name, value, &mut words)? };
        set(&mut request, known, value)?;
    }
    let Some(verb) = verb(&plain)? else { return Ok(None) };
    if let Some(name) = given.iter().find(|name| !verb.takes(name)) {
        return Err(format!("`state {}` takes no --{name}", plain.join(" ")));
    }
    request.verb = verb;
    Ok(Some(request))
}

const FLAGS: [&str; 9] = ["store", "chdir", "set", "provider-set", "state", "revision", "from", "to", "force"];

/// What stands after the flag, or is the next word.
fn of_flag<'w>(
    name: &str,
    value: Option<String>,
    words: &mut impl Iterator<Item = &'w String>,
) -> Result<String, String> {
    if let Some(value) = value {
        return Ok(value);
    }
    match words.next() {
        None => Err(format!("--{name} needs a value")),
        Some(flag) if flag.starts_with('-') => {
            Err(format!("--{name} needs a value; if it is {flag:?}, write --{name}={flag}"))
        }
        Some(value) => Ok(value.clone()),
    }
}

fn set(request: &mut Request, flag: &str, value: String) -> Result<(), String> {
    match flag {
        "store" => request.store = Some(value),
        "chdir" => request.folder = Some(value.into()),
        "state" => request.state = Some(value),
        "revision" => request.revision = Some(value),
        "from" => request.from = Some(value),
        "to" => request.to = Some(value),
        "set" => request.settings.push(setting(&value)?),
        "provider-set" => request.provider_settings.push(setting(&value)?),
        _ => {
            request.force = match value.as_str() {
                "" | "true" => true,
                "false" => false,
                other => return Err(format!("--force is true or false, and not {other:?}")),
            }
        }
    }
    Ok(())
}

/// What is to be done; `None` if nothing is said.
fn verb(plain: &[&str]) -> Result<Option<Verb>, String> {
    Ok(Some(match plain {
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
    }))
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
        assert_eq!(of("show --state"), Err("--state needs a value".to_owned()));
        assert_eq!(of("list --set x"), Err("\"x\" is no NAME=VALUE".to_owned()));
        assert!(of("restore").unwrap_err().contains("needs a revision"));
        assert_eq!(of("list -h"), Ok(None));
        assert_eq!(of("frobnicate --force"), Err("There is no `state frobnicate`".to_owned()));
        assert_eq!(of(""), Ok(None));
    }

    #[test]
    fn a_flag_that_would_do_nothing_is_refused() {
        for (words, told) in [
            ("list --state x", "`state list` takes no --state"),
            ("verify --revision 3", "`state verify` takes no --revision"),
            ("locks --force", "`state locks` takes no --force"),
            ("show --from 1", "`state show` takes no --from"),
            ("restore 3 --force", "`state restore 3` takes no --force"),
            ("rotate-key --state x", "`state rotate-key` takes no --state"),
            ("pull --revision 1 --revision 2", "--revision is given twice"),
        ] {
            assert_eq!(of(words), Err(told.to_owned()), "{words}");
        }
    }

    #[test]
    fn no_flag_is_taken_for_the_value_of_another_and_none_for_its_opposite() {
        let told = of("unlock --state --force").unwrap_err();
        assert!(told.contains("--state needs a value") && told.contains("--state=--force"), "{told}");
        assert_eq!(of("unlock --state=--force").unwrap().unwrap().state.as_deref(), Some("--force"));
        let force = |words| of(words).map(|request| request.unwrap().force);
        assert_eq!((force("unlock --force"), force("unlock --force=true")), (Ok(true), Ok(true)));
        assert_eq!(force("unlock --force=false"), Ok(false));
        assert!(force("unlock --force=no").unwrap_err().contains("true or false"));
    }
}
