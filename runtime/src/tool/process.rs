//! One run of a program: started in a process group of its own, listened to, and ended with everything that it has started.
//!
//! Its output is read by threads that never wait for anybody else, so that no pipe can fill up and stop it, and kept up to
//! a limit. Whatever happens to the run, its group is gone when it is over.

use super::capture::{Capture, Lines};
use super::running;
use super::template::Command;
use crate::context::Cancellation;
use crate::race::{race, then};
use std::io::{self, Read, Write};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long a program may take to end by itself once it has been asked to.
const GRACE: Duration = Duration::from_secs(5);
/// How long its pipes are listened to once it has ended: something that it has started may hold them.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Variables that are Terraform's way of talking to this process, and nobody else's.
const PRIVATE: &[&str] = &["TF_PLUGIN_MAGIC_COOKIE", "TF_REATTACH_PROVIDERS"];

/// How a run ended.
#[derive(Debug)]
pub(super) struct Ended {
    /// None if a signal ended it.
    pub(super) code: Option<i32>,
    /// Why it was ended, if it did not end by itself.
    pub(super) killed: Option<Killed>,
    pub(super) duration: Duration,
    pub(super) output: Capture,
    pub(super) errors: Capture,
}

/// Why a program was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Killed {
    /// It took longer than its step may.
    Timeout,
    /// Terraform wants the provider to stop, or the operation's time is up.
    Cancelled,
}

/// Runs a program to its end.
pub(super) async fn run(
    program: &std::path::Path,
    command: &Command,
    timeout: Option<Duration>,
    cancellation: &Cancellation,
    lines: Option<Lines>,
) -> io::Result<Ended> {
    let began = Instant::now();
    let mut group = Group::start(program, command)?;
    let child = &mut group.child;
    let told = lines.clone().filter(|lines| !lines.errors_alone);
    let readers = [Reader::start(child.stdout.take(), told), Reader::start(child.stderr.take(), lines)];
    feed(child, command.stdin.clone());
    let cancelled = then(cancellation.cancelled(), Some(Killed::Cancelled));
    let late = then(limit(timeout), Some(Killed::Timeout));
    let killed = race(then(group.exited(), None), race(cancelled, late)).await;
    if killed.is_some() {
        group.ask_to_end();
        // What does not hear, ends with the group below.
        let _ = tokio::time::timeout(GRACE, group.exited()).await;
    }
    let [mut output, mut errors] = readers;
    output.listen().await;
    errors.listen().await;
    let code = group.end()?;
    // With the group, whatever held the pipes is gone.
    output.listen().await;
    errors.listen().await;
    Ok(Ended { code, killed, duration: began.elapsed(), output: output.taken(), errors: errors.taken() })
}

async fn limit(timeout: Option<Duration>) {
    match timeout {
        Some(timeout) => tokio::time::sleep(timeout).await,
        None => std::future::pending().await,
    }
}

/// Writes what the program reads. One that does not read it to its end is not waited for.
fn feed(child: &mut Child, text: Option<String>) {
    let Some(mut stdin) = child.stdin.take() else { return };
    if let Some(text) = text {
        thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    }
}

/// A program and everything that it has started.
struct Group {
    child: Child,
    /// What is left of it has been ended, and the program reaped: its id may name another group by now.
    is_ended: bool,
    /// Resolves when the program itself has ended.
    #[cfg(unix)]
    exit: oneshot::Receiver<()>,
}

