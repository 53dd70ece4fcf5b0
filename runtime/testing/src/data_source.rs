//! Data sources. (`ValidateDataResourceConfig`, `ReadDataSource`.)

use super::connection::{Answer, Deferred, encode};
use super::core::{Core, read};
use super::difference;
use super::error::{Error, Result};
use super::hcl::Hcl;
use super::rule::Rule;
use super::schema::Schema;
use std::fmt;
use std::sync::Arc;
use tfgen_cty::Value;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::Diagnostic;
use tonic::Request;

/// A data source of a provider.
#[derive(Clone, Debug)]
pub struct DataSourceType {
    core: Core,
    name: Arc<str>,
}

/// What a data source has read.
#[derive(Clone)]
pub struct Data {
    name: Arc<str>,
    state: Value,
    deferred: Option<Deferred>,
    warnings: Vec<Diagnostic>,
}

impl DataSourceType {
    pub(super) fn new(core: Core, name: &str) -> Self {
        Self { core, name: name.into() }
    }

    /// Asks the provider whether a configuration is valid; gives back its warnings.
    ///
    /// # Errors
    ///
    /// When it is not, or when Terraform does not take it for the schema.
    pub fn validate(&self, config: impl Into<Hcl>) -> Result<Vec<Diagnostic>> {
        let schema = self.schema()?;
        let config = read(&self.step("The configuration"), schema, &config.into())?;
        self.validate_value(schema, &config)
    }

    /// Validates a configuration and reads.
    ///
    /// # Errors
    ///
    /// When the configuration is refused or has unknown values, when reading fails, and when the answer breaks a rule.
    pub fn read(&self, config: impl Into<Hcl>) -> Result<Data> {
        let schema = self.schema()?;
        let config = read(&self.step("The configuration"), schema, &config.into())?;
        let mut warnings = self.validate_value(schema, &config)?;
        let step = self.step("ReadDataSource");
        if !config.is_wholly_known() {
            let detail = "Terraform reads a data source only when its configuration is known.";
            return Err(Error::misuse(step, "The configuration has unknown values", detail));
        }
        let request = proto::read_data_source::Request {
            type_name: self.name.to_string(),
            config: Some(encode(&step, &config, &schema.ty)?),
            provider_meta: self.core.provider_meta(&step)?,
            client_capabilities: Some(self.core.client_capabilities()),
        };
        let connection = &self.core.loaded.connection;
        let response = connection.ask(&step, connection.service.read_data_source(Request::new(request)))?;
        let mut answer = Answer::new(&step, response.diagnostics).checked()?;
        let deferred = answer.deferred(response.deferred, self.core.capabilities.deferral_allowed);
        let state = answer.value(response.state.as_ref(), &schema.ty);
        if deferred.is_none() {
            if state.is_null() && answer.breaches.is_empty() {
                answer.breach(Rule::DataPresent, "the state is null");
            }
            answer.is_known(&state);
        }
        warnings.extend(answer.checked()?.diagnostics);
        Ok(Data { name: Arc::clone(&self.name), state, deferred, warnings })
    }

    fn validate_value(&self, schema: &Schema, config: &Value) -> Result<Vec<Diagnostic>> {
        let step = self.step("ValidateDataResourceConfig");
        let request = proto::validate_data_resource_config::Request {
            type_name: self.name.to_string(),
            config: Some(encode(&step, config, &schema.ty)?),
        };
        let connection = &self.core.loaded.connection;
        let answer = connection.ask(&step, connection.service.validate_data_resource_config(Request::new(request)))?;
        Ok(Answer::new(&step, answer.diagnostics).checked()?.diagnostics)
    }

    fn schema(&self) -> Result<&Schema> {
        self.core.loaded.data_source(&self.name)
    }

    fn step(&self, rpc: &str) -> String {
        format!("{rpc} of data.{}", self.name)
    }
}

impl Data {
    /// The value of an attribute: `size_gb`, `tags.team`, `mounts[0].host`.
    ///
    /// # Panics
    ///
    /// When the address leads nowhere.
    #[track_caller]
    pub fn attribute(&self, address: &str) -> Hcl {
        difference::attribute(&self.state, address)
    }

    /// All that was read.
    pub fn state(&self) -> Hcl {
        Hcl(self.state.clone())
    }

    /// Why the provider put the read off; none for what is complete.
    pub fn deferred(&self) -> Option<Deferred> {
        self.deferred
    }

    /// What the provider warned of.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

impl fmt::Debug for Data {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "data.{} {}", self.name, Hcl(self.state.clone()))
    }
}
