//! Requests that no Terraform sends: whatever comes over the wire, there is an answer, the process lives on, and what is
//! stored comes back as it was.

use super::client::{Core, disk, disk_identity, disk_type, dynamic};
use crate::fixture::{disk_model, provider};
use crate::random::Random;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::{Type, Value, json, msgpack};
use tfgen_runtime::schema::implied_type::{block_type, identity_type};

/// How often each RPC is asked.
const ROUNDS: usize = 400;

/// A wire form of the value, broken more often than not.
fn broken(random: &mut Random, value: &Value, ty: &Type) -> Option<proto::DynamicValue> {
    let mut msgpack = msgpack::encode(value, ty).unwrap();
    let mut json = json::encode(value, ty).unwrap_or_else(|_| b"{}".to_vec());
    let other =
        [msgpack.clone(), b"\xcb\x7f\xf8\0\0\0\0\0\0\xdd\xff\xff\xff\xff\xc7\x03\x0c\x81\x01\xc2".to_vec()].concat();
    match random.below(8) {
        0 => return None,
        1 => msgpack.clear(),
        2 => random.mutate(&mut json, b"[[[[{{\"a\":null,1e9999"),
        3 => random.mutate(&mut msgpack, &[0x91; 300]),
        4 => msgpack = msgpack::encode(&scattered(random, value), ty).unwrap_or(msgpack),
        5 => {}
        _ => random.mutate(&mut msgpack, &other),
    }
    Some(proto::DynamicValue { msgpack: msgpack.into(), json: json.into() })
}

/// The same object with some attributes null and some unknown, wherever that may be.
fn scattered(random: &mut Random, value: &Value) -> Value {
    match random.below(6) {
        0 => return Value::Null,
        1 => return Value::unknown(),
        _ => {}
    }
    match value {
        Value::Object(members) => {
            Value::object(members.iter().map(|(name, member)| (name.clone(), scattered(random, member))))
        }
        Value::List(elements) => Value::list(elements.iter().map(|element| scattered(random, element))),
        Value::Set(elements) => Value::set(elements.iter().map(|element| scattered(random, element))),
        other => other.clone(),
    }
}

fn state() -> Value {
    let mount = |host| Value::object([("host", Value::string(host)), ("lun", Value::number(1)), ("path", Value::Null)]);
    let rule = Value::object([("port", Value::number(80)), ("protocol", Value::string("tcp"))]);
    disk([
        ("extra", Value::dynamic(Type::list(Type::String), Value::list([Value::string("x")]))),
        ("id", Value::string("disk-1")),
        ("labels", Value::map([("a", Value::string("b"))])),
        ("mounts", Value::list([mount("a"), mount("b")])),
        ("name", Value::string("data")),
        ("ratio", Value::Number("0.5".parse().unwrap())),
        ("region", Value::string("eu-1")),
        ("rule", Value::set([rule])),
        ("size_gb", Value::number(10)),
        ("tags", Value::set([Value::string("t")])),
    ])
}

fn broken_state(random: &mut Random) -> Option<proto::DynamicValue> {
    broken(random, &state(), &disk_type())
}

fn broken_identity(random: &mut Random) -> Option<proto::ResourceIdentityData> {
    let ty = identity_type(&disk_model::SCHEMA);
    let identity_data = broken(random, &disk_identity("eu-1", "disk-1"), &ty);
    (random.below(4) > 0).then_some(proto::ResourceIdentityData { identity_data })
}

fn type_name(random: &mut Random) -> String {
    ["fixture_disk", "fixture_disk", "fixture_disk", "fixture_note", "nothing", ""][random.below(6)].to_owned()
}

fn has_errors(diagnostics: &[proto::Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == 1)
}

#[tokio::test]
async fn a_broken_read_gives_the_state_back() {
    let (mut core, mut random, mut served) = (Core::start("hostile read").await, Random(1), 0);
    for _ in 0..ROUNDS {
        let request = proto::read_resource::Request {
            type_name: type_name(&mut random),
            current_state: broken_state(&mut random),
            current_identity: broken_identity(&mut random),
            private: b"private".to_vec(),
            ..Default::default()
        };
        let answer = core.client.read_resource(request.clone()).await.unwrap().into_inner();
        if has_errors(&answer.diagnostics) {
            assert!(is_same(answer.new_state.as_ref(), request.current_state.as_ref()), "{request:?}\n{answer:?}");
            assert_eq!(answer.private, b"private");
        } else {
            served += 1;
        }
    }
    assert!(served > ROUNDS / 20, "only {served} reads were served");
}

