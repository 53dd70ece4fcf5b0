//! The trait of the hooks that a thing's schema names, and the functions by which the runtime calls them.

use super::identifier;
use super::layout::signature;
use super::literal;
use super::rust_type::{Names, Role, attribute_field, attribute_value, join};
use crate::ir::{Attribute, AttributeType, Block, Hook, Mode, Origin, Schema, Validator};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};

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
    is_action: bool,
    /// There is a plan in the making.
    plans: bool,
    plan: bool,
    plan_destroy: bool,
    generate_config: bool,
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
    /// The functions.
    pub functions: Vec<OwedFunction>,
}

/// One function that an implementation owes.
pub struct OwedFunction {
    /// Up to its parameters.
    pub head: String,
    /// A context of the provider comes first.
    pub has_context: bool,
    /// What it looks at.
    pub parameter: String,
    /// The runtime's generic type in the parameter, if there is one.
    pub runtime: Option<&'static str>,
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
pub fn looks(schema: &Schema) -> bool {
    !schema.hooks.is_empty() || has_value_hooks(&schema.attributes, &schema.blocks)
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
        let is_resource = of.starts_with("rt::Resource");
        let mut functions = Vec::new();
        let mut notes = Vec::new();
        let mut arms = Vec::new();
        for hook in &schema.hooks {
            if *hook == Hook::Validate {
                arms.push(format!("        {} => R::validate(&validation.view()),", literal::string("")));
            }
            let declared = Declared::new(*hook, is_resource, &planning, &names.record("", Role::View));
            functions.push(declared.function());
            notes.push(note(origin, &format!("hooks = [\"{}\"]", declared.word)));
        }
        for (hook, value) in value_hooks(names, schema) {
            let doc = format!("Looks at a value of `{}` that is known.", value.address);
            let parameter = format!("value: {}", value.parameter());
            functions.push(function(&doc, &format!("fn validate_{hook}"), &[parameter], ANSWER));
            notes.push(note(origin, &format!("`{}` with hook = \"{hook}\"", value.address)));
            arms.push(value.arm(&hook));
        }
        let last = notes.len().saturating_sub(1);
        notes.iter_mut().take(last).for_each(|note| note.push(','));
        let plan = schema.hooks.contains(&Hook::Plan);
        let plan_destroy = schema.hooks.contains(&Hook::PlanDestroy);
        Some(Self {
            label: label(&name),
            name,
            notes,
            functions,
            validates: !arms.is_empty(),
            arms,
            is_resource,
            is_action: of.starts_with("rt::Action"),
            of,
            plans: is_resource && (plan || plan_destroy),
            plan,
            plan_destroy,
            generate_config: schema.hooks.contains(&Hook::GenerateConfig),
            planning,
            setters: if plan && is_resource { setters(names, schema) } else { Vec::new() },
        })
    }
}

/// What a function of a hook answers, and what one that may wait answers.
const ANSWER: &str = "rt::Result<()>";
const LATER: &str = "impl Future<Output = rt::Result<()>> + Send";

/// A hook as the trait declares it.
struct Declared {
    word: &'static str,
    doc: &'static str,
    parameters: Vec<String>,
    answer: &'static str,
}

impl Declared {
    fn new(hook: Hook, is_resource: bool, planning: &str, view: &str) -> Self {
        let planned = || vec![format!("plan: &mut {planning}<Self>")];
        match hook {
            Hook::GenerateConfig => Self {
                word: "generate_config",
                doc: "Changes the configuration that Terraform is about to write for an object.",
                parameters: vec!["draft: &mut rt::Draft<Self>".to_owned()],
                answer: ANSWER,
            },
            Hook::Plan if is_resource => Self {
                word: "plan",
                doc: "Looks at a plan, and decides what only this provider can know.",
                parameters: planned(),
                answer: LATER,
            },
            Hook::Plan => Self {
                word: "plan",
                doc: "Looks at what is to be done, before anything is changed: warns, objects or defers.",
                parameters: vec!["cx: rt::Context<Self::Provider>".to_owned(), format!("config: {view}")],
                answer: LATER,
            },
            Hook::PlanDestroy => Self {
                word: "plan_destroy",
                doc: "Looks at the plan to delete: warns, objects or defers.",
                parameters: planned(),
                answer: LATER,
            },
            Hook::Validate => Self {
                word: "validate",
                doc: "Looks at a configuration, of which anything may be null or not known yet.",
                parameters: vec![format!("config: &{view}")],
                answer: ANSWER,
            },
        }
    }

