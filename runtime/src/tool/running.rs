//! The programs that run, so that they end with the provider: each has a group of its own, which no signal to Terraform's
//! reaches. How a single run ends is not decided here.

#[cfg(unix)]
use super::descendants::Mark;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All of this process.
static RUNNING: Mutex<Running> = Mutex::new(Running { groups: Vec::new(), is_over: false });

struct Running {
    /// Ids of programs that are not reaped yet, and so name their groups.
    groups: Vec<u32>,
    /// The provider ends: nothing starts any more.
    is_over: bool,
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program that ends with the provider at the latest.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    let mut running = running();
    if running.is_over {
        return Err(io::Error::other("the provider is about to end"));
    }
    let child = command.spawn()?;
    running.groups.push(child.id());
    Ok(child)
}

/// Must be called before a program is reaped.
pub(super) fn forget(child: &Child) {
    running().groups.retain(|id| *id != child.id());
}

/// Ends every program with all that it has started. Called once, when the provider ends; none starts after it.
pub(crate) fn end_all() {
    let mut running = running();
    running.is_over = true;
    if running.groups.is_empty() {
        return;
    }
    running.groups.drain(..).for_each(kill);
    #[cfg(unix)]
    Mark::of_all().end();
}

/// Ends a program and its group.
#[cfg(unix)]
fn kill(id: u32) {
    if let Some(program) = of_id(id) {
        let _ = rustix::process::kill_process_group(program, rustix::process::Signal::KILL);
        // It may have joined another group.
        let _ = rustix::process::kill_process(program, rustix::process::Signal::KILL);
    }
}

/// Where there are no groups, the system's own program follows who has started whom.
#[cfg(not(unix))]
fn kill(id: u32) {
    let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &id.to_string()]).status();
}

/// What the system calls the program.
#[cfg(unix)]
pub(super) fn pid(child: &Child) -> Option<rustix::process::Pid> {
    of_id(child.id())
}

#[cfg(unix)]
fn of_id(id: u32) -> Option<rustix::process::Pid> {
    i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw)
}
