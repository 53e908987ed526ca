//! Reading a table's keys: each is asked for once, with its type; what nobody asked for is an error.

use crate::keys::{self, Entry, Fallback, Table, words::Word};
use crate::node::{Node, Value};
use crate::problem::{Place, Problem, ProblemCode, nearest};
use crate::region;
use betza_game::variant::{BySide, KindId, Region};
use betza_ir::geometry::Board;
use betza_notation::Severity;
use std::cell::{Cell, RefCell};

/// The most problems that are told of one game.
const PROBLEMS_TOLD: usize = 1000;

/// What reading has found so far.
pub(crate) struct Findings {
    problems: RefCell<Vec<Problem>>,
    has_errors: Cell<bool>,
}

impl Findings {
    pub fn new() -> Findings {
        Findings { problems: RefCell::new(Vec::new()), has_errors: Cell::new(false) }
    }

    pub fn error(&self, code: ProblemCode, place: &Place, message: impl Into<String>, remedy: impl Into<String>) {
        self.add(Severity::Error, code, place, message.into(), remedy.into());
    }

    pub fn warning(&self, code: ProblemCode, place: &Place, message: impl Into<String>, remedy: impl Into<String>) {
        self.add(Severity::Warning, code, place, message.into(), remedy.into());
    }

    fn add(&self, severity: Severity, code: ProblemCode, place: &Place, message: String, remedy: String) {
        self.has_errors.set(self.has_errors.get() || severity == Severity::Error);
        let mut problems = self.problems.borrow_mut();
        if problems.len() < PROBLEMS_TOLD {
            problems.push(Problem { severity, code, place: place.clone(), message, remedy });
        } else if problems.len() == PROBLEMS_TOLD {
            let message = format!("{PROBLEMS_TOLD} problems are told, and there are more");
            let remedy = "mend these first".to_owned();
            self.has_errors.set(true);
            problems.push(Problem { severity: Severity::Error, code, place: place.clone(), message, remedy });
        }
    }

    /// Whether no more problems are told, so that reading on is idle.
    pub fn is_full(&self) -> bool {
        self.problems.borrow().len() > PROBLEMS_TOLD
    }

    pub fn has_errors(&self) -> bool {
        self.has_errors.get()
    }

    pub fn into_problems(self) -> Vec<Problem> {
        self.problems.into_inner()
    }
}

/// What keys are read against.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub findings: &'a Findings,
    pub board: &'a Board,
    /// The ids of the pieces, in the order of [`KindId`].
    pub ids: &'a [String],
}

