//! A language server for files of chess variants and of their pieces: game files (TOML), `variants.ini`, and files with
//! one notation a line.
//!
//! It tells what is wrong while one types and offers what was meant, explains and draws the notation under the pointer,
//! completes keys and their values with their meaning, and goes to a game's parent. [`serve`] talks over standard input
//! and output until the editor takes its leave.

#![forbid(unsafe_code)]

mod document;
mod keys;
mod places;
mod server;

use betza_notation::Dialect;
use std::error::Error;

/// Serves one editor over standard input and output. `dialect` is that of lines that name none in files of notations.
///
/// # Errors
/// What breaks the connection, or an editor that does not keep to the protocol.
pub fn serve(dialect: Dialect) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (connection, threads) = lsp_server::Connection::stdio();
    server::run(&connection, dialect)?;
    // The thread that writes ends when nobody can send to it any more.
    drop(connection);
    threads.join()?;
    Ok(())
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
