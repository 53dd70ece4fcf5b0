//! As much of HTTP/1.1 as a client of an object store needs: blocking, on connections that are kept, with TLS where the address asks for it.
//!
//! It knows no service. What it tells apart is what decides about trying again: whether a request can have reached the other side.

use crate::state_store::{Body, tls};
use bytes::Bytes;
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

mod proxy;

use self::proxy::Proxy;

/// How long a connection may take to be made, and how long the other side may say nothing. A lock is renewed three times in a
/// lease, which is a minute as a rule: one silence must leave room for another try.
const CONNECT: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(15);

/// How long a connection that nobody uses is kept: less than servers do.
const IDLE: Duration = Duration::from_secs(4);

/// How long the head of an answer may be.
const HEAD_MAX: u64 = 64 << 10;

/// What is asked.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) method: &'static str,
    /// Encoded, with a slash first.
    pub(super) path: String,
    /// Not encoded.
    pub(super) query: Vec<(String, String)>,
    /// Names in small letters.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Body,
}

impl Request {
    pub(super) fn new(method: &'static str, path: impl Into<String>) -> Self {
        Self { method, path: path.into(), query: Vec::new(), headers: Vec::new(), body: Body::new() }
    }

    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.headers.retain(|(each, _)| each != name);
        self.headers.push((name.to_owned(), value.to_owned()));
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(each, _)| each == name).map(|(_, value)| value.as_str())
    }

    #[must_use]
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.set(name, value);
        self
    }

    #[must_use]
    pub(super) fn asking(mut self, name: &str, value: &str) -> Self {
        self.query.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// What is answered.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    headers: Vec<(String, String)>,
    pub(super) body: Bytes,
}

impl Response {
    #[cfg(test)]
    pub(super) fn new(status: u16, body: &str) -> Self {
        Self { status, headers: Vec::new(), body: Bytes::copy_from_slice(body.as_bytes()) }
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(each, _)| each == name).map(|(_, value)| value.as_str())
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) error: io::Error,
    /// The other side may have got the request, and done what it asks.
    pub(super) was_sent: bool,
}

/// Where requests go: one address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) is_secure: bool,
    pub(super) host: String,
    pub(super) port: u16,
}

impl Address {
    /// Of a URL, and the path that it has besides.
    pub(super) fn parse(url: &str) -> Option<(Self, String)> {
        let (is_secure, rest) = match url.split_once("://")? {
            ("https", rest) => (true, rest),
            ("http", rest) => (false, rest),
            _ => return None,
        };
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let standard = if is_secure { 443 } else { 80 };
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
            _ => (authority, standard),
        };
        let is_host = !host.is_empty() && !host.contains(|each: char| each.is_whitespace() || each == '@');
        is_host.then(|| (Self { is_secure, host: host.to_owned(), port }, path.trim_end_matches('/').to_owned()))
    }

    /// As the header `host` names it.
    pub(super) fn authority(&self) -> String {
        let is_standard = self.port == if self.is_secure { 443 } else { 80 };
        if is_standard { self.host.clone() } else { format!("{}:{}", self.host, self.port) }
    }
}

/// The domain in which AWS has the hosts of a region.
pub(super) fn domain(region: &str) -> &'static str {
    if region.starts_with("cn-") { "amazonaws.com.cn" } else { "amazonaws.com" }
}

fn trusting(authorities: Option<&str>) -> io::Result<Arc<ClientConfig>> {
    let roots = tls::authorities(authorities.map(str::to_owned), "AWS_CA_BUNDLE or SSL_CERT_FILE")?;
    Ok(Arc::new(tls::builder()?.with_root_certificates(roots).with_no_client_auth()))
}

enum Stream {
    Plain(TcpStream),
    Secure(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.read(buffer),
            Self::Secure(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.write(bytes),
            Self::Secure(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.flush(),
            Self::Secure(stream) => stream.flush(),
        }
    }
}

type Connection = BufReader<Stream>;

/// A client of one address. A clone has the same connections.
#[derive(Clone)]
pub(super) struct Client {
    pub(super) address: Address,
    proxy: Option<Proxy>,
    tls: Option<Arc<ClientConfig>>,
    idle: Arc<Mutex<Vec<(Connection, Instant)>>>,
    silence: Duration,
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Client").field(&self.address).finish()
    }
}

