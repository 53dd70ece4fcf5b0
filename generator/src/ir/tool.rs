//! Tools: what their steps mean, and the resource, the action and the data source that each of them is.

use super::lifecycle::{self, Timeouts};
use super::lower::origin;
use super::scope::Scope;
use super::{
    Attribute, AttributeType, Block, DataSource, Mode, Model, OnChange, Origin, RequiresReplace, Resource, Schema,
    Thing, WhenUnset,
};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::key::{BASES, STEP_NAMES, STEPS};
use crate::document::tool::ToolDocument;
use crate::document::{AttributeDocument, Documents, Kind, ThingDocument, type_expression};
use crate::rule::Rule;
use crate::source::Spanned;

mod requirement;
mod step;
mod template;

pub use requirement::Requirement;
pub use template::Piece;

/// The attribute that gets a made-up id where a tool names no identity.
const ID: &str = "id";
/// The attribute of the data source that says how well it is.
const HEALTHY: &str = "healthy";
/// The steps that show what there is.
const LOOKING: [&str; 2] = ["status", "health"];

/// A tool.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The name in the schema: `helm`.
    pub name: String,
    /// The steps, in their order.
    pub steps: Vec<Step>,
    /// What has to be there.
    pub requires: Vec<Requirement>,
    /// The steps that the action does.
    pub action: Vec<&'static str>,
    /// The attribute that gets a made-up id.
    pub generated_id: Option<String>,
    /// The attribute of the data source that says how well it is.
    pub healthy: Option<String>,
    /// Where it was written.
    pub origin: Origin,
}

/// A text with values in it.
pub type Text = Vec<Piece>;

/// One step.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name.
    pub name: &'static str,
    /// What it does, if it is written in Rust; nothing else of it is said then.
    pub implemented: Option<&'static str>,
    /// The command, in groups.
    pub command: Vec<Vec<Text>>,
    /// Its environment.
    pub env: Vec<(String, Text)>,
    /// What it reads.
    pub stdin: Text,
    /// Where it runs.
    pub cwd: Text,
    /// Milliseconds; 0 for as long as it likes.
    pub timeout: u64,
    /// Exit codes.
    pub ok: Vec<i32>,
    /// Exit codes.
    pub changed: Vec<i32>,
    /// Exit codes.
    pub absent: Vec<i32>,
    /// Without a value there, there is nothing.
    pub absent_unless: Option<Vec<String>>,
    /// How often it is tried.
    pub attempts: u64,
    /// Milliseconds between two tries.
    pub delay: u64,
    /// Exit codes after which it is tried again.
    pub retry_on: Vec<i32>,
    /// Attributes and pointers.
    pub outputs: Vec<(String, Vec<String>)>,
    /// A pointer.
    pub requires_replace: Option<Vec<String>>,
    /// A pointer.
    pub messages: Option<Vec<String>>,
    /// Its lines are told.
    pub progress: bool,
    /// What it prints holds values of sensitive attributes.
    pub secret: bool,
}

/// The document with the `id` that is made up where nothing else finds the object.
pub(super) fn with_id(thing: &ThingDocument) -> ThingDocument {
    let mut thing = thing.clone();
    if needs_id(&thing) {
        thing.attributes.push(id(&thing));
    }
    thing
}

fn needs_id(thing: &ThingDocument) -> bool {
    thing.identity.is_none() && !thing.attributes.iter().any(|attribute| attribute.address.value == ID)
}

fn id(thing: &ThingDocument) -> AttributeDocument {
    let span = thing.name.span;
    let text = crate::document::Text { value: "string".to_owned(), span, start: None };
    AttributeDocument {
        ty: type_expression::parse(&text, &mut Diagnostics::new()).map(|ty| Spanned::new(ty, span)),
        computed: Some(span),
        description: Some(Spanned::new("Made up when the object is made.".to_owned(), span)),
        use_state_for_unknown: Some(span),
        ..AttributeDocument::new(Spanned::new(ID.to_owned(), span))
    }
}

