//! The trait of the hooks that a thing's schema names, and the functions by which the runtime calls them.

use super::identifier;
use super::layout::signature;
use super::literal;
use super::rust_type::{Names, Role, attribute_field, attribute_type, join};
use crate::ir::{Attribute, AttributeType, Block, Hook, Mode, Origin, Schema, Validator};
use serde::Serialize;
use std::collections::BTreeMap;

/// The widest line that rustfmt makes.
const WIDTH: usize = 100;

/// What `partial/hooks.rs.jinja` prints.
#[derive(Debug, Serialize)]
pub struct HooksView {
    name: String,
    /// The trait that the implementation has besides: `rt::Resource<Model = DiskModel>`.
    of: String,
    label: String,
    notes: Vec<String>,
    functions: Vec<HookFunction>,
    /// The hooks that validate: `"name" => …`.
    arms: Vec<String>,
    validates: bool,
    is_resource: bool,
    plans: bool,
    plan: bool,
    plan_destroy: bool,
    planning: String,
    setters: Vec<SetterView>,
}

/// One function of the trait.
#[derive(Debug, Serialize)]
struct HookFunction {
    doc: String,
    signature: String,
}

/// The functions that plan one attribute.
#[derive(Debug, Serialize)]
struct SetterView {
    attribute: String,
    signature: String,
    decide: &'static str,
    unknown: String,
}

/// The hooks that an implementation owes, for its skeleton.
pub struct Owed {
    /// The trait.
    pub name: String,
    /// Generated types that the functions name.
    pub types: Vec<String>,
    /// Each function: its head and its parameter.
    pub functions: Vec<(String, String)>,
}

/// An attribute's hook: its name, and the Rust type of what it looks at.
struct ValueHook {
    ty: String,
    attribute: Attribute,
    address: String,
}

impl ValueHook {
    /// How the function takes the value.
    fn parameter(&self) -> String {
        match self.ty.as_str() {
            "String" => "&str".to_owned(),
            "bool" | "i32" | "i64" | "f32" | "f64" => self.ty.clone(),
            ty => format!("&{ty}"),
        }
    }

    /// Its arm in the function that the runtime calls.
    fn arm(&self, name: &str) -> String {
        let by_value = self.parameter() == self.ty;
        let pattern = literal::string(name);
        let call = format!(
            "validation.value(|value: {}| R::validate_{name}({}value))",
            self.ty,
            if by_value { "" } else { "&" }
        );
        let line = format!("        {pattern} => {call},");
        if line.chars().count() <= WIDTH {
            return line;
        }
        format!("        {pattern} => {{\n            {call}\n        }}")
    }
}

/// Whether the schema names any hook.
pub fn has_hooks(schema: &Schema) -> bool {
    !schema.hooks.is_empty() || has_value_hooks(&schema.attributes, &schema.blocks)
}

/// Whether a hook of the schema looks at configurations.
pub fn validates(schema: &Schema) -> bool {
    schema.hooks.contains(&Hook::Validate) || has_value_hooks(&schema.attributes, &schema.blocks)
}

fn has_value_hooks(attributes: &[Attribute], blocks: &[Block]) -> bool {
    attributes.iter().any(|each| {
        hook_of(each).is_some() || matches!(&each.ty, AttributeType::Nested(_, inner) if has_value_hooks(inner, &[]))
    }) || blocks.iter().any(|each| has_value_hooks(&each.attributes, &each.blocks))
}

fn hook_of(attribute: &Attribute) -> Option<&str> {
    attribute.validators.iter().find_map(|rule| match rule {
        Validator::Hook(name) => Some(name.as_str()),
        _ => None,
    })
}

impl HooksView {
    /// The hooks of a thing; none if its schema names none. `of` is the runtime's trait for its implementation.
    pub fn new(names: &Names, thing: &str, schema: &Schema, origin: &Origin, of: String) -> Option<Self> {
        if !has_hooks(schema) {
            return None;
        }
        let name = identifier::type_name(thing, "Hooks");
        let planning = identifier::type_name(thing, "Planning");
        let view = names.record("", Role::View);
        let is_resource = of.starts_with("rt::Resource");
        let mut functions = Vec::new();
        let mut notes = Vec::new();
        let mut arms = Vec::new();
        let answer = "rt::Result<()>";
        let planned = "impl Future<Output = rt::Result<()>> + Send";
        for hook in &schema.hooks {
            let (word, doc, head, parameter, answer) = match hook {
                Hook::Plan => (
                    "plan",
                    "Looks at a plan, and decides what only this provider can know.",
                    "fn plan",
                    format!("plan: &mut {planning}<Self>"),
                    planned,
                ),
                Hook::PlanDestroy => (
                    "plan_destroy",
                    "Looks at the plan to delete: warns, objects or defers.",
                    "fn plan_destroy",
                    format!("plan: &mut {planning}<Self>"),
                    planned,
                ),
                Hook::Validate => {
                    arms.push(format!("        {} => R::validate(&validation.view()),", literal::string("")));
                    let doc = "Looks at a configuration, of which anything may be null or not known yet.";
                    ("validate", doc, "fn validate", format!("config: &{view}"), answer)
                }
            };
            functions.push(function(doc, head, parameter, answer));
            notes.push(note(origin, &format!("hooks = [\"{word}\"]")));
        }
        for (hook, value) in value_hooks(names, schema) {
            let doc = format!("Looks at a value of `{}` that is known.", value.address);
            let parameter = format!("value: {}", value.parameter());
            functions.push(function(&doc, &format!("fn validate_{hook}"), parameter, answer));
            notes.push(note(origin, &format!("`{}` with hook = \"{hook}\"", value.address)));
            arms.push(value.arm(&hook));
        }
        let last = notes.len().saturating_sub(1);
        notes.iter_mut().take(last).for_each(|note| note.push(','));
        let plan = schema.hooks.contains(&Hook::Plan);
        let plan_destroy = schema.hooks.contains(&Hook::PlanDestroy);
        Some(Self {
            label: literal::string(&format!("the schema wants `impl {name} for {{Self}}`")),
            name,
            of,
            notes,
            functions,
            validates: !arms.is_empty(),
            arms,
            is_resource,
            plans: plan || plan_destroy,
            plan,
            plan_destroy,
            planning,
            setters: if plan { setters(names, schema) } else { Vec::new() },
        })
    }
}

