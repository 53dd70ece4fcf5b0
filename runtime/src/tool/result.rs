//! What a step came to, and what is read out of what it has printed.

use super::capture::Capture;
use super::table::{Pointer, Step, StepName};
use crate::diagnostic::{Diagnostics, Result, error};
use crate::model::Object;
use crate::schema::Block;
use crate::schema::implied_type::attribute_type;
use std::time::Duration;
use tfgen_cty::json::Node;
use tfgen_cty::{Path, Value, json};

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It did what it was to do.
    Done,
    /// The same, and something has changed by it, or would change.
    Changed,
    /// There is nothing that it is about.
    Absent,
    /// The tool has no such step, or not all that the step takes is known yet.
    Skipped,
    /// It went wrong.
    Failed,
}

impl Outcome {
    /// In a word, for the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Changed => "changed",
            Self::Absent => "absent",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }
}

/// What a step came to.
#[derive(Clone, Debug)]
pub struct StepResult {
    /// Which step.
    pub step: StepName,
    /// How it ended.
    pub outcome: Outcome,
    /// What the program answered when it ended; none if there was no program.
    pub exit_code: Option<i32>,
    /// How long it took, tries that failed included.
    pub duration: Duration,
    /// What is to be said to whoever runs Terraform.
    pub messages: Vec<String>,
    /// What it has given, by root attribute.
    pub outputs: Object,
    /// The attributes whose change replaces the object, as a plan step says.
    pub requires_replace: Vec<String>,
    /// What a plan step has printed, sensitive values included: it is for apply, and not to be shown.
    pub printed: String,
    /// Why it went wrong, if it did.
    pub failed: Diagnostics,
}

impl StepResult {
    /// One that did nothing, and why.
    pub fn skipped(step: StepName, why: impl Into<String>) -> Self {
        Self { messages: vec![why.into()], outcome: Outcome::Skipped, ..Self::done(step) }
    }

    /// One that went wrong.
    pub fn failed(step: StepName, failed: Diagnostics) -> Self {
        Self { outcome: Outcome::Failed, failed, ..Self::done(step) }
    }

    /// Whether it did what it was to do, as far as there was anything to be done.
    pub fn is_ok(&self) -> bool {
        self.outcome != Outcome::Failed
    }

    /// One that did what it was to do, and gave nothing.
    pub fn done(step: StepName) -> Self {
        Self {
            step,
            outcome: Outcome::Done,
            exit_code: None,
            duration: Duration::ZERO,
            messages: Vec::new(),
            outputs: Object::default(),
            requires_replace: Vec::new(),
            printed: String::new(),
            failed: Diagnostics::new(),
        }
    }
}

/// The values of attributes in what a step has printed, each of the attribute's type. What is not there is left out: it stays
/// as it was. An action has no attributes for what only the provider gives, and takes none of it.
pub(super) fn outputs(of: &str, block: &Block, step: &Step, printed: &Capture) -> Result<Object> {
    let mut found = Object::default();
    let wanted: Vec<_> = step.outputs.iter().filter(|(name, _)| block.attribute(name).is_some()).collect();
    if wanted.is_empty() {
        return Ok(found);
    }
    let whole = printed.whole().ok_or_else(|| too_long(of, printed))?;
    // A pointer to the whole is to the text, which need not be JSON.
    let text = || String::from_utf8_lossy(whole).trim_end_matches(['\r', '\n']).to_owned();
    let needs_json = wanted.iter().any(|(name, pointer)| !pointer.is_empty() || !is_text(block, name));
    let root =
        if needs_json { Some(Node::parse(whole).map_err(|failed| no_json(of, &failed, step, printed))?) } else { None };
    for (name, pointer) in wanted {
        let Some(attribute) = block.attribute(name) else { continue };
        if pointer.is_empty() && is_text(block, name) {
            found.set(name, text());
            continue;
        }
        let Some(node) = root.and_then(|root| follow(root, pointer)) else { continue };
        let ty = attribute_type(&attribute.ty);
        let value = json::decode_lenient(node.raw().as_bytes(), &ty).map_err(|failed| {
            error(format!("{of} printed a value of the wrong type"))
                .detail(format!("`{name}` is taken from `{}` of what it prints: {failed}.", shown(pointer)))
                .at(Path::root().attribute(*name))
        })?;
        found.set_as_it_is(name, value);
    }
    Ok(found)
}

