//! The reading of a notation that stands on the command line.

use crate::failure::Failure;
use crate::shell::quoted;
pub use betza::readings::{Chosen, Group};
use betza::readings::{Unclear, of};
use betza_notation::Dialect;

/// Reads a notation, in this dialect or, if none was named, as it is meant; a name of a piece is one, too. Notes are
/// printed. `command` is what the user called.
///
/// # Errors
/// What is wrong with it, or the commands among which the user must choose.
pub fn chosen(text: &str, dialect: Option<Dialect>, command: &str) -> Result<Chosen, Failure> {
    let found = match dialect {
        Some(dialect) => {
            let reading = crate::query::read(text, dialect)?;
            Chosen { text: text.to_owned(), dialect, reading, note: None }
        }
        None => match of(text) {
            Ok(chosen) => chosen,
            Err(Unclear::Unread(diagnostics)) => return Err(Failure::Notation { text: text.to_owned(), diagnostics }),
            Err(Unclear::Several(groups)) => return Err(Failure::Input(choices(text, &groups, command))),
        },
    };
    if let Some(note) = &found.note {
        say!("note: {note}");
    }
    Ok(found)
}

fn choices(text: &str, groups: &[Group], command: &str) -> String {
    let mut message = format!("the dialects read `{text}` in {} ways: name one", groups.len());
    for group in groups {
        let first = group.members[0].0;
        message.push_str(&format!("\n  {command} {} --dialect {first}", quoted(text)));
        if group.members.len() > 1 {
            message.push_str(&format!("  # as {}", group.names()));
        }
    }
    message.push_str(&format!("\n`betza dialects {}` shows where they part.", quoted(text)));
    message
}
