//! Functions, ephemeral resources, lists, actions, generated configurations and state stores: what the emulator does with
//! answers that are right, and what it says of those that are wrong.

use super::fake::{Answers, Fake, chunk, completed, listed, progress, result, token, token_type, wire};
use std::sync::atomic::Ordering;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::Value;
use tfgen_testing::{Capabilities, Core, Deferred, Error, Invoked, Result, Rule, hcl};

fn fake() -> (Core, std::sync::Arc<Fake>) {
    Fake::start(Answers::default()).unwrap()
}

#[test]
fn a_function_is_called_with_converted_arguments() -> Result<()> {
    let (core, _) = fake();
    assert_eq!(core.function("twice").call([hcl!("2"), hcl!(3)])?, 4);
    assert_eq!(core.function("twice").call([hcl!(unknown)])?, hcl!(unknown), "nobody is asked");
    for arguments in [vec![], vec![hcl!(null)], vec![hcl!("two")]] {
        let error = core.function("twice").call(arguments).unwrap_err();
        assert!(error.to_string().contains("Terraform refuses"), "{error}");
    }
    Ok(())
}

#[test]
fn an_error_of_a_function_is_at_its_argument() {
    let function_error = proto::FunctionError { text: "odd".to_owned(), function_argument: Some(0) };
    let answer = proto::call_function::Response { result: None, error: Some(function_error) };
    let (core, _) = Fake::start(Answers { call_function: vec![answer], ..Answers::default() }).unwrap();
    let error = core.function("twice").call([hcl!(1)]).unwrap_err();
    assert_eq!(error.to_string(), "CallFunction of twice failed\n\nError: odd\n  at arguments[0]");
}

#[test]
fn an_ephemeral_resource_is_opened_renewed_and_closed() -> Result<()> {
    let (core, fake) = fake();
    let mut opened = core.ephemeral_resource("fake_token").open(hcl! { name = "ci" })?;
    assert_eq!(opened.attribute("token"), "secret");
    assert!(opened.renew_at().is_some());
    opened.renew()?;
    assert!(opened.renew().is_err(), "it has not asked for another time");
    opened.close()?;
    assert_eq!(*fake.closed.lock().unwrap(), [Some(b"second".to_vec())]);
    assert!(core.ephemeral_resource("fake_token").open(hcl! { name = unknown }).is_err());
    Ok(())
}

#[test]
fn a_list_ends_at_its_limit() -> Result<()> {
    let (core, fake) = fake();
    let all = core.list_resource("fake_disk").list(hcl! {})?;
    assert_eq!(all.len(), 3);
    assert_eq!((&all[0].identity, all[0].display_name.as_str()), (&hcl! { id = "a" }, "a disk"));
    fake.taken.store(0, Ordering::Relaxed);
    assert_eq!(core.list_resource("fake_disk").limit(2).list(hcl! {})?.len(), 2);
    assert_eq!(fake.taken.load(Ordering::Relaxed), 2, "what comes after is not even asked for");
    assert!(core.list_resource("fake_disk").limit(0).list(hcl! {})?.is_empty());
    Ok(())
}

#[test]
fn an_action_tells_its_progress() -> Result<()> {
    let (core, _) = fake();
    let invoked = core.action("fake_run").invoke(hcl! { name = "a" })?;
    assert_eq!(invoked, Invoked { progress: vec!["one".to_owned(), "two".to_owned()], warnings: Vec::new() });
    assert_eq!(core.action("fake_run").plan(hcl! { name = unknown })?, None);
    assert!(core.action("fake_run").invoke(hcl! { name = unknown }).is_err());
    Ok(())
}

