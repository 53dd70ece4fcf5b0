//! The two streams.

use std::io::Write as _;
use std::process::ExitCode;

pub(super) fn print(text: &[u8], code: u8) -> ExitCode {
    let mut stream = std::io::stdout().lock();
    match stream.write_all(text).and_then(|()| stream.flush()) {
        Ok(()) => ExitCode::from(code),
        // Whoever reads has seen enough, or the disk is full: in both cases not all was said.
        Err(_) => ExitCode::FAILURE,
    }
}

pub(super) fn fail(message: &str, code: u8) -> ExitCode {
    // There is nowhere else to say that this failed.
    let _ = writeln!(std::io::stderr().lock(), "{message}");
    ExitCode::from(code)
}

/// A word beside the answer.
pub(super) fn say(message: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{message}");
}
