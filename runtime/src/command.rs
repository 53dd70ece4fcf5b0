//! What people ask of a provider's binary without Terraform: `state …` looks at the states in a store and mends them.
//!
//! [`arguments`] reads what is asked, [`record`] what Terraform remembers of the working folder, and [`open`] makes the store as
//! `ConfigureStateStore` does. Each verb has a file of its own and answers a text. Sensitive values are masked, but for `pull`,
//! whose whole purpose is the state itself.

use crate::diagnostic::{Diagnostics, Result};
use crate::handlers::Handlers;
use crate::registry::Registry;
use std::ffi::OsString;
use std::process::ExitCode;

mod arguments;
mod diff;
mod history;
mod init;
mod interrupt;
mod list;
mod locks;
mod open;
mod output;
mod pull;
mod record;
mod rotate_key;
mod secrets;
mod show;
mod table;
mod verify;

use self::arguments::{Request, Verb};
use self::open::Opened;

/// What a verb answers.
#[derive(Debug)]
struct Answer {
    text: Vec<u8>,
    /// What was looked at is not as it should be.
    is_bad: bool,
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Self { text: text.into_bytes(), is_bad: false }
    }
}

/// The words after `state`, if that is what is asked.
pub(crate) fn asked(mut arguments: impl Iterator<Item = OsString>) -> Option<Vec<OsString>> {
    let first = arguments.next()?;
    (first == "state").then(|| arguments.collect())
}

/// Does what is asked: the answer goes to standard output, errors to standard error. The exit code is 1 where something failed or
/// is wrong, and 2 for words that nobody knows.
pub(crate) fn run(registry: Registry, words: Vec<OsString>) -> ExitCode {
    let program = format!("terraform-provider-{}", registry.name());
    // A word that is another than was said would be another state.
    let words: Result<Vec<String>, OsString> = words.into_iter().map(OsString::into_string).collect();
    let words = words.map_err(|word| format!("{} is not UTF-8", word.display()));
    let request = match words.and_then(|words| arguments::parse(&words)) {
        Ok(Some(request)) => request,
        Ok(None) => return output::print(arguments::help(&program).as_bytes(), 0),
        Err(message) => return output::fail(&format!("{message}\n\nTry: {program} state --help"), 2),
    };
    match answer(registry, &request) {
        Ok(answer) => output::print(&answer.text, u8::from(answer.is_bad)),
        Err(failed) => output::fail(&told(&failed), 1),
    }
}

fn answer(registry: Registry, request: &Request) -> Result<Answer> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        let handlers = Handlers::new(registry, &|name| std::env::var(name).ok());
        let opened = open::open(&handlers, request).await?;
        match &request.verb {
            Verb::Init => init::init(&opened).await,
            Verb::List => list::list(&opened).await,
            Verb::Show(address) => show::show(&opened, address.as_deref(), request.revision.as_deref()).await,
            Verb::Diff => diff::diff(&opened, request).await,
            Verb::Pull => pull::pull(&opened, request.revision.as_deref()).await,
            Verb::History => history::history(&opened).await,
            Verb::Restore(revision) => history::restore(&opened, revision).await,
            Verb::DeleteRevision(revision) => history::delete_revision(&opened, revision).await,
            Verb::Locks => locks::locks(&opened).await,
            Verb::Unlock(id) => locks::unlock(&opened, id.as_deref(), request.force).await,
            Verb::Verify => verify::verify(&opened).await,
            Verb::RotateKey => rotate_key::rotate_key(&opened).await,
        }
    })
}

fn told(diagnostics: &Diagnostics) -> String {
    let texts: Vec<String> = diagnostics
        .iter()
        .map(|diagnostic| {
            let detail =
                if diagnostic.detail.is_empty() { String::new() } else { format!("\n\n{}", diagnostic.detail) };
            format!("Error: {}{detail}", diagnostic.summary)
        })
        .collect();
    texts.join("\n\n")
}