#[test]
fn a_deferred_action_is_not_invoked() -> Result<()> {
    let deferred = Some(proto::Deferred { reason: 2 });
    let plan_action = proto::plan_action::Response { deferred, ..Default::default() };
    let (core, _) = Fake::start(Answers { plan_action, ..Answers::default() })?;
    let error = core.action("fake_run").plan(hcl! { name = "a" }).unwrap_err();
    assert!(error.breaks(Rule::Deferral), "{error}");
    let core = core.with_capabilities(Capabilities { deferral_allowed: true, ..Capabilities::default() });
    let run = core.action("fake_run");
    assert_eq!(run.plan(hcl! { name = "a" })?, Some(Deferred::ProviderConfigUnknown));
    assert!(run.invoke(hcl! { name = "a" }).is_err());
    Ok(())
}

#[test]
fn a_configuration_is_generated() -> Result<()> {
    let (core, _) = fake();
    let disk = core.resource("fake_disk").stored(0, hcl! { name = "a" })?;
    assert_eq!(disk.generate_config()?, hcl! { name = "a" });
    Ok(())
}

#[test]
fn a_state_goes_there_and_back_in_chunks() -> Result<()> {
    let (core, fake) = fake();
    let store = core.state_store("fake_store").chunk_size(10).configure(hcl! {})?;
    assert_eq!(store.chunk_size(), 4);
    store.write("default", b"abcdefghi")?;
    let written = fake.written.lock().unwrap();
    let sent: Vec<_> = written.iter().map(|chunk| (&chunk.bytes[..], chunk.range.unwrap().end)).collect();
    assert_eq!(sent, [(&b"abcd"[..], 3), (b"efgh", 7), (b"i", 8)]);
    let metas: Vec<_> = written.iter().map(|chunk| chunk.meta.as_ref().map(|meta| &*meta.state_id)).collect();
    assert_eq!(metas, [Some("default"), None, None]);
    assert_eq!(store.read("default")?, b"abcdef");
    assert_eq!(store.states()?, ["default"]);
    let lock = store.lock("default", "OperationTypeApply")?;
    store.unlock("default", &lock)?;
    store.delete("default")
}

#[test]
fn a_state_that_is_not_there_is_empty() -> Result<()> {
    let (core, _) = Fake::start(Answers { read_state_bytes: Vec::new(), ..Answers::default() })?;
    let store = core.state_store("fake_store").configure(hcl! {})?;
    assert_eq!(store.read("other")?, b"");
    Ok(())
}

type Case = (Rule, Answers, fn(Core) -> Result<()>);

fn called(core: Core) -> Result<()> {
    core.function("twice").call([hcl!(2)]).map(drop)
}

fn opened(core: Core) -> Result<()> {
    core.ephemeral_resource("fake_token").open(hcl! { name = "ci" }).map(drop)
}

fn queried(core: Core) -> Result<()> {
    core.list_resource("fake_disk").list(hcl! {}).map(drop)
}

fn invoked(core: Core) -> Result<()> {
    core.action("fake_run").invoke(hcl! { name = "a" }).map(drop)
}

fn generated(core: Core) -> Result<()> {
    core.resource("fake_disk").stored(0, hcl! { name = "a" })?.generate_config().map(drop)
}

fn store_read(core: Core) -> Result<()> {
    core.state_store("fake_store").configure(hcl! {})?.read("default").map(drop)
}

macro_rules! but {
    ($field:ident: $value:expr) => {
        Answers { $field: $value, ..Answers::default() }
    };
}

fn functions_and_ephemerals() -> Vec<Case> {
    let function_error = |at: i64| proto::call_function::Response {
        result: None,
        error: Some(proto::FunctionError { text: "odd".to_owned(), function_argument: Some(at) }),
    };
    let opened_as = |result: Value| proto::open_ephemeral_resource::Response {
        result: Some(wire(&result, &token_type())),
        ..Default::default()
    };
    vec![
        (Rule::FunctionResult, but!(call_function: vec![proto::call_function::Response::default()]), called),
        (Rule::FunctionArgument, but!(call_function: vec![function_error(1)]), called),
        (Rule::FunctionArgument, but!(call_function: vec![function_error(-1)]), called),
        (Rule::FunctionPure, but!(call_function: vec![result(4), result(5)]), called),
        (Rule::EphemeralValid, but!(open_ephemeral_resource: opened_as(token("other"))), opened),
        (Rule::EphemeralValid, but!(open_ephemeral_resource: opened_as(Value::Null)), opened),
    ]
}

