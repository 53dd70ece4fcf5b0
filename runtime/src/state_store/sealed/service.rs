//! Services that keep a key and never give it away: they make keys for us, and give them back from their encrypted form.
//!
//! A process asks for one new key, and encrypts with it whatever it writes; of what it reads it asks for each key once. So a run costs two
//! requests, however many entries it reads and writes.

#![cfg_attr(not(feature = "s3"), allow(dead_code, reason = "without the feature there is no service"))]

use super::super::error::Result;
use crate::diagnostic::Result as Outcome;
use crate::seal::{AwsKmsKey, DATA_KEY_LENGTH, Key};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Variables by name.
pub(crate) type Environment = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// Where keys are looked for, and how a store says that services are reached, where the place of a key leaves it out.
#[derive(Clone)]
pub(crate) struct Surroundings {
    pub(crate) region: Option<String>,
    pub(crate) profile: Option<String>,
    /// A file of certificates of authorities.
    pub(crate) authorities: Option<String>,
    pub(crate) environment: Environment,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self { region: None, profile: None, authorities: None, environment: Arc::new(|name| std::env::var(name).ok()) }
    }
}

/// A key in the form in which it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrapped {
    /// What the service calls its own key. A hint, since whoever can write to the store can put anything here.
    pub(crate) reference: String,
    /// The key, encrypted with the service's.
    pub(crate) key: Vec<u8>,
}

/// A key as the service gives it.
pub(crate) type Bytes = [u8; DATA_KEY_LENGTH];

/// A service that keeps one key.
pub(crate) trait KeyService: Send + Sync + fmt::Debug {
    /// A new key, as such and encrypted.
    fn make(&self) -> Result<(Bytes, Wrapped)>;

    /// The key that was encrypted so; `None` if it was encrypted with another one than the service's.
    fn give_back(&self, wrapped: &Wrapped) -> Result<Option<Bytes>>;

    /// Whether this may be what the service calls its key.
    fn may_be(&self, reference: &str) -> bool;

    /// Which key it is; may be shown.
    fn describe(&self) -> String;
}

/// A service, and what it has given this process.
#[derive(Debug)]
pub(crate) struct Held {
    service: Box<dyn KeyService>,
    made: Mutex<Option<(Key, Wrapped)>>,
    opened: Mutex<BTreeMap<Vec<u8>, Key>>,
}

impl Held {
    pub(crate) fn new(service: Box<dyn KeyService>) -> Self {
        Self { service, made: Mutex::default(), opened: Mutex::default() }
    }

    /// The key to encrypt with, made when it is first asked for.
    pub(super) fn newest(&self) -> Result<(Key, Wrapped)> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = made.as_ref() {
            return Ok(made.clone());
        }
        let (bytes, wrapped) = self.service.make()?;
        let key = Key::new(&bytes).ok_or_else(super::no_key)?;
        // What this process writes it reads again.
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).insert(wrapped.key.clone(), key.clone());
        Ok(made.insert((key, wrapped)).clone())
    }

    /// The key that was encrypted so, asked for once; `None` if that was with another key.
    pub(super) fn open(&self, wrapped: &Wrapped) -> Result<Option<Key>> {
        // The others wait, since they ask for the same one as a rule.
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(key) = opened.get(&wrapped.key) {
            return Ok(Some(key.clone()));
        }
        let Some(bytes) = self.service.give_back(wrapped)? else { return Ok(None) };
        let key = Key::new(&bytes).ok_or_else(super::no_key)?;
        opened.insert(wrapped.key.clone(), key.clone());
        Ok(Some(key))
    }

    pub(super) fn may_be(&self, reference: &str) -> bool {
        self.service.may_be(reference)
    }

    pub(super) fn describe(&self) -> String {
        self.service.describe()
    }
}

/// The key of AWS KMS, which is asked for when it is first needed.
#[cfg(feature = "s3")]
pub(super) fn aws_kms(key: &AwsKmsKey, around: &Surroundings) -> Outcome<Held> {
    Ok(Held::new(Box::new(crate::state_store::s3::Kms::new(key, around)?)))
}

#[cfg(not(feature = "s3"))]
pub(super) fn aws_kms(_: &AwsKmsKey, _: &Surroundings) -> Outcome<Held> {
    Err(crate::diagnostic::error("This provider cannot ask AWS KMS")
        .detail("Its runtime was built without its feature `s3`: its authors have to turn that on, with `kms = true` for the state store."))
}
