//! Actions. (`ValidateActionConfig`, `PlanAction`, `InvokeAction`.)

use super::connection::{Answer, Deferred, encode, unanswered};
use super::core::{Core, read};
use super::error::{Error, Result};
use super::hcl::Hcl;
use super::rule::Rule;
use std::sync::Arc;
use tfgen_cty::Value;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::Diagnostic;
use tokio_stream::StreamExt;
use tonic::Request;

/// An action of a provider.
#[derive(Clone, Debug)]
pub struct ActionType {
    core: Core,
    name: Arc<str>,
}

/// What an action has said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invoked {
    /// Its messages, in order.
    pub progress: Vec<String>,
    /// What it warned of in the end.
    pub warnings: Vec<Diagnostic>,
}

impl ActionType {
    pub(super) fn new(core: Core, name: &str) -> Self {
        Self { core, name: name.into() }
    }

    fn step(&self, rpc: &str) -> String {
        format!("{rpc} of action.{}", self.name)
    }

    fn read(&self, config: &Hcl) -> Result<Value> {
        read(&self.step("The configuration"), self.core.loaded.action(&self.name)?, config)
    }

    /// Asks the provider whether a configuration is valid; gives back its warnings.
    ///
    /// # Errors
    ///
    /// When it is not, or when Terraform does not take it for the schema.
    pub fn validate(&self, config: impl Into<Hcl>) -> Result<Vec<Diagnostic>> {
        let config = self.read(&config.into())?;
        self.validate_value(&config)
    }

    fn validate_value(&self, config: &Value) -> Result<Vec<Diagnostic>> {
        let step = self.step("ValidateActionConfig");
        let request = proto::validate_action_config::Request {
            type_name: self.name.to_string(),
            config: Some(encode(&step, config, &self.core.loaded.action(&self.name)?.ty)?),
        };
        let connection = &self.core.loaded.connection;
        let call = connection.service.validate_action_config(Request::new(request));
        Ok(Answer::new(&step, connection.ask(&step, call)?.diagnostics).checked()?.diagnostics)
    }

    /// Validates and plans: says why the provider puts the action off, if it does.
    ///
    /// # Errors
    ///
    /// When the configuration is refused, when the action cannot be planned, and when the answer breaks a rule.
    pub fn plan(&self, config: impl Into<Hcl>) -> Result<Option<Deferred>> {
        let config = self.read(&config.into())?;
        self.plan_value(&config)
    }

    fn plan_value(&self, config: &Value) -> Result<Option<Deferred>> {
        self.validate_value(config)?;
        let step = self.step("PlanAction");
        let request = proto::plan_action::Request {
            action_type: self.name.to_string(),
            config: Some(encode(&step, config, &self.core.loaded.action(&self.name)?.ty)?),
            client_capabilities: Some(self.core.client_capabilities()),
        };
        let connection = &self.core.loaded.connection;
        let response = connection.ask(&step, connection.service.plan_action(Request::new(request)))?;
        let mut answer = Answer::new(&step, response.diagnostics).checked()?;
        let deferred = answer.deferred(response.deferred, self.core.capabilities.deferral_allowed);
        if deferred.is_some_and(|reason| reason != Deferred::ProviderConfigUnknown) {
            answer.breach(Rule::ActionDeferral, format!("{deferred:?}"));
        }
        answer.checked()?;
        Ok(deferred)
    }

    /// Validates, plans and invokes, and waits for the end.
    ///
    /// # Errors
    ///
    /// When the configuration is refused or has unknown values, when the action is put off or fails, and when an answer
    /// breaks a rule.
    pub fn invoke(&self, config: impl Into<Hcl>) -> Result<Invoked> {
        let step = self.step("InvokeAction");
        let config = self.read(&config.into())?;
        if self.plan_value(&config)?.is_some() {
            return Err(Error::misuse(step, "The action is deferred", "Terraform would not invoke it."));
        }
        if !config.is_wholly_known() {
            let detail = "Terraform invokes an action only when its configuration is known.";
            return Err(Error::misuse(step, "The configuration has unknown values", detail));
        }
        let request = proto::invoke_action::Request {
            action_type: self.name.to_string(),
            config: Some(encode(&step, &config, &self.core.loaded.action(&self.name)?.ty)?),
            client_capabilities: Some(self.core.client_capabilities()),
        };
        let connection = &self.core.loaded.connection;
        let mut events = connection.ask(&step, connection.service.invoke_action(Request::new(request)))?;
        let (mut answer, mut invoked, mut completed) = (Answer::new(&step, Vec::new()), Invoked::default(), 0);
        while let Some(event) = connection.wait(events.next()) {
            use proto::invoke_action::event::Type;
            match event.map_err(|status| unanswered(&step, &status))?.r#type {
                None => answer.breach(Rule::ActionEvent, "it is neither"),
                Some(Type::Progress(progress)) => {
                    if completed > 0 {
                        answer.breach(Rule::ActionCompleted, format!("{:?} came after the end", progress.message));
                    }
                    invoked.progress.push(progress.message);
                }
                Some(Type::Completed(end)) => {
                    completed += 1;
                    end.diagnostics.into_iter().for_each(|diagnostic| answer.say(diagnostic));
                }
            }
        }
        if completed != 1 {
            answer.breach(Rule::ActionCompleted, format!("{completed} events say so"));
        }
        invoked.warnings = answer.checked()?.diagnostics;
        Ok(invoked)
    }
}
