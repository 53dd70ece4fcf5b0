//! One run of a program: started in a process group of its own, listened to, and ended with everything that it has started.
//!
//! Its output is read by threads that never wait for anybody else, so that no pipe can fill up and stop it, and kept up to
//! a limit. Whatever happens to the run, its group is gone when it is over, and so is what has left the group and not the session.

use super::capture::{Capture, Lines};
use super::descendants::Mark;
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
/// How long the system may take to end a program that is killed.
const STUBBORN: Duration = Duration::from_secs(5);

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

/// A program, and what of the environment is not for it.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) path: &'a std::path::Path,
    /// Variables of the provider's own.
    pub(super) private: &'a [String],
}

/// Runs a program to its end.
pub(super) async fn run(
    target: Target<'_>,
    command: &Command,
    timeout: Option<Duration>,
    cancellation: &Cancellation,
    lines: Option<Lines>,
) -> io::Result<Ended> {
    let began = Instant::now();
    let mut group = Group::start(target, command)?;
    let child = &mut group.child;
    let told = lines.clone().filter(|lines| !lines.errors_alone);
    let readers = [Reader::start(child.stdout.take(), told)?, Reader::start(child.stderr.take(), lines)?];
    feed(child, command.stdin.clone())?;
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
fn feed(child: &mut Child, text: Option<String>) -> io::Result<()> {
    let (Some(mut stdin), Some(text)) = (child.stdin.take(), text) else { return Ok(()) };
    beside("writes to a tool", move || drop(stdin.write_all(text.as_bytes())))
}

/// Does something on a thread of its own. It is an error where the system gives no more threads.
fn beside(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// A program and everything that it has started.
struct Group {
    child: Child,
    mark: Mark,
    /// What is left of it has been ended, and the program reaped: its id may name another group by now.
    is_ended: bool,
    /// Resolves when the program itself has ended.
    #[cfg(unix)]
    exit: oneshot::Receiver<()>,
}

impl Group {
    fn start(target: Target<'_>, command: &Command) -> io::Result<Self> {
        let mut starting = std::process::Command::new(target.path);
        let mark = Mark::new();
        mark.put_on(&mut starting);
        starting.args(&command.arguments).envs(command.env.iter().map(|(name, value)| (name, value)));
        for (name, _) in std::env::vars_os() {
            let is_private = name.to_str().is_some_and(|name| {
                PRIVATE.contains(&name) || name.starts_with("PLUGIN_") || target.private.iter().any(|own| own == name)
            });
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
        #[cfg(unix)]
        let (sender, exit) = oneshot::channel();
        let group = Self {
            #[cfg(unix)]
            exit,
            child,
            mark,
            is_ended: false,
        };
        // From here on, whatever goes wrong ends it.
        #[cfg(unix)]
        watch(running::pid(&group.child), sender)?;
        Ok(group)
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

    /// Asks everything that was started to end, once.
    fn ask_to_end(&mut self) {
        #[cfg(unix)]
        {
            self.signal(rustix::process::Signal::TERM);
            self.mark.signal(rustix::process::Signal::TERM, running::pid(&self.child));
        }
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

    /// Ends what is left of what was started, and answers the program's exit code.
    fn end(&mut self) -> io::Result<Option<i32>> {
        #[cfg(unix)]
        self.signal(rustix::process::Signal::KILL);
        // The program itself may have joined another group.
        let _ = self.child.kill();
        #[cfg(unix)]
        self.mark.end();
        // Its id may name another group as soon as it is reaped.
        running::forget(&self.child);
        self.is_ended = true;
        let began = Instant::now();
        loop {
            match self.child.try_wait()? {
                Some(status) => return Ok(status.code()),
                // What hangs in the system itself ends when that lets it go, and nobody can wait for that.
                None if began.elapsed() > STUBBORN => return Ok(None),
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
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

/// Tells when a program has ended. It is not reaped.
#[cfg(unix)]
fn watch(pid: Option<rustix::process::Pid>, sender: oneshot::Sender<()>) -> io::Result<()> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(pid) = pid else { return Ok(()) };
    beside("waits for a tool", move || {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(pid), options), Err(rustix::io::Errno::INTR)) {}
        let _ = sender.send(());
    })
}

/// A thread that reads a pipe to its end.
struct Reader {
    kept: Arc<Mutex<Capture>>,
    done: oneshot::Receiver<()>,
    ended: bool,
}

impl Reader {
    fn start(pipe: Option<impl Read + Send + 'static>, lines: Option<Lines>) -> io::Result<Self> {
        let kept = Arc::new(Mutex::new(Capture::default()));
        let (sender, done) = oneshot::channel();
        if let Some(pipe) = pipe {
            let kept = kept.clone();
            beside("reads from a tool", move || {
                read(pipe, &kept, lines);
                let _ = sender.send(());
            })?;
        }
        Ok(Self { kept, done, ended: false })
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
        run(target(), &shell(script, stdin), Some(timeout), &Cancellation::default(), None).await.unwrap()
    }

    fn target() -> Target<'static> {
        Target { path: Path::new("/bin/sh"), private: &[] }
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

    /// GNU `timeout` gives itself a group, in the same session. One of these ignores the request to end. The other one tidies up once: `timeout` passes
    /// the request on, so that it may come twice.
    const OTHER_GROUPS: &str = r#"timeout 600 sh -c 'trap "" TERM; echo $$; while :; do sleep 1; done' &
        timeout 600 sh -c 'trap "trap \"\" TERM; echo tidied; exit" TERM; while :; do sleep 0.1; done' &"#;

    #[tokio::test]
    async fn what_has_a_group_of_its_own_is_asked_and_ended_too() {
        let ended = run_for(&format!("{OTHER_GROUPS}\nwait; sleep 60"), None, Duration::from_secs(1)).await;
        assert_eq!((ended.code, ended.killed), (None, Some(Killed::Timeout)));
        let printed = ended.output.last_lines(9);
        let (pid, rest) = printed.split_once('\n').unwrap_or((&printed, ""));
        assert!(pid.parse::<u32>().is_ok() && !is_there(pid), "{pid} lives on");
        assert_eq!(rest, "tidied", "it was asked");
    }

    #[tokio::test]
    async fn what_has_a_group_of_its_own_does_not_outlive_a_program_that_ends_well() {
        let ended = run_for(&format!("{OTHER_GROUPS}\nsleep 0.5"), None, LONG).await;
        assert_eq!((ended.code, ended.killed), (Some(0), None));
        let pid = ended.output.last_lines(9);
        assert!(pid.parse::<u32>().is_ok() && !is_there(&pid), "{pid} lives on");
    }

    #[tokio::test]
    async fn what_makes_itself_a_session_is_let_go() {
        let ended = run_for("setsid sleep 30 >/dev/null 2>&1 & echo $!; sleep 0.5", None, LONG).await;
        let pid = ended.output.last_lines(9);
        let found = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap();
        assert_eq!(found, "sleep\u{0}30\u{0}");
        let pid = rustix::process::Pid::from_raw(pid.parse().unwrap()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    }

    #[tokio::test]
    async fn keys_of_the_provider_are_not_handed_on() {
        assert!(std::env::var_os("HOME").is_some() && std::env::var_os("PATH").is_some());
        let private = ["HOME".to_owned()];
        let target = Target { private: &private, ..target() };
        let bare = shell("echo ${HOME-none} ${PATH:+path}", None);
        let ended = run(target, &bare, None, &Cancellation::default(), None).await.unwrap();
        assert_eq!(ended.output.last_lines(1), "none path");
        let given = Command { env: vec![("HOME", "given".to_owned())], ..bare };
        let ended = run(target, &given, None, &Cancellation::default(), None).await.unwrap();
        assert_eq!(ended.output.last_lines(1), "given path", "what a step names it has");
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
        let running = run(target(), &command, None, &token, Some(lines));
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
        let running = run(target(), &command, None, &token, None);
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
        let mut running = Box::pin(run(target(), &command, None, &token, None));
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
        let failed = run(
            Target { path: Path::new("/nowhere/helm"), private: &[] },
            &shell("", None),
            None,
            &Cancellation::default(),
            None,
        )
        .await;
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
