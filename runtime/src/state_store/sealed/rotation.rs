//! Encrypting anew with the newest key, entry by entry: killed anywhere, each entry is as before or as after, and opens.

use super::super::error::{ErrorKind, Result};
use super::super::store::Store;
use super::Sealed;

/// What a rotation did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rotation {
    /// How many entries were encrypted anew.
    pub rotated: usize,
    /// How many had the newest key already.
    pub current: usize,
}

impl std::ops::AddAssign for Rotation {
    fn add_assign(&mut self, more: Self) {
        self.rotated += more.rotated;
        self.current += more.current;
    }
}

/// How often an entry is tried that others keep changing.
const TRIES: usize = 8;

impl Sealed {
    /// Encrypts everything below this prefix with the newest key that has another one, or none. What others write meanwhile
    /// stays theirs. Once it has succeeded, the keys of before are needed no more for what lies there.
    ///
    /// Versions change: whoever is about to write what was rotated is told of a conflict. So it belongs under the lock of a state.
    ///
    /// # Errors
    ///
    /// Those of the store, and of what does not open; the entries before it are rotated, and doing it again goes on.
    pub async fn rotate(&self, prefix: &str) -> Result<Rotation> {
        let mut done = Rotation::default();
        for key in self.store.list(prefix).await? {
            done += self.rotate_entry(&key).await?;
        }
        Ok(done)
    }

    /// The same of one entry, which counts as none if it is gone.
    pub async fn rotate_entry(&self, key: &str) -> Result<Rotation> {
        let mut tries = 0;
        loop {
            tries += 1;
            let Some(entry) = self.store.get(key).await? else { return Ok(Rotation::default()) };
            let opened = self.open(key, entry.body)?;
            if opened.newest {
                return Ok(Rotation { rotated: 0, current: 1 });
            }
            match self.store.put_if_version(key, &entry.version, self.seal(key, &opened.body)?).await {
                Ok(_) => return Ok(Rotation { rotated: 1, current: 0 }),
                Err(error) if error.kind() == ErrorKind::Conflict && tries < TRIES => {}
                Err(error) => return Err(error),
            }
        }
    }
}
