//! Private state over the wire: it lives as long as its object, and is encrypted when a key is given.

use super::client::{PRIVATE, assert_said};
use super::kitchen_resource::{Folder, Kitchen, Stored, config};
use terraform_provider_kitchen::generated::resources::card::CardModel;
use terraform_provider_kitchen::generated::resources::glass::GlassModel;
use terraform_provider_kitchen::generated::resources::safe::SafeModel;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::Value;

const OLD: (&str, &str) = ("KITCHEN_PRIVATE_STATE_KEY", "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=");
const NEW: (&str, &str) = ("KITCHEN_PRIVATE_STATE_KEY", "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=");
const OLD_KEYS: (&str, &str) = ("KITCHEN_PRIVATE_STATE_OLD_KEYS", OLD.1);

fn safe(label: &str) -> Value {
    config::<SafeModel>(&[("label", Value::string(label))])
}

fn shows(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[tokio::test]
async fn what_one_operation_sets_the_next_one_gets() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let made = kitchen.change::<SafeModel>(&Stored::nothing(), &safe("a")).await.quiet();
    assert!(shows(&made.private, "open dish-1 sesame"), "without a key it is plain");
    let read = kitchen.read::<SafeModel>(&made).await.quiet();
    assert_eq!((read.get("secured"), &read.private), (&Value::Bool(true), &made.private));
    let changed = kitchen.change::<SafeModel>(&read, &safe("b")).await.quiet();
    assert_eq!((changed.get("openings"), changed.get("secured")), (&Value::number(2), &Value::Bool(true)));
    let nothing = Stored { private: changed.private.clone(), ..Stored::nothing() };
    let gone = kitchen.apply::<SafeModel>(&changed, &nothing, &Value::Null).await.quiet();
    assert_eq!((gone.state, gone.private), (Value::Null, Vec::new()));
}

#[tokio::test]
async fn a_create_that_fails_keeps_what_was_set() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let jammed = kitchen.change::<SafeModel>(&Stored::nothing(), &safe("jammed")).await;
    assert_said(&jammed.diagnostics, &["error: The safe is jammed"]);
    assert_eq!(jammed.get("id"), &Value::string("dish-1"));
    assert!(shows(&jammed.private, "open dish-1 sesame"));
}

#[tokio::test]
async fn create_gets_what_was_planned_and_the_second_plan_what_the_first_one_set() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let planned = kitchen
        .plan_again::<CardModel>(&Stored::nothing(), &config::<CardModel>(&[("text", Value::string("t"))]), PRIVATE)
        .await;
    assert_eq!(planned.clone().quiet().private, PRIVATE, "what the first plan set is there again");
    let card = config::<CardModel>(&[("text", Value::string("t"))]);
    let made = kitchen.apply::<CardModel>(&Stored::nothing(), &planned, &card).await.quiet();
    assert!(shows(&made.private, "\"p\"") && shows(&made.private, "grandmother"), "both are kept");
}

#[tokio::test]
async fn update_gets_what_the_plan_has_set_in_place_of_what_was_stored() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let glass = |fate: &str| config::<GlassModel>(&[("fate", Value::string(fate))]);
    let made = kitchen.change::<GlassModel>(&Stored::nothing(), &glass("whole")).await.quiet();
    assert!(shows(&made.private, "mark of glass-1"));
    let marked = glass("mark in plan");
    let planned = kitchen.plan::<GlassModel>(&made, &marked).await.quiet();
    assert!(shows(&planned.private, "mark in plan") && !shows(&planned.private, "mark of glass-1"));
    let again = kitchen.plan_again::<GlassModel>(&made, &marked, &planned.private).await.quiet();
    assert_eq!(again.private, planned.private);
    let updated = kitchen.apply::<GlassModel>(&made, &again, &marked).await;
    assert_eq!(updated.diagnostics, ["warning: Its mark is \"mark in plan\""]);
    assert_eq!(updated.private, planned.private);
    let kept = kitchen.change::<GlassModel>(&updated, &glass("whole")).await.quiet();
    assert_eq!(kept.private, planned.private, "the next plan sets nothing, and nothing is lost");
}

#[tokio::test]
async fn what_was_kept_of_a_replaced_object_does_not_reach_its_successor() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let config = config::<SafeModel>(&[("label", Value::string("gold"))]);
    let created = kitchen.change::<SafeModel>(&Stored::nothing(), &config).await.quiet();
    assert!(!created.private.is_empty());
    // The second plan of a replacement: nothing is there yet, but what the first plan kept comes along.
    let replaced = Stored { private: created.private, ..Stored::nothing() };
    let planned = kitchen.plan::<SafeModel>(&replaced, &config).await.quiet();
    assert_eq!(planned.private, Vec::<u8>::new());
}

