//! `tfgen dump`: what a stage of the generator makes of the schema, for whoever works on the generator or wonders about it.
//!
//! The form is for people and follows the types of the stages: it may change with each version.

use super::generate;
use super::session::{Failure, Session, print};
use crate::diagnostic::Diagnostics;
use crate::source::SourceMap;
use crate::{document, view};
use clap::ValueEnum;
use serde_json::{Value, json};

/// A stage whose output can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// What was written, with the bytes that it stands at; also of a schema with mistakes
    Document,
    /// What it means, in Terraform's words
    Ir,
    /// What templates print, as JSON: one object per file
    View,
}

/// Prints the output of a stage.
pub fn run(session: &Session, stage: Stage) -> Result<(), Failure> {
    match stage {
        Stage::Document => {
            let root = session.crate_root()?;
            let mut diagnostics = Diagnostics::new();
            let sources = SourceMap::load(&root, &mut diagnostics);
            let documents = document::parse(&sources, &mut diagnostics);
            let text = format!("{documents:#?}");
            session.result(&text, &json!({ "stage": "document", "text": text }));
            session.report(&diagnostics, &sources)
        }
        Stage::Ir => {
            let text = format!("{:#?}", generate::provider(session)?);
            session.result(&text, &json!({ "stage": "ir", "text": text }));
            Ok(())
        }
        Stage::View => views(session),
    }
}

fn views(session: &Session) -> Result<(), Failure> {
    for page in view::pages(&generate::provider(session)?) {
        let context = serde_json::to_value(&page.context)
            .map_err(|error| Failure::Error(format!("a mistake in tfgen, please report it: {error}")))?;
        let object: Value = json!({ "file": page.path, "template": page.template, "context": context });
        if session.is_json() {
            print(&format!("{object}\n"));
        } else {
            print(&format!("{object:#}\n"));
        }
    }
    Ok(())
}
