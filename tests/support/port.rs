//! Ports for servers that tests start and that cannot choose one themselves.

use std::net::TcpListener;

/// A port of 127.0.0.1 that is free now.
///
/// # Panics
/// When there is none.
pub fn port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}
