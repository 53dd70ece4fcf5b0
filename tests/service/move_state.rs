//! `UpgradeResourceState` over several versions, `MoveResourceState`, and `GenerateResourceConfig`.

use super::client::{assert_said, dynamic, texts, value};
use super::kitchen_resource::{Folder, Kitchen, Stored, config, type_of};
use terraform_provider_kitchen::generated::resources::card::CardModel;
use terraform_provider_kitchen::generated::resources::plate::PlateModel;
use terraform_provider_kitchen::generated::resources::recipe::RecipeModel;
use terraform_provider_kitchen::generated::resources::safe::SafeModel;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::Value;

fn raw(json: &str) -> proto::RawState {
    proto::RawState { json: json.as_bytes().to_vec().into(), ..Default::default() }
}

async fn upgrade(version: i64, json: &str) -> (Value, Vec<String>) {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let request = proto::upgrade_resource_state::Request {
        type_name: "kitchen_recipe".to_owned(),
        version,
        raw_state: Some(raw(json)),
    };
    let answer = kitchen.client.upgrade_resource_state(request).await.unwrap().into_inner();
    (value(answer.upgraded_state, &type_of::<RecipeModel>()), texts(&answer.diagnostics))
}

fn soup() -> Value {
    let ingredient = |name| Value::object([("name", Value::string(name))]);
    config::<RecipeModel>(&[
        ("cooks", Value::list([Value::string("Ada")])),
        ("id", Value::string("7")),
        ("ingredients", Value::list([ingredient("water"), ingredient("salt")])),
        ("language", Value::string("en")),
        ("name", Value::string("soup")),
        ("portions", Value::number(4)),
        ("steps", Value::number(2)),
    ])
}

#[tokio::test]
async fn a_state_goes_through_every_version() {
    let (state, said) = upgrade(
        0,
        r#"{"id":"7","title":"soup","portions":"4","cook":"Ada","rating":5,"steps":["cut","cook"],
            "ingredients":[{"what":"water"},{"what":"salt"}]}"#,
    )
    .await;
    assert_eq!((state, said), (soup(), Vec::new()));
    let (state, said) = upgrade(
        1,
        r#"{"id":"7","name":"soup","portions":4,"cook":"Ada","language":null,"steps":["cut","cook"],
            "ingredients":[{"name":"water"},{"name":"salt"}]}"#,
    )
    .await;
    assert_eq!((state, said), (soup(), Vec::new()));
}