impl Scope<'_> {
    /// A value of the wrong type.
    pub fn mismatch(&self, node: &Node, wanted: &str) {
        let message = format!("{} stands where {wanted} is needed", node.value.kind());
        self.findings.error(ProblemCode::BadValue, &node.place, message, format!("write {wanted}"));
    }

    /// The place of a part of a text's value, if the text stands in the file as it is, without escapes; else of the
    /// whole.
    pub fn inside(&self, node: &Node, part: std::ops::Range<usize>) -> Place {
        let Value::Text(text) = &node.value else { return node.place.clone() };
        let quotes = node.place.span.len().saturating_sub(text.len());
        if quotes != 2 {
            return node.place.clone();
        }
        let start = node.place.span.start + 1;
        Place { source: node.place.source, span: start + part.start..start + part.end }
    }

    pub fn text<'n>(&self, node: &'n Node) -> Option<&'n str> {
        if let Value::Text(text) = &node.value {
            return Some(text);
        }
        self.mismatch(node, "a text");
        None
    }

    pub fn bool(&self, node: &Node) -> Option<bool> {
        if let Value::Bool(b) = node.value {
            return Some(b);
        }
        self.mismatch(node, "true or false");
        None
    }

    pub fn number(&self, node: &Node, limit: u8) -> Option<u8> {
        match node.value {
            Value::Int(n) if (0..=i64::from(limit)).contains(&n) => Some(n as u8),
            _ => {
                self.mismatch(node, &format!("a number from 0 to {limit}"));
                None
            }
        }
    }

    /// One of some words.
    pub fn word<T: Clone>(&self, node: &Node, words: &[Word<T>]) -> Option<T> {
        let text = self.text(node)?;
        let found = words.iter().find(|word| word.word == text).map(|word| word.value.clone());
        if found.is_none() {
            let list: Vec<String> = words.iter().map(|word| format!("\"{}\"", word.word)).collect();
            let message = format!("'{text}' means nothing here");
            self.findings.error(ProblemCode::BadValue, &node.place, message, format!("write {}", list.join(" or ")));
        }
        found
    }

    pub fn texts(&self, node: &Node) -> Option<Vec<String>> {
        let Value::List(items) = &node.value else {
            self.mismatch(node, "a list of texts");
            return None;
        };
        items.iter().map(|item| self.text(item).map(str::to_owned)).collect()
    }

    /// A piece's id.
    pub fn kind(&self, node: &Node) -> Option<KindId> {
        let id = self.text(node)?;
        let found = self.ids.iter().position(|known| known == id);
        if found.is_none() {
            let message = format!("the game has no piece '{id}'");
            let remedy = format!("its pieces are {}", self.ids.join(" "));
            self.findings.error(ProblemCode::UnknownPiece, &node.place, message, remedy);
        }
        found.map(KindId::from_index)
    }

    /// A list of pieces' ids; one id stands for a list of one, `*` for all.
    pub fn kinds(&self, node: &Node) -> Option<Vec<KindId>> {
        match &node.value {
            Value::Text(all) if all == "*" => Some((0..self.ids.len()).map(KindId::from_index).collect()),
            Value::Text(_) => self.kind(node).map(|kind| vec![kind]),
            Value::List(items) => {
                let mut kinds = Vec::new();
                for item in items {
                    let kind = self.kind(item)?;
                    if kinds.contains(&kind) {
                        let message = format!("'{}' is named twice", self.ids[kind.index()]);
                        self.findings.error(ProblemCode::BadValue, &item.place, message, "name every piece once");
                        return None;
                    }
                    kinds.push(kind);
                }
                Some(kinds)
            }
            _ => {
                self.mismatch(node, "a list of pieces' ids");
                None
            }
        }
    }

    /// A table of pieces' ids, each with a value.
    pub fn by_kind<T>(&self, node: &Node, read: impl Fn(&Node) -> Option<T>) -> Vec<(KindId, T)> {
        if !matches!(node.value, Value::Table(_)) {
            self.mismatch(node, "a table of pieces' ids");
        }
        let entry = |(key, value): &(crate::node::Key, Node)| {
            let id = Node { place: key.place.clone(), value: Value::Text(key.name.clone()) };
            Some((self.kind(&id)?, read(value)?))
        };
        node.entries().iter().filter_map(entry).collect()
    }

    /// A region as it is written, for one side.
    pub fn region(&self, node: &Node) -> Option<Region> {
        let text = self.text(node)?;
        match region::read(self.board, text) {
            Ok(region) => Some(region),
            Err(e) => {
                let place = self.inside(node, e.span);
                self.findings.error(ProblemCode::BadValue, &place, e.message, region::REMEDY);
                None
            }
        }
    }

    /// A region, mirrored for Black if one is given for both.
    pub fn regions(&self, node: &Node) -> Option<BySide<Region>> {
        match node.value {
            Value::Table(_) => self.by_side(node, |n| self.region(n)),
            _ => self.region(node).map(|region| region::for_both(self.board, region)),
        }
    }

    /// A value for both sides, or `{ white = .., black = .. }`.
    pub fn by_side<T: Clone>(&self, node: &Node, read: impl Fn(&Node) -> Option<T>) -> Option<BySide<T>> {
        if !matches!(node.value, Value::Table(_)) {
            let value = read(node)?;
            return Some([value.clone(), value]);
        }
        let mut section = Section::new(*self, Some(node), &keys::SIDES);
        let [white, black] = ["white", "black"].map(|side| section.get(side).and_then(&read));
        section.finish();
        Some([white?, black?])
    }
}

/// A table whose keys are being read. Which keys it may have and what holds without them is said by its [`Table`].
pub(crate) struct Section<'a> {
    pub scope: Scope<'a>,
    pub node: Option<&'a Node>,
    title: String,
    table: &'static Table,
}

