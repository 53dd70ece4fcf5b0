//! Inputs of other tools as schema files, and the proof of what was kept.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value as Json;
use tfgen::diagnostic::Diagnostics;
use tfgen::report::{self, Color};
use tfgen::source::SourceMap;

pub use self::meaning::Outcome;
use self::meaning::{Meaning, Note};

mod compare;
mod custom;
mod go;
mod meaning;
mod printer;
mod schema_json;
mod spec;

/// One provider of an input.
#[derive(Debug)]
pub struct Conversion {
    /// Its name.
    pub provider: String,
    /// Schema files, as (path in a crate, text).
    pub files: Vec<(String, String)>,
    notes: Vec<Note>,
    /// What tfgen says of the files; empty if all is well.
    refused: String,
}

/// Converts a document of either kind.
pub fn convert(text: &str, model: Option<&str>) -> Result<Vec<Conversion>, String> {
    let document: Json = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let meanings = if document.get("provider_schemas").is_some() || document.get("format_version").is_some() {
        schema_json::read(&document)
    } else if document.get("version").is_some() && document.get("provider").is_some() {
        vec![spec::read(&document)]
    } else {
        return Err("neither a schema dump nor a provider code specification".to_owned());
    };
    Ok(meanings.iter().map(|meaning| conversion(meaning, model)).collect())
}

fn conversion(meaning: &Meaning, model: Option<&str>) -> Conversion {
    let files = printer::files(meaning, model);
    let sources = SourceMap::from_texts(files.clone());
    let mut diagnostics = Diagnostics::new();
    let provider = tfgen::check(&sources, &mut diagnostics);
    let notes = provider.map_or_else(Vec::new, |provider| compare::compare(meaning, &provider));
    let refused = report::render(&diagnostics, &sources, Color::Never);
    Conversion { provider: meaning.provider.clone(), files, notes, refused }
}

impl Conversion {
    /// Whether the schema is accepted and nothing is lost.
    pub fn is_lossless(&self) -> bool {
        self.refused.is_empty() && self.notes.iter().all(|note| note.outcome != Outcome::Dropped)
    }

    /// How many constructs of a kind have an outcome.
    pub fn count(&self, construct: &str, outcome: Outcome) -> usize {
        self.notes.iter().filter(|note| note.construct == construct && note.outcome == outcome).count()
    }

    /// A table: constructs by kind and outcome, and each that is lost.
    pub fn report(&self) -> String {
        let mut text = format!("\n## {}: {} files\n\n", self.provider, self.files.len());
        if !self.refused.is_empty() {
            let _ = writeln!(text, "{}", self.refused);
        }
        let mut counts: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
        for note in &self.notes {
            let row = counts.entry(note.construct).or_default();
            row[note.outcome as usize] += 1;
        }
        text.push_str("| construct | mapped | hook | no effect | dropped |\n|---|---|---|---|---|\n");
        let mut total = [0; 4];
        for (construct, row) in &counts {
            let [mapped, hook, nothing, dropped] = row;
            let _ = writeln!(text, "| {construct} | {mapped} | {hook} | {nothing} | {dropped} |");
            row.iter().zip(&mut total).for_each(|(count, sum)| *sum += count);
        }
        let [mapped, hook, nothing, dropped] = total;
        let _ = writeln!(text, "| all | {mapped} | {hook} | {nothing} | {dropped} |");
        for note in self.notes.iter().filter(|note| note.outcome == Outcome::Dropped) {
            let _ = writeln!(text, "\ndropped: {} of `{}`: {}", note.construct, note.place, note.text);
        }
        text
    }
}
