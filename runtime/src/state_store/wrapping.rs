//! From a configuration to what lies over a store: a history, compression, encryption, a trace.

use super::cached::Switch;
use super::history::Retention;
use super::sealed::{Keys, Surroundings};
use super::settings::{duration, text};
use super::stack::Wrappers;
use super::traced::Trace;
use super::{KeySource, machine};
use crate::diagnostic::{Diagnostics, Result, ResultExt as _, error};
use crate::schema::{StateStoreKind, StateStoreSettings};
use crate::variables;
use tfgen_cty::{Path, Value};

/// What the schema asks for, as it is configured. `provider` is the provider's type name, which its variables begin with unless the schema
/// says otherwise.
pub(crate) fn wrappers(provider: &str, settings: &StateStoreSettings, config: &Value) -> Result<Wrappers> {
    let prefix = match settings.environment {
        "" => format!("{}_STATE_STORE", variables::prefix(provider)),
        environment => environment.to_owned(),
    };
    let trace = std::env::var_os(format!("{prefix}_TRACE")).filter(|path| !path.is_empty());
    let trace = trace.map(|path| {
        Trace::to_file(path.as_ref()).map_err(|failed| failed.summary("Trips to the state store cannot be traced"))
    });
    let keys = if settings.sealed { Some(keys(&prefix, settings, config)?) } else { None };
    let accepts_plain = config.get(settings.encryption_accept_plain).and_then(|value| value.inner().as_bool());
    Ok(Wrappers {
        trace: trace.transpose()?,
        keys,
        accepts_plain: accepts_plain.unwrap_or_default(),
        compressed: settings.compressed,
        size_max: None,
        switch: Switch::of_process(),
        cached: false,
        history: if settings.history { Some(retention(settings, config)?) } else { None },
        author: format!("{}@{}", machine::user(), machine::host()),
    })
}

fn retention(settings: &StateStoreSettings, config: &Value) -> Result<Retention> {
    let mut retention = Retention::default();
    if let Some(keep) = config.get(settings.history_keep).and_then(|value| value.inner().as_number()) {
        let count = keep.to_string().parse().ok().filter(|count| (1..=Retention::KEEP_MAX).contains(count));
        retention.keep = count.ok_or_else(|| {
            error(format!("{keep} revisions cannot be kept"))
                .detail(format!("A whole number from 1 to {} is due.", Retention::KEEP_MAX))
                .at(Path::root().attribute(settings.history_keep))
        })?;
    }
    retention.max_age = duration(config, settings.history_max_age)?;
    Ok(retention)
}

/// The keys of the places that are configured, or else those in the environment.
fn keys(prefix: &str, settings: &StateStoreSettings, config: &Value) -> Result<Keys> {
    let path = |attribute| Path::root().attribute(attribute);
    let Some(newest) = text(config, settings.encryption_key).filter(|place| !place.is_empty()) else {
        return Keys::from_environment(prefix)?.ok_or_else(|| missing(prefix, settings));
    };
    let mut places: Vec<KeySource> = vec![newest.parse().at(path(settings.encryption_key))?];
    if let Some(old) = config.get(settings.encryption_old_keys).and_then(|value| value.inner().as_list()) {
        for place in old.iter().filter_map(Value::as_str) {
            places.push(place.parse().at(path(settings.encryption_old_keys))?);
        }
    }
    Keys::around(&places, &surroundings(settings, config)).at(path(settings.encryption_key))
}

/// What the store says of how it is reached is good for the service that keeps its key, too.
fn surroundings(settings: &StateStoreSettings, config: &Value) -> Surroundings {
    if settings.kind != StateStoreKind::S3 {
        return Surroundings::default();
    }
    let said = |word| text(config, settings.name(word)).filter(|text| !text.is_empty()).map(str::to_owned);
    let (region, profile, authorities) = (said("region"), said("profile"), said("ca_file"));
    Surroundings { region, profile, authorities, ..Surroundings::default() }
}

fn missing(prefix: &str, settings: &StateStoreSettings) -> Diagnostics {
    error("The state store needs a key").detail(format!(
        "It stores nothing unencrypted. Set {prefix}_KEY to 32 random bytes in base64 (`openssl rand -base64 32`), {prefix}_KEY_FILE to a file with such a key, or {prefix}_PASSPHRASE to a pass phrase; or say in `{}` where a key is to be had: env:NAME, passphrase-env:NAME, file:PATH, command:PROGRAM ARGUMENT… or aws-kms:KEY.",
        settings.encryption_key
    ))
}
