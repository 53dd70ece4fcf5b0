//! Whether the service keeps conditions of writes: there are some that take them, and write all the same.
//!
//! It is tried once for each prefix, with an object that nobody else has; [`super::note`] notes that it was.

use super::service::Outcome;
use super::{Inner, condition};
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::random;
use crate::state_store::version::Version;

impl Inner {
    /// Refuses a service that ignores conditions.
    pub(super) fn see_that_conditions_hold(&self) -> Result<()> {
        let probe = format!("{}probe-{}", self.prefix, random::hex(8)?);
        let tried = self.try_conditions(&probe);
        if tried.is_err() {
            // What is left of it is only litter.
            let _ = self.service.call(self.service.object("DELETE", &probe));
        }
        tried
    }

    fn try_conditions(&self, probe: &str) -> Result<()> {
        let put = |expected: &Version, text: &str| self.put_object("probe", probe, expected, text.to_owned().into());
        let first = put(&Version::ABSENT, "1")?;
        // Only a condition that is not met shows anything; a server that is too busy does not.
        let refused = |written: Result<Version>, what: &str| match written {
            Ok(_) => Err(self.ignores(what)),
            Err(failed) if failed.kind() == ErrorKind::Conflict => Ok(()),
            Err(failed) => Err(failed),
        };
        refused(put(&Version::ABSENT, "2"), "a PUT with If-None-Match replaced an object that was there")?;
        let second = put(&first, "3")?;
        refused(put(&first, "4"), "a PUT with the If-Match of an older object replaced a newer one")?;
        let mut stale = self.service.object("DELETE", probe);
        condition(&mut stale, &first);
        // An older one is refused, or nothing happens.
        self.service.call(stale)?;
        if self.look(probe)?.is_none_or(|there| there.version != second) {
            return Err(self.ignores("a DELETE with the If-Match of an older object deleted a newer one"));
        }
        let mut right = self.service.object("DELETE", probe);
        condition(&mut right, &second);
        match self.service.call(right)? {
            Outcome::Unmet { .. } => Err(self.ignores("a DELETE with the right If-Match was refused")),
            Outcome::Done(_) | Outcome::Absent { .. } if self.look(probe)?.is_none() => Ok(()),
            _ => Err(self.ignores("a DELETE with the right If-Match deleted nothing")),
        }
    }

    fn ignores(&self, what: &str) -> Error {
        let text =
            format!("The object store of the bucket {:?} does not keep conditions of writes", self.service.bucket);
        Error::new(ErrorKind::Unsupported, text).detail(format!(
            "When it was tried, {what}. Two runs could overwrite each other's state here, and locks would lock nobody out. Take a service that \
             keeps If-Match and If-None-Match: AWS does, and newer versions of most others."
        ))
    }
}
