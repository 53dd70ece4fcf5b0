//! PostgreSQL on this machine, for tests: servers of their own, and pgbouncer before them. Debian has both, and nothing runs as root.
//!
//! A server lives as long as the program that has started it: a keeper ends it as soon as nobody writes to its standard input any more, and
//! deletes what it kept.

use crate::port::port;
use crate::terraform::target_folder;
use std::fs;
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The role that may do everything.
pub const ADMINISTRATOR: &str = "administrator";

/// The password of all roles.
pub const PASSWORD: &str = "tfgen: tests' secret";

const KEEPER: &str = "import shutil, signal, subprocess, sys
folder, uid, gid, log = sys.argv[1:5]
who = {} if uid == '0' else {'user': int(uid), 'group': int(gid), 'extra_groups': []}
p = subprocess.Popen(sys.argv[5:], stdin=subprocess.DEVNULL, stdout=open(log, 'ab'), stderr=subprocess.STDOUT, cwd=folder, **who)
sys.stdin.read()
p.send_signal(signal.SIGINT)
try:
    p.wait(20)
except subprocess.TimeoutExpired:
    p.kill()
shutil.rmtree(folder, ignore_errors=True)
";

/// A server, and a database `states` in it.
pub struct Database {
    /// Its port on 127.0.0.1.
    pub port: u16,
    folder: PathBuf,
    /// Of the server, and of those that ran here before it.
    keepers: Vec<Child>,
}

/// A pooler before a server.
pub struct Pooler {
    /// Its port on 127.0.0.1.
    pub port: u16,
    _keeper: Child,
}

/// The one that tests share. Each takes a table of its own.
///
/// # Panics
/// When it cannot be started.
pub fn database() -> &'static Database {
    static SERVER: OnceLock<Database> = OnceLock::new();
    SERVER.get_or_init(Database::start)
}

