//! From a configuration to a store of the runtime's own, and to how locks are taken.

use super::lock::{LEASE_MIN, LockOptions};
use super::{Filesystem, Memory, SharedStore};
use crate::adapter::{AnyConfigureStore, BoxFuture, Call};
use crate::context::Operation;
use crate::diagnostic::{Diagnostic, Result, ResultExt as _, error};
use crate::schema::{StateStoreKind, StateStoreSettings};
use crate::timeouts::parse_duration;
use std::time::Duration;
use tfgen_cty::{Path, Value};

/// The longest state that is taken, in bytes. It is in memory as a whole.
const SIZE_MAX: u64 = 4 << 30;

/// The longest time between two looks at a lock, where a look costs next to nothing, and where it is a request.
const PAUSE: Duration = Duration::from_millis(200);
const PAUSE_FAR: Duration = Duration::from_secs(1);

/// Makes a store that the runtime brings.
#[derive(Debug)]
pub(crate) struct BuiltIn {
    settings: StateStoreSettings,
    memory: Memory,
}

impl BuiltIn {
    pub(crate) fn new(settings: StateStoreSettings) -> Self {
        Self { settings, memory: Memory::new() }
    }

    fn make(&self, operation: &Operation, config: &Value, makes: bool) -> Result<SharedStore> {
        let kind = match self.settings.kind {
            StateStoreKind::By(attribute) => by_name(attribute, text(config, attribute))?,
            kind => kind,
        };
        match kind {
            StateStoreKind::Memory => Ok(SharedStore::new(self.memory.clone())),
            StateStoreKind::Filesystem => {
                let path = Path::root().attribute(self.settings.path);
                let Some(folder) = text(config, self.settings.path).filter(|folder| !folder.is_empty()) else {
                    return Err(error("No folder is given for the states").at(path));
                };
                let opened = if makes { Filesystem::open(folder) } else { Filesystem::open_existing(folder) };
                let store = opened.at(path.clone())?;
                if store.is_new() {
                    operation.say(std::iter::once(made(folder).at(path)));
                }
                Ok(SharedStore::new(store))
            }
            StateStoreKind::S3 => super::remote::s3(&self.settings, config),
            StateStoreKind::Postgres => super::remote::postgres(&self.settings, config),
            StateStoreKind::Custom | StateStoreKind::By(_) => {
                Err(error("The state store is none of the runtime's own")
                    .detail("This is a mistake in the generated code."))
            }
        }
    }
}

impl AnyConfigureStore for BuiltIn {
    fn size_max(&self) -> u64 {
        SIZE_MAX
    }

    fn configure(&self, call: Call, config: Value, makes: bool) -> BoxFuture<Result<SharedStore>> {
        let made = self.make(&call.operation, &config, makes);
        call.operation.say(super::remote::warning(&self.settings, &call.operation.config).into_iter());
        if let (Some(weaker), StateStoreKind::Filesystem | StateStoreKind::By(_)) = (WEAKER, self.settings.kind) {
            let weaker = Diagnostic::warning("States in a folder are less safe on this system", weaker);
            call.operation.say(std::iter::once(weaker));
        }
        Box::pin(async move { made })
    }
}

/// A folder that is not mounted looks like a new one: people have to hear of it.
fn made(folder: &str) -> Diagnostic {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.into());
    Diagnostic::warning(
        "A new state store was made",
        format!(
            "There was none in {}, so that it holds no states yet. If you expect some there, see whether the path is right, and whether what belongs there is mounted.",
            whole.display()
        ),
    )
}

/// What a folder promises less than on Linux.
const WEAKER: Option<&str> = if cfg!(target_os = "linux") {
    None
} else if cfg!(unix) {
    Some(
        "Whether the holder of a lock is dead is not known here: a lock lasts until it is given back, its lease is over, or `terraform force-unlock`.",
    )
} else {
    Some(
        "Folders cannot be synced here, so that the last write may be lost when the power fails; and whether the holder of a lock is dead is not known: a lock lasts until it is given back, its lease is over, or `terraform force-unlock`.",
    )
};

fn by_name(attribute: &str, name: Option<&str>) -> Result<StateStoreKind> {
    match name {
        None | Some("" | "filesystem") => Ok(StateStoreKind::Filesystem),
        Some("memory") => Ok(StateStoreKind::Memory),
        Some(other) => Err(error(format!("There is no state store of the kind \"{other}\""))
            .detail("The kinds are \"filesystem\" and \"memory\". The latter is gone with the provider's process: it is for tests.")
            .at(Path::root().attribute(attribute))),
    }
}

/// How locks are taken; none for a store without them.
pub(crate) fn locks(settings: &StateStoreSettings, config: &Value) -> Result<Option<LockOptions>> {
    if !settings.lock {
        return Ok(None);
    }
    let timeout = duration(config, settings.lock_timeout)?.unwrap_or_default();
    let lease = lease(settings, config)?;
    let is_far = matches!(settings.kind, StateStoreKind::Custom | StateStoreKind::S3);
    let pause = if is_far { PAUSE_FAR } else { PAUSE };
    Ok(Some(LockOptions { timeout, lease, pause }))
}

fn lease(settings: &StateStoreSettings, config: &Value) -> Result<Option<Duration>> {
    let lease = duration(config, settings.lease)?;
    if let Some(lease) = lease.filter(|lease| *lease < LEASE_MIN) {
        return Err(error(format!("A lease of {} milliseconds is too short", lease.as_millis()))
            .detail("Its holder has to renew it three times in that time, and others have to see it: a second at least is due, a minute is usual. \"0s\" is none.")
            .at(Path::root().attribute(settings.lease)));
    }
    Ok(lease)
}

/// None for one that is not given, and for zero.
pub(super) fn duration(config: &Value, attribute: &str) -> Result<Option<Duration>> {
    Ok(given_duration(config, attribute)?.filter(|duration| !duration.is_zero()))
}

/// None for one that is not given.
pub(super) fn given_duration(config: &Value, attribute: &str) -> Result<Option<Duration>> {
    match text(config, attribute) {
        None | Some("") => Ok(None),
        Some("0" | "0s") => Ok(Some(Duration::ZERO)),
        Some(text) => parse_duration(text).map(Some).ok_or_else(|| {
            error(format!("\"{text}\" is no duration"))
                .detail("Write a number and a unit, \"30s\" or \"1m30s\"; at most a year. \"0s\" is none.")
                .at(Path::root().attribute(attribute))
        }),
    }
}

pub(super) fn text<'v>(config: &'v Value, attribute: &str) -> Option<&'v str> {
    if attribute.is_empty() { None } else { config.get(attribute)?.inner().as_str() }
}
