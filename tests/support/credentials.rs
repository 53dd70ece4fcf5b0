//! Those who give credentials, on this machine, for tests: the service for tokens, a container's agent, an instance's metadata, and something for
//! a program to fetch. And a gate before an object store, which knows which of them are still good.

use crate::proxy::{Guard, Proxy, message, refusal};
use std::io::{BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What a container's agent wants to hear.
pub const WORD: &str = "word-of-the-container";

/// What the instance gives as its token.
const TOKEN: &str = "token-of-the-instance";

/// What all access keys begin with that are given here.
const PREFIX: &str = "ASIAGIVEN";

/// Gives credentials, each time others.
pub struct Giver {
    /// `http://127.0.0.1:PORT`
    pub endpoint: String,
    inner: Arc<Inner>,
}

struct Inner {
    lifetime: Mutex<Duration>,
    /// Until when each is good.
    given: Mutex<Vec<Instant>>,
    /// The requests, as texts.
    heard: Mutex<Vec<String>>,
    /// What is answered instead: status and body.
    refuses: Mutex<Option<(u16, String)>>,
    refused: AtomicUsize,
}

impl Giver {
    /// One whose credentials are good for so long.
    ///
    /// # Panics
    /// When no port is free.
    pub fn start(lifetime: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let endpoint = format!("http://{}", listener.local_addr().expect("it has an address"));
        let inner = Arc::new(Inner {
            lifetime: Mutex::new(lifetime),
            given: Mutex::default(),
            heard: Mutex::default(),
            refuses: Mutex::default(),
            refused: AtomicUsize::new(0),
        });
        let serving = inner.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let inner = serving.clone();
                std::thread::spawn(move || serve(client, &inner));
            }
        });
        Self { endpoint, inner }
    }

    /// How long those are good that are given from now on.
    ///
    /// # Panics
    /// When a connection has.
    pub fn live(&self, lifetime: Duration) {
        *self.inner.lifetime.lock().expect("it is not poisoned") = lifetime;
    }

    /// All that were given are good no more, whatever was said of them.
    ///
    /// # Panics
    /// When a connection has.
    pub fn revoke(&self) {
        self.inner.given.lock().expect("it is not poisoned").fill(Instant::now());
    }

    /// Whoever asks from now on gets this answer; credentials again, if there is none.
    ///
    /// # Panics
    /// When a connection has.
    pub fn refuse(&self, answer: Option<(u16, &str)>) {
        let answer = answer.map(|(status, body)| (status, body.to_owned()));
        *self.inner.refuses.lock().expect("it is not poisoned") = answer;
    }

    /// How many credentials were given.
    ///
    /// # Panics
    /// When a connection has.
    pub fn given(&self) -> usize {
        self.inner.given.lock().expect("it is not poisoned").len()
    }

    /// How many requests the gate has refused since their credentials were not good any more.
    pub fn refused(&self) -> usize {
        self.inner.refused.load(Ordering::SeqCst)
    }

    /// All that was asked.
    ///
    /// # Panics
    /// When a connection has.
    pub fn heard(&self) -> String {
        self.inner.heard.lock().expect("it is not poisoned").join("\n")
    }

    /// A gate before a server. Who comes with credentials that nobody has given passes; the server may ask who that is.
    pub fn gate(&self, server: &str) -> Proxy {
        let inner = self.inner.clone();
        let guard: Guard = Arc::new(move |request| {
            let text = String::from_utf8_lossy(request);
            let id = text.split("Credential=").nth(1)?.split('/').next()?;
            let number: usize = id.strip_prefix(PREFIX)?.parse().ok()?;
            let until = *inner.given.lock().ok()?.get(number)?;
            let token = text.lines().find_map(|line| line.strip_prefix("x-amz-security-token: ")).unwrap_or_default();
            if token.trim() != token_of(number) {
                return Some(refusal(403, "InvalidClientTokenId", request));
            }
            if Instant::now() < until {
                return None;
            }
            inner.refused.fetch_add(1, Ordering::SeqCst);
            Some(refusal(400, "ExpiredToken", request))
        });
        Proxy::guarded(server, guard)
    }
}

