//! Which rights a role lacks: the database says what it refuses, but of a table never which right it is that is missing.

use super::Inner;
use super::refusal::Failure;
use super::session::Session;
use super::table::{Table, quote};
use crate::state_store::error::{Error, ErrorKind, Result};
use tokio_postgres::types::Type;

/// What is said where nothing is seen to be missing: the refusal has another reason, a policy of rows for instance.
const ALL: &str = "It needs USAGE on the schema, and SELECT, INSERT, UPDATE and DELETE on the table, and has them. Is there a policy of rows, or a trigger?";

/// A right that a role may have, and on what.
struct Right {
    name: &'static str,
    on: String,
}

impl Right {
    fn new(name: &'static str, on: String) -> Self {
        Self { name, on }
    }
}

impl Inner {
    /// An outcome whose refusal, if it is one, tells which rights are missing, and what gives them.
    pub(super) async fn explained<T>(&self, outcome: Result<T>) -> Result<T> {
        match outcome {
            Err(failed) => Err(self.explain(failed).await),
            done => done,
        }
    }

    async fn explain(&self, failed: Error) -> Error {
        if failed.kind() != ErrorKind::Denied {
            return failed;
        }
        let table = &self.table;
        let asked = self.pool.ask(|session| async move {
            let missing = missing(table, &session).await;
            (session, missing)
        });
        // Who is not let in cannot ask either.
        let Ok(missing) = asked.await else { return failed };
        if missing.is_empty() {
            return failed.and(ALL);
        }
        let role = quote(&self.pool.address().user);
        let told: Vec<_> = missing.iter().map(|right| format!("{} on {}", right.name, right.on)).collect();
        let grants: Vec<_> =
            missing.iter().map(|Right { name, on }| format!("GRANT {name} ON {on} TO {role};")).collect();
        failed.and(format!("The role {role} lacks {}. Who may give that runs:\n{}", told.join(", "), grants.join("\n")))
    }
}

/// The rights that this role lacks of those that a store needs: to use what is there, and to make what is not.
async fn missing(table: &Table, session: &Session) -> Result<Vec<Right>, Failure> {
    let sql = "SELECT current_database()::text, n.oid IS NOT NULL, c.oid IS NOT NULL, \
               has_database_privilege(current_database(), 'CREATE'), has_schema_privilege(n.oid, 'USAGE'), \
               has_schema_privilege(n.oid, 'CREATE'), has_table_privilege(c.oid, 'SELECT'), has_table_privilege(c.oid, 'INSERT'), \
               has_table_privilege(c.oid, 'UPDATE'), has_table_privilege(c.oid, 'DELETE') FROM (SELECT 1) one \
               LEFT JOIN pg_namespace n ON n.nspname = $1 LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = $2";
    let (schema, name) = table.names();
    let rows = session.rows(sql, &[(&schema, Type::TEXT), (&name, Type::TEXT)]).await?;
    let Some(row) = rows.first() else { return Ok(Vec::new()) };
    let has = |column: usize| row.try_get::<_, Option<bool>>(column).ok().flatten().unwrap_or_default();
    let database: String = row.try_get(0).unwrap_or_default();
    let on_schema = format!("SCHEMA {}", quote(schema));
    let mut missing = Vec::new();
    if !has(1) && !has(3) {
        missing.push(Right::new("CREATE", format!("DATABASE {}", quote(&database))));
    }
    if has(1) && !has(4) {
        missing.push(Right::new("USAGE", on_schema.clone()));
    }
    if has(1) && !has(2) && !has(5) {
        missing.push(Right::new("CREATE", on_schema));
    }
    if has(2) {
        let of_table = [("SELECT", 6), ("INSERT", 7), ("UPDATE", 8), ("DELETE", 9)];
        let lacks = of_table.into_iter().filter(|(_, column)| !has(*column));
        missing.extend(lacks.map(|(right, _)| Right::new(right, format!("TABLE {}", table.quoted()))));
    }
    Ok(missing)
}
