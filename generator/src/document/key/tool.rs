//! The keys of tools.

use super::{
    ANY, AT_LEAST_ONE_OF, ATTRIBUTES, BLOCKS, CONFLICTING, DEPRECATION_MESSAGE, DESCRIPTION, EXACTLY_ONE_OF, Key,
    REQUIRED_TOGETHER, RESOURCE_TIMEOUTS, Shape, TYPE_NAME, key,
};

/// The keys of `[tool.NAME]`.
pub static TOOL: &[Key] = &[
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    key(
        "extends",
        Shape::Word(BASES),
        "The definition that it starts from; what is said here adds to it or stands in for it.",
    ),
    key("version", Shape::Count, "The version of the schema, stored with each state. 0, if not given."),
    key("identity", Shape::Strings, "The root attributes that find the object again; an `id` is made up without them."),
    key("import", Shape::String, "The pattern of ids for `terraform import`: `\"[{namespace}/]{name}\"`."),
    TYPE_NAME,
    ATTRIBUTES,
    BLOCKS,
    key(
        "timeouts",
        Shape::Table(RESOURCE_TIMEOUTS),
        "How long operations may take, and whether a configuration may say.",
    ),
    key("requires", Shape::Tables(REQUIREMENT), "Programs and files that have to be there."),
    key("steps", Shape::Table(STEPS), "What is run, by what it is run for."),
    key(
        "implement",
        Shape::WordList(STEP_NAMES),
        "The steps that are written in Rust and not run: a trait with a function for each of them is generated.",
    ),
    key("destroy", Shape::Word(&["none"]), "`\"none\"`: it is left as it is when the resource is destroyed."),
    key(
        "action",
        Shape::WordList(STEP_NAMES),
        "The steps that the action does. All but those that destroy, if not given.",
    ),
    key(
        "data_source",
        Shape::Boolean,
        "Whether a data source tells what `status` and `health` say. `true`, if not given.",
    ),
    EXACTLY_ONE_OF,
    AT_LEAST_ONE_OF,
    CONFLICTING,
    REQUIRED_TOGETHER,
    ANY,
];

/// The definitions that ship.
pub static BASES: &[&str] = &["ansible", "compose", "helm", "script", "terraform"];

/// The keys of an entry of `requires`.
pub static REQUIREMENT: &[Key] = &[
    key("program", Shape::String, "A program, by its name or its path."),
    key("version", Shape::String, "Which versions of it will do: `\">=3.12,<4\"`."),
    key("version_command", Shape::Strings, "What prints its version. `[PROGRAM, \"--version\"]`, if not given."),
    key("pattern", Shape::String, "A regular expression whose first group is the version in what is printed."),
    key("path", Shape::String, "A file or folder."),
];

/// The names of steps, in the order in which they are done.
pub static STEP_NAMES: &[&str] =
    &["setup", "check", "plan", "show_plan", "apply", "output", "status", "health", "plan_destroy", "destroy"];

/// The keys of `steps`.
pub static STEPS: &[Key] = &[
    key("setup", Shape::Table(STEP), "Makes ready: before a plan, an apply and a destroy."),
    key("check", Shape::Table(STEP), "Looks at a configuration, once all that it takes is known."),
    key("plan", Shape::Table(STEP), "Says what an apply would do."),
    key("show_plan", Shape::Table(STEP), "Shows as JSON what the plan step has said, which is `{@plan}`."),
    key("apply", Shape::Table(STEP), "Makes it so: create and update."),
    key("output", Shape::Table(STEP), "Says what has been made."),
    key("status", Shape::Table(STEP), "Says what there is now, or that there is nothing."),
    key("health", Shape::Table(STEP), "Says whether it is well."),
    key("plan_destroy", Shape::Table(STEP), "Says what a destroy would do."),
    key("destroy", Shape::Table(STEP), "Removes it."),
];

/// The keys of a step.
pub static STEP: &[Key] = &[
    key(
        "command",
        Shape::Any,
        "The program and its arguments, with values in braces; an inner array is there whole or not at all.",
    ),
    key("env", Shape::Texts, "Variables in its environment: the only place for sensitive values, besides `stdin`."),
    key("stdin", Shape::String, "What it reads."),
    key("cwd", Shape::String, "Where it runs."),
    key("timeout", Shape::String, "How long it may take, as in `\"5m\"`."),
    key("expect", Shape::Table(EXPECT), "Which exit codes mean what. 0 means that all is well, if nothing is said."),
    key("retry", Shape::Table(RETRY), "When it is tried again."),
    key("outputs", Shape::Texts, "Root attributes, and the JSON pointers to their values in what it prints."),
    key("requires_replace", Shape::String, "The JSON pointer to names of attributes whose change replaces the object."),
    key("messages", Shape::String, "The JSON pointer to messages that become warnings."),
    key("progress", Shape::Boolean, "Each line that it prints is told."),
];

/// The keys of `expect`.
pub static EXPECT: &[Key] = &[
    key("ok", Shape::Any, "Exit codes that mean that all is well."),
    key("changed", Shape::Any, "Exit codes that mean that something has changed, or would."),
    key("absent", Shape::Any, "Exit codes that mean that there is nothing."),
    key("absent_unless", Shape::String, "A JSON pointer: without a value there in what it prints, there is nothing."),
];

/// The keys of `retry`.
pub static RETRY: &[Key] = &[
    key("attempts", Shape::Count, "How many times it is tried at most."),
    key("delay", Shape::String, "The time between two tries, as in `\"2s\"`."),
    key("on", Shape::Any, "The exit codes after which it is tried again; all that mean an error, if not given."),
];
