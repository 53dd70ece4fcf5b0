//! Connection strings of both forms, as keywords and their values. No value is ever told: one may be a password.

use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::percent;
use std::collections::BTreeMap;

/// Values by keyword.
pub(super) type Keywords = BTreeMap<String, String>;

/// The variables that stand in for keywords.
pub(super) const VARIABLES: &[(&str, &str)] = &[
    ("host", "PGHOST"),
    ("hostaddr", "PGHOSTADDR"),
    ("port", "PGPORT"),
    ("dbname", "PGDATABASE"),
    ("user", "PGUSER"),
    ("password", "PGPASSWORD"),
    ("passfile", "PGPASSFILE"),
    ("application_name", "PGAPPNAME"),
    ("options", "PGOPTIONS"),
    ("connect_timeout", "PGCONNECT_TIMEOUT"),
    ("sslmode", "PGSSLMODE"),
    ("sslrootcert", "PGSSLROOTCERT"),
    ("sslcert", "PGSSLCERT"),
    ("sslkey", "PGSSLKEY"),
    ("service", "PGSERVICE"),
    ("channel_binding", "PGCHANNELBINDING"),
    ("gssencmode", "PGGSSENCMODE"),
    ("target_session_attrs", "PGTARGETSESSIONATTRS"),
];

/// Values that ask for what is not done here, and what to do instead: to go on without it would be less than was asked for.
const REFUSED: &[(&str, &str, &str)] = &[
    ("channel_binding", "require", "Channel binding is not done: `sslmode=verify-full` proves who the server is."),
    ("gssencmode", "require", "GSSAPI is not done: `sslmode=verify-full` encrypts."),
    ("target_session_attrs", "read-only", WRITES),
    ("target_session_attrs", "standby", WRITES),
];

const WRITES: &str = "States are written: of several hosts the one that takes writes is used by itself.";

/// Those that say something to us.
const KNOWN: &[&str] = &[
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "passfile",
    "application_name",
    "options",
    "connect_timeout",
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "service",
    "channel_binding",
    "gssencmode",
    "target_session_attrs",
];

/// Those of which nothing else than what is done anyway could be asked.
const IGNORED: &[&str] = &[
    "client_encoding",
    "fallback_application_name",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "krbsrvname",
    "load_balance_hosts",
    "sslcompression",
    "sslsni",
    "tcp_user_timeout",
];

/// Sees that nothing is asked for that is not done.
pub(super) fn check(keywords: &Keywords) -> Result<()> {
    for (keyword, value, remedy) in REFUSED {
        if keywords.get(*keyword).is_some_and(|said| said == value) {
            let text = format!("The connection to the database asks for {keyword}={value}, which is not done here");
            return Err(Error::new(ErrorKind::Invalid, text).detail(*remedy));
        }
    }
    Ok(())
}

/// Reads `keyword=value …` or `postgres://…`.
pub(super) fn parse(text: &str) -> Result<Keywords> {
    let text = text.trim();
    let rest = text.strip_prefix("postgres://").or_else(|| text.strip_prefix("postgresql://"));
    let pairs = match rest {
        Some(rest) => address(rest),
        None => words(text),
    };
    let pairs = pairs.map_err(|why| {
        Error::new(ErrorKind::Invalid, "The connection string of the database cannot be read")
            .detail(format!("{why}. Write `host=… dbname=… user=…`, or `postgres://USER@HOST/DATABASE`."))
    })?;
    let mut keywords = Keywords::new();
    for (keyword, value) in pairs {
        if KNOWN.contains(&keyword.as_str()) {
            keywords.insert(keyword, value);
        } else if !IGNORED.contains(&keyword.as_str()) {
            return Err(Error::new(
                ErrorKind::Invalid,
                format!("The connection string of the database has {keyword:?}, which nothing reads"),
            )
            .detail(format!("There are: {}.", KNOWN.join(", "))));
        }
    }
    Ok(keywords)
}

type Pairs = Result<Vec<(String, String)>, String>;

