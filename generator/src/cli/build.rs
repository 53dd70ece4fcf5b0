//! `tfgen build`: generate, compile, and say how to use the result.

use super::session::{Failure, Session};
use super::{BuildArguments, cargo, generate};
use crate::write::write_whole;
use serde_json::json;
use std::ffi::OsString;
use std::path::Path;

/// Builds the provider.
pub fn run(session: &Session, arguments: &BuildArguments) -> Result<(), Failure> {
    cargo::ensure()?;
    let (root, provider) = generate::run(session)?;
    let binary = cargo::build(session, &root, &cargo_arguments(arguments))?;
    let folder = binary.parent().unwrap_or(&root);
    let config = folder.join("dev.tfrc");
    write_whole(&config, cli_config(&provider.address, folder).as_bytes())
        .map_err(|error| Failure::Error(format!("cannot write `{}`: {error}", config.display())))?;
    let text = format!(
        "Built {}\n\nUse it without installing it:\n\n  export TF_CLI_CONFIG_FILE={}\n\nThen `terraform plan` and `terraform \
         apply` (or `tofu`) in a folder whose configuration asks for\n`source = \"{}\"` work at once; there is no need for \
         `terraform init`.",
        binary.display(),
        shell(&config.display().to_string()),
        provider.address
    );
    session.result(&text, &json!({ "executable": binary, "cli_config": config, "source": provider.address }));
    Ok(())
}

fn cargo_arguments(arguments: &BuildArguments) -> Vec<OsString> {
    let mut list: Vec<OsString> = Vec::new();
    for (set, flag) in
        [(arguments.release, "--release"), (arguments.offline, "--offline"), (arguments.locked, "--locked")]
    {
        if set {
            list.push(flag.into());
        }
    }
    if let Some(target) = &arguments.target {
        list.extend(["--target".into(), target.into()]);
    }
    if let Some(jobs) = arguments.jobs {
        list.extend(["--jobs".into(), jobs.to_string().into()]);
    }
    list
}

/// A CLI configuration that takes this provider from a folder and everything else from where it usually is.
fn cli_config(address: &str, folder: &Path) -> String {
    format!(
        "# Written by `tfgen build`.\nprovider_installation {{\n  dev_overrides {{\n    {} = {}\n  }}\n  direct {{}}\n}}\n",
        hcl(address),
        hcl(&folder.display().to_string())
    )
}

fn hcl(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace("${", "$${").replace("%{", "%%{");
    format!("\"{escaped}\"")
}

fn shell(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%".contains(c);
    if text.chars().all(plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_folders_are_quoted() {
        let config = cli_config("acme/acme", Path::new("/a \"b\"/${c}"));
        assert!(config.contains(r#""acme/acme" = "/a \"b\"/$${c}""#), "{config}");
        assert_eq!(shell("/a b/it's"), r"'/a b/it'\''s'");
        assert_eq!(shell("/a/b"), "/a/b");
    }
}
