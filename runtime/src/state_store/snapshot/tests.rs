//! What Terraform writes is read, kept to the byte and found sound; what is broken is named with its place.

use super::*;

/// As Terraform 1.15.5 wrote it, but for what is new in it: a version that this one does not know may have added it.
const STATE: &str = include_str!("tests/state.json");

fn snapshot() -> Snapshot {
    Snapshot::read(STATE.as_bytes()).unwrap()
}

#[test]
fn entries_are_typed_and_found() {
    let snapshot = snapshot();
    assert_eq!((snapshot.serial(), snapshot.terraform_version()), (12, "1.15.5"));
    assert_eq!(snapshot.lineage(), "5d0b5cbd-4d3c-6f0f-9e0c-7d8f1c7e9a10");
    let addresses: Vec<&str> = snapshot.entries().iter().map(|entry| entry.address.as_str()).collect();
    let expected = [
        "data.acme_image.base",
        "module.web[\"eu\"].acme_disk.data[0]",
        "module.web[\"eu\"].acme_disk.data[1]",
        "acme_user.all[\"kim \\\"k\\\"\"]",
        "acme_user.all[\"kim \\\"k\\\"\"] (deposed 1a2b3c4d)",
    ];
    assert_eq!(addresses, expected);
    let disk = snapshot.find(expected[1]).unwrap();
    assert_eq!(
        (disk.kind, disk.schema_version, disk.provider.as_str()),
        (EntryKind::Managed, 2, "registry.example/acme/acme")
    );
    assert_eq!(disk.dependencies, ["data.acme_image.base", "module.web.acme_network.main"]);
    assert_eq!(
        disk.sensitive.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["password", "keys[\"a b\"]", "parts[1].token"]
    );
    assert!(snapshot.find(expected[2]).unwrap().tainted);
    assert_eq!(snapshot.find(expected[4]).unwrap().deposed.as_deref(), Some("1a2b3c4d"));
    assert_eq!(snapshot.find("acme_user.none"), None);
    assert_eq!(snapshot.value(snapshot.output("ids").unwrap()), "[\"a\", \"b\"]");
    assert!(snapshot.output("password").unwrap().sensitive);
    assert!(!format!("{snapshot:?}").contains("hunter2"));
}

#[test]
fn what_is_not_changed_stays_to_the_byte() {
    let snapshot = snapshot();
    assert_eq!(snapshot.as_bytes(), STATE.as_bytes());
    let changed = snapshot.with_serial(1234);
    assert_eq!(changed.serial(), 1234);
    assert_eq!(
        std::str::from_utf8(changed.as_bytes()).unwrap(),
        STATE.replacen("\"serial\": 12,", "\"serial\": 1234,", 1)
    );
    assert_ne!(changed.content_revision(), snapshot.content_revision());
    assert_eq!(changed.with_serial(12).content_revision(), snapshot.content_revision());
    for entry in snapshot.entries() {
        let without = snapshot.without(&entry.address).unwrap();
        assert_eq!(without.find(&entry.address), None, "{}", entry.address);
        assert_eq!(without.entries().len(), snapshot.entries().len() - 1);
        assert!(without.validate().is_empty(), "{:?}", without.validate());
        let text = std::str::from_utf8(without.as_bytes()).unwrap();
        assert!(text.contains("\"from_the_future\": {\"x\" : [1e400, 0.10]}"), "unknown fields stay");
        let lines: Vec<&str> = STATE.lines().map(str::trim).collect();
        assert!(text.lines().map(str::trim).filter(|line| line.len() > 4).all(|line| lines.contains(&line)), "{text}");
    }
    assert!(snapshot.without("acme_user.none").is_none());
}

#[test]
fn sensitive_values_are_masked_at_every_depth() {
    let snapshot = snapshot();
    let disk = &snapshot.entries()[1];
    let shown = snapshot.shown(disk, &|_| false);
    assert!(!shown.contains("hunter2"), "{shown}");
    assert_eq!(shown.matches("(sensitive value)").count(), 3, "{shown}");
    assert!(shown.contains("\"size\": 10") && shown.contains("\"token\": \"shown\""), "{shown}");
    let more = snapshot.shown(disk, &|path| path.to_string() == "size");
    assert!(!more.contains("\"size\": 10"), "{more}");
    let secrets = snapshot.secrets();
    assert!(secrets.iter().all(|secret| secret == "hunter2") && secrets.len() == 4, "{secrets:?}");
    let copied = masked("{\"a\": [\"x-hunter2\", \"y\"]}", Mask { is_sensitive: &|_| false, secrets: &secrets });
    let dynamic =
        STATE.replacen("\"password\": \"hunter2\"", "\"password\": {\"value\": \"hunter3\", \"type\": \"string\"}", 1);
    let secrets = Snapshot::read(dynamic.as_bytes()).unwrap().secrets();
    assert!(secrets.contains(&"hunter3".to_owned()) && !secrets.contains(&"string".to_owned()), "{secrets:?}");
    assert!(!copied.contains("hunter2") && copied.contains("\"y\""), "{copied}");
    assert_eq!(masked("{\"a\"", Mask { is_sensitive: &|_| false, secrets: &[] }), "\"(sensitive value)\"");
}

