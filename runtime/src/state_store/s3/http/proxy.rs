//! The proxy that a network has for what leaves it: which one the environment names, and the tunnel through it.
//!
//! Only requests with TLS go through, so that a proxy sees who is asked and nothing else. What is asked without TLS is on this machine or near it.

use super::{Address, HEAD_MAX};
use crate::state_store::percent;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt;
use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, TcpStream};

/// Whoever passes connections on.
#[derive(Clone)]
pub(super) struct Proxy {
    pub(super) address: Address,
    /// What the header says that lets us in.
    login: Option<String>,
}

impl fmt::Debug for Proxy {
    /// Not the password.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Proxy").field(&self.address).finish()
    }
}

impl Proxy {
    /// The one that `HTTPS_PROXY` names, or `https_proxy`, unless this machine is asked, or `NO_PROXY` has the host.
    pub(super) fn of(environment: impl Fn(&str) -> Option<String>, to: &Address) -> io::Result<Option<Self>> {
        let said = |names: [&str; 2]| {
            let found = names.into_iter().filter_map(&environment);
            found.map(|text| text.trim().to_owned()).find(|text| !text.is_empty())
        };
        let Some(named) = said(["HTTPS_PROXY", "https_proxy"]).filter(|_| to.is_secure) else { return Ok(None) };
        let excepted = said(["NO_PROXY", "no_proxy"]).unwrap_or_default();
        if is_near(&to.host) || excepted.split([',', ' ']).any(|entry| is_in(to, entry.trim())) {
            return Ok(None);
        }
        Self::parse(&named).map(Some).ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                "HTTPS_PROXY names no proxy that can be used: it is http://HOST:PORT, or http://USER:PASSWORD@HOST:PORT with `%40` for `@` and the like",
            )
        })
    }

    fn parse(url: &str) -> Option<Self> {
        let rest = match url.split_once("://") {
            Some((scheme, rest)) => scheme.eq_ignore_ascii_case("http").then_some(rest)?,
            None => url,
        };
        let (login, place) = match rest.rsplit_once('@') {
            Some((login, place)) => (Some(login), place),
            None => (None, rest),
        };
        let (address, _) = Address::parse(&format!("http://{place}"))?;
        let login = match login {
            Some(login) => {
                let (user, password) = login.split_once(':').unwrap_or((login, ""));
                Some(STANDARD.encode(format!("{}:{}", percent::decode(user)?, percent::decode(password)?)))
            }
            None => None,
        };
        Some(Self { address, login })
    }

    /// Asks it to pass this connection on to an address.
    pub(super) fn tunnel(&self, mut stream: &TcpStream, to: &Address) -> io::Result<()> {
        let target = format!("{}:{}", to.host, to.port);
        let login = self.login.as_ref().map(|login| format!("proxy-authorization: Basic {login}\r\n"));
        let head =
            format!("CONNECT {target} HTTP/1.1\r\nhost: {target}\r\n{}\r\n", login.as_deref().unwrap_or_default());
        stream.write_all(head.as_bytes())?;
        let status = status(&mut stream)?;
        let proxy = self.address.authority();
        let told = match status {
            200..300 => return Ok(()),
            407 => format!("the proxy {proxy} wants another name and password than HTTPS_PROXY has"),
            403 => format!("the proxy {proxy} lets nobody through to {target}"),
            _ => format!("the proxy {proxy} has no way to {target}: it answers {status}"),
        };
        Err(io::Error::other(told))
    }
}

/// What is answered, up to the end of its head: what follows is not the proxy's.
fn status(stream: &mut &TcpStream) -> io::Result<u16> {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") && !head.ends_with(b"\n\n") {
        if head.len() as u64 >= HEAD_MAX {
            return Err(super::invalid("the proxy's answer has no end"));
        }
        stream.read_exact(&mut byte)?;
        head.extend(byte);
    }
    let line = String::from_utf8_lossy(&head);
    let status = line.strip_prefix("HTTP/1.").and_then(|rest| rest.split_whitespace().nth(1)?.parse().ok());
    status.ok_or_else(|| super::invalid("what HTTPS_PROXY names is no proxy"))
}

fn address_of(host: &str) -> Option<IpAddr> {
    host.trim_matches(['[', ']']).parse().ok()
}

/// This machine, which no proxy leads to.
fn is_near(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || address_of(host).is_some_and(|address| address.is_loopback())
}

