//! The keys of a table as they are written: in the table's order, without those that are at their default.

use super::values::quoted;
use crate::keys::{Fallback, Table};

/// The keys of a table with their values.
pub(super) struct Keys {
    table: &'static Table,
    /// The values of its keys, in their order.
    values: Vec<Option<String>>,
}

impl Keys {
    pub fn of(table: &'static Table) -> Keys {
        Keys { table, values: vec![None; table.keys.len()] }
    }

    /// Takes a value, unless it holds without being written.
    pub fn put(&mut self, key: &str, value: impl Into<String>) {
        let value = value.into();
        let Some(at) = self.table.keys.iter().position(|entry| entry.name == key) else {
            debug_assert!(false, "{} has no key '{key}'", self.table.name);
            return;
        };
        let holds = match self.table.keys[at].default {
            Fallback::Needed | Fallback::Said(_) => false,
            Fallback::Switch(on) => value == on.to_string(),
            Fallback::Number(n) => value == n.to_string(),
            Fallback::Word(word) => value == quoted(word),
            Fallback::Nothing => ["[]", "{  }", "\"none\""].contains(&value.as_str()),
        };
        self.values[at] = Some(value).filter(|_| !holds);
    }

    /// Takes a value if there is one.
    pub fn some(&mut self, key: &str, value: Option<String>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.values.iter().all(Option::is_none)
    }

    /// A line for each.
    pub fn lines(&self) -> String {
        self.entries().map(|entry| entry + "\n").collect()
    }

    /// All in braces.
    pub fn inline(&self) -> String {
        format!("{{ {} }}", self.entries().collect::<Vec<_>>().join(", "))
    }

    fn entries(&self) -> impl Iterator<Item = String> {
        let all = self.table.keys.iter().zip(&self.values);
        all.filter_map(|(entry, value)| Some(format!("{} = {}", entry.name, value.as_ref()?)))
    }
}
