//! `state_store "kitchen_drawer"`: entries as files in a folder, and misbehaves when `failure` says so.

use crate::generated::state_stores::drawer::{DrawerConfig, attribute};
use crate::glass::shatter;
use crate::provider::Kitchen;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tfgen_runtime::state_store::{Body, Entry, Error, ErrorKind, Result, StateStore, Store, Version, key};
use tfgen_runtime::{Context, ResultExt, error};

/// The state store. One process at a time can have it.
#[derive(Clone)]
pub struct Drawer {
    folder: PathBuf,
    failure: String,
    cx: Option<Context<Kitchen>>,
}

/// Writers of this process take turns.
static TURN: Mutex<()> = Mutex::new(());

impl Drawer {
    /// The drawer in this folder.
    ///
    /// # Errors
    ///
    /// When the folder cannot be made.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self> {
        let folder = folder.into();
        fs::create_dir_all(&folder)?;
        Ok(Self { folder, failure: String::new(), cx: None })
    }

    /// The file of an entry. Keys are written in hexadecimal, in pieces that every file system can take.
    fn path(&self, key: &str) -> PathBuf {
        let name: String = key.bytes().map(|byte| format!("{byte:02x}")).collect();
        let pieces: Vec<_> = name.as_bytes().chunks(200).map(String::from_utf8_lossy).collect();
        self.folder.join(pieces.join("_/")).with_extension("entry")
    }

    fn there(&self, key: &str) -> Result<Option<Entry>> {
        key::check(key)?;
        match fs::read(self.path(key)) {
            Ok(content) => Ok(Some(Entry { version: version(&content), body: content.into() })),
            Err(failed) if failed.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(failed) => Err(failed.into()),
        }
    }

    fn expect(&self, key: &str, expected: &Version) -> Result<()> {
        let actual = self.there(key)?.map(|entry| entry.version).unwrap_or_default();
        if actual == *expected { Ok(()) } else { Err(Error::conflict(key, expected, &actual)) }
    }
}

/// The version of a content.
fn version(content: &[u8]) -> Version {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    Version::new(format!("{:x}-{}", hasher.finish(), content.len()))
}

impl StateStore for Drawer {
    type Provider = Kitchen;
    type Config = DrawerConfig;

    const STATE_SIZE_MAX: u64 = 64 << 20;

    async fn configure(cx: Context<Kitchen>, config: DrawerConfig) -> tfgen_runtime::Result<Self> {
        let failure = config.failure.unwrap_or_default();
        shatter(&failure, "configure");
        if failure == "configure" {
            return Err(error("The drawer is stuck"));
        }
        let folder = config.folder.ok_or_else(|| error("No folder is given").at(attribute::FOLDER))?;
        let drawer = Self::open(folder).summary("Cannot open the drawer")?;
        Ok(Self { failure, cx: Some(cx), ..drawer })
    }
}

impl Store for Drawer {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        shatter(&self.failure, "get");
        match self.failure.as_str() {
            "read" if key.starts_with("state/") => return Err(Error::new(ErrorKind::Denied, "The drawer is dark")),
            "empty" if key.starts_with("state/") => {
                return Ok(Some(Entry { version: Version::new("empty"), body: Body::new() }));
            }
            _ => {}
        }
        self.there(key)
    }

    async fn put_if_version(&self, key: &str, expected: &Version, body: Body) -> Result<Version> {
        match self.failure.as_str() {
            "write" => return Err(Error::new(ErrorKind::Full, "The drawer is full")),
            "panic" => panic!("the drawer fell out"),
            "slow_lock" => std::thread::sleep(Duration::from_millis(300)),
            _ => {}
        }
        let content = body.into_bytes();
        {
            let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
            self.expect(key, expected)?;
            let path = self.path(key);
            fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
            let unfinished = path.with_extension("new");
            fs::write(&unfinished, &content)?;
            fs::rename(unfinished, path)?;
        }
        if let Some(cx) = self.cx.as_ref().filter(|_| self.failure == "slow_lock") {
            cx.provider().pantry.note("drawer.log", "locked")?;
        }
        Ok(version(&content))
    }

    async fn delete_if_version(&self, key: &str, expected: &Version) -> Result<()> {
        shatter(&self.failure, "delete");
        {
            let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
            self.expect(key, expected)?;
            if !expected.is_absent() {
                fs::remove_file(self.path(key))?;
            }
        }
        if let Some(cx) = self.cx.as_ref().filter(|_| self.failure == "slow_lock") {
            cx.provider().pantry.note("drawer.log", "unlocked")?;
        }
        Ok(())
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        shatter(&self.failure, "list");
        let (mut keys, mut folders) = (Vec::new(), vec![self.folder.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "entry") {
                    let name = path.strip_prefix(&self.folder).unwrap_or(&path).with_extension("");
                    keys.extend(decoded(&name.to_string_lossy().replace("_/", "")));
                }
            }
        }
        keys.retain(|key| key.starts_with(prefix));
        keys.sort();
        Ok(keys)
    }
}

/// The key that a file's name stands for.
fn decoded(hexadecimal: &str) -> Option<String> {
    let pairs = hexadecimal.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
    let bytes: Option<Vec<u8>> = pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect();
    String::from_utf8(bytes?).ok()
}