fn note(origin: &Origin, what: &str) -> String {
    literal::string(&format!("{}, [{}]: {what}", origin.file, origin.table))
}

fn function(doc: &str, head: &str, parameter: String, answer: &str) -> HookFunction {
    // A declaration ends in `;` where a definition has ` {`: the line is one column shorter than it may be.
    let text = signature(4, head, &[parameter], answer);
    HookFunction { doc: doc.to_owned(), signature: text.trim_end_matches(" {").to_owned() + ";" }
}

/// The hooks of attributes by name, each with the first attribute that has it.
fn value_hooks(names: &Names, schema: &Schema) -> BTreeMap<String, ValueHook> {
    let mut found = BTreeMap::new();
    collect(names, "", &schema.attributes, &schema.blocks, &mut found);
    found
}

fn collect(
    names: &Names,
    address: &str,
    attributes: &[Attribute],
    blocks: &[Block],
    found: &mut BTreeMap<String, ValueHook>,
) {
    for attribute in attributes {
        let address = join(address, &attribute.name);
        if let Some(hook) = hook_of(attribute) {
            let ty = attribute_type(names, &address, &attribute.ty, Role::View);
            let value = ValueHook { ty, attribute: attribute.clone(), address: address.clone() };
            found.entry(hook.to_owned()).or_insert(value);
        }
        if let AttributeType::Nested(_, inner) = &attribute.ty {
            collect(names, &address, inner, &[], found);
        }
    }
    for block in blocks {
        collect(names, &join(address, &block.name), &block.attributes, &block.blocks, found);
    }
}

/// The setters of root attributes that the provider computes.
fn setters(names: &Names, schema: &Schema) -> Vec<SetterView> {
    let computed = |attribute: &&Attribute| {
        matches!(attribute.mode, Mode::Computed | Mode::OptionalComputed) && Role::Model.has_attribute(attribute)
    };
    let setter = |attribute: &Attribute| {
        let ty = attribute_field(names, &attribute.name, attribute, Role::Model);
        let is_text = ty == "String";
        let parameter = if is_text { "value: impl Into<String>".to_owned() } else { format!("value: {ty}") };
        let head = format!("pub fn set_{}", attribute.name);
        SetterView {
            attribute: attribute.name.clone(),
            signature: procedure(&head, &["&mut self".to_owned(), parameter]),
            decide: if is_text { "decide_text" } else { "decide" },
            unknown: procedure(&format!("pub fn {}_unknown", attribute.name), &["&mut self".to_owned()]),
        }
    };
    schema.attributes.iter().filter(computed).map(setter).collect()
}

/// The head of a function inside an `impl` that answers nothing.
fn procedure(head: &str, parameters: &[String]) -> String {
    let line = format!("    {head}({}) {{", parameters.join(", "));
    if line.chars().count() <= WIDTH {
        return line;
    }
    let parameters: Vec<String> = parameters.iter().map(|each| format!("        {each},")).collect();
    format!("    {head}(\n{}\n    ) {{", parameters.join("\n"))
}

/// What an implementation owes; none if its schema names no hook.
pub fn owed(names: &Names, thing: &str, schema: &Schema) -> Option<Owed> {
    if !has_hooks(schema) {
        return None;
    }
    let mut types = vec![identifier::type_name(thing, "Hooks")];
    let mut functions = Vec::new();
    for hook in &schema.hooks {
        let planning = identifier::type_name(thing, "Planning");
        match hook {
            Hook::Plan => functions.push(("async fn plan".to_owned(), format!("_plan: &mut {planning}<Self>"))),
            Hook::PlanDestroy => {
                functions.push(("async fn plan_destroy".to_owned(), format!("_plan: &mut {planning}<Self>")));
            }
            Hook::Validate => {
                let view = names.record("", Role::View);
                functions.push(("fn validate".to_owned(), format!("_config: &{view}")));
                types.push(view);
            }
        }
        if *hook != Hook::Validate && !types.contains(&planning) {
            types.push(planning);
        }
    }
    for (hook, value) in value_hooks(names, schema) {
        let is_own = !value.attribute.enum_values.is_empty() || matches!(value.attribute.ty, AttributeType::Nested(..));
        let parameter = value.parameter();
        functions.push((format!("fn validate_{hook}"), format!("_value: {parameter}")));
        if is_own {
            types.extend(generated_names(&value.ty));
        }
    }
    Some(Owed { name: identifier::type_name(thing, "Hooks"), types, functions })
}

/// The generated types in a Rust type.
fn generated_names(ty: &str) -> Vec<String> {
    let words = ty.split(|each: char| !each.is_alphanumeric() && each != '_' && each != ':');
    let is_generated =
        |word: &&str| word.starts_with(char::is_uppercase) && !matches!(*word, "Vec" | "Option" | "String");
    words.filter(is_generated).map(str::to_owned).collect()
}
