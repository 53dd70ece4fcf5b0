//! A provider that runs: started as Terraform starts it, and what the system tells of it.

use crate::certificate::Identity;
use crate::client::{Client, runtime};
use bytes::Bytes;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// One client certificate for all, as Terraform has one for each run.
pub fn identity() -> &'static Identity {
    static IDENTITY: OnceLock<Identity> = OnceLock::new();
    IDENTITY.get_or_init(Identity::generate)
}

/// A provider's process. It is killed when dropped.
pub struct Process {
    child: Child,
    folder: PathBuf,
    /// When it was started.
    pub began: Instant,
    /// How long the handshake line took.
    pub handshake: Duration,
    line: String,
}

impl Process {
    /// Starts the program as Terraform does, with mutual TLS.
    pub fn start(program: &Path) -> Result<Self, String> {
        Self::start_with(program, &[], true)
    }

    /// Starts the program with arguments, and reads the handshake line.
    pub fn start_with(program: &Path, arguments: &[String], is_secure: bool) -> Result<Self, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        static CERTIFICATE: OnceLock<String> = OnceLock::new();
        let certificate = CERTIFICATE.get_or_init(|| identity().pem());
        let name = format!("tfgen-bench-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("TF_") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .env("TF_PLUGIN_MAGIC_COOKIE", COOKIE)
            .env("PLUGIN_PROTOCOL_VERSIONS", "5,6")
            .env("TMPDIR", &folder)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if is_secure {
            command.env("PLUGIN_CLIENT_CERT", certificate);
        }
        let began = Instant::now();
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
        let stdout = child.stdout.take().expect("stdout is a pipe");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
        let handshake = began.elapsed();
        let process = Self { child, folder, began, handshake, line: line.trim_end().to_owned() };
        if process.line.split('|').count() < 6 {
            return Err(format!("{} printed no handshake line but {:?}", program.display(), process.line));
        }
        Ok(process)
    }

    /// Connects with mutual TLS.
    pub fn connect(&self) -> Result<Client, String> {
        Client::connect(&self.line)
    }

    /// Asks the provider to end, as Terraform does, and waits for it.
    pub fn end(mut self, client: &mut Client) -> Result<(), String> {
        // It may be gone before it has answered.
        let _ = runtime().block_on(client.call_service("plugin.GRPCController", "Shutdown", Bytes::new()));
        self.child.wait().map(drop).map_err(|error| error.to_string())
    }

    /// CPU seconds so far, those of threads that have ended included.
    pub fn cpu(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("Linux tells");
        // The second field, the name, may hold spaces.
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = [11, 12].iter().filter_map(|index| fields.get(*index)?.parse::<f64>().ok()).sum::<f64>();
        ticks / 100.0
    }

    /// CPU seconds of the threads that there are now: finer than [`Process::cpu`], which counts hundredths of a second.
    pub fn cpu_of_threads(&self) -> f64 {
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("Linux tells");
        let nanoseconds = |thread: fs::DirEntry| {
            let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse::<f64>().ok()
        };
        threads.flatten().filter_map(nanoseconds).sum::<f64>() / 1e9
    }

    /// Resident memory in MiB.
    pub fn resident(&self) -> f64 {
        self.status("VmRSS:")
    }

    fn status(&self, name: &str) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("Linux tells");
        let line = status.lines().find(|line| line.starts_with(name)).expect("there is such a line");
        line.split_whitespace().nth(1).and_then(|kib| kib.parse::<f64>().ok()).expect("a number") / 1024.0
    }

    /// The most memory that was resident since [`Process::forget_peak`], in MiB.
    pub fn peak(&self) -> f64 {
        self.status("VmHWM:")
    }

    /// Has the system look for the most memory from now on.
    pub fn forget_peak(&self) {
        fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").expect("Linux allows it");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