#[tokio::test]
async fn with_a_key_nothing_can_be_read_and_a_new_key_takes_over() {
    let folder = Folder::new();
    let made = Kitchen::with(&folder, &[OLD]).await.change::<SafeModel>(&Stored::nothing(), &safe("a")).await.quiet();
    assert!(!shows(&made.private, "sesame") && !shows(&made.private, "combination"));
    let mut rotated = Kitchen::with(&folder, &[NEW, OLD_KEYS]).await;
    let read = rotated.read::<SafeModel>(&made).await.quiet();
    assert_eq!(read.get("secured"), &Value::Bool(true));
    assert_ne!(read.private, made.private, "a read encrypts it with the new key");
    let mut newest = Kitchen::with(&folder, &[NEW]).await;
    assert_eq!(newest.read::<SafeModel>(&read).await.quiet().get("secured"), &Value::Bool(true));
}

/// The environment of a process, what it is given, and what it says.
type Case<'a> = (&'a [(&'a str, &'a str)], &'a Stored, &'a [&'a str]);

#[tokio::test]
async fn a_key_that_is_missing_wrong_or_changed_data_stops_everything_and_loses_nothing() {
    let folder = Folder::new();
    let made = Kitchen::with(&folder, &[OLD]).await.change::<SafeModel>(&Stored::nothing(), &safe("a")).await.quiet();
    let mut changed = made.clone();
    *changed.private.last_mut().unwrap() ^= 1;
    let cases: [Case<'_>; 3] = [
        (
            &[],
            &made,
            &["error: The private state of a kitchen_safe is encrypted", "at hand: none", "KITCHEN_PRIVATE_STATE_KEY"],
        ),
        (&[NEW], &made, &["error: The private state of a kitchen_safe is encrypted", "KITCHEN_PRIVATE_STATE_OLD_KEYS"]),
        (&[OLD], &changed, &["error: The private state of a kitchen_safe is not what was stored"]),
    ];
    for (variables, stored, words) in cases {
        let mut kitchen = Kitchen::with(&folder, variables).await;
        let read = kitchen.read::<SafeModel>(stored).await;
        assert_said(&read.diagnostics, words);
        assert_eq!((&read.state, &read.private), (&stored.state, &stored.private));
        assert_said(&kitchen.plan::<SafeModel>(stored, &safe("b")).await.diagnostics, words);
        let planned = Stored { private: stored.private.clone(), ..made.clone() };
        let applied = kitchen.apply::<SafeModel>(stored, &planned, &safe("b")).await;
        assert_said(&applied.diagnostics, words);
        assert_eq!((&applied.state, &applied.private), (&stored.state, &stored.private));
    }
}

/// What reads private state: read, plan, update and delete. Each says the same of what it cannot read, and gives it back.
async fn refuse(kitchen: &mut Kitchen, stored: &Stored, what: &str) {
    let planned = Stored { private: stored.private.clone(), ..stored.clone() };
    let nothing = Stored { private: stored.private.clone(), ..Stored::nothing() };
    let kept = |answer: &Stored| (answer.state.clone(), answer.private.clone());
    let expected = (stored.state.clone(), stored.private.clone());
    let read = kitchen.read::<SafeModel>(stored).await;
    let updated = kitchen.apply::<SafeModel>(stored, &planned, &safe("b")).await;
    let deleted = kitchen.apply::<SafeModel>(stored, &nothing, &Value::Null).await;
    for answer in [&read, &updated, &deleted] {
        assert_said(&answer.diagnostics, &["error: The private state of a kitchen_safe"]);
        assert_eq!(kept(answer), expected, "{what}");
    }
    let plan = kitchen.plan::<SafeModel>(stored, &safe("b")).await;
    assert_said(&plan.diagnostics, &["error: The private state of a kitchen_safe"]);
    let said = [read, updated, deleted, plan].map(|answer| answer.diagnostics.concat()).concat();
    assert!(!said.contains("sesame"), "{what}: {said}");
}

#[tokio::test]
async fn whatever_is_changed_in_private_state_is_an_error_that_keeps_the_object() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::with(&folder, &[OLD]).await;
    let made = kitchen.change::<SafeModel>(&Stored::nothing(), &safe("a")).await.quiet();
    let length = made.private.len();
    for at in 0..length {
        let mut changed = made.clone();
        changed.private[at] ^= 1 << (at % 8);
        refuse(&mut kitchen, &changed, &format!("byte {at} of {length} is another")).await;
        let cut = Stored { private: made.private[..at].to_vec(), ..made.clone() };
        if at > 0 {
            refuse(&mut kitchen, &cut, &format!("{at} bytes of {length}")).await;
        }
    }
    let longer = Stored { private: [&made.private[..], b"more"].concat(), ..made.clone() };
    refuse(&mut kitchen, &longer, "bytes at the end").await;
    let card = config::<CardModel>(&[("text", Value::string("t"))]);
    let card = kitchen.change::<CardModel>(&Stored::nothing(), &card).await.quiet();
    refuse(&mut kitchen, &Stored { private: card.private, ..made.clone() }, "that of another type").await;
    kitchen.read::<SafeModel>(&made).await.quiet();
}

