//! `GetMetadata`, `GetProviderSchema`, `GetResourceIdentitySchemas` and `GetFunctions`.

use super::client::Core;
use tfgen_proto::tfplugin6 as proto;

#[tokio::test]
async fn metadata_names_everything() {
    let mut core = Core::unconfigured("metadata");
    let answer = core.client.get_metadata(proto::get_metadata::Request {}).await.unwrap().into_inner();
    let resources: Vec<_> = answer.resources.iter().map(|resource| resource.type_name.as_str()).collect();
    assert_eq!(resources, ["fixture_disk", "fixture_note"]);
    assert_eq!(answer.data_sources[0].type_name, "fixture_image");
    let capabilities = answer.server_capabilities.unwrap();
    assert!(capabilities.plan_destroy && capabilities.get_provider_schema_optional);
}

#[tokio::test]
async fn the_schema_is_served_as_it_was_encoded() {
    let mut core = Core::unconfigured("schema");
    let answer = core.client.get_provider_schema(proto::get_provider_schema::Request {}).await.unwrap().into_inner();
    assert_eq!(answer.provider.unwrap().version, 7);
}

#[tokio::test]
async fn identity_schemas_say_what_an_import_needs() {
    let mut core = Core::unconfigured("identity schemas");
    let request = proto::get_resource_identity_schemas::Request {};
    let answer = core.client.get_resource_identity_schemas(request).await.unwrap().into_inner();
    let disk = &answer.identity_schemas["fixture_disk"];
    let attributes: Vec<_> = disk
        .identity_attributes
        .iter()
        .map(|attribute| {
            let ty = std::str::from_utf8(&attribute.r#type).unwrap();
            (attribute.name.as_str(), ty, attribute.required_for_import, attribute.optional_for_import)
        })
        .collect();
    assert_eq!(attributes, [("id", "\"string\"", true, false), ("region", "\"string\"", false, true)]);
    assert!(answer.identity_schemas.contains_key("fixture_note"));
}

#[tokio::test]
async fn there_are_no_functions_and_that_is_no_error() {
    let mut core = Core::unconfigured("functions");
    let answer = core.client.get_functions(proto::get_functions::Request {}).await.unwrap().into_inner();
    assert!(answer.functions.is_empty() && answer.diagnostics.is_empty());
}