impl Client {
    /// `authorities` is a file of certificates, where those of the system are not meant; the environment may name a proxy.
    pub(super) fn new(
        address: Address,
        authorities: Option<&str>,
        environment: impl Fn(&str) -> Option<String>,
    ) -> io::Result<Self> {
        let tls = if address.is_secure { Some(trusting(authorities)?) } else { None };
        let proxy = Proxy::of(environment, &address)?;
        Ok(Self { address, proxy, tls, idle: Arc::default(), silence: SILENCE })
    }

    /// The same, for one whose answers come at once or never.
    pub(super) fn impatient(mut self, silence: Duration) -> Self {
        self.silence = silence;
        self
    }

    /// Sends a request and waits for its answer, of at most so many bytes.
    pub(super) fn send(&self, request: &Request, longest: u64) -> Result<Response, Broken> {
        let head = head(request).map_err(|error| Broken { error, was_sent: false })?;
        // One that was kept may be closed by now, which is told from a lost answer only by trying anew: the callers do that.
        let mut connection = match self.kept() {
            Some(connection) => connection,
            None => self.connect().map_err(|error| Broken { error, was_sent: false })?,
        };
        let sent = |error| Broken { error, was_sent: true };
        let written = write(connection.get_mut(), &head, &request.body);
        // Who refuses a long request may say so, and close, before it has come whole.
        let answer = read(&mut connection, request.method == "HEAD", longest);
        let (response, goes_on) = match (answer, &written) {
            (Err(_), Err(_)) => return Err(sent(written.err().unwrap_or_else(|| invalid("it is missing")))),
            (answer, _) => answer.map_err(sent)?,
        };
        if goes_on && written.is_ok() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((connection, Instant::now()));
        }
        Ok(response)
    }

    fn kept(&self) -> Option<Connection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|(_, since)| since.elapsed() < IDLE);
        idle.pop().map(|(connection, _)| connection)
    }

    fn connect(&self) -> io::Result<Connection> {
        let Address { host, port, .. } = self.proxy.as_ref().map_or(&self.address, |proxy| &proxy.address);
        let mut last = io::Error::new(io::ErrorKind::NotFound, format!("{host} has no address"));
        for address in (host.trim_matches(['[', ']']), *port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, CONNECT.min(self.silence)) {
                Ok(stream) => return self.secured(stream).map(BufReader::new),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn secured(&self, stream: TcpStream) -> io::Result<Stream> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(self.silence))?;
        stream.set_write_timeout(Some(self.silence))?;
        if let Some(proxy) = &self.proxy {
            proxy.tunnel(&stream, &self.address)?;
        }
        let Some(config) = &self.tls else { return Ok(Stream::Plain(stream)) };
        let name = self.address.host.trim_matches(['[', ']']).to_owned().try_into().map_err(io::Error::other)?;
        let connection = ClientConnection::new(config.clone(), name).map_err(io::Error::other)?;
        let mut stream = StreamOwned::new(connection, stream);
        // A certificate that is refused is known before anything was sent.
        while stream.conn.is_handshaking() {
            stream.conn.complete_io(&mut stream.sock)?;
        }
        Ok(Stream::Secure(Box::new(stream)))
    }
}

/// The lines before the body.
fn head(request: &Request) -> io::Result<String> {
    let query = super::signature::query(&request.query);
    let separator = if query.is_empty() { "" } else { "?" };
    let mut head = format!("{} {}{separator}{query} HTTP/1.1\r\n", request.method, request.path);
    for (name, value) in &request.headers {
        // A line's end in a value would be another header.
        if value.contains(|each: char| each.is_control()) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("the header {name} has control characters"),
            ));
        }
        head.extend([name, ": ", value, "\r\n"]);
    }
    if !request.body.is_empty() || request.method == "PUT" || request.method == "POST" {
        head.extend(["content-length: ", &request.body.len().to_string(), "\r\n"]);
    }
    head += "\r\n";
    Ok(head)
}

