//! The player of Terraform core: a provider that is loaded, and what every call to it has in common.

use super::action::ActionType;
use super::configuration;
use super::connection::{Answer, Connection, encode, unanswered};
use super::data_source::DataSourceType;
use super::ephemeral_resource::EphemeralResourceType;
use super::error::{Breach, Error, Result};
use super::function::Function;
use super::hcl::Hcl;
use super::list_resource::ListResourceType;
use super::resource::ResourceType;
use super::rule::Rule;
use super::schema::{Identity, Schema};
use super::schema_rules;
use super::state_store::StateStoreType;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use tfgen_cty::Value;
use tfgen_proto::Provider;
use tfgen_proto::schema_json::{Layout, provider_schema};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::Registry;
use tfgen_runtime::Service;
use tfgen_runtime::diagnostic::Diagnostic;
use tonic::{Code, Request};

/// A provider in the hands of Terraform core. Cheap to clone; every clone is the same provider.
#[derive(Clone)]
pub struct Core {
    pub(super) loaded: Arc<Loaded>,
    pub(super) capabilities: Capabilities,
    provider_meta: Hcl,
}

/// What Terraform tells a provider that it can do. The default is what the newest one can: all but deferral, which is an
/// experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// The provider may put off what depends on unknown values.
    pub deferral_allowed: bool,
    /// Write-only attributes can be set (Terraform 1.11).
    pub write_only_attributes_allowed: bool,
    /// Private data of a plan is handed back when the plan is made again during apply (Terraform 1.16).
    pub store_planned_private: bool,
    /// The provider may have computed blocks (Terraform 1.16).
    pub computed_blocks_allowed: bool,
}

impl Default for Capabilities {
    fn default() -> Self {
        Self {
            deferral_allowed: false,
            write_only_attributes_allowed: true,
            store_planned_private: true,
            computed_blocks_allowed: true,
        }
    }
}

/// The provider with all that it says of itself.
pub(super) struct Loaded {
    pub(super) connection: Connection,
    pub(super) capabilities: proto::ServerCapabilities,
    provider: Schema,
    provider_meta: Option<Schema>,
    resources: BTreeMap<String, Schema>,
    identities: BTreeMap<String, Identity>,
    data_sources: BTreeMap<String, Schema>,
    ephemeral_resources: BTreeMap<String, Schema>,
    list_resources: BTreeMap<String, Schema>,
    state_stores: BTreeMap<String, Schema>,
    actions: BTreeMap<String, Schema>,
    functions: BTreeMap<String, proto::Function>,
    /// All schemas as JSON.
    schema_json: String,
    pub(super) warnings: Vec<Diagnostic>,
}

impl Core {
    /// Starts a provider and loads its schemas.
    ///
    /// # Errors
    ///
    /// When a schema is not one that core loads.
    pub fn start(registry: Registry) -> Result<Self> {
        Self::of_service(Arc::new(Service::new(registry)))
    }

    /// The same for any implementation of the protocol.
    #[doc(hidden)]
    pub fn of_service(service: Arc<dyn Provider>) -> Result<Self> {
        let connection = Connection::new(service)?;
        let loaded = Arc::new(load(connection)?);
        Ok(Self { loaded, capabilities: Capabilities::default(), provider_meta: Hcl::default() })
    }

