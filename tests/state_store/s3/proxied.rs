//! A bucket that is reached through the proxy of a network, by a host of its own: what is asked comes through a tunnel, and the proxy sees no more than to whom.

use super::{bucket, options};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use tfgen_runtime::state_store::{ErrorKind, Result, S3, S3Options, Store as _};
use tfgen_tests::object_store::{Server, seaweedfs};

/// Whom it lets in: `kim` with the password `p@ss`.
const LOGIN: &str = "proxy-authorization: Basic a2ltOnBAc3M=";

/// A proxy that knows one name, and what was asked of it.
struct Network {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Network {
    /// All hosts of this domain are this server.
    fn before(server: &str, domain: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let network = Self { port, asked: Arc::default() };
        let (asked, server) = (network.asked.clone(), server.to_owned());
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(std::result::Result::ok) {
                let (asked, server) = (asked.clone(), server.clone());
                std::thread::spawn(move || pass(&client, &server, domain, &asked));
            }
        });
        network
    }

    fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().expect("it is not poisoned"))
    }
}

fn pass(mut client: &TcpStream, server: &str, domain: &str, asked: &Mutex<Vec<String>>) -> Option<()> {
    let mut lines = Vec::new();
    let mut reader = BufReader::new(client);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if line.trim().is_empty() {
            break;
        }
        lines.push(line.trim().to_owned());
    }
    asked.lock().expect("it is not poisoned").push(lines[0].clone());
    if !lines.iter().any(|line| line == LOGIN) {
        return client.write_all(b"HTTP/1.1 407 Who are you\r\ncontent-length: 0\r\n\r\n").ok();
    }
    let host = lines[0].strip_prefix("CONNECT ")?.split(':').next()?;
    if host != domain && !host.ends_with(&format!(".{domain}")) {
        return client.write_all(b"HTTP/1.1 403 No\r\n\r\n").ok();
    }
    let upstream = TcpStream::connect(server).ok()?;
    client.write_all(b"HTTP/1.1 200 Here you are\r\nvia: tests\r\n\r\n").ok()?;
    let (mut from, mut to) = (client.try_clone().ok()?, upstream.try_clone().ok()?);
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
    let _ = std::io::copy(&mut &upstream, &mut client);
    client.shutdown(std::net::Shutdown::Both).ok()
}

/// A bucket as `s3.acme.test` has it, which is nowhere but behind the network's proxy, with more variables.
fn open(server: &Server, bucket: &str, variables: &[(&'static str, String)]) -> Result<S3> {
    let (_, authority) = server.secure.as_ref().expect("it has a certificate");
    let plain = options("https://s3.acme.test", bucket);
    let (around, more) = (plain.environment.clone(), variables.to_vec());
    let environment = move |name: &str| {
        let found = more.iter().find(|(each, _)| *each == name).map(|(_, text)| text.clone());
        found.or_else(|| around(name))
    };
    let authorities = Some(authority.display().to_string());
    S3::open(S3Options { authorities, path_style: Some(false), ..plain }.with_environment(environment))
}

fn network(server: &Server) -> Network {
    let (endpoint, _) = server.secure.as_ref().expect("it has a certificate");
    Network::before(endpoint.trim_start_matches("https://"), "s3.acme.test")
}

#[tokio::test]
async fn a_bucket_with_a_host_of_its_own_is_used_through_a_proxy() {
    let server = seaweedfs();
    let (network, bucket) = (network(server), bucket(server));
    let proxy = [("https_proxy", format!("kim:p%40ss@127.0.0.1:{}", network.port))];
    let store = open(server, &bucket, &proxy).expect("it opens, and conditions hold");
    let first = store.put_if_absent("state/a b+c", "first".into()).await.expect("it is written");
    let stale = store.put_if_absent("state/a b+c", "stale".into()).await.expect_err("it is there");
    assert_eq!(stale.kind(), ErrorKind::Conflict, "{stale}");
    let second = store.put_if_version("state/a b+c", &first, "second".into()).await.expect("it is replaced");
    assert_eq!(store.list("state/").await.expect("it lists"), ["state/a b+c"]);
    // The same is there without a proxy, and by the path.
    let near = S3::open(options(&server.endpoint, &bucket)).expect("it opens");
    let entry = near.get("state/a b+c").await.expect("it reads").expect("it is there");
    assert_eq!((&entry.version, entry.body.to_vec()), (&second, b"second".to_vec()));
    store.delete_if_version("state/a b+c", &second).await.expect("it is deleted");
    assert_eq!(near.get("state/a b+c").await.expect("it reads"), None);
    let asked = network.asked();
    let line = format!("CONNECT {bucket}.s3.acme.test:443 HTTP/1.1");
    assert!(!asked.is_empty() && asked.iter().all(|each| *each == line), "{asked:?}");
}

#[test]
fn a_proxy_that_lets_nobody_through_says_so() {
    let server = seaweedfs();
    let (network, bucket) = (network(server), bucket(server));
    let refused = |variables: &[(&'static str, String)]| {
        let failed = open(server, &bucket, variables).expect_err("there is no way");
        (failed.kind(), failed.to_string())
    };
    let at = |login: &str| ("HTTPS_PROXY", format!("http://{login}127.0.0.1:{}", network.port));
    for login in ["", "kim:wrong@"] {
        let (kind, told) = refused(&[at(login)]);
        assert_eq!(kind, ErrorKind::Unavailable, "{told}");
        assert!(told.contains("wants another name and password than HTTPS_PROXY has"), "{told}");
        assert!(!told.contains("wrong"), "{told}");
    }
    let (kind, told) = refused(&[("HTTPS_PROXY", "socks5://127.0.0.1:1".to_owned())]);
    assert!(kind == ErrorKind::Unavailable && told.contains("http://HOST:PORT"), "{told}");
    network.asked();
    // What is excepted is not asked of it.
    let (_, told) = refused(&[at("kim:p%40ss@"), ("NO_PROXY", "other.test,.acme.test".to_owned())]);
    assert!(told.contains("s3.acme.test") && network.asked().is_empty(), "{told}");
}
