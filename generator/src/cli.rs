//! The command line: what can be asked for, and how it ends.
//!
//! Exit codes are for scripts: 0 all is well, 1 there are diagnostics, 2 the command makes no sense here, 3 cargo failed.

mod add;
mod build;
mod cargo;
mod diff;
mod dump;
mod fmt;
mod generate;
mod new;
mod schema;
mod session;
mod upgrade;

use self::session::{Failure, Session};
use crate::report::Color;
use crate::rule::Rule;
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde_json::json;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

/// Generates Terraform and OpenTofu providers in Rust from TOML schema files.
#[derive(Debug, Parser)]
#[command(name = "tfgen", version = version(), arg_required_else_help = true)]
struct Cli {
    /// Work as if started in this folder
    #[arg(short = 'C', long = "directory", value_name = "DIR", global = true)]
    directory: Option<PathBuf>,
    /// Print diagnostics and results as JSON, one object per line, on standard output
    #[arg(long, global = true)]
    json: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    color: When,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Make a provider crate that builds at once
    New(NewArguments),
    /// Add a sample resource, data source or other thing to the schema
    Add {
        /// What to add
        kind: add::Kind,
        /// Its name, without the provider's prefix
        name: String,
    },
    /// Check the schema: every mistake at once
    Check,
    /// Lay out the schema files
    Fmt(FmtArguments),
    /// Write the code that follows from the schema
    Generate {
        /// Write nothing; name the files that are not current and exit with 1 if there are any
        #[arg(long)]
        check: bool,
    },
    /// Generate, compile, and say how to use the provider
    Build(BuildArguments),
    /// Print the provider's schema as `terraform providers schema -json` does, without compiling anything
    Schema {
        /// Print it on many lines
        #[arg(long)]
        pretty: bool,
    },
    /// Print what a stage of the generator makes of the schema
    Dump {
        /// The stage
        #[arg(long, value_name = "STAGE")]
        stage: dump::Stage,
    },
    /// Say what changed between two schemas: what is breaking, what needs an upgrader, what is safe
    Diff {
        /// The old schema: a crate's folder, a folder of schema files, or `REVISION:` for this crate as it was then
        old: String,
        /// The new one, in the same forms; the crate here by default
        new: Option<String>,
    },
    /// Bring vendor/tfgen and the generated code to this version of tfgen
    Upgrade,
    /// Explain a diagnostic by its code
    Explain {
        /// The code, such as TF0020
        code: String,
    },
}

/// `tfgen new`
#[derive(Debug, Args)]
struct NewArguments {
    /// The provider's name, such as acme; terraform-provider-acme is the same
    name: String,
    /// Where it is to be published, before the slash of `namespace/name`; the name itself by default
    #[arg(long)]
    namespace: Option<String>,
    /// The folder to make the crate's folder in
    #[arg(long = "in", alias = "path", value_name = "DIR")]
    parent: Option<PathBuf>,
    #[command(flatten)]
    runtime: RuntimeArguments,
}

/// Where the crate gets the runtime from; vendor/tfgen in the crate by default.
#[derive(Debug, Args)]
struct RuntimeArguments {
    /// Take the runtime from the registry
    #[arg(long, value_name = "VERSION", conflicts_with_all = ["runtime_git", "runtime_path"])]
    runtime_version: Option<String>,
    /// Take the runtime from a Git repository
    #[arg(long, value_name = "URL", conflicts_with = "runtime_path")]
    runtime_git: Option<String>,
    /// The commit, tag or branch of --runtime-git
    #[arg(long, value_name = "REV", requires = "runtime_git")]
    rev: Option<String>,
    /// Take the runtime from a folder, such as the folder `runtime` of a checkout
    #[arg(long, value_name = "DIR")]
    runtime_path: Option<PathBuf>,
}

/// `tfgen fmt`
#[derive(Debug, Args)]
struct FmtArguments {
    /// Write nothing; name the files that are laid out in another way and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// The files; every schema file of the crate by default. `-` is standard input, answered on standard output
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// `tfgen build`
#[derive(Debug, Args)]
struct BuildArguments {
    /// Optimize
    #[arg(long)]
    release: bool,
    /// Build for this target triple
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Do not use the network
    #[arg(long)]
    offline: bool,
    /// Fail if Cargo.lock would change
    #[arg(long)]
    locked: bool,
    /// How many jobs run at once
    #[arg(long, short, value_name = "N")]
    jobs: Option<u32>,
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") => {
            let message = error.render().to_string();
            let failure = Failure::Usage(message.trim_end().trim_start_matches("error: ").to_owned());
            return Session::new(None, true, Color::Never).fail(&failure);
        }
        Err(error) => error.exit(),
    };
    let session = Session::new(cli.directory.as_deref(), cli.json, color(cli.color));
    match run(&session, cli.verb) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => session.fail(&failure),
    }
}

fn run(session: &Session, verb: Verb) -> Result<(), Failure> {
    match verb {
        Verb::New(arguments) => new::run(session, &arguments),
        Verb::Add { kind, name } => add::run(session, kind, &name),
        Verb::Fmt(arguments) => fmt::run(session, &arguments),
        Verb::Check => generate::check(session),
        Verb::Generate { check: true } => generate::compare(session),
        Verb::Generate { check: false } => generate::run(session).map(drop),
        Verb::Build(arguments) => build::run(session, &arguments),
        Verb::Schema { pretty } => schema::run(session, pretty),
        Verb::Dump { stage } => dump::run(session, stage),
        Verb::Diff { old, new } => diff::run(session, &old, new.as_deref()),
        Verb::Upgrade => upgrade::run(session),
        Verb::Explain { code } => explain(session, &code),
    }
}

fn explain(session: &Session, code: &str) -> Result<(), Failure> {
    let Some(rule) = Rule::from_code(code) else {
        return Err(Failure::Usage(format!("no diagnostic has the code `{code}`; codes look like TF0001")));
    };
    let (explanation, example) = (rule.explanation().trim_end(), rule.example().trim_end());
    let mut text = format!("{} {}: {}\n\n{explanation}", rule.code(), rule.name(), rule.title());
    if !example.is_empty() {
        text.push_str("\n\nFor example:\n\n");
        text.push_str(example);
    }
    session.result(
        &text,
        &json!({
            "code": rule.code(),
            "rule": rule.name(),
            "title": rule.title(),
            "explanation": explanation,
            "example": example,
        }),
    );
    Ok(())
}

fn color(when: When) -> Color {
    let wanted = match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    };
    if wanted { Color::Always } else { Color::Never }
}

fn version() -> &'static str {
    concat!(env!("CARGO_PKG_VERSION"), " (plugin protocol 6.11, tfgen-runtime ", env!("CARGO_PKG_VERSION"), ")")
}
