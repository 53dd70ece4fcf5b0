//! The static table of a tool: what the schema's `[tool.NAME]` says, as generated code declares it.
//!
//! Plain data. What a template means is in [`super::template`]; the generator has checked it, so that nothing here can be
//! wrong in a way that shows at run time.

/// A program as a component.
#[derive(Debug)]
pub struct Tool {
    /// The name in the schema: `helm`.
    pub name: &'static str,
    /// The steps that it has.
    pub steps: &'static [Step],
    /// What has to be there before anything is done.
    pub requires: &'static [Requirement],
    /// The steps that the action does, in order.
    pub action: &'static [StepName],
    /// The root attribute that gets a made-up id; empty if the schema names an identity of its own.
    pub generated_id: &'static str,
    /// The root attribute that says how healthy it is, in the data source; empty without one.
    pub healthy: &'static str,
}

impl Tool {
    /// A tool without anything in it.
    pub const DEFAULT: Self = Self { name: "", steps: &[], requires: &[], action: &[], generated_id: "", healthy: "" };
}

/// Which step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StepName {
    /// Makes ready: before a plan, an apply and a destroy.
    Setup,
    /// Looks at a configuration that is known.
    Check,
    /// Says what an apply would do.
    Plan,
    /// Shows what the plan step has said, as JSON.
    ShowPlan,
    /// Makes it so: create and update.
    Apply,
    /// Says what has been made.
    Output,
    /// Says what there is now.
    Status,
    /// Says whether it is well.
    Health,
    /// Says what a destroy would do.
    PlanDestroy,
    /// Removes it.
    Destroy,
}

impl StepName {
    /// The name in the schema.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Check => "check",
            Self::Plan => "plan",
            Self::ShowPlan => "show_plan",
            Self::Apply => "apply",
            Self::Output => "output",
            Self::Status => "status",
            Self::Health => "health",
            Self::PlanDestroy => "plan_destroy",
            Self::Destroy => "destroy",
        }
    }
}

/// One step: a command, and what its end means.
#[derive(Debug)]
pub struct Step {
    /// Which one.
    pub name: StepName,
    /// It is written in Rust; everything else is left as it is.
    pub implemented: bool,
    /// The program and its arguments, in groups that are there together or not at all.
    pub command: &'static [Group],
    /// What is set in its environment; a text with a null value in it is not set.
    pub env: &'static [(&'static str, Text)],
    /// What it reads; nothing if there is none.
    pub stdin: Text,
    /// Where it runs; the provider's own folder if there is none.
    pub cwd: Text,
    /// How many milliseconds it may take; 0 for as long as the operation may.
    pub timeout: u64,
    /// The exit codes that mean that all is well.
    pub ok: &'static [i32],
    /// Those that mean that something has changed, or would.
    pub changed: &'static [i32],
    /// Those that mean that there is nothing.
    pub absent: &'static [i32],
    /// Without a value there in what it prints, there is nothing.
    pub absent_unless: Option<Pointer>,
    /// How many times it is tried at most.
    pub attempts: u32,
    /// The milliseconds between two tries.
    pub delay: u64,
    /// The exit codes after which it is tried again; all that are an error, if none are named.
    pub retry_on: &'static [i32],
    /// Root attributes, and where their values stand in what it prints.
    pub outputs: &'static [(&'static str, Pointer)],
    /// Where the names of the attributes stand whose change replaces the object.
    pub requires_replace: Option<Pointer>,
    /// Where messages stand that become warnings.
    pub messages: Option<Pointer>,
    /// Each line that it prints is told.
    pub progress: bool,
    /// What it prints holds values of sensitive attributes: none of it is shown.
    pub secret: bool,
}

impl Step {
    /// A step without anything in it.
    pub const DEFAULT: Self = Self {
        name: StepName::Apply,
        implemented: false,
        command: &[],
        env: &[],
        stdin: &[],
        cwd: &[],
        timeout: 0,
        ok: &[0],
        changed: &[],
        absent: &[],
        absent_unless: None,
        attempts: 1,
        delay: 0,
        retry_on: &[],
        outputs: &[],
        requires_replace: None,
        messages: None,
        progress: false,
        secret: false,
    };
}

/// A JSON pointer, in parts; of the empty one, the whole text.
pub type Pointer = &'static [&'static str];

/// Arguments that are there together or not at all.
pub type Group = &'static [Text];

/// A text with values in it.
pub type Text = &'static [Piece];

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text that stands as it is.
    Literal(&'static str),
    /// `{name}`: the value at an address; without one, the text and its group are left out.
    Value(&'static str),
    /// `{name...}`: each element in turn, with the text and its group as often as there are elements.
    Each(&'static str),
    /// `{name:json}`: the value as JSON; of the empty address, the whole object.
    Json(&'static str),
    /// `{?name}`: nothing, but the text and its group are there only if the value is there, and is not false or empty.
    When(&'static str),
    /// `{!name}`: the reverse.
    Unless(&'static str),
    /// `{@plan}`: what the plan step has printed.
    Plan,
    /// `{@operation}`: `create`, `update`, `delete`, `read`, `plan`, `validate` or `invoke`.
    Operation,
}

/// What has to be there.
#[derive(Debug)]
pub enum Requirement {
    /// A program, perhaps of some versions.
    Program {
        /// Its name, or its path.
        program: &'static str,
        /// Which versions will do: `>=3.12,<4`; empty for any.
        version: &'static str,
        /// What prints its version.
        version_command: &'static [&'static str],
        /// What the version looks like in that, as a regular expression whose first group is the version.
        pattern: &'static str,
    },
    /// A file or folder.
    Path(&'static str),
}
