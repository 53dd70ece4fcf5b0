//! `ImportResourceState`, and the read that comes after it.

use super::client::{Core, assert_said, disk, disk_identity, disk_type, dynamic, identity, texts, value};
use crate::fixture::disk_model::SCHEMA;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::Value;
use tfgen_runtime::schema::implied_type::identity_type;

async fn import(core: &mut Core, id: &str, by: &Value) -> Result<(Value, Value), Vec<String>> {
    let by = (!by.is_null())
        .then(|| proto::ResourceIdentityData { identity_data: Some(dynamic(by, &identity_type(&SCHEMA))) });
    let request = proto::import_resource_state::Request {
        type_name: "fixture_disk".to_owned(),
        id: id.to_owned(),
        identity: by,
        ..Default::default()
    };
    let answer = core.client.import_resource_state(request).await.unwrap().into_inner();
    let diagnostics = texts(&answer.diagnostics);
    let Some(imported) = answer.imported_resources.into_iter().next() else { return Err(diagnostics) };
    assert_eq!(diagnostics, Vec::<String>::new());
    assert_eq!(imported.type_name, "fixture_disk");
    Ok((value(imported.state, &disk_type()), identity(imported.identity)))
}

#[tokio::test]
async fn an_id_gives_the_identity() {
    let mut core = Core::start("import").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    let (state, identity) = import(&mut core, "eu-1/disk-1", &Value::Null).await.unwrap();
    assert_eq!(state, disk([("id", Value::string("disk-1")), ("region", Value::string("eu-1"))]));
    assert_eq!(identity, disk_identity("eu-1", "disk-1"));
    let read = core.read(&state, &identity).await;
    assert_eq!(read.state, created.state);
    assert_eq!(read.diagnostics, Vec::<String>::new());
}

#[tokio::test]
async fn what_an_id_leaves_out_is_known_after_the_read() {
    let mut core = Core::start("import without region").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    let (state, identity) = import(&mut core, "disk-1", &Value::Null).await.unwrap();
    assert_eq!(identity, Value::Null);
    let read = core.read(&state, &identity).await;
    assert_eq!(read.diagnostics, Vec::<String>::new());
    assert_eq!((read.state, read.identity), (created.state, disk_identity("eu-1", "disk-1")));
}

#[tokio::test]
async fn an_identity_imports_too() {
    let mut core = Core::start("import by identity").await;
    let by = disk_identity("eu-1", "disk-1");
    let (state, identity) = import(&mut core, "", &by).await.unwrap();
    assert_eq!(state, disk([("id", Value::string("disk-1")), ("region", Value::string("eu-1"))]));
    assert_eq!(identity, by);
}

#[tokio::test]
async fn an_id_of_another_form_is_an_error_that_shows_the_form() {
    let mut core = Core::start("import malformed").await;
    let diagnostics = import(&mut core, "", &Value::Null).await.unwrap_err();
    assert_said(&diagnostics, &["error: ", "[{region}/]{id}"]);
}

#[tokio::test]
async fn a_resource_without_pattern_cannot_be_imported_by_id() {
    let mut core = Core::start("import a note").await;
    let request = proto::import_resource_state::Request {
        type_name: "fixture_note".to_owned(),
        id: "n".to_owned(),
        ..Default::default()
    };
    let answer = core.client.import_resource_state(request).await.unwrap().into_inner();
    assert_said(&texts(&answer.diagnostics), &["error: A fixture_note cannot be imported by an id"]);
}
