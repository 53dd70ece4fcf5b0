//! Proofs of life: the holder of a lock keeps a file locked, which the system unlocks when it dies. No clock is asked.

use super::super::error::{Doing as _, Error, ErrorKind, Result};
use super::super::key;
use super::super::store::Proof;
use super::{Disk, Folder, name};
use crate::state_store::machine;
use std::io;
use std::path::PathBuf;

impl<D: Disk> Folder<D> {
    fn alive(&self, lock_id: &str) -> Result<PathBuf> {
        key::check(lock_id)?;
        Ok(self.root.join("alive").join(name::folder(lock_id)))
    }

    pub(super) fn prove_life(&self, lock_id: &str) -> Result<Proof> {
        let path = self.alive(lock_id)?;
        let locked = self.disk.try_lock(&path, true).doing(|| format!("{} cannot be locked", path.display()))?;
        let lock = locked.ok_or_else(|| Error::new(ErrorKind::Unavailable, format!("{} is locked", path.display())))?;
        let written = self.disk.write_locked(&lock, machine::boot().as_bytes());
        // It has to be on the disk before the lock's record is: after a power cut nobody could tell otherwise that its holder is gone.
        let synced = written.and_then(|()| self.disk.sync_locked(&lock));
        let synced = synced.and_then(|()| self.disk.sync_folder(path.parent().unwrap_or(&self.root)));
        synced.doing(|| format!("{} cannot be written", path.display()))?;
        // The file outlives its lock: whoever finds it unlocked knows that its holder is gone without having given the lock back.
        Ok(Proof::new(lock))
    }

    /// Locks say something only where the holder's machine is this one: other machines' may not be seen here.
    pub(super) fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        let path = self.alive(lock_id)?;
        let here = machine::boot();
        if here.is_empty() {
            // Where the system does not tell, files that are locked may not even be read.
            return Ok(None);
        }
        let there = match self.disk.read(&path) {
            Ok(there) => there,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).doing(|| format!("{} cannot be read", path.display())),
        };
        if there != here.as_bytes() {
            return Ok(self.is_before_the_start(&here, &there).then_some(false));
        }
        match self.disk.is_locked(&path) {
            Ok(is_locked) => Ok(Some(is_locked)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).doing(|| format!("{} cannot be locked", path.display())),
        }
    }

    /// Whether it was this machine, which was started anew since: nothing of then lives. Machines that were cloned, and containers, can
    /// have one id at the same time: so it tells something only where no other machine comes.
    fn is_before_the_start(&self, here: &str, there: &[u8]) -> bool {
        let (host, _) = machine::split(here);
        let there = String::from_utf8_lossy(there);
        let (other, boot) = machine::split(&there);
        !host.is_empty() && other == host && !boot.is_empty() && self.disk.is_local(&self.root)
    }

    /// The ids of which there are files.
    pub(super) fn proofs(&self) -> Result<Vec<String>> {
        let folder = self.root.join("alive");
        let names = self.disk.names(&folder).doing(|| format!("{} cannot be read", folder.display()))?;
        Ok(names.into_iter().filter(|(_, is_folder)| !is_folder).filter_map(|(name, _)| name::segment(&name)).collect())
    }

    pub(super) fn forget_life(&self, lock_id: &str) {
        if let Ok(path) = self.alive(lock_id) {
            // Litter at worst.
            let _ = self.disk.unlink(&path);
        }
    }
}
