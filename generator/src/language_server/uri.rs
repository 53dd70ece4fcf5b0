//! `file:` URIs and paths.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The path of a `file:` URI.
pub(super) fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // A host name may stand before the path; what is on another machine is no concern of ours.
    let path = rest.get(rest.find('/')?..)?;
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let hex = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/…` is a path of Windows.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { path.get(1..)? } else { &path }))
}

/// The URI of a path.
pub(super) fn from_path(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_paths_survive() {
        for path in ["/a b/c%d/é🍲#?.toml", "/plain/schema.toml"] {
            assert_eq!(to_path(&from_path(Path::new(path))), Some(PathBuf::from(path)));
        }
        for broken in ["untitled:1", "file://", "file:///a%", "file:///%zz", "file:///%ff"] {
            assert_eq!(to_path(broken), None, "{broken}");
        }
    }
}
