//! Guards: locked files that let one writer at a time look at an entry's version and replace it.
//!
//! The lock is the system's on an open file (`flock`, on Windows `LockFileEx`): it keeps out threads as well as processes, and
//! is gone with its holder, however that ends. The files are few, and never deleted: whoever locked a file that somebody else deletes
//! and makes anew would lock nothing.

use super::super::error::{Doing as _, Error, ErrorKind, Result};
use super::{Disk, Folder};
use ring::digest::{SHA256, digest};
use std::io;
use std::time::{Duration, Instant};

/// How long a guard is waited for: writers have it for as long as a write takes, and one that was stopped has it for ever.
const PATIENCE: Duration = Duration::from_mins(1);

/// The longest time between two tries.
const PAUSE_MAX: Duration = Duration::from_millis(8);

/// A guard that is held.
pub(super) struct Guard<L> {
    name: String,
    _lock: L,
}

impl<L> Guard<L> {
    /// Its name, with which the names of its holder's unfinished files begin.
    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl<D: Disk> Folder<D> {
    /// The guard of an entry, which it shares with some others.
    pub(super) fn guard(&self, key: &str) -> Result<Guard<D::Lock>> {
        let name = format!("{:02x}", digest(&SHA256, key.as_bytes()).as_ref()[0] & 63);
        let path = self.root.join("guard").join(&name);
        let (start, mut pause) = (Instant::now(), Duration::from_micros(200));
        loop {
            let locked = self.disk.try_lock(&path, true);
            if locked.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
                self.absent::<()>()?;
            }
            let locked = locked.doing(|| format!("{} cannot be locked", path.display()));
            if let Some(lock) = locked.map_err(not_locked)? {
                return Ok(Guard { name, _lock: lock });
            }
            if start.elapsed() > PATIENCE {
                return Err(Error::new(ErrorKind::Unavailable, format!("{} stays locked", path.display())).detail(
                    "Another process has been writing for a minute. It may have been stopped in the middle; `fuser` tells which one it is.",
                ));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    /// Deletes unfinished files of writers that had this guard before; its holder calls this.
    pub(super) fn sweep(&self, guard: &str) {
        let folder = self.root.join("temporary");
        for (name, _) in self.disk.names(&folder).unwrap_or_default() {
            if name.split('-').next() == Some(guard) {
                // What cannot be deleted now is no obstacle: it is tried again with each write.
                let _ = self.disk.unlink(&folder.join(name));
            }
        }
    }

    /// Deletes unfinished files whose writers are gone.
    pub(super) fn sweep_all(&self) {
        let names = self.disk.names(&self.root.join("temporary")).unwrap_or_default();
        let mut guards: Vec<_> =
            names.iter().filter_map(|(name, _)| Some(name.split_once('-')?.0.to_owned())).collect();
        guards.dedup();
        for guard in guards {
            if let Ok(Some(_lock)) = self.disk.try_lock(&self.root.join("guard").join(&guard), true) {
                self.sweep(&guard);
            }
        }
    }
}

/// File systems without locks cannot keep writers apart.
fn not_locked(error: Error) -> Error {
    if error.kind() != ErrorKind::Unsupported {
        return error;
    }
    error.detail("This file system has no locks, so that two runs could write at once. Take another folder.")
}
