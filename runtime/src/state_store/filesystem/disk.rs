//! What the store asks of a disk, so that tests can give it one that fails, or forgets what was not synced.

use super::mounts;
use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write as _};
use std::path::Path;

/// The calls that a store makes, each as the system has it.
pub trait Disk: Clone + Send + Sync + 'static {
    /// A file that is being written.
    type File: Send;
    /// A file that is being read.
    type Reader: Read;
    /// A lock on a file, until it is dropped or the process ends.
    type Lock: Send + Sync + 'static;

    /// Makes the store's own folder with all above it, and syncs what was made.
    fn make_root(&self, folder: &Path) -> io::Result<()>;
    /// Makes one folder, for its owner only.
    fn make_folder(&self, folder: &Path) -> io::Result<()>;
    /// Makes a file that must not be there, for its owner only.
    fn create(&self, path: &Path) -> io::Result<Self::File>;
    /// Writes all of this.
    fn write(&self, file: &mut Self::File, bytes: &[u8]) -> io::Result<()>;
    /// Waits until the file's content is on the disk.
    fn sync(&self, file: &Self::File) -> io::Result<()>;
    /// Waits until the names in a folder are on the disk.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
    /// Gives a file another name, in place of a file that has it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Gives a file one more name, which no file has.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Takes a name away.
    fn unlink(&self, path: &Path) -> io::Result<()>;
    /// Opens a file for reading.
    fn open(&self, path: &Path) -> io::Result<Self::Reader>;
    /// The names in a folder, and whether each is a folder.
    fn names(&self, folder: &Path) -> io::Result<Vec<(String, bool)>>;
    /// Locks a file, which is made if it is not there; `None` if someone else has locked it.
    fn try_lock(&self, path: &Path, make: bool) -> io::Result<Option<Self::Lock>>;
    /// Replaces the content of a locked file.
    fn write_locked(&self, lock: &Self::Lock, bytes: &[u8]) -> io::Result<()>;
    /// Waits until the content of a locked file is on the disk.
    fn sync_locked(&self, lock: &Self::Lock) -> io::Result<()>;
    /// Whether someone has locked a file, which need not be there. Nobody who asks at the same time is taken for that.
    fn is_locked(&self, path: &Path) -> io::Result<bool>;
    /// Whether only this machine uses a folder; `false` where that is not known.
    fn is_local(&self, folder: &Path) -> bool;

    /// All of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        self.open(path)?.read_to_end(&mut content)?;
        Ok(content)
    }
}

/// The disk of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

fn options() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "modes are Unix's"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

impl Disk for SystemDisk {
    type File = File;
    type Reader = File;
    type Lock = Locked;

    fn make_root(&self, folder: &Path) -> io::Result<()> {
        if folder.is_dir() {
            // Whoever made it may have been stopped before its name was on the disk. That its parent cannot be opened is
            // no reason to refuse a folder that is there.
            let _ = above(folder).map(|parent| self.sync_folder(parent));
            return Ok(());
        }
        if let Some(parent) = above(folder) {
            self.make_root(parent)?;
        }
        match self.make_folder(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            other => other?,
        }
        above(folder).map_or(Ok(()), |parent| self.sync_folder(parent))
    }

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        #[cfg_attr(not(unix), expect(unused_mut, reason = "modes are Unix's"))]
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)
    }

    fn create(&self, path: &Path) -> io::Result<File> {
        options().write(true).create_new(true).open(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    /// Folders cannot be synced here: that a name survives a power cut is up to the file system's journal.
    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::hard_link(from, to)
    }

    fn unlink(&self, path: &Path) -> io::Result<()> {
        std::fs::remove_file(path)
    }

    fn open(&self, path: &Path) -> io::Result<File> {
        File::open(path)
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<(String, bool)>> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let is_folder = is_folder(entry.file_type().map(|kind| kind.is_dir()))?;
            // Ours are all ASCII: another name is not ours.
            names.extend(entry.file_name().into_string().ok().zip(is_folder));
        }
        Ok(names)
    }

    fn try_lock(&self, path: &Path, make: bool) -> io::Result<Option<Locked>> {
        let file = options().read(true).write(true).create(make).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Locked(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn write_locked(&self, lock: &Locked, bytes: &[u8]) -> io::Result<()> {
        lock.0.set_len(0)?;
        (&lock.0).write_all(bytes)
    }

    fn sync_locked(&self, lock: &Locked) -> io::Result<()> {
        lock.0.sync_all()
    }

    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        // A shared lock, which others who ask can have as well.
        let file = File::open(path)?;
        match file.try_lock_shared() {
            Ok(()) => {
                drop(Locked(file));
                Ok(false)
            }
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn is_local(&self, folder: &Path) -> bool {
        mounts::is_local(folder)
    }
}

/// A file that is locked. To close it is not enough: a process that is just being started has it open as well, until it becomes another program.
#[derive(Debug)]
pub struct Locked(File);

impl Drop for Locked {
    fn drop(&mut self) {
        // At worst it is free when everybody has closed it.
        let _ = self.0.unlock();
    }
}

/// Whether an entry of a folder is a folder; `None` if it is gone since it was read that there is one. Some file systems have to be
/// asked for that once more, and must not make the whole folder look as if it was not there.
fn is_folder(told: io::Result<bool>) -> io::Result<Option<bool>> {
    match told {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        told => told.map(Some),
    }
}

/// The folder above, unless that is the working folder itself.
fn above(folder: &Path) -> Option<&Path> {
    folder.parent().filter(|parent| !parent.as_os_str().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_entry_that_is_gone_does_not_make_its_folder_look_empty() {
        assert_eq!(is_folder(Ok(true)).unwrap(), Some(true));
        assert_eq!(is_folder(Err(io::ErrorKind::NotFound.into())).unwrap(), None);
        assert!(is_folder(Err(io::ErrorKind::PermissionDenied.into())).is_err());
    }
}
