//! From keywords to where a database is, who asks, and with which password.

use super::keywords::Keywords;
use super::options::PostgresOptions;
use super::tls::{self, Connector};
use crate::state_store::error::{Doing as _, Error, ErrorKind, Result};
use std::path::Path;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{ChannelBinding, TargetSessionAttrs};

/// How long a connection may take to be made, unless it is said.
const CONNECT: Duration = Duration::from_secs(10);

/// How long the other side may leave what was sent without a sign that it has come.
const UNHEARD: Duration = Duration::from_secs(30);

/// Where systems have the sockets of their servers.
const SOCKETS: [&str; 2] = ["/var/run/postgresql", "/tmp"];

/// How a database is reached.
#[derive(Clone)]
pub(super) struct Address {
    pub(super) config: Config,
    pub(super) connector: Connector,
    /// How people call it.
    pub(super) shown: String,
    pub(super) database: String,
    pub(super) user: String,
    /// How long a connection may take, with all that belongs to it.
    pub(super) patience: Duration,
}

impl Address {
    pub(super) fn of(options: &PostgresOptions) -> Result<Self> {
        let keywords = options.keywords()?;
        let said = |keyword: &str| keywords.get(keyword).map(String::as_str).filter(|value| !value.is_empty());
        let variable = |name: &str| (options.environment)(name).filter(|value| !value.is_empty());
        if said("service").is_some() {
            return Err(
                invalid("Services of pg_service.conf are not known here").detail("Say host, dbname and user instead.")
            );
        }
        let user = said("user").map(str::to_owned).or_else(|| variable("USER")).or_else(|| variable("LOGNAME"));
        let user = user.ok_or_else(|| invalid("It is not said as which role the database is asked"))?;
        let database = said("dbname").unwrap_or(&user).to_owned();
        let hosts = hosts(&keywords)?;
        let ports = ports(&keywords)?;
        let mut config = Config::new();
        config.user(&user).dbname(&database).application_name(said("application_name").unwrap_or("terraform states"));
        for host in &hosts {
            config.host(host);
        }
        for address in said("hostaddr").iter().flat_map(|all| all.split(',')) {
            config.hostaddr(address.parse().map_err(|_| invalid(format!("{address:?} is no address of a host")))?);
        }
        for port in &ports {
            config.port(*port);
        }
        if let Some(options) = said("options") {
            config.options(options);
        }
        if hosts.len() > 1 {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        let patience = match said("connect_timeout") {
            Some(text) => seconds(text)?,
            None => CONNECT,
        };
        config.connect_timeout(patience).tcp_user_timeout(UNHEARD).channel_binding(ChannelBinding::Disable);
        config
            .keepalives_idle(Duration::from_secs(15))
            .keepalives_interval(Duration::from_secs(5))
            .keepalives_retries(3);
        let (first, port) = (hosts.first().map_or("", String::as_str), ports.first().copied().unwrap_or(5432));
        if let Some(password) = password(&keywords, &variable, first, port, &database, &user)? {
            config.password(password);
        }
        let is_near = hosts.iter().all(|host| is_near(host)) && said("hostaddr").is_none();
        let (mode, connector) = tls::mode(&keywords, is_near)?;
        config.ssl_mode(mode);
        let shown = format!("{database:?} on {}", hosts.join(", "));
        let patience = patience * u32::try_from(hosts.len()).unwrap_or(1) * 2;
        Ok(Self { config, connector, shown, database, user, patience })
    }
}

fn invalid(summary: impl Into<String>) -> Error {
    Error::new(ErrorKind::Invalid, summary)
}

fn seconds(text: &str) -> Result<Duration> {
    // Two seconds are the least that is of use.
    let seconds: u64 = text.trim().parse().map_err(|_| invalid(format!("connect_timeout={text:?} is no number")))?;
    Ok(if seconds == 0 { CONNECT } else { Duration::from_secs(seconds.clamp(2, 3600)) })
}

fn hosts(keywords: &Keywords) -> Result<Vec<String>> {
    if let Some(hosts) = keywords.get("host").filter(|hosts| !hosts.is_empty()) {
        return Ok(hosts.split(',').map(str::to_owned).collect());
    }
    if let Some(addresses) = keywords.get("hostaddr").filter(|addresses| !addresses.is_empty()) {
        return Ok(addresses.split(',').map(str::to_owned).collect());
    }
    let port = ports(keywords)?.first().copied().unwrap_or(5432);
    let socket = SOCKETS.iter().find(|folder| Path::new(folder).join(format!(".s.PGSQL.{port}")).exists());
    Ok(vec![(*socket.unwrap_or(&"localhost")).to_owned()])
}

fn ports(keywords: &Keywords) -> Result<Vec<u16>> {
    let said = keywords.get("port").filter(|ports| !ports.is_empty());
    let each = |port: &str| match port.trim() {
        "" => Ok(5432),
        port => port.parse().map_err(|_| invalid(format!("{port:?} is no port"))),
    };
    said.map_or_else(|| Ok(Vec::new()), |ports| ports.split(',').map(each).collect())
}

/// Whether nobody can listen on the way.
fn is_near(host: &str) -> bool {
    host.starts_with('/') || matches!(host, "localhost" | "127.0.0.1" | "::1")
}

/// The password that is said, or that a file of passwords has.
fn password(
    keywords: &Keywords,
    variable: &impl Fn(&str) -> Option<String>,
    host: &str,
    port: u16,
    database: &str,
    user: &str,
) -> Result<Option<String>> {
    if let Some(password) = keywords.get("password") {
        return Ok(Some(password.clone()));
    }
    let (path, is_named) = match keywords.get("passfile") {
        Some(path) => (path.clone(), true),
        None => match variable("HOME") {
            Some(home) => (format!("{home}/.pgpass"), false),
            None => return Ok(None),
        },
    };
    let read = match std::fs::read_to_string(&path) {
        Ok(read) => read,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !is_named => return Ok(None),
        Err(error) => return Err(error).doing(|| format!("The file of passwords {path} cannot be read")),
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&path).doing(|| format!("{path} cannot be looked at"))?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(Error::new(ErrorKind::Denied, format!("Others may read the file of passwords {path}"))
                .detail("It is not used before it is for its owner only: `chmod 0600` it."));
        }
    }
    let host = if host.starts_with('/') { "localhost" } else { host };
    let port = port.to_string();
    Ok(read.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let [of_host, of_port, of_database, of_user, password] = fields.as_slice() else { return None };
        let fits = |field: &str, value: &str| field == "*" || field == value;
        let all = fits(of_host, host) && fits(of_port, &port) && fits(of_database, database) && fits(of_user, user);
        all.then(|| password.clone())
    }))
}

