//! Keys out of the names of files.

use super::super::error::{Doing as _, ErrorKind, Result};
use super::entry_file::Head;
use super::{Disk, Folder, name};
use crate::log::Logger;
use std::io;
use std::path::Path;

impl<D: Disk> Folder<D> {
    pub(super) fn list(&self, prefix: &str) -> Result<Vec<String>> {
        // Whole segments of the prefix are folders to go into; what is after the last `/` begins a name.
        let mut folder = self.data();
        let whole = prefix.rsplit_once('/').map_or("", |(whole, _)| whole);
        folder.extend(whole.split('/').filter(|segment| !segment.is_empty()).map(name::folder));
        let mut keys = Vec::new();
        self.walk(&folder, Some(whole.to_owned()), whole, &mut keys)?;
        keys.retain(|key| key.starts_with(prefix));
        keys.sort();
        keys.dedup();
        if keys.is_empty() {
            self.absent::<()>()?;
        }
        Ok(keys)
    }

    /// `above` is the key of the folder, if its names tell it; `place` is that, or what stands for it.
    fn walk(&self, folder: &Path, above: Option<String>, place: &str, keys: &mut Vec<String>) -> Result<()> {
        let names = match self.disk.names(folder) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error).doing(|| format!("{} cannot be read", folder.display())),
        };
        for (file, is_folder) in names {
            let path = folder.join(&file);
            let Some(stem) = (if is_folder { Some(file.as_str()) } else { name::stem(&file) }) else { continue };
            let below = above.as_ref().zip(name::segment(stem)).map(|(above, segment)| joined(above, &segment));
            match below {
                None if !name::is_cut(stem) && above.is_some() => {}
                below if is_folder => {
                    // Of what lies in a folder whose name was cut, each file tells the key.
                    self.walk(&path, below, &joined(place, &in_place(stem)), keys)?;
                }
                Some(key) => keys.push(key),
                None => keys.extend(self.key_within(&path, joined(place, &in_place(stem)))?),
            }
        }
        Ok(())
    }

    /// The key that an entry's file itself tells; none if it has been deleted meanwhile. One that is damaged is listed by its place, so that it
    /// keeps nobody from the others and is seen all the same.
    fn key_within(&self, path: &Path, place: String) -> Result<Option<String>> {
        match self.disk.open(path) {
            Ok(mut file) => match Head::read(&mut file, path) {
                Ok(head) => Ok(Some(head.into_key())),
                Err(failed) if failed.kind() == ErrorKind::Corrupt => {
                    Logger::Provider.warn(format!("{failed}")).write();
                    Ok(Some(place))
                }
                Err(failed) => Err(failed),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).doing(|| format!("{} cannot be read", path.display())),
        }
    }
}

fn joined(above: &str, segment: &str) -> String {
    if above.is_empty() { segment.to_owned() } else { format!("{above}/{segment}") }
}

/// The segment of a name, whatever it was cut from.
fn in_place(stem: &str) -> String {
    name::segment(stem).unwrap_or_else(|| name::unknown(stem))
}
