//! Keys out of the names of files.

use super::super::error::{Doing as _, Result};
use super::entry_file::Head;
use super::{Disk, Folder, name};
use std::io;
use std::path::Path;

impl<D: Disk> Folder<D> {
    pub(super) fn list(&self, prefix: &str) -> Result<Vec<String>> {
        // Whole segments of the prefix are folders to go into; what is after the last `/` begins a name.
        let mut folder = self.data();
        let whole = prefix.rsplit_once('/').map_or("", |(whole, _)| whole);
        folder.extend(whole.split('/').filter(|segment| !segment.is_empty()).map(name::folder));
        let mut keys = Vec::new();
        self.walk(&folder, Some(whole.to_owned()), &mut keys)?;
        keys.retain(|key| key.starts_with(prefix));
        keys.sort();
        keys.dedup();
        if keys.is_empty() {
            self.absent::<()>()?;
        }
        Ok(keys)
    }

    /// `above` is the key of the folder, if its names tell it.
    fn walk(&self, folder: &Path, above: Option<String>, keys: &mut Vec<String>) -> Result<()> {
        let names = match self.disk.names(folder) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error).doing(|| format!("{} cannot be read", folder.display())),
        };
        for (file, is_folder) in names {
            let path = folder.join(&file);
            let Some(stem) = (if is_folder { Some(file.as_str()) } else { name::stem(&file) }) else { continue };
            let below = above.as_ref().zip(name::segment(stem)).map(|(above, segment)| match above.as_str() {
                "" => segment,
                above => format!("{above}/{segment}"),
            });
            match below {
                None if below.is_none() && !name::is_cut(stem) && above.is_some() => {}
                below if is_folder => self.walk(&path, below, keys)?,
                Some(key) => keys.push(key),
                None => keys.extend(self.key_within(&path)?),
            }
        }
        Ok(())
    }

    /// The key that an entry's file itself tells; none if it has been deleted meanwhile.
    fn key_within(&self, path: &Path) -> Result<Option<String>> {
        match self.disk.open(path) {
            Ok(mut file) => Head::read(&mut file, path).map(|head| Some(head.into_key())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).doing(|| format!("{} cannot be read", path.display())),
        }
    }
}
