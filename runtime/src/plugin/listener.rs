//! Where Terraform reaches us: a Unix socket in a folder of its own, or a TCP port of this machine.

use std::io;
use std::path::PathBuf;
use std::pin::Pin;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
#[cfg(unix)]
use tokio::net::UnixListener;

use super::environment::Environment;
#[cfg(unix)]
use super::sweep;

/// The ports that are tried when Terraform names none: go-plugin's own.
const PORTS: (u16, u16) = (10_000, 25_000);

/// An open connection, over whatever it may be.
pub(super) trait Duplex: AsyncRead + AsyncWrite + Send {}

impl<T: AsyncRead + AsyncWrite + Send> Duplex for T {}

/// Something to accept connections from.
pub(super) enum Listener {
    /// A socket and its path.
    #[cfg(unix)]
    Unix(UnixListener, PathBuf),
    /// A port of the loopback interface.
    Tcp(TcpListener, u16),
}

impl Listener {
    /// Starts to listen. Must be called inside the runtime. What is returned second removes the socket when dropped.
    pub fn bind(environment: &Environment, tcp: bool) -> io::Result<(Self, Option<SocketFolder>)> {
        #[cfg(unix)]
        if !tcp {
            let (listener, folder) = bind_unix(environment)?;
            return Ok((listener, Some(folder)));
        }
        #[cfg(not(unix))]
        let _ = tcp;
        Ok((bind_tcp(environment.ports.unwrap_or(PORTS))?, None))
    }

    /// The network and the address, in go-plugin's words.
    pub fn address(&self) -> (&'static str, String) {
        match self {
            #[cfg(unix)]
            Self::Unix(_, path) => ("unix", path.to_string_lossy().into_owned()),
            Self::Tcp(_, port) => ("tcp", format!("127.0.0.1:{port}")),
        }
    }

    /// The next connection.
    pub async fn accept(&self) -> io::Result<Pin<Box<dyn Duplex>>> {
        match self {
            #[cfg(unix)]
            Self::Unix(listener, _) => Ok(Box::pin(listener.accept().await?.0)),
            Self::Tcp(listener, _) => {
                let stream = listener.accept().await?.0;
                // Answers are small and must not wait for one another.
                stream.set_nodelay(true)?;
                Ok(Box::pin(stream))
            }
        }
    }
}

fn bind_tcp((min, max): (u16, u16)) -> io::Result<Listener> {
    for port in min..=max {
        if let Ok(listener) = std::net::TcpListener::bind(("127.0.0.1", port)) {
            listener.set_nonblocking(true)?;
            // Port 0 stands for any that is free.
            let port = listener.local_addr()?.port();
            return Ok(Listener::Tcp(TcpListener::from_std(listener)?, port));
        }
    }
    Err(io::Error::other(format!("none of the ports {min} to {max} can be listened on")))
}

/// A folder that only we can enter, and that is removed with all that is in it.
#[derive(Debug)]
pub(super) struct SocketFolder(PathBuf);

#[cfg(unix)]
impl SocketFolder {
    /// Removes what plugins that were killed have left beside it, in the background: nobody waits for it.
    pub fn sweep(&self) {
        if let Some(parent) = self.0.parent() {
            let parent = parent.to_owned();
            std::thread::spawn(move || sweep::sweep(&parent));
        }
    }
}

impl Drop for SocketFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(unix)]
fn bind_unix(environment: &Environment) -> io::Result<(Listener, SocketFolder)> {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::{PermissionsExt as _, chown};

    let folder = match &environment.socket_folder {
        Some(parent) => asked_for(parent).map_err(|error| {
            io::Error::new(error.kind(), format!("PLUGIN_UNIX_SOCKET_DIR names no folder for a socket: {error}"))
        })?,
        // Where nobody asked for a folder, another one is as good.
        None => asked_for(&std::env::temp_dir()).or_else(|_| asked_for("/tmp".as_ref()))?,
    };
    let path = folder.0.join(SOCKET);
    let listener = UnixListener::bind(&path)
        .map_err(|error| io::Error::new(error.kind(), format!("the socket {}: {error}", path.display())))?;
    set_permissions(&path, Permissions::from_mode(0o600))?;
    if let Some(group) = &environment.socket_group {
        let group = group_id(group)
            .map_err(|error| io::Error::new(error.kind(), format!("PLUGIN_UNIX_SOCKET_GROUP: {error}")))?;
        for (place, mode) in [(&folder.0, 0o710), (&path, 0o660)] {
            chown(place, None, Some(group))?;
            set_permissions(place, Permissions::from_mode(mode))?;
        }
    }
    Ok((Listener::Unix(listener, path), folder))
}

/// The name of the socket in its folder.
#[cfg(unix)]
pub(super) const SOCKET: &str = "provider";

/// The longest path that a socket address holds: its array, less the zero at the end.
#[cfg(unix)]
const PATH_MAX: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// Makes the folder of the socket in this one, if the path of the socket is one that can be told in a handshake line:
/// short enough, readable, and without the separators of that line.
#[cfg(unix)]
fn asked_for(parent: &std::path::Path) -> io::Result<SocketFolder> {
    // Whoever is told the path may have another working folder.
    let absolute = std::path::absolute(parent)?;
    let folder = create_folder(&absolute)?;
    let path = folder.0.join(SOCKET);
    let length = path.as_os_str().len();
    if length > PATH_MAX {
        let text = format!("{} has {length} bytes, and a socket's path at most {PATH_MAX}", path.display());
        return Err(io::Error::other(text));
    }
    if path.to_str().is_none_or(|text| text.contains(['|', '\n', '\r'])) {
        let text = path.to_string_lossy();
        let text = format!("{text:?} has a character that a handshake cannot hold: `|`, a line break, or no UTF-8");
        return Err(io::Error::other(text));
    }
    Ok(folder)
}

/// Makes a folder with a new name. The name need not be secret: a name that exists is not taken.
#[cfg(unix)]
fn create_folder(parent: &std::path::Path) -> io::Result<SocketFolder> {
    use std::os::unix::fs::DirBuilderExt as _;

    for attempt in 0..1000 {
        let path = parent.join(sweep::name(std::process::id(), attempt));
        match std::fs::DirBuilder::new().mode(0o700).create(&path) {
            Ok(()) => return Ok(SocketFolder(path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(io::Error::new(error.kind(), format!("the folder {}: {error}", path.display())));
            }
        }
    }
    Err(io::Error::other(format!("there is no free name for a folder in {}", parent.display())))
}

/// The number of a group that is given by name or number.
#[cfg(unix)]
fn group_id(group: &str) -> io::Result<u32> {
    if let Ok(id) = group.parse() {
        return Ok(id);
    }
    let groups = std::fs::read_to_string("/etc/group")?;
    find_group(&groups, group)
        .ok_or_else(|| io::Error::other(format!("there is no group {group:?} in /etc/group: give its number")))
}

/// Looks a name up in the text of `/etc/group`, whose lines are `name:password:number:members`.
#[cfg(unix)]
fn find_group(groups: &str, name: &str) -> Option<u32> {
    let mut lines = groups.lines().map(|line| line.split(':'));
    lines.find_map(|mut parts| (parts.next() == Some(name)).then(|| parts.nth(1)?.parse().ok())?)
}

#[cfg(all(test, unix))]
mod tests {
    use super::find_group;

    #[test]
    fn group_is_found_by_name() {
        let groups = "root:x:0:\nterraform:x:1007:anna,bela\n";
        assert_eq!(find_group(groups, "terraform"), Some(1007));
        assert_eq!(find_group(groups, "anna"), None);
    }
}
