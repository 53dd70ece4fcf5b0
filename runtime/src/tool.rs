//! Tools: programs as components. What a schema's `[tool.NAME]` says becomes a resource, an action and, where it has a
//! `health` or `status` step, a data source, without a line of Rust.
//!
//! ```text
//! configuration ─▶ check                   validation, once all of it is known
//! plan          ─▶ setup, plan, show_plan  values of computed attributes, replacement, warnings
//! apply         ─▶ setup, apply, output, status
//! refresh       ─▶ status, output          `absent` ends the object
//! destroy       ─▶ setup, destroy
//! ```
//!
//! No step panics: whatever a program does is a `StepResult` or a diagnostic that names the step. Programs run in process
//! groups of their own, which end with their step.

mod action;
mod capture;
mod data_source;
mod descendants;
mod implemented;
mod process;
mod programs;
pub(crate) mod requirement;
mod resource;
mod result;
mod run;
mod running;
mod said;
mod table;
mod template;
mod version;

pub(crate) use action::ToolAction;
pub(crate) use data_source::ToolDataSource;
pub use implemented::{ImplementedStep, StepAnswer, StepContext};
pub(crate) use programs::Programs;
pub(crate) use resource::ToolResource;
pub(crate) use running::end_all;
pub use table::{Piece, Requirement, Step, StepName, Tool};

impl Tool {
    /// The step of this name, if the tool has it.
    pub(crate) fn step(&self, name: StepName) -> Option<&Step> {
        self.steps.iter().find(|step| step.name == name)
    }
}
