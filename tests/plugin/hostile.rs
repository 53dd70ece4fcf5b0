//! Odd environments and clients that do not behave.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::UnixStream;

use super::certificate::Identity;
use super::client::{connect, connect_tls};
use super::process::{Process, failed_start};
use super::{SECONDS, block_on, is_healthy, shut_down};

#[track_caller]
fn refused(variables: &[(&str, &OsStr)], words: &[&str]) {
    let output = failed_start(variables);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(output.stdout.is_empty());
    for word in words {
        assert!(stderr.contains(word), "{word:?} is not in {stderr:?}");
    }
}

#[test]
fn folder_that_cannot_hold_a_socket_is_explained() {
    let root = std::env::temp_dir().join(format!("tfgen-odd-{}", std::process::id()));
    let long = root.join("d".repeat(120));
    let odd = root.join("a|b");
    let not_text = root.join(OsStr::from_bytes(b"\xff"));
    for folder in [&long, &odd, &not_text] {
        std::fs::create_dir_all(folder).unwrap();
    }
    let name = "PLUGIN_UNIX_SOCKET_DIR";
    refused(&[(name, long.as_os_str())], &[name, "bytes, and a socket's path at most"]);
    refused(&[(name, odd.as_os_str())], &[name, "a character that a handshake cannot hold"]);
    refused(&[(name, not_text.as_os_str())], &[name, "a character that a handshake cannot hold"]);
    refused(&[(name, root.join("absent").as_os_str())], &[name, "No such file"]);
    refused(&[("PLUGIN_UNIX_SOCKET_GROUP", OsStr::new("no such group"))], &["PLUGIN_UNIX_SOCKET_GROUP", "no group"]);
    assert_eq!(std::fs::read_dir(&long).unwrap().count(), 0, "nothing is left behind");
    std::fs::remove_dir_all(&root).unwrap();
}

#[test]
fn relative_folder_is_told_by_its_whole_path() {
    let process = Process::start(&[("PLUGIN_UNIX_SOCKET_DIR", ".")]);
    assert!(Path::new(process.address()).is_absolute(), "{}", process.address());
    block_on(async { assert!(is_healthy(connect(&process).await).await) });
}

#[test]
fn environment_that_is_no_text_is_explained_or_does_no_harm() {
    let bytes = OsStr::from_bytes(b"\xff\xfe");
    refused(&[("PLUGIN_CLIENT_CERT", bytes)], &["PLUGIN_CLIENT_CERT holds no certificate"]);
    refused(&[("PLUGIN_MIN_PORT", bytes)], &["PLUGIN_MIN_PORT is not a port"]);
    let huge = "A".repeat(100_000);
    let pem = format!("-----BEGIN CERTIFICATE-----\n{huge}\n-----END CERTIFICATE-----\n");
    refused(&[("PLUGIN_CLIENT_CERT", OsStr::new(&pem))], &["PLUGIN_CLIENT_CERT holds no certificate"]);
    let process = Process::start(&[("TF_LOG", bytes), ("PLUGIN_PROTOCOL_VERSIONS", bytes)]);
    block_on(async { assert!(is_healthy(connect(&process).await).await) });
}

#[test]
fn any_port_is_one_that_is_told() {
    let process = Process::start(&[("DUMMY_TCP", "1"), ("PLUGIN_MIN_PORT", "0"), ("PLUGIN_MAX_PORT", "0")]);
    assert!(!process.address().ends_with(":0"), "{}", process.address());
    block_on(async { assert!(is_healthy(connect(&process).await).await) });
}

#[test]
fn connections_that_say_nothing_hold_up_neither_others_nor_the_end() {
    let identity = Identity::generate();
    let mut process = Process::start(&[("PLUGIN_CLIENT_CERT", &identity.pem())]);
    let mut silent = Vec::new();
    block_on(async {
        for at in 0..200 {
            let mut stream = UnixStream::connect(process.address()).await.unwrap();
            if at % 2 == 0 {
                // The beginning of a TLS record that never ends.
                stream.write_all(b"\x16\x03\x01\x02\x00").await.unwrap();
            }
            silent.push(stream);
        }
        let channel = connect_tls(&process, Some(&identity), rustls::ALL_VERSIONS).await.unwrap();
        assert!(is_healthy(channel.clone()).await);
        shut_down(channel).await;
        let (status, time) = process.wait(SECONDS).expect("the process ends");
        assert!(status.success());
        assert!(time < Duration::from_millis(600), "{time:?}");
    });
}

#[test]
fn connection_that_speaks_no_http_holds_up_neither_others_nor_the_end() {
    let mut process = Process::start::<&str>(&[]);
    block_on(async {
        let _silent = UnixStream::connect(process.address()).await.unwrap();
        let mut odd = UnixStream::connect(process.address()).await.unwrap();
        odd.write_all(&[0xff; 4096]).await.unwrap();
        let channel = connect(&process).await;
        assert!(is_healthy(channel.clone()).await);
        shut_down(channel).await;
        let (status, time) = process.wait(SECONDS).expect("the process ends");
        assert!(status.success());
        assert!(time < Duration::from_millis(600), "{time:?}");
    });
}
