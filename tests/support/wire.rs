//! Something between a client of PostgreSQL and its server that loses, delays and holds back what goes through it.
//!
//! A call is what a client sends until it waits for an answer: up to a `Sync`, or a simple query. What goes before the first one, a password for
//! instance, is passed on.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What happens to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing.
    None,
    /// It does not arrive, and the connection ends.
    Call,
    /// It is done, and the connection ends before the answer.
    Answer,
    /// It is done, and the connection ends in the middle of the answer.
    Half,
    /// It is done after a while.
    Delay,
    /// It is done after two seconds.
    Held,
    /// The client's connection ends, and the call arrives only then: a while later.
    Late,
}

/// A proxy, and what it does to the calls that come from now on.
pub struct Wire {
    /// Its port on 127.0.0.1.
    pub port: u16,
    plan: Arc<Mutex<Vec<Loss>>>,
    count: Arc<AtomicUsize>,
    accepted: Arc<AtomicUsize>,
    connections: Arc<Mutex<Vec<TcpStream>>>,
}

impl Wire {
    /// One in front of a server on this port.
    ///
    /// # Panics
    /// When no port is free.
    pub fn before(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let (count, accepted) = (Arc::default(), Arc::default());
        let wire = Self { port, plan: Arc::default(), count, accepted, connections: Arc::default() };
        let (plan, count, connections) = (wire.plan.clone(), wire.count.clone(), wire.connections.clone());
        let accepted = wire.accepted.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                accepted.fetch_add(1, Ordering::SeqCst);
                let (plan, count) = (plan.clone(), count.clone());
                let next = move || {
                    count.fetch_add(1, Ordering::SeqCst);
                    let mut plan = plan.lock().expect("it is not poisoned");
                    if plan.is_empty() { Loss::None } else { plan.remove(0) }
                };
                let kept = client.try_clone().expect("it can be cloned");
                let mut connections = connections.lock().expect("it is not poisoned");
                connections.retain(|connection| connection.peer_addr().is_ok());
                connections.push(kept);
                drop(connections);
                std::thread::spawn(move || connect(&client, server, next));
            }
        });
        wire
    }

    /// What happens to the next calls, one after the other; nothing to those after them.
    ///
    /// # Panics
    /// When a connection has.
    pub fn plan(&self, losses: &[Loss]) {
        *self.plan.lock().expect("it is not poisoned") = losses.to_vec();
    }

    /// How many calls there have been.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }

    /// How many connections there have been, let in by the server or not.
    pub fn accepted(&self) -> usize {
        self.accepted.load(Ordering::SeqCst)
    }

    /// Ends all connections that there are.
    ///
    /// # Panics
    /// When a connection has.
    pub fn cut(&self) {
        for connection in self.connections.lock().expect("it is not poisoned").drain(..) {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

/// How the answers of a connection are passed on.
struct Answers {
    /// Not at all any more.
    are_lost: AtomicBool,
    /// Of the next one, half.
    are_cut: AtomicBool,
}

/// Serves one connection, and ends it on both sides whatever has ended it on one: the server has room for so many.
fn connect(client: &TcpStream, server: u16, next: impl Fn() -> Loss) -> Option<()> {
    let upstream = TcpStream::connect(("127.0.0.1", server));
    let served = upstream.as_ref().ok().and_then(|upstream| serve(client, upstream, next));
    let _ = client.shutdown(Shutdown::Both);
    let _ = upstream.ok()?.shutdown(Shutdown::Both);
    served
}

/// Until something ends it.
fn serve(mut client: &TcpStream, mut upstream: &TcpStream, next: impl Fn() -> Loss) -> Option<()> {
    upstream.set_nodelay(true).ok()?;
    client.set_nodelay(true).ok()?;
    let answers = Arc::new(Answers { are_lost: AtomicBool::new(false), are_cut: AtomicBool::new(false) });
    let (from, to, how) = (upstream.try_clone().ok()?, client.try_clone().ok()?, answers.clone());
    std::thread::spawn(move || pass_back(from, to, &how));
    let mut call = startup(&mut client)?;
    upstream.write_all(&call).ok()?;
    call.clear();
    loop {
        let kind = message(&mut client, &mut call)?;
        if kind != b'Q' && kind != b'S' {
            if kind == b'p' || kind == b'X' {
                upstream.write_all(&call).ok()?;
                call.clear();
            }
            continue;
        }
        match next() {
            Loss::None => upstream.write_all(&call).ok()?,
            Loss::Delay => {
                std::thread::sleep(Duration::from_millis(40));
                upstream.write_all(&call).ok()?;
            }
            Loss::Held => {
                std::thread::sleep(Duration::from_secs(2));
                upstream.write_all(&call).ok()?;
            }
            Loss::Call => return None,
            Loss::Answer => {
                answers.are_lost.store(true, Ordering::SeqCst);
                upstream.write_all(&call).ok()?;
                // The server has time to do it.
                std::thread::sleep(Duration::from_millis(40));
                return None;
            }
            Loss::Half => {
                answers.are_cut.store(true, Ordering::SeqCst);
                upstream.write_all(&call).ok()?;
            }
            Loss::Late => {
                answers.are_lost.store(true, Ordering::SeqCst);
                let _ = client.shutdown(Shutdown::Both);
                std::thread::sleep(Duration::from_millis(150));
                let _ = upstream.write_all(&call);
                std::thread::sleep(Duration::from_millis(150));
                return None;
            }
        }
        call.clear();
    }
}

fn pass_back(mut from: TcpStream, mut to: TcpStream, how: &Answers) -> Option<()> {
    let mut buffer = vec![0; 64 << 10];
    loop {
        let length = from.read(&mut buffer).unwrap_or_default();
        if length == 0 {
            let _ = to.shutdown(Shutdown::Both);
            return None;
        }
        if how.are_lost.load(Ordering::SeqCst) {
            continue;
        }
        if how.are_cut.load(Ordering::SeqCst) {
            let _ = to.write_all(&buffer[..length / 2]);
            let _ = (to.shutdown(Shutdown::Both), from.shutdown(Shutdown::Both));
            return None;
        }
        to.write_all(&buffer[..length]).ok()?;
    }
}

/// The first message, which has no kind.
fn startup(client: &mut &TcpStream) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 4];
    client.read_exact(&mut bytes).ok()?;
    let length = usize::try_from(u32::from_be_bytes(bytes[..4].try_into().ok()?)).ok()?;
    bytes.resize(length, 0);
    client.read_exact(&mut bytes[4..]).ok()?;
    Some(bytes)
}

/// One message more; gives its kind.
fn message(client: &mut &TcpStream, call: &mut Vec<u8>) -> Option<u8> {
    let mut head = [0; 5];
    client.read_exact(&mut head).ok()?;
    let length = usize::try_from(u32::from_be_bytes(head[1..].try_into().ok()?)).ok()?;
    let start = call.len() + 5;
    call.extend(head);
    call.resize(start + length.checked_sub(4)?, 0);
    client.read_exact(&mut call[start..]).ok()?;
    Some(head[0])
}
