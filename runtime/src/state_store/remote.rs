//! From a configuration to a store that is far away, where the feature of its kind is on.

use super::SharedStore;
use crate::diagnostic::Result;
use crate::schema::StateStoreSettings;
use tfgen_cty::Value;

#[cfg(not(feature = "s3"))]
pub(super) fn s3(_: &StateStoreSettings, _: &Value) -> Result<SharedStore> {
    Err(crate::diagnostic::error("This provider cannot keep states in a bucket")
        .detail("Its runtime was built without its feature `s3`: its authors have to turn that on."))
}

#[cfg(feature = "s3")]
pub(super) fn s3(settings: &StateStoreSettings, config: &Value) -> Result<SharedStore> {
    use super::settings::text;
    use super::{S3, S3Options};
    use crate::diagnostic::{ResultExt as _, error};
    use tfgen_cty::Path;
    let path = |word| Path::root().attribute(settings.name(word));
    let said = |word| text(config, settings.name(word)).filter(|text| !text.is_empty()).map(str::to_owned);
    let Some(bucket) = said("bucket") else {
        return Err(error("No bucket is given for the states").at(path("bucket")));
    };
    let tags = config.get(settings.name("object_tags")).and_then(|tags| tags.inner().as_map());
    let tags =
        tags.into_iter().flatten().filter_map(|(name, value)| Some((name.to_string(), value.as_str()?.to_owned())));
    let options = S3Options {
        prefix: said("prefix").unwrap_or_default(),
        region: said("region"),
        endpoint: said("endpoint"),
        path_style: config.get(settings.name("path_style")).and_then(|value| value.inner().as_bool()),
        profile: said("profile"),
        authorities: said("ca_file"),
        expected_bucket_owner: said("expected_bucket_owner"),
        kms_key_id: said("kms_key_id"),
        tags: tags.collect(),
        ..S3Options::new(bucket)
    };
    Ok(SharedStore::new(S3::open(options).at(path("bucket"))?))
}
