//! Running a program for what it prints, for a bounded time. It knows nothing of what is asked, and keeps nothing of what is printed.
//!
//! The program stays in our process group: it may have to ask a person on the terminal.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked whether a program has ended.
const LOOK: Duration = Duration::from_millis(5);

/// What a program came to.
pub(crate) struct Output {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// Runs it to its end. A program that takes longer is killed, and is an error of the kind [`io::ErrorKind::TimedOut`]; what it has started itself may go on,
/// and is not waited for.
pub(crate) fn output(command: &mut Command, limit: Duration) -> io::Result<Output> {
    let begun = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let read = read(&mut child).and_then(|(stdout, stderr)| {
        let status = ended(&mut child, begun, limit)?;
        let rest = || limit.saturating_sub(begun.elapsed()).max(LOOK);
        let late = |_| late(limit);
        Ok(Output {
            status,
            stdout: stdout.recv_timeout(rest()).map_err(late)?,
            stderr: stderr.recv_timeout(rest()).map_err(late)?,
        })
    });
    if read.is_err() {
        // It may have ended by itself.
        let _ = child.kill();
        let _ = child.wait();
    }
    read
}

/// What a pipe gives, once it is at its end.
type Piped = Receiver<Vec<u8>>;

fn read(child: &mut Child) -> io::Result<(Piped, Piped)> {
    Ok((reader(child.stdout.take())?, reader(child.stderr.take())?))
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> io::Result<Piped> {
    let (send, receive) = channel();
    thread::Builder::new().spawn(move || {
        let mut read = Vec::new();
        if let Some(mut pipe) = pipe {
            // What could be read until then is what there is.
            let _ = pipe.read_to_end(&mut read);
        }
        // Nobody waits any more, at worst.
        let _ = send.send(read);
    })?;
    Ok(receive)
}

fn ended(child: &mut Child, begun: Instant, limit: Duration) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if begun.elapsed() >= limit {
            return Err(late(limit));
        }
        thread::sleep(LOOK);
    }
}

fn late(limit: Duration) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, format!("it did not end within {} seconds", limit.as_secs()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> io::Result<Output> {
        output(Command::new("sh").args(["-c", script]), limit)
    }

    #[test]
    fn what_is_printed_and_how_it_ended_is_told() {
        let long = shell("head -c 300000 /dev/zero; echo why >&2; exit 3", Duration::from_mins(1)).unwrap();
        assert_eq!((long.stdout.len(), long.stderr.as_slice(), long.status.code()), (300_000, &b"why\n"[..], Some(3)));
    }

    #[test]
    fn who_does_not_end_is_ended() {
        for script in ["sleep 100", "exec sleep 100", "sleep 100 & exit 0"] {
            let begun = Instant::now();
            let failed = shell(script, Duration::from_millis(200)).err().expect("it takes too long");
            assert_eq!(failed.kind(), io::ErrorKind::TimedOut, "{script}");
            assert!(begun.elapsed() < Duration::from_secs(50), "{script}");
        }
    }
}