/// `keyword = 'value' …`
fn words(text: &str) -> Pairs {
    let mut pairs = Vec::new();
    let mut rest = text.chars().peekable();
    loop {
        while rest.next_if(|each| each.is_whitespace()).is_some() {}
        if rest.peek().is_none() {
            return Ok(pairs);
        }
        let mut keyword = String::new();
        while let Some(each) = rest.next_if(|each| !each.is_whitespace() && *each != '=') {
            keyword.push(each);
        }
        while rest.next_if(|each| each.is_whitespace()).is_some() {}
        if keyword.is_empty() || rest.next() != Some('=') {
            return Err("A keyword has no `=` after it".to_owned());
        }
        while rest.next_if(|each| each.is_whitespace()).is_some() {}
        let is_quoted = rest.next_if_eq(&'\'').is_some();
        let mut value = String::new();
        loop {
            match rest.next() {
                Some('\\') => value.extend(rest.next()),
                Some('\'') if is_quoted => break,
                None if is_quoted => return Err(format!("The value of {keyword:?} has no closing quote")),
                None => break,
                Some(each) if each.is_whitespace() && !is_quoted => break,
                Some(each) => value.push(each),
            }
        }
        pairs.push((keyword, value));
    }
}

/// `[USER[:PASSWORD]@][HOST[:PORT],…][/DATABASE][?KEYWORD=VALUE&…]`
fn address(text: &str) -> Pairs {
    let mut pairs = Vec::new();
    let mut say = |keyword: &str, text: &str| {
        let value =
            percent::decode(text).ok_or_else(|| format!("The {keyword} is not percent-encoded as it has to be"))?;
        if !value.is_empty() {
            pairs.push((keyword.to_owned(), value));
        }
        Ok::<_, String>(())
    };
    let (text, query) = text.split_once('?').unwrap_or((text, ""));
    let (authority, database) = text.split_once('/').unwrap_or((text, ""));
    let (who, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (user, password) = who.split_once(':').unwrap_or((who, ""));
    say("user", user)?;
    say("password", password)?;
    say("dbname", database)?;
    let (mut names, mut ports) = (Vec::new(), Vec::new());
    for host in hosts.split(',').filter(|_| !hosts.is_empty()) {
        // An address of IPv6 has colons of its own, and brackets around it.
        let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((name, port)) => (name, port.strip_prefix(':').unwrap_or("")),
            None => host.split_once(':').unwrap_or((host, "")),
        };
        names.push(name);
        ports.push(port);
    }
    say("host", &names.join(","))?;
    if ports.iter().any(|port| !port.is_empty()) {
        say("port", &ports.join(","))?;
    }
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (keyword, value) = pair.split_once('=').ok_or("A keyword has no `=` after it")?;
        let keyword =
            if keyword == "ssl" && value == "true" { return Err("Write sslmode, not ssl".into()) } else { keyword };
        say(keyword, value)?;
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(String, String)> {
        parse(text).unwrap().into_iter().collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(keyword, value)| ((*keyword).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn both_forms_say_the_same() {
        let expected = pairs(&[
            ("dbname", "states"),
            ("host", "a.example,b.example"),
            ("password", "p @ss'"),
            ("port", "5432,5433"),
            ("sslmode", "require"),
            ("user", "kim"),
        ]);
        let words =
            r"host = a.example,b.example port=5432,5433 dbname=states user=kim password='p @ss\'' sslmode=require";
        assert_eq!(of(words), expected);
        let address = "postgres://kim:p%20%40ss%27@a.example:5432,b.example:5433/states?sslmode=require";
        assert_eq!(of(address), expected);
        assert_eq!(of(""), []);
        assert_eq!(of("postgresql://"), []);
        assert_eq!(of("postgresql:///states?host=%2Frun%2Fpg"), pairs(&[("dbname", "states"), ("host", "/run/pg")]));
        assert_eq!(of("postgres://[::1]:5433/x"), pairs(&[("dbname", "x"), ("host", "::1"), ("port", "5433")]));
        assert_eq!(of("host=x gssencmode=disable"), pairs(&[("gssencmode", "disable"), ("host", "x")]));
        assert_eq!(of("host=x keepalives=1"), pairs(&[("host", "x")]));
    }

    #[test]
    fn what_is_asked_for_and_not_done_is_refused() {
        for wrong in ["channel_binding=require", "gssencmode=require", "target_session_attrs=standby"] {
            let failed = check(&parse(wrong).unwrap()).unwrap_err();
            assert!(failed.to_string().contains(wrong), "{failed}");
        }
        for fine in ["channel_binding=prefer", "gssencmode=prefer", "target_session_attrs=read-write", "host=x"] {
            assert!(check(&parse(fine).unwrap()).is_ok(), "{fine}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_without_its_values() {
        for text in [
            "states",
            "host",
            "password='secret",
            "frobnicate=secret",
            "postgres://x/%zz?password=secret",
            "postgres://x?y",
        ] {
            let failed = parse(text).unwrap_err();
            assert_eq!(failed.kind(), ErrorKind::Invalid, "{text}");
            assert!(!failed.to_string().contains("secret"), "{failed}");
        }
    }
}
