//! The keys that the operator gives, from the environment: the newest one encrypts, all of them decrypt.

use super::key::{self, Derivation, Key};
use super::source::{KeySource, lines};
use crate::diagnostic::{Diagnostics, Result, error};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// All keys, the newest first. Empty if the operator gives none.
#[derive(Debug, Default)]
pub(crate) struct Keyring {
    secrets: Vec<Secret>,
}

/// What encrypts.
pub(crate) struct Newest {
    pub(crate) key: Key,
    /// How it comes from a pass phrase; none if the key was given as such.
    pub(crate) derivation: Option<Derivation>,
}

/// One key, as it was given.
pub(super) enum Secret {
    Key(Box<Key>),
    Phrase(Phrase),
}

/// A pass phrase with the keys that were derived from it: deriving takes a while.
pub(super) struct Phrase {
    text: String,
    derived: Mutex<BTreeMap<Derivation, Arc<OnceLock<Option<Key>>>>>,
    /// The parameters to encrypt with: of something that opened, or new ones.
    usual: OnceLock<Derivation>,
}

impl Keyring {
    /// How the variables end that hold a key or a pass phrase, and not only say where one is.
    #[cfg(feature = "tool")]
    pub(crate) const SECRETS: [&str; 4] = ["KEY", "OLD_KEYS", "OLD_PASSPHRASE", "PASSPHRASE"];

    /// Reads `<PREFIX>_KEY`, `_KEY_FILE` or `_PASSPHRASE`, and the keys of before in `_OLD_KEYS` and `_OLD_PASSPHRASE`.
    /// `noun` is what they encrypt, in the words of messages.
    pub(crate) fn read(noun: &str, prefix: &str, get: &dyn Fn(&str) -> Option<String>) -> Result<Self> {
        let variable = |end: &str| {
            let name = format!("{prefix}_{end}");
            get(&name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).map(|text| (name, text))
        };
        let current: Vec<_> = ["KEY", "KEY_FILE", "PASSPHRASE"].into_iter().filter_map(variable).collect();
        if let [(first, _), (second, _), ..] = current.as_slice() {
            return Err(error(format!("There is more than one key for {noun}"))
                .detail(format!("Both {first} and {second} are set, and only one key can encrypt. Unset one of them; keys of before stand in {prefix}_OLD_KEYS or further down in a key file.")));
        }
        let mut secrets = Vec::new();
        for (name, text) in current {
            if name.ends_with("KEY_FILE") {
                secrets.extend(key_file(noun, &name, &text)?);
            } else if name.ends_with("PASSPHRASE") {
                secrets.push(Secret::phrase(&text));
            } else {
                secrets.push(Secret::key(&text).ok_or_else(|| no_key(noun, &name))?);
            }
        }
        if let Some((name, text)) = variable("OLD_KEYS") {
            let keys = text.split([',', ' ', '\n']).map(str::trim).filter(|text| !text.is_empty());
            for text in keys {
                secrets.push(Secret::key(text).ok_or_else(|| no_key(noun, &name))?);
            }
        }
        secrets.extend(variable("OLD_PASSPHRASE").map(|(_, text)| Secret::phrase(&text)));
        Ok(Self { secrets })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.secrets.is_empty()
    }

    /// The keys of these places: the first of the first encrypts, all of them decrypt.
    pub(crate) fn of(noun: &str, sources: &[KeySource], get: &dyn Fn(&str) -> Option<String>) -> Result<Self> {
        let mut secrets = Vec::new();
        for source in sources {
            secrets.extend(source.read(noun, get)?);
        }
        Ok(Self { secrets })
    }

    /// The key to encrypt with; `None` if there are no keys, or the system has no random numbers.
    pub(crate) fn newest(&self) -> Option<Newest> {
        self.secrets.first()?.newest()
    }