fn write(stream: &mut Stream, head: &str, body: &Body) -> io::Result<()> {
    stream.write_all(head.as_bytes())?;
    body.chunks().iter().try_for_each(|chunk| stream.write_all(chunk))?;
    stream.flush()
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the answer is no HTTP: {what}"))
}

fn line(connection: &mut impl BufRead, room: &mut u64) -> io::Result<String> {
    let mut text = Vec::new();
    let length = connection.take(*room).read_until(b'\n', &mut text)?;
    *room -= u64::try_from(length).unwrap_or(*room).min(*room);
    if !text.ends_with(b"\n") {
        let ended = || io::Error::new(io::ErrorKind::UnexpectedEof, "the connection ended before the answer did");
        return Err(if *room == 0 { invalid("its head is too long") } else { ended() });
    }
    Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
}

/// The answer, and whether the connection goes on.
fn read(connection: &mut Connection, is_head: bool, longest: u64) -> io::Result<(Response, bool)> {
    loop {
        let mut room = HEAD_MAX;
        let first = line(connection, &mut room)?;
        let status = first.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5)?.parse::<u16>().ok());
        let status = status.ok_or_else(|| invalid("its first line has no status"))?;
        let mut headers = Vec::new();
        loop {
            let text = line(connection, &mut room)?;
            if text.is_empty() {
                break;
            }
            let (name, value) = text.split_once(':').ok_or_else(|| invalid("a header has no value"))?;
            headers.push((name.trim().to_lowercase(), value.trim().to_owned()));
        }
        if (100..200).contains(&status) {
            continue;
        }
        let mut response = Response { status, headers, body: Bytes::new() };
        let says = |name: &str, what: &str| response.header(name).is_some_and(|value| value.eq_ignore_ascii_case(what));
        let mut goes_on = first.starts_with("HTTP/1.1") && !says("connection", "close");
        let has_none = is_head || status == 204 || status == 304;
        let body = if has_none {
            Vec::new()
        } else if says("transfer-encoding", "chunked") {
            chunked(connection, longest)?
        } else if let Some(length) = response.header("content-length") {
            sized(connection, length.parse().map_err(|_| invalid("its length is no number"))?, longest)?
        } else {
            goes_on = false;
            let mut body = Vec::new();
            connection.take(longest + 1).read_to_end(&mut body)?;
            body
        };
        if u64::try_from(body.len()).is_ok_and(|length| length > longest) {
            return Err(too_long());
        }
        response.body = body.into();
        return Ok((response, goes_on));
    }
}

fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "the answer is longer than it may be")
}

fn sized(connection: &mut Connection, length: u64, longest: u64) -> io::Result<Vec<u8>> {
    if length > longest {
        return Err(too_long());
    }
    // What is said to come is believed only as it comes.
    let mut body = Vec::with_capacity(usize::try_from(length.min(16 << 20)).unwrap_or(0));
    let came = connection.take(length).read_to_end(&mut body)?;
    if u64::try_from(came).ok() == Some(length) {
        return Ok(body);
    }
    Err(io::Error::new(io::ErrorKind::UnexpectedEof, format!("{came} bytes of {length} have come")))
}

fn chunked(connection: &mut Connection, longest: u64) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut room = HEAD_MAX;
        let size = line(connection, &mut room)?;
        let size = size.split(';').next().unwrap_or_default().trim();
        let size = u64::from_str_radix(size, 16).map_err(|_| invalid("a chunk has no size"))?;
        if size == 0 {
            while !line(connection, &mut room)?.is_empty() {}
            return Ok(body);
        }
        let left = longest.saturating_sub(u64::try_from(body.len()).unwrap_or(u64::MAX));
        body.extend(sized(connection, size, left)?);
        line(connection, &mut room)?;
    }
}

#[cfg(test)]
mod tests;
