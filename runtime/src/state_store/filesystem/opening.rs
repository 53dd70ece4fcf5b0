//! Finding the store in a folder, or making it.

use super::super::body::Body;
use super::super::error::{Doing as _, Error, ErrorKind, Result};
use super::super::random;
use super::{Disk, Folder};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What the file `format` holds.
const FORMAT: &[u8] = b"tfgen filesystem state store 1\n";

impl<D: Disk> Folder<D> {
    /// The store in a folder; `makes` is whether one is made where there is none.
    pub(super) fn open(disk: D, root: PathBuf, makes: bool) -> Result<Self> {
        let mut folder = Self { disk, root, durable: Mutex::default(), is_new: false };
        let prepared = folder.prepare(makes);
        let prepared =
            prepared.map_err(|error| error.summary(format!("The folder {} cannot hold states", folder.root.display())));
        folder.is_new = prepared?;
        Ok(folder)
    }

    /// Whether there is a store of this layout; what lies there otherwise is an error.
    fn is_marked(&self) -> Result<bool> {
        let marker = self.marker();
        match self.disk.read(&marker) {
            Ok(found) if found == FORMAT => Ok(true),
            Ok(found) => {
                let found = String::from_utf8_lossy(&found[..found.len().min(60)]).into_owned();
                Err(Error::new(ErrorKind::Unsupported, format!("Its layout is another one: {found:?}"))
                    .detail("It was made by another version, or by something else. Take an empty folder, or the version that made this one."))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error).doing(|| format!("{} cannot be read", marker.display())),
        }
    }

    /// The file that says which layout it is.
    pub(super) fn marker(&self) -> PathBuf {
        self.root.join("format")
    }

    /// Finds or makes the store; completes it, and deletes what writers left that did not end. Tells whether it is a new one.
    fn prepare(&self, makes: bool) -> Result<bool> {
        if makes {
            self.disk.make_root(&self.root).doing(|| "It cannot be made".to_owned())?;
        }
        let is_new = !self.is_marked()?;
        if is_new && !makes {
            return Err(Error::new(ErrorKind::Unavailable, "There is no state store in it")
                .detail("Its file \"format\" is missing. Is the path right, and is what belongs there mounted?"));
        }
        if is_new {
            self.mark(&self.marker())?;
        } else {
            self.sweep_marks();
        }
        for folder in ["data", "guard", "temporary", "alive"] {
            self.make_folder(&self.root.join(folder))?;
        }
        self.sweep_all();
        Ok(is_new)
    }

    fn mark(&self, marker: &Path) -> Result<()> {
        let unfinished = self.root.join(format!("format-{}", random::hex(8)?));
        let body = Body::from(FORMAT);
        let done = self.write_file(&unfinished, &[], &body).and_then(|()| {
            self.disk.rename(&unfinished, marker)?;
            self.disk.sync_folder(&self.root)
        });
        if done.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) && self.is_marked()? {
            // Somebody else was faster, and has swept ours.
            return self.disk.sync_folder(&self.root).doing(|| format!("{} cannot be written", marker.display()));
        }
        done.doing(|| format!("{} cannot be written", marker.display()))
    }

    /// Deletes what is left of those who were stopped before they had made the store.
    fn sweep_marks(&self) {
        for (name, _) in self.disk.names(&self.root).unwrap_or_default() {
            if name.starts_with("format-") {
                let _ = self.disk.unlink(&self.root.join(name));
            }
        }
    }
}