/// What a tool's table means; reports what cannot be done. `thing` has its made-up id, and `original` has not.
pub(super) fn lower(thing: &ThingDocument, original: &ThingDocument, diagnostics: &mut Diagnostics) -> Tool {
    let scope = Scope::new(thing, &mut Diagnostics::new());
    let tool = &thing.tool;
    check_name(thing, diagnostics);
    check_steps(thing, diagnostics);
    let mut steps: Vec<Step> = tool.steps.iter().map(|step| step::lower(step, &scope, diagnostics)).collect();
    steps.extend(implemented(thing, diagnostics));
    steps.sort_by_key(|step| place(step.name));
    let generated_id = needs_id(original).then(|| ID.to_owned());
    // Without an object, there is no id that was made up for it.
    let names_the_id = |name: &&str| {
        let step = steps.iter().find(|step| step.name == *name);
        generated_id.is_some() && step.is_some_and(|step| template::roots(step).contains(&ID))
    };
    let by_itself = |name: &&str| !name.ends_with("destroy") && (*name == "apply" || !names_the_id(name));
    let action = match &tool.action {
        Some(names) => names.iter().map(|name| name.value).collect(),
        None => STEP_NAMES.iter().copied().filter(by_itself).collect::<Vec<_>>(),
    };
    let has = |name: &str| steps.iter().any(|step| step.name == name);
    let mut action: Vec<&'static str> = action.into_iter().filter(|name| has(name)).collect();
    action.sort_by_key(|name| place(name));
    let healthy = thing.attributes.iter().all(|attribute| attribute.address.value != HEALTHY);
    Tool {
        name: thing.name.value.clone(),
        requires: tool.requires.iter().filter_map(|one| requirement::lower(one, diagnostics)).collect(),
        action,
        generated_id,
        healthy: healthy.then(|| HEALTHY.to_owned()),
        steps,
        origin: origin(thing),
    }
}

/// Where a step stands among all that there are.
fn place(name: &str) -> usize {
    STEP_NAMES.iter().position(|known| *known == name).unwrap_or(STEP_NAMES.len())
}

/// The steps that are written in Rust.
fn implemented(thing: &ThingDocument, diagnostics: &mut Diagnostics) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    for name in &thing.tool.implement {
        let table = thing.tool.steps.iter().find(|step| step.name == name.value);
        if let Some(table) = table {
            diagnostics.push(
                Diagnostic::new(
                    Rule::BrokenTool,
                    format!("the step `{}` is written in Rust, and is a program", name.value),
                )
                .at(name.span, "a function does it")
                .and(table.span, "a program does it")
                .with_help("remove one of them"),
            );
        } else if found.iter().all(|step| step.name != name.value) {
            let does = STEPS.iter().find(|key| key.name == name.value).map_or("", |key| key.description);
            found.push(Step { name: name.value, implemented: Some(does), ..Step::EMPTY });
        }
    }
    found
}

impl Tool {
    /// The steps that are written in Rust, and what each does.
    pub fn implemented(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        self.steps.iter().filter_map(|step| Some((step.name, step.implemented?)))
    }
}

impl Step {
    const EMPTY: Self = Self {
        name: "",
        implemented: None,
        command: Vec::new(),
        env: Vec::new(),
        stdin: Text::new(),
        cwd: Text::new(),
        timeout: 0,
        ok: Vec::new(),
        changed: Vec::new(),
        absent: Vec::new(),
        absent_unless: None,
        attempts: 1,
        delay: 0,
        retry_on: Vec::new(),
        outputs: Vec::new(),
        requires_replace: None,
        messages: None,
        progress: false,
        secret: false,
    };
}

/// A name that a definition has which ships is for tools that extend it.
fn check_name(thing: &ThingDocument, diagnostics: &mut Diagnostics) {
    let name = thing.name.value.as_str();
    let extends = thing.tool.extends.as_ref().map(|base| base.value);
    if BASES.contains(&name) && extends != Some(name) {
        diagnostics.push(
            Diagnostic::new(Rule::BrokenTool, format!("`tool.{name}` has the name of a definition that ships"))
                .at(thing.name.span, "it would look like that one, and be another")
                .with_help(format!("say `extends = \"{name}\"`, or give it another name")),
        );
    }
}

/// What a tool is must not be there under the same name already.
pub(super) fn check_free(thing: &ThingDocument, kind: Kind, documents: &Documents, diagnostics: &mut Diagnostics) {
    let taken = documents.things.iter().find(|other| other.kind == kind && other.name.value == thing.name.value);
    if let Some(taken) = taken {
        let message = format!("`{}` is there twice: the tool is {} of this name, too", taken.header(), kind.a_noun());
        let diagnostic = Diagnostic::new(Rule::DuplicateName, message)
            .at(thing.name.span, "again here")
            .and(taken.name.span, "first here");
        let help =
            if kind == Kind::Data { "rename one of them, or say `data_source = false`" } else { "rename one of them" };
        diagnostics.push(diagnostic.with_help(help));
    }
}

