//! Plays Terraform core: keeps nothing, asks with cty values, answers with cty values and readable diagnostics.

use crate::fixture::store::Store;
use crate::fixture::{disk_model, image, note, provider, registry};
use tfgen_proto::tfplugin6::provider_client::ProviderClient;
use tfgen_proto::tfplugin6::{self as proto};
use tfgen_runtime::Service;
use tfgen_runtime::cty::{Type, Value, msgpack};
use tfgen_runtime::plugin::Services;
use tfgen_runtime::schema::implied_type::{block_type, identity_type};

/// Private state as it is stored without a key: nothing but a value `p`, `true`.
pub const PRIVATE: &[u8] =
    b"tfgen.private\0\0\0\0\x02\0\0\0\0\0\0\0\x1e\x92\xc4\x17[\"object\",{\"p\":\"bool\"}]\x81\xa1p\xc3";

pub type Client = ProviderClient<Services>;

/// The answer to a plan.
#[derive(Debug)]
pub struct Planned {
    pub state: Value,
    pub identity: Value,
    pub private: Vec<u8>,
    pub requires_replace: Vec<String>,
    pub diagnostics: Vec<String>,
}

/// The answer to an apply or a read.
#[derive(Debug)]
pub struct Answer {
    pub state: Value,
    pub identity: Value,
    pub private: Vec<u8>,
    pub diagnostics: Vec<String>,
}

/// A provider and the store behind it.
pub struct Core {
    pub client: Client,
    pub store: Store,
    endpoint: String,
}

impl Core {
    /// A provider of its own for a test, which is to be unique.
    pub async fn start(test: &str) -> Self {
        let mut core = Self::unconfigured(test);
        let config = Value::object([("endpoint", Value::string(&core.endpoint)), ("token", Value::Null)]);
        assert_eq!(core.configure(&config).await, Vec::<String>::new());
        core
    }

    pub fn unconfigured(test: &str) -> Self {
        let endpoint = format!("memory:{test}");
        let client = ProviderClient::new(Services::in_process(Service::new(registry())));
        Self { client, store: Store::at(&endpoint), endpoint }
    }

    pub async fn configure(&mut self, config: &Value) -> Vec<String> {
        let config = Some(dynamic(config, &block_type(&provider::SCHEMA.block)));
        let request = proto::configure_provider::Request { config, ..Default::default() };
        texts(&self.client.configure_provider(request).await.unwrap().into_inner().diagnostics)
    }

    pub async fn validate(&mut self, config: &Value) -> Vec<String> {
        let request = proto::validate_resource_config::Request {
            type_name: "fixture_disk".to_owned(),
            config: Some(dynamic(config, &disk_type())),
            client_capabilities: Some(proto::ClientCapabilities {
                write_only_attributes_allowed: true,
                ..Default::default()
            }),
        };
        texts(&self.client.validate_resource_config(request).await.unwrap().into_inner().diagnostics)
    }

    pub async fn plan(&mut self, prior: &Value, config: &Value) -> Planned {
        let ty = disk_type();
        let request = proto::plan_resource_change::Request {
            type_name: "fixture_disk".to_owned(),
            prior_state: Some(dynamic(prior, &ty)),
            proposed_new_state: Some(dynamic(config, &ty)),
            config: Some(dynamic(config, &ty)),
            // Of what does not exist, nothing is kept but what a plan before this one has set.
            prior_private: if prior.is_null() { Vec::new() } else { PRIVATE.to_vec() },
            planned_private: if prior.is_null() { PRIVATE.to_vec() } else { Vec::new() },
            ..Default::default()
        };
        let answer = self.client.plan_resource_change(request).await.unwrap().into_inner();
        Planned {
            state: value(answer.planned_state, &ty),
            identity: identity(answer.planned_identity),
            private: answer.planned_private,
            requires_replace: answer.requires_replace.iter().map(path).collect(),
            diagnostics: texts(&answer.diagnostics),
        }
    }

    pub async fn apply(&mut self, prior: &Value, planned: &Planned, config: &Value) -> Answer {
        let ty = disk_type();
        let request = proto::apply_resource_change::Request {
            type_name: "fixture_disk".to_owned(),
            prior_state: Some(dynamic(prior, &ty)),
            planned_state: Some(dynamic(&planned.state, &ty)),
            config: Some(dynamic(config, &ty)),
            planned_private: planned.private.clone(),
            planned_identity: Some(proto::ResourceIdentityData {
                identity_data: Some(dynamic(&planned.identity, &identity_type(&disk_model::SCHEMA))),
            }),
            ..Default::default()
        };
        let answer = self.client.apply_resource_change(request).await.unwrap().into_inner();
        Answer {
            state: value(answer.new_state, &ty),
            identity: identity(answer.new_identity),
            private: answer.private,
            diagnostics: texts(&answer.diagnostics),
        }
    }

