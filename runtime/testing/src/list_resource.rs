//! List resources: what `terraform query` finds. (`ValidateListResourceConfig`, `ListResource`.)

use super::connection::{Answer, encode};
use super::core::{Core, read};
use super::error::Result;
use super::hcl::Hcl;
use super::rule::Rule;
use std::sync::Arc;
use tfgen_cty::{Type, Value};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::{Diagnostic, Severity};
use tokio_stream::StreamExt;
use tonic::Request;

/// How many results Terraform asks for when nobody says.
const LIMIT: u32 = 100;

/// A list resource of a provider, and how it is asked.
#[derive(Clone, Debug)]
pub struct ListResourceType {
    core: Core,
    name: Arc<str>,
    limit: u32,
    include_resource: bool,
}

/// One object that was found.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What finds it again.
    pub identity: Hcl,
    /// What people call it.
    pub display_name: String,
    /// The object itself, if it was asked for; null otherwise.
    pub resource: Hcl,
    /// What the provider warned of.
    pub warnings: Vec<Diagnostic>,
}

impl ListResourceType {
    pub(super) fn new(core: Core, name: &str) -> Self {
        Self { core, name: name.into(), limit: LIMIT, include_resource: false }
    }

    /// The same, for at most so many results; Terraform's own default is 100.
    #[must_use]
    pub fn limit(mut self, limit: u32) -> Self {
        self.limit = limit;
        self
    }

    /// The same, with the objects themselves: `include_resource = true`.
    #[must_use]
    pub fn including_resources(mut self) -> Self {
        self.include_resource = true;
        self
    }

    fn step(&self, rpc: &str) -> String {
        format!("{rpc} of list.{}", self.name)
    }

    /// Asks the provider whether a configuration is valid; gives back its warnings.
    ///
    /// # Errors
    ///
    /// When it is not, or when Terraform does not take it for the schema.
    pub fn validate(&self, config: impl Into<Hcl>) -> Result<Vec<Diagnostic>> {
        let schema = self.core.loaded.list_resource(&self.name)?;
        let config = read(&self.step("The configuration"), schema, &config.into())?;
        self.validate_value(&config)
    }

    fn validate_value(&self, config: &Value) -> Result<Vec<Diagnostic>> {
        let step = self.step("ValidateListResourceConfig");
        let schema = self.core.loaded.list_resource(&self.name)?;
        let request = proto::validate_list_resource_config::Request {
            type_name: self.name.to_string(),
            config: Some(encode(&step, config, &schema.ty)?),
            include_resource_object: Some(encode(&step, &Value::Bool(self.include_resource), &Type::Bool)?),
            limit: Some(encode(&step, &Value::number(i64::from(self.limit)), &Type::Number)?),
        };
        let connection = &self.core.loaded.connection;
        let call = connection.service.validate_list_resource_config(Request::new(request));
        Ok(Answer::new(&step, connection.ask(&step, call)?.diagnostics).checked()?.diagnostics)
    }

    /// Validates a configuration, and reads results until there are no more or the limit is reached.
    ///
    /// # Errors
    ///
    /// When the configuration is refused, when a result is an error, and when one breaks a rule.
    pub fn list(&self, config: impl Into<Hcl>) -> Result<Vec<Listed>> {
        let step = self.step("ListResource");
        let schema = self.core.loaded.list_resource(&self.name)?;
        let config = read(&self.step("The configuration"), schema, &config.into())?;
        self.validate_value(&config)?;
        let mut answer = Answer::new(&step, Vec::new());
        if self.core.loaded.resource(&self.name).is_err() || self.core.loaded.identity(&self.name).is_none() {
            answer.breach(Rule::ListIdentitySchema, format!("{} has none", self.name));
            return Err(answer.into());
        }
        let request = proto::list_resource::Request {
            type_name: self.name.to_string(),
            config: Some(encode(&step, &config, &schema.ty)?),
            include_resource_object: self.include_resource,
            limit: self.limit.into(),
        };
        let connection = &self.core.loaded.connection;
        let mut events = connection.ask(&step, connection.service.list_resource(Request::new(request)))?;
        let mut found = Vec::new();
        while found.len() < self.limit as usize {
            let Some(event) = connection.wait(events.next()) else { break };
            let event = event.map_err(|status| super::connection::unanswered(&step, &status))?;
            found.extend(self.result(&step, event)?);
        }
        // Dropping the stream is how core cancels what is left of it.
        Ok(found)
    }

    /// A result; none for an event that only warns.
    fn result(&self, step: &str, event: proto::list_resource::Event) -> Result<Option<Listed>> {
        let mut answer = Answer::new(step, event.diagnostic).checked()?;
        let identity_type = self.core.loaded.identity(&self.name).map(|schema| &schema.ty);
        let identity = answer.identity(event.identity.as_ref(), identity_type);
        let resource_type = &self.core.loaded.resource(&self.name)?.ty;
        let resource = answer.value(event.resource_object.as_ref(), resource_type);
        let only_warns = answer.diagnostics.iter().any(|each| each.severity == Severity::Warning);
        if identity.is_null() && answer.breaches.is_empty() {
            if only_warns {
                return Ok(None);
            }
            answer.breach(Rule::ListIdentity, format!("{:?} has none", event.display_name));
        }
        answer.identity_is_known(&identity);
        let warnings = answer.checked()?.diagnostics;
        Ok(Some(Listed {
            identity: Hcl(identity),
            display_name: event.display_name,
            resource: Hcl(resource),
            warnings,
        }))
    }
}
