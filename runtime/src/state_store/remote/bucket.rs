//! Of a bucket's configuration, what is more than a text: whose layout it has, and when contents go in parts.

use super::super::S3Backend;
use super::super::settings::text;
use crate::diagnostic::{Result, error};
use crate::schema::StateStoreSettings;
use tfgen_cty::{Path, Value};

/// The layout of the `s3` backend, if it is configured.
pub(super) fn backend(settings: &StateStoreSettings, config: &Value) -> Result<Option<S3Backend>> {
    let said = |word| text(config, settings.name(word)).filter(|text| !text.is_empty());
    let path = |word| Path::root().attribute(settings.name(word));
    match said("layout") {
        Some("terraform") => {}
        None => {
            let idle = ["key", "workspace_key_prefix"].into_iter().find(|word| said(word).is_some());
            let Some(word) = idle else { return Ok(None) };
            let (name, layout) = (settings.name(word), settings.name("layout"));
            return Err(error(format!("`{name}` has no effect on this store"))
                .detail(format!("It is of Terraform's own layout: write `{layout} = \"terraform\"`, or `{}` for what names of objects begin with.", settings.name("prefix")))
                .at(path(word)));
        }
        Some(other) => {
            return Err(error(format!("There is no layout \"{other}\""))
                .detail("It is \"terraform\", as Terraform's own `s3` backend has it; or leave it out.")
                .at(path("layout")));
        }
    }
    let above =
        [(settings.history, "a history"), (settings.compressed, "compression"), (settings.sealed, "encryption")];
    let above: Vec<&str> = above.into_iter().filter_map(|(is_on, what)| is_on.then_some(what)).collect();
    if !above.is_empty() {
        return Err(error(format!("Terraform's layout has no place for {}", above.join(", ")))
            .detail("This provider's store always has it, and Terraform's own `s3` backend could not read what it writes. Move with a store without it, as another `state_store` of the provider, or leave the layout out.")
            .at(path("layout")));
    }
    let Some(key) = said("key") else {
        return Err(error("No key is given for the states in Terraform's layout")
            .detail("It is the `key` of the `s3` backend: the object of the workspace `default`, as \"network/terraform.tfstate\".")
            .at(path("key")));
    };
    let backend = S3Backend { key: key.to_owned(), ..S3Backend::default() };
    Ok(Some(match text(config, settings.name("workspace_key_prefix")) {
        Some(prefix) => S3Backend { workspace_key_prefix: prefix.to_owned(), ..backend },
        None => backend,
    }))
}

/// A number of mebibytes, in bytes.
pub(super) fn mebibytes(settings: &StateStoreSettings, config: &Value, word: &'static str) -> Result<Option<u64>> {
    let name = settings.name(word);
    let Some(number) = config.get(name).and_then(|value| value.inner().as_number()) else { return Ok(None) };
    let bytes = number.to_string().parse::<u64>().ok().and_then(|number| number.checked_mul(1 << 20));
    bytes.map(Some).ok_or_else(|| {
        error(format!("{number} megabytes cannot be")).detail("A whole number is due.").at(Path::root().attribute(name))
    })
}
