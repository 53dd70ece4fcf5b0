//! The command line: what can be asked for, and how it ends.
//!
//! Exit codes are for scripts: 0 all is well, 1 there are diagnostics, 2 the command makes no sense here, 3 cargo failed.

mod add;
mod build;
mod cargo;
mod diff;
mod dump;
mod editor;
mod explain;
mod fmt;
mod generate;
mod help;
mod lsp;
mod new;
mod schema;
mod session;
mod upgrade;

use self::session::{Failure, Session};
use crate::report::Color;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

/// Generates Terraform and OpenTofu providers in Rust from TOML schema files.
#[derive(Debug, Parser)]
#[command(name = "tfgen", version = version(), arg_required_else_help = true, after_help = help::ALL)]
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
    #[command(after_help = help::NEW)]
    New(NewArguments),
    /// Add a sample resource, data source or other thing to the schema
    #[command(after_help = help::ADD)]
    Add {
        /// What to add
        kind: add::Kind,
        /// Its name, without the provider's prefix; `provider_meta` has none
        name: Option<String>,
    },
    /// Check the schema: every mistake at once
    #[command(after_help = help::CHECK)]
    Check,
    /// Lay out the schema files
    #[command(after_help = help::FMT)]
    Fmt(FmtArguments),
    /// Write the code that follows from the schema
    #[command(after_help = help::GENERATE)]
    Generate {
        /// Write nothing; name the files that are not current and exit with 1 if there are any
        #[arg(long)]
        check: bool,
    },
    /// Generate, compile, and say how to use the provider
    #[command(after_help = help::BUILD)]
    Build(BuildArguments),
    /// Print the provider's schema as `terraform providers schema -json` does, without compiling anything
    #[command(after_help = help::SCHEMA)]
    Schema {
        /// Print it on many lines
        #[arg(long)]
        pretty: bool,
    },
    /// Say what changed between two schemas: what is breaking, what needs an upgrader, what is safe
    #[command(after_help = help::DIFF)]
    Diff {
        /// The old schema: a crate's folder, a folder of schema files, or `REVISION:` for this crate as it was then
        old: String,
        /// The new one, in the same forms; the crate here by default
        new: Option<String>,
    },
    /// Print what a stage of the generator makes of the schema
    #[command(after_help = help::DUMP)]
    Dump {
        /// The stage
        #[arg(long, value_name = "STAGE")]
        stage: dump::Stage,
    },
    /// Bring vendor/tfgen and the generated code to this version of tfgen
    #[command(after_help = help::UPGRADE)]
    Upgrade,
    /// Explain a diagnostic by its code
    #[command(after_help = help::EXPLAIN)]
    Explain {
        /// The code, such as TF0020, or the name of the rule; all of them are listed by default
        code: Option<String>,
    },
    /// Serve an editor: the Language Server Protocol over standard input and output
    #[command(after_help = help::LSP)]
    Lsp,
    /// Print a script by which a shell completes tfgen's arguments
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
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
    /// What it begins with
    #[arg(long, value_enum, default_value_t)]
    template: new::Template,
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
        Verb::Add { kind, name } => add::run(session, kind, name.as_deref()),
        Verb::Fmt(arguments) => fmt::run(session, &arguments),
        Verb::Check => generate::check(session),
        Verb::Generate { check: true } => generate::compare(session),
        Verb::Generate { check: false } => generate::run(session).map(drop),
        Verb::Build(arguments) => build::run(session, &arguments),
        Verb::Schema { pretty } => schema::run(session, pretty),
        Verb::Dump { stage } => dump::run(session, stage),
        Verb::Diff { old, new } => diff::run(session, &old, new.as_deref()),
        Verb::Lsp => lsp::run(),
        Verb::Upgrade => upgrade::run(session),
        Verb::Explain { code } => explain::run(session, code.as_deref()),
        Verb::Completions { shell } => {
            completions(shell);
            Ok(())
        }
    }
}

fn completions(shell: clap_complete::Shell) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tfgen", &mut script);
    session::print(&String::from_utf8_lossy(&script));
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
