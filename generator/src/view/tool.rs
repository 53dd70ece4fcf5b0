//! What the template of a tool prints: its table.

use super::layout::Expression::{self, Call, Slice, Struct, Text, Tuple};
use super::layout::declaration;
use super::literal::{self, texts};
use super::schema::table;
use super::thing::HeaderView;
use super::{hook, identifier};
use crate::ir::tool::{Piece, Requirement, Step, Tool};
use serde::Serialize;

/// `src/generated/tools/NAME.rs`
#[derive(Debug, Serialize)]
pub struct ToolView {
    header: HeaderView,
    table: String,
    implemented: Option<ImplementedView>,
}

/// The steps that are written in Rust.
#[derive(Debug, Serialize)]
struct ImplementedView {
    name: String,
    label: String,
    note: String,
    of: String,
    functions: Vec<FunctionView>,
}

#[derive(Debug, Serialize)]
struct FunctionView {
    doc: &'static str,
    name: &'static str,
    variant: String,
    signature: String,
}

impl ImplementedView {
    fn new(tool: &Tool) -> Option<Self> {
        let function = |(name, doc): (&'static str, &'static str)| FunctionView {
            doc,
            name,
            variant: variant(name),
            signature: declaration(
                4,
                &format!("fn {name}"),
                &["step: rt::StepContext<Self::Provider>".to_owned()],
                "impl Future<Output = rt::Result<rt::StepAnswer>> + Send",
            ),
        };
        let functions: Vec<_> = tool.implemented().map(function).collect();
        let name = steps_trait(&tool.name);
        let names: Vec<String> = functions.iter().map(|function| literal::string(function.name)).collect();
        (!functions.is_empty()).then(|| Self {
            label: hook::label(&name),
            note: hook::note(&tool.origin, &format!("implement = [{}]", names.join(", "))),
            of: tool.origin.table.clone(),
            name,
            functions,
        })
    }
}

/// The trait of the steps that are written in Rust: `HelmSteps`.
pub(super) fn steps_trait(tool: &str) -> String {
    identifier::type_name(tool, "Steps")
}

impl ToolView {
    /// The view of one tool.
    pub fn new(tool: &Tool) -> Self {
        let header = HeaderView::new(&format!("`{}`", tool.origin.table), &tool.origin);
        let mut fields =
            vec![("name", literal::text(&tool.name)), ("steps", Slice(tool.steps.iter().map(step).collect()))];
        if !tool.requires.is_empty() {
            fields.push(("requires", Slice(tool.requires.iter().map(requirement).collect())));
        }
        if !tool.action.is_empty() {
            fields.push(("action", Slice(tool.action.iter().map(|name| step_name(name)).collect())));
        }
        fields.extend(tool.generated_id.as_ref().map(|name| ("generated_id", literal::text(name))));
        fields.extend(tool.healthy.as_ref().map(|name| ("healthy", literal::text(name))));
        Self {
            header,
            table: table(Struct("rt::Tool", fields, "rt::Tool::DEFAULT")),
            implemented: ImplementedView::new(tool),
        }
    }
}

fn step_name(name: &str) -> Expression {
    Text(variant(name))
}

fn variant(name: &str) -> String {
    format!("rt::StepName::{}", heck::AsUpperCamelCase(name))
}

fn step(step: &Step) -> Expression {
    if step.implemented.is_some() {
        let fields = vec![("name", step_name(step.name)), ("implemented", Text("true".to_owned()))];
        return Struct("rt::Step", fields, "rt::Step::DEFAULT");
    }
    let group = |group: &Vec<Vec<Piece>>| Slice(group.iter().map(|pieces| text(pieces)).collect());
    let mut fields = vec![("name", step_name(step.name)), ("command", Slice(step.command.iter().map(group).collect()))];
    if !step.env.is_empty() {
        let variable = |(name, value): &(String, Vec<Piece>)| Tuple(vec![literal::text(name), text(value)]);
        fields.push(("env", Slice(step.env.iter().map(variable).collect())));
    }
    for (name, value) in [("stdin", &step.stdin), ("cwd", &step.cwd)] {
        if !value.is_empty() {
            fields.push((name, text(value)));
        }
    }
    let codes = |codes: &[i32]| Slice(codes.iter().map(|code| Text(code.to_string())).collect());
    if step.timeout > 0 {
        fields.push(("timeout", Text(literal::grouped(step.timeout))));
    }
    if step.ok != [0] {
        fields.push(("ok", codes(&step.ok)));
    }
    for (name, value) in [("changed", &step.changed), ("absent", &step.absent)] {
        if !value.is_empty() {
            fields.push((name, codes(value)));
        }
    }
    fields.extend(step.absent_unless.as_ref().map(|pointer| ("absent_unless", some(pointer))));
    if step.attempts != 1 {
        fields.push(("attempts", Text(literal::grouped(step.attempts))));
    }
    if step.delay > 0 {
        fields.push(("delay", Text(literal::grouped(step.delay))));
    }
    if !step.retry_on.is_empty() {
        fields.push(("retry_on", codes(&step.retry_on)));
    }
    if !step.outputs.is_empty() {
        let output = |(name, pointer): &(String, Vec<String>)| Tuple(vec![literal::text(name), texts(pointer)]);
        fields.push(("outputs", Slice(step.outputs.iter().map(output).collect())));
    }
    fields.extend(step.requires_replace.as_ref().map(|pointer| ("requires_replace", some(pointer))));
    fields.extend(step.messages.as_ref().map(|pointer| ("messages", some(pointer))));
    for (name, is_so) in [("progress", step.progress), ("secret", step.secret)] {
        if is_so {
            fields.push((name, Text("true".to_owned())));
        }
    }
    Struct("rt::Step", fields, "rt::Step::DEFAULT")
}

fn some(pointer: &[String]) -> Expression {
    Call("Some", vec![texts(pointer)])
}

fn text(pieces: &[Piece]) -> Expression {
    let piece = |piece: &Piece| {
        let (name, value) = match piece {
            Piece::Literal(text) => ("rt::Piece::Literal", text),
            Piece::Value(name) => ("rt::Piece::Value", name),
            Piece::Each(name) => ("rt::Piece::Each", name),
            Piece::Json(name) => ("rt::Piece::Json", name),
            Piece::When(name) => ("rt::Piece::When", name),
            Piece::Unless(name) => ("rt::Piece::Unless", name),
            Piece::Plan => return Text("rt::Piece::Plan".to_owned()),
            Piece::Operation => return Text("rt::Piece::Operation".to_owned()),
        };
        Call(name, vec![literal::text(value)])
    };
    Slice(pieces.iter().map(piece).collect())
}

fn requirement(requirement: &Requirement) -> Expression {
    match requirement {
        Requirement::Path(path) => Call("rt::Requirement::Path", vec![literal::text(path)]),
        Requirement::Program { program, version, version_command, pattern } => {
            let fields = vec![
                ("program", literal::text(program)),
                ("version", literal::text(version)),
                ("version_command", texts(version_command)),
                ("pattern", literal::text(pattern)),
            ];
            Struct("rt::Requirement::Program", fields, "")
        }
    }
}
