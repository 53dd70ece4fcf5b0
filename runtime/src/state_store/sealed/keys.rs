//! The keys of a store: those that are at hand, and those that a service keeps.

use super::super::error::{Error, ErrorKind, Result};
use super::envelope::Origin;
#[cfg(test)]
use super::service::KeyService;
use super::service::{Held, Surroundings};
use crate::diagnostic::{Result as Outcome, error};
use crate::seal::{Key, KeySource, Keyring};
use std::sync::Arc;

/// The keys that encrypt states: the newest encrypts, all decrypt.
#[derive(Clone, Debug)]
pub struct Keys(Vec<Arc<Place>>);

/// Where keys are: the first place encrypts.
#[derive(Debug)]
enum Place {
    /// Here.
    Ring(Keyring),
    /// With a service.
    Service(Box<Held>),
}

impl Keys {
    /// The keys of these places. The first key of the first place encrypts; the others are those of before, which decrypt.
    ///
    /// # Errors
    ///
    /// A place without a key, one with something else, and no place at all. No message shows a key.
    pub fn read(sources: &[KeySource]) -> Outcome<Self> {
        Self::around(sources, &Surroundings::default())
    }

    /// [`Keys::read`] with other variables than the process has.
    #[doc(hidden)]
    pub fn read_from(
        sources: &[KeySource],
        environment: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    ) -> Outcome<Self> {
        Self::around(sources, &Surroundings { environment: Arc::new(environment), ..Surroundings::default() })
    }

    /// The same; services are reached as `around` says, where their places leave that out.
    pub(crate) fn around(sources: &[KeySource], around: &Surroundings) -> Outcome<Self> {
        if sources.is_empty() {
            return Err(error("There is no key for states").detail("No place of a key is configured."));
        }
        let place = |source: &KeySource| match source {
            KeySource::AwsKms(key) => Ok(Arc::new(Place::Service(Box::new(super::service::aws_kms(key, around)?)))),
            source => {
                Ok(Arc::new(Place::Ring(Keyring::of("states", std::slice::from_ref(source), &*around.environment)?)))
            }
        };
        Ok(Self(sources.iter().map(place).collect::<Outcome<_>>()?))
    }

    /// The keys in `<PREFIX>_KEY`, `<PREFIX>_KEY_FILE` or `<PREFIX>_PASSPHRASE`, and those of before in `<PREFIX>_OLD_KEYS` and
    /// `<PREFIX>_OLD_PASSPHRASE`; `None` if none is set.
    ///
    /// # Errors
    ///
    /// More than one key that encrypts, and what is no key. No message shows a key.
    pub fn from_environment(prefix: &str) -> Outcome<Option<Self>> {
        let keys = Keyring::read("states", prefix, &|name| std::env::var(name).ok())?;
        Ok((!keys.is_empty()).then(|| Self(vec![Arc::new(Place::Ring(keys))])))
    }

    /// Those that services keep, the newest first.
    #[cfg(test)]
    pub(super) fn of_services(services: Vec<Box<dyn KeyService>>) -> Self {
        Self(services.into_iter().map(|service| Arc::new(Place::Service(Box::new(Held::new(service))))).collect())
    }

    /// The first ones, and then the others.
    #[cfg(test)]
    pub(super) fn joined(first: &Self, others: &Self) -> Self {
        Self(first.0.iter().chain(&others.0).cloned().collect())
    }

    /// The key to encrypt with, and where it comes from.
    pub(super) fn newest(&self) -> Result<(Key, Origin)> {
        let first = self.0.first().ok_or_else(no_random)?;
        match &**first {
            Place::Ring(ring) => {
                let newest = ring.newest().ok_or_else(no_random)?;
                Ok((newest.key, Origin::Given(newest.derivation)))
            }
            Place::Service(held) => {
                let (key, wrapped) = held.newest()?;
                Ok((key, Origin::Service(wrapped)))
            }
        }
    }

    /// The key of this id and origin, and whether it is one that encrypts today; `None` if it is not among them.
    ///
    /// What a header names is only asked for first: a key that is not configured is never asked for.
    pub(super) fn find(&self, key_id: &str, origin: &Origin) -> Result<Option<(Key, bool)>> {
        let mut failed: Option<Error> = None;
        match origin {
            Origin::Given(derivation) => {
                let rings = self.0.iter().enumerate().filter_map(|(at, place)| match &**place {
                    Place::Ring(ring) => Some((at, ring.find(key_id, derivation.as_ref())?)),
                    Place::Service(_) => None,
                });
                Ok(rings.map(|(at, (key, newest))| (key, newest && at == 0)).next())
            }
            Origin::Service(wrapped) => {
                let mut services: Vec<(usize, &Held)> = self.0.iter().enumerate().filter_map(service).collect();
                services.sort_by_key(|(_, held)| !held.may_be(&wrapped.reference));
                for (at, held) in services {
                    match held.open(wrapped) {
                        Ok(Some(key)) => return Ok(Some((key, at == 0))),
                        Ok(None) => {}
                        // Another one may be the right one, which this one does not say.
                        Err(error) => failed = failed.or(Some(error)),
                    }
                }
                failed.map_or(Ok(None), Err)
            }
        }
    }

    /// Says that something opened with the key of these parameters.
    pub(super) fn opened(&self, key_id: &str, origin: &Origin) {
        let Origin::Given(derivation) = origin else { return };
        for place in &self.0 {
            if let Place::Ring(ring) = &**place {
                ring.opened(key_id, derivation.as_ref());
            }
        }
    }

    /// What can be said of the keys.
    pub(super) fn describe(&self) -> String {
        let places: Vec<String> = self.0.iter().map(|place| place.describe()).collect();
        places.join(", ")
    }
}

fn service((at, place): (usize, &Arc<Place>)) -> Option<(usize, &Held)> {
    match &**place {
        Place::Service(held) => Some((at, &**held)),
        Place::Ring(_) => None,
    }
}

impl Place {
    fn describe(&self) -> String {
        match self {
            Self::Ring(ring) => ring.describe(),
            Self::Service(held) => held.describe(),
        }
    }
}

fn no_random() -> Error {
    Error::new(ErrorKind::Unavailable, "The system gives no random numbers")
}
