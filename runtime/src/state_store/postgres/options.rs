//! How a database is reached.

use super::keywords::{self, Keywords};
use crate::state_store::error::Result;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Variables by name.
type Environment = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// A table of a database, and how it is reached. What is none is looked for where PostgreSQL's own tools look.
///
/// ```
/// # use tfgen_runtime::state_store::PostgresOptions;
/// let options = PostgresOptions { table: "network".to_owned(), ..PostgresOptions::new("host=db.example dbname=states") };
/// ```
#[derive(Clone)]
pub struct PostgresOptions {
    /// `host=… dbname=…` or `postgres://…`; what it leaves out the `PG…` variables say.
    pub connection: String,
    /// The schema that has the table.
    pub schema: String,
    /// The table: each is a store of its own.
    pub table: String,
    /// A file of certificates of authorities, where the connection names none and those of the system are not meant.
    pub authorities: Option<String>,
    /// How long the server may work at one statement.
    pub statement_timeout: Duration,
    /// How long the connection that proves a holder's life may be away before the holder counts as gone. One that was cut is made anew
    /// within a second, as is one to a server that has started again or handed over.
    pub reconnect_timeout: Duration,
    /// Variables; those of the process, unless [`PostgresOptions::with_environment`] says otherwise.
    #[doc(hidden)]
    pub environment: Environment,
}

impl PostgresOptions {
    /// A database that is reached so.
    pub fn new(connection: impl Into<String>) -> Self {
        Self {
            connection: connection.into(),
            schema: "terraform_states".to_owned(),
            table: "states".to_owned(),
            authorities: None,
            statement_timeout: Duration::from_mins(1),
            reconnect_timeout: Duration::from_secs(3),
            environment: Arc::new(|name| std::env::var(name).ok()),
        }
    }

    /// The same, with other variables than the process has.
    #[must_use]
    pub fn with_environment(mut self, environment: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        self.environment = Arc::new(environment);
        self
    }

    /// What the connection says, with what the environment says below it.
    pub(super) fn keywords(&self) -> Result<Keywords> {
        let mut keywords = keywords::parse(&self.connection)?;
        if let Some(authorities) = self.authorities.as_ref().filter(|path| !path.is_empty()) {
            keywords.entry("sslrootcert".to_owned()).or_insert_with(|| authorities.clone());
        }
        for (keyword, variable) in keywords::VARIABLES {
            if let Some(value) = (self.environment)(variable).filter(|value| !value.is_empty()) {
                keywords.entry((*keyword).to_owned()).or_insert(value);
            }
        }
        keywords::check(&keywords)?;
        Ok(keywords)
    }
}

impl fmt::Debug for PostgresOptions {
    /// Not the connection, which may have a password.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { schema, table, .. } = self;
        formatter.debug_struct("PostgresOptions").field("schema", schema).field("table", table).finish_non_exhaustive()
    }
}
