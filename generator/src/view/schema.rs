//! Schemas as the static tables of `tfgen_runtime::schema`: rows that state what differs from the default.

use super::layout::Expression::{self, Call, Slice, Struct, Text, Tuple};
use super::literal::{self, texts};
use super::wiring::format;
use crate::ir::state_store::{StateStore, StateStoreKind};
use crate::ir::{
    Attribute, AttributeType, Block, BlockNesting, Condition, DataSource, Format, Function, ImportSegment, Mode,
    Nesting, OnChange, Parameter, PrivateState, Provider, RequiresReplace, Resource, Schema, Thing, Validator,
    WhenUnset,
};
use tfgen_cty::Value;

mod lifecycle;

/// The initial value of `static SCHEMA: ResourceSchema`.
pub fn resource(resource: &Resource) -> String {
    let mut fields = vec![("type_name", literal::text(&resource.type_name))];
    if resource.schema.version != 0 {
        fields.push(("version", Text(resource.schema.version.to_string())));
    }
    fields.push(("block", root(&resource.schema)));
    fields.push(("identity", texts(&resource.identity)));
    if !resource.import.is_empty() {
        fields.push(("import", segments(&resource.import)));
    }
    push_conditions(&mut fields, &resource.schema.conditions);
    push_deprecation(&mut fields, resource.schema.deprecation_message.as_deref());
    lifecycle::push(&mut fields, &resource.lifecycle);
    table(Struct("rt::ResourceSchema", fields, "rt::ResourceSchema::DEFAULT"))
}

/// The initial value of `static SCHEMA: DataSourceSchema`.
pub fn data_source(source: &DataSource) -> String {
    let mut fields = vec![("type_name", literal::text(&source.type_name)), ("block", root(&source.schema))];
    push_conditions(&mut fields, &source.schema.conditions);
    push_deprecation(&mut fields, source.schema.deprecation_message.as_deref());
    lifecycle::push_timeouts(&mut fields, &source.timeouts);
    fields.extend(source.outputs_of.as_ref().map(|store| ("outputs_of", literal::text(store))));
    table(Struct("rt::DataSourceSchema", fields, "rt::DataSourceSchema::DEFAULT"))
}

/// The initial value of `static SCHEMA: ConfigSchema`.
pub fn thing(thing: &Thing) -> String {
    let mut fields = vec![("type_name", literal::text(&thing.type_name)), ("block", root(&thing.schema))];
    push_conditions(&mut fields, &thing.schema.conditions);
    push_deprecation(&mut fields, thing.schema.deprecation_message.as_deref());
    lifecycle::push_timeouts(&mut fields, &thing.timeouts);
    if let Some(store) = &thing.state_store {
        fields.push(("state_store", state_store(store)));
    }
    table(Struct("rt::ConfigSchema", fields, "rt::ConfigSchema::DEFAULT"))
}

fn state_store(store: &StateStore) -> Expression {
    let mut fields = Vec::new();
    match store.kind {
        StateStoreKind::Custom => {}
        StateStoreKind::Filesystem => fields.push(("kind", text("rt::StateStoreKind::Filesystem"))),
        StateStoreKind::Memory => fields.push(("kind", text("rt::StateStoreKind::Memory"))),
        StateStoreKind::S3 => fields.push(("kind", text("rt::StateStoreKind::S3"))),
        StateStoreKind::Postgres => fields.push(("kind", text("rt::StateStoreKind::Postgres"))),
        StateStoreKind::Configured => {
            fields.push(("kind", Call("rt::StateStoreKind::By", vec![literal::text(&store.backend)])));
        }
    }
    if let Some(environment) = &store.environment {
        fields.push(("environment", literal::text(environment)));
    }
    if !store.lock {
        fields.push(("lock", text("false")));
    }
    let mut names = vec![("path", &store.path), ("lock_timeout", &store.lock_timeout), ("lease", &store.lease)];
    if let Some([keep, max_age]) = &store.history {
        fields.push(("history", text("true")));
        names.extend([("history_keep", keep), ("history_max_age", max_age)]);
    }
    if store.compressed {
        fields.push(("compressed", text("true")));
    }
    if let Some([key, old_keys, accept_plain]) = &store.sealed {
        fields.push(("sealed", text("true")));
        names.extend([
            ("encryption_key", key),
            ("encryption_old_keys", old_keys),
            ("encryption_accept_plain", accept_plain),
        ]);
    }
    fields.extend(names.into_iter().filter(|(_, name)| !name.is_empty()).map(|(key, name)| (key, literal::text(name))));
    if !store.renamed.is_empty() {
        let pairs = store.renamed.iter().map(|(word, name)| Tuple(vec![literal::text(word), literal::text(name)]));
        fields.push(("renamed", Slice(pairs.collect())));
    }
    Struct("rt::StateStoreSettings", fields, "rt::StateStoreSettings::DEFAULT")
}

