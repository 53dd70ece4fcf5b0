//! `state_store "kitchen_drawer"`: states as files in a folder, and misbehaves when `failure` says so.

use crate::generated::state_stores::drawer::{DrawerConfig, attribute};
use crate::provider::Kitchen;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Duration;
use tfgen_runtime::{Context, Result, ResultExt, StateStore, error};

/// The state store.
pub struct Drawer {
    folder: PathBuf,
    locks: bool,
    failure: String,
}

impl Drawer {
    /// A file of a state. Names are written in hexadecimal: they may be anything, `..` too.
    fn path(&self, state: &str, ending: &str) -> PathBuf {
        let name: String = state.bytes().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(format!("{name}.{ending}"))
    }

    fn holder(&self, state: &str) -> Option<String> {
        fs::read_to_string(self.path(state, "lock")).ok()
    }
}

impl StateStore for Drawer {
    type Provider = Kitchen;
    type Config = DrawerConfig;

    const STATE_SIZE_MAX: u64 = 64 << 20;

    async fn configure(_cx: Context<Kitchen>, config: DrawerConfig) -> Result<Self> {
        let DrawerConfig { failure, folder, locks } = config;
        let failure = failure.unwrap_or_default();
        if failure == "configure" {
            return Err(error("The drawer is stuck"));
        }
        let folder = folder.ok_or_else(|| error("No folder is given").at(attribute::FOLDER))?;
        fs::create_dir_all(&folder).summary("Cannot open the drawer")?;
        Ok(Self { folder: folder.into(), locks, failure })
    }

    async fn read(&self, cx: Context<Kitchen>, state: String) -> Result<Option<Vec<u8>>> {
        match self.failure.as_str() {
            "read" => return Err(error("The drawer is dark")),
            "empty" => return Ok(Some(Vec::new())),
            "warning" => cx.warn(error("The drawer is dusty")),
            _ => {}
        }
        match fs::read(self.path(&state, "state")) {
            Ok(body) => Ok(Some(body)),
            Err(failed) if failed.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(failed) => Err(failed.into()),
        }
    }

    async fn write(&self, _cx: Context<Kitchen>, state: String, body: Vec<u8>) -> Result<()> {
        match self.failure.as_str() {
            "write" => return Err(error("The drawer is full").detail("The state is as it was.")),
            "panic" => panic!("the drawer fell out"),
            _ => {}
        }
        Ok(fs::write(self.path(&state, "state"), body)?)
    }

    async fn lock(&self, cx: Context<Kitchen>, state: String, operation: String) -> Result<Option<String>> {
        if !self.locks {
            return Ok(None);
        }
        if self.failure == "slow_lock" {
            std::thread::sleep(Duration::from_millis(300));
            cx.provider().pantry.note("drawer.log", "locked")?;
        }
        let id = format!("drawer-{}-{}", std::process::id(), state.len());
        match OpenOptions::new().write(true).create_new(true).open(self.path(&state, "lock")) {
            Ok(mut file) => file.write_all(id.as_bytes())?,
            Err(failed) if failed.kind() == io::ErrorKind::AlreadyExists => {
                let holder = self.holder(&state).unwrap_or_default();
                return Err(error(format!("The state \"{state}\" is locked"))
                    .detail(format!("{operation} has to wait for the lock {holder}.")));
            }
            Err(failed) => return Err(failed.into()),
        }
        Ok(Some(id))
    }

    async fn unlock(&self, cx: Context<Kitchen>, state: String, lock_id: String) -> Result<()> {
        if self.failure == "slow_lock" {
            cx.provider().pantry.note("drawer.log", "unlocked")?;
        }
        match self.holder(&state) {
            Some(holder) if holder == lock_id => Ok(fs::remove_file(self.path(&state, "lock"))?),
            Some(holder) => Err(error("It is another lock").detail(format!("The state is locked by {holder}."))),
            None => Err(error(format!("The state \"{state}\" is not locked"))),
        }
    }

    async fn states(&self, _cx: Context<Kitchen>) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "state") {
                names.extend(path.file_stem().and_then(|stem| decoded(&stem.to_string_lossy())));
            }
        }
        Ok(names)
    }

    async fn delete(&self, _cx: Context<Kitchen>, state: String) -> Result<()> {
        if let Some(holder) = self.holder(&state) {
            return Err(error(format!("The state \"{state}\" is locked")).detail(format!("By {holder}.")));
        }
        fs::remove_file(self.path(&state, "state")).summary("There is no such state")
    }
}

/// The name that a file's name stands for.
fn decoded(hexadecimal: &str) -> Option<String> {
    let pairs = hexadecimal.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
    let bytes: Option<Vec<u8>> = pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect();
    String::from_utf8(bytes?).ok()
}
