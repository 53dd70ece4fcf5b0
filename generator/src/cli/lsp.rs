//! `tfgen lsp`: serves one editor over standard input and output.

use super::session::Failure;
use crate::language_server;
use lsp_server::Connection;

/// Serves until the editor says goodbye or is gone.
pub fn run() -> Result<(), Failure> {
    let (connection, threads) = Connection::stdio();
    let served = language_server::serve(&connection);
    // The writing thread ends when nobody can send any more.
    drop(connection);
    served.map_err(Failure::Error)?;
    threads.join().map_err(|error| Failure::Error(format!("the connection to the editor broke: {error}")))
}