fn lists_and_actions() -> Vec<Case> {
    let mut elsewhere = Answers::default();
    let schemas = &mut elsewhere.schema;
    schemas.resource_schemas = [("fake_other".to_owned(), schemas.resource_schemas["fake_disk"].clone())].into();
    let plan_action = proto::plan_action::Response {
        deferred: Some(proto::Deferred { reason: 1 }),
        ..proto::plan_action::Response::default()
    };
    let allowing: fn(Core) -> Result<()> =
        |core| invoked(core.with_capabilities(Capabilities { deferral_allowed: true, ..Capabilities::default() }));
    let no_kind = proto::invoke_action::Event { r#type: None };
    vec![
        (Rule::ListIdentitySchema, elsewhere, queried),
        (Rule::ListIdentity, but!(list_resource: vec![listed(None)]), queried),
        (Rule::ActionDeferral, but!(plan_action: plan_action), allowing),
        (Rule::ActionEvent, but!(invoke_action: vec![no_kind, completed()]), invoked),
        (Rule::ActionCompleted, but!(invoke_action: vec![]), invoked),
        (Rule::ActionCompleted, but!(invoke_action: vec![progress("a")]), invoked),
        (Rule::ActionCompleted, but!(invoke_action: vec![completed(), completed()]), invoked),
        (Rule::ActionCompleted, but!(invoke_action: vec![completed(), progress("late")]), invoked),
        (
            Rule::GeneratedConfig,
            but!(generate_resource_config: proto::generate_resource_config::Response::default()),
            generated,
        ),
    ]
}

fn state_stores() -> Vec<Case> {
    let capabilities = |chunk_size: Option<i64>| proto::configure_state_store::Response {
        capabilities: chunk_size.map(|chunk_size| proto::StateStoreServerCapabilities { chunk_size }),
        diagnostics: Vec::new(),
    };
    let no_range = proto::read_state_bytes::Response { range: None, ..chunk(b"abcd", 0) };
    vec![
        (Rule::StoreCapabilities, but!(configure_state_store: capabilities(None)), store_read),
        (Rule::StoreChunkSize, but!(configure_state_store: capabilities(Some(0))), store_read),
        (Rule::StoreChunkSize, but!(configure_state_store: capabilities(Some((128 << 20) + 1))), store_read),
        (Rule::StoreRange, but!(read_state_bytes: vec![no_range, chunk(b"ef", 4)]), store_read),
        (Rule::StoreRange, but!(read_state_bytes: vec![chunk(b"abcd", 0), chunk(b"ef", 5)]), store_read),
        (Rule::StoreChunkLength, but!(read_state_bytes: vec![chunk(b"ab", 0), chunk(b"cdef", 2)]), store_read),
        (Rule::StoreChunkLength, but!(read_state_bytes: vec![chunk(b"abcdef", 0)]), store_read),
        (Rule::StoreTotal, but!(read_state_bytes: vec![chunk(b"abcd", 0)]), store_read),
    ]
}

/// All of them, for the test that looks for rules without one.
pub fn rules() -> Vec<Rule> {
    let all = functions_and_ephemerals().into_iter().chain(lists_and_actions()).chain(state_stores());
    all.map(|(rule, ..)| rule).collect()
}

fn outcome(answers: Answers, story: fn(Core) -> Result<()>) -> Result<(), Error> {
    story(Fake::start(answers)?.0)
}

#[test]
fn wrong_answers_of_every_kind_are_reported() {
    for (at, (rule, answers, story)) in
        functions_and_ephemerals().into_iter().chain(lists_and_actions()).chain(state_stores()).enumerate()
    {
        match outcome(answers, story) {
            Ok(()) => panic!("case {at}, {rule:?}: nothing was noticed"),
            Err(error) => assert!(error.breaks(rule), "case {at}, {rule:?}: {error}"),
        }
    }
}