#[tokio::test]
async fn what_an_upgrade_cannot_do_is_said() {
    let (_, said) = upgrade(0, r#"{"id":"7","portions":"many"}"#).await;
    assert_said(&said, &["error at portions: A stored value cannot be converted", "is no number"]);
    assert!(!said[0].contains("many"));
    let (_, said) = upgrade(1, r#"{"id":"7","steps":[""]}"#).await;
    assert_said(&said, &["error: A step of the recipe is empty"]);
    let (_, said) = upgrade(1, r#"{"id":"7","language":["en"]}"#).await;
    assert_said(&said, &["error at language: The stored state does not fit the schema after its upgrade"]);
    let (_, said) = upgrade(3, r#"{"id":"7"}"#).await;
    assert_said(&said, &["newer schema version", "has version 3", "has version 2"]);
    let (_, said) = upgrade(0, "null").await;
    assert_said(&said, &["error: The state of a kitchen_recipe is null"]);
}

async fn move_to(
    kitchen: &mut Kitchen,
    target: &str,
    from: (&str, &str, i64),
    state: &str,
    private: &[u8],
) -> proto::move_resource_state::Response {
    let request = proto::move_resource_state::Request {
        source_provider_address: from.0.to_owned(),
        source_type_name: from.1.to_owned(),
        source_schema_version: from.2,
        source_state: Some(raw(state)),
        target_type_name: target.to_owned(),
        source_private: private.to_vec(),
        ..Default::default()
    };
    kitchen.client.move_resource_state(request).await.unwrap().into_inner()
}

const OWN: &str = "registry.example/tfgen/kitchen";

#[tokio::test]
async fn an_object_of_another_type_moves_with_identity_and_private_state() {
    let folder = Folder::new();
    let key = [("KITCHEN_PRIVATE_STATE_KEY", "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=")];
    let mut kitchen = Kitchen::with(&folder, &key).await;
    let card = config::<CardModel>(&[("text", Value::string("soup"))]);
    let made = kitchen.change::<CardModel>(&Stored::nothing(), &card).await.quiet();
    let state = r#"{"id":"dish-1","text":"soup"}"#;
    let moved = move_to(&mut kitchen, "kitchen_recipe", (OWN, "kitchen_card", 0), state, &made.private).await;
    assert_eq!(texts(&moved.diagnostics), Vec::<String>::new());
    let expected = config::<RecipeModel>(&[
        ("id", Value::string("dish-1")),
        ("language", Value::string("en")),
        ("name", Value::string("soup")),
    ]);
    let state = value(moved.target_state, &type_of::<RecipeModel>());
    assert_eq!(state, expected);
    assert!(moved.target_identity.is_some());
    // It is encrypted for the new type, so that it can be read there.
    let stored = Stored { state, private: moved.target_private, diagnostics: Vec::new() };
    kitchen.read::<RecipeModel>(&stored).await.quiet();
}

#[tokio::test]
async fn a_value_that_is_write_only_in_the_new_type_does_not_move() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let state = r#"{"id":"plate-soup","text":"soup","secret":"engraved by hand"}"#;
    let moved = move_to(&mut kitchen, "kitchen_plate", (OWN, "kitchen_card", 0), state, &[]).await;
    assert_eq!(texts(&moved.diagnostics), Vec::<String>::new());
    let expected = config::<PlateModel>(&[("id", Value::string("plate-soup")), ("name", Value::string("soup"))]);
    assert_eq!(value(moved.target_state, &type_of::<PlateModel>()), expected);
}

#[tokio::test]
async fn an_object_of_another_provider_moves_without_its_private_state() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let from = ("registry.opentofu.org/hashicorp/null", "null_resource", 0);
    let moved = move_to(&mut kitchen, "kitchen_recipe", from, r#"{"id":"42","triggers":null}"#, b"{}").await;
    assert_eq!(texts(&moved.diagnostics), Vec::<String>::new());
    let state = value(moved.target_state, &type_of::<RecipeModel>());
    assert_eq!(state.get("name"), Some(&Value::string("null_resource 42")));
    assert!(moved.target_private.is_empty());
}

#[tokio::test]
async fn a_move_that_nobody_declared_is_refused() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let state = r#"{"id":"1"}"#;
    for (target, from, words) in [
        (
            "kitchen_safe",
            (OWN, "kitchen_card", 0),
            ["Unable to move a kitchen_card to a kitchen_safe", "from: nothing"],
        ),
        (
            "kitchen_recipe",
            (OWN, "kitchen_safe", 0),
            ["Unable to move a kitchen_safe", "kitchen_card of tfgen/kitchen"],
        ),
        ("kitchen_recipe", ("evil.example/xtfgen/kitchen", "kitchen_card", 0), ["Unable to move", "xtfgen/kitchen"]),
        ("kitchen_recipe", ("registry.example/hashicorp/null", "null_resource", 1), ["version 1", "version 0"]),
        ("kitchen_recipe", ("registry.example/hashicorp/null", "null_resource", -1), ["version -1", "version 0"]),
        ("kitchen_recipe", (OWN, "kitchen_card", 7), ["The state of a kitchen_card", "It has version 7"]),
        (
            "kitchen_recipe",
            (OWN, "kitchen_card", -1),
            ["The state of a kitchen_card has an older schema version", "It has version -1"],
        ),
        ("kitchen_recipe", (OWN, "", 0), ["Unable to move a ", "kitchen_card of tfgen/kitchen"]),
        ("kitchen_recipe", ("", "kitchen_card", 0), ["Unable to move a kitchen_card", "kitchen_card of tfgen/kitchen"]),
        ("kitchen_nothing", (OWN, "kitchen_card", 0), ["kitchen_nothing", "kitchen_recipe"]),
    ] {
        let refused = move_to(&mut kitchen, target, from, state, &[]).await;
        assert_said(&texts(&refused.diagnostics), &words);
        assert!(refused.target_state.is_none());
    }
}

fn has_error(diagnostics: &[proto::Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == i32::from(proto::diagnostic::Severity::Error))
}

/// Stored objects that nobody stored: cut off, of no form, too deep, of other types.
fn damaged() -> Vec<String> {
    let deep = format!("{{\"id\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let texts = ["", "null", "[]", "7", "{", "{\"id\":", "{\"id\":\"1\"}}", "\u{0}\u{1}"];
    let others = ["{\"id\":{\"a\":[1]}}", "{\"id\":\"1\",\"text\":[\"t\"]}"];
    texts.into_iter().chain(others).map(str::to_owned).chain([deep]).collect()
}

#[tokio::test]
async fn damaged_objects_are_refused_and_never_moved_or_upgraded() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    for text in damaged() {
        let shown: String = text.chars().take(30).collect();
        let moved = move_to(&mut kitchen, "kitchen_recipe", (OWN, "kitchen_card", 0), &text, &[]).await;
        assert!(has_error(&moved.diagnostics), "moved: {shown}");
        assert!(moved.target_state.is_none() && moved.target_private.is_empty(), "{shown}");
        let request = proto::upgrade_resource_state::Request {
            type_name: "kitchen_card".to_owned(),
            version: 0,
            raw_state: Some(raw(&text)),
        };
        let upgraded = kitchen.client.upgrade_resource_state(request).await.unwrap().into_inner();
        assert!(has_error(&upgraded.diagnostics), "upgraded: {shown}");
        assert!(upgraded.upgraded_state.is_none_or(|state| *state.msgpack == [0xc0]), "{shown}");
        let raw_identity = Some(raw(&text.replace("{\"id\":\"1\",\"text\":[\"t\"]}", "{\"id\":[]}")));
        let request = proto::upgrade_resource_identity::Request {
            type_name: "kitchen_card".to_owned(),
            version: 0,
            raw_identity,
        };
        let upgraded = kitchen.client.upgrade_resource_identity(request).await.unwrap().into_inner();
        assert!(has_error(&upgraded.diagnostics), "upgraded: {shown}");
    }
    // Private state that does not belong to what is moved.
    let moved = move_to(
        &mut kitchen,
        "kitchen_recipe",
        (OWN, "kitchen_card", 0),
        "{\"id\":\"1\",\"text\":\"t\"}",
        b"tfgen.private\0x",
    )
    .await;
    assert_said(&texts(&moved.diagnostics), &["error: The private state of a kitchen_card is damaged"]);
    assert!(moved.target_state.is_none());
}

#[tokio::test]
async fn a_configuration_is_made_of_what_a_person_would_have_written() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let ty = type_of::<SafeModel>();
    let label = ("label", Value::string("a"));
    let state = config::<SafeModel>(&[("id", Value::string("1")), label.clone(), ("openings", Value::number(1))]);
    let request = proto::generate_resource_config::Request {
        type_name: "kitchen_safe".to_owned(),
        state: Some(dynamic(&state, &ty)),
    };
    let answer = kitchen.client.generate_resource_config(request).await.unwrap().into_inner();
    assert_eq!(texts(&answer.diagnostics), Vec::<String>::new());
    assert_eq!(value(answer.config, &ty), config::<SafeModel>(&[label]));
}