    /// Plans and applies from `prior` to `config`, which must plan without a word.
    pub async fn change(&mut self, prior: &Value, config: &Value) -> Answer {
        let planned = self.plan(prior, config).await;
        assert_eq!(planned.diagnostics, Vec::<String>::new());
        self.apply(prior, &planned, config).await
    }

    pub async fn create(&mut self, config: &Value) -> Answer {
        self.change(&Value::Null, config).await
    }

    pub async fn read(&mut self, state: &Value, stored: &Value) -> Answer {
        let current_identity = (!stored.is_null()).then(|| proto::ResourceIdentityData {
            identity_data: Some(dynamic(stored, &identity_type(&disk_model::SCHEMA))),
        });
        let request = proto::read_resource::Request {
            type_name: "fixture_disk".to_owned(),
            current_state: Some(dynamic(state, &disk_type())),
            private: PRIVATE.to_vec(),
            current_identity,
            ..Default::default()
        };
        let answer = self.client.read_resource(request).await.unwrap().into_inner();
        Answer {
            state: value(answer.new_state, &disk_type()),
            identity: identity(answer.new_identity),
            private: answer.private,
            diagnostics: texts(&answer.diagnostics),
        }
    }

    pub async fn read_image(&mut self, name: Value) -> (Value, Vec<String>) {
        let ty = block_type(&image::SCHEMA.block);
        let config = Value::object([("channel", Value::Null), ("id", Value::Null), ("name", name)]);
        let request = proto::read_data_source::Request {
            type_name: "fixture_image".to_owned(),
            config: Some(dynamic(&config, &ty)),
            ..Default::default()
        };
        let answer = self.client.read_data_source(request).await.unwrap().into_inner();
        (value(answer.state, &ty), texts(&answer.diagnostics))
    }
}

pub fn disk_type() -> Type {
    block_type(&disk_model::SCHEMA.block)
}

pub fn note_type() -> Type {
    block_type(&note::SCHEMA.block)
}

/// A configuration or state of a disk: what is given, and null or empty for the rest.
pub fn disk<const N: usize>(given: [(&str, Value); N]) -> Value {
    let names = disk_model::SCHEMA.block.attributes.iter().map(|attribute| attribute.name);
    let nothing = names.map(|name| (name, Value::Null)).chain([("rule", Value::set([]))]);
    Value::object(nothing.chain(given))
}

/// The same object with some attributes replaced.
pub fn with<const N: usize>(object: &Value, changed: [(&str, Value); N]) -> Value {
    let mut attributes = object.as_object().unwrap().clone();
    attributes.extend(changed.map(|(name, value)| (name.into(), value)));
    Value::Object(attributes)
}

pub fn disk_identity(region: &str, id: &str) -> Value {
    Value::object([("id", Value::string(id)), ("region", Value::string(region))])
}

pub fn dynamic(value: &Value, ty: &Type) -> proto::DynamicValue {
    proto::DynamicValue { msgpack: msgpack::encode(value, ty).unwrap().into(), ..Default::default() }
}

/// An answer is always `MessagePack`; none at all is null.
pub fn value(sent: Option<proto::DynamicValue>, ty: &Type) -> Value {
    let Some(sent) = sent else { return Value::Null };
    assert!(sent.json.is_empty(), "an answer in JSON");
    msgpack::decode(&sent.msgpack, ty).unwrap()
}

pub fn identity(sent: Option<proto::ResourceIdentityData>) -> Value {
    value(sent.and_then(|sent| sent.identity_data), &identity_type(&disk_model::SCHEMA))
}

/// Diagnostics as `error at name: summary: detail`.
pub fn texts(diagnostics: &[proto::Diagnostic]) -> Vec<String> {
    let text = |diagnostic: &proto::Diagnostic| {
        let severity = if diagnostic.severity == 1 { "error" } else { "warning" };
        let place = diagnostic.attribute.as_ref().map(|path| format!(" at {}", self::path(path))).unwrap_or_default();
        let detail = if diagnostic.detail.is_empty() { String::new() } else { format!(": {}", diagnostic.detail) };
        format!("{severity}{place}: {}{detail}", diagnostic.summary)
    };
    diagnostics.iter().map(text).collect()
}

pub fn path(path: &proto::AttributePath) -> String {
    use proto::attribute_path::step::Selector;
    let step = |step: &proto::attribute_path::Step| match step.selector.as_ref().unwrap() {
        Selector::AttributeName(name) => format!(".{name}"),
        Selector::ElementKeyString(key) => format!("[{key:?}]"),
        Selector::ElementKeyInt(index) => format!("[{index}]"),
    };
    path.steps.iter().map(step).collect::<String>().trim_start_matches('.').to_owned()
}

/// Whether one of the diagnostics has all of these words.
#[track_caller]
pub fn assert_said(diagnostics: &[String], words: &[&str]) {
    let said = diagnostics.iter().any(|text| words.iter().all(|word| text.contains(word)));
    assert!(said, "no diagnostic with {words:?} among {diagnostics:#?}");
}
