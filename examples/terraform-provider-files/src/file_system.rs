//! What the provider asks of the operating system. Nothing here knows Terraform.

use sha2::{Digest, Sha256};
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;

/// The permission bits of `metadata` as four octal digits.
pub fn mode(metadata: &Metadata) -> String {
    format!("{:04o}", metadata.permissions().mode() & 0o7777)
}

/// Sets the permission bits, written as octal digits.
pub fn set_mode(path: &Path, mode: &str) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(parse_mode(mode)?))
}

fn parse_mode(mode: &str) -> io::Result<u32> {
    u32::from_str_radix(mode, 8)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, format!("`{mode}` is not an octal mode")))
}

/// Gives the path to a user and a group, where they differ from `metadata`.
pub fn set_owner(path: &Path, metadata: &Metadata, uid: Option<i64>, gid: Option<i64>) -> io::Result<()> {
    let uid = uid.map(owner_id).transpose()?.filter(|uid| *uid != metadata.uid());
    let gid = gid.map(owner_id).transpose()?.filter(|gid| *gid != metadata.gid());
    if uid.is_none() && gid.is_none() { Ok(()) } else { chown(path, uid, gid) }
}

fn owner_id(id: i64) -> io::Result<u32> {
    u32::try_from(id)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, format!("{id} is not a user or group id")))
}

/// The lower-case hexadecimal SHA-256 of `content`.
pub fn sha256(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `Some` unless the path does not exist.
pub fn existing<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Replaces the whole content, or nothing: readers never see half of it.
///
/// The new file keeps the owner and permission bits of one that it replaces.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
    let before = existing(fs::symlink_metadata(path))?;
    let mut temporary = name.to_os_string();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(temporary);
    let written = write_new(&temporary, content, before.as_ref()).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The error that matters is the one already at hand.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_new(path: &Path, content: &[u8], before: Option<&Metadata>) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content)?;
    if let Some(before) = before.filter(|before| before.is_file()) {
        file.set_permissions(before.permissions())?;
        set_owner(path, &file.metadata()?, Some(before.uid().into()), Some(before.gid().into()))?;
    }
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_replaced_and_the_mode_kept() {
        let folder = std::env::temp_dir().join(format!("files-provider-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.txt");
        write(&path, b"one").unwrap();
        set_mode(&path, "0600").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(mode(&fs::metadata(&path).unwrap()), "0600");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_checksum_is_lower_case_hexadecimal() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
