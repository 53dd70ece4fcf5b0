//! State stores. (`ValidateStateStoreConfig`, `ConfigureStateStore`, `ReadStateBytes`, `WriteStateBytes`, `LockState`,
//! `UnlockState`, `GetStates`, `DeleteState`.)

use super::connection::{Answer, encode, unanswered};
use super::core::{Core, read};
use super::error::Result;
use super::hcl::Hcl;
use super::rule::Rule;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::Diagnostic;
use tokio_stream::StreamExt;
use tonic::Request;

mod chunks;

/// What Terraform proposes.
const CHUNK_SIZE: i64 = 8 << 20;

/// More than this Terraform does not accept.
const CHUNK_SIZE_MAX: i64 = 128 << 20;

/// A state store type of a provider.
#[derive(Clone, Debug)]
pub struct StateStoreType {
    core: Core,
    name: Arc<str>,
    chunk_size: i64,
}

/// A state store that is configured.
#[derive(Clone, Debug)]
pub struct StateStore {
    of: StateStoreType,
    chunk_size: usize,
}

impl StateStoreType {
    pub(super) fn new(core: Core, name: &str) -> Self {
        Self { core, name: name.into(), chunk_size: CHUNK_SIZE }
    }

    /// The same, with another proposal for the size of chunks than Terraform's 8 MiB: small ones make small tests.
    #[must_use]
    pub fn chunk_size(mut self, proposed: u32) -> Self {
        self.chunk_size = proposed.into();
        self
    }

    fn step(&self, rpc: &str) -> String {
        format!("{rpc} of state_store.{}", self.name)
    }

    /// Validates a configuration, and configures the store with it.
    ///
    /// # Errors
    ///
    /// When the configuration is refused, and when the answer breaks a rule.
    pub fn configure(&self, config: impl Into<Hcl>) -> Result<StateStore> {
        let schema = self.core.loaded.state_store(&self.name)?;
        let config = read(&self.step("The configuration"), schema, &config.into())?;
        let step = self.step("ValidateStateStoreConfig");
        let request = proto::validate_state_store::Request {
            type_name: self.name.to_string(),
            config: Some(encode(&step, &config, &schema.ty)?),
        };
        let connection = &self.core.loaded.connection;
        let response = connection.ask(&step, connection.service.validate_state_store_config(Request::new(request)))?;
        Answer::new(&step, response.diagnostics).checked()?;

        let step = self.step("ConfigureStateStore");
        let request = proto::configure_state_store::Request {
            type_name: self.name.to_string(),
            config: Some(encode(&step, &config, &schema.ty)?),
            capabilities: Some(proto::StateStoreClientCapabilities { chunk_size: self.chunk_size }),
        };
        let response = connection.ask(&step, connection.service.configure_state_store(Request::new(request)))?;
        let mut answer = Answer::new(&step, response.diagnostics);
        // Looked at before the diagnostics: core does so, and crashes when they are missing.
        let Some(capabilities) = response.capabilities else {
            answer.breach(Rule::StoreCapabilities, "there are none");
            return Err(answer.into());
        };
        let size = capabilities.chunk_size;
        let mut answer = answer.checked()?;
        if !(1..=CHUNK_SIZE_MAX).contains(&size) {
            answer.breach(Rule::StoreChunkSize, format!("{size}"));
        }
        answer.checked()?;
        Ok(StateStore { of: self.clone(), chunk_size: usize::try_from(size).unwrap_or(usize::MAX) })
    }
}

impl StateStore {
    /// The size of chunks that was agreed on.
    pub fn chunk_size(&self) -> usize {
        self.chunk_size
    }

    /// Reads a state; empty when there is none of this name.
    ///
    /// # Errors
    ///
    /// When the provider fails to, and when a chunk breaks a rule.
    pub fn read(&self, state_id: &str) -> Result<Vec<u8>> {
        let step = self.of.step("ReadStateBytes");
        let request =
            proto::read_state_bytes::Request { type_name: self.of.name.to_string(), state_id: state_id.to_owned() };
        let connection = &self.of.core.loaded.connection;
        let mut chunks = connection.ask(&step, connection.service.read_state_bytes(Request::new(request)))?;
        let mut received = chunks::Received::new(&step, self.chunk_size);
        while let Some(chunk) = connection.wait(chunks.next()) {
            received.chunk(chunk.map_err(|status| unanswered(&step, &status))?)?;
        }
        received.end()
    }

    /// Writes a state. Terraform never writes an empty one.
    ///
    /// # Errors
    ///
    /// When the provider fails to.
    pub fn write(&self, state_id: &str, state: &[u8]) -> Result<Vec<Diagnostic>> {
        let step = self.of.step("WriteStateBytes");
        let stream = chunks::sent(&self.of.name, state_id, state, self.chunk_size);
        let connection = &self.of.core.loaded.connection;
        let response = connection.ask(&step, connection.service.write_state_bytes(Request::new(stream)))?;
        Ok(Answer::new(&step, response.diagnostics).checked()?.diagnostics)
    }

    /// Locks a state for an operation, `OperationTypeApply` for example; gives back the lock's id. An empty one says that
    /// the store has no locks.
    ///
    /// # Errors
    ///
    /// When somebody else has the lock, and when the provider fails.
    pub fn lock(&self, state_id: &str, operation: &str) -> Result<String> {
        let step = self.of.step("LockState");
        let request = proto::lock_state::Request {
            type_name: self.of.name.to_string(),
            state_id: state_id.to_owned(),
            operation: operation.to_owned(),
        };
        let connection = &self.of.core.loaded.connection;
        let response = connection.ask(&step, connection.service.lock_state(Request::new(request)))?;
        Answer::new(&step, response.diagnostics).checked()?;
        Ok(response.lock_id)
    }

    /// Unlocks a state.
    ///
    /// # Errors
    ///
    /// When it is not locked by this id, and when the provider fails.
    pub fn unlock(&self, state_id: &str, lock_id: &str) -> Result<()> {
        let step = self.of.step("UnlockState");
        let request = proto::unlock_state::Request {
            type_name: self.of.name.to_string(),
            state_id: state_id.to_owned(),
            lock_id: lock_id.to_owned(),
        };
        let connection = &self.of.core.loaded.connection;
        let response = connection.ask(&step, connection.service.unlock_state(Request::new(request)))?;
        Answer::new(&step, response.diagnostics).checked().map(drop)
    }

    /// The states that there are: one for each workspace.
    ///
    /// # Errors
    ///
    /// When the provider fails to list them.
    pub fn states(&self) -> Result<Vec<String>> {
        let step = self.of.step("GetStates");
        let request = proto::get_states::Request { type_name: self.of.name.to_string() };
        let connection = &self.of.core.loaded.connection;
        let response = connection.ask(&step, connection.service.get_states(Request::new(request)))?;
        Answer::new(&step, response.diagnostics).checked()?;
        Ok(response.state_id)
    }

    /// Deletes a state.
    ///
    /// # Errors
    ///
    /// When the provider fails to.
    pub fn delete(&self, state_id: &str) -> Result<()> {
        let step = self.of.step("DeleteState");
        let request =
            proto::delete_state::Request { type_name: self.of.name.to_string(), state_id: state_id.to_owned() };
        let connection = &self.of.core.loaded.connection;
        let response = connection.ask(&step, connection.service.delete_state(Request::new(request)))?;
        Answer::new(&step, response.diagnostics).checked().map(drop)
    }
}
