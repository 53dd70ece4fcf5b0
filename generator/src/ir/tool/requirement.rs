//! What has to be there before a tool can do anything: programs in certain versions, and files. Whether it is there is for
//! the runtime to see.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::tool::RequirementDocument;
use crate::rule::Rule;

/// What a version looks like where nothing else is said.
const PATTERN: &str = "([0-9]+[.][0-9]+(?:[.][0-9]+)*)";
/// What has to be there.
#[derive(Clone, Debug)]
pub enum Requirement {
    /// A program.
    Program {
        /// Its name.
        program: String,
        /// Which versions.
        version: String,
        /// What prints it.
        version_command: Vec<String>,
        /// What it looks like.
        pattern: String,
    },
    /// A file or folder.
    Path(String),
}

/// What a requirement means; reports what asks for nothing.
pub(super) fn lower(one: &RequirementDocument, diagnostics: &mut Diagnostics) -> Option<Requirement> {
    let mut report = |message: &str, span, label: &str, help: &str| {
        diagnostics
            .push(Diagnostic::new(Rule::BrokenTool, message).at(span, label.to_owned()).with_help(help.to_owned()));
    };
    match (&one.program, &one.path) {
        (Some(program), None) => {
            if let Some(version) = one.version.as_ref().filter(|version| !is_version(&version.value)) {
                let help = "comparisons with `,` between them, as in `\">=3.12,<4\"`";
                report("this asks for no version", version.span, "cannot be read", help);
            }
            let pattern = one.pattern.as_ref().map_or(PATTERN, |pattern| pattern.value.as_str());
            if let Some(written) =
                one.pattern.as_ref().filter(|written| regex_lite::Regex::new(&written.value).is_err())
            {
                report("this is no regular expression", written.span, "cannot be read", "mend it");
            }
            let version_command = if one.version_command.is_empty() {
                vec![program.value.clone(), "--version".to_owned()]
            } else {
                one.version_command.clone()
            };
            Some(Requirement::Program {
                program: program.value.clone(),
                version: one.version.as_ref().map_or(String::new(), |version| version.value.clone()),
                version_command,
                pattern: pattern.to_owned(),
            })
        }
        (None, Some(path)) => Some(Requirement::Path(path.value.clone())),
        _ => {
            let help = "write `{ program = \"helm\", version = \">=3.12\" }` or `{ path = \"charts\" }`";
            report("a requirement is a program or a path", one.span, "one of them, and not both", help);
            None
        }
    }
}

fn is_version(text: &str) -> bool {
    text.split(',').map(str::trim).all(|part| {
        let number = part.trim_start_matches(['<', '>', '=', '!']);
        let operator = &part[..part.len() - number.len()];
        let number = number.trim();
        matches!(operator, "" | "=" | "==" | "!=" | "<" | "<=" | ">" | ">=")
            && number.starts_with(|first: char| first.is_ascii_digit())
            && number.chars().all(|each| each.is_ascii_alphanumeric() || matches!(each, '.' | '-' | '+'))
    })
}
