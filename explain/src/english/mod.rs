//! The IR in English that a player understands.
//!
//! [`piece`] gives a list: one item for each way to move, with its steps below it where it has several. Words are those
//! of players: orthogonally, diagonally, a Knight's leap; directions are the owner's. Pieces that players know are
//! named first. No sentence has more than 40 words.

mod chain;
mod known;
mod leg;
mod merge;
mod paths;
mod sectors;
mod words;

use betza_ir::{Castling, Condition, Drop, Landing, Modes, Move, Piece, Victims};
use known::Known;
use words::{SENTENCE, begins_short, both, either, number, sentence, squares};

/// Explains a piece: lines without trailing spaces, first its name if players have one, then items marked `-` and
/// numbered steps indented below theirs.
#[must_use]
pub fn piece(piece: &Piece) -> String {
    let mut text = String::new();
    let mut items = Vec::new();
    if piece.royal {
        items.push(Item::new("It is royal: its loss loses the game."));
    }
    let named = known::piece(&piece.moves);
    if let Some(name) = &named {
        text = format!("{}.\n", sentence(name));
        items.extend(moves(&piece.moves));
    } else {
        items.extend(among_others(&piece.moves));
    }
    items.extend(piece.castlings.iter().map(castling));
    if !piece.immobilizes.is_empty() {
        let mut item = Item::new("As long as it stands there, enemies that it could reach in these ways cannot move:");
        item.steps = moves(&piece.immobilizes);
        items.push(item);
    }
    items.extend(piece.drops.iter().map(drop));
    if piece.moves.is_empty() && piece.castlings.is_empty() {
        items.push(Item::new("It never moves."));
    }
    if let Some(promotions) = &piece.promotions {
        let some = promotions.chunks(SENTENCE / 4).map(|some| format!("It may promote to {}.", either(some)));
        let some: Vec<String> = some.collect();
        items.push(Item::new(format!("{} Where and when, the game's rules say.", some.join(" "))));
    }
    for item in &items {
        item.write(&mut text, 0, 0, "- ");
    }
    text
}

/// The moves of a piece that has no name as a whole; those of known pieces among them are named.
fn among_others(all: &[Move]) -> Vec<Item> {
    let Known { named, rest } = known::among(all);
    let mut items = Vec::new();
    for (name, some) in named {
        let mut own = moves(&some);
        match &mut own[..] {
            [one] => {
                let acts =
                    ["Moves", "Captures", "Changes", "Passes", "Comes"].iter().any(|verb| one.text.starts_with(verb));
                let it = if acts { ", it" } else { ":" };
                let text = format!("As {name}{it} {}", chain::lowered(&one.text));
                if begins_short(&text) {
                    items.push(Item { text, ..one.clone() });
                } else {
                    items.push(Item { text: format!("As {name}:"), steps: own, ..Item::default() });
                }
            }
            _ => items.push(Item { text: format!("As {name}:"), steps: own, ..Item::default() }),
        }
    }
    items.extend(moves(&rest));
    items
}

/// A sentence and the items below it.
#[derive(Clone, Debug, Default)]
struct Item {
    text: String,
    steps: Vec<Item>,
    /// The steps follow one another; else they are alternatives.
    in_order: bool,
    /// Sentences below the steps.
    below: Vec<String>,
}

impl Item {
    fn new(text: impl Into<String>) -> Item {
        Item { text: text.into(), ..Item::default() }
    }

    /// Adds a sentence: behind the text, or below the steps if there are any.
    fn add(&mut self, sentence: String) {
        if self.steps.is_empty() {
            self.text = format!("{} {sentence}", self.text).trim().to_owned();
        } else {
            self.below.push(sentence);
        }
    }

    /// Writes the item and what belongs to it. `mark` stands before the text; further lines go below the text.
    fn write(&self, out: &mut String, indent: usize, depth: usize, mark: &str) {
        out.push_str(&" ".repeat(indent));
        out.push_str(mark);
        out.push_str(&self.text);
        out.push('\n');
        for (i, step) in self.steps.iter().enumerate() {
            let step_mark = match (self.in_order, depth % 2) {
                (false, _) => "- ".to_owned(),
                (true, 0) => format!("{}. ", i + 1),
                // More steps than letters are numbered.
                (true, _) if i < 26 => format!("{}) ", (b'a' + i as u8) as char),
                (true, _) => format!("{}) ", i + 1),
            };
            step.write(out, indent + mark.len(), depth + 1, &step_mark);
        }
        for sentence in &self.below {
            out.push_str(&" ".repeat(indent + mark.len()));
            out.push_str(sentence);
            out.push('\n');
        }
    }
}

/// One item for each move; moves that differ only in the directions of their first step share one.
fn moves(moves: &[Move]) -> Vec<Item> {
    merge::merged(moves).iter().map(chain::one_move).collect()
}

