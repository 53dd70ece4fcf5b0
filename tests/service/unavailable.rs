//! Kinds of things that come with later versions: a clear diagnostic, in a form that Terraform survives.

use super::client::{Core, texts};
use tfgen_proto::tfplugin6 as proto;

const REFUSED: &str = "are not available in this version of the runtime";

#[tokio::test]
async fn a_state_store_is_refused_with_capabilities() {
    let mut core = Core::unconfigured("state store");
    let request = proto::configure_state_store::Request { type_name: "fixture_s3".to_owned(), ..Default::default() };
    let answer = core.client.configure_state_store(request).await.unwrap().into_inner();
    assert!(answer.diagnostics[0].summary.ends_with(REFUSED));
    assert!(answer.capabilities.unwrap().chunk_size > 0);
}

#[tokio::test]
async fn a_chunk_size_that_terraform_refuses_is_not_echoed() {
    let mut core = Core::unconfigured("chunk size");
    for (proposed, answered) in [(-1, 8 << 20), (1 << 40, 8 << 20), (1 << 20, 1 << 20)] {
        let capabilities = Some(proto::StateStoreClientCapabilities { chunk_size: proposed });
        let request = proto::configure_state_store::Request { capabilities, ..Default::default() };
        let answer = core.client.configure_state_store(request).await.unwrap().into_inner();
        assert_eq!(answer.capabilities.unwrap().chunk_size, answered);
    }
}

#[tokio::test]
async fn streams_send_one_event_with_the_diagnostic() {
    let mut core = Core::unconfigured("streams");
    let request = proto::list_resource::Request { type_name: "fixture_disk".to_owned(), ..Default::default() };
    let mut events = core.client.list_resource(request).await.unwrap().into_inner();
    assert!(events.message().await.unwrap().unwrap().diagnostic[0].summary.ends_with(REFUSED));
    assert!(events.message().await.unwrap().is_none());

    let request = proto::invoke_action::Request { action_type: "fixture_snapshot".to_owned(), ..Default::default() };
    let mut events = core.client.invoke_action(request).await.unwrap().into_inner();
    let Some(proto::invoke_action::event::Type::Completed(completed)) = events.message().await.unwrap().unwrap().r#type
    else {
        panic!("the event is not the last one");
    };
    assert!(completed.diagnostics[0].summary.ends_with(REFUSED));
    assert!(events.message().await.unwrap().is_none());

    let request = proto::read_state_bytes::Request { type_name: "fixture_s3".to_owned(), ..Default::default() };
    let mut chunks = core.client.read_state_bytes(request).await.unwrap().into_inner();
    let chunk = chunks.message().await.unwrap().unwrap();
    assert!(chunk.range.is_some() && chunk.diagnostics[0].summary.ends_with(REFUSED));
}

#[tokio::test]
async fn an_ephemeral_resource_is_refused() {
    let mut core = Core::unconfigured("refused");
    let request = proto::open_ephemeral_resource::Request::default();
    let answer = core.client.open_ephemeral_resource(request).await.unwrap().into_inner();
    assert!(texts(&answer.diagnostics)[0].contains(REFUSED));
}