/// Whether a state is answered as it was sent, or in another wire form of the same value.
fn is_same(answered: Option<&proto::DynamicValue>, sent: Option<&proto::DynamicValue>) -> bool {
    let (Some(answered), Some(sent)) = (answered, sent) else { return answered.is_none_or(|a| *a.msgpack == [0xc0]) };
    let decoded = |value: &proto::DynamicValue| {
        let json = || json::decode(&value.json, &disk_type()).ok();
        if value.msgpack.is_empty() { json() } else { msgpack::decode(&value.msgpack, &disk_type()).ok() }
    };
    answered == sent || decoded(answered) == decoded(sent)
}

#[tokio::test]
async fn broken_plans_and_applies_are_answered() {
    let (mut core, mut random) = (Core::start("hostile change").await, Random(2));
    let (mut planned, mut applied) = (0, 0);
    for _ in 0..ROUNDS {
        let plan = proto::plan_resource_change::Request {
            type_name: type_name(&mut random),
            prior_state: broken_state(&mut random),
            proposed_new_state: broken_state(&mut random),
            config: broken_state(&mut random),
            prior_private: b"private".to_vec(),
            prior_identity: broken_identity(&mut random),
            ..Default::default()
        };
        let answer = core.client.plan_resource_change(plan).await.unwrap().into_inner();
        assert!(!answer.legacy_type_system && answer.deferred.is_none());
        planned += usize::from(!has_errors(&answer.diagnostics));
        let apply = proto::apply_resource_change::Request {
            type_name: type_name(&mut random),
            prior_state: broken_state(&mut random),
            planned_state: if random.below(2) == 0 { answer.planned_state } else { broken_state(&mut random) },
            config: broken_state(&mut random),
            planned_private: b"private".to_vec(),
            planned_identity: broken_identity(&mut random),
            ..Default::default()
        };
        let answer = core.client.apply_resource_change(apply.clone()).await.unwrap().into_inner();
        assert!(!answer.legacy_type_system);
        let existed = apply.prior_state.is_some_and(|prior| !prior.msgpack.is_empty() && *prior.msgpack != [0xc0]);
        let is_kept = answer.new_state.as_ref().is_some_and(|state| *state.msgpack != [0xc0]);
        if has_errors(&answer.diagnostics) {
            assert!(is_kept || !existed, "{:?}", answer.diagnostics);
        } else {
            applied += 1;
        }
    }
    assert!(planned > ROUNDS / 20 && applied > 0, "only {planned} plans and {applied} applies went well");
}

#[tokio::test]
async fn broken_configurations_imports_and_old_states_are_answered() {
    let (mut core, mut random) = (Core::start("hostile others").await, Random(3));
    let config_type = block_type(&provider::SCHEMA.block);
    let config = Value::object([("endpoint", Value::string("memory:hostile")), ("token", Value::string("t"))]);
    let state_json = json::encode(&state(), &disk_type()).unwrap();
    for _ in 0..ROUNDS {
        let (type_name, config) = (type_name(&mut random), broken(&mut random, &config, &config_type));
        let request = proto::validate_provider_config::Request { config: config.clone() };
        core.client.validate_provider_config(request).await.unwrap();
        let request = proto::configure_provider::Request { config: config.clone(), ..Default::default() };
        core.client.configure_provider(request).await.unwrap();
        let request = proto::read_data_source::Request {
            type_name: "fixture_image".to_owned(),
            config: config.clone(),
            ..Default::default()
        };
        core.client.read_data_source(request).await.unwrap();
        let request = proto::validate_data_resource_config::Request { type_name: "fixture_image".to_owned(), config };
        core.client.validate_data_resource_config(request).await.unwrap();
        let config = broken_state(&mut random);
        let request = proto::validate_resource_config::Request {
            type_name: type_name.clone(),
            config,
            client_capabilities: None,
        };
        core.client.validate_resource_config(request).await.unwrap();
        let mut raw = state_json.clone();
        random.mutate(&mut raw, b"{\"id\":[null,1e400]}");
        let raw_state = Some(proto::RawState { json: raw.clone().into(), ..Default::default() });
        let request = proto::upgrade_resource_state::Request {
            type_name: type_name.clone(),
            version: 1,
            raw_state: raw_state.clone(),
        };
        core.client.upgrade_resource_state(request).await.unwrap();
        let request = proto::upgrade_resource_identity::Request {
            type_name: type_name.clone(),
            version: 0,
            raw_identity: raw_state,
        };
        core.client.upgrade_resource_identity(request).await.unwrap();
        let request = proto::import_resource_state::Request {
            type_name,
            id: String::from_utf8_lossy(&raw).into_owned(),
            identity: broken_identity(&mut random),
            ..Default::default()
        };
        core.client.import_resource_state(request).await.unwrap();
    }
    let fine = dynamic(&config, &config_type);
    let request = proto::configure_provider::Request { config: Some(fine), ..Default::default() };
    let answer = core.client.configure_provider(request).await.unwrap().into_inner();
    assert_eq!(answer.diagnostics, []);
}

