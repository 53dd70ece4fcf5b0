//! Well-formed requests for every RPC, of the things that the kitchen has: what the provider's own schema says there is.

use crate::random::Random;
use crate::values::{any, block_type, changed, type_of_json};
use prost::Message;
use std::path::Path;
use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_proto::Provider;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::Service;
use tfgen_runtime::cty::{Type, Value, json, msgpack};
use tfgen_testing::{Core, hcl};

/// The attributes of configurations that name a folder to write to.
const FOLDERS: [&str; 2] = ["store", "folder"];

/// How a request is to come out: as valid as can be, or with values changed once in so many places.
#[derive(Clone, Copy)]
struct Rarity(usize);

/// A thing of the provider, with a value to start from.
struct Thing {
    name: String,
    ty: Type,
    value: Value,
    identity: Option<Type>,
}

/// What can be asked for.
pub struct Kitchen {
    provider: Thing,
    resources: Vec<Thing>,
    data_sources: Vec<Thing>,
    ephemerals: Vec<Thing>,
    lists: Vec<Thing>,
    actions: Vec<Thing>,
    state_stores: Vec<Thing>,
    functions: Vec<(String, Vec<Type>, Option<Type>)>,
}

impl Kitchen {
    /// Reads what there is from the provider's schema.
    pub fn new(store: &Path) -> Self {
        let service = Service::new(registry());
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let encoded =
            runtime.block_on(service.get_provider_schema(tonic::Request::new(proto::get_provider_schema::Request {})));
        let schema = proto::get_provider_schema::Response::decode(encoded.expect("a schema").into_inner().0);
        let schema = schema.expect("a schema");
        let request = tonic::Request::new(proto::get_resource_identity_schemas::Request {});
        let identities = runtime.block_on(service.get_resource_identity_schemas(request));
        let identities = identities.expect("identities").into_inner().identity_schemas;
        let mut random = Random(0x5eed);
        let mut thing = |name: &str, schema: Option<&proto::Schema>| {
            let ty = block_type(schema.and_then(|schema| schema.block.as_ref()).expect("a block"));
            Thing { name: name.to_owned(), value: any(&mut random, &ty), ty, identity: None }
        };
        let provider = thing("kitchen", schema.provider.as_ref());
        let mut all = |schemas: &std::collections::BTreeMap<String, proto::Schema>| -> Vec<Thing> {
            schemas.iter().map(|(name, schema)| thing(name, Some(schema))).collect()
        };
        let mut resources = all(&schema.resource_schemas);
        for resource in &mut resources {
            let attributes = identities.get(&resource.name).map(|schema| &schema.identity_attributes);
            resource.identity = attributes
                .map(|attributes| Type::object(attributes.iter().map(|one| (&one.name, type_of_json(&one.r#type)))));
        }
        let (data_sources, ephemerals) = (all(&schema.data_source_schemas), all(&schema.ephemeral_resource_schemas));
        let (lists, state_stores) = (all(&schema.list_resource_schemas), all(&schema.state_store_schemas));
        let actions = schema.action_schemas.iter().map(|(name, action)| thing(name, action.schema.as_ref())).collect();
        let functions = schema.functions.iter().map(|(name, function)| {
            let types = |parameter: &proto::function::Parameter| type_of_json(&parameter.r#type);
            let parameters = function.parameters.iter().map(types).collect();
            (name.clone(), parameters, function.variadic_parameter.as_ref().map(types))
        });
        let functions = functions.collect();
        let mut kitchen =
            Self { provider, resources, data_sources, ephemerals, lists, actions, state_stores, functions };
        kitchen.start_from_a_real_dish(store);
        kitchen
    }

    /// A value with every attribute of the dish, as the provider itself has made it.
    fn start_from_a_real_dish(&mut self, store: &Path) {
        let core = Core::start(registry()).and_then(|core| core.configure(hcl! { store = store })).expect("it starts");
        let dish = core.resource("kitchen_dish").create(hcl! {
            name = "soup", servings = 4, price = 12.25, tags = { spicy = "yes" }, allergens = ["nuts", "eggs"],
            steps = ["cut", "cook"], sizes = { width = 30, label = "XL" }, pair = ["a", 1],
            extra = { nested = [1, "two"] }, password = "correct horse", recipe = "secret",
            ingredients = [{ name = "water", grams = 500 }, { name = "salt" }], garnish = { color = "green" },
            stages = { first = { title = "cold" } }, layers = [{ kind = "top", parts = [{ name = "lid" }] }],
            side = [{ name = "bread", dip = { flavor = "garlic" } }], wine = [{ grape = "merlot" }],
            plate = { material = "clay" }, oven = { degrees = 200 },
        });
        let dish = dish.expect("a dish can be made").state();
        let at = self.resources.iter_mut().find(|resource| resource.name == "kitchen_dish").expect("there are dishes");
        at.value = dish.as_value().clone();
        let store = Value::string(store.to_string_lossy());
        for thing in [&mut self.provider].into_iter().chain(&mut self.state_stores) {
            let Value::Object(members) = &mut thing.value else { continue };
            for name in FOLDERS {
                members.entry(name.into()).and_modify(|folder| *folder = store.clone());
            }
        }
    }

    /// A request that configures the provider.
    pub fn configuration(&self) -> Vec<u8> {
        let config = Some(wire(&self.provider.value, &self.provider.ty));
        proto::configure_provider::Request { config, ..Default::default() }.encode_to_vec()
    }

    /// Whether a request would have the provider make folders that are none of ours.
    pub fn is_elsewhere(&self, rpc: &str, message: &[u8]) -> bool {
        let things: Vec<&Thing> = match rpc {
            "ConfigureProvider" => vec![&self.provider],
            "ConfigureStateStore" => self.state_stores.iter().collect(),
            _ => return false,
        };
        // The two messages have the configuration in the same place.
        let decoded = proto::configure_state_store::Request::decode(message);
        let Some(config) = decoded.ok().and_then(|request| request.config) else { return false };
        things.into_iter().any(|thing| {
            let msgpack = msgpack::decode(&config.msgpack, &thing.ty);
            let value = msgpack.or_else(|_| json::decode(&config.json, &thing.ty)).unwrap_or_default();
            let is_ours = |folder: &Value| folder.as_str().is_none() || Some(folder) == self.folder();
            FOLDERS.iter().filter_map(|name| value.get(name)).any(|folder| !is_ours(folder))
        })
    }

    /// The one folder that the provider may write to.
    fn folder(&self) -> Option<&Value> {
        self.provider.value.get("store")
    }

    /// The messages of one call: one, but for the RPC that takes a stream.
    pub fn messages(&self, rpc: &str, random: &mut Random, valid: bool) -> Vec<Vec<u8>> {
        let rarity = match (valid, random.below(4)) {
            (true, _) | (false, 0) => 2000,
            (false, 1) => 200,
            (false, 2) => 40,
            (false, _) => 8,
        };
        let mut asked = Asked { random, rarity: Rarity(rarity) };
        if rpc == "WriteStateBytes" {
            return asked.chunks(&self.state_stores);
        }
        let message = asked.about_the_provider(rpc, self).filter(|message| !self.is_elsewhere(rpc, message));
        let message = message.or_else(|| (rpc == "ConfigureProvider").then(|| self.configuration()));
        let message = message.or_else(|| asked.about_resources(rpc, &self.resources));
        let message = message.or_else(|| asked.about_other_kinds(rpc, self));
        let message = message.or_else(|| asked.about_states(rpc, &self.state_stores));
        let message = message.unwrap_or_else(|| panic!("what is {rpc}?"));
        // An empty message is well-formed too.
        vec![if self.is_elsewhere(rpc, &message) { Vec::new() } else { message }]
    }
}

/// One request in the making.
struct Asked<'r> {
    random: &'r mut Random,
    rarity: Rarity,
}

impl Asked<'_> {
    fn below(&mut self, end: usize) -> usize {
        self.random.below(end)
    }

    fn pick<'t>(&mut self, things: &'t [Thing]) -> Option<&'t Thing> {
        (!things.is_empty()).then(|| &things[self.random.below(things.len())])
    }

    /// The name, or now and then one that there is not.
    fn name(&mut self, thing: Option<&Thing>) -> String {
        match (thing, self.below(self.rarity.0.max(20))) {
            (Some(thing), 1..) => thing.name.clone(),
            _ => ["", "nothing", "kitchen_menu", "kitchen_dish"][self.below(4)].to_owned(),
        }
    }

    fn text(&mut self) -> String {
        let texts = ["dish-1", "shelf/dish-1", "", "default", "[[{", "e\u{301}", "../x"];
        texts[self.below(texts.len())].to_owned()
    }

    fn bytes(&mut self) -> Vec<u8> {
        [&b""[..], b"{}", b"{\"a\":\"YQ==\"}", b"\xff\0", b"tfgen"][self.below(5)].to_vec()
    }

    fn number(&mut self) -> i64 {
        [0, 1, 2, 1, -1, i64::MAX, 100][self.below(7)]
    }

    fn value(&mut self, thing: Option<&Thing>) -> Option<proto::DynamicValue> {
        let Some(thing) = thing else { return Some(wire(&Value::Bool(true), &Type::Bool)) };
        (self.below(self.rarity.0) > 0)
            .then(|| wire(&changed(self.random, &thing.value, &thing.ty, self.rarity.0), &thing.ty))
    }

    fn null_or_value(&mut self, thing: Option<&Thing>) -> Option<proto::DynamicValue> {
        if self.below(4) == 0 { Some(wire(&Value::Null, &Type::Bool)) } else { self.value(thing) }
    }

    fn identity(&mut self, thing: Option<&Thing>) -> Option<proto::ResourceIdentityData> {
        let ty = thing.and_then(|thing| thing.identity.clone()).filter(|_| self.random.below(8) > 0)?;
        let valid = Value::object(ty.as_object()?.attributes().keys().map(|name| (name, Value::string("dish-1"))));
        let value = changed(self.random, &valid, &ty, self.rarity.0);
        Some(proto::ResourceIdentityData { identity_data: Some(wire(&value, &ty)) })
    }

    fn raw(&mut self, thing: Option<&Thing>) -> Option<proto::RawState> {
        let thing = thing?;
        let value = changed(self.random, &thing.value, &thing.ty, self.rarity.0);
        let json = json::encode(&value, &thing.ty).unwrap_or_else(|_| b"{\"id\": {\"x\": [1e9999]}}".to_vec());
        Some(proto::RawState { json: json.into(), ..Default::default() })
    }

    fn capabilities(&mut self) -> Option<proto::ClientCapabilities> {
        (self.below(8) > 0).then(|| proto::ClientCapabilities {
            deferral_allowed: self.random.below(2) == 0,
            write_only_attributes_allowed: self.random.below(2) == 0,
            store_planned_private: self.random.below(2) == 0,
            computed_blocks_allowed: self.random.below(2) == 0,
        })
    }

    fn about_the_provider(&mut self, rpc: &str, kitchen: &Kitchen) -> Option<Vec<u8>> {
        let provider = Some(&kitchen.provider);
        Some(match rpc {
            // These have no fields; what is unknown to them must not matter.
            "GetMetadata" | "GetProviderSchema" | "GetResourceIdentitySchemas" | "GetFunctions" | "StopProvider" => {
                proto::lock_state::Request { operation: self.text(), ..Default::default() }.encode_to_vec()
            }
            "ValidateProviderConfig" => {
                proto::validate_provider_config::Request { config: self.value(provider) }.encode_to_vec()
            }
            "ConfigureProvider" => proto::configure_provider::Request {
                terraform_version: self.text(),
                config: self.value(provider),
                client_capabilities: self.capabilities(),
            }
            .encode_to_vec(),
            _ => return None,
        })
    }

    fn about_resources(&mut self, rpc: &str, resources: &[Thing]) -> Option<Vec<u8>> {
        let thing = self.pick(resources);
        let type_name = self.name(thing);
        Some(match rpc {
            "ValidateResourceConfig" => proto::validate_resource_config::Request {
                type_name,
                config: self.value(thing),
                client_capabilities: self.capabilities(),
            }
            .encode_to_vec(),
            "UpgradeResourceState" => {
                proto::upgrade_resource_state::Request { type_name, version: self.number(), raw_state: self.raw(thing) }
                    .encode_to_vec()
            }
            "UpgradeResourceIdentity" => proto::upgrade_resource_identity::Request {
                type_name,
                version: self.number(),
                raw_identity: self.raw(thing),
            }
            .encode_to_vec(),
            "ReadResource" => proto::read_resource::Request {
                type_name,
                current_state: self.value(thing),
                private: self.bytes(),
                provider_meta: None,
                client_capabilities: self.capabilities(),
                current_identity: self.identity(thing),
            }
            .encode_to_vec(),
            "PlanResourceChange" => proto::plan_resource_change::Request {
                type_name,
                prior_state: self.null_or_value(thing),
                proposed_new_state: self.value(thing),
                config: self.value(thing),
                prior_private: self.bytes(),
                provider_meta: None,
                client_capabilities: self.capabilities(),
                prior_identity: self.identity(thing),
                planned_private: self.bytes(),
            }
            .encode_to_vec(),
            "ApplyResourceChange" => proto::apply_resource_change::Request {
                type_name,
                prior_state: self.null_or_value(thing),
                planned_state: self.null_or_value(thing),
                config: self.value(thing),
                planned_private: self.bytes(),
                provider_meta: None,
                planned_identity: self.identity(thing),
            }
            .encode_to_vec(),
            "ImportResourceState" => proto::import_resource_state::Request {
                type_name,
                id: self.text(),
                client_capabilities: self.capabilities(),
                identity: self.identity(thing),
            }
            .encode_to_vec(),
            _ => return self.about_moves(rpc, thing, type_name),
        })
    }

    fn about_moves(&mut self, rpc: &str, thing: Option<&Thing>, type_name: String) -> Option<Vec<u8>> {
        Some(match rpc {
            "MoveResourceState" => proto::move_resource_state::Request {
                source_provider_address: "registry.example/tfgen/kitchen".to_owned(),
                source_type_name: self.name(thing),
                source_schema_version: self.number(),
                source_state: self.raw(thing),
                target_type_name: type_name,
                source_private: self.bytes(),
                source_identity: self.raw(thing),
                source_identity_schema_version: self.number(),
            }
            .encode_to_vec(),
            "GenerateResourceConfig" => {
                proto::generate_resource_config::Request { type_name, state: self.value(thing) }.encode_to_vec()
            }
            _ => return None,
        })
    }

    fn about_other_kinds(&mut self, rpc: &str, kitchen: &Kitchen) -> Option<Vec<u8>> {
        let kind = match rpc {
            "ValidateDataResourceConfig" | "ReadDataSource" => &kitchen.data_sources,
            "ValidateListResourceConfig" | "ListResource" => &kitchen.lists,
            "ValidateActionConfig" | "PlanAction" | "InvokeAction" => &kitchen.actions,
            _ => &kitchen.ephemerals,
        };
        let thing = self.pick(kind);
        let (type_name, config) = (self.name(thing), self.value(thing));
        Some(match rpc {
            // One message stands for all that only validate: they have the same fields.
            "ValidateDataResourceConfig"
            | "ValidateListResourceConfig"
            | "ValidateActionConfig"
            | "ValidateEphemeralResourceConfig" => {
                proto::validate_data_resource_config::Request { type_name, config }.encode_to_vec()
            }
            "ReadDataSource" => proto::read_data_source::Request {
                type_name,
                config,
                provider_meta: None,
                client_capabilities: self.capabilities(),
            }
            .encode_to_vec(),
            "ListResource" => {
                let (include_resource_object, limit) = (self.below(2) == 0, self.number());
                proto::list_resource::Request { type_name, config, include_resource_object, limit }.encode_to_vec()
            }
            // These two have the same fields as well.
            "PlanAction" | "InvokeAction" => proto::invoke_action::Request {
                action_type: type_name,
                config,
                client_capabilities: self.capabilities(),
            }
            .encode_to_vec(),
            "OpenEphemeralResource" => {
                let client_capabilities = self.capabilities();
                proto::open_ephemeral_resource::Request { type_name, config, client_capabilities }.encode_to_vec()
            }
            "RenewEphemeralResource" | "CloseEphemeralResource" => {
                let private = (self.below(4) > 0).then(|| self.bytes());
                proto::close_ephemeral_resource::Request { type_name, private }.encode_to_vec()
            }
            "CallFunction" => self.call_function(&kitchen.functions),
            _ => return None,
        })
    }

    fn call_function(&mut self, functions: &[(String, Vec<Type>, Option<Type>)]) -> Vec<u8> {
        let nothing = ("nothing".to_owned(), vec![Type::String], None);
        let at = self.below(functions.len());
        let (name, parameters, variadic) = functions.get(at).unwrap_or(&nothing);
        let more = if variadic.is_some() { self.below(4) } else { 0 };
        let mut types: Vec<&Type> = parameters.iter().chain(std::iter::repeat_n(variadic, more).flatten()).collect();
        if self.below(self.rarity.0) == 0 {
            types.pop();
        }
        let arguments = types.into_iter().map(|ty| {
            let valid = any(self.random, ty);
            wire(&changed(self.random, &valid, ty, self.rarity.0), ty)
        });
        let arguments = arguments.collect();
        proto::call_function::Request { name: name.clone(), arguments }.encode_to_vec()
    }

    fn about_states(&mut self, rpc: &str, stores: &[Thing]) -> Option<Vec<u8>> {
        let thing = self.pick(stores);
        let type_name = self.name(thing);
        Some(match rpc {
            "ValidateStateStoreConfig" => {
                proto::validate_state_store::Request { type_name, config: self.value(thing) }.encode_to_vec()
            }
            "ConfigureStateStore" => proto::configure_state_store::Request {
                type_name,
                config: self.value(thing),
                capabilities: Some(proto::StateStoreClientCapabilities { chunk_size: self.number() }),
            }
            .encode_to_vec(),
            // The further fields are in none of the other messages, where they do not matter.
            "ReadStateBytes" | "LockState" | "UnlockState" | "GetStates" | "DeleteState" => {
                proto::unlock_state::Request { type_name, state_id: self.text(), lock_id: self.text() }.encode_to_vec()
            }
            _ => return None,
        })
    }

    fn chunks(&mut self, stores: &[Thing]) -> Vec<Vec<u8>> {
        let thing = self.pick(stores);
        let count = 1 + self.below(3);
        let chunk = |at: usize, asked: &mut Self| {
            let meta = (at == 0 || asked.below(8) == 0)
                .then(|| proto::RequestChunkMeta { type_name: asked.name(thing), state_id: asked.text() });
            let bytes = vec![b'x'; [0, 1, 100][asked.below(3)]];
            let (start, end) = (asked.number(), asked.number());
            let range = (asked.below(8) > 0).then_some(proto::StateRange { start, end });
            proto::write_state_bytes::RequestChunk { meta, bytes: bytes.into(), total_length: asked.number(), range }
                .encode_to_vec()
        };
        (0..count).map(|at| chunk(at, self)).collect()
    }
}

/// A value on the wire; what cannot be written is sent as null.
fn wire(value: &Value, ty: &Type) -> proto::DynamicValue {
    let msgpack = msgpack::encode(value, ty).unwrap_or_else(|_| vec![0xc0]);
    proto::DynamicValue { msgpack: msgpack.into(), ..Default::default() }
}
