//! Starts a plugin as Terraform does, and takes part in the handshake.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const COOKIE: (&str, &str) =
    ("TF_PLUGIN_MAGIC_COOKIE", "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2");

/// A plugin that runs. It is killed when dropped.
pub struct Process {
    pub child: Child,
    /// The handshake line without its end.
    pub line: String,
    /// Its temporary folder: the socket is in there.
    pub folder: PathBuf,
    stdout: Option<JoinHandle<String>>,
    stderr: Option<JoinHandle<String>>,
}

/// A new empty folder with a short path, as sockets need it.
fn new_folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("tfgen-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a temporary folder can be made");
    folder
}

/// The dummy as a command with an environment that says nothing of Terraform.
pub fn dummy() -> Command {
    let mut command = Command::new(dummy_path());
    without_terraform(&mut command);
    command
}

/// The dummy, built: cargo does not build examples when only some tests are asked for.
fn dummy_path() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let test = std::env::current_exe().expect("the test has a path");
        let profile = test.ancestors().nth(2).expect("target/PROFILE/deps/TEST");
        let mut cargo = tfgen_tests::built::cargo();
        cargo.args(["build", "--quiet", "--package", "tfgen-tests", "--example", "plugin-dummy"]);
        cargo.arg("--target-dir").arg(profile.parent().expect("a target folder"));
        cargo.args(profile.ends_with("release").then_some("--release"));
        let built = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).status();
        assert!(built.is_ok_and(|status| status.success()), "cargo builds the dummy");
        profile.join("examples/plugin-dummy")
    })
}

fn without_terraform(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("TF_") || text.starts_with("PLUGIN_") {
            command.env_remove(&name);
        }
    }
}

/// Runs the dummy to its end.
pub fn output<V: AsRef<OsStr>>(arguments: &[&str], variables: &[(&str, V)]) -> Output {
    dummy()
        .args(arguments)
        .envs(variables.iter().map(|(name, value)| (*name, value)))
        .output()
        .expect("the dummy can be started")
}

/// Runs the dummy with the cookie to its end: for starts that fail.
pub fn failed_start<V: AsRef<OsStr>>(variables: &[(&str, V)]) -> Output {
    let variables = variables.iter().map(|(name, value)| (*name, value.as_ref()));
    let cookie = (COOKIE.0, OsStr::new(COOKIE.1));
    output(&[], &std::iter::once(cookie).chain(variables).collect::<Vec<_>>())
}

impl Process {
    /// Starts the dummy as Terraform does.
    pub fn start<V: AsRef<OsStr>>(variables: &[(&str, V)]) -> Self {
        Self::spawn(dummy(), variables)
    }

    /// Starts the dummy as the child of a shell that stays in between.
    pub fn start_below_a_shell() -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", "\"$0\" & wait"]).arg(dummy_path());
        without_terraform(&mut command);
        Self::spawn::<&str>(command, &[])
    }

    /// Starts the dummy with hang-ups as any terminal's program has them, or as `nohup` does, whichever way these tests were started.
    #[cfg(target_os = "linux")]
    pub fn start_with_hang_ups(ignored: bool) -> Self {
        let mut command = Command::new("env");
        command.arg(if ignored { "--ignore-signal=HUP" } else { "--default-signal=HUP" }).arg(dummy_path());
        without_terraform(&mut command);
        Self::spawn::<&str>(command, &[])
    }

    fn spawn<V: AsRef<OsStr>>(mut command: Command, variables: &[(&str, V)]) -> Self {
        let folder = new_folder();
        let mut child = command
            .envs([COOKIE, ("PLUGIN_PROTOCOL_VERSIONS", "5,6")])
            .env("TMPDIR", &folder)
            .envs(variables.iter().map(|(name, value)| (*name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the dummy can be started");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let mut stderr = child.stderr.take().expect("stderr is a pipe");
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).map(|_| text).unwrap_or_default()
        });
        let mut line = String::new();
        stdout.read_line(&mut line).expect("stdout can be read");
        let stdout = thread::spawn(move || {
            let mut text = String::new();
            stdout.read_to_string(&mut text).map(|_| text).unwrap_or_default()
        });
        assert!(line.ends_with('\n'), "the handshake line ends: {line:?}");
        line.pop();
        Self { child, line, folder, stdout: Some(stdout), stderr: Some(stderr) }
    }

    /// The fields of the handshake line.
    pub fn fields(&self) -> Vec<&str> {
        self.line.split('|').collect()
    }

    /// Where the plugin listens.
    pub fn address(&self) -> &str {
        self.fields()[3]
    }

    /// The socket's folder; nothing when it is gone.
    pub fn sockets(&self) -> Vec<PathBuf> {
        fs::read_dir(&self.folder).expect("the folder is there").map(|entry| entry.expect("an entry").path()).collect()
    }

    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        signal(self.child.id(), name);
    }

    /// Waits for the end of the process, and says how long it took.
    pub fn wait(&mut self, limit: Duration) -> Option<(ExitStatus, Duration)> {
        let start = Instant::now();
        while start.elapsed() < limit {
            if let Some(status) = self.child.try_wait().expect("the process can be waited for") {
                return Some((status, start.elapsed()));
            }
            thread::sleep(Duration::from_millis(2));
        }
        None
    }

    /// Whether the plugin's standard output is closed within the limit: it is when the plugin has ended, whoever's
    /// child it is.
    pub fn output_ends(&self, limit: Duration) -> bool {
        let start = Instant::now();
        let stdout = self.stdout.as_ref().expect("stdout is read");
        while start.elapsed() < limit && !stdout.is_finished() {
            thread::sleep(Duration::from_millis(5));
        }
        stdout.is_finished()
    }

    /// What the plugin has printed to standard output after the handshake, and to standard error. Waits for its end.
    pub fn outputs(&mut self) -> (String, String) {
        let text =
            |handle: Option<JoinHandle<String>>| handle.and_then(|handle| handle.join().ok()).unwrap_or_default();
        (text(self.stdout.take()), text(self.stderr.take()))
    }
}

/// Sends a signal to any process.
fn signal(id: u32, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &id.to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()), "kill -{name} {id}");
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        remove(&self.folder);
    }
}

fn remove(folder: &Path) {
    let _ = fs::remove_dir_all(folder);
}
