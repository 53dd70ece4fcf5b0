//! Configurations that a provider writes for objects which exist. (`GenerateResourceConfig`.)

use super::connection::{Answer, encode};
use super::error::{Error, Result};
use super::hcl::Hcl;
use super::resource::Resource;
use super::rule::Rule;
use tfgen_proto::tfplugin6 as proto;
use tonic::Request;

impl Resource {
    /// The configuration that the provider would write for the object, as `plan -generate-config-out` asks for. Planned
    /// with it, the object should have nothing to do.
    ///
    /// # Errors
    ///
    /// When the provider leaves this to Terraform, when it fails, and when its answer breaks a rule.
    pub fn generate_config(&self) -> Result<Hcl> {
        let step = self.of.step("GenerateResourceConfig");
        if !self.of.core.loaded.capabilities.generate_resource_config {
            return Err(Error::misuse(step, "The provider leaves generated configurations to Terraform", ""));
        }
        let schema = self.of.schema()?;
        let request = proto::generate_resource_config::Request {
            type_name: self.of.name.to_string(),
            state: Some(encode(&step, &self.stored.state, &schema.ty)?),
        };
        let connection = &self.of.core.loaded.connection;
        let response = connection.ask(&step, connection.service.generate_resource_config(Request::new(request)))?;
        let mut answer = Answer::new(&step, response.diagnostics).checked()?;
        let config = answer.value(response.config.as_ref(), &schema.ty);
        if config.is_null() && answer.breaches.is_empty() {
            answer.breach(Rule::GeneratedConfig, "it is null");
        }
        answer.is_known(&config);
        answer.checked()?;
        Ok(Hcl(config))
    }
}