impl Group {
    fn start(program: &std::path::Path, command: &Command) -> io::Result<Self> {
        let mut starting = std::process::Command::new(program);
        starting.args(&command.arguments).envs(command.env.iter().map(|(name, value)| (name, value)));
        for (name, _) in std::env::vars_os() {
            let is_private = name.to_str().is_some_and(|name| PRIVATE.contains(&name) || name.starts_with("PLUGIN_"));
            if is_private && !command.env.iter().any(|(given, _)| name == *given) {
                starting.env_remove(&name);
            }
        }
        if let Some(cwd) = &command.cwd {
            starting.current_dir(cwd);
        }
        let stdin = if command.stdin.is_some() { Stdio::piped() } else { Stdio::null() };
        starting.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starting, 0);
        let child = running::start(&mut starting)?;
        Ok(Self {
            #[cfg(unix)]
            exit: exit(running::pid(&child)),
            child,
            is_ended: false,
        })
    }

    /// Returns when the program itself has ended. It is not reaped yet, so that its id still names its group.
    #[cfg(unix)]
    async fn exited(&mut self) {
        if !self.exit.is_terminated() {
            let _ = (&mut self.exit).await;
        }
    }

    /// The same where there are no groups: it is asked again and again.
    #[cfg(not(unix))]
    async fn exited(&mut self) {
        while matches!(self.child.try_wait(), Ok(None)) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Asks everything in the group to end.
    fn ask_to_end(&mut self) {
        #[cfg(unix)]
        self.signal(rustix::process::Signal::TERM);
        #[cfg(not(unix))]
        let _ = self.child.kill();
    }

    #[cfg(unix)]
    fn signal(&self, signal: rustix::process::Signal) {
        if let Some(pid) = running::pid(&self.child) {
            // Nobody there is what is wanted.
            let _ = rustix::process::kill_process_group(pid, signal);
        }
    }

    /// Ends what is left of the group, and answers the program's exit code.
    fn end(&mut self) -> io::Result<Option<i32>> {
        #[cfg(unix)]
        self.signal(rustix::process::Signal::KILL);
        #[cfg(not(unix))]
        let _ = self.child.kill();
        // Its id may name another group as soon as it is reaped.
        running::forget(&self.child);
        let status = self.child.wait();
        self.is_ended = true;
        status.map(|status| status.code())
    }
}

impl Drop for Group {
    /// A run that is given up half-way leaves nothing behind either, also if the program itself has ended by then.
    fn drop(&mut self) {
        if !self.is_ended {
            let _ = self.end();
        }
    }
}

/// Resolves when a program has ended. It is not reaped.
#[cfg(unix)]
fn exit(pid: Option<rustix::process::Pid>) -> oneshot::Receiver<()> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let (sender, receiver) = oneshot::channel();
    if let Some(pid) = pid {
        thread::spawn(move || {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(WaitId::Pid(pid), options), Err(rustix::io::Errno::INTR)) {}
            let _ = sender.send(());
        });
    }
    receiver
}

/// A thread that reads a pipe to its end.
struct Reader {
    kept: Arc<Mutex<Capture>>,
    done: oneshot::Receiver<()>,
    ended: bool,
}

impl Reader {
    fn start(pipe: Option<impl Read + Send + 'static>, lines: Option<Lines>) -> Self {
        let kept = Arc::new(Mutex::new(Capture::default()));
        let (sender, done) = oneshot::channel();
        if let Some(pipe) = pipe {
            let kept = kept.clone();
            thread::spawn(move || {
                read(pipe, &kept, lines);
                let _ = sender.send(());
            });
        }
        Self { kept, done, ended: false }
    }

    /// Waits for the end of the pipe for a while.
    async fn listen(&mut self) {
        if !self.ended {
            self.ended = tokio::time::timeout(LAST_WORDS, &mut self.done).await.is_ok();
        }
    }