fn is_text(block: &Block, name: &str) -> bool {
    block.attribute(name).is_some_and(|attribute| attribute_type(&attribute.ty) == tfgen_cty::Type::String)
}

/// Whether something stands where `absent_unless` looks, if it looks. Nothing printed is nothing there; what cannot be read
/// says nothing about it.
pub(super) fn is_there(of: &str, step: &Step, printed: &Capture) -> Result<bool> {
    let Some(pointer) = step.absent_unless else { return Ok(true) };
    let Some(root) = read(of, step, printed)? else { return Ok(false) };
    Ok(follow(root, pointer).is_some_and(|node| !node.is_null()))
}

/// The names of attributes whose change replaces the object.
pub(super) fn replaces(of: &str, step: &Step, printed: &Capture) -> Result<Vec<String>> {
    if step.requires_replace.is_none_or(<[_]>::is_empty) || read(of, step, printed)?.is_some() {
        return Ok(texts(step.requires_replace, printed));
    }
    Ok(Vec::new())
}

/// What was printed, as JSON; none if nothing was.
fn read<'p>(of: &str, step: &Step, printed: &'p Capture) -> Result<Option<Node<'p>>> {
    let whole = printed.whole().ok_or_else(|| too_long(of, printed))?;
    if whole.trim_ascii().is_empty() {
        return Ok(None);
    }
    Node::parse(whole).map(Some).map_err(|failed| no_json(of, &failed, step, printed))
}

/// The texts at a pointer: one, or an array of them. Whatever else stands there is given as JSON.
pub(super) fn texts(pointer: Option<Pointer>, printed: &Capture) -> Vec<String> {
    let Some(pointer) = pointer else { return Vec::new() };
    let whole = printed.whole().unwrap_or_default();
    if pointer.is_empty() && Node::parse(whole).is_err() {
        let text = super::capture::plain(&String::from_utf8_lossy(whole));
        return text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    }
    let Some(node) = Node::parse(whole).ok().and_then(|root| follow(root, pointer)) else { return Vec::new() };
    let text =
        |node: &Node<'_>| node.string().map_or_else(|| node.raw().trim().to_owned(), std::borrow::Cow::into_owned);
    match node.elements() {
        Some(elements) => elements.iter().map(text).collect(),
        None if node.is_null() => Vec::new(),
        None => vec![text(&node)],
    }
}

fn follow(root: Node<'_>, pointer: Pointer) -> Option<Node<'_>> {
    pointer.iter().try_fold(root, |node, part| match node.elements() {
        Some(elements) => place(part).and_then(|at| elements.into_iter().nth(at)),
        None => node.get(part),
    })
}

/// The place of an element as a pointer writes it: digits, and no zero before others.
fn place(part: &str) -> Option<usize> {
    let is_plain = part == "0" || (!part.starts_with('0') && part.bytes().all(|letter| letter.is_ascii_digit()));
    part.parse().ok().filter(|_| is_plain)
}

fn shown(pointer: Pointer) -> String {
    let escaped = |part: &&str| part.replace('~', "~0").replace('/', "~1");
    [String::new()].into_iter().chain(pointer.iter().map(escaped)).collect::<Vec<_>>().join("/")
}

fn too_long(of: &str, printed: &Capture) -> Diagnostics {
    error(format!("{of} printed too much"))
        .detail(format!("It printed {} bytes, which are too many to take values from.", printed.total()))
}

fn no_json(of: &str, failed: &tfgen_cty::Error, step: &Step, printed: &Capture) -> Diagnostics {
    let end = if step.secret {
        " It is not shown, since it may hold sensitive values.".to_owned()
    } else {
        format!(" It ends with:\n{}", printed.last_lines(5))
    };
    error(format!("{of} printed no JSON"))
        .detail(format!("Values are to be taken from what it prints, but {failed}.{end}"))
}

/// Null for every attribute that is wanted: where there is nothing, nothing is printed.
pub(super) fn nothing(wanted: &[(&'static str, Pointer)]) -> Object {
    let mut nothing = Object::default();
    for (name, _) in wanted {
        nothing.set_as_it_is(name, Value::Null);
    }
    nothing
}
