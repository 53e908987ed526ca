//! What stands beside a board: the pieces of its game, its rules in English, pictures, and the game in other forms.

use crate::kept::{self, Source};
use crate::play::Play;
use crate::thrown::Thrown;
use crate::{Told, json};
use betza::{KindId, Severity, Side};
use betza_explain::diagram::{self, Marks};
use betza_explain::english;
use betza_game::variant::{Region, Variant};
use betza_ir::geometry::Square;
use betza_variants::exchange::{Written, cecp, diagram as exchange, ini};
use betza_variants::outline::{self, Given};
use betza_variants::{rulebook, write_toml};
use serde::{Serialize, Serializer};
use wasm_bindgen::prelude::*;

/// A kind of piece of a game. What differs by side is White's, then Black's.
#[derive(Serialize)]
struct Shown {
    id: String,
    letters: [String; 2],
    name: String,
    notation: [String; 2],
    dialect: &'static str,
    english: [String; 2],
    royal: bool,
    /// What it promotes to, by name.
    promotions: [Vec<String>; 2],
    /// Where it promotes.
    zone: [Vec<String>; 2],
    /// The squares to which it is confined; nothing if it may go everywhere.
    region: [Option<Vec<String>>; 2],
    /// SVG.
    pictures: [String; 2],
}

/// The names of a region's squares.
fn named(variant: &Variant, region: &Region) -> Vec<String> {
    variant.board.squares().filter(|&s| region.contains(s)).map(|s| variant.board.name(s)).collect()
}

#[derive(Serialize)]
struct Exported {
    text: String,
    unsaid: Vec<String>,
}

#[wasm_bindgen]
impl Play {
    /// The pieces of the game, as a JSON list:
    /// `{id, letters, name, notation, dialect, english, royal, promotions, zone, region, pictures}`.
    ///
    /// # Errors
    /// None that can happen.
    pub fn kinds(&self) -> Result<String, Thrown> {
        let game = self.position().game();
        let variant = game.any().variant();
        let shown = variant.kinds.iter().enumerate().map(|(i, kind)| {
            let promotion = kind.promotion.as_ref();
            Shown {
                id: kind.id.clone(),
                letters: kind.letters.clone(),
                name: kind.name.clone(),
                notation: kind.notation.clone(),
                dialect: kind.dialect.id(),
                english: kind.moves.each_ref().map(english::piece),
                royal: kind.royal,
                promotions: Side::BOTH.map(|side| {
                    let to = promotion.map(|p| &p.to[side.index()]);
                    to.into_iter().flatten().map(|k| variant.kinds[k.index()].name.clone()).collect()
                }),
                zone: Side::BOTH.map(|side| promotion.map_or_else(Vec::new, |p| named(variant, &p.zone[side.index()]))),
                region: kind.region.each_ref().map(|region| region.as_ref().map(|r| named(variant, r))),
                pictures: Side::BOTH.map(|side| game.piece_svg(KindId::from_index(i), side)),
            }
        });
        json(&shown.collect::<Vec<_>>())
    }

    /// The rules that no notation says, in English, as a JSON list.
    ///
    /// # Errors
    /// None that can happen.
    pub fn rules(&self) -> Result<String, Thrown> {
        json(&rulebook::rules(self.position().game().any().variant()))
    }

    /// The board without pieces, as SVG: 40 units a square, without a margin.
    pub fn ground(&self) -> String {
        self.position().ground_svg()
    }

    /// The position as SVG.
    pub fn svg(&self) -> String {
        self.position().svg()
    }