fn check_steps(thing: &ThingDocument, diagnostics: &mut Diagnostics) {
    if thing.broken {
        return;
    }
    let tool = &thing.tool;
    let step = |name: &str| tool.steps.iter().find(|step| step.name == name);
    let missing = |name: &str, why: &str, help: &str| {
        Diagnostic::new(Rule::BrokenTool, format!("the tool `{}` has no step `{name}`", thing.name.value))
            .at(thing.name.span, why.to_owned())
            .with_help(help.to_owned())
    };
    let in_rust = |name: &str| tool.implement.iter().find(|step| step.value == name).map(|step| step.span);
    if step("apply").is_none() && in_rust("apply").is_none() {
        let help = format!("write `[tool.{}.steps.apply]` with a `command`", thing.name.value);
        diagnostics.push(missing("apply", "nothing would be made", &help));
    }
    let destroy = step("destroy").map(|step| step.span).or_else(|| in_rust("destroy"));
    match (destroy, tool.keeps) {
        (None, None) => {
            diagnostics.push(missing("destroy", "nothing would be removed", "add it, or say `destroy = \"none\"`"));
        }
        (Some(destroy), Some(span)) => diagnostics.push(
            Diagnostic::new(Rule::BrokenTool, "there is a step `destroy`, and nothing is to be destroyed")
                .at(span, "nothing is to be done here")
                .and(destroy, "something is to be done here")
                .with_help("remove one of them"),
        ),
        _ => {}
    }
    let has = |name: &str| step(name).is_some() || in_rust(name).is_some();
    for name in tool.action.iter().flatten().filter(|name| !has(name.value)) {
        let message = format!("the action does the step `{}`, which the tool does not have", name.value);
        diagnostics.push(
            Diagnostic::new(Rule::BrokenTool, message)
                .at(name.span, "no step of this name")
                .with_help(format!("write `[tool.{}.steps.{}]`, or leave it out here", thing.name.value, name.value)),
        );
    }
    let shows = step("show_plan").map(|step| step.span).or_else(|| in_rust("show_plan"));
    if let Some(span) = shows.filter(|_| !has("plan")) {
        diagnostics.push(
            Diagnostic::new(
                Rule::BrokenTool,
                format!("the tool `{}` shows a plan that nobody makes", thing.name.value),
            )
            .at(span, "done after the step `plan`, and there is none")
            .with_help(format!("write `[tool.{}.steps.plan]`", thing.name.value)),
        );
    }
    for step in tool.steps.iter().filter(|step| step.command.iter().all(Vec::is_empty)) {
        diagnostics.push(
            Diagnostic::new(Rule::BrokenTool, format!("the step `{}` has no command", step.name))
                .at(step.span, "nothing to run")
                .with_help("add `command = [\"program\", \"argument\"]`"),
        );
    }
}

/// What a tool's steps print may lack any value.
pub(super) fn settle(resource: &mut Resource) {
    resource.model = Model::Dynamic;
    resource.tool = true;
    resource.implementation = None;
    resource.updates_in_place = true;
    let (found_by, others): (Vec<_>, Vec<_>) =
        resource.schema.attributes.iter_mut().partition(|attribute| resource.identity.contains(&attribute.name));
    others.into_iter().for_each(may_lack);
    for attribute in found_by {
        inside(attribute).iter_mut().for_each(may_lack);
    }
    resource.schema.blocks.iter_mut().for_each(block_may_lack);
}

fn may_lack(attribute: &mut Attribute) {
    attribute.nullable |= attribute.mode == Mode::Computed;
    inside(attribute).iter_mut().for_each(may_lack);
}

fn inside(attribute: &mut Attribute) -> &mut [Attribute] {
    match &mut attribute.ty {
        AttributeType::Nested(_, inner) => inner,
        _ => &mut [],
    }
}

fn block_may_lack(block: &mut Block) {
    block.attributes.iter_mut().for_each(may_lack);
    block.blocks.iter_mut().for_each(block_may_lack);
}

/// The same as an action: what may be configured.
pub(super) fn action(resource: &Resource) -> Thing {
    let schema = &resource.schema;
    Thing {
        name: resource.name.clone(),
        type_name: resource.type_name.clone(),
        schema: Schema {
            version: 0,
            attributes: schema.attributes.iter().filter(|one| !one.carried).filter_map(configured).collect(),
            blocks: schema.blocks.iter().filter_map(configured_block).collect(),
            hooks: Vec::new(),
            ..schema.clone()
        },
        implementation: None,
        timeouts: Timeouts::default(),
        state_store: None,
        tool: true,
        origin: resource.origin.clone(),
    }
}