/// What stands between colons; a backslash takes the next character as it is.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut rest = line.chars();
    while let Some(each) = rest.next() {
        // The password, which is the last one, may have colons.
        if each == ':' && fields.len() < 5 {
            fields.push(String::new());
        } else if let Some(last) = fields.last_mut() {
            last.extend(if each == '\\' { rest.next() } else { Some(each) });
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_postgres::config::SslMode;

    #[test]
    fn a_file_of_passwords_has_lines_of_five_fields() {
        assert_eq!(fields(r"a\:b:*:db:me:p:q\\"), ["a:b", "*", "db", "me", r"p:q\"]);
        assert_eq!(fields(""), [""]);
    }

    #[test]
    fn a_server_elsewhere_has_to_prove_who_it_is_unless_it_is_said() {
        let of = |connection: &str| {
            let options = PostgresOptions::new(connection).with_environment(|_| None);
            Address::of(&options).map(|address| address.config.get_ssl_mode())
        };
        assert_eq!(of("user=x host=/run/pg").unwrap(), SslMode::Prefer);
        assert_eq!(of("user=x host=localhost").unwrap(), SslMode::Prefer);
        for text in ["user=x host=db.example", "user=x host=localhost,db.example", "user=x hostaddr=192.0.2.1"] {
            assert_eq!(of(text).unwrap(), SslMode::Require, "{text}");
            assert!(
                of(&format!("{text} sslrootcert=/nowhere")).is_err(),
                "{text}: authorities are asked, who it is is proved"
            );
        }
        assert_eq!(of("user=x host=db.example sslmode=disable").unwrap(), SslMode::Disable);
        assert_eq!(of("user=x host=db.example sslmode=require").unwrap(), SslMode::Require);
        assert_eq!(of("user=x host=localhost,db.example sslmode=prefer").unwrap(), SslMode::Prefer);
        for wrong in [
            "host=x",
            "user=x sslmode=maybe",
            "user=x port=x",
            "user=x service=y",
            "user=x sslcert=/a",
            "user=x hostaddr=y",
        ] {
            assert_eq!(of(wrong).unwrap_err().kind(), ErrorKind::Invalid, "{wrong}");
        }
    }
}
