//! Starts providers as Terraform does, and measures them: time to the handshake line, memory after the schema.

use crate::certificate::Identity;
use hyper_util::rt::TokioIo;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Instant;
use tfgen_proto::tfplugin6::get_provider_schema;
use tfgen_proto::tfplugin6::provider_client::ProviderClient;
use tokio::net::UnixStream;
use tonic::transport::{Endpoint, Uri};

const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The process and its handshake line.
fn start(binary: &Path, certificate: Option<&str>) -> (Started, String) {
    let mut command = Command::new(binary);
    command.env("TF_PLUGIN_MAGIC_COOKIE", COOKIE).env("PLUGIN_PROTOCOL_VERSIONS", "5,6").env("TF_LOG_PROVIDER", "off");
    if let Some(certificate) = certificate {
        command.env("PLUGIN_CLIENT_CERT", certificate);
    }
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let stdout = child.stdout.take().expect("stdout is a pipe");
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).expect("there is a handshake line");
    (Started(child), line.trim_end().to_owned())
}

/// Milliseconds from the start to the handshake line, with mutual TLS on.
pub fn handshake(binary: &Path) -> f64 {
    static CERTIFICATE: OnceLock<String> = OnceLock::new();
    let certificate = CERTIFICATE.get_or_init(|| Identity::generate().pem());
    let begin = Instant::now();
    let (_process, line) = start(binary, Some(certificate));
    let elapsed = begin.elapsed();
    assert!(line.split('|').nth(5).is_some_and(|certificate| certificate.len() > 50), "TLS is on: {line}");
    elapsed.as_secs_f64() * 1e3
}

/// Resident memory in MiB once the schema has been asked for.
pub fn resident(binary: &Path) -> f64 {
    let (process, line) = start(binary, None);
    let socket = line.split('|').nth(3).expect("the line has an address").to_owned();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("tokio");
    runtime.block_on(async {
        let connector = tower::service_fn(move |_: Uri| {
            let socket = socket.clone();
            async move { UnixStream::connect(socket).await.map(TokioIo::new) }
        });
        let channel = Endpoint::from_static("http://localhost").connect_with_connector(connector).await;
        let mut client = ProviderClient::new(channel.expect("it listens")).max_decoding_message_size(64 << 20);
        client.get_provider_schema(get_provider_schema::Request::default()).await.expect("it answers");
    });
    let status = fs::read_to_string(format!("/proc/{}/status", process.0.id())).expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("there is a resident size");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<f64>().ok()).expect("a number") / 1024.0
}