/// An attribute where nothing is stored and nothing comes back; none if only the provider gives it.
fn configured(attribute: &Attribute) -> Option<Attribute> {
    let mode = match attribute.mode {
        Mode::Computed => return None,
        Mode::OptionalComputed => Mode::Optional,
        mode => mode,
    };
    let ty = match &attribute.ty {
        AttributeType::Nested(nesting, inner) => {
            AttributeType::Nested(*nesting, inner.iter().filter_map(configured).collect())
        }
        ty => ty.clone(),
    };
    Some(Attribute {
        mode,
        ty,
        nullable: false,
        local: false,
        requires_replace: RequiresReplace::Never,
        when_unset: WhenUnset::Unknown,
        on_change: OnChange::Nothing,
        ..attribute.clone()
    })
}

/// A block where nothing is stored and nothing comes back; none if only the provider makes its instances.
fn configured_block(block: &Block) -> Option<Block> {
    if block.carried || block.computed {
        return None;
    }
    Some(Block {
        // The object's own struct has what is left out here.
        object: block.object.clone().filter(|_| !holds_computed(block)),
        requires_replace: RequiresReplace::Never,
        identity_key: Vec::new(),
        attributes: block.attributes.iter().filter_map(configured).collect(),
        blocks: block.blocks.iter().filter_map(configured_block).collect(),
        ..block.clone()
    })
}

fn holds_computed(block: &Block) -> bool {
    block.attributes.iter().any(|attribute| attribute.mode == Mode::Computed)
        || block.blocks.iter().any(|block| block.computed || holds_computed(block))
}

/// The same without what only a resource or an action may take.
fn stored(mut block: Block) -> Block {
    block.attributes.retain(|attribute| !attribute.write_only);
    block.blocks = block.blocks.into_iter().map(stored).collect();
    block
}

/// What the steps that look say, as a data source; none if there is no such step, or it is not wanted.
pub(super) fn data_source(resource: &Resource, tool: &Tool, document: &ToolDocument) -> Option<DataSource> {
    let looking: Vec<&Step> = tool.steps.iter().filter(|step| LOOKING.contains(&step.name)).collect();
    if document.no_data_source || looking.is_empty() {
        return None;
    }
    let named: Vec<&str> = looking.iter().flat_map(|step| template::roots(step)).collect();
    // What a function takes and gives is not written in the schema.
    let in_rust = looking.iter().any(|step| step.implemented.is_some());
    let given =
        |name: &str| in_rust || looking.iter().any(|step| step.outputs.iter().any(|(output, _)| output == name));
    let attribute = |attribute: &Attribute| {
        let asked = named.contains(&attribute.name.as_str())
            || named.contains(&"")
            || in_rust
            || resource.identity.contains(&attribute.name);
        let asked = asked && !attribute.write_only;
        let mode = match (asked, attribute.mode) {
            (true, Mode::Required) => Mode::Required,
            (true, Mode::Computed) if resource.identity.contains(&attribute.name) => Mode::Required,
            (true, Mode::Optional | Mode::OptionalComputed) => Mode::Optional,
            _ if given(&attribute.name) => Mode::Computed,
            _ => return None,
        };
        let default = attribute.default.clone().filter(|_| mode == Mode::Optional);
        let plain = configured(&Attribute { mode: Mode::Required, ..attribute.clone() })?;
        Some(Attribute { mode, nullable: mode == Mode::Computed, default, ..plain })
    };
    let schema = &resource.schema;
    let mut attributes: Vec<Attribute> =
        schema.attributes.iter().filter(|one| !one.carried).filter_map(attribute).collect();
    if let Some(healthy) = &tool.healthy {
        let description = "Whether it is there, and well as far as the tool says.".to_owned();
        let healthy = lifecycle::optional(healthy, AttributeType::Bool, Vec::new(), description);
        attributes.push(Attribute { mode: Mode::Computed, ..healthy });
    }
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    let asked = |block: &&Block| in_rust || named.contains(&block.name.as_str()) || named.contains(&"");
    let blocks = schema.blocks.iter().filter(asked).filter_map(configured_block).map(stored).collect();
    Some(DataSource {
        name: resource.name.clone(),
        type_name: resource.type_name.clone(),
        schema: Schema { description: schema.description.clone(), attributes, blocks, ..Schema::default() },
        implementation: None,
        outputs_of: None,
        model: Model::Dynamic,
        timeouts: Timeouts::default(),
        tool: true,
        origin: resource.origin.clone(),
    })
}
