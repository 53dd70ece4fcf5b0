//! From flags and the working folder to a store, configured and validated as Terraform has it done.

use super::arguments::Request;
use super::interrupt;
use super::record::{self, Record};
use crate::context::{Cancellation, Canceller, ClientCapabilities};
use crate::diagnostic::{Diagnostics, Result, ResultExt as _, error};
use crate::handlers::Handlers;
use crate::registry::{Registry, StateStoreEntry};
use crate::schema::Block;
use crate::state_store::keeper::{self, Keeper};
use crate::state_store::{History, Snapshot};
use crate::validate;
use std::collections::BTreeMap;
use std::sync::Arc;
use tfgen_cty::{Type, Value, json};

/// A store, and the state that is asked about.
#[derive(Debug)]
pub(super) struct Opened<'h> {
    pub(super) registry: &'h Registry,
    pub(super) keeper: Keeper,
    pub(super) state: String,
    /// Cancelled when the process is told to end, where that must not happen at once.
    cancellation: Cancellation,
}

pub(super) async fn open<'h>(handlers: &'h Handlers, request: &Request) -> Result<Opened<'h>> {
    if let Some(folder) = &request.folder {
        // Configurations hold paths that are meant from there.
        std::env::set_current_dir(folder).summary(&format!("There is no working folder {}", folder.display()))?;
    }
    let registry = handlers.registry();
    let record = recorded(request)?;
    let entry = entry(registry, request, record.as_ref())?;
    let record = record.filter(|record| record.store == entry.schema.type_name);
    let config_of = |config: fn(&Record) -> &String| record.as_ref().map_or("{}", |record| config(record));
    let provider = &registry.provider;
    let config = config(
        &provider.schema.block,
        provider.ty(),
        config_of(|record| &record.provider_config),
        &request.provider_settings,
    )?;
    let said = handlers.configure_provider(config, ClientCapabilities::default(), &Cancellation::default()).await;
    if said.has_errors() {
        return Err(said.summary("The provider cannot be configured"));
    }
    let config = self::config(&entry.schema.block, entry.ty(), config_of(|record| &record.config), &request.settings)?;
    let canceller = Canceller::new();
    let cancellation = canceller.token();
    let keeper = handlers.open_state_store(entry, config, cancellation.clone(), request.verb.purpose()).await?;
    if request.verb.locks() {
        interrupt::listen(canceller)?;
    }
    let state = request.state.clone().unwrap_or_else(record::workspace);
    Ok(Opened { registry, keeper, state, cancellation })
}

fn interrupted() -> Diagnostics {
    error("It was interrupted")
        .detail("What had begun has come to its end, and no lock is left. Nothing else was changed.")
}

/// What the working folder says. Whoever says everything with flags needs none, and may stand in one that is broken.
fn recorded(request: &Request) -> Result<Option<Record>> {
    match record::read() {
        Err(_) if request.store.is_some() && !request.settings.is_empty() => Ok(None),
        other => other,
    }
}

/// The store that is meant: the one that is named, that of the working folder, or the only one.
fn entry<'r>(registry: &'r Registry, request: &Request, record: Option<&Record>) -> Result<&'r StateStoreEntry> {
    if let Some(name) = request.store.as_ref().or(record.map(|record| &record.store)) {
        return registry.find_state_store(name);
    }
    let names: Vec<&str> = registry.state_stores.names().collect();
    match names.as_slice() {
        [] => Err(error("This provider has no state stores")),
        [name] => registry.find_state_store(name),
        _ => Err(error("It is not clear which state store is meant").detail(format!(
            "Run it in a working folder where `terraform init` has set one up, or name it with --store: {}.",
            names.join(", ")
        ))),
    }
}

/// A configuration of recorded JSON, with what flags say over it.
fn config(block: &Block, ty: &Type, recorded: &str, settings: &[(String, String)]) -> Result<Value> {
    let value = json::decode_lenient(recorded.as_bytes(), ty).map_err(|failed| {
        error("The recorded configuration does not fit this version of the provider")
            .detail(format!("{failed}. Run `terraform init -reconfigure`, or say it with --set."))
    })?;
    let mut members: BTreeMap<Arc<str>, Value> = value.as_object().cloned().unwrap_or_default();
    for (name, text) in settings {
        let attribute = block.attribute(name).ok_or_else(|| {
            let names: Vec<&str> = block.attributes.iter().map(|attribute| attribute.name).collect();
            error(format!("There is no attribute {name:?}")).detail(format!("There are: {}.", names.join(", ")))
        })?;
        let value = validate::environment::read(attribute, text).ok_or_else(|| {
            error(format!("The value of {name:?} is not of the attribute's type"))
                .detail("Strings stand as they are, all else is JSON.")
        })?;
        members.insert(attribute.name.into(), value);
    }
    Ok(Value::Object(members))
}

impl Opened<'_> {
    /// The key of the state in the store.
    pub(super) fn key(&self) -> String {
        keeper::key_of(&self.state)
    }

    /// The revisions of states.
    pub(super) fn history(&self) -> Result<&History> {
        self.keeper.stack().history.as_ref().ok_or_else(|| {
            error("This store keeps no history")
                .detail("Its schema has to ask for one; then what is written from then on has revisions.")
        })
    }

    /// The bytes of the state, or of a revision of it.
    pub(super) async fn bytes(&self, revision: Option<&str>) -> Result<Vec<u8>> {
        let body = match revision {
            Some(revision) => Some(self.history()?.revision(&self.key(), revision).await?.1),
            None => self.keeper.read(&self.state).await?,
        };
        body.map(|body| body.to_vec()).ok_or_else(|| self.missing())
    }

    /// The error of a state that is not there.
    pub(super) fn missing(&self) -> Diagnostics {
        error(format!("There is no state \"{}\"", self.state))
            .detail("`state list` lists the states there are; --state names one.")
    }

    /// The state, or a revision of it.
    pub(super) async fn snapshot(&self, revision: Option<&str>) -> Result<Snapshot> {
        let bytes = self.bytes(revision).await?;
        Snapshot::read(&bytes).map_err(|findings| {
            let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
            error(format!("The state \"{}\" cannot be read", self.state)).detail(lines.join("\n"))
        })
    }

    /// Does something under the lock of a state.
    pub(super) async fn locked<T>(
        &self,
        state: &str,
        operation: &str,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        locked(&self.keeper, &self.cancellation, state, operation, work).await
    }

    /// What is cancelled when somebody says that it is to end.
    pub(super) fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }
}

/// Does something under the lock of a state. Once it has begun it comes to its end, and the lock is given back, whatever is said.
pub(super) async fn locked<T>(
    keeper: &Keeper,
    cancellation: &Cancellation,
    state: &str,
    operation: &str,
    work: impl Future<Output = Result<T>>,
) -> Result<T> {
    let id = keeper.lock(state, operation, cancellation).await?;
    let done = if cancellation.is_cancelled() { Err(interrupted()) } else { work.await };
    if let Some(id) = id {
        let unlocked = keeper.unlock(state, &id).await;
        // What failed first is what people need to hear.
        return done.and_then(|done| unlocked.map(|()| done));
    }
    done
}
