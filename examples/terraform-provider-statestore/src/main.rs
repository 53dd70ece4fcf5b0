//! The provider process that Terraform starts, and the `state` commands.

fn main() -> std::process::ExitCode {
    tfgen_runtime::serve(terraform_provider_statestore::generated::wiring::registry())
}