    /// The same provider under a Terraform that can do other things.
    #[must_use]
    pub fn with_capabilities(mut self, capabilities: Capabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// The same provider, given this `provider_meta` by the module that uses it.
    #[must_use]
    pub fn with_provider_meta(mut self, config: impl Into<Hcl>) -> Self {
        self.provider_meta = config.into();
        self
    }

    /// Validates the `provider` block, and configures the provider with it.
    ///
    /// # Errors
    ///
    /// When Terraform does not take the configuration for the schema, and when the provider refuses it.
    pub fn configure(self, config: impl Into<Hcl>) -> Result<Self> {
        self.validate(config.into()).and_then(|config| self.configure_with(config))?;
        Ok(self)
    }

    fn validate(&self, config: Hcl) -> Result<Value> {
        let step = "ValidateProviderConfig";
        let schema = &self.loaded.provider;
        let config = read(step, schema, &config)?;
        let request = proto::validate_provider_config::Request { config: Some(encode(step, &config, &schema.ty)?) };
        let service = &self.loaded.connection.service;
        let answer = self.loaded.connection.ask(step, service.validate_provider_config(Request::new(request)))?;
        Answer::new(step, answer.diagnostics).checked()?;
        Ok(config)
    }

    fn configure_with(&self, config: Value) -> Result<()> {
        let step = "ConfigureProvider";
        let request = proto::configure_provider::Request {
            terraform_version: "1.16.0".to_owned(),
            config: Some(encode(step, &config, &self.loaded.provider.ty)?),
            client_capabilities: Some(self.client_capabilities()),
        };
        let service = &self.loaded.connection.service;
        let answer = self.loaded.connection.ask(step, service.configure_provider(Request::new(request)))?;
        Answer::new(step, answer.diagnostics).checked().map(drop)
    }

    /// The provider's schemas as `terraform providers schema -json` shows them, one value per line: for snapshots, in which
    /// a change of the schema shows up in review.
    ///
    /// # Examples
    ///
    /// ```ignore
    /// let core = Core::start(registry())?;
    /// insta::assert_snapshot!("schema", core.schema_json());
    /// ```
    pub fn schema_json(&self) -> &str {
        &self.loaded.schema_json
    }

    /// A managed resource of the provider.
    pub fn resource(&self, type_name: &str) -> ResourceType {
        ResourceType::new(self.clone(), type_name)
    }

    /// A data source of the provider.
    pub fn data_source(&self, type_name: &str) -> DataSourceType {
        DataSourceType::new(self.clone(), type_name)
    }

    /// An ephemeral resource of the provider.
    pub fn ephemeral_resource(&self, type_name: &str) -> EphemeralResourceType {
        EphemeralResourceType::new(self.clone(), type_name)
    }

    /// A list resource of the provider: a way to find managed resources that exist.
    pub fn list_resource(&self, type_name: &str) -> ListResourceType {
        ListResourceType::new(self.clone(), type_name)
    }

    /// An action of the provider.
    pub fn action(&self, type_name: &str) -> ActionType {
        ActionType::new(self.clone(), type_name)
    }

    /// A function of the provider, which works before it is configured too.
    pub fn function(&self, name: &str) -> Function {
        Function::new(self.clone(), name)
    }

    /// A state store of the provider.
    pub fn state_store(&self, type_name: &str) -> StateStoreType {
        StateStoreType::new(self.clone(), type_name)
    }

    /// Warnings that came with the schemas.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.loaded.warnings
    }

    /// Interrupts what is running, as ^C does. Another thread can call this while one waits for an answer.
    ///
    /// # Errors
    ///
    /// When the provider answers one.
    pub fn stop(&self) -> Result<()> {
        let step = "StopProvider";
        let service = &self.loaded.connection.service;
        let request = Request::new(proto::stop_provider::Request {});
        let answer = self.loaded.connection.ask(step, service.stop_provider(request))?;
        if answer.error.is_empty() { Ok(()) } else { Err(Error::misuse(step, answer.error, "")) }
    }

    pub(super) fn client_capabilities(&self) -> proto::ClientCapabilities {
        proto::ClientCapabilities {
            deferral_allowed: self.capabilities.deferral_allowed,
            write_only_attributes_allowed: self.capabilities.write_only_attributes_allowed,
            store_planned_private: self.capabilities.store_planned_private,
            computed_blocks_allowed: self.capabilities.computed_blocks_allowed,
        }
    }

    /// The module's `provider_meta`, if the provider has a schema for one.
    pub(super) fn provider_meta(&self, step: &str) -> Result<Option<proto::DynamicValue>> {
        let Some(schema) = &self.loaded.provider_meta else { return Ok(None) };
        let meta = read(step, schema, &self.provider_meta)?;
        encode(step, &meta, &schema.ty).map(Some)
    }
}

impl Loaded {
    pub(super) fn resource(&self, type_name: &str) -> Result<&Schema> {
        find("resource", &self.resources, type_name)
    }

    pub(super) fn identity(&self, type_name: &str) -> Option<&Identity> {
        self.identities.get(type_name)
    }

    pub(super) fn data_source(&self, type_name: &str) -> Result<&Schema> {
        find("data source", &self.data_sources, type_name)
    }

    pub(super) fn ephemeral_resource(&self, type_name: &str) -> Result<&Schema> {
        find("ephemeral resource", &self.ephemeral_resources, type_name)
    }

    pub(super) fn list_resource(&self, type_name: &str) -> Result<&Schema> {
        find("list resource", &self.list_resources, type_name)
    }

    pub(super) fn action(&self, type_name: &str) -> Result<&Schema> {
        find("action", &self.actions, type_name)
    }

