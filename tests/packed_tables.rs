//! Packed tables: what the generator writes as bytes, the runtime reads as the same tables that it would have had in Rust.

use std::path::Path;
use terraform_provider_kitchen::formats::color::Color;
use terraform_provider_kitchen::generated::{data_sources, resources};
use tfgen::diagnostic::Diagnostics;
use tfgen::ir::{Model, Provider};
use tfgen::source::SourceMap;
use tfgen::tables::Tables;
use tfgen::{document, ir};
use tfgen_runtime::generated as rt;
use tfgen_runtime::{DataModel, ResourceModel};

static COLOR: rt::CustomFormat = rt::CustomFormat::of::<Color>();
static FORMATS: &[&rt::CustomFormat] = &[&COLOR];

/// A provider of this repository, with everything packed that could be.
fn provider(folder: &str) -> Provider {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let texts = crate::trees::texts(&root).into_iter().filter_map(|(path, bytes)| {
        let is_schema = Path::new(&path).extension().is_some_and(|extension| extension == "toml");
        Some((path, String::from_utf8(bytes).ok().filter(|_| is_schema)?))
    });
    let sources = SourceMap::from_texts(texts);
    let mut diagnostics = Diagnostics::new();
    let documents = document::parse(&sources, &mut diagnostics);
    let mut provider = ir::lower::lower(&documents, &mut diagnostics).expect("the schema is right");
    for resource in &mut provider.resources {
        (resource.model, resource.tool) = (Model::Dynamic, false);
    }
    for source in &mut provider.data_sources {
        (source.model, source.tool) = (Model::Dynamic, false);
    }
    provider
}

fn tables(provider: &Provider, formats: &'static [&'static rt::CustomFormat]) -> &'static rt::Tables {
    Box::leak(Box::new(rt::Tables::new(Tables::of(provider).encode().leak(), formats)))
}

/// A table in words, without the addresses of functions.
fn words(table: &dyn std::fmt::Debug) -> String {
    let text = format!("{table:#?}");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("canonical: 0x"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn packed_tables_are_those_of_generated_code() {
    macro_rules! resources {
        ($($module:ident::$model:ident),* $(,)?) => {
            [$(<resources::$module::$model as ResourceModel>::SCHEMA),*]
        };
    }
    macro_rules! data_sources {
        ($($module:ident::$model:ident),* $(,)?) => {
            [$(<data_sources::$module::$model as DataModel>::SCHEMA),*]
        };
    }
    let provider = provider("examples/terraform-provider-kitchen/schema");
    let tables = tables(&provider, FORMATS);
    let resources = resources![
        bottle::BottleModel,
        card::CardModel,
        cellar::CellarModel,
        dish::DishModel,
        jar::JarModel,
        oven::OvenModel,
        plate::PlateModel,
        rack::RackModel,
        recipe::RecipeModel,
        rota::RotaModel,
        safe::SafeModel,
        shelf::ShelfModel,
        stove::StoveModel,
    ];
    for schema in resources {
        let packed = tables.resource(schema.type_name).expect("it is packed");
        assert_eq!(words(packed), words(schema));
    }
    for schema in data_sources![caption::CaptionData, delivery::DeliveryData, leftovers::LeftoversData, menu::MenuData]
    {
        let packed = tables.data_source(schema.type_name).expect("it is packed");
        assert_eq!(words(packed), words(schema));
    }
}

/// The words that stand before a parenthesis: the variants of enums with something in them.
fn variants(table: &dyn std::fmt::Debug) -> Vec<String> {
    let text = format!("{table:?}");
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.filter(|word| word.starts_with(|first: char| first.is_ascii_uppercase())).map(str::to_owned).collect()
}

/// The IR mirrors the validators of the runtime by name.
#[test]
fn every_rule_of_the_language_survives_packing() {
    let provider = provider("schemas/example");
    let formats = vec![&COLOR; provider.formats.len()].leak();
    let tables = tables(&provider, formats);
    let mut seen = std::collections::BTreeSet::new();
    for resource in &provider.resources {
        let packed = tables.resource(&resource.type_name).expect("it is packed");
        for (attribute, row) in resource.schema.attributes.iter().zip(packed.block.attributes) {
            assert_eq!(attribute.name, row.name);
            let (mut expected, found) = (variants(&attribute.validators), variants(&row.validators));
            if !attribute.enum_values.is_empty() {
                expected.insert(0, "OneOf".to_owned());
            }
            expected.retain(|word| !matches!(word.as_str(), "String" | "Number"));
            let found: Vec<_> =
                found.into_iter().filter(|word| !matches!(word.as_str(), "String" | "Number")).collect();
            assert_eq!(found[..expected.len().min(found.len())], expected[..], "{}.{}", resource.type_name, row.name);
            seen.extend(expected);
        }
    }
    assert!(seen.len() > 25, "the example has too few rules for this: {seen:?}");
}

#[test]
fn damaged_tables_are_no_tables_and_no_panic() {
    let provider = provider("examples/terraform-provider-kitchen/schema");
    let bytes = Tables::of(&provider).encode();
    let names: Vec<&str> = provider.resources.iter().map(|each| each.type_name.as_str()).collect();
    let mut lost = 0;
    // All that can be read is kept for good: a sample is enough.
    for at in (0..bytes.len()).step_by(bytes.len() / 300) {
        for damaged in [bytes[..at].to_vec(), [&bytes[..at], &[bytes[at] ^ 0xff], &bytes[at + 1..]].concat()] {
            let tables: &'static rt::Tables = Box::leak(Box::new(rt::Tables::new(damaged.leak(), FORMATS)));
            lost += names.iter().filter(|name| tables.resource(name).is_none()).count();
        }
    }
    assert!(lost > 0, "no damage was noticed");
}