impl<'a> Section<'a> {
    /// A table, under its usual name in messages. What is no table is an error. It reads as an empty one, as does a
    /// table that is not there.
    pub fn new(scope: Scope<'a>, node: Option<&'a Node>, table: &'static Table) -> Section<'a> {
        Section::titled(scope, node, table, table.name)
    }

    /// A table, under a name of its own in messages.
    pub fn titled(scope: Scope<'a>, node: Option<&'a Node>, table: &'static Table, title: &str) -> Section<'a> {
        if let Some(node) = node.filter(|node| !matches!(node.value, Value::Table(_))) {
            scope.mismatch(node, "a table");
        }
        Section { scope, node, title: title.to_owned(), table }
    }

    /// Says which keys there are, once that is known.
    pub fn narrow(&mut self, table: &'static Table) {
        self.table = table;
    }

    fn entry(&self, key: &str) -> Option<&'static Entry> {
        let entry = self.table.entry(key);
        debug_assert!(entry.is_some(), "the table of {} has no key '{key}'", self.title);
        entry
    }

    /// The value of a key, if it is written. It is an error if it must be and is not.
    pub fn get(&mut self, key: &str) -> Option<&'a Node> {
        let found = self.node.and_then(|node| node.get(key));
        if found.is_none() && self.entry(key).is_some_and(|entry| entry.default == Fallback::Needed) {
            self.lacks(key);
        }
        found
    }

    /// Says that a key must be written.
    pub fn lacks(&self, key: &str) {
        let Some(node) = self.node else { return };
        let message = format!("{} has no '{key}'", self.title);
        self.scope.findings.error(ProblemCode::MissingKey, &node.place, message, format!("add '{key} = ...'"));
    }

    /// A table under a key; `false` says that there is none, as does leaving it out.
    pub fn table(&mut self, key: &str) -> Option<&'a Node> {
        self.get(key).filter(|node| !matches!(node.value, Value::Bool(false)))
    }

    pub fn bool(&mut self, key: &str) -> bool {
        let scope = self.scope;
        self.get(key).and_then(|node| scope.bool(node)).unwrap_or_else(|| self.table.switch(key))
    }

    /// A number, or its default. `None` if it must be written and is not, or is no number.
    pub fn number(&mut self, key: &str) -> Option<u8> {
        match self.get(key) {
            Some(node) => self.scope.number(node, u8::MAX),
            None => self.table.number(key),
        }
    }

    /// A number from 1, or its default. `None` if it must be written and is not, or means nothing.
    pub fn positive(&mut self, key: &str) -> Option<u8> {
        let Some(node) = self.get(key) else { return self.number(key) };
        let number = self.scope.number(node, u8::MAX)?;
        if number == 0 {
            self.scope.mismatch(node, "a number from 1");
        }
        (number > 0).then_some(number)
    }

    /// One of some words, or its default. `None` if it must be written and is not, or means nothing.
    pub fn word<T: Clone>(&mut self, key: &str, words: &[Word<T>]) -> Option<T> {
        match self.get(key) {
            Some(node) => self.scope.word(node, words),
            None => self.table.word(key, words),
        }
    }

    pub fn kinds(&mut self, key: &str) -> Vec<KindId> {
        let scope = self.scope;
        self.get(key).and_then(|node| scope.kinds(node)).unwrap_or_default()
    }

    /// A region of each side, or this one where nothing is written.
    pub fn regions(&mut self, key: &str, default: BySide<Region>) -> BySide<Region> {
        let scope = self.scope;
        self.get(key).and_then(|node| scope.regions(node)).unwrap_or(default)
    }

    /// Ends the table: keys that it does not have are errors.
    pub fn finish(self) {
        for (key, _) in self.node.map_or(&[][..], Node::entries) {
            if self.table.entry(&key.name).is_none() {
                let known = || self.table.keys.iter().map(|entry| entry.name);
                let message = format!("{} has no key '{}'", self.title, key.name);
                let remedy = match nearest(&key.name, known()) {
                    Some(word) => format!("did you mean '{word}'?"),
                    None => format!("its keys are {}", known().collect::<Vec<_>>().join(", ")),
                };
                self.scope.findings.error(ProblemCode::UnknownKey, &key.place, message, remedy);
            }
        }
    }
}