#[test]
fn a_sound_state_has_no_findings() {
    assert_eq!(snapshot().validate(), []);
    let empty = r#"{"version":4,"terraform_version":"1.15.5","serial":1,"lineage":"x","outputs":{},"resources":[],"check_results":null}"#;
    assert_eq!(Snapshot::read(empty.as_bytes()).unwrap().validate(), []);
}

/// What is said of the state with one thing in it replaced.
fn broken(from: &str, to: &str) -> Vec<String> {
    assert!(STATE.contains(from), "{from}");
    let text = STATE.replacen(from, to, 1);
    let findings = match Snapshot::read(text.as_bytes()) {
        Ok(snapshot) => snapshot.validate(),
        Err(findings) => findings,
    };
    findings.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (from, to, expected) in [
        ("\"serial\": 12", "\"serial\": -1", "serial: A whole number that is not negative is due"),
        ("\"serial\": 12,", "", "Its \"serial\" is missing"),
        ("\"1.15.5\"", "\"one\"", "terraform_version: It is no version"),
        (
            "\"lineage\": \"5d0b5cbd-4d3c-6f0f-9e0c-7d8f1c7e9a10\"",
            "\"lineage\": 5",
            "lineage: A string is due, and it is a number",
        ),
        (
            "[\"list\", \"string\"]",
            "[\"list\", \"number\"]",
            "outputs.ids: Its value does not fit its type, at \"[0]\"",
        ),
        ("[\"list\", \"string\"]", "[\"lost\", \"string\"]", "outputs.ids.type: It is no type"),
        ("\"name\": \"base\"", "\"name\": \"0 base\"", "resources[0].name: It is no name"),
        ("\"mode\": \"data\"", "\"mode\": \"dada\"", "resources[0]: There is no mode \"dada\""),
        ("\"type\": \"acme_image\",", "", "resources[0]: Its \"type\" is missing"),
        ("registry.example/acme/acme", "acme", "resources[0].provider: It is no provider"),
        ("\"index_key\": 1", "\"index_key\": 0", "resources[1].instances[1]: The instance \"[0]\" is there twice"),
        ("\"index_key\": 1", "\"index_key\": \"b\"", "resources[1].instances[1].index_key: It is no index"),
        (
            "\"schema_version\": 2",
            "\"schema_version\": \"2\"",
            "resources[1].instances[0].schema_version: A whole number",
        ),
        ("\"status\": \"tainted\"", "\"status\": \"odd\"", "resources[1].instances[1].status: There is no such status"),
        ("\"private\": \"eyJ4IjoxfQ==\"", "\"private\": \"?\"", "resources[1].instances[0].private: It is no base64"),
        ("\"value\": \"password\"", "\"value\": \"passwort\"", "sensitive_attributes: There is no attribute passwort"),
        ("\"type\": \"get_attr\"", "\"type\": \"attr\"", "sensitive_attributes: They are no paths"),
        ("\"deposed\": \"1a2b3c4d\"", "\"deposed\": \"1\"", "resources[2].instances[1]: Its \"deposed\" is no key"),
        (
            "\"name\": \"all\"",
            "\"name\": \"all\", \"name\": \"all\"",
            "resources[2].name: The key \"name\" is there twice",
        ),
        ("\"data.acme_image.base\"", "7", "dependencies[0]: It is no address"),
        ("\"version\": 4", "\"version\": 3", "version: It is in format 3, which Terraform before 0.12 wrote"),
        ("\"version\": 4", "\"version\": 5", "version: It is in format 5"),
        ("\"version\": 4,", "", "It is no state"),
        ("\"resources\": [", "\"resources\": [[", "It is no state: the JSON"),
    ] {
        let said = broken(from, to);
        assert!(said.iter().any(|line| line.contains(expected)), "{from} → {to}: {said:#?}");
    }
    let said = broken("\"serial\": 12", "\"serial\": -1");
    assert!(said[0].starts_with("line 4, serial:"), "{said:?}");
    for text in ["", " \n", "null", "[]", "{}", "{\"version\":4", "\u{0}"] {
        assert!(Snapshot::read(text.as_bytes()).is_err(), "{text:?}");
    }
}

#[test]
fn cut_and_changed_states_never_panic() {
    for length in (0..STATE.len()).step_by(11) {
        if let Ok(snapshot) = Snapshot::read(&STATE.as_bytes()[..length]) {
            snapshot.validate();
        }
        let mut changed = STATE.as_bytes().to_vec();
        changed[length] = b"{}[]\",:0n\\"[length / 11 % 10];
        if let Ok(snapshot) = Snapshot::read(&changed) {
            snapshot.validate();
            for entry in snapshot.entries() {
                snapshot.shown(entry, &|_| false);
                let _ = snapshot.without(&entry.address);
            }
        }
    }
}