/// What a move does where it ends, as a verb: `moves or captures`.
fn landing_verb(landing: Landing) -> String {
    let modes = landing.modes;
    let mut ways = Vec::new();
    if modes == Modes::MOVE {
        return "moves without capturing".into();
    }
    if modes.contains(Modes::MOVE) {
        ways.push("moves".to_owned());
    }
    ways.extend(taken(landing).iter().map(|whom| match &whom[..] {
        "an enemy" => "captures".to_owned(),
        whom if whom.starts_with("an enemy that") => format!("captures only {whom}"),
        whom => format!("captures {whom}"),
    }));
    if modes == Modes::EN_PASSANT {
        ways.push("captures en passant".into());
    }
    if modes.contains(Modes::SWAP) {
        ways.push("puts down what it carries, taking up what is there".into());
    }
    if ways.is_empty() {
        return "can never end its move".into();
    }
    let also = modes.contains(Modes::EN_PASSANT) && modes != Modes::EN_PASSANT;
    format!("{}{}", either(&ways), if also { ", also en passant" } else { "" })
}

/// Whom a move may capture where it ends.
fn taken(landing: Landing) -> Vec<String> {
    let Landing { modes, victims } = landing;
    if modes.contains(Modes::CAPTURE | Modes::DESTROY) && victims.is_empty() {
        return vec!["a piece of either side".into()];
    }
    let foes = modes.contains(Modes::CAPTURE).then(|| foe(victims));
    foes.into_iter().chain(modes.contains(Modes::DESTROY).then(|| friend(victims))).collect()
}

/// `an enemy`, with what it must be to be captured.
fn foe(victims: Victims) -> String {
    let kind = quality(victims, Victims::UNMOVED_FOE);
    if kind.is_empty() { "an enemy".into() } else { format!("an enemy {kind}") }
}

/// `a friend`, with what it must be to be captured.
fn friend(victims: Victims) -> String {
    let kind = quality(victims, Victims::UNMOVED_FRIEND);
    if kind.is_empty() { "a piece of its own side".into() } else { format!("a piece of its own side {kind}") }
}

fn quality(victims: Victims, unmoved: Victims) -> String {
    let mut kinds = Vec::new();
    if victims.contains(unmoved) {
        kinds.push("has not moved".to_owned());
    }
    if victims.contains(Victims::ROYAL) {
        kinds.push("is royal".to_owned());
    }
    if victims.contains(Victims::NOT_ROYAL) {
        kinds.push("is not royal".to_owned());
    }
    if victims.contains(Victims::SWEPT) {
        kinds.push("it may sweep away".to_owned());
    }
    if kinds.is_empty() { String::new() } else { format!("that {}", both(&kinds)) }
}

/// What must hold of the mover, as the beginning of a sentence.
fn condition(condition: Condition) -> Option<String> {
    let mut parts = Vec::new();
    if condition.contains(Condition::UNMOVED) {
        parts.push("as long as it has not moved".to_owned());
    }
    if condition.contains(Condition::ON_START) {
        parts.push("from a square where its kind starts the game".into());
    }
    if condition.contains(Condition::IN_DOUBLE_STEP_REGION) {
        parts.push("from the ranks where the game allows a double step".into());
    }
    (!parts.is_empty()).then(|| format!("only {}", both(&parts)))
}

fn castling(c: &Castling) -> Item {
    let sides = match (c.left, c.right) {
        (true, false) => "to the left",
        (false, true) => "to the right",
        _ => "to either side",
    };
    let partner = match c.inset {
        0 => "the piece of its own side at the end of its rank".to_owned(),
        n => format!("the piece of its own side {} in from the end of its rank", squares(n.into())),
    };
    let both_unmoved = c.condition.contains(Condition::UNMOVED);
    let unmoved = if both_unmoved { "Neither may have moved" } else { "That piece must not have moved" };
    Item::new(format!(
        "Castles {sides}: it goes {} towards {partner}. That piece comes to the square next to it on its other side. \
         {unmoved}, and all squares between them must be empty. The game's rules on check apply.",
        squares(c.steps.into())
    ))
}

fn drop(d: &Drop) -> Item {
    let zone = match d.ranks {
        None => "on any empty square".to_owned(),
        Some(1) => "on an empty square of its owner's back rank".into(),
        Some(n) => format!("on an empty square of its owner's first {} ranks", number(n.into())),
    };
    let mut text = format!("From the hand it may be dropped {zone}");
    if d.spares_back_rank {
        text.push_str(", but not on the back rank");
    }
    text.push('.');
    for (limit, what) in [(d.file_limit, "file"), (d.colour_limit, "square colour"), (d.board_limit, "board")] {
        let of_them = match limit {
            None => continue,
            Some(1) => "one such piece".to_owned(),
            Some(n) => format!("{} such pieces", number(n.into())),
        };
        text.push_str(&format!(" The {what} may not have {of_them} of its owner already."));
    }
    Item::new(text)
}