/// The initial value of `static SCHEMA: FunctionSchema`.
pub fn function(function: &Function) -> String {
    let mut fields = vec![("name", literal::text(&function.name))];
    if !function.parameters.is_empty() {
        fields.push(("parameters", Slice(function.parameters.iter().map(parameter).collect())));
    }
    if let Some(variadic) = &function.variadic_parameter {
        fields.push(("variadic_parameter", Call("Some", vec![parameter(variadic)])));
    }
    fields.push(("return_type", attribute_type(&function.return_type, None)));
    if function.nullable {
        fields.push(("nullable", text("true")));
    }
    table(Struct("rt::FunctionSchema", fields, "rt::FunctionSchema::DEFAULT"))
}

fn parameter(parameter: &Parameter) -> Expression {
    let mut fields = vec![("attribute", row(&parameter.attribute))];
    if parameter.allow_unknown_values {
        fields.push(("allow_unknown_values", text("true")));
    }
    Struct("rt::Parameter", fields, "rt::Parameter::DEFAULT")
}

/// The initial value of `static SCHEMA: ProviderSchema`.
pub fn provider(provider: &Provider) -> String {
    let mut fields = vec![
        ("name", literal::text(&provider.name)),
        ("address", literal::text(&provider.address)),
        ("block", root(&provider.schema)),
    ];
    match provider.private_state {
        PrivateState::Optional => {}
        PrivateState::Encrypted => fields.push(("private_state", text("rt::PrivateState::Encrypted"))),
        PrivateState::Plain => fields.push(("private_state", text("rt::PrivateState::Plain"))),
    }
    push_conditions(&mut fields, &provider.schema.conditions);
    table(Struct("rt::ProviderSchema", fields, "rt::ProviderSchema::DEFAULT"))
}

pub(super) fn table(schema: Expression) -> String {
    schema.layout(0, "static SCHEMA: rt::ResourceSchema = ".len(), 1)
}

fn root(schema: &Schema) -> Expression {
    block(&schema.attributes, &schema.blocks)
}

fn block(attributes: &[Attribute], blocks: &[Block]) -> Expression {
    Struct(
        "rt::Block",
        vec![("attributes", rows(attributes)), ("blocks", Slice(blocks.iter().map(nested_block).collect()))],
        "",
    )
}

fn rows(attributes: &[Attribute]) -> Expression {
    Slice(attributes.iter().map(row).collect())
}

fn row(attribute: &Attribute) -> Expression {
    let mut fields = vec![("name", literal::text(&attribute.name))];
    if attribute.format.is_some() || !matches!(attribute.ty, AttributeType::String) {
        fields.push(("ty", attribute_type(&attribute.ty, attribute.format.as_ref())));
    }
    if attribute.mode != Mode::Optional {
        fields.push(("mode", mode(attribute.mode)));
    }
    let flags = [
        ("sensitive", attribute.sensitive),
        ("write_only", attribute.write_only),
        ("nullable", attribute.nullable),
        ("local", attribute.local),
        ("null_when_empty", attribute.null_when_empty),
        ("null_elements", attribute.null_elements),
    ];
    fields.extend(flags.iter().filter(|(_, set)| *set).map(|(name, _)| (*name, Text("true".to_owned()))));
    push_deprecation(&mut fields, attribute.deprecation_message.as_deref());
    if let Some(default) = &attribute.default {
        fields.push(("default", Call("Some", vec![literal::literal(default)])));
    }
    if !attribute.env.is_empty() {
        fields.push(("env", texts(&attribute.env)));
    }
    push_replacement(&mut fields, attribute.requires_replace);
    match &attribute.when_unset {
        WhenUnset::Unknown => {}
        WhenUnset::PriorState => fields.push(("when_unset", text("rt::WhenUnset::PriorState"))),
        WhenUnset::ChangesWith(names) => {
            fields.push(("when_unset", Call("rt::WhenUnset::ChangesWith", vec![texts(names)])));
        }
    }
    let rules = rules(attribute);
    if !rules.is_empty() {
        fields.push(("validators", Slice(rules)));
    }
    if !attribute.identity_key.is_empty() {
        fields.push(("identity_key", texts(&attribute.identity_key)));
    }
    if !attribute.prefix.is_empty() {
        fields.push(("prefix", literal::text(&attribute.prefix)));
    }
    match attribute.on_change {
        OnChange::Nothing => {}
        OnChange::Update => fields.push(("on_change", text("rt::OnChange::Update"))),
        OnChange::Replace => fields.push(("on_change", text("rt::OnChange::Replace"))),
    }
    Struct("rt::Attribute", fields, "rt::Attribute::DEFAULT")
}