    /// What a kind could do from a square where the other pieces stand, as JSON: `[{square, marks}]`; on the board
    /// without any other piece if it is `alone`. The kind is named by its place in `kinds`.
    ///
    /// # Errors
    /// For a kind or a square that is none.
    #[wasm_bindgen(js_name = kindMarks)]
    pub fn kind_marks(&self, kind: usize, white: bool, at: &str, alone: bool) -> Result<String, Thrown> {
        let (position, game) = (self.position(), self.position().game());
        let variant = game.any().variant();
        let kind = variant.kinds.get(kind).ok_or_else(|| Thrown::new("bad-value", "the game has no such kind"))?;
        let side = if white { Side::White } else { Side::Black };
        let at = variant.board.parse_square(at)?;
        let others = game.squares().filter(|&s| s != at);
        let men: Vec<(Square, Side)> = others.filter_map(|s| Some((s, position.piece_at(s)?.0))).collect();
        let mut marks: Vec<(Square, Marks)> = Vec::new();
        for piece in kind.pieces(side) {
            let drawn = if alone {
                diagram::general(piece, &variant.board, at, side)?
            } else {
                diagram::with_men(piece, &variant.board, at, side, &men)?
            };
            for square in game.squares().filter(|&s| !drawn.mark(s).is_empty()) {
                match marks.iter_mut().find(|(s, _)| *s == square) {
                    Some((_, known)) => *known |= drawn.mark(square),
                    None => marks.push((square, drawn.mark(square))),
                }
            }
        }
        let region = kind.region[side.index()];
        marks.retain(|(square, _)| region.is_none_or(|region| region.contains(*square)));
        json(&marks.into_iter().map(|(s, m)| crate::piece::marked(game.square_name(s), m)).collect::<Vec<_>>())
    }

    /// The game as `toml`, `ini` (a section of a `variants.ini`), `diagram` (the text of an Interactive Diagram) or
    /// `xboard` (its setup and piece lines): `{text, unsaid}`, where `unsaid` lists the rules for which the form has no
    /// words.
    ///
    /// # Errors
    /// For a form that is none.
    pub fn exported(&self, form: &str) -> Result<String, Thrown> {
        let variant = self.position().game().any().variant();
        let Written { text, unsaid } = match form {
            "toml" => Written { text: write_toml(variant), unsaid: Vec::new() },
            "diagram" => exchange::write(variant),
            "ini" => ini::write(variant),
            "xboard" => cecp::write(variant),
            other => {
                let message = format!("there is no form '{other}': take toml, ini, diagram or xboard");
                return Err(Thrown::word("unknown-form", other, &message));
            }
        };
        json(&Exported { text, unsaid })
    }
}

#[derive(Serialize)]
struct CheckedGame {
    ok: bool,
    diagnostics: Vec<Told>,
}

/// What is wrong with a game file: `{ok, diagnostics}`, with warnings where it is right.
///
/// # Errors
/// None that can happen.
#[wasm_bindgen(js_name = checkToml)]
pub fn check_toml(text: &str) -> Result<String, Thrown> {
    json(&match kept::game(&Source::Toml(text)) {
        Ok(game) => CheckedGame { ok: true, diagnostics: Told::all(text, game.warnings()) },
        Err(e) => CheckedGame { ok: false, diagnostics: Told::all(text, e.diagnostics()) },
    })
}

/// A value of a game file as JSON has it.
struct Value<'a>(&'a Given);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Given::Text(text) => to.serialize_str(text),
            Given::Number(n) => to.serialize_i64(*n),
            Given::Switch(b) => to.serialize_bool(*b),
            Given::List(items) => to.collect_seq(items.iter().map(Value)),
            Given::Table(entries) => to.collect_map(entries.iter().map(|(key, given)| (key, Value(given)))),
        }
    }
}

/// The keys of a game file with their values, laid over those of its parents, as JSON.
///
/// # Errors
/// What its syntax does not allow, and a parent that is none.
#[wasm_bindgen(js_name = tomlKeys)]
pub fn toml_keys(text: &str) -> Result<String, Thrown> {
    let given = outline::given(text).map_err(|report| {
        let message = report.to_string();
        match report.problems.into_iter().find(|p| p.severity == Severity::Error) {
            // A place in the text of a parent is none in this one; the message has it.
            Some(p) if p.place.source == 0 => Thrown::at(p.code.as_str(), text, &p.place.span, &message),
            first => Thrown::new(first.map_or("error", |p| p.code.as_str()), &message),
        }
    })?;
    json(&Value(&given))
}
