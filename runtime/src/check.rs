//! What Terraform core will check of an answer, checked before it is given.
//!
//! Core reports a breach as "a bug in the provider" and leaves the reader with little to go by. Here it becomes a
//! diagnostic of the provider's own: which attribute, which rule, what was configured, stored, planned and returned, and
//! what to change. Each check is a pure function and linear in the size of the values.
//!
//! Sensitive and write-only values never get into a message.

mod compatible;
pub mod describe;
mod plan;
mod value;

pub use compatible::object_compatible;
pub use plan::plan_valid;
pub(crate) use value::unwritable;
pub use value::{conforms, conforms_to, replace_paths_exist, wholly_known, write_only_null};

use tfgen_cty::{Path, Step, Value};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::schema::{AttributeType, Block};

use describe::{describe, shown_path};

/// A schema place to describe values of: what is hidden there depends on it.
#[derive(Clone, Copy)]
enum Place<'a> {
    Level(&'a Block),
    Type(&'a AttributeType),
}

/// Where a check is in the values, and what it has found.
struct Report {
    /// The root of what is checked.
    block: Block,
    path: Path,
    /// How many sensitive places enclose this one.
    hidden: usize,
    found: Diagnostics,
}

impl Report {
    fn new(block: &Block) -> Self {
        Self { block: *block, path: Path::root(), hidden: 0, found: Diagnostics::new() }
    }

    /// Does something at a step further down.
    fn within<T>(&mut self, step: Step, hidden: bool, body: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        self.hidden += usize::from(hidden);
        let result = body(self);
        self.hidden -= usize::from(hidden);
        self.path.pop();
        result
    }

    /// A value for a message.
    fn show(&self, place: Place<'_>, value: &Value) -> String {
        describe(place, value, self.hidden > 0)
    }

    /// What the place is called in a message.
    fn subject(&self) -> String {
        let path = shown_path(&self.block, &self.path);
        if path.is_root() { "The object".to_owned() } else { format!("`{path}`") }
    }

    fn push(&mut self, summary: &str, detail: String) {
        let diagnostic = Diagnostic::error(summary, detail);
        let path = shown_path(&self.block, &self.path).before_set_element();
        self.found.push(if path.is_root() { diagnostic } else { diagnostic.at(path) });
    }
}

fn attribute_step(name: &str) -> Step {
    Step::Attribute(name.into())
}
