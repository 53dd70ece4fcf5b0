//! The provider whose stores are measured, as its users have it: a crate of `tfgen new` with three stores in TOML, built by `tfgen build --release`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tfgen_tests::built;
use tfgen_tests::terraform::target_folder;

/// The provider's name.
pub const NAME: &str = "team";

const STORES: &str = r#"[state_store.shelf]
kind        = "filesystem"
description = "Keeps states in a folder."

[state_store.bucket]
kind        = "s3"
description = "Keeps states in a bucket."

[state_store.ledger]
kind        = "postgres"
description = "Keeps states in a table of PostgreSQL."
"#;

/// Its program. The first time everything is compiled.
pub fn build() -> PathBuf {
    let folder = target_folder().join("state-costs");
    let root = folder.join(format!("terraform-provider-{NAME}"));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&folder).expect("a folder can be made");
    tfgen(&folder, &["new", NAME]);
    fs::write(root.join("schema/state_stores.toml"), STORES).expect("it can be written");
    tfgen(&root, &["build", "--release"]);
    root.join("target/release").join(format!("terraform-provider-{NAME}"))
}

fn tfgen(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(built::tfgen());
    built::as_by_hand(&mut command);
    for name in ["CARGO_TARGET_DIR", "RUSTFLAGS"] {
        command.env_remove(name);
    }
    command.env("CARGO_BUILD_BUILD_DIR", target_folder().join("state-costs/build"));
    let ran = command.args(arguments).current_dir(folder).output().expect("it starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
