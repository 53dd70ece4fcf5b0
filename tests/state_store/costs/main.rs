//! `cargo remote-state-costs [ROUNDS] [TRIALS]`: what stores that are far away cost beside Terraform's own backends for the same service. It prints tables and
//! judges nothing; what is measured is in [`remote`].

#![allow(clippy::print_stdout, clippy::expect_used, clippy::panic, reason = "a measuring tool for people")]

#[cfg(unix)]
mod program;
#[cfg(unix)]
mod remote;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    #[cfg(unix)]
    remote::main(number(15), number(100));
}
