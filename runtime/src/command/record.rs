//! What `terraform init` left in a working folder: which store there is, how it is configured, and which workspace is selected.

use crate::diagnostic::{Result, error};
use std::path::Path;
use tfgen_cty::json::Node;

/// The state store of a working folder. Configurations are JSON.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) store: String,
    pub(super) config: String,
    pub(super) provider_config: String,
}

/// The folder that Terraform keeps its own things in.
fn data_folder() -> String {
    std::env::var("TF_DATA_DIR").ok().filter(|folder| !folder.is_empty()).unwrap_or_else(|| ".terraform".to_owned())
}

/// The record of the current folder; `None` if there is none, or none of a state store.
pub(super) fn read() -> Result<Option<Record>> {
    let path = Path::new(&data_folder()).join("terraform.tfstate");
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(failed) if failed.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(failed) => return Err(error(format!("{} cannot be read", path.display())).detail(failed.to_string())),
    };
    decode(&text).map_err(|message| {
        error(format!("{} is no record of a working folder", path.display()))
            .detail(format!("{message}. Run `terraform init`, or say with --store and --set which store it is."))
    })
}

fn decode(text: &[u8]) -> Result<Option<Record>, String> {
    let node = Node::parse(text).map_err(|failed| failed.to_string())?;
    let Some(store) = node.get("state_store").filter(|store| !store.is_null()) else { return Ok(None) };
    let raw = |node: Option<Node<'_>>| node.filter(|node| !node.is_null()).map_or("{}", |node| node.raw()).to_owned();
    Ok(Some(Record {
        store: store
            .get("type")
            .and_then(|name| name.string())
            .ok_or("The type of the state store is missing")?
            .into_owned(),
        config: raw(store.get("config")),
        provider_config: raw(store.get("provider").and_then(|provider| provider.get("config"))),
    }))
}

/// The selected workspace.
pub(super) fn workspace() -> String {
    let given = || std::env::var("TF_WORKSPACE").ok();
    let selected = || std::fs::read_to_string(Path::new(&data_folder()).join("environment")).ok();
    let named = |name: String| Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    given().and_then(named).or_else(|| selected().and_then(named)).unwrap_or_else(|| "default".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_of_a_state_store_is_read_and_others_are_none() {
        let text = br#"{"version":3,"terraform_version":"1.15.5","state_store":{"type":"acme_files","provider":{"version":"1.0.0",
            "source":"registry.example/acme/acme","config":{"url":"x"}},"config":{"path":"/states"},"hash":7}}"#;
        let record = decode(text).unwrap().unwrap();
        assert_eq!((record.store.as_str(), record.config.as_str()), ("acme_files", "{\"path\":\"/states\"}"));
        assert_eq!(record.provider_config, "{\"url\":\"x\"}");
        assert_eq!(decode(br#"{"version":3,"backend":{"type":"s3"}}"#).unwrap(), None);
        assert_eq!(decode(br#"{"state_store":{"type":"a_b","config":null}}"#).unwrap().unwrap().provider_config, "{}");
        assert!(decode(b"{").is_err() && decode(br#"{"state_store":{}}"#).is_err());
    }
}
