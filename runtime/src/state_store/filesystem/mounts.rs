//! Whether a folder is on a file system that no other machine writes to at the same time.

use std::path::Path;

/// File systems of one machine's own disk or memory. Whatever is not known may be shared.
const LOCAL: [&str; 16] = [
    "ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "bcachefs", "jfs", "nilfs2", "reiserfs", "overlay", "tmpfs",
    "ramfs", "vfat", "exfat",
];

/// Whether this folder is on such a file system; `false` where the system does not tell.
pub(super) fn is_local(folder: &Path) -> bool {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok();
    let folder = std::fs::canonicalize(folder).ok();
    mounts.zip(folder).and_then(|(mounts, folder)| file_system(&mounts, &folder).map(is_known)).unwrap_or_default()
}

fn is_known(file_system: &str) -> bool {
    LOCAL.contains(&file_system)
}

/// The type of the file system that is mounted nearest above a folder, the last one where several are in one place.
fn file_system<'m>(mounts: &'m str, folder: &Path) -> Option<&'m str> {
    let mounts = mounts.lines().filter_map(|line| {
        let (place, system) = line.split_once(" - ")?;
        let place = unescaped(place.split(' ').nth(4)?);
        folder.starts_with(&place).then_some((place.len(), system.split(' ').next()?))
    });
    mounts.max_by_key(|(length, _)| *length).map(|(_, system)| system)
}

/// Blanks and the like are a backslash and three octal digits there.
fn unescaped(place: &str) -> String {
    let mut bytes = Vec::with_capacity(place.len());
    let mut rest = place.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let digits = after.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 8).ok()).filter(|_| *byte == b'\\');
        bytes.push(escaped.unwrap_or(*byte));
        rest = if escaped.is_some() { &after[3..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "22 1 0:20 / / rw,relatime shared:1 - overlay overlay rw
40 22 8:1 / /srv rw shared:2 - ext4 /dev/sda1 rw
41 40 0:50 / /srv/states rw shared:3 - nfs4 server:/export rw
42 22 0:51 / /mnt/two\\040words rw - fuse.sshfs host: rw
43 22 8:2 / /srv/states2 rw - xfs /dev/sdb rw
44 22 8:2 / /mnt/over rw - nfs server:/x rw
45 22 8:2 / /mnt/over rw - btrfs /dev/sdc rw
";

    #[test]
    fn the_nearest_mount_tells_what_is_shared() {
        for (folder, system, local) in [
            ("/var/lib", "overlay", true),
            ("/srv/other/x", "ext4", true),
            ("/srv/states", "nfs4", false),
            ("/srv/states/a/b", "nfs4", false),
            ("/srv/states2", "xfs", true),
            ("/mnt/two words/x", "fuse.sshfs", false),
            ("/mnt/over", "btrfs", true),
        ] {
            assert_eq!(file_system(MOUNTS, Path::new(folder)), Some(system), "{folder}");
            assert_eq!(is_known(system), local, "{folder}");
        }
        assert_eq!(file_system("", Path::new("/x")), None);
        assert_eq!(file_system("nonsense\n - \n", Path::new("/x")), None);
    }
}
