//! The stores without Terraform: a state's life in a folder, and what Terraform sees of all of them.

use std::fs;
use std::path::PathBuf;
use terraform_provider_statestore::generated::wiring::registry;
use tfgen_testing::{Core, Result, hcl};

/// A folder that is not there yet.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// A state as Terraform writes it.
fn state(serial: u32) -> String {
    format!(
        r#"{{"version":4,"terraform_version":"1.15.5","serial":{serial},"lineage":"6f3c8d3e-1b8f-4b0a-9d57-1f8f0d2f9a10","outputs":{{}},"resources":[]}}"#
    )
}

#[test]
fn terraform_sees_this_schema() -> Result<()> {
    let core = Core::start(registry())?;
    insta::assert_snapshot!("schema", core.schema_json());
    Ok(())
}

#[test]
fn a_state_is_locked_written_listed_and_deleted_in_a_folder() -> Result<()> {
    let path = folder("life");
    let core = Core::start(registry())?.configure(hcl! {})?;
    let store = core.state_store("statestore_filesystem").configure(hcl! { path = &path, keep_revisions = 2 })?;
    assert_eq!(store.read("prod")?, b"", "there is none yet");

    let lock = store.lock("prod", "OperationTypeApply")?;
    let refused = store.lock("prod", "OperationTypePlan").expect_err("it is locked");
    assert!(refused.to_string().contains(&lock), "the id is what opens it: {refused}");
    for serial in 1..=3 {
        store.write("prod", state(serial).as_bytes())?;
    }
    store.unlock("prod", &lock)?;
    assert_eq!(store.read("prod")?, state(3).as_bytes());
    assert_eq!(store.states()?, ["prod"]);

    // A revision lies in a file of its own: two of them are kept.
    let revisions = fs::read_dir(path.join("data/history")).expect("there is a history").count();
    assert_eq!(revisions, 1, "one state has one");
    store.delete("prod")?;
    assert_eq!(store.states()?, [""; 0]);
    Ok(())
}

#[test]
fn stores_that_are_far_away_say_what_they_lack() -> Result<()> {
    let core = Core::start(registry())?.configure(hcl! {})?;
    let refused = |store: &str, config| {
        let refused = core.state_store(store).configure(config).map(drop).expect_err("it cannot be configured");
        refused.to_string()
    };
    let bucketless = refused("statestore_s3", hcl! { prefix = "network" });
    assert!(bucketless.contains("No bucket is given for the states"), "{bucketless}");
    let misspelt = refused("statestore_s3", hcl! { bucket = "acme-states", allow_insecure = ["encryption"] });
    assert!(misspelt.contains("\"encryption\" is no setting of a bucket"), "{misspelt}");
    let keyless = refused("statestore_sealed_s3", hcl! { bucket = "acme-states" });
    assert!(keyless.contains("aws-kms:KEY") && keyless.contains("STATESTORE_STATE_STORE_KEY"), "{keyless}");
    Ok(())
}
