//! A store in a folder: each entry is a file, replaced as a whole, and on the disk before a write is called done.
//!
//! ```text
//! FOLDER/format       which layout this is
//!        data/…       the entries, by key
//!        guard/…      files that writers lock, one for many entries; never deleted
//!        temporary/…  files that are not done yet
//!        alive/…      files that holders of locks keep locked while they live
//! ```
//!
//! A write makes a temporary file, syncs it, renames it and syncs the folder. A first write links it instead, which fails if
//! there is an entry already, whatever has become of the guard. Readers need no guard.

use super::body::Body;
use super::error::{Doing as _, Error, ErrorKind, Result};
use super::store::{Entry, Proof, Store};
use super::version::Version;
use super::{key, random};
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

#[doc(hidden)]
pub mod disk;
mod entry_file;
mod guard;
mod life;
mod listing;
mod mounts;
mod name;
mod opening;

use disk::{Disk, SystemDisk};
use entry_file::Head;

/// What the versions of damaged files begin with: no whole entry has one of them.
const DAMAGED: &str = "damaged-";

/// Entries as files in a folder. A clone is the same store.
///
/// ```no_run
/// # use tfgen_runtime::state_store::{Filesystem, Result, Store};
/// # async fn example() -> Result<()> {
/// let store = Filesystem::open("/var/lib/acme/states")?;
/// store.put_if_absent("state/default", "{}".into()).await?;
/// # Ok(())
/// # }
/// ```
pub struct Filesystem<D: Disk = SystemDisk>(Arc<Folder<D>>);

struct Folder<D> {
    disk: D,
    root: PathBuf,
    /// Folders whose own names are known to be on the disk.
    durable: Mutex<BTreeSet<PathBuf>>,
    /// There was no store before it was opened.
    is_new: bool,
}

impl Filesystem {
    /// Opens the store in a folder; makes it, readable to its owner only, if it is not there.
    ///
    /// # Errors
    ///
    /// When the folder cannot be made or used, or holds another layout than this one.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self> {
        Self::open_on(SystemDisk, folder)
    }

    /// Opens the store that is in a folder, and makes none.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Filesystem::open), and when there is no store: a folder that is not mounted looks like that, too.
    pub fn open_existing(folder: impl Into<PathBuf>) -> Result<Self> {
        Folder::open(SystemDisk, folder.into(), false).map(|folder| Self(Arc::new(folder)))
    }
}

impl<D: Disk> Filesystem<D> {
    /// The same on another disk, which may be one that fails.
    #[doc(hidden)]
    pub fn open_on(disk: D, folder: impl Into<PathBuf>) -> Result<Self> {
        Folder::open(disk, folder.into(), true).map(|folder| Self(Arc::new(folder)))
    }

    /// Whether there was no store in the folder before this one was opened.
    pub fn is_new(&self) -> bool {
        self.0.is_new
    }
}

impl<D: Disk> Clone for Filesystem<D> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<D: Disk> fmt::Debug for Filesystem<D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Filesystem").field(&self.0.root).finish()
    }
}

impl<D: Disk> Store for Filesystem<D> {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        key::check(key)?;
        self.0.read(key)
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        key::check(key)?;
        let version = self.0.version_of_anything(key, &self.0.path(key))?;
        Ok((!version.is_absent()).then_some(version))
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        key::check(key)?;
        self.0.put(key, version, &body)
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        key::check(key)?;
        self.0.delete(key, version)
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.0.list(prefix)
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.0.prove_life(lock_id).map(Some)
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        self.0.is_alive(lock_id)
    }

    async fn proofs(&self) -> Result<Vec<String>> {
        self.0.proofs()
    }

    async fn forget_life(&self, lock_id: &str) -> Result<bool> {
        self.0.forget_life(lock_id);
        Ok(true)
    }
}

impl<D: Disk> Folder<D> {
    fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    fn path(&self, key: &str) -> PathBuf {
        let mut path = self.data();
        let mut segments = key.split('/').peekable();
        while let Some(segment) = segments.next() {
            path.push(if segments.peek().is_some() { name::folder(segment) } else { name::file(segment) });
        }
        path
    }

