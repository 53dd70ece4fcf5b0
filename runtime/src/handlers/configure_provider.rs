//! ConfigureProvider: environment variables and defaults fill what the configuration leaves out, then user code makes
//! a provider of it.

use super::{Handlers, guard};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, error};
use crate::planning;
use crate::schema::implied_type::attribute_type;
use crate::schema::{Attribute, ProviderSchema};
use std::env;
use tfgen_cty::{Path, Type, Value, convert, walk};

impl Handlers {
    /// What there is to say. After an error, no provider is there.
    pub(crate) async fn configure_provider(&self, config: Value) -> Diagnostics {
        match self.configure(config).await {
            Ok(warnings) => warnings,
            Err(failed) => failed,
        }
    }

    async fn configure(&self, config: Value) -> Result<Diagnostics> {
        let entry = &self.registry.provider;
        known(entry.schema, &config)?;
        let (config, from_environment) = with_environment(entry.schema, config)?;
        let found = Diagnostics::new();
        let _ = from_environment;
        let config = planning::with_defaults(&entry.schema.block, &config).into_owned();
        let provider = guard::run("being configured", entry.adapter.configure(config)).await?;
        self.set_provider(provider);
        Ok(found)
    }
}

/// A provider that is configured with something unknown could only guess.
fn known(schema: &ProviderSchema, config: &Value) -> Result<()> {
    let mut unknown: Option<Path> = None;
    walk(config, &mut |path: &Path, value: &Value| {
        if unknown.is_none() && value.is_unknown() {
            unknown = Some(path.clone());
        }
        unknown.is_none()
    });
    let Some(path) = unknown else { return Ok(()) };
    Err(error(format!("The configuration of the provider {} is not known yet", schema.name))
        .detail(format!(
            "`{path}` depends on something that is known after apply only. Apply what it depends on first (`terraform apply -target=…`), or give a value that is known when Terraform plans."
        ))
        .at(path))
}

/// The configuration with environment variables in place of null attributes, and whether there was any.
fn with_environment(schema: &ProviderSchema, config: Value) -> Result<(Value, bool)> {
    let mut attributes = match config {
        Value::Object(attributes) => attributes,
        other => return Ok((other, false)),
    };
    let mut found = false;
    for attribute in schema.block.attributes {
        let missing = attributes.get(attribute.name).is_none_or(Value::is_null);
        if missing && let Some(value) = from_environment(attribute)? {
            attributes.insert(attribute.name.into(), value);
            found = true;
        }
    }
    Ok((Value::Object(attributes), found))
}

/// The first environment variable that is set, and not to nothing, as a value of the attribute's type.
fn from_environment(attribute: &Attribute) -> Result<Option<Value>> {
    let set = |name: &&'static str| env::var(name).ok().filter(|text| !text.is_empty()).map(|text| (*name, text));
    let Some((name, text)) = attribute.env.iter().find_map(set) else { return Ok(None) };
    let ty = attribute_type(&attribute.ty);
    let value = convert(&Value::string(&text), &Type::String, &ty).map_err(|_| {
        // The value itself may be a secret.
        Diagnostic::error(
            format!("The environment variable {name} cannot be used"),
            format!("It stands for the provider's `{}`, which is of type {ty}; its value is not.", attribute.name),
        )
        .at(Path::root().attribute(attribute.name))
    })?;
    Ok(Some(value))
}
