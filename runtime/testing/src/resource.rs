//! Managed resources: a type of them, and one object as a state keeps it.

use super::connection::{Answer, Deferred, encode};
use super::core::{Core, read};
use super::difference;
use super::error::{Breach, Error, Result};
use super::hcl::Hcl;
use super::plan::{Action, Plan};
use super::private_value;
use super::proposed_new::with_computed_blocks_null;
use super::rule::Rule;
use super::schema::{Identity, Schema};
use std::fmt;
use std::sync::Arc;
use tfgen_cty::{Type, Value};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::Diagnostic;
use tonic::Request;

/// A managed resource type of a provider.
#[derive(Clone, Debug)]
pub struct ResourceType {
    pub(super) core: Core,
    pub(super) name: Arc<str>,
}

/// One object of a managed resource, as Terraform's state keeps it.
#[derive(Clone)]
pub struct Resource {
    pub(super) of: ResourceType,
    pub(super) stored: Stored,
    /// What it was last configured as; nothing after an import.
    pub(super) config: Option<Value>,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) deferred: Option<Deferred>,
}

/// What a state keeps of an object.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) state: Value,
    pub(super) private: Vec<u8>,
    pub(super) identity: Value,
    pub(super) tainted: bool,
}

impl ResourceType {
    pub(super) fn new(core: Core, name: &str) -> Self {
        Self { core, name: name.into() }
    }

    /// Asks the provider whether a configuration is valid; gives back its warnings.
    ///
    /// # Errors
    ///
    /// When it is not, or when Terraform does not take it for the schema.
    pub fn validate(&self, config: impl Into<Hcl>) -> Result<Vec<Diagnostic>> {
        let config = self.read_config(&config.into())?;
        self.validate_value(&config)
    }

    /// Plans the creation of an object.
    ///
    /// # Errors
    ///
    /// When the configuration is refused, when it cannot be planned, and when the plan breaks a rule.
    pub fn plan(&self, config: impl Into<Hcl>) -> Result<Plan> {
        Plan::make(self, None, self.read_config(&config.into())?)
    }

    /// Plans and applies the creation of an object.
    ///
    /// # Errors
    ///
    /// As [`ResourceType::plan`] and [`Plan::apply`].
    pub fn create(&self, config: impl Into<Hcl>) -> Result<Resource> {
        self.plan(config)?.apply()
    }

    pub(super) fn schema(&self) -> Result<&Schema> {
        self.core.loaded.resource(&self.name)
    }

    pub(super) fn identity(&self) -> Option<&Identity> {
        self.core.loaded.identity(&self.name)
    }

    pub(super) fn step(&self, rpc: &str) -> String {
        format!("{rpc} of {}", self.name)
    }

    /// A configuration as core sends it.
    pub(super) fn read_config(&self, config: &Hcl) -> Result<Value> {
        let schema = self.schema()?;
        let value = read(&self.step("The configuration"), schema, config)?;
        Ok(if self.core.capabilities.computed_blocks_allowed {
            with_computed_blocks_null(&schema.block, value)
        } else {
            value
        })
    }

    pub(super) fn validate_value(&self, config: &Value) -> Result<Vec<Diagnostic>> {
        let step = self.step("ValidateResourceConfig");
        let request = proto::validate_resource_config::Request {
            type_name: self.name.to_string(),
            config: Some(encode(&step, config, &self.schema()?.ty)?),
            client_capabilities: Some(self.core.client_capabilities()),
        };
        let connection = &self.core.loaded.connection;
        let answer = connection.ask(&step, connection.service.validate_resource_config(Request::new(request)))?;
        Ok(Answer::new(&step, answer.diagnostics).checked()?.diagnostics)
    }

    pub(super) fn encode_identity(&self, step: &str, identity: &Value) -> Result<Option<proto::ResourceIdentityData>> {
        let Some(schema) = self.identity().filter(|_| !identity.is_null()) else { return Ok(None) };
        Ok(Some(proto::ResourceIdentityData { identity_data: Some(encode(step, identity, &schema.ty)?) }))
    }

    pub(super) fn identity_type(&self) -> Option<&Type> {
        self.identity().map(|identity| &identity.ty)
    }
}

