//! From a configuration to a store that is far away, where the feature of its kind is on.

use super::SharedStore;
use crate::diagnostic::{Diagnostic, Result};
use crate::model::Object;
use crate::schema::StateStoreSettings;
use tfgen_cty::Value;

#[cfg(feature = "s3")]
mod bucket;

#[cfg(not(feature = "s3"))]
pub(super) fn s3(_: &StateStoreSettings, _: &Value) -> Result<SharedStore> {
    Err(crate::diagnostic::error("This provider cannot keep states in a bucket")
        .detail("Its runtime was built without its feature `s3`: its authors have to turn that on."))
}

#[cfg(feature = "s3")]
pub(super) fn s3(settings: &StateStoreSettings, config: &Value) -> Result<SharedStore> {
    use super::settings::text;
    use super::{S3, S3Contract, S3Options, S3Setting};
    use crate::diagnostic::{ResultExt as _, error};
    use tfgen_cty::Path;
    let path = |word| Path::root().attribute(settings.name(word));
    let said = |word| text(config, settings.name(word)).filter(|text| !text.is_empty()).map(str::to_owned);
    let waiver = settings.name("allow_insecure");
    let waived = config.get(waiver).and_then(|waived| waived.inner().as_list()).into_iter().flatten();
    let waived =
        waived.filter_map(|name| name.as_str()).map(|name| name.parse::<S3Setting>().at(path("allow_insecure")));
    let contract = S3Contract { waived: waived.collect::<Result<_>>()?, waived_by: waiver.to_owned() };
    let Some(bucket) = said("bucket") else {
        return Err(error("No bucket is given for the states").at(path("bucket")));
    };
    let tags = config.get(settings.name("object_tags")).and_then(|tags| tags.inner().as_map());
    let tags =
        tags.into_iter().flatten().filter_map(|(name, value)| Some((name.to_string(), value.as_str()?.to_owned())));
    let mut options = S3Options {
        prefix: said("prefix").unwrap_or_default(),
        region: said("region"),
        endpoint: said("endpoint"),
        path_style: config.get(settings.name("path_style")).and_then(|value| value.inner().as_bool()),
        profile: said("profile"),
        authorities: said("ca_file"),
        expected_bucket_owner: said("expected_bucket_owner"),
        kms_key_id: said("kms_key_id"),
        server_side_encryption: said("server_side_encryption"),
        tags: tags.collect(),
        contract: Some(contract),
        backend: bucket::backend(settings, config)?,
        ..S3Options::new(bucket)
    };
    for (word, size) in
        [("multipart_threshold", &mut options.multipart_threshold), ("part_size", &mut options.part_size)]
    {
        *size = bucket::mebibytes(settings, config, word)?.unwrap_or(*size);
    }
    Ok(SharedStore::new(S3::open(options).at(path("bucket"))?))
}

/// What Terraform would write down that nobody should read.
pub(super) fn warning(settings: &StateStoreSettings, written: &Object) -> Option<Diagnostic> {
    #[cfg(feature = "postgres")]
    if settings.kind == crate::schema::StateStoreKind::Postgres {
        let name = settings.name("conn_str");
        let connection = written.value(name).and_then(|value| value.inner().as_str());
        return connection.filter(|connection| super::postgres::has_password(connection)).map(|_| {
            Diagnostic::warning(
                "The password of the database is in the configuration",
                "Terraform writes it to .terraform/terraform.tfstate and into saved plans, where others may read it. Give it in PGPASSWORD or in a file of passwords (PGPASSFILE, ~/.pgpass).",
            )
            .at(tfgen_cty::Path::root().attribute(name))
        });
    }
    let _ = (settings, written);
    None
}

#[cfg(not(feature = "postgres"))]
pub(super) fn postgres(_: &StateStoreSettings, _: &Value) -> Result<SharedStore> {
    Err(crate::diagnostic::error("This provider cannot keep states in PostgreSQL")
        .detail("Its runtime was built without its feature `postgres`: its authors have to turn that on."))
}

#[cfg(feature = "postgres")]
pub(super) fn postgres(settings: &StateStoreSettings, config: &Value) -> Result<SharedStore> {
    use super::settings::{given_duration, text};
    use super::{Postgres, PostgresOptions};
    use crate::diagnostic::{ResultExt as _, error};
    use std::time::Duration;
    use tfgen_cty::Path;
    let path = |word| Path::root().attribute(settings.name(word));
    let said = |word| text(config, settings.name(word)).filter(|text| !text.is_empty()).map(str::to_owned);
    let mut options = PostgresOptions::new(said("conn_str").unwrap_or_default());
    options.authorities = said("ca_file");
    options.schema = said("schema_name").unwrap_or(options.schema);
    options.table = said("table_name").unwrap_or(options.table);
    match given_duration(config, settings.name("statement_timeout"))? {
        Some(Duration::ZERO) => {
            return Err(error("The database has no time for any statement")
                .detail("`0s` would end each at once. Write how long one may take, or leave it out: a minute then.")
                .at(path("statement_timeout")));
        }
        given => options.statement_timeout = given.unwrap_or(options.statement_timeout),
    }
    options.reconnect_timeout =
        given_duration(config, settings.name("reconnect_timeout"))?.unwrap_or(options.reconnect_timeout);
    Ok(SharedStore::new(Postgres::open(options).at(path("conn_str"))?))
}