fn nested_block(nested: &Block) -> Expression {
    let nesting = match nested.nesting {
        BlockNesting::Single => "rt::BlockNesting::Single",
        BlockNesting::List => "rt::BlockNesting::List",
        BlockNesting::Set => "rt::BlockNesting::Set",
        BlockNesting::Map => "rt::BlockNesting::Map",
        BlockNesting::Group => "rt::BlockNesting::Group",
    };
    let mut fields = vec![("name", literal::text(&nested.name)), ("nesting", text(nesting))];
    for (name, count) in [("min_items", nested.min_items), ("max_items", nested.max_items)] {
        if count != 0 {
            fields.push((name, Text(count.to_string())));
        }
    }
    for (name, set) in [("computed", nested.computed), ("local", nested.carried)] {
        if set {
            fields.push((name, text("true")));
        }
    }
    push_replacement(&mut fields, nested.requires_replace);
    fields.push(("block", block(&nested.attributes, &nested.blocks)));
    push_deprecation(&mut fields, nested.deprecation_message.as_deref());
    if !nested.identity_key.is_empty() {
        fields.push(("identity_key", texts(&nested.identity_key)));
    }
    if !nested.validators.is_empty() {
        fields.push(("validators", validators(&nested.validators)));
    }
    Struct("rt::NestedBlock", fields, "rt::NestedBlock::DEFAULT")
}