impl Resource {
    /// The value of an attribute: `size_gb`, `tags.team`, `mounts[0].host`.
    ///
    /// # Panics
    ///
    /// When the address leads nowhere.
    #[track_caller]
    pub fn attribute(&self, address: &str) -> Hcl {
        difference::attribute(&self.stored.state, address)
    }

    /// The whole object.
    pub fn state(&self) -> Hcl {
        Hcl(self.stored.state.clone())
    }

    /// The identity; null if the resource has none.
    pub fn identity(&self) -> Hcl {
        Hcl(self.stored.identity.clone())
    }

    /// The private data that the provider keeps beside the object.
    pub fn private(&self) -> &[u8] {
        &self.stored.private
    }

    /// The value that the provider keeps privately under this key; null if there is none.
    ///
    /// # Panics
    ///
    /// When private state is encrypted: the process has a key in its environment.
    #[track_caller]
    pub fn private_value(&self, key: &str) -> Hcl {
        private_value::get(&self.stored.private, key)
    }

    /// Whether the creation did not succeed in full, so that the next plan replaces the object.
    pub fn is_tainted(&self) -> bool {
        self.stored.tainted
    }

    /// Why the provider put off the read or import that this comes from; none for what is complete.
    pub fn deferred(&self) -> Option<Deferred> {
        self.deferred
    }

    /// What the provider warned of in the step that this comes from.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The same object, to be replaced by the next plan: `terraform taint`.
    #[must_use]
    pub fn tainted(mut self) -> Self {
        self.stored.tainted = true;
        self
    }

    /// Plans the change to another configuration. What is stored is taken as it is: [`Resource::refresh`] comes first if
    /// the world may have changed.
    ///
    /// # Errors
    ///
    /// When the configuration is refused, when it cannot be planned, and when the plan breaks a rule.
    pub fn plan(&self, config: impl Into<Hcl>) -> Result<Plan> {
        Plan::make(&self.of, Some(self), self.of.read_config(&config.into())?)
    }

    /// Plans the change to another configuration and applies it.
    ///
    /// # Errors
    ///
    /// As [`Resource::plan`] and [`Plan::apply`].
    pub fn apply(&self, config: impl Into<Hcl>) -> Result<Self> {
        self.plan(config)?.apply()
    }

    /// Plans the destruction.
    ///
    /// # Errors
    ///
    /// When the provider has something against it.
    pub fn plan_destroy(&self) -> Result<Plan> {
        Plan::make(&self.of, Some(self), Value::Null)
    }

    /// Plans the destruction and carries it out.
    ///
    /// # Errors
    ///
    /// As [`Resource::plan_destroy`]; and when the provider fails to delete, with the object kept in the error.
    pub fn destroy(&self) -> Result<()> {
        self.plan_destroy()?.destroy()
    }

    /// Refreshes, and plans the same configuration again: nothing may have to be done.
    ///
    /// # Errors
    ///
    /// When something has; the breach of [`Rule::EmptyPlan`] lists what differs.
    pub fn expect_empty_plan(&self) -> Result<()> {
        let step = self.of.step("A second plan");
        let Some(config) = self.config.clone() else {
            return Err(Error::misuse(step, "The object has no configuration yet", "Plan with one after an import."));
        };
        let breach = |breaches| Error::new(&*step, Vec::new(), breaches);
        let Some(refreshed) = self.refresh()? else {
            return Err(breach(vec![Breach::new(Rule::EmptyPlan, "the object is gone: it will be created again")]));
        };
        let plan = Plan::make(&self.of, Some(&refreshed), config)?;
        if plan.action() == Action::NoOp {
            return Ok(());
        }
        let changes = plan.changes().into_iter().map(|(path, before, after)| {
            Breach::new(Rule::EmptyPlan, format!("{before} is stored, but {after} planned")).at(path)
        });
        let mut breaches: Vec<Breach> = changes.collect();
        if breaches.is_empty() {
            breaches.push(Breach::new(Rule::EmptyPlan, format!("the action is {:?}", plan.action())));
        }
        Err(breach(breaches))
    }
}

impl fmt::Debug for Resource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tainted = if self.stored.tainted { " (tainted)" } else { "" };
        write!(formatter, "{}{tainted} {}", self.of.name, Hcl(self.stored.state.clone()))
    }
}
