//! A folder of a test's own, gone when the test is over.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// An empty folder below the system's temporary one.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("tfgen-emulator-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Removes what is in it.
    #[allow(dead_code, reason = "not every program of the tests does")]
    pub fn clear(&self) {
        let _ = fs::remove_dir_all(&self.0);
        fs::create_dir_all(&self.0).expect("a folder can be made");
    }

    /// How many files and folders are in it.
    #[allow(dead_code, reason = "not every program of the tests does")]
    pub fn count(&self) -> usize {
        fs::read_dir(&self.0).expect("it is there").count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
