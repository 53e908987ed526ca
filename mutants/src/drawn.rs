//! The mutants that were drawn, as cargo-mutants lists them.

use serde_json::Value;
use std::ops::Range;

/// A line and a column, both from 1; columns count characters.
type Place = (usize, usize);

/// What a mutant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Genre {
    /// The body of a function becomes a value.
    FnValue,
    /// A guard of a match becomes true or false.
    MatchArmGuard,
    /// An operator between operands becomes another one.
    BinaryOperator,
    /// An operator before its operand is left out.
    UnaryOperator,
    /// An arm of a match is left out.
    MatchArm,
    /// A field of a struct is left to the base of the expression.
    StructField,
}

/// A change of one place.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its place in the order of the seed, from 1.
    pub number: u32,
    /// Where it is and what it does, in words.
    pub name: String,
    /// The file, from the root of the tree.
    pub file: String,
    /// What it changes.
    pub genre: Genre,
    /// The text that stands for the changed text.
    pub replacement: String,
    start: Place,
    end: Place,
}

impl Mutant {
    /// Reads an array of mutants, each with its number.
    ///
    /// # Errors
    /// If something of a mutant is missing, in words.
    pub fn read_all(text: &str) -> Result<Vec<Mutant>, String> {
        let all: Vec<Value> = serde_json::from_str(text).map_err(|e| e.to_string())?;
        all.iter().map(|value| Mutant::read(value).ok_or_else(|| format!("no mutant: {value}"))).collect()
    }

    fn read(value: &Value) -> Option<Mutant> {
        let text = |key: &str| Some(value.get(key)?.as_str()?.to_owned());
        let place = |key: &str| {
            let place = value.get("span")?.get(key)?;
            let part = |key: &str| usize::try_from(place.get(key)?.as_u64()?).ok();
            Some((part("line")?, part("column")?))
        };
        let genre = match text("genre")?.as_str() {
            "FnValue" => Genre::FnValue,
            "MatchArmGuard" => Genre::MatchArmGuard,
            "BinaryOperator" => Genre::BinaryOperator,
            "UnaryOperator" => Genre::UnaryOperator,
            "MatchArm" => Genre::MatchArm,
            "StructField" => Genre::StructField,
            _ => return None,
        };
        Some(Mutant {
            number: u32::try_from(value.get("number")?.as_u64()?).ok()?,
            name: text("name")?,
            file: text("file")?,
            genre,
            replacement: text("replacement")?,
            start: place("start")?,
            end: place("end")?,
        })
    }

    /// The bytes of its file's text that it changes.
    #[must_use]
    pub fn bytes(&self, text: &str) -> Option<Range<usize>> {
        Some(byte(text, self.start)?..byte(text, self.end)?)
    }
}

/// The byte of a text at a place.
fn byte(text: &str, (line, column): Place) -> Option<usize> {
    let mut start = 0;
    for _ in 1..line {
        start += text[start..].find('\n')? + 1;
    }
    let (offset, _) = text[start..].char_indices().nth(column - 1)?;
    Some(start + offset)
}