#[tokio::test]
async fn private_state_of_one_object_is_refused_for_another_of_its_type() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::with(&folder, &[OLD]).await;
    let first = kitchen.change::<SafeModel>(&Stored::nothing(), &safe("a")).await.quiet();
    let second = kitchen.change::<SafeModel>(&Stored::nothing(), &safe("b")).await.quiet();
    refuse(&mut kitchen, &Stored { private: second.private.clone(), ..first.clone() }, "that of another object").await;
    let planned = kitchen.plan::<SafeModel>(&Stored::nothing(), &safe("c")).await.quiet();
    if !planned.private.is_empty() {
        refuse(&mut kitchen, &Stored { private: planned.private, ..first.clone() }, "that of no object").await;
    }
    // Whatever else of the object changes, it stays its own.
    let changed = kitchen.change::<SafeModel>(&first, &safe("z")).await.quiet();
    assert_eq!(kitchen.read::<SafeModel>(&changed).await.quiet().get("secured"), &Value::Bool(true));
}

#[tokio::test]
async fn what_is_not_encrypted_is_refused_where_there_is_a_key() {
    let folder = Folder::new();
    let plain = Kitchen::start(&folder).await.change::<SafeModel>(&Stored::nothing(), &safe("a")).await.quiet();
    let mut keyed = Kitchen::with(&folder, &[OLD]).await;
    refuse(&mut keyed, &plain, "stored in the clear").await;
    let mut migrating = Kitchen::with(&folder, &[OLD, ("KITCHEN_PRIVATE_STATE_ACCEPT_PLAIN", "1")]).await;
    let read = migrating.read::<SafeModel>(&plain).await;
    assert_said(&read.diagnostics, &["warning: The private state of a kitchen_safe was not encrypted"]);
    let read = Stored { diagnostics: Vec::new(), ..read };
    assert_eq!(read.get("secured"), &Value::Bool(true));
    assert_eq!(keyed.read::<SafeModel>(&read).await.quiet().get("secured"), &Value::Bool(true), "it is encrypted now");
}

#[tokio::test]
async fn a_malformed_key_is_refused_before_anything_is_done() {
    let folder = Folder::new();
    let (_, said) = Kitchen::configured(&folder, &[(OLD.0, "secret-but-short")]).await;
    assert_said(&said, &["error: A key for private state is malformed", "KITCHEN_PRIVATE_STATE_KEY"]);
    assert!(!said[0].contains("secret-but-short"));
}

#[tokio::test]
async fn private_state_of_another_provider_is_left_out_with_a_warning() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let made = kitchen.change::<SafeModel>(&Stored::nothing(), &safe("a")).await.quiet();
    let foreign = Stored { private: br#"{"schema_version":"1"}"#.to_vec(), ..made };
    let read = kitchen.read::<SafeModel>(&foreign).await;
    assert_said(&read.diagnostics, &["warning: The private state of a kitchen_safe is left out"]);
    assert_eq!((read.get("secured"), read.private.len()), (&Value::Bool(false), 0));
}

#[tokio::test]
async fn an_import_starts_with_nothing_and_its_first_read_is_told() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    kitchen.change::<SafeModel>(&Stored::nothing(), &safe("a")).await.quiet();
    let identity = Value::object([("id", Value::string("dish-1"))]);
    let ty = tfgen_runtime::schema::implied_type::identity_type(<SafeModel as tfgen_runtime::ResourceModel>::SCHEMA);
    let request = proto::import_resource_state::Request {
        type_name: "kitchen_safe".to_owned(),
        identity: Some(proto::ResourceIdentityData { identity_data: Some(super::client::dynamic(&identity, &ty)) }),
        ..Default::default()
    };
    let answer = kitchen.client.import_resource_state(request).await.unwrap().into_inner();
    let imported = &answer.imported_resources[0];
    let state = super::client::value(imported.state.clone(), &super::kitchen_resource::type_of::<SafeModel>());
    let imported = Stored { state, private: imported.private.clone(), diagnostics: Vec::new() };
    let read = kitchen.read::<SafeModel>(&imported).await.quiet();
    assert_eq!(
        (read.get("label"), read.get("secured"), read.private.len()),
        (&Value::string("a"), &Value::Bool(false), 0)
    );
}

#[tokio::test]
async fn a_sensitive_value_is_masked_in_what_a_handler_says() {
    let folder = Folder::new();
    let mut kitchen = Kitchen::start(&folder).await;
    let jammed = config::<SafeModel>(&[("label", Value::string("jammed")), ("pin", Value::string("314159265"))]);
    let failed = kitchen.change::<SafeModel>(&Stored::nothing(), &jammed).await;
    assert_said(&failed.diagnostics, &["error: The safe is jammed", "closed with (sensitive value)"]);
    assert!(!failed.diagnostics.concat().contains("314159265"));
    assert_eq!(failed.get("pin"), &Value::string("314159265"), "the state has it");
    // One that the handler has made up is in no request.
    let made = kitchen.change::<SafeModel>(&Stored::nothing(), &safe("blabbing")).await;
    assert_said(&made.diagnostics, &["warning: It is closed with (sensitive value)"]);
    assert_said(&made.diagnostics, &["error at pin", "Returned: (sensitive value)"]);
    assert!(!made.diagnostics.concat().contains("2718281828"), "{:?}", made.diagnostics);
}
