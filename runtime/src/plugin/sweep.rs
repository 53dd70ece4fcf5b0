//! What plugins that were killed have left: folders with a socket that nobody listens on. Touches nothing that is not
//! named as ours are, and no socket that somebody answers on.

use super::listener::SOCKET;
use std::io::ErrorKind;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// How old a folder is before it is looked at. A plugin that is about to start has made its folder but does not listen yet.
const AGE: Duration = Duration::from_mins(1);

/// The name of the folder of a process.
pub(super) fn name(process: u32, attempt: u32) -> String {
    format!("plugin-{process}-{attempt}")
}

fn is_ours(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix("plugin-").and_then(|rest| rest.split_once('-'));
    numbers.is_some_and(|(process, attempt)| is_number(process) && is_number(attempt))
}

/// Removes the folders in this one whose plugin is gone. What cannot be read or removed, such as another user's, stays.
pub(super) fn sweep(parent: &Path) {
    let Ok(entries) = std::fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let is_old = || {
            let made = entry.metadata().ok().filter(std::fs::Metadata::is_dir)?.modified().ok()?;
            Some(made.elapsed().ok()? > AGE)
        };
        if entry.file_name().to_str().is_some_and(is_ours) && is_old() == Some(true) && is_deserted(&entry.path()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether it holds nothing but a socket that nobody listens on.
fn is_deserted(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    let is_alone = entries.flatten().all(|entry| entry.file_name() == SOCKET);
    let refusal = UnixStream::connect(folder.join(SOCKET)).err().map(|error| error.kind());
    is_alone && matches!(refusal, Some(ErrorKind::ConnectionRefused | ErrorKind::NotFound))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};
    use std::os::unix::net::UnixListener;
    use std::time::SystemTime;

    #[test]
    fn deserted_folders_go_and_all_others_stay() {
        let parent = std::env::temp_dir().join(format!("tfgen-sweep-{}", std::process::id()));
        fs::create_dir_all(&parent).unwrap();
        let folder = |name: &str| {
            let folder = parent.join(name);
            fs::create_dir(&folder).unwrap();
            folder
        };
        let listen = |folder: &Path| UnixListener::bind(folder.join(SOCKET)).unwrap();
        let _alive = listen(&folder("plugin-1-0"));
        drop(listen(&folder("plugin-2-0")));
        folder("plugin-3-0");
        fs::write(folder("plugin-4-0").join("notes"), "").unwrap();
        drop(listen(&folder("plugin-dir5")));
        drop(listen(&folder("plugin-x-0")));
        for entry in fs::read_dir(&parent).unwrap() {
            File::open(entry.unwrap().path()).unwrap().set_modified(SystemTime::now() - 2 * AGE).unwrap();
        }
        drop(listen(&folder("plugin-6-0")));
        sweep(&parent);
        let mut left: Vec<_> =
            fs::read_dir(&parent).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        left.sort();
        assert_eq!(left, ["plugin-1-0", "plugin-4-0", "plugin-6-0", "plugin-dir5", "plugin-x-0"]);
        fs::remove_dir_all(&parent).unwrap();
    }
}
