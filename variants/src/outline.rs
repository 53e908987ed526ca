//! Where the notations and the parents of game files stand, for editors.

use crate::builtin;
use crate::game;
use crate::ini;
use crate::node::{Node, Value};
use crate::problem::{ProblemCode, Report, Source};
use crate::section::Findings;
use betza_ir::sorted;
use betza_notation::Dialect;
use std::ops::Range;
use std::str::FromStr;

/// A notation in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// Its bytes in the file, with the quotes of a text.
    pub span: Range<usize>,
    /// The notation.
    pub text: String,
    /// Its dialect.
    pub dialect: Dialect,
}

/// The name of a parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// Its bytes in the file, with the quotes of a text.
    pub span: Range<usize>,
    /// The name.
    pub name: String,
    /// The bytes of its header, if it is an earlier section of the file.
    pub section: Option<Range<usize>>,
}

/// What a file names.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Outline {
    /// The notations, in the file's order.
    pub notations: Vec<Notation>,
    /// The parents, in the file's order.
    pub parents: Vec<Parent>,
}

/// The name and the text of a built-in game's file, by name or alias.
#[must_use]
pub fn built_in(name: &str) -> Option<(&'static str, &'static str)> {
    builtin::file(&name.to_lowercase())
}

/// A file is broken while one types in it: as many lines may be.
const BROKEN_LINES: usize = 4;

/// A native game file, lines with broken syntax left out, and its text with blanks in their place.
fn tree(text: &str) -> Option<(Node, String)> {
    let mut text = text.to_owned();
    for _ in 0..=BROKEN_LINES {
        let at = match game::parse(0, &text) {
            Ok(node) => return Some((node, text)),
            Err((span, _)) => (0..=span.start.min(text.len())).rev().find(|&i| text.is_char_boundary(i))?,
        };
        let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
        let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
        text.replace_range(start..end, &" ".repeat(end - start));
    }
    None
}

/// The outline of a native game file, without lines whose syntax is broken; empty if too many are.
#[must_use]
pub fn of_toml(text: &str) -> Outline {
    let mut outline = Outline::default();
    let Some((own, text)) = tree(text) else { return outline };
    if let Some(Node { place, value: Value::Text(name) }) = own.get("parent") {
        outline.parents.push(Parent { span: place.span.clone(), name: name.clone(), section: None });
    }
    // Dialects may be the parents'. Without known parents the file is all there is.
    let mut sources = vec![Source { name: String::new(), text }];
    let whole = game::whole(&mut sources, &Findings::new()).unwrap_or(own);
    let dialect = dialect_of(&whole).unwrap_or(Dialect::Betza);
    for (_, piece) in whole.get("pieces").map_or(&[][..], Node::entries) {
        let dialect = dialect_of(piece).unwrap_or(dialect);
        let moves = piece.get("move").into_iter();
        let inside = piece.get("inside").into_iter().flat_map(|inside| match &inside.value {
            Value::List(tables) => tables.iter().collect(),
            _ => vec![inside],
        });
        for given in moves.chain(inside.filter_map(|table| table.get("move"))) {
            for node in std::iter::once(given).chain(given.entries().iter().map(|(_, node)| node)) {
                if let (Value::Text(text), 0) = (&node.value, node.place.source) {
                    outline.notations.push(Notation { span: node.place.span.clone(), text: text.clone(), dialect });
                }
            }
        }
    }
    sorted::sort_by_key(&mut outline.notations, |notation| notation.span.start);
    outline
}

/// The ids and names of a native game file's pieces, with those of its parents.
#[must_use]
pub fn pieces(text: &str) -> Vec<(String, String)> {
    let Some((own, text)) = tree(text) else { return Vec::new() };
    let mut sources = vec![Source { name: String::new(), text }];
    let whole = game::whole(&mut sources, &Findings::new()).unwrap_or(own);
    let name = |(key, piece): &(crate::node::Key, Node)| {
        let name =
            piece.get("name").and_then(|name| if let Value::Text(text) = &name.value { Some(text) } else { None });
        (key.name.clone(), name.unwrap_or(&key.name).clone())
    };
    let is_piece = |(_, piece): &&(crate::node::Key, Node)| matches!(piece.value, Value::Table(_));
    whole.get("pieces").map_or(&[][..], Node::entries).iter().filter(is_piece).map(name).collect()
}

/// A value that a file gives, without its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
    /// `true` or `false`.
    Switch(bool),
    /// A list.
    List(Vec<Given>),
    /// A table, in the order of the file.
    Table(Vec<(String, Given)>),
}

