//! What the binary says to a person.

use tfgen_proto::PROTOCOL_VERSION;

use super::About;

/// Who we are: the answer to `--version`.
pub(super) fn version(about: &About) -> String {
    let (name, version, runtime) = (about.name, about.version, env!("CARGO_PKG_VERSION"));
    format!("terraform-provider-{name} {version} (tfgen runtime {runtime}, plugin protocol {PROTOCOL_VERSION})\n")
}

/// What to do with the binary: shown to a person who starts it like a program.
pub(super) fn introduction(about: &About) -> String {
    let About { name, address, version } = about;
    let executable = std::env::current_exe().ok();
    let folder = executable.as_deref().and_then(|path| path.parent());
    let states = if cfg!(feature = "state-store") {
        "; `state --help` says what can be done about states without Terraform"
    } else {
        ""
    };
    let folder = folder.map_or_else(|| "/the/folder/of/this/binary".into(), |path| path.to_string_lossy());
    format!(
        "terraform-provider-{name} {version} is a plugin: Terraform and OpenTofu start it by themselves, and it does \
         nothing without them.\n\n\
         To use this build, write a file dev.tfrc\n\n    \
         provider_installation {{\n      \
         dev_overrides {{\n        {address:?} = {folder:?}\n      }}\n      \
         direct {{}}\n    }}\n\n\
         and name it in the environment, without `terraform init`:\n\n    \
         TF_CLI_CONFIG_FILE=dev.tfrc terraform plan\n\n\
         --debug runs it as a process of its own, for a debugger; --version says what it is{states}."
    )
}

/// The answer to `--help`.
pub(super) fn help(about: &About) -> String {
    format!("{}\n", introduction(about))
}

/// An argument that nobody knows.
pub(super) fn usage(about: &About, argument: &str) -> String {
    let state = if cfg!(feature = "state-store") { " | state …" } else { "" };
    let name = about.name;
    format!("Unknown argument {argument:?}.\n\nUsage: terraform-provider-{name} [--debug | --version | --help{state}]")
}

/// Terraform is too old for us.
pub(super) fn version_refused(about: &About, offered: &str) -> String {
    format!(
        "terraform-provider-{} speaks plugin protocol {PROTOCOL_VERSION}, and Terraform offers {offered}: it takes \
         Terraform 1.0 or OpenTofu 1.6, or later",
        about.name
    )
}