/// Values as deep as cty reads take every walk of the runtime to its end, on the stack that a call has; deeper ones are
/// refused.
#[tokio::test]
async fn deep_values_are_served_or_refused() {
    let mut core = Core::start("deep").await;
    for (depth, fits) in [(100, true), (126, true), (200, false), (100_000, false)] {
        let extra = format!(
            "{{\"type\":{}\"bool\"{},\"value\":{}true{}}}",
            "[\"list\",".repeat(depth),
            "]".repeat(depth),
            "[".repeat(depth),
            "]".repeat(depth)
        );
        let text = format!("{{\"extra\":{extra},\"id\":\"disk-1\",\"name\":\"data\",\"region\":\"eu-1\"}}");
        let raw_state = Some(proto::RawState { json: text.into_bytes().into(), ..Default::default() });
        let request =
            proto::upgrade_resource_state::Request { type_name: "fixture_disk".to_owned(), version: 1, raw_state };
        let answer = core.client.upgrade_resource_state(request).await.unwrap().into_inner();
        assert_eq!(has_errors(&answer.diagnostics), !fits, "{depth}: {:?}", answer.diagnostics);
        if fits {
            let state = msgpack::decode(&answer.upgraded_state.unwrap().msgpack, &disk_type()).unwrap();
            core.validate(&state).await;
            core.plan(&state, &disk([("name", Value::string("data"))])).await;
            let planned = core.plan(&Value::Null, &state).await;
            core.apply(&Value::Null, &planned, &state).await;
            core.read(&state, &Value::Null).await;
        }
    }
}

#[tokio::test]
async fn many_mistakes_take_no_longer_than_many_values() {
    let mut core = Core::unconfigured("many mistakes");
    let mounts = Value::list((0..20_000).map(|_| Value::Null));
    let start = std::time::Instant::now();
    let found = core.validate(&disk([("mounts", mounts), ("name", Value::string("data"))])).await;
    assert_eq!(found.len(), 20_000);
    assert!(start.elapsed() < std::time::Duration::from_secs(15), "{:?}", start.elapsed());
}

/// Sends an empty request to each of the unary RPCs that are named.
macro_rules! empty_requests {
    ($core:ident: $($rpc:ident = $module:ident)*) => {
        $(
            let answer = $core.client.$rpc(proto::$module::Request::default()).await;
            assert!(answer.is_ok(), "{}: {:?}", stringify!($rpc), answer.err());
        )*
    };
}

#[tokio::test]
async fn each_rpc_answers_an_empty_message() {
    let mut core = Core::unconfigured("empty");
    empty_requests! { core:
        get_metadata = get_metadata get_provider_schema = get_provider_schema
        get_resource_identity_schemas = get_resource_identity_schemas get_functions = get_functions
        validate_provider_config = validate_provider_config configure_provider = configure_provider
        validate_resource_config = validate_resource_config upgrade_resource_state = upgrade_resource_state
        upgrade_resource_identity = upgrade_resource_identity read_resource = read_resource
        plan_resource_change = plan_resource_change apply_resource_change = apply_resource_change
        import_resource_state = import_resource_state move_resource_state = move_resource_state
        generate_resource_config = generate_resource_config
        validate_data_resource_config = validate_data_resource_config read_data_source = read_data_source
        validate_ephemeral_resource_config = validate_ephemeral_resource_config
        open_ephemeral_resource = open_ephemeral_resource renew_ephemeral_resource = renew_ephemeral_resource
        close_ephemeral_resource = close_ephemeral_resource validate_list_resource_config = validate_list_resource_config
        list_resource = list_resource call_function = call_function validate_action_config = validate_action_config
        plan_action = plan_action invoke_action = invoke_action validate_state_store_config = validate_state_store
        configure_state_store = configure_state_store read_state_bytes = read_state_bytes lock_state = lock_state
        unlock_state = unlock_state get_states = get_states delete_state = delete_state stop_provider = stop_provider
    }
    let nothing = tokio_stream::empty::<proto::write_state_bytes::RequestChunk>();
    let answer = core.client.write_state_bytes(nothing).await.unwrap().into_inner();
    assert!(has_errors(&answer.diagnostics));
}
