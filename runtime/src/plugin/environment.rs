//! What Terraform tells a plugin through the environment.

use std::ffi::OsString;
use std::path::PathBuf;

/// Proves that Terraform has started the process, and not a person. It is no secret.
const COOKIE: (&str, &str) =
    ("TF_PLUGIN_MAGIC_COOKIE", "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2");

/// The major version of the plugin protocol that we speak.
pub(super) const VERSION: u32 = 6;

/// The variables, read once.
#[derive(Debug, Default)]
#[cfg_attr(not(unix), allow(dead_code, reason = "there are no Unix sockets"))]
pub(super) struct Environment {
    /// Terraform has started us.
    pub cookie: bool,
    /// The major protocol versions that Terraform speaks; `None` when it does not say.
    pub versions: Option<Vec<u32>>,
    /// The ports to try, both ends included.
    pub ports: Option<(u16, u16)>,
    /// The certificate that the client will show, as PEM: its presence asks for TLS.
    pub client_certificate: Option<Vec<u8>>,
    /// Where the socket is to be.
    pub socket_folder: Option<PathBuf>,
    /// The group, by name or number, that may use the socket.
    pub socket_group: Option<String>,
    /// The client asks whether several connections may share the listener.
    pub multiplex: bool,
}

impl Environment {
    /// Reads the variables through `get`; an error says which one is wrong.
    pub fn read(get: impl Fn(&str) -> Option<OsString>) -> Result<Self, String> {
        // An empty variable is one that is not set: that is how Go programs read them.
        let text = |name: &str| get(name).map(|value| value.to_string_lossy().into_owned()).filter(|v| !v.is_empty());
        Ok(Self {
            cookie: text(COOKIE.0).as_deref() == Some(COOKIE.1),
            versions: text("PLUGIN_PROTOCOL_VERSIONS").map(|list| numbers(&list)),
            ports: ports(text("PLUGIN_MIN_PORT"), text("PLUGIN_MAX_PORT"))?,
            client_certificate: text("PLUGIN_CLIENT_CERT").map(String::into_bytes),
            socket_folder: get("PLUGIN_UNIX_SOCKET_DIR").filter(|value| !value.is_empty()).map(PathBuf::from),
            socket_group: text("PLUGIN_UNIX_SOCKET_GROUP"),
            multiplex: text("PLUGIN_MULTIPLEX_GRPC").is_some(),
        })
    }

    /// The versions that are offered, if ours is not among them. The handshake names ours all the same, as go-plugin
    /// does: the client then refuses it in its own words.
    pub fn versions_without_ours(&self) -> Option<String> {
        let versions = self.versions.as_deref().filter(|versions| !versions.contains(&VERSION))?;
        Some(versions.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
    }
}

/// The numbers of a list like `5,6`; what is not a number is passed over, as go-plugin does.
fn numbers(list: &str) -> Vec<u32> {
    list.split(',').filter_map(|number| number.trim().parse().ok()).collect()
}

fn ports(min: Option<String>, max: Option<String>) -> Result<Option<(u16, u16)>, String> {
    let number = |name: &str, text: Option<String>, default: u16| match text {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| format!("The environment variable {name} is not a port: {text:?}")),
    };
    if min.is_none() && max.is_none() {
        return Ok(None);
    }
    let (min, max) = (number("PLUGIN_MIN_PORT", min, 10_000)?, number("PLUGIN_MAX_PORT", max, 25_000)?);
    if min > max {
        return Err(format!("PLUGIN_MIN_PORT ({min}) is greater than PLUGIN_MAX_PORT ({max})"));
    }
    Ok(Some((min, max)))
}

#[cfg(test)]
mod tests {
    use super::{COOKIE, Environment};

    fn read(variables: &[(&str, &str)]) -> Result<Environment, String> {
        Environment::read(|name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn cookie_must_be_the_right_one() {
        assert!(read(&[COOKIE]).unwrap().cookie);
        assert!(!read(&[(COOKIE.0, "something else")]).unwrap().cookie);
        assert!(!read(&[]).unwrap().cookie);
    }

    #[test]
    fn offered_versions_are_named_when_ours_is_missing() {
        let offered = |list| read(&[("PLUGIN_PROTOCOL_VERSIONS", list)]).unwrap().versions_without_ours();
        assert_eq!(offered("6,5"), None);
        assert_eq!(offered("4,5"), Some("4, 5".to_owned()));
        assert_eq!(read(&[]).unwrap().versions_without_ours(), None);
    }

    #[test]
    fn ports_must_be_a_range() {
        assert_eq!(read(&[("PLUGIN_MIN_PORT", "20000")]).unwrap().ports, Some((20_000, 25_000)));
        assert!(read(&[("PLUGIN_MIN_PORT", "many")]).unwrap_err().contains("PLUGIN_MIN_PORT"));
        assert!(read(&[("PLUGIN_MIN_PORT", "9"), ("PLUGIN_MAX_PORT", "8")]).unwrap_err().contains("greater"));
    }
}