/// A name that no other test has.
pub fn name(test: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{test}_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Database {
    /// A server of one's own.
    ///
    /// # Panics
    /// When PostgreSQL is not installed, or does not start.
    pub fn start() -> Self {
        let programs = programs();
        let (folder, port) = (folder("server"), port());
        let password = folder.join("password");
        fs::write(&password, PASSWORD).expect("it can be written");
        certificate(&folder);
        hand_over(&folder);
        let mut command = Command::new(programs.join("initdb"));
        command.arg("--pgdata").arg(folder.join("data")).arg("--pwfile").arg(&password);
        command.args(["--username", ADMINISTRATOR, "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C"]);
        run(as_nobody_special(command.args(["--no-sync", "--no-instructions"])));
        let mut server = Self { port, folder, keepers: Vec::new() };
        server.begin();
        server.run_in("postgres", "CREATE DATABASE states");
        server
    }

    /// Starts the server on what its folder holds, and waits until it answers.
    ///
    /// # Panics
    /// When it does not.
    pub fn begin(&mut self) {
        let Self { port, folder, .. } = &*self;
        let program = programs().join("postgres").display().to_string();
        let data = folder.join("data").display().to_string();
        let settings = [
            format!("port={port}"),
            "listen_addresses=127.0.0.1".to_owned(),
            "unix_socket_directories=".to_owned(),
            "max_connections=300".to_owned(),
            "shared_buffers=64MB".to_owned(),
            "fsync=off".to_owned(),
            "ssl=on".to_owned(),
            format!("ssl_cert_file={}", folder.join("server.crt").display()),
            format!("ssl_key_file={}", folder.join("server.key").display()),
        ];
        let mut arguments = vec![program.as_str(), "-D", data.as_str()];
        arguments.extend(settings.iter().flat_map(|setting| ["-c", setting.as_str()]));
        let keeper = keep(folder, "server", &arguments);
        self.keepers.push(keeper);
        let begun = Instant::now();
        while !self.psql("postgres", "SELECT 1").status.success() {
            assert!(begun.elapsed() < Duration::from_mins(1), "PostgreSQL does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Sends this signal to the server: `QUIT` ends it at once, as a crash would.
    ///
    /// # Panics
    /// When it does not run.
    pub fn signal(&self, signal: &str) {
        let pid = fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("it runs");
        let pid = pid.lines().next().expect("it has a number").to_owned();
        run(Command::new("kill").args(["-s", signal, &pid]));
        let begun = Instant::now();
        while signal == "QUIT" && Path::new(&format!("/proc/{pid}")).exists() {
            let ended = fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") Z "));
            if ended {
                break;
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A standby of the server, which the server waits for with each commit from now on.
    ///
    /// # Panics
    /// When it cannot be made.
    #[must_use]
    pub fn standby(&self) -> Self {
        let (folder, port) = (folder("standby"), port());
        for name in ["server.crt", "server.key", "authority.crt"] {
            fs::copy(self.folder.join(name), folder.join(name)).expect("it can be copied");
        }
        hand_over(&folder);
        let mut command = Command::new(programs().join("pg_basebackup"));
        command.args(["--host", "127.0.0.1", "--port", &self.port.to_string(), "--username", ADMINISTRATOR]);
        command.arg("--pgdata").arg(folder.join("data")).args(["--write-recovery-conf", "--checkpoint", "fast"]);
        run(as_nobody_special(command.args(["--no-sync"]).env("PGPASSWORD", PASSWORD)));
        let mut standby = Self { port, folder, keepers: Vec::new() };
        standby.begin();
        self.run_in("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'");
        self.run_in("postgres", "SELECT pg_reload_conf()");
        let begun = Instant::now();
        while self.run_in("postgres", "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1" {
            assert!(begun.elapsed() < Duration::from_mins(1), "the standby does not follow");
            std::thread::sleep(Duration::from_millis(50));
        }
        standby
    }

    /// Makes the standby the one that takes writes, and waits for none of its own.
    ///
    /// # Panics
    /// When it cannot.
    pub fn promote(&self) {
        self.run_in("postgres", "SELECT pg_promote()");
        self.run_in("postgres", "ALTER SYSTEM RESET synchronous_standby_names");
        self.run_in("postgres", "SELECT pg_reload_conf()");
    }

    fn psql(&self, database: &str, sql: &str) -> std::process::Output {
        let mut command = Command::new("psql");
        command.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-v", "ON_ERROR_STOP=1", "-c", sql]);
        command.env("PGPASSWORD", PASSWORD).env("PGHOST", "127.0.0.1").env("PGPORT", self.port.to_string());
        command.env("PGUSER", ADMINISTRATOR).env("PGDATABASE", database).output().expect("psql starts")
    }

    fn run_in(&self, database: &str, sql: &str) -> String {
        let ran = self.psql(database, sql);
        assert!(ran.status.success(), "{sql}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).trim().to_owned()
    }

    /// What a statement of the administrator gives.
    ///
    /// # Panics
    /// When it fails.
    pub fn run(&self, sql: &str) -> String {
        self.run_in("states", sql)
    }

    /// A connection string of this role, through this port.
    pub fn connection(&self, port: u16, role: &str) -> String {
        let _ = self;
        format!("host=127.0.0.1 port={port} dbname=states user={role}")
    }

    /// The authority that vouches for the server.
    pub fn authority(&self) -> String {
        self.folder.join("authority.crt").display().to_string()
    }

    /// pgbouncer before the server, in this mode.
    ///
    /// # Panics
    /// When it is not installed, or does not start.
    pub fn pooler(&self, mode: &str, more: &str) -> Pooler {
        let (folder, port) = (folder("pooler"), port());
        fs::write(folder.join("users"), format!("\"{ADMINISTRATOR}\" \"{PASSWORD}\"\n")).expect("it can be written");
        let config = format!(
            "[databases]\nstates = host=127.0.0.1 port={} dbname=states\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_type = plain\nauth_file = {}\npool_mode = {mode}\n{more}\n",
            self.port,
            folder.join("users").display()
        );
        let path = folder.join("pgbouncer.ini");
        fs::write(&path, config).expect("it can be written");
        hand_over(&folder);
        let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"];
        let program = program.iter().find(|path| Path::new(path).exists()).expect("pgbouncer is installed");
        let keeper = keep(&folder, "pooler", &[program, &path.display().to_string()]);
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < Duration::from_mins(1), "pgbouncer does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        Pooler { port, _keeper: keeper }
    }
}

/// Where Debian and others have the server's programs.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    found.extend(["/usr/local/bin", "/usr/bin"].map(PathBuf::from));
    found.retain(|folder| folder.join("initdb").exists());
    found.sort();
    let first = found.into_iter().next();
    first.expect("`--features tfgen-tests/databases` needs PostgreSQL installed: apt-get install postgresql pgbouncer")
}

/// Who runs servers where the tests are root: an account that may do nothing else here.
fn account() -> Option<(u32, u32)> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata) == 0);
    let accounts = fs::read_to_string("/etc/passwd").expect("there are accounts");
    let of = |name: &str| {
        let line = accounts.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    is_root.then(|| of("postgres").or_else(|| of("nobody")).expect("there is an account for it"))
}

fn as_nobody_special(command: &mut Command) -> &mut Command {
    match account() {
        Some((user, group)) => command.uid(user).gid(group).current_dir("/"),
        None => command,
    }
}

fn hand_over(folder: &Path) {
    let Some((user, group)) = account() else { return };
    let inside = fs::read_dir(folder).expect("it can be read").map(|entry| entry.expect("it can be read").path());
    for path in inside.chain([folder.to_owned()]) {
        chown(&path, Some(user), Some(group)).expect("it can be handed over");
    }
}

/// A folder that the account gets to: in the target folder, unless that lies where it may not go.
fn folder(what: &str) -> PathBuf {
    for parent in [target_folder().join("databases"), std::env::temp_dir().join("tfgen-databases")] {
        fs::create_dir_all(&parent).expect("a folder can be made");
        if as_nobody_special(Command::new("test").arg("-x").arg(&parent)).status().is_ok_and(|done| done.success()) {
            let folder = parent.join(name(what));
            fs::create_dir_all(&folder).expect("a folder can be made");
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("it is ours");
            return folder;
        }
    }
    panic!("there is no folder for a server");
}

/// An authority, and a certificate of its for 127.0.0.1.
fn certificate(folder: &Path) {
    let path = |name: &str| folder.join(name).display().to_string();
    let (authority, of_authority) = (path("authority.crt"), path("authority.key"));
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-subj", "/CN=tfgen tests"]).args(key);
    run(command.args(["-keyout", &of_authority, "-out", &authority]));
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-subj", "/CN=database", "-CA", &authority, "-CAkey", &of_authority]).args(key);
    command.args([
        "-addext",
        "subjectAltName=DNS:localhost,IP:127.0.0.1",
        "-addext",
        "basicConstraints=critical,CA:FALSE",
    ]);
    run(command.args(["-keyout", &path("server.key"), "-out", &path("server.crt")]));
    fs::set_permissions(path("server.key"), fs::Permissions::from_mode(0o600)).expect("it is ours");
}

fn keep(folder: &Path, what: &str, arguments: &[&str]) -> Child {
    let (user, group) = account().unwrap_or_default();
    let log = target_folder().join(format!("databases/{what}.log"));
    let mut command = Command::new("python3");
    command.args(["-c", KEEPER]).arg(folder).args([user.to_string(), group.to_string()]).arg(log).args(arguments);
    command.stdin(Stdio::piped()).spawn().expect("Python starts")
}

fn run(command: &mut Command) {
    let ran = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(ran.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&ran.stderr));
}
