//! The command `tfgen`: arguments in, exit code out.

fn main() -> std::process::ExitCode {
    tfgen::cli::main()
}
