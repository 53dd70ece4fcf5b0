//! A provider started as Terraform starts it, a client without TLS, and the memory that it takes.

use hyper_util::rt::TokioIo;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tfgen_proto::tfplugin6::provider_client::ProviderClient;
use tokio::net::UnixStream;
use tokio::runtime::Runtime;
use tonic::transport::{Channel, Endpoint, Uri};

const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// A provider that runs, until it is dropped.
pub struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The process and its handshake line.
fn start(binary: &Path) -> (Started, String) {
    let mut command = Command::new(binary);
    command.env("TF_PLUGIN_MAGIC_COOKIE", COOKIE).env("PLUGIN_PROTOCOL_VERSIONS", "5,6").env("TF_LOG_PROVIDER", "off");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let stdout = child.stdout.take().expect("stdout is a pipe");
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).expect("there is a handshake line");
    (Started(child), line.trim_end().to_owned())
}

/// A provider, and a client that talks to it without TLS.
pub fn connect(binary: &Path, runtime: &Runtime) -> (Started, ProviderClient<Channel>) {
    let (process, line) = start(binary);
    let socket = line.split('|').nth(3).expect("the line has an address").to_owned();
    let channel = runtime.block_on(async {
        let connector = tower::service_fn(move |_: Uri| {
            let socket = socket.clone();
            async move { UnixStream::connect(socket).await.map(TokioIo::new) }
        });
        Endpoint::from_static("http://localhost").connect_with_connector(connector).await.expect("it listens")
    });
    (process, ProviderClient::new(channel).max_decoding_message_size(256 << 20).max_encoding_message_size(256 << 20))
}

/// The most memory in bytes that a process has had.
pub fn most_memory(process: &Started) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.0.id())).expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("there is a size");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<f64>().ok()).expect("a number") * 1024.0
}
