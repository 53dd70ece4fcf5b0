//! What went wrong: whether something may have been done, whether trying again helps, and what people are told.

use crate::state_store::error::{Error, ErrorKind};
use std::error::Error as _;
use tokio_postgres::error::{DbError, SqlState};

/// Why there is no answer, by what is done about it.
#[derive(Debug)]
pub(super) enum Failure {
    /// It was not done, and is not the next time.
    Refused(Error),
    /// It was not done; trying again helps.
    Busy(Error),
    /// Nobody knows whether it was done.
    Lost(Error),
}

impl Failure {
    pub(super) fn into_error(self) -> Error {
        match self {
            Self::Refused(error) => error,
            Self::Busy(error) => error.of_kind(ErrorKind::Unavailable),
            Self::Lost(error) => error.of_kind(ErrorKind::Uncertain),
        }
    }

    /// The same of what changes nothing, so that it can be asked again.
    pub(super) fn of_reading(self) -> Self {
        match self {
            Self::Lost(error) => Self::Busy(error.of_kind(ErrorKind::Unavailable)),
            other => other,
        }
    }
}

/// What a statement failed with.
pub(super) fn of_statement(failed: tokio_postgres::Error, shown: &str) -> Failure {
    match failed.as_db_error() {
        Some(said) => of_server(said, shown),
        None if failed.is_closed() || failed.source().is_some_and(<dyn std::error::Error>::is::<std::io::Error>) => {
            let text = format!("The connection to the database {shown} was lost");
            Failure::Lost(Error::new(ErrorKind::Uncertain, text).caused_by(failed))
        }
        None => Failure::Lost(
            Error::new(ErrorKind::Other, format!("The database {shown} cannot be understood")).caused_by(failed),
        ),
    }
}

/// What a connection was not made for.
pub(super) fn of_connecting(failed: tokio_postgres::Error, shown: &str) -> Failure {
    if let Some(said) = failed.as_db_error() {
        // Nothing was asked yet.
        return of_server(said, shown).of_reading();
    }
    let cause = failed.source();
    if cause.is_some_and(|cause| cause.to_string().contains("server does not support TLS")) {
        let text = format!("The database {shown} has no TLS");
        return Failure::Refused(Error::new(ErrorKind::Denied, text).detail(
            "States have secrets, and others could listen. If nobody can, say so in the connection: `sslmode=disable`.",
        ));
    }
    let is_certificate = cause
        .and_then(|cause| cause.downcast_ref::<std::io::Error>())
        .and_then(|cause| cause.get_ref())
        .is_some_and(|cause| matches!(cause.downcast_ref(), Some(rustls::Error::InvalidCertificate(_))));
    if is_certificate {
        let text = format!("The database {shown} does not prove who it is");
        return Failure::Refused(Error::new(ErrorKind::Denied, text).caused_by(failed).detail(
            "Name its authority's certificate with `ca_file`, or in the connection with `sslrootcert`. `sslmode=require` takes any server.",
        ));
    }
    let is_password =
        failed.to_string().contains("invalid configuration") || failed.to_string().contains("authentication");
    if is_password {
        let text = format!("The database {shown} does not let us in");
        return Failure::Refused(
            Error::new(ErrorKind::Denied, text)
                .caused_by(failed)
                .detail("Give a password in PGPASSWORD or in a file of passwords (PGPASSFILE, ~/.pgpass)."),
        );
    }
    let text = format!("The database {shown} does not answer");
    Failure::Busy(Error::new(ErrorKind::Unavailable, text).caused_by(failed))
}

fn of_server(said: &DbError, shown: &str) -> Failure {
    let code = said.code();
    let mut told = format!("The database says {}: {}.", code.code(), said.message());
    for more in [said.detail(), said.hint()].into_iter().flatten() {
        told.push('\n');
        told.push_str(more);
    }
    let error = |kind, summary: String, remedy: &str| {
        let detail = if remedy.is_empty() { told.clone() } else { format!("{told}\n\n{remedy}") };
        Error::new(kind, summary).detail(detail)
    };
    let refused = |kind, summary: String, remedy: &str| Failure::Refused(error(kind, summary, remedy));
    match code.code() {
        // The session was ended from outside, maybe while it was at it.
        "57P01" | "57P02" | "57P04" | "57P05" | "25P03" => {
            Failure::Lost(error(ErrorKind::Uncertain, format!("The database {shown} ended the connection"), ""))
        }
        text if text.starts_with("08") => {
            Failure::Lost(error(ErrorKind::Uncertain, format!("The connection to the database {shown} was lost"), ""))
        }
        "25006" => Failure::Busy(error(
            ErrorKind::Unavailable,
            format!("The database {shown} takes no writes"),
            "It is a standby, or read only: connect to the primary.",
        )),
        "53100" => refused(ErrorKind::Full, format!("The database {shown} has no room for it"), ""),
        "57014" => Failure::Busy(error(
            ErrorKind::Unavailable,
            format!("The database {shown} took too long"),
            "`statement_timeout` says how long it may.",
        )),
        "57P03" | "53300" | "40001" | "40P01" | "55P03" | "53000" | "53200" | "53400" => {
            Failure::Busy(error(ErrorKind::Unavailable, format!("The database {shown} is too busy"), ""))
        }
        "42501" => refused(ErrorKind::Denied, format!("The role may not do that in the database {shown}"), ""),
        text if text.starts_with("28") => refused(
            ErrorKind::Denied,
            format!("The database {shown} does not let us in"),
            "Give role and password in PGUSER and PGPASSWORD, or in a file of passwords (PGPASSFILE, ~/.pgpass).",
        ),
        "3D000" => refused(
            ErrorKind::Invalid,
            format!("There is no database {shown}"),
            "Make it, or mend its name in the connection.",
        ),
        "42P01" | "3F000" => refused(
            ErrorKind::Corrupt,
            format!("The table of states is gone from the database {shown}"),
            "It was there when the store was opened. Was it dropped, or renamed?",
        ),
        // A statement that this connection has prepared, and the server does not know.
        "26000" | "42P05" => refused(ErrorKind::Unsupported, pooled(shown), POOLED),
        _ if *code == SqlState::PROGRAM_LIMIT_EXCEEDED => {
            refused(ErrorKind::Full, format!("It is too much for the database {shown}"), "")
        }
        _ => refused(ErrorKind::Other, format!("The database {shown} refuses"), ""),
    }
}

/// What is said of a pooler that shares sessions.
pub(super) fn pooled(shown: &str) -> String {
    format!("A connection pooler shares the sessions of the database {shown}")
}

/// And what to do about it.
pub(super) const POOLED: &str = "Statements of one connection come to several sessions of the server, as those of pgbouncer do with pool_mode = transaction or \
     statement. A lock would be somebody else's at once, and nobody could tell whether its holder lives. Connect to the server itself, or to a pool of \
     sessions (pool_mode = session).";
