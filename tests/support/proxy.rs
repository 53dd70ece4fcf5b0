//! Something between a store and its server that loses, delays and repeats what goes through it, and answers in the server's stead.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What happens to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// None.
    None,
    /// It does not arrive, and the connection ends.
    LoseRequest,
    /// It is done, and the answer is lost.
    LoseAnswer,
    /// It is done twice; the second answer is given.
    Repeat,
    /// It is done after a while.
    Delay,
    /// It is not done; this is answered.
    Answer(u16),
    /// It is done, and this is answered all the same.
    DoneBut(u16),
}

/// A proxy, and what it does to the requests that come from now on.
pub struct Proxy {
    /// `http://127.0.0.1:PORT`
    pub endpoint: String,
    plan: Arc<Mutex<Vec<Fault>>>,
    count: Arc<AtomicUsize>,
}

impl Proxy {
    /// One in front of a server.
    ///
    /// # Panics
    /// When no port is free.
    pub fn before(server: &str) -> Self {
        let server = server.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let endpoint = format!("http://{}", listener.local_addr().expect("it has an address"));
        let (plan, count) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicUsize::new(0)));
        let (planned, counted) = (plan.clone(), count.clone());
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let (server, plan, count) = (server.clone(), planned.clone(), counted.clone());
                std::thread::spawn(move || {
                    let next = || {
                        count.fetch_add(1, Ordering::SeqCst);
                        let mut plan: std::sync::MutexGuard<'_, Vec<Fault>> = plan.lock().expect("it is not poisoned");
                        if plan.is_empty() { Fault::None } else { plan.remove(0) }
                    };
                    serve(client, &server, next)
                });
            }
        });
        Self { endpoint, plan, count }
    }

    /// What happens to the next requests, one after the other; nothing to those after them.
    ///
    /// # Panics
    /// When a connection has.
    pub fn plan(&self, faults: &[Fault]) {
        *self.plan.lock().expect("it is not poisoned") = faults.to_vec();
    }

    /// How many requests there have been.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }
}

/// Serves one connection, until something ends it.
fn serve(client: TcpStream, server: &str, next: impl Fn() -> Fault) -> Option<()> {
    let mut writer = client.try_clone().ok()?;
    let mut reader = BufReader::new(client);
    loop {
        let request = message(&mut reader, false)?;
        match next() {
            Fault::None => writer.write_all(&answer(server, &request)?).ok()?,
            Fault::LoseRequest => return None,
            Fault::LoseAnswer => {
                answer(server, &request)?;
                return None;
            }
            Fault::Repeat => {
                answer(server, &request)?;
                writer.write_all(&answer(server, &request)?).ok()?;
            }
            Fault::Delay => {
                std::thread::sleep(Duration::from_millis(40));
                writer.write_all(&answer(server, &request)?).ok()?;
            }
            Fault::Answer(status) => writer.write_all(&made_up(status, request.starts_with(b"HEAD"))).ok()?,
            Fault::DoneBut(status) => {
                answer(server, &request)?;
                writer.write_all(&made_up(status, request.starts_with(b"HEAD"))).ok()?;
            }
        }
    }
}

fn made_up(status: u16, is_head: bool) -> Vec<u8> {
    let code = match status {
        403 => "AccessDenied",
        409 => "ConditionalRequestConflict",
        412 => "PreconditionFailed",
        503 => "SlowDown",
        _ => "InternalError",
    };
    let body = format!("<Error><Code>{code}</Code><Message>made up</Message></Error>");
    let length = body.len();
    let body = if is_head { "" } else { &body };
    format!("HTTP/1.1 {status} Made Up\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}

/// What the server answers, on a connection of its own.
fn answer(server: &str, request: &[u8]) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(server).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
    stream.write_all(request).ok()?;
    message(&mut BufReader::new(stream), request.starts_with(b"HEAD"))
}

/// One request or answer, with its body.
fn message(reader: &mut BufReader<TcpStream>, has_no_body: bool) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut length, mut is_chunked) = (0, false);
    loop {
        let start = bytes.len();
        if reader.read_until(b'\n', &mut bytes).ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&bytes[start..]).trim().to_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        is_chunked |= line == "transfer-encoding: chunked";
        if line.is_empty() {
            break;
        }
    }
    if has_no_body {
        return Some(bytes);
    }
    if is_chunked {
        loop {
            let start = bytes.len();
            reader.read_until(b'\n', &mut bytes).ok()?;
            let size = usize::from_str_radix(String::from_utf8_lossy(&bytes[start..]).trim(), 16).ok()?;
            let mut chunk = vec![0; size + 2];
            reader.read_exact(&mut chunk).ok()?;
            bytes.extend(chunk);
            if size == 0 {
                return Some(bytes);
            }
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    bytes.extend(body);
    Some(bytes)
}