/// The fields of a table's row.
type Fields = Vec<(&'static str, Expression)>;

/// Adds the rules about several attributes, if there are any.
fn push_conditions(fields: &mut Fields, conditions: &[Condition]) {
    if !conditions.is_empty() {
        fields.push(("conditions", Slice(conditions.iter().map(condition).collect())));
    }
}

fn condition(rule: &Condition) -> Expression {
    match rule {
        Condition::ExactlyOneOf(names) => Call("rt::Condition::ExactlyOneOf", vec![texts(names)]),
        Condition::AtLeastOneOf(names) => Call("rt::Condition::AtLeastOneOf", vec![texts(names)]),
        Condition::Conflicting(names) => Call("rt::Condition::Conflicting", vec![texts(names)]),
        Condition::RequiredTogether(names) => Call("rt::Condition::RequiredTogether", vec![texts(names)]),
        Condition::Any(lists) => {
            let list = |list: &Vec<Condition>| Slice(list.iter().map(condition).collect());
            Call("rt::Condition::Any", vec![Slice(lists.iter().map(list).collect())])
        }
    }
}

fn push_replacement(fields: &mut Fields, rule: RequiresReplace) {
    match rule {
        RequiresReplace::Never => {}
        RequiresReplace::Always => fields.push(("requires_replace", text("rt::RequiresReplace::Always"))),
        RequiresReplace::IfConfigured => fields.push(("requires_replace", text("rt::RequiresReplace::IfConfigured"))),
    }
}

fn push_deprecation(fields: &mut Fields, message: Option<&str>) {
    if let Some(message) = message {
        fields.push(("deprecation_message", literal::text(message)));
    }
}

fn mode(mode: Mode) -> Expression {
    text(match mode {
        Mode::Required => "rt::Mode::Required",
        Mode::Optional => "rt::Mode::Optional",
        Mode::Computed => "rt::Mode::Computed",
        Mode::OptionalComputed => "rt::Mode::OptionalComputed",
    })
}

/// The type; the strings in it have the format.
fn attribute_type(ty: &AttributeType, format: Option<&Format>) -> Expression {
    let element =
        |name, ty: &AttributeType| Call(name, vec![Expression::Reference(Box::new(attribute_type(ty, format)))]);
    match ty {
        AttributeType::Bool => text("rt::AttributeType::Bool"),
        AttributeType::String => match format {
            Some(format) => Call("rt::AttributeType::Text", vec![format_name(format)]),
            None => text("rt::AttributeType::String"),
        },
        AttributeType::Number => text("rt::AttributeType::Number"),
        AttributeType::Int32 => text("rt::AttributeType::Int32"),
        AttributeType::Int64 => text("rt::AttributeType::Int64"),
        AttributeType::Float32 => text("rt::AttributeType::Float32"),
        AttributeType::Float64 => text("rt::AttributeType::Float64"),
        AttributeType::Dynamic => text("rt::AttributeType::Dynamic"),
        AttributeType::List(ty) => element("rt::AttributeType::List", ty),
        AttributeType::Set(ty) => element("rt::AttributeType::Set", ty),
        AttributeType::Map(ty) => element("rt::AttributeType::Map", ty),
        AttributeType::Object(members) => {
            let member =
                |(name, ty): &(String, AttributeType)| Tuple(vec![literal::text(name), attribute_type(ty, None)]);
            Call("rt::AttributeType::Object", vec![Slice(members.iter().map(member).collect())])
        }
        AttributeType::Tuple(types) => {
            Call("rt::AttributeType::Tuple", vec![Slice(types.iter().map(|ty| attribute_type(ty, None)).collect())])
        }
        AttributeType::Nested(nesting, attributes) => {
            let nesting = match nesting {
                Nesting::Single => "rt::Nesting::Single",
                Nesting::List => "rt::Nesting::List",
                Nesting::Set => "rt::Nesting::Set",
                Nesting::Map => "rt::Nesting::Map",
            };
            Call("rt::AttributeType::Nested", vec![text(nesting), rows(attributes)])
        }
    }
}

fn format_name(format: &Format) -> Expression {
    text(match format {
        Format::Json => "rt::Format::Json",
        Format::Ip => "rt::Format::Ip",
        Format::Ipv4 => "rt::Format::Ipv4",
        Format::Ipv6 => "rt::Format::Ipv6",
        Format::Cidr => "rt::Format::Cidr",
        Format::Ipv4Cidr => "rt::Format::Ipv4Cidr",
        Format::Ipv6Cidr => "rt::Format::Ipv6Cidr",
        Format::Mac => "rt::Format::Mac",
        Format::Rfc3339 => "rt::Format::Rfc3339",
        Format::Duration => "rt::Format::Duration",
        Format::CaseInsensitive => "rt::Format::CaseInsensitive",
        Format::Custom(name) => {
            return Call("rt::Format::Custom", vec![Text(format!("&{}", format::path(name)))]);
        }
    })
}

/// The attribute's rules; a configuration must also keep to the values of an enum.
fn rules(attribute: &Attribute) -> Vec<Expression> {
    let listed = attribute.validators.iter().map(validator);
    if attribute.enum_values.is_empty() || attribute.mode == Mode::Computed {
        return listed.collect();
    }
    let values = attribute.enum_values.iter().map(|value| Value::string(value.as_str())).collect();
    std::iter::once(validator(&Validator::OneOf(values))).chain(listed).collect()
}

fn validators(rules: &[Validator]) -> Expression {
    Slice(rules.iter().map(validator).collect())
}

fn validator(rule: &Validator) -> Expression {
    let number = |number: &u64| Text(number.to_string());
    let one = |name, argument| Call(name, vec![argument]);
    match rule {
        Validator::LengthAtLeast(n) => one("rt::Validator::LengthAtLeast", number(n)),
        Validator::LengthAtMost(n) => one("rt::Validator::LengthAtMost", number(n)),
        Validator::LengthBetween(a, b) => Call("rt::Validator::LengthBetween", vec![number(a), number(b)]),
        Validator::Utf8LengthAtLeast(n) => one("rt::Validator::Utf8LengthAtLeast", number(n)),
        Validator::Utf8LengthAtMost(n) => one("rt::Validator::Utf8LengthAtMost", number(n)),
        Validator::Utf8LengthBetween(a, b) => Call("rt::Validator::Utf8LengthBetween", vec![number(a), number(b)]),
        Validator::OneOf(values) => one("rt::Validator::OneOf", literal::literals(values.iter())),
        Validator::NoneOf(values) => one("rt::Validator::NoneOf", literal::literals(values.iter())),
        Validator::OneOfCaseInsensitive(values) => one("rt::Validator::OneOfCaseInsensitive", texts(values)),
        Validator::NoneOfCaseInsensitive(values) => one("rt::Validator::NoneOfCaseInsensitive", texts(values)),
        Validator::RegexMatches(pattern, message) => {
            Call("rt::Validator::RegexMatches", vec![literal::text(pattern), literal::text(message)])
        }
        Validator::AtLeast(n) => one("rt::Validator::AtLeast", literal::text(n)),
        Validator::AtMost(n) => one("rt::Validator::AtMost", literal::text(n)),
        Validator::Between(a, b) => Call("rt::Validator::Between", vec![literal::text(a), literal::text(b)]),
        Validator::SizeAtLeast(n) => one("rt::Validator::SizeAtLeast", number(n)),
        Validator::SizeAtMost(n) => one("rt::Validator::SizeAtMost", number(n)),
        Validator::SizeBetween(a, b) => Call("rt::Validator::SizeBetween", vec![number(a), number(b)]),
        Validator::IsRequired => text("rt::Validator::IsRequired"),
        Validator::UniqueValues => text("rt::Validator::UniqueValues"),
        Validator::NoNullValues => text("rt::Validator::NoNullValues"),
        Validator::ValuesAre(rules) => one("rt::Validator::ValuesAre", validators(rules)),
        Validator::KeysAre(rules) => one("rt::Validator::KeysAre", validators(rules)),
        Validator::ConflictsWith(paths) => one("rt::Validator::ConflictsWith", texts(paths)),
        Validator::AlsoRequires(paths) => one("rt::Validator::AlsoRequires", texts(paths)),
        Validator::AtLeastOneOf(paths) => one("rt::Validator::AtLeastOneOf", texts(paths)),
        Validator::ExactlyOneOf(paths) => one("rt::Validator::ExactlyOneOf", texts(paths)),
        Validator::Duration => text("rt::Validator::Duration"),
        Validator::Equals(value) => one("rt::Validator::Equals", Text(value.to_string())),
        Validator::Any(lists) => one("rt::Validator::Any", alternatives(lists)),
        Validator::AnyWithAllWarnings(lists) => one("rt::Validator::AnyWithAllWarnings", alternatives(lists)),
        Validator::All(lists) => one("rt::Validator::All", alternatives(lists)),
        Validator::AtLeastSumOf(paths) => one("rt::Validator::AtLeastSumOf", texts(paths)),
        Validator::AtMostSumOf(paths) => one("rt::Validator::AtMostSumOf", texts(paths)),
        Validator::EqualToSumOf(paths) => one("rt::Validator::EqualToSumOf", texts(paths)),
        Validator::EqualToProductOf(paths) => one("rt::Validator::EqualToProductOf", texts(paths)),
        Validator::PreferWriteOnlyAttribute(path) => {
            one("rt::Validator::PreferWriteOnlyAttribute", literal::text(path))
        }
        Validator::Hook(name) => one("rt::Validator::Hook", literal::text(name)),
    }
}

fn alternatives(lists: &[Vec<Validator>]) -> Expression {
    Slice(lists.iter().map(|rules| validators(rules)).collect())
}

fn segments(parts: &[ImportSegment]) -> Expression {
    Slice(parts.iter().map(segment).collect())
}

fn segment(part: &ImportSegment) -> Expression {
    match part {
        ImportSegment::Literal(literal) => Call("rt::ImportSegment::Literal", vec![literal::text(literal)]),
        ImportSegment::Attribute(name) => Call("rt::ImportSegment::Attribute", vec![literal::text(name)]),
        ImportSegment::Optional(parts) => Call("rt::ImportSegment::Optional", vec![segments(parts)]),
    }
}

fn text(text: &str) -> Expression {
    Text(text.to_owned())
}
