//! What a program has started, wherever it has put itself: found by a variable that each process hands down to those that it
//! starts.
//!
//! A process group does not hold everything: a shell with `set -m` and GNU `timeout` give what they start groups of their own.
//! Only a process that has made itself a session of its own is left alone: it was meant to outlive the run. Where there
//! is no `/proc`, nothing is found, and the group is all there is.

use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable. A provider that a program runs adds to its value, so that its own programs are the outer run's, too.
const VARIABLE: &str = "TFGEN_TOOL_RUN";

/// What a run, or this process, is called: no two are called the same.
#[derive(Clone, Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// One for a run.
    pub(super) fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Self(format!("{}/{}", Self::of_all().0, COUNT.fetch_add(1, Ordering::Relaxed)))
    }

    /// The one that all runs of this process have in common.
    pub(super) fn of_all() -> &'static Self {
        static ALL: OnceLock<Mark> = OnceLock::new();
        ALL.get_or_init(|| {
            let outer = std::env::var(VARIABLE).map(|outer| format!("{outer}/")).unwrap_or_default();
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Self(format!("{outer}{}-{}", std::process::id(), now.as_nanos()))
        })
    }

    /// Lets a program hand it down.
    pub(super) fn put_on(&self, command: &mut Command) {
        command.env(VARIABLE, &self.0);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{Mark, VARIABLE};
    use rustix::process::{Pid, PidfdFlags, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal};
    use std::fs;

    impl Mark {
        /// Sends a signal to each process that has the mark, but for those of a group; tells how many there were.
        pub(in crate::tool) fn signal(&self, signal: Signal, but: Option<Pid>) -> usize {
            let Some(own) = About::of(getpid()) else { return 0 };
            let belongs = |pid: Pid| {
                let about = About::of(pid);
                about.is_some_and(|about| about.session == own.session && Some(about.group) != but.map(Pid::as_raw_pid))
                    && self.is_on(pid)
            };
            let found = fs::read_dir("/proc").into_iter().flatten().flatten();
            let pids = found.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?));
            pids.filter(|pid| *pid != getpid() && belongs(*pid) && send(*pid, signal, &belongs)).count()
        }

        fn is_on(&self, pid: Pid) -> bool {
            let environment = fs::read(format!("/proc/{}/environ", pid.as_raw_pid())).unwrap_or_default();
            let value = |variable: &[u8]| {
                let value = variable.strip_prefix(VARIABLE.as_bytes())?.strip_prefix(b"=")?;
                let below = value.strip_prefix(self.0.as_bytes())?;
                (below.is_empty() || below.starts_with(b"/")).then_some(())
            };
            environment.split(|byte| *byte == 0).any(|variable| value(variable).is_some())
        }
    }

    /// Its id may be another's by the time of the signal: it is held on to, and looked at again.
    fn send(pid: Pid, signal: Signal, belongs: &dyn Fn(Pid) -> bool) -> bool {
        match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(held) => belongs(pid) && pidfd_send_signal(held, signal).is_ok(),
            Err(rustix::io::Errno::SRCH) => false,
            // A kernel that cannot hold on to a process.
            Err(_) => kill_process(pid, signal).is_ok(),
        }
    }

    /// What the kernel says of a process that has not ended. Either is 0 when it was made outside of the process's namespace,
    /// as in a container that runs a program in the session of who has started it: that is no [`Pid`], but compares like one.
    struct About {
        group: i32,
        session: i32,
    }

    impl About {
        fn of(pid: Pid) -> Option<Self> {
            let text = fs::read(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
            let text = String::from_utf8_lossy(&text);
            // The name in parentheses may hold anything.
            let mut fields = text.rsplit_once(") ")?.1.split(' ');
            let state = fields.next()?;
            let (group, session) = (fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?);
            (!matches!(state, "Z" | "X")).then_some(Self { group, session })
        }
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
impl Mark {
    /// Nothing is found here.
    #[expect(clippy::unused_self, reason = "there is something to be found elsewhere")]
    pub(super) fn signal(&self, _: rustix::process::Signal, _: Option<rustix::process::Pid>) -> usize {
        0
    }
}

#[cfg(unix)]
impl Mark {
    /// Ends each process that has the mark, and waits for a moment until they are gone: one may be about to start another.
    pub(super) fn end(&self) {
        for _ in 0..100 {
            if self.signal(rustix::process::Signal::KILL, None) == 0 {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    /// A container whose first process is in a session of the machine around it: there the kernel calls the session 0.
    #[test]
    fn a_session_outside_of_the_container_is_one_like_others() {
        let unshare = |program: &str| {
            let mut command = Command::new("unshare");
            command.args(["--user", "--map-root-user", "--pid", "--fork", "--mount-proc", program]);
            command
        };
        // Some machines let nobody make a container. The one that runs the tests may be of that kind itself.
        if !unshare("true").status().is_ok_and(|status| status.success()) {
            return;
        }
        let session = unshare("cat").arg("/proc/self/stat").output().unwrap().stdout;
        assert_eq!(String::from_utf8(session).unwrap().split(' ').nth(5), Some("0"));
        let test = "tool::process::tests::what_has_a_group_of_its_own_is_asked_and_ended_too";
        let run = unshare(std::env::current_exe().unwrap().to_str().unwrap()).args(["--exact", test]).output().unwrap();
        let printed = String::from_utf8_lossy(&run.stdout);
        assert!(
            run.status.success() && printed.contains("1 passed"),
            "{printed}{}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
}
