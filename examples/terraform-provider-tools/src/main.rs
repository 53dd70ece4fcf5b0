//! The provider process that Terraform starts.

fn main() -> std::process::ExitCode {
    tfgen_runtime::serve(terraform_provider_tools::generated::wiring::registry())
}
