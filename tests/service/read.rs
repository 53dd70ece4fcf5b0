//! `ReadResource` and `ReadDataSource`.

use super::client::{Core, PRIVATE, assert_said, disk, disk_identity, dynamic, texts, with};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::{Type, Value};

#[tokio::test]
async fn drift_is_seen() {
    let mut core = Core::start("drift").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    core.store.objects().disks.values_mut().next().unwrap().size_gb = 12;
    let read = core.read(&created.state, &created.identity).await;
    let expected = with(&created.state, [("checksum", Value::string("sum-12")), ("size_gb", Value::number(12))]);
    assert_eq!(read.state, expected);
    assert_eq!(read.identity, created.identity);
    assert_eq!(read.private, PRIVATE);
    assert_eq!(read.diagnostics, Vec::<String>::new());
}

#[tokio::test]
async fn an_object_that_is_gone_is_null() {
    let mut core = Core::start("gone").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    core.store.objects().disks.clear();
    let read = core.read(&created.state, &created.identity).await;
    assert_eq!((read.state, read.identity), (Value::Null, Value::Null));
    assert_eq!(read.diagnostics, Vec::<String>::new());
}

#[tokio::test]
async fn a_state_without_stored_identity_is_read_by_its_attributes() {
    let mut core = Core::start("read by state").await;
    let created = core.create(&disk([("name", Value::string("data"))])).await;
    let read = core.read(&created.state, &Value::Null).await;
    assert_eq!(read.state, created.state);
    assert_eq!(read.identity, disk_identity("eu-1", "disk-1"));
}

#[tokio::test]
async fn a_state_that_does_not_tell_which_object_it_is_about_is_an_error() {
    let mut core = Core::start("no identity").await;
    let state = disk([("name", Value::string("data"))]);
    let read = core.read(&state, &Value::Null).await;
    assert_eq!(read.state, state);
    assert_said(&read.diagnostics, &["error at id: The state does not tell which fixture_disk it is about", "`id`"]);
}

#[tokio::test]
async fn an_error_keeps_the_state() {
    let mut core = Core::start("failed read").await;
    let created = core.create(&disk([("fault", Value::string("fail read")), ("name", Value::string("data"))])).await;
    let read = core.read(&created.state, &created.identity).await;
    assert_eq!((read.state, read.identity), (created.state, created.identity));
    assert_eq!(read.diagnostics, ["error: The API is down"]);
}

#[tokio::test]
async fn a_panic_keeps_the_state() {
    let mut core = Core::start("panicking read").await;
    let created = core.create(&disk([("fault", Value::string("panic read")), ("name", Value::string("data"))])).await;
    let read = core.read(&created.state, &created.identity).await;
    assert_eq!(read.state, created.state);
    assert_said(&read.diagnostics, &["The provider panicked while reading fixture_disk: the API fell over"]);
    let again = core.read(&with(&created.state, [("fault", Value::Null)]), &created.identity).await;
    assert_eq!(again.diagnostics, Vec::<String>::new());
}

#[tokio::test]
async fn an_unconfigured_provider_is_an_error() {
    let mut core = Core::unconfigured("unconfigured");
    let state = disk([("id", Value::string("disk-1")), ("region", Value::string("eu-1"))]);
    let read = core.read(&state, &Value::Null).await;
    assert_eq!(read.state, state);
    assert_said(&read.diagnostics, &["error: The provider tests/fixture is not configured"]);
}

#[tokio::test]
async fn a_data_source_answers_with_defaults() {
    let mut core = Core::start("image").await;
    let (state, diagnostics) = core.read_image(Value::string("debian")).await;
    let expected = Value::object([
        ("channel", Value::string("stable")),
        ("id", Value::string("img-debian")),
        ("name", Value::string("debian")),
    ]);
    assert_eq!(state, expected);
    assert_eq!(diagnostics, ["warning: Images are old"]);
}

#[tokio::test]
async fn a_data_source_that_is_not_registered_is_named_with_those_that_are() {
    let mut core = Core::start("no such data source").await;
    let (ty, nothing) = (Type::object::<&str>([]), Value::object::<&str>([]));
    let (type_name, config) = ("fixture_picture".to_owned(), Some(dynamic(&nothing, &ty)));
    let request = proto::validate_data_resource_config::Request { type_name, config };
    let validated = core.client.validate_data_resource_config(request.clone()).await.unwrap().into_inner();
    let proto::validate_data_resource_config::Request { type_name, config } = request;
    let request = proto::read_data_source::Request { type_name, config, ..Default::default() };
    let read = core.client.read_data_source(request).await.unwrap().into_inner();
    let said = "error: The provider tests/fixture has no data source \"fixture_picture\"";
    for diagnostics in [texts(&validated.diagnostics), texts(&read.diagnostics)] {
        assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
        assert_said(&diagnostics, &[said, "of it has: fixture_image."]);
    }
    assert_eq!(read.state, None);
}

#[tokio::test]
async fn a_data_source_that_finds_nothing_is_an_error_at_the_attribute() {
    let mut core = Core::start("no image").await;
    let (state, diagnostics) = core.read_image(Value::string("missing")).await;
    assert_eq!(state, Value::Null);
    assert_eq!(diagnostics, ["error at name: There is no such image"]);
}

#[tokio::test]
async fn a_panic_of_a_data_source_is_an_error() {
    let mut core = Core::start("panicking image").await;
    let (_, diagnostics) = core.read_image(Value::string("panic")).await;
    assert_said(&diagnostics, &["The provider panicked while reading data fixture_image: the image fell over"]);
}