    fn function(&self) -> HookFunction {
        function(self.doc, &format!("fn {}", self.word), &self.parameters, self.answer)
    }
}

/// What rustc says of an implementation that lacks the trait.
pub(super) fn label(name: &str) -> String {
    literal::string(&format!("the schema wants `impl {name} for {{Self}}`"))
}

/// Where the schema says so.
pub(super) fn note(origin: &Origin, what: &str) -> String {
    literal::string(&format!("{}, [{}]: {what}", origin.file, origin.table))
}

fn function(doc: &str, head: &str, parameters: &[String], answer: &str) -> HookFunction {
    // A declaration ends in `;` where a definition has ` {`: the line is one column shorter than it may be.
    let text = signature(4, head, parameters, answer);
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
            let ty = attribute_value(names, &address, attribute, Role::View);
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
    let mut taken = HashSet::new();
    let setter = |attribute: &Attribute| {
        let ty = attribute_field(names, &attribute.name, attribute, Role::Model);
        let is_text = ty == "String";
        let parameter = if is_text { "value: impl Into<String>".to_owned() } else { format!("value: {ty}") };
        let own = identifier::after_word(&attribute.name);
        let set = untaken(format!("set_{own}"), &mut taken);
        let unknown = untaken(format!("{own}_unknown"), &mut taken);
        SetterView {
            attribute: attribute.name.clone(),
            signature: procedure(&format!("pub fn {set}"), &["&mut self".to_owned(), parameter]),
            decide: if is_text { "decide_text" } else { "decide" },
            unknown: procedure(&format!("pub fn {unknown}"), &["&mut self".to_owned()]),
        }
    };
    schema.attributes.iter().filter(computed).map(setter).collect()
}

/// The name, with underscores behind it where another function has it: `set_a` is not known, `a_unknown` is set.
fn untaken(mut name: String, taken: &mut HashSet<String>) -> String {
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
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
pub fn owed(names: &Names, thing: &str, schema: &Schema, is_action: bool) -> Option<Owed> {
    if !has_hooks(schema) {
        return None;
    }
    let mut types = vec![identifier::type_name(thing, "Hooks")];
    let mut functions = Vec::new();
    let function = |head: &str, parameter: String| OwedFunction {
        head: head.to_owned(),
        has_context: false,
        parameter,
        runtime: None,
    };
    for hook in &schema.hooks {
        let (planning, view) = (identifier::type_name(thing, "Planning"), names.record("", Role::View));
        let (owed, ty) = match hook {
            Hook::GenerateConfig => {
                let owed = function("fn generate_config", "_draft: &mut {}<Self>".to_owned());
                (OwedFunction { runtime: Some("Draft"), ..owed }, None)
            }
            Hook::Plan if is_action => {
                let owed = function("async fn plan", format!("_config: {view}"));
                (OwedFunction { has_context: true, ..owed }, Some(view))
            }
            Hook::Plan => (function("async fn plan", format!("_plan: &mut {planning}<Self>")), Some(planning)),
            Hook::PlanDestroy => {
                (function("async fn plan_destroy", format!("_plan: &mut {planning}<Self>")), Some(planning))
            }
            Hook::Validate => (function("fn validate", format!("_config: &{view}")), Some(view)),
        };
        functions.push(owed);
        types.extend(ty.filter(|ty| !types.contains(ty)));
    }
    for (hook, value) in value_hooks(names, schema) {
        let is_own = !value.attribute.enum_values.is_empty() || matches!(value.attribute.ty, AttributeType::Nested(..));
        functions.push(function(&format!("fn validate_{hook}"), format!("_value: {}", value.parameter())));
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
