//! The built-in games: the files of games/, by name and by alias.

use crate::game::{Loaded, read_toml};
use crate::node::{Node, Value};
use crate::problem::nearest;
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

static GAMES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The names of the built-in games, in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(name, _)| *name)
}

/// The name and the text of a built-in game's file, by name or alias.
pub(crate) fn file(name: &str) -> Option<(&'static str, &'static str)> {
    let by_name = GAMES.iter().find(|(known, _)| *known == name);
    by_name.or_else(|| ALIASES.get(name).copied()).copied()
}

/// Whether there is a built-in game of this name or alias; capitals do not matter.
pub(crate) fn has(name: &str) -> bool {
    file(&name.to_lowercase()).is_some()
}

/// The games by alias. All files are read for it, which takes long.
static ALIASES: LazyLock<HashMap<String, &'static (&'static str, &'static str)>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for game in GAMES {
        aliases(game.1).into_iter().for_each(|alias| _ = all.entry(alias).or_insert(game));
    }
    all
});

fn aliases(text: &str) -> Vec<String> {
    let Ok(node) = Node::parse(0, text) else { return Vec::new() };
    let Some(Value::List(items)) = node.get("aliases").map(|n| n.value.clone()) else { return Vec::new() };
    items.into_iter().filter_map(|n| if let Value::Text(t) = n.value { Some(t) } else { None }).collect()
}

/// Why a name is no built-in game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindError {
    /// A built-in game whose file cannot be read, which is a bug.
    Broken {
        /// The name.
        name: String,
        /// What is wrong with the file.
        reason: String,
    },
    /// Nobody knows the name.
    Unknown {
        /// The name.
        name: String,
        /// A name that is near.
        nearest: Option<&'static str>,
    },
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindError::Broken { name, reason } => write!(f, "the built-in file of '{name}' cannot be read: {reason}"),
            FindError::Unknown { name, nearest: Some(near) } => {
                write!(f, "there is no built-in game '{name}'; did you mean '{near}'?")
            }
            FindError::Unknown { name, nearest: None } => {
                write!(f, "there is no built-in game '{name}'; give its file, or see the list of the built-in ones")
            }
        }
    }
}

impl std::error::Error for FindError {}

/// A built-in game, by name or alias; capitals do not matter.
///
/// # Errors
/// [`FindError`] if there is none of that name. A built-in file that cannot be read is a bug that the tests of this
/// crate find.
pub fn find(name: &str) -> Result<Loaded, FindError> {
    let wanted = name.to_lowercase();
    if let Some((id, text)) = file(&wanted) {
        return read_toml(&format!("{id}.toml (built in)"), text)
            .map_err(|report| FindError::Broken { name: wanted, reason: report.to_string() });
    }
    let nearest = nearest(&wanted, names());
    Err(FindError::Unknown { name: wanted, nearest })
}
