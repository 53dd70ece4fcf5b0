//! The arguments of a provider binary. Terraform gives none; these are for people.

use std::ffi::OsString;

/// What the process is to do.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Serve Terraform, which has started us.
    Plugin,
    /// Serve a Terraform that is told where we are.
    Debug,
    /// Say who we are.
    Version,
    /// Say what a person can do with the binary.
    Help,
}

/// Reads the arguments; the error is the one that nobody knows. One dash is as good as two: providers written in Go
/// take `-debug`.
pub(super) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let mut command = Command::Plugin;
    for argument in arguments {
        let argument = argument.to_string_lossy();
        command = match argument.as_ref() {
            "--debug" | "-debug" => Command::Debug,
            "--version" | "-version" | "-V" => Command::Version,
            "--help" | "-help" | "-h" => Command::Help,
            unknown => return Err(unknown.to_owned()),
        };
    }
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::{Command, parse};

    #[test]
    fn dashes_do_not_matter_and_unknown_arguments_are_named() {
        let parse = |argument: &str| parse(std::iter::once(argument.into()));
        assert_eq!(parse("-debug"), Ok(Command::Debug));
        assert_eq!(parse("--version"), Ok(Command::Version));
        assert_eq!(parse("apply"), Err("apply".to_owned()));
    }
}
