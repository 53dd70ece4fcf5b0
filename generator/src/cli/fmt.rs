//! `tfgen fmt`: schema files in the one layout.

use super::FmtArguments;
use super::session::{Failure, Session, print};
use crate::diagnostic::Diagnostics;
use crate::source::SourceMap;
use crate::write::rewrite;
use crate::{document, format};
use serde_json::json;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What a file that came through standard input is called in diagnostics.
const STANDARD_INPUT: &str = "<standard input>";

/// Lays out files, or says which are laid out in another way.
pub fn run(session: &Session, arguments: &FmtArguments) -> Result<(), Failure> {
    let is_standard_input = |path: &PathBuf| path == Path::new("-");
    if arguments.files.iter().any(is_standard_input) {
        if arguments.files.len() > 1 {
            return Err(Failure::Usage("`-` stands alone: standard input is one file".to_owned()));
        }
        return standard_input(session, arguments.check);
    }
    let mut diagnostics = Diagnostics::new();
    let (root, sources) = sources(session, &arguments.files, &mut diagnostics)?;
    document::parse::syntax(&sources, &mut diagnostics);
    session.report(&diagnostics, &sources)?;
    let mut changed = 0_usize;
    for (_, source) in sources.iter() {
        let text = format::format(source.text());
        if text == source.text() {
            continue;
        }
        changed += 1;
        let path = source.path();
        if !arguments.check {
            rewrite(&root.join(path), text.as_bytes())
                .map_err(|error| Failure::Error(format!("cannot write `{path}`: {error}")))?;
        }
        session.result(path, &json!({ "action": if arguments.check { "differ" } else { "update" }, "file": path }));
    }
    match changed {
        0 => session.note("The schema files are laid out as they should be"),
        _ if arguments.check => {
            session.note("The files above are laid out in another way; `tfgen fmt` rewrites them");
            return Err(Failure::Reported);
        }
        _ => {}
    }
    Ok(())
}

fn standard_input(session: &Session, check: bool) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Error(format!("cannot read standard input: {error}")))?;
    let mut diagnostics = Diagnostics::new();
    let sources = SourceMap::from_bytes([(STANDARD_INPUT.to_owned(), bytes)], &mut diagnostics);
    document::parse::syntax(&sources, &mut diagnostics);
    session.report(&diagnostics, &sources)?;
    let text = sources.iter().next().map_or("", |(_, source)| source.text());
    let formatted = format::format(text);
    if check {
        return if formatted == text { Ok(()) } else { Err(Failure::Reported) };
    }
    if session.is_json() {
        session.result("", &json!({ "text": formatted }));
    } else {
        print(&formatted);
    }
    Ok(())
}

/// The files that were named, or those of the crate, and the folder that their paths start from.
fn sources(
    session: &Session,
    files: &[PathBuf],
    diagnostics: &mut Diagnostics,
) -> Result<(PathBuf, SourceMap), Failure> {
    if files.is_empty() {
        let root = session.crate_root()?;
        let sources = SourceMap::load(&root, diagnostics);
        return Ok((root, sources));
    }
    let root = session.directory().to_owned();
    let mut texts = Vec::new();
    for path in files {
        let name = path.display().to_string();
        let bytes =
            fs::read(root.join(path)).map_err(|error| Failure::Error(format!("cannot read `{name}`: {error}")))?;
        texts.push((name, bytes));
    }
    Ok((root, SourceMap::from_bytes(texts, diagnostics)))
}