fn token_of(number: usize) -> String {
    format!("session-of-{number}")
}

/// Whether a text holds something that nobody may read.
pub fn has_secret(text: &str) -> bool {
    ["secret-of-", "session-of-", WORD, TOKEN, "web-identity-token"].iter().any(|secret| text.contains(secret))
}

/// A point in time as credentials name it.
fn instant(after: Duration) -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default() + after;
    // A second is cut off, never added: what is said to be good is.
    let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (mut year, mut day) = (1970, days);
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    format!(
        "{year:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
        month + 1,
        day + 1,
        second / 3_600,
        second / 60 % 60,
        second % 60
    )
}

fn serve(client: TcpStream, inner: &Inner) -> Option<()> {
    let mut writer = client.try_clone().ok()?;
    let mut reader = BufReader::new(client);
    loop {
        let request = String::from_utf8_lossy(&message(&mut reader, false)?).into_owned();
        inner.heard.lock().ok()?.push(request.clone());
        let refuses = inner.refuses.lock().ok()?.clone();
        let (status, body) = refuses.unwrap_or_else(|| inner.answer(&request));
        let answer = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        writer.write_all(answer.as_bytes()).ok()?;
    }
}

impl Inner {
    /// The next credentials: access key, secret, token and end.
    fn give(&self) -> [String; 4] {
        let lifetime = *self.lifetime.lock().expect("it is not poisoned");
        let mut given = self.given.lock().expect("it is not poisoned");
        let number = given.len();
        given.push(Instant::now() + lifetime);
        [format!("{PREFIX}{number:05}"), format!("secret-of-{number}"), token_of(number), instant(lifetime)]
    }

    fn json(&self, token: &str) -> (u16, String) {
        let [id, secret, session, end] = self.give();
        let body = format!(
            "{{\"Version\":1,\"Code\":\"Success\",\"AccessKeyId\":{id:?},\"SecretAccessKey\":{secret:?},{token:?}:{session:?},\"Expiration\":{end:?}}}"
        );
        (200, body)
    }

    fn role(&self) -> (u16, String) {
        let [id, secret, session, end] = self.give();
        let body = format!(
            "<AssumeRoleResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><AssumeRoleResult><Credentials>\
             <AccessKeyId>{id}</AccessKeyId><SecretAccessKey>{secret}</SecretAccessKey><SessionToken>{session}</SessionToken>\
             <Expiration>{end}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>"
        );
        (200, body)
    }

    fn answer(&self, request: &str) -> (u16, String) {
        let has = |line: &str| request.lines().any(|each| each.eq_ignore_ascii_case(line));
        let first = request.lines().next().unwrap_or_default();
        let (method, path) = (first.split(' ').next().unwrap_or_default(), first.split(' ').nth(1).unwrap_or_default());
        let roles = "/latest/meta-data/iam/security-credentials/";
        match (method, path) {
            ("POST", "/") if request.contains("Action=AssumeRoleWithWebIdentity") => {
                if request.contains("WebIdentityToken=web-identity-token") { self.role() } else { denied() }
            }
            ("POST", "/") if request.contains("Action=AssumeRole") => {
                if request.contains("/sts/aws4_request") {
                    self.role()
                } else {
                    denied()
                }
            }
            ("GET", "/container") if has(&format!("authorization: {WORD}")) => self.json("Token"),
            ("GET", "/process") => self.json("SessionToken"),
            ("PUT", "/latest/api/token") if has("x-aws-ec2-metadata-token-ttl-seconds: 21600") => {
                (200, TOKEN.to_owned())
            }
            ("GET", _) if path.starts_with("/latest/") && !has(&format!("x-aws-ec2-metadata-token: {TOKEN}")) => {
                (401, String::new())
            }
            ("GET", _) if path == roles => (200, "kitchen-role".to_owned()),
            ("GET", _) if path == format!("{roles}kitchen-role") => self.json("Token"),
            _ => denied(),
        }
    }
}

fn denied() -> (u16, String) {
    let body = "<ErrorResponse><Error><Code>AccessDenied</Code><Message>not you</Message></Error></ErrorResponse>";
    (403, body.to_owned())
}