    pub(super) fn state_store(&self, type_name: &str) -> Result<&Schema> {
        find("state store", &self.state_stores, type_name)
    }

    pub(super) fn function(&self, name: &str) -> Result<&proto::Function> {
        find("function", &self.functions, name)
    }
}

fn find<'s, S>(kind: &str, schemas: &'s BTreeMap<String, S>, name: &str) -> Result<&'s S> {
    schemas.get(name).ok_or_else(|| {
        let known: Vec<&str> = schemas.keys().map(String::as_str).collect();
        let detail = format!("The provider has: {}.", if known.is_empty() { "none".into() } else { known.join(", ") });
        Error::misuse(format!("Looking up {name}"), format!("There is no {kind} {name:?}"), detail)
    })
}

/// A configuration in the schema's types.
pub(super) fn read(step: &str, schema: &Schema, config: &Hcl) -> Result<Value> {
    configuration::read(&schema.block, config).map_err(|(path, message)| refused(step, path, message))
}

/// Terraform does not take a value for the schema: the provider has not been asked.
pub(super) fn refused(step: &str, path: tfgen_cty::Path, message: String) -> Error {
    let diagnostic = Diagnostic::error("Terraform refuses the configuration", message);
    let diagnostic = if path.is_root() { diagnostic } else { diagnostic.at(path) };
    Error::new(step, vec![diagnostic], Vec::new())
}

/// Asks for all schemas, as core does when it starts a provider.
fn load(connection: Connection) -> Result<Loaded> {
    let step = "GetProviderSchema";
    let call = connection.service.get_provider_schema(Request::new(proto::get_provider_schema::Request {}));
    let encoded = connection.ask(step, call)?;
    let response: proto::get_provider_schema::Response = prost::Message::decode(encoded.0)
        .map_err(|error| Error::new(step, Vec::new(), vec![Breach::new(Rule::Answered, error.to_string())]))?;
    let mut answer = Answer::new(step, response.diagnostics.clone());
    answer.breaches.extend(schema_rules::breaches(&response));
    let mut warnings = answer.checked()?.diagnostics;
    let (identity_schemas, more) = load_identities(&connection)?;
    warnings.extend(more);
    let identities = identity_schemas.identity_schemas.iter();
    let identities = identities.map(|(name, schema)| (name.clone(), Identity::read(schema))).collect();
    let schema_json = provider_schema(&response, &identity_schemas, Layout::Indented);
    let schemas = |schemas: &BTreeMap<String, proto::Schema>| {
        schemas.iter().map(|(name, schema)| (name.clone(), Schema::read(schema))).collect::<BTreeMap<_, _>>()
    };
    let actions = response
        .action_schemas
        .iter()
        .filter_map(|(name, action)| Some((name.clone(), Schema::read(action.schema.as_ref()?))));
    let actions = actions.collect();
    Ok(Loaded {
        capabilities: response.server_capabilities.unwrap_or_default(),
        provider: response.provider.as_ref().map_or_else(|| Schema::read(&proto::Schema::default()), Schema::read),
        provider_meta: response.provider_meta.as_ref().map(Schema::read),
        resources: schemas(&response.resource_schemas),
        data_sources: schemas(&response.data_source_schemas),
        ephemeral_resources: schemas(&response.ephemeral_resource_schemas),
        list_resources: schemas(&response.list_resource_schemas),
        state_stores: schemas(&response.state_store_schemas),
        actions,
        functions: response.functions,
        schema_json,
        identities,
        warnings,
        connection,
    })
}

type Identities = proto::get_resource_identity_schemas::Response;

/// Every provider is asked; one that does not have the call has no identities.
fn load_identities(connection: &Connection) -> Result<(Identities, Vec<Diagnostic>)> {
    let step = "GetResourceIdentitySchemas";
    let request = Request::new(proto::get_resource_identity_schemas::Request {});
    let response = match connection.wait(connection.service.get_resource_identity_schemas(request)) {
        Ok(response) => response.into_inner(),
        Err(status) if status.code() == Code::Unimplemented => return Ok((Identities::default(), Vec::new())),
        Err(status) => return Err(unanswered(step, &status)),
    };
    let mut answer = Answer::new(step, response.diagnostics.clone());
    answer.breaches.extend(schema_rules::identity_breaches(response.identity_schemas.iter()));
    let warnings = answer.checked()?.diagnostics;
    Ok((response, warnings))
}

impl fmt::Debug for Core {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Core")
            .field("resources", &self.loaded.resources.keys())
            .field("data_sources", &self.loaded.data_sources.keys())
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}