    /// The key of this id, and whether it is the one that encrypts.
    pub(crate) fn find(&self, key_id: &str, derivation: Option<&Derivation>) -> Option<(Key, bool)> {
        let found = |secret: &Secret| secret.at(derivation).filter(|key| key.id() == key_id);
        let (at, key) = self.secrets.iter().enumerate().find_map(|(at, secret)| Some((at, found(secret)?)))?;
        Some((key, at == 0))
    }

    /// Says that something opened with the key that comes of these parameters: they are the operator's own, and may be used again. What
    /// merely stands in a header may be anybody's.
    pub(crate) fn opened(&self, key_id: &str, derivation: Option<&Derivation>) {
        let Some(derivation) = derivation.filter(|derivation| derivation.iterations >= key::ITERATIONS) else { return };
        let phrases = self.secrets.iter().filter_map(|secret| match secret {
            Secret::Phrase(phrase) => Some(phrase),
            Secret::Key(_) => None,
        });
        for phrase in phrases {
            if phrase.derive(derivation).is_some_and(|key| key.id() == key_id) {
                let _ = phrase.usual.set(derivation.clone());
                return;
            }
        }
    }

    /// What can be said of the keys.
    pub(crate) fn describe(&self) -> String {
        let names: Vec<_> = self.secrets.iter().map(ToString::to_string).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }
}

impl Secret {
    /// A key in base64 or hexadecimal; `None` if it is not one of 32 bytes.
    pub(super) fn key(text: &str) -> Option<Self> {
        let bytes = hexadecimal(text).or_else(|| STANDARD.decode(text).ok())?;
        Key::new(&bytes.try_into().ok()?).map(|key| Self::Key(Box::new(key)))
    }

    pub(super) fn phrase(text: &str) -> Self {
        Self::Phrase(Phrase { text: text.to_owned(), derived: Mutex::default(), usual: OnceLock::new() })
    }

    /// The key that is meant with these parameters.
    fn at(&self, derivation: Option<&Derivation>) -> Option<Key> {
        match (self, derivation) {
            (Self::Key(key), None) => Some(Key::clone(key)),
            (Self::Phrase(phrase), Some(derivation)) => phrase.derive(derivation),
            _ => None,
        }
    }

    fn newest(&self) -> Option<Newest> {
        match self {
            Self::Key(key) => Some(Newest { key: Key::clone(key), derivation: None }),
            Self::Phrase(phrase) => {
                let derivation = phrase.usual()?;
                Some(Newest { key: phrase.derive(&derivation)?, derivation: Some(derivation) })
            }
        }
    }
}

impl Phrase {
    /// Derives each key once, however many objects ask for it at a time.
    fn derive(&self, derivation: &Derivation) -> Option<Key> {
        let place = self.derived().entry(derivation.clone()).or_default().clone();
        place.get_or_init(|| Key::derive(&self.text, derivation)).clone()
    }

    /// The parameters of what was opened, if they are good enough, so that a state file ends up with one salt; else new ones.
    fn usual(&self) -> Option<Derivation> {
        if let Some(usual) = self.usual.get() {
            return Some(usual.clone());
        }
        let new = key::derivation()?;
        Some(self.usual.get_or_init(|| new).clone())
    }

    fn derived(&self) -> std::sync::MutexGuard<'_, BTreeMap<Derivation, Arc<OnceLock<Option<Key>>>>> {
        self.derived.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key_file(noun: &str, variable: &str, path: &str) -> Result<Vec<Secret>> {
    let text = std::fs::read_to_string(path).map_err(|failed| {
        error(format!("The key file for {noun} cannot be read")).detail(format!("{variable} names {path:?}: {failed}."))
    })?;
    lines(noun, &text, &format!("{path:?} ({variable})"))
}

pub(super) fn no_key(noun: &str, place: &str) -> Diagnostics {
    error(format!("A key for {noun} is malformed")).detail(format!(
        "{place} holds no key. A key is 32 random bytes in base64 or hexadecimal, for example from `openssl rand -base64 32`."
    ))
}

fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    (0..64).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}

impl fmt::Display for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => formatter.write_str(key.id()),
            Self::Phrase(_) => formatter.write_str("a pass phrase"),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
