//! Ephemeral resources. (`ValidateEphemeralResourceConfig`, `OpenEphemeralResource`, `RenewEphemeralResource`,
//! `CloseEphemeralResource`.)

use super::connection::{Answer, Deferred, encode};
use super::core::{Core, read};
use super::difference;
use super::error::{Error, Result};
use super::hcl::Hcl;
use super::plan_valid;
use super::rule::Rule;
use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;
use tfgen_cty::Value;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::Diagnostic;
use tonic::Request;

/// An ephemeral resource type of a provider.
#[derive(Clone, Debug)]
pub struct EphemeralResourceType {
    core: Core,
    name: Arc<str>,
}

/// An ephemeral resource that is open.
#[derive(Clone)]
pub struct Opened {
    of: EphemeralResourceType,
    result: Value,
    private: Option<Vec<u8>>,
    renew_at: Option<SystemTime>,
    deferred: Option<Deferred>,
    warnings: Vec<Diagnostic>,
}

impl EphemeralResourceType {
    pub(super) fn new(core: Core, name: &str) -> Self {
        Self { core, name: name.into() }
    }

    fn step(&self, rpc: &str) -> String {
        format!("{rpc} of ephemeral.{}", self.name)
    }

    /// Asks the provider whether a configuration is valid; gives back its warnings.
    ///
    /// # Errors
    ///
    /// When it is not, or when Terraform does not take it for the schema.
    pub fn validate(&self, config: impl Into<Hcl>) -> Result<Vec<Diagnostic>> {
        let schema = self.core.loaded.ephemeral_resource(&self.name)?;
        let config = read(&self.step("The configuration"), schema, &config.into())?;
        self.validate_value(&config)
    }

    fn validate_value(&self, config: &Value) -> Result<Vec<Diagnostic>> {
        let step = self.step("ValidateEphemeralResourceConfig");
        let schema = self.core.loaded.ephemeral_resource(&self.name)?;
        let request = proto::validate_ephemeral_resource_config::Request {
            type_name: self.name.to_string(),
            config: Some(encode(&step, config, &schema.ty)?),
        };
        let connection = &self.core.loaded.connection;
        let call = connection.service.validate_ephemeral_resource_config(Request::new(request));
        Ok(Answer::new(&step, connection.ask(&step, call)?.diagnostics).checked()?.diagnostics)
    }

    /// Validates a configuration and opens the resource.
    ///
    /// # Errors
    ///
    /// When the configuration is refused or has unknown values, when opening fails, and when the answer breaks a rule.
    pub fn open(&self, config: impl Into<Hcl>) -> Result<Opened> {
        let step = self.step("OpenEphemeralResource");
        let schema = self.core.loaded.ephemeral_resource(&self.name)?;
        let config = read(&self.step("The configuration"), schema, &config.into())?;
        let mut warnings = self.validate_value(&config)?;
        if !config.is_wholly_known() {
            let detail = "Terraform opens an ephemeral resource only when its configuration is known.";
            return Err(Error::misuse(step, "The configuration has unknown values", detail));
        }
        let request = proto::open_ephemeral_resource::Request {
            type_name: self.name.to_string(),
            config: Some(encode(&step, &config, &schema.ty)?),
            client_capabilities: Some(self.core.client_capabilities()),
        };
        let connection = &self.core.loaded.connection;
        let response = connection.ask(&step, connection.service.open_ephemeral_resource(Request::new(request)))?;
        let mut answer = Answer::new(&step, response.diagnostics).checked()?;
        let deferred = answer.deferred(response.deferred, self.core.capabilities.deferral_allowed);
        let result = answer.value(response.result.as_ref(), &schema.ty);
        if deferred.is_none() && answer.breaches.is_empty() {
            let rule = Rule::EphemeralValid;
            answer.breaches.extend(plan_valid::breaches(rule, &schema.block, &Value::Null, &config, &result));
        }
        warnings.extend(answer.checked()?.diagnostics);
        let renew_at = response.renew_at.and_then(tfgen_proto::Timestamp::time);
        Ok(Opened { of: self.clone(), result, private: response.private, renew_at, deferred, warnings })
    }
}

impl Opened {
    /// The value of an attribute: `token`, `hosts[0].name`.
    ///
    /// # Panics
    ///
    /// When the address leads nowhere.
    #[track_caller]
    pub fn attribute(&self, address: &str) -> Hcl {
        difference::attribute(&self.result, address)
    }

    /// All that it gives.
    pub fn result(&self) -> Hcl {
        Hcl(self.result.clone())
    }

    /// When Terraform is to renew it; none if it lasts.
    pub fn renew_at(&self) -> Option<SystemTime> {
        self.renew_at
    }

    /// What the provider wants back when it is renewed and closed.
    pub fn private(&self) -> &[u8] {
        self.private.as_deref().unwrap_or_default()
    }

    /// Why the provider put it off; none for what is open.
    pub fn deferred(&self) -> Option<Deferred> {
        self.deferred
    }

    /// What the provider warned of.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Renews it, without waiting until it is time.
    ///
    /// # Errors
    ///
    /// When it does not want to be renewed, and when renewing fails.
    pub fn renew(&mut self) -> Result<()> {
        let step = self.of.step("RenewEphemeralResource");
        if self.renew_at.is_none() {
            return Err(Error::misuse(step, "There is nothing to renew", "Terraform renews only what says when."));
        }
        let request = proto::renew_ephemeral_resource::Request {
            type_name: self.of.name.to_string(),
            private: self.private.clone(),
        };
        let connection = &self.of.core.loaded.connection;
        let response = connection.ask(&step, connection.service.renew_ephemeral_resource(Request::new(request)))?;
        self.warnings = Answer::new(&step, response.diagnostics).checked()?.diagnostics;
        self.renew_at = response.renew_at.and_then(tfgen_proto::Timestamp::time);
        self.private = response.private;
        Ok(())
    }

    /// Closes it.
    ///
    /// # Errors
    ///
    /// When the provider fails to.
    pub fn close(self) -> Result<()> {
        let step = self.of.step("CloseEphemeralResource");
        let request =
            proto::close_ephemeral_resource::Request { type_name: self.of.name.to_string(), private: self.private };
        let connection = &self.of.core.loaded.connection;
        let response = connection.ask(&step, connection.service.close_ephemeral_resource(Request::new(request)))?;
        Answer::new(&step, response.diagnostics).checked().map(drop)
    }
}

impl fmt::Debug for Opened {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ephemeral.{} {}", self.of.name, Hcl(self.result.clone()))
    }
}