/// Whether an entry of `NO_PROXY` has an address: `*`, a host with those below it, a network, each with a port or without.
fn is_in(to: &Address, entry: &str) -> bool {
    if entry == "*" {
        return true;
    }
    if let Some((network, length)) = entry.split_once('/') {
        return address_of(&to.host)
            .zip(address_of(network))
            .is_some_and(|(host, network)| shares(host, network, length));
    }
    let (name, port) = match entry.rsplit_once(':') {
        Some((name, port)) if address_of(entry).is_none() && !port.ends_with(']') => (name, port.parse().ok()),
        _ => (entry, None),
    };
    if port.is_some_and(|port: u16| port != to.port) {
        return false;
    }
    if let Some(address) = address_of(name) {
        return address_of(&to.host) == Some(address);
    }
    let (host, name) = (to.host.to_ascii_lowercase(), name.trim_start_matches("*.").to_ascii_lowercase());
    let below = name.trim_start_matches('.');
    let is_itself = !name.starts_with('.') && host == below;
    !below.is_empty() && (is_itself || host.strip_suffix(below).is_some_and(|rest| rest.ends_with('.')))
}

/// Whether two addresses have the same first bits.
fn shares(one: IpAddr, other: IpAddr, length: &str) -> bool {
    let Ok(length) = length.parse::<u32>() else { return false };
    let (one, other, size) = match (one, other) {
        (IpAddr::V4(one), IpAddr::V4(other)) => (u128::from(one.to_bits()), u128::from(other.to_bits()), 32),
        (IpAddr::V6(one), IpAddr::V6(other)) => (one.to_bits(), other.to_bits(), 128),
        _ => return false,
    };
    length <= size && (one ^ other).checked_shr(size - length).unwrap_or_default() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(url: &str) -> Address {
        Address::parse(url).expect("it is one").0
    }

    fn of(variables: &[(&str, &str)], url: &str) -> io::Result<Option<Proxy>> {
        let found = |name: &str| variables.iter().find(|(each, _)| *each == name).map(|(_, text)| (*text).to_owned());
        Proxy::of(found, &to(url))
    }

    #[test]
    fn the_environment_names_it() {
        let place = |text: &str| of(&[("HTTPS_PROXY", text)], "https://s3.acme.test").expect("it is one");
        for (text, authority, login) in [
            ("http://proxy.test:3128", "proxy.test:3128", None),
            ("proxy.test:3128", "proxy.test:3128", None),
            ("HTTP://proxy.test/", "proxy.test", None),
            ("http://kim:p%40ss@proxy.test:1", "proxy.test:1", Some("kim:p@ss")),
            ("kim@[::1]:1", "[::1]:1", Some("kim:")),
        ] {
            let proxy = place(text).expect("it is named");
            assert_eq!(proxy.address.authority(), authority, "{text}");
            assert_eq!(proxy.login, login.map(|login| STANDARD.encode(login)), "{text}");
        }
        assert!(of(&[("https_proxy", "proxy.test")], "https://s3.acme.test").expect("it is one").is_some());
        assert!(of(&[("HTTPS_PROXY", " ")], "https://s3.acme.test").expect("there is none").is_none());
        assert!(of(&[("HTTPS_PROXY", "x")], "http://s3.acme.test").expect("it has no TLS").is_none());
        for text in ["socks5://x:1", "https://x", "http://", "http://a:%4@x", "http://x:port"] {
            let failed = of(&[("HTTPS_PROXY", text)], "https://s3.acme.test").expect_err(text);
            assert!(failed.to_string().contains("http://HOST:PORT"), "{failed}");
        }
        let shown = format!("{:?}", place("http://kim:secret@proxy.test"));
        assert!(!shown.contains("secret") && !shown.contains(&STANDARD.encode("kim:secret")), "{shown}");
    }

    #[test]
    fn some_hosts_need_none() {
        for (entries, url, needs_none) in [
            ("*", "https://s3.acme.test", true),
            ("acme.test", "https://s3.acme.test", true),
            ("ACME.test", "https://acme.TEST", true),
            (".acme.test", "https://s3.acme.test", true),
            (".acme.test", "https://acme.test", false),
            ("*.acme.test", "https://s3.acme.test", true),
            ("acme.test", "https://pacme.test", false),
            ("other.test, acme.test:443", "https://s3.acme.test", true),
            ("acme.test:8443", "https://s3.acme.test", false),
            ("10.0.0.0/8", "https://10.1.2.3:9000", true),
            ("10.0.0.0/8", "https://11.1.2.3", false),
            ("0.0.0.0/0", "https://11.1.2.3", true),
            ("10.0.0.0/33", "https://10.0.0.0", false),
            ("10.1.2.3", "https://10.1.2.3", true),
            ("fd00::/8", "https://[fd12::1]:1", true),
            ("fd12::1", "https://[fd12::1]", true),
            ("", "https://127.0.0.1:9000", true),
            ("", "https://[::1]", true),
            ("", "https://localhost:1", true),
            (", .", "https://s3.acme.test", false),
        ] {
            let found = of(&[("HTTPS_PROXY", "proxy.test"), ("no_proxy", entries)], url).expect("it is one");
            assert_eq!(found.is_none(), needs_none, "{entries} for {url}");
        }
    }
}
