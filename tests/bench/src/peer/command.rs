//! Programs that build peers: run to their end, with what they printed when they fail and what they cost.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a program cost, those that it started included.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    /// From its start to its end.
    pub wall: Duration,
    /// Seconds of CPU.
    pub cpu: f64,
    /// The most memory that one process had, in MiB.
    pub peak: f64,
}

/// Runs a program to its end.
pub fn run(command: &mut Command) -> Result<(), String> {
    let ran = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    if ran.status.success() {
        return Ok(());
    }
    let (stdout, stderr) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    Err(format!("{command:?} failed:\n{stdout}{stderr}"))
}

/// Runs a command and notes what all children have used. Python is what a peer needs anyway.
const METER: &str = "import resource, subprocess, sys\n\
    code = subprocess.run(['bash', '-c', sys.argv[1]], stdin=subprocess.DEVNULL).returncode\n\
    used = resource.getrusage(resource.RUSAGE_CHILDREN)\n\
    open(sys.argv[2], 'w').write(f'{used.ru_utime + used.ru_stime} {used.ru_maxrss / 1024}')\n\
    sys.exit(code)";

/// Runs a shell command to its end and says what it cost.
pub fn measured(script: &str, folder: &Path) -> Result<Measured, String> {
    let (began, log) = (Instant::now(), folder.join("command.log"));
    let figures = folder.join("command.figures");
    let output = fs::File::create(&log).map_err(|error| error.to_string())?;
    let errors = output.try_clone().map_err(|error| error.to_string())?;
    let mut command = Command::new("python3");
    command.args(["-c", METER, script]).arg(&figures).current_dir(folder).env_remove("CARGO_TARGET_DIR");
    let status = command.stdout(output).stderr(errors).status().map_err(|error| format!("python3: {error}"))?;
    if !status.success() {
        return Err(format!("{script}:\n{}", fs::read_to_string(&log).unwrap_or_default()));
    }
    let figures = fs::read_to_string(&figures).map_err(|error| error.to_string())?;
    let mut figures = figures.split_whitespace().filter_map(|figure| figure.parse().ok());
    let mut next = || figures.next().ok_or_else(|| "no figures".to_owned());
    Ok(Measured { wall: began.elapsed(), cpu: next()?, peak: next()? })
}