/// All keys of a native game file with their values, as they are written, laid over those of its parents.
///
/// # Errors
/// What the syntax does not allow, a parent that is none, and values that no key has.
pub fn given(text: &str) -> Result<Given, Report> {
    let mut sources = vec![Source { name: String::new(), text: text.to_owned() }];
    let findings = Findings::new();
    let given = game::whole(&mut sources, &findings).and_then(|node| {
        let given = given_by(&node);
        if given.is_none() {
            let message = "a date or a fraction stands in the file, and no key has one";
            findings.error(ProblemCode::BadValue, &node.place, message, "write a text or a whole number");
        }
        given
    });
    match given {
        Some(given) if !findings.has_errors() => Ok(given),
        _ => Err(Report { sources, problems: findings.into_problems() }),
    }
}

fn given_by(node: &Node) -> Option<Given> {
    Some(match &node.value {
        Value::Text(text) => Given::Text(text.clone()),
        Value::Int(n) => Given::Number(*n),
        Value::Bool(b) => Given::Switch(*b),
        Value::List(items) => Given::List(items.iter().map(given_by).collect::<Option<_>>()?),
        Value::Table(entries) => {
            let entry = |(key, node): &(crate::node::Key, Node)| Some((key.name.clone(), given_by(node)?));
            Given::Table(entries.iter().map(entry).collect::<Option<_>>()?)
        }
        Value::Other => return None,
    })
}

fn dialect_of(table: &Node) -> Option<Dialect> {
    match &table.get("dialect")?.value {
        Value::Text(id) => Dialect::from_str(id).ok(),
        _ => None,
    }
}

/// The outline of a `variants.ini`. A named piece that is given a letter alone counts as its notation.
#[must_use]
pub fn of_ini(text: &str) -> Outline {
    let mut outline = Outline::default();
    let file = ini::sections(text);
    for (i, section) in file.sections.iter().enumerate() {
        if let Some((name, span)) = &section.parent {
            let earlier = file.first_of(name).filter(|&earlier| earlier < i);
            let section = earlier.map(|earlier| file.sections[earlier].span.clone());
            outline.parents.push(Parent { span: span.clone(), name: (*name).to_owned(), section });
        }
        for entry in section.entries.iter().filter(|entry| ini::is_piece_key(entry.key)) {
            let named = ini::NAMED.iter().find(|(name, _)| *name == entry.key);
            let (span, text) = match (entry.value.split_once(':'), named) {
                (Some((letter, notation)), _) => {
                    (entry.value_span.start + letter.len() + 1..entry.value_span.end, notation)
                }
                (None, Some((_, notation))) => (entry.value_span.clone(), *notation),
                (None, None) => continue,
            };
            outline.notations.push(Notation { span, text: text.to_owned(), dialect: Dialect::Fsf });
        }
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    /// While a line is being typed, what the others name is still there, at its place.
    #[test]
    fn broken_lines_are_left_out() {
        let text = "parent = \"chess\"\n[hands]\ndr\u{e4}\n[pieces.N]\nmove = \"nN\"\n[royalty\n";
        let outline = of_toml(text);
        let parents: Vec<&str> = outline.parents.iter().map(|parent| &text[parent.span.clone()]).collect();
        assert_eq!(parents, ["\"chess\""]);
        let notations: Vec<&str> = outline.notations.iter().map(|notation| &text[notation.span.clone()]).collect();
        assert_eq!(notations, ["\"nN\""]);
        assert_eq!(of_toml("a\nb\nc\nd\ne\nf\n"), Outline::default());
    }

    /// What a file gives is its own, and of its parents what it does not say itself.
    #[test]
    fn keys_are_given_with_those_of_the_parents() {
        let of = |given: &Given, path: &[&str]| {
            path.iter().try_fold(given.clone(), |given, key| match given {
                Given::Table(entries) => entries.into_iter().find(|(name, _)| name == key).map(|(_, given)| given),
                _ => None,
            })
        };
        let text = "format = 1\nparent = \"chess\"\nname = \"mine\"\nmust_capture = true\n[pieces.N]\nmove = \"NA\"\n[results]\nmoves = 7\n";
        let given = given(text).unwrap();
        assert_eq!(of(&given, &["must_capture"]), Some(Given::Switch(true)));
        assert_eq!(of(&given, &["pieces", "N", "move"]), Some(Given::Text("NA".to_owned())));
        assert_eq!(of(&given, &["pieces", "N", "name"]), Some(Given::Text("Knight".to_owned())));
        assert_eq!(of(&given, &["results", "moves"]), Some(Given::Number(7)));
        assert_eq!(of(&given, &["results", "repetition"]), Some(Given::Number(3)));
        assert_eq!(of(&given, &["title"]), None, "a title is not inherited");
        let to = ["Q", "R", "B", "N"].map(|id| Given::Text(id.to_owned())).to_vec();
        assert_eq!(of(&given, &["pieces", "P", "promotion", "to"]), Some(Given::List(to)));
        assert!(super::given("format = 1\nparent = \"cheese\"\n").is_err());
        assert!(super::given("format = 1\nname = 1.5\n").is_err());
    }
}
