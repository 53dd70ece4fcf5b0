//! Plays Terraform core for the kitchen provider: one resource type at a time, private state from answer to answer.

use super::client::{Client, dynamic, texts, value};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use terraform_provider_kitchen::generated::provider::ProviderConfig;
use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_proto::tfplugin6::provider_client::ProviderClient;
use tfgen_proto::tfplugin6::{self as proto};
use tfgen_runtime::cty::{Type, Value};
use tfgen_runtime::plugin::Services;
use tfgen_runtime::schema::implied_type::block_type;
use tfgen_runtime::{ProviderModel, ResourceModel, Service};

/// One process of the provider.
pub struct Kitchen {
    pub client: Client,
}

/// An object as Terraform stores it, and what was said.
#[derive(Clone, Debug)]
pub struct Stored {
    pub state: Value,
    pub private: Vec<u8>,
    pub diagnostics: Vec<String>,
}

impl Stored {
    pub fn nothing() -> Self {
        Self { state: Value::Null, private: Vec::new(), diagnostics: Vec::new() }
    }

    #[track_caller]
    pub fn quiet(self) -> Self {
        assert_eq!(self.diagnostics, Vec::<String>::new());
        self
    }

    pub fn get(&self, name: &str) -> &Value {
        self.state.get(name).unwrap_or(&Value::Null)
    }
}

impl Kitchen {
    /// A provider process of its own, without anything in its environment.
    pub async fn start(folder: &Folder) -> Self {
        Self::with(folder, &[]).await
    }

    /// A provider process with these variables in its environment.
    pub async fn with(folder: &Folder, variables: &[(&str, &str)]) -> Self {
        let (kitchen, said) = Self::configured(folder, variables).await;
        assert_eq!(said, Vec::<String>::new());
        kitchen
    }

    pub async fn configured(folder: &Folder, variables: &[(&str, &str)]) -> (Self, Vec<String>) {
        let get = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, text)| (*text).to_owned());
        let service = Service::with_environment(registry(), &get);
        let mut client = ProviderClient::new(Services::in_process(service));
        let store = Value::string(folder.0.to_string_lossy());
        let config = provider_config(&[("store", store)]);
        let request = proto::configure_provider::Request {
            config: Some(dynamic(&config, &block_type(&ProviderConfig::SCHEMA.block))),
            ..Default::default()
        };
        let said = texts(&client.configure_provider(request).await.unwrap().into_inner().diagnostics);
        (Self { client }, said)
    }

    pub async fn plan<M: ResourceModel>(&mut self, prior: &Stored, config: &Value) -> Stored {
        self.plan_again::<M>(prior, config, &[]).await
    }

    /// The plan during apply, which is given what the first one set.
    pub async fn plan_again<M: ResourceModel>(&mut self, prior: &Stored, config: &Value, planned: &[u8]) -> Stored {
        let ty = type_of::<M>();
        let request = proto::plan_resource_change::Request {
            type_name: M::SCHEMA.type_name.to_owned(),
            prior_state: Some(dynamic(&prior.state, &ty)),
            proposed_new_state: Some(dynamic(config, &ty)),
            config: Some(dynamic(config, &ty)),
            prior_private: prior.private.clone(),
            planned_private: planned.to_vec(),
            ..Default::default()
        };
        let answer = self.client.plan_resource_change(request).await.unwrap().into_inner();
        let diagnostics = texts(&answer.diagnostics);
        Stored { state: value(answer.planned_state, &ty), private: answer.planned_private, diagnostics }
    }

    pub async fn apply<M: ResourceModel>(&mut self, prior: &Stored, planned: &Stored, config: &Value) -> Stored {
        let ty = type_of::<M>();
        let request = proto::apply_resource_change::Request {
            type_name: M::SCHEMA.type_name.to_owned(),
            prior_state: Some(dynamic(&prior.state, &ty)),
            planned_state: Some(dynamic(&planned.state, &ty)),
            config: Some(dynamic(config, &ty)),
            planned_private: planned.private.clone(),
            ..Default::default()
        };
        let answer = self.client.apply_resource_change(request).await.unwrap().into_inner();
        let diagnostics = texts(&answer.diagnostics);
        Stored { state: value(answer.new_state, &ty), private: answer.private, diagnostics }
    }

    /// Plans, which must go without a word, and applies.
    pub async fn change<M: ResourceModel>(&mut self, prior: &Stored, config: &Value) -> Stored {
        let planned = self.plan::<M>(prior, config).await.quiet();
        self.apply::<M>(prior, &planned, config).await
    }

    pub async fn read<M: ResourceModel>(&mut self, stored: &Stored) -> Stored {
        let ty = type_of::<M>();
        let request = proto::read_resource::Request {
            type_name: M::SCHEMA.type_name.to_owned(),
            current_state: Some(dynamic(&stored.state, &ty)),
            private: stored.private.clone(),
            ..Default::default()
        };
        let answer = self.client.read_resource(request).await.unwrap().into_inner();
        let diagnostics = texts(&answer.diagnostics);
        Stored { state: value(answer.new_state, &ty), private: answer.private, diagnostics }
    }
}

/// A folder that goes when the test ends.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("tfgen-kitchen-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn type_of<M: ResourceModel>() -> Type {
    block_type(&M::SCHEMA.block)
}

/// A configuration of the provider: what is given, and null for the rest.
pub fn provider_config(given: &[(&str, Value)]) -> Value {
    let nothing = ProviderConfig::SCHEMA.block.attributes.iter().map(|attribute| (attribute.name, Value::Null));
    Value::object(nothing.chain(given.iter().cloned()))
}

/// A configuration: what is given, and null for the rest.
pub fn config<M: ResourceModel>(given: &[(&str, Value)]) -> Value {
    let names = M::SCHEMA.block.attributes.iter().map(|attribute| attribute.name);
    let blocks = M::SCHEMA.block.blocks.iter().map(|nested| nested.name);
    let nothing = names.chain(blocks).map(|name| (name, Value::Null));
    Value::object(nothing.chain(given.iter().cloned()))
}