    /// Makes a folder whose parent is there, and sees to it that its name is on the disk, whoever made it.
    fn make_folder(&self, folder: &Path) -> Result<()> {
        if self.durable.lock().unwrap_or_else(PoisonError::into_inner).contains(folder) {
            return Ok(());
        }
        let made = match self.disk.make_folder(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            other => other,
        };
        let parent = folder.parent().unwrap_or(&self.root);
        made.and_then(|()| self.disk.sync_folder(parent)).doing(|| format!("{} cannot be made", folder.display()))?;
        self.durable.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned());
        Ok(())
    }

    fn make_parents(&self, path: &Path) -> Result<()> {
        let Some(parent) = path.parent().filter(|parent| parent.starts_with(&self.root) && *parent != self.root) else {
            return Ok(());
        };
        if self.durable.lock().unwrap_or_else(PoisonError::into_inner).contains(parent) {
            return Ok(());
        }
        self.make_parents(parent)?;
        self.make_folder(parent)
    }

    /// Nothing found is nothing there only while the store itself is: a folder that is not mounted has no states, but is not empty.
    fn absent<T>(&self) -> Result<Option<T>> {
        match self.disk.read(&self.marker()) {
            Ok(_) => Ok(None),
            Err(error) => {
                Err(Error::new(ErrorKind::Unavailable, format!("{} is no state store any more", self.root.display()))
                    .detail(
                        "Its file \"format\" is gone since it was opened. Is something mounted there that is not now?",
                    )
                    .caused_by(error))
            }
        }
    }

    fn read(&self, key: &str) -> Result<Option<Entry>> {
        let path = self.path(key);
        match self.disk.open(&path) {
            Ok(mut file) => entry_file::read(&mut file, key, &path).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.absent(),
            Err(error) => Err(error).doing(|| format!("{} cannot be read", path.display())),
        }
    }

    fn version(&self, key: &str, path: &Path) -> Result<Version> {
        match self.disk.open(path) {
            Ok(mut file) => Ok(Head::read(&mut file, path)?.expect_key(key, path)?.version()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.absent::<()>()?;
                Ok(Version::ABSENT)
            }
            Err(error) => Err(error).doing(|| format!("{} cannot be read", path.display())),
        }
    }

    /// The same for whoever is about to change the entry. A damaged file has one for those only who have seen the damage.
    fn version_expected(&self, key: &str, path: &Path, expected: &Version) -> Result<Version> {
        if expected.as_str().starts_with(DAMAGED) {
            self.version_of_anything(key, path)
        } else {
            self.version(key, path)
        }
    }

    /// The version also of a file that is damaged.
    fn version_of_anything(&self, key: &str, path: &Path) -> Result<Version> {
        match self.version(key, path) {
            Err(error) if error.kind() == ErrorKind::Corrupt => {
                let content = self.disk.read(path).doing(|| format!("{} cannot be read", path.display()))?;
                Ok(Version::new(format!("{DAMAGED}{}", &Body::from(content).sha256()[..32])))
            }
            other => other,
        }
    }

    fn put(&self, key: &str, expected: &Version, body: &Body) -> Result<Version> {
        if name::is_unknown(key) {
            return Err(Error::new(ErrorKind::Invalid, format!("{key:?} is only the place of a damaged file"))
                .detail("Nothing is written there. It can be deleted."));
        }
        let path = self.path(key);
        let head = Head::of(key, body);
        let guard = self.guard(key)?;
        expect(key, expected, &self.version_expected(key, &path, expected)?)?;
        self.make_parents(&path)?;
        self.sweep(guard.name());
        let unfinished = self.root.join("temporary").join(format!("{}-{}", guard.name(), random::hex(8)?));
        let written = self.write_file(&unfinished, head.text().as_bytes(), body);
        let written = written.map_err(|error| unchanged(&error, format!("{} cannot be written", path.display())));
        let placed = written.and_then(|()| self.place(&unfinished, key, &path, expected, &head));
        if placed.is_err() || expected.is_absent() {
            // Whoever gets the guard next deletes what is left.
            let _ = self.disk.unlink(&unfinished);
        }
        placed?;
        self.sync_parent(&path)?;
        Ok(head.version())
    }

    fn write_file(&self, path: &Path, head: &[u8], body: &Body) -> io::Result<()> {
        let mut file = self.disk.create(path)?;
        self.disk.write(&mut file, head)?;
        for chunk in body.chunks() {
            self.disk.write(&mut file, chunk)?;
        }
        self.disk.sync(&file)
    }

    /// Gives a file that is done the entry's name.
    fn place(&self, unfinished: &Path, key: &str, path: &Path, expected: &Version, head: &Head) -> Result<()> {
        let failed = |error: io::Error| {
            // Over a network the answer may be what has failed. The guard is ours: nobody else has put this there.
            let is_there =
                head.version() != *expected && self.version(key, path).is_ok_and(|there| there == head.version());
            let what = format!("{} cannot be put in its place", path.display());
            if is_there { Ok(()) } else { Err(unchanged(&error, what)) }
        };
        if expected.is_absent() {
            match self.disk.link(unfinished, path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    return Err(Error::conflict(key, expected, &self.version(key, path)?));
                }
                // There are file systems without links: there the guard alone has to do.
                Err(error) if matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied) => {}
                other => return other.or_else(failed),
            }
        }
        self.disk.rename(unfinished, path).or_else(failed)
    }

    fn delete(&self, key: &str, expected: &Version) -> Result<()> {
        let path = self.path(key);
        let _guard = self.guard(key)?;
        expect(key, expected, &self.version_expected(key, &path, expected)?)?;
        if expected.is_absent() {
            return Ok(());
        }
        if let Err(error) = self.disk.unlink(&path) {
            // The answer may be what has failed.
            let is_gone = self.disk.open(&path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
            if !is_gone {
                return Err(unchanged(&error, format!("{} cannot be deleted", path.display())));
            }
        }
        self.sync_parent(&path)
    }

    fn sync_parent(&self, path: &Path) -> Result<()> {
        let synced = self.disk.sync_folder(path.parent().unwrap_or(&self.root));
        synced
            .doing(|| format!("{} was changed, but the change may not be on the disk", path.display()))
            .map_err(|error| error.of_kind(ErrorKind::Uncertain))
    }
}

fn expect(key: &str, expected: &Version, actual: &Version) -> Result<()> {
    if actual == expected { Ok(()) } else { Err(Error::conflict(key, expected, actual)) }
}

/// A failure before anything of the entry was touched.
fn unchanged(error: &io::Error, what: String) -> Error {
    let kind = match ErrorKind::of(error) {
        ErrorKind::Other | ErrorKind::Corrupt => ErrorKind::Unavailable,
        kind => kind,
    };
    Error::new(kind, what).caused_by(io::Error::new(error.kind(), error.to_string()))
}
