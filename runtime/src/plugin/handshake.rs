//! What is printed to standard output: the handshake line, and the answers to a person. Nothing else in a provider
//! may print there, since Terraform takes the first line for the handshake.

use std::io::{self, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::About;
use super::environment::VERSION;
use super::listener::Listener;
use crate::log::Value;

/// The version of the handshake itself.
const CORE_VERSION: u32 = 1;

/// Writes text to standard output, at once.
pub(super) fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// The one line that tells Terraform where we are: versions, network, address, and our certificate (DER). The seventh
/// field stands there only if the client asks whether connections can be multiplexed: they cannot.
pub(super) fn line(listener: &Listener, certificate: Option<&[u8]>, multiplex: bool) -> String {
    let (network, address) = listener.address();
    let certificate = certificate.map(|der| STANDARD_NO_PAD.encode(der)).unwrap_or_default();
    let multiplex = if multiplex { "|false" } else { "" };
    format!("{CORE_VERSION}|{VERSION}|{network}|{address}|grpc|{certificate}{multiplex}\n")
}

/// What a person sets in Terraform's environment to use a process that runs under a debugger.
pub(super) fn reattach(about: &About, listener: &Listener) -> String {
    let (network, address) = listener.address();
    let process = Value::from([
        ("Protocol", "grpc".into()),
        ("ProtocolVersion", VERSION.into()),
        ("Pid", std::process::id().into()),
        ("Test", true.into()),
        ("Addr", Value::from([("Network", network.into()), ("String", address.into())])),
    ]);
    let reattach = Value::from([(about.address, process)]);
    // In a shell's single quotes, a quote is written as '\''.
    let reattach = reattach.to_string().replace('\'', r"'\''");
    format!(
        "The provider runs. Terraform and OpenTofu use this process when their environment has\n\n\
         TF_REATTACH_PROVIDERS='{reattach}'\n\nIt ends with an interrupt (Ctrl-C).\n"
    )
}
