//! Answers as servers give them, and as they should not.

use super::*;
use std::net::TcpListener;

/// A server that answers each connection with these bytes, and then hangs up.
fn answering(answer: &'static [u8]) -> Client {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = listener.local_addr().expect("it has an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().take(2) {
            let mut stream = stream.expect("somebody connects");
            let mut head = BufReader::new(stream.try_clone().expect("it can be cloned"));
            let mut text = String::new();
            while head.read_line(&mut text).is_ok_and(|length| length > 2) {}
            let _ = stream.write_all(answer);
        }
    });
    let address = Address { is_secure: false, host: "127.0.0.1".to_owned(), port };
    Client::new(address, None, |_| None).expect("no certificates are needed").impatient(Duration::from_secs(5))
}

fn get(client: &Client) -> Result<Response, Broken> {
    client.send(&Request::new("GET", "/x").with("host", "x"), 1000)
}

#[test]
fn bodies_of_each_form_are_read() {
    for answer in [
        &b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: y\r\n\r\nhello"[..],
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nx: y\r\ncontent-length: 5\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nx: y\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\n\r\n",
        b"HTTP/1.0 200 OK\nx: y\n\nhello",
    ] {
        let response = get(&answering(answer)).expect("it answers");
        assert_eq!((response.status, &*response.body, response.header("x")), (200, &b"hello"[..], Some("y")));
    }
}

#[test]
fn what_breaks_off_is_an_error_that_says_that_it_was_sent() {
    for answer in [
        &b""[..],
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n",
        b"SSH-2.0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno header\r\n\r\n",
    ] {
        let broken = get(&answering(answer)).expect_err("it is broken");
        assert!(broken.was_sent, "{broken:?}");
    }
    let address = Address { is_secure: false, host: "127.0.0.1".to_owned(), port: 1 };
    let broken = get(&Client::new(address, None, |_| None).expect("it is made")).expect_err("nobody listens");
    assert!(!broken.was_sent, "{broken:?}");
}

#[test]
fn addresses_are_read() {
    let parsed = |url| Address::parse(url).map(|(address, path)| (address.authority(), address.is_secure, path));
    assert_eq!(parsed("http://127.0.0.1:9000"), Some(("127.0.0.1:9000".to_owned(), false, String::new())));
    assert_eq!(parsed("https://s3.example/a/"), Some(("s3.example".to_owned(), true, "/a".to_owned())));
    assert_eq!(parsed("https://[::1]:8/"), Some(("[::1]:8".to_owned(), true, String::new())));
    for url in ["s3.example", "ftp://x", "http://", "http://x:port", "http://a@b"] {
        assert_eq!(parsed(url), None, "{url}");
    }
    let request = Request::new("GET", "/").with("x", "a\r\nb: c");
    assert!(answering(b"").send(&request, 10).is_err(), "no header hides in another one");
}