    /// What was read.
    fn taken(self) -> Capture {
        std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn read(mut pipe: impl Read, kept: &Mutex<Capture>, mut lines: Option<Lines>) {
    let mut buffer = vec![0; 16 << 10];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                let bytes = buffer.get(..count).unwrap_or_default();
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(bytes);
                if let Some(lines) = &mut lines {
                    lines.push(bytes);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if let Some(lines) = &mut lines {
        lines.end();
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::context::Canceller;
    use std::path::Path;

    fn shell(script: &str, stdin: Option<&str>) -> Command {
        Command {
            program: "sh".to_owned(),
            arguments: vec!["-c".to_owned(), script.to_owned()],
            env: Vec::new(),
            stdin: stdin.map(str::to_owned),
            cwd: None,
        }
    }

    async fn run_for(script: &str, stdin: Option<&str>, timeout: Duration) -> Ended {
        run(Path::new("/bin/sh"), &shell(script, stdin), Some(timeout), &Cancellation::default(), None).await.unwrap()
    }

    const LONG: Duration = Duration::from_mins(1);

    /// Whether it stays: a busy system takes its time to carry out a kill that it has accepted.
    fn is_there(pid: &str) -> bool {
        let began = Instant::now();
        loop {
            let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            if state.is_empty() || state.contains(") Z ") {
                return false;
            }
            if began.elapsed() > Duration::from_secs(10) {
                return true;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[tokio::test]
    async fn code_and_output_come_back() {
        let ended = run_for("cat; echo oops >&2; exit 3", Some("in"), LONG).await;
        assert_eq!((ended.code, ended.killed), (Some(3), None));
        assert_eq!((ended.output.whole(), ended.errors.last_lines(9)), (Some(&b"in"[..]), "oops".to_owned()));
    }

    #[tokio::test]
    async fn much_in_both_directions_stops_nobody() {
        let text = "x".repeat(3 << 20);
        let ended = run_for("cat; head -c 3000000 /dev/zero >&2", Some(&text), LONG).await;
        assert_eq!((ended.output.total(), ended.errors.total()), (3 << 20, 3_000_000));
        let unread = run_for("exit 0", Some(&text), LONG).await;
        assert_eq!(unread.code, Some(0), "what reads nothing is no error");
    }

    #[tokio::test]
    async fn a_timeout_ends_everything_that_was_started() {
        // Both ignore the request to end.
        let script = "trap '' TERM; sh -c 'trap \"\" TERM; echo $$; sleep 60 & wait; sleep 60' & wait; sleep 60";
        let began = Instant::now();
        let ended = run_for(script, None, Duration::from_millis(300)).await;
        assert_eq!((ended.code, ended.killed), (None, Some(Killed::Timeout)));
        assert!(began.elapsed() < Duration::from_secs(20));
        let inner = ended.output.last_lines(1);
        assert!(!inner.is_empty() && !is_there(&inner), "{inner} lives on");
    }

    #[tokio::test]
    async fn what_is_left_behind_is_ended_and_its_pipes_are_not_waited_for() {
        let began = Instant::now();
        let ended = run_for("sleep 60 & echo $!", None, LONG).await;
        assert_eq!(ended.code, Some(0));
        assert!(began.elapsed() < Duration::from_secs(20));
        assert!(!is_there(&ended.output.last_lines(1)));
    }

    #[tokio::test]
    async fn cancelling_asks_first() {
        let canceller = Canceller::new();
        let command = shell("trap 'echo tidied; exit 7' TERM; echo ready; while :; do sleep 0.05; done", None);
        let token = canceller.token();
        let (lines, mut heard) = Lines::channel();
        let running = run(Path::new("/bin/sh"), &command, None, &token, Some(lines));
        let stop = async {
            assert_eq!(heard.recv().await.as_deref(), Some("ready"));
            canceller.cancel();
        };
        let (ended, ()) = tokio::join!(running, stop);
        let ended = ended.unwrap();
        assert_eq!((ended.code, ended.killed), (Some(7), Some(Killed::Cancelled)));
        assert_eq!(ended.output.last_lines(1), "tidied");
    }

    #[tokio::test]
    async fn one_that_is_given_up_leaves_nothing() {
        let file = std::env::temp_dir().join(format!("tfgen-given-up-{}", std::process::id()));
        let command = shell(&format!("echo $$ > {}; sleep 60", file.display()), None);
        let token = Cancellation::default();
        let running = run(Path::new("/bin/sh"), &command, None, &token, None);
        let _ = tokio::time::timeout(Duration::from_secs(2), running).await;
        let pid = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(!is_there(pid.trim()), "{pid} lives on");
    }

    #[tokio::test]
    async fn one_that_is_given_up_after_its_end_leaves_nothing_either() {
        let file = std::env::temp_dir().join(format!("tfgen-given-up-late-{}", std::process::id()));
        // The program ends; what it has started holds its pipes, which are listened to for a while.
        let command = shell(&format!("sleep 60 & echo $! > {}", file.display()), None);
        let token = Cancellation::default();
        let mut running = Box::pin(run(Path::new("/bin/sh"), &command, None, &token, None));
        let began = Instant::now();
        let written = || std::fs::read_to_string(&file).ok().filter(|pid| pid.ends_with('\n'));
        while written().is_none() && began.elapsed() < LONG {
            let _ = tokio::time::timeout(Duration::from_millis(10), &mut running).await;
        }
        let pid = written().unwrap();
        let _ = tokio::time::timeout(Duration::from_millis(100), &mut running).await;
        drop(running);
        std::fs::remove_file(&file).unwrap();
        assert!(!is_there(pid.trim()), "{pid} lives on");
    }

    #[tokio::test]
    async fn a_program_that_is_not_there_is_an_error() {
        let failed = run(Path::new("/nowhere/helm"), &shell("", None), None, &Cancellation::default(), None).await;
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
