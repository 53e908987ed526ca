//! A TOML file as a tree that knows where each value stands, so that a game can be laid over its parent.

use crate::problem::Place;
use betza_ir::sorted;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub place: Place,
    pub value: Value,
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Int(i64),
    Bool(bool),
    List(Vec<Node>),
    Table(Vec<(Key, Node)>),
    /// A date or a fraction: no key has one.
    Other,
}

/// A key and its place.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub name: String,
    pub place: Place,
}

impl Value {
    /// The type's name in messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Text(_) => "a text",
            Value::Int(_) => "a number",
            Value::Bool(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other => "a date or a fraction",
        }
    }
}

/// The most bytes of a file: some thirty times the longest built-in one.
const BYTES: usize = 1 << 18;

/// The most entries of one table, since they are looked for one after the other.
const ENTRIES: usize = 1024;

impl Node {
    /// Reads a file.
    ///
    /// # Errors
    /// What TOML's syntax does not allow, or a file or table that is too long, with its place.
    pub fn parse(source: usize, text: &str) -> Result<Node, (Range<usize>, String)> {
        if text.len() > BYTES {
            return Err((
                0..0,
                format!(
                    "the file has {} bytes, and {BYTES} is the limit: put each game into a file of its own",
                    text.len()
                ),
            ));
        }
        let table = DeTable::parse(text)
            .map_err(|e| (e.span().unwrap_or(0..0), e.message().lines().collect::<Vec<_>>().join(", ")))?;
        let place = Place { source, span: 0..text.len() };
        let node = Node { place, value: Value::Table(entries(source, table.into_inner())) };
        match node.first_too_many() {
            Some(key) => {
                let message = format!(
                    "'{}' is one more than the {ENTRIES} entries that a table may have: leave some out",
                    key.name
                );
                Err((key.place.span.clone(), message))
            }
            None => Ok(node),
        }
    }

    /// The key in this tree that is one more than its table may have.
    fn first_too_many(&self) -> Option<&Key> {
        let inner = match &self.value {
            Value::Table(entries) if entries.len() > ENTRIES => return Some(&entries[ENTRIES].0),
            Value::Table(entries) => entries.iter().map(|(_, node)| node).collect(),
            Value::List(items) => items.iter().collect(),
            _ => Vec::new(),
        };
        inner.into_iter().find_map(Node::first_too_many)
    }

    fn of(source: usize, value: Spanned<DeValue<'_>>) -> Node {
        let place = Place { source, span: value.span() };
        let value = match value.into_inner() {
            DeValue::String(text) => Value::Text(text.into_owned()),
            DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).map_or(Value::Other, Value::Int),
            DeValue::Boolean(b) => Value::Bool(b),
            DeValue::Array(items) => Value::List(items.into_iter().map(|item| Node::of(source, item)).collect()),
            DeValue::Table(table) => Value::Table(entries(source, table)),
            DeValue::Float(_) | DeValue::Datetime(_) => Value::Other,
        };
        Node { place, value }
    }

    /// The entries, if it is a table.
    pub fn entries(&self) -> &[(Key, Node)] {
        if let Value::Table(entries) = &self.value { entries } else { &[] }
    }

    /// The entry of a table.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.entries().iter().find(|(key, _)| key.name == name).map(|(_, node)| node)
    }

    /// Lays `over` over this: tables entry by entry, everything else is replaced.
    pub fn overlay(&mut self, over: Node) {
        match (&mut self.value, over.value) {
            (Value::Table(under), Value::Table(entries)) => {
                for (key, node) in entries {
                    match under.iter_mut().find(|(k, _)| k.name == key.name) {
                        Some((k, old)) => {
                            k.place = key.place;
                            old.overlay(node);
                        }
                        None => under.push((key, node)),
                    }
                }
            }
            (under, value) => *under = value,
        }
        self.place = over.place;
    }

    /// Takes an entry out of a table.
    pub fn remove(&mut self, name: &str) {
        if let Value::Table(entries) = &mut self.value {
            entries.retain(|(key, _)| key.name != name);
        }
    }
}

/// In the order of the file.
fn entries(source: usize, table: DeTable<'_>) -> Vec<(Key, Node)> {
    let mut all: Vec<(Key, Node)> = table
        .into_iter()
        .map(|(key, value)| {
            let place = Place { source, span: key.span() };
            (Key { name: key.into_inner().into_owned(), place }, Node::of(source, value))
        })
        .collect();
    sorted::sort_by_key(&mut all, |(key, _)| key.place.span.start);
    all
}
