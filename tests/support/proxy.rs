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

/// What is answered to a request in the server's stead, which it then does not see.
pub type Guard = Arc<dyn Fn(&[u8]) -> Option<Vec<u8>> + Send + Sync>;

/// A proxy, and what it does to the requests that come from now on.
pub struct Proxy {
    /// `http://127.0.0.1:PORT`
    pub endpoint: String,
    plan: Arc<Mutex<Vec<Fault>>>,
    aimed: Aimed,
    count: Arc<AtomicUsize>,
}

/// What happens once to a request of this method, whose path has these words.
type Aimed = Arc<Mutex<Option<(String, String, Fault)>>>;

impl Proxy {
    /// One in front of a server.
    ///
    /// # Panics
    /// When no port is free.
    pub fn before(server: &str) -> Self {
        Self::guarded(server, Arc::new(|_| None))
    }

    /// One that asks somebody else first what becomes of a request.
    ///
    /// # Panics
    /// When no port is free.
    pub fn guarded(server: &str, guard: Guard) -> Self {
        let server = server.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let endpoint = format!("http://{}", listener.local_addr().expect("it has an address"));
        let (plan, count) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicUsize::new(0)));
        let aimed = Aimed::default();
        let (planned, counted, aim) = (plan.clone(), count.clone(), aimed.clone());
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let (server, plan, count, guard) = (server.clone(), planned.clone(), counted.clone(), guard.clone());
                let aim = aim.clone();
                std::thread::spawn(move || {
                    let next = |request: &[u8]| {
                        count.fetch_add(1, Ordering::SeqCst);
                        if let Some(fault) = hit(&aim, request) {
                            return fault;
                        }
                        let mut plan: std::sync::MutexGuard<'_, Vec<Fault>> = plan.lock().expect("it is not poisoned");
                        if plan.is_empty() { Fault::None } else { plan.remove(0) }
                    };
                    serve(client, &server, &guard, next)
                });
            }
        });
        Self { endpoint, plan, aimed, count }
    }

    /// What happens, once, to the next request of this method whose first line has these words.
    ///
    /// # Panics
    /// When a connection has.
    pub fn aim(&self, method: &str, words: &str, fault: Fault) {
        *self.aimed.lock().expect("it is not poisoned") = Some((method.to_owned(), words.to_owned(), fault));
    }

    /// Whether what was aimed has hit.
    ///
    /// # Panics
    /// When a connection has.
    pub fn has_hit(&self) -> bool {
        self.aimed.lock().expect("it is not poisoned").is_none()
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

/// What was aimed at this request.
fn hit(aim: &Aimed, request: &[u8]) -> Option<Fault> {
    let mut aim = aim.lock().expect("it is not poisoned");
    let line = request.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let is_it = aim
        .as_ref()
        .is_some_and(|(method, words, _)| line.starts_with(method.as_str()) && line.contains(words.as_str()));
    if is_it { aim.take().map(|(_, _, fault)| fault) } else { None }
}

/// Serves one connection, until something ends it.
fn serve(client: TcpStream, server: &str, guard: &Guard, next: impl Fn(&[u8]) -> Fault) -> Option<()> {
    let mut writer = client.try_clone().ok()?;
    let mut reader = BufReader::new(client);
    loop {
        let request = message(&mut reader, false)?;
        if let Some(answer) = guard(&request) {
            writer.write_all(&answer).ok()?;
            continue;
        }
        match next(&request) {
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
            Fault::Answer(status) => writer.write_all(&made_up(status, &request)).ok()?,
            Fault::DoneBut(status) => {
                answer(server, &request)?;
                writer.write_all(&made_up(status, &request)).ok()?;
            }
        }
    }
}

fn made_up(status: u16, request: &[u8]) -> Vec<u8> {
    let code = match status {
        403 => "AccessDenied",
        409 => "ConditionalRequestConflict",
        412 => "PreconditionFailed",
        503 => "SlowDown",
        _ => "InternalError",
    };
    refusal(status, code, request)
}

/// A service's refusal of a request.
pub fn refusal(status: u16, code: &str, request: &[u8]) -> Vec<u8> {
    let body = format!("<Error><Code>{code}</Code><Message>made up</Message></Error>");
    let length = body.len();
    let body = if request.starts_with(b"HEAD") { "" } else { &body };
    format!("HTTP/1.1 {status} Made Up\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}

/// Whether a server says of what a request asks for that it is not there.
pub fn is_absent(server: &str, request: &[u8]) -> bool {
    let server = server.trim_start_matches("http://");
    answer(server, request).is_some_and(|answer| answer.starts_with(b"HTTP/1.1 404"))
}

/// What the server answers, on a connection of its own.
fn answer(server: &str, request: &[u8]) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(server).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
    stream.write_all(request).ok()?;
    message(&mut BufReader::new(stream), request.starts_with(b"HEAD"))
}

/// One request or answer, with its body.
pub(crate) fn message(reader: &mut BufReader<TcpStream>, has_no_body: bool) -> Option<Vec<u8>> {
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
