//! A short way to write schema tables and values: tables are leaked, values are JSON shaped by a table.
//!
//! In the JSON, `"?"` is unknown, `"?!"` unknown but not null, and what is left out is null.

use serde_json::Value as Json;
use tfgen_cty::{Path, Refinement, Type, Value};
use tfgen_runtime::check;
use tfgen_runtime::planning::{PlanInput, PlanOutput, plan};
use tfgen_runtime::schema::implied_type::block_type;
use tfgen_runtime::schema::{
    Attribute, AttributeType, Block, BlockNesting, Mode, NestedBlock, Nesting, ResourceSchema,
};

/// An optional string.
pub fn optional(name: &'static str) -> Attribute {
    Attribute { name, ..Attribute::DEFAULT }
}

/// A required string.
pub fn required(name: &'static str) -> Attribute {
    Attribute { mode: Mode::Required, ..optional(name) }
}

/// A computed string.
pub fn computed(name: &'static str) -> Attribute {
    Attribute { mode: Mode::Computed, ..optional(name) }
}

/// An optional and computed string.
pub fn either(name: &'static str) -> Attribute {
    Attribute { mode: Mode::OptionalComputed, ..optional(name) }
}

/// An optional nested attribute.
pub fn nested(name: &'static str, nesting: Nesting, attributes: Vec<Attribute>) -> Attribute {
    let ty = AttributeType::Nested(nesting, level(attributes, Vec::new()).attributes);
    Attribute { ty, ..optional(name) }
}

/// A nested block.
pub fn nested_block(name: &'static str, nesting: BlockNesting, attributes: Vec<Attribute>) -> NestedBlock {
    NestedBlock {
        name,
        nesting,
        min_items: 0,
        max_items: 0,
        computed: false,
        block: level(attributes, Vec::new()),
        deprecation_message: "",
        identity_key: &[],
        ..NestedBlock::DEFAULT
    }
}

/// A level of attributes and blocks, in any order.
pub fn level(mut attributes: Vec<Attribute>, mut blocks: Vec<NestedBlock>) -> Block {
    attributes.sort_by_key(|attribute| attribute.name);
    blocks.sort_by_key(|block| block.name);
    Block { attributes: attributes.leak(), blocks: blocks.leak() }
}

/// A resource of these attributes.
pub fn resource(attributes: Vec<Attribute>) -> &'static ResourceSchema {
    resource_of(level(attributes, Vec::new()))
}

/// A resource of this level.
pub fn resource_of(block: Block) -> &'static ResourceSchema {
    Box::leak(Box::new(ResourceSchema { type_name: "test_thing", block, identity: &["id"], ..ResourceSchema::DEFAULT }))
}

/// A value of the level.
pub fn value(block: &Block, json: &Json) -> Value {
    typed(&block_type(block), json)
}

fn typed(ty: &Type, json: &Json) -> Value {
    match (ty, json) {
        (_, Json::Null) => Value::Null,
        (_, Json::String(text)) if text == "?" => Value::unknown(),
        (_, Json::String(text)) if text == "?!" => Value::unknown_with(Refinement::default().not_null()),
        (Type::Object(object), Json::Object(members)) => {
            for name in members.keys() {
                assert!(object.get(name).is_some(), "no attribute {name}");
            }
            let member = |name: &str| members.get(name).unwrap_or(&Json::Null);
            Value::object(object.attributes().iter().map(|(name, ty)| (name, typed(ty, member(name)))))
        }
        (Type::Map(of), Json::Object(members)) => {
            Value::map(members.iter().map(|(key, member)| (key, typed(of, member))))
        }
        (Type::List(of), Json::Array(elements)) => Value::list(elements.iter().map(|element| typed(of, element))),
        (Type::Set(of), Json::Array(elements)) => Value::set(elements.iter().map(|element| typed(of, element))),
        (Type::Tuple(types), Json::Array(elements)) => {
            Value::tuple(types.iter().zip(elements).map(|(ty, element)| typed(ty, element)))
        }
        (Type::Dynamic, Json::String(text)) => Value::dynamic(Type::String, Value::string(text)),
        (Type::Dynamic, Json::Bool(value)) => Value::dynamic(Type::Bool, Value::Bool(*value)),
        (Type::Bool, Json::Bool(value)) => Value::Bool(*value),
        (Type::String, Json::String(text)) => Value::string(text),
        (Type::Number, Json::Number(number)) => Value::Number(number.to_string().parse().unwrap()),
        (Type::Number, Json::String(text)) => Value::Number(text.parse().unwrap()),
        _ => panic!("{json} is not of type {ty}"),
    }
}

/// Plans, and holds the plan against core's rules.
pub fn planned(schema: &'static ResourceSchema, prior: &Value, config: &Value) -> PlanOutput {
    let output = plan(PlanInput { schema, prior, proposed: config, config });
    let block = &schema.block;
    let mut found = check::conforms(block, &output.planned);
    found.extend(check::write_only_null(block, &output.planned));
    found.extend(check::plan_valid(block, prior, config, &output.planned));
    found.extend(check::replace_paths_exist(block, prior, &output.planned, &output.requires_replace));
    assert!(found.is_empty(), "{found:#?}\nprior {prior:?}\nconfig {config:?}\nplanned {:?}", output.planned);
    output
}

/// Checks that a configuration over a prior object gives this plan.
#[track_caller]
pub fn plans(schema: &'static ResourceSchema, prior: &Json, config: &Json, expected: &Json) {
    let block = &schema.block;
    let output = planned(schema, &value(block, prior), &value(block, config));
    assert_eq!(output.planned, value(block, expected));
}

/// The paths that replace the object when this configuration is planned over a prior object.
pub fn replacing(schema: &'static ResourceSchema, prior: &Json, config: &Json) -> Vec<String> {
    let output = planned(schema, &value(&schema.block, prior), &value(&schema.block, config));
    output.requires_replace.iter().map(Path::to_string).collect()
}
