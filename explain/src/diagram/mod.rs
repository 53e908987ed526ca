//! Diagrams: which squares a piece reaches, and how.
//!
//! All marks come from the walk. In a given position ([`with_men`]) it is walked once, and each move is sorted by its
//! effects. Without a position ([`general`]) it is walked on the empty board and with example pieces on each square in
//! turn, which shows hops, side effects and blocking squares.

mod examples;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod text;

use betza_compile::walk::{self, Man, Outcome, Scene, WalkError};
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::{Condition, Modes, Pass, Piece, Victims, Wrap};
use bitflags::bitflags;
use examples::{Examples, ending_in, victims};
use std::collections::BTreeSet;

bitflags! {
    /// What a square is to the piece.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub struct Marks: u32 {
        /// It may move here.
        const MOVE = 1;
        /// It may capture an enemy here.
        const CAPTURE = 1 << 1;
        /// It may capture a piece of its own side here.
        const DESTROY = 1 << 2;
        /// It may capture en passant here.
        const EN_PASSANT = 1 << 3;
        /// It may move here only if a piece stands elsewhere, which stays: a hurdle.
        const HOP_MOVE = 1 << 4;
        /// It may capture here only if another piece stands elsewhere, which stays.
        const HOP_CAPTURE = 1 << 5;
        /// It may end here while something happens elsewhere: a piece is captured or moved there.
        const SIDE = 1 << 6;
        /// A piece here may be captured while the mover ends elsewhere.
        const VICTIM = 1 << 7;
        /// A piece here may be moved elsewhere.
        const LIFTED = 1 << 8;
        /// A piece may be put down here.
        const PLACED = 1 << 9;
        /// A piece here would keep it from a square beyond.
        const BLOCKER = 1 << 10;
        /// With the men given it cannot come here; on an empty board it could.
        const BLOCKED = 1 << 11;
        /// What else is marked here it may do only while it has not moved, or from its first squares.
        const INITIAL = 1 << 12;
        /// On its own square: it may pass the turn.
        const PASS = 1 << 13;
        /// On its own square: it may be removed by its own move.
        const VANISH = 1 << 14;
        /// It comes here by a leap, which no piece between can stop.
        const LEAP = 1 << 15;
        /// A piece here shuts one of several ways: it keeps it from a square beyond together with pieces on other such
        /// squares.
        const WAY = 1 << 16;
        /// What it captures here must be royal.
        const ROYAL_ONLY = 1 << 17;
        /// What it captures here must not be royal.
        const NOT_ROYAL = 1 << 18;
    }
}

impl Marks {
    /// The ways of ending a move on a square without further effect.
    const ENDS: Marks = Marks::MOVE
        .union(Marks::CAPTURE)
        .union(Marks::DESTROY)
        .union(Marks::EN_PASSANT)
        .union(Marks::HOP_MOVE)
        .union(Marks::HOP_CAPTURE);
    /// The ways of capturing an enemy on the destination.
    const TAKES: Marks = Marks::CAPTURE.union(Marks::HOP_CAPTURE).union(Marks::EN_PASSANT);
    /// Whom a capture may take.
    const VICTIMS: Marks = Marks::ROYAL_ONLY.union(Marks::NOT_ROYAL);
    /// Marks that are written as a word.
    const TAGS: Marks =
        Marks::INITIAL.union(Marks::EN_PASSANT).union(Marks::PASS).union(Marks::VANISH).union(Marks::VICTIMS);
}

/// A piece that a move puts elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Relocation {
    /// Where it stood.
    pub from: Square,
    /// Where it is put.
    pub to: Square,
    /// Where the mover ends; `None` if it is removed.
    pub mover: Option<Square>,
}

/// A board with marks.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The board.
    pub board: Board,
    /// Where the piece stands.
    pub at: Square,
    /// Its owner.
    pub side: Side,
    /// The other pieces, if a position was given.
    pub men: Vec<(Square, Side)>,
    /// The marks of each square, by index.
    pub marks: Vec<Marks>,
    /// Pieces that moves put elsewhere.
    pub relocations: BTreeSet<Relocation>,
    /// Marks are possibilities under some conditions, because no position was given.
    pub is_general: bool,
    /// No position was given, and in one the marks would be fewer or others.
    pub depends_on_men: bool,
    /// Sentences on what the diagram cannot show.
    pub notes: Vec<String>,
}

impl Diagram {
    fn new(board: &Board, at: Square, side: Side, is_general: bool) -> Diagram {
        Diagram {
            board: board.clone(),
            at,
            side,
            men: Vec::new(),
            marks: vec![Marks::empty(); board.area()],
            relocations: BTreeSet::new(),
            is_general,
            depends_on_men: false,
            notes: Vec::new(),
        }
    }

    /// The marks of a square.
    #[must_use]
    pub fn mark(&self, square: Square) -> Marks {
        self.marks[square.index()]
    }

    /// Every kind of mark that is on the board.
    #[must_use]
    pub fn used(&self) -> Marks {
        self.marks.iter().fold(Marks::empty(), |all, &m| all | m)
    }

    fn used_squares(&self) -> Vec<Square> {
        self.board.squares().filter(|&s| !self.mark(s).is_empty()).collect()
    }

    fn add(&mut self, square: Square, marks: Marks) {
        self.marks[square.index()] |= marks;
    }

    /// Takes over the marks that one move made. A square is [`Marks::INITIAL`] if every move that ends there is, and
    /// only what limits every capture there limits the victims.
    fn absorb(&mut self, one: &Diagram, initial: bool) {
        for (mine, &theirs) in self.marks.iter_mut().zip(&one.marks) {
            let mut theirs = theirs;
            if theirs.intersects(Marks::TAKES) && mine.intersects(Marks::TAKES) {
                theirs -= Marks::VICTIMS - *mine;
                *mine -= Marks::VICTIMS - theirs;
            }
            let ends = Marks::ENDS | Marks::SIDE;
            if theirs.intersects(ends) {
                match (initial, mine.intersects(ends)) {
                    (true, false) => *mine |= Marks::INITIAL,
                    (false, true) => *mine -= Marks::INITIAL,
                    _ => {}
                }
            }
            *mine |= theirs;
        }
        self.relocations.extend(one.relocations.iter().copied());
        for note in &one.notes {
            if !self.notes.contains(note) {
                self.notes.push(note.clone());
            }
        }
    }

    /// Marks what an outcome does besides ending: victims, relocations, the mover's own removal. True if it does
    /// something.
    fn side_effects(&mut self, o: &Outcome) -> bool {
        let victims: Vec<Square> = o.captures.iter().copied().filter(|&c| Some(c) != o.to).collect();
        victims.iter().for_each(|&v| self.add(v, Marks::VICTIM));
        for &(from, to) in &o.relocations {
            self.add(from, Marks::LIFTED);
            self.add(to, Marks::PLACED);
            self.relocations.insert(Relocation { from, to, mover: o.to });
        }
        if o.to.is_none() {
            self.add(self.at, Marks::VANISH);
        }
        !victims.is_empty() || !o.relocations.is_empty() || o.to.is_none()
    }
}

/// The moves of a piece one by one, as pieces of their own; castling last.
fn one_by_one(piece: &Piece) -> Vec<(Piece, bool)> {
    let mut all: Vec<(Piece, bool)> = piece
        .moves
        .iter()
        .map(|m| (Piece { moves: vec![m.clone()], ..Piece::default() }, !m.condition.is_empty()))
        .collect();
    all.extend(piece.castlings.iter().map(|c| (Piece { castlings: vec![*c], ..Piece::default() }, true)));
    all
}

fn man(side: Side) -> Man {
    Man { side, moved: false, royal: false, kind: None }
}

fn scene<'a>(board: &'a Board, at: Square, side: Side, men: &[(Square, Side)]) -> Scene<'a> {
    let mut scene = Scene::empty(board);
    scene.mover = Condition::all();
    for &(square, side) in men {
        scene.men[square.index()] = Some(man(side));
    }
    scene.men[at.index()] = Some(man(side));
    scene
}

/// The diagram of a piece among these pieces, none of which is royal or has moved.
///
/// # Errors
/// As [`walk::moves`].
pub fn with_men(
    piece: &Piece,
    board: &Board,
    at: Square,
    side: Side,
    men: &[(Square, Side)],
) -> Result<Diagram, WalkError> {
    let mut all = Diagram::new(board, at, side, false);
    all.men = men.to_vec();
    for (one, initial) in one_by_one(piece) {
        let mut d = Diagram::new(board, at, side, false);
        for o in walk::moves(&one, &scene(board, at, side, men), at)? {
            let quiet = !d.side_effects(&o);
            let Some(to) = o.to else { continue };
            if !quiet {
                d.add(to, Marks::SIDE);
                continue;
            }
            if to == at {
                d.add(at, Marks::PASS);
                continue;
            }
            let there = men.iter().find(|m| m.0 == to);
            let alone: Vec<(Square, Side)> = there.into_iter().copied().collect();
            let hops = !walk::moves(&one, &scene(board, at, side, &alone), at)?.iter().any(|a| a.key() == o.key());
            d.add(
                to,
                match there {
                    None if hops => Marks::HOP_MOVE,
                    None => Marks::MOVE,
                    Some((_, owner)) if *owner == side => Marks::DESTROY,
                    Some(_) if hops => Marks::HOP_CAPTURE,
                    Some(_) => Marks::CAPTURE,
                },
            );
        }
        let examples = Examples::new(&one, board, at, side);
        for to in d.used_squares() {
            if d.mark(to).intersects(Marks::MOVE | Marks::CAPTURE | Marks::DESTROY) && examples.leaps_to(to)? {
                d.add(to, Marks::LEAP);
            }
        }
        all.absorb(&d, initial);
    }
    let asks_royalty = Victims::ROYAL | Victims::NOT_ROYAL;
    if piece.moves.iter().any(|m| victims(&m.chain).is_some_and(|taken| taken.intersects(asks_royalty))) {
        all.notes.push("The pieces given are not royal; some captures ask for that.".into());
    }
    let ends = Marks::ENDS | Marks::SIDE | Marks::VICTIM;
    for (one, _) in one_by_one(piece) {
        for mode in [Modes::MOVE, Modes::CAPTURE] {
            let Some(version) = ending_in(&one, mode) else { continue };
            for to in walk::moves(&version, &scene(board, at, side, &[]), at)?.iter().filter_map(|o| o.to) {
                let owner = men.iter().find(|m| m.0 == to).map(|m| m.1);
                let expected = match owner {
                    None => mode == Modes::MOVE,
                    Some(owner) => owner == side || mode == Modes::CAPTURE,
                };
                if expected && to != at && !all.mark(to).intersects(ends) {
                    all.add(to, Marks::BLOCKED);
                }
            }
        }
    }
    standing(piece, &mut all);
    Ok(all)
}

/// The diagram of a piece without a position: its moves on the empty board, against a lone piece, and with example
/// pieces as hurdles.
///
/// # Errors
/// As [`walk::moves`], but a piece that imitates others ([`WalkError::NeedsKinds`]) gets a note.
pub fn general(piece: &Piece, board: &Board, at: Square, side: Side) -> Result<Diagram, WalkError> {
    let mut all = Diagram::new(board, at, side, true);
    let mut unshown = 0;
    for (one, initial) in one_by_one(piece) {
        let mut d = Diagram::new(board, at, side, true);
        match Examples::new(&one, board, at, side).draw(&mut d) {
            Ok(()) => {}
            Err(WalkError::NeedsKinds) => {
                all.notes
                    .push("How it captures depends on the kinds of the other pieces, which no diagram shows.".into());
                continue;
            }
            Err(error) => return Err(error),
        }
        unshown += usize::from(d.used().is_empty());
        all.absorb(&d, initial);
    }
    if unshown > 0 {
        let (moves, verb) = if unshown == 1 { ("move", "needs") } else { ("moves", "need") };
        all.notes.push(format!("{unshown} {moves} of it {verb} another square, or more men than the examples tried."));
        all.depends_on_men = true;
    }
    standing(piece, &mut all);
    Ok(all)
}

/// Notes on what the marks cannot show.
fn standing(piece: &Piece, d: &mut Diagram) {
    let used = d.used();
    let mut notes = Vec::new();
    if used.intersects(Marks::HOP_MOVE | Marks::HOP_CAPTURE) {
        notes.push("A hurdle is a piece elsewhere that makes the move possible and stays where it is.".to_owned());
    }
    if d.is_general
        && used.intersects(Marks::HOP_MOVE | Marks::HOP_CAPTURE | Marks::SIDE | Marks::VICTIM | Marks::LIFTED)
    {
        notes.push("Drawn for every way in which the other pieces may stand.".to_owned());
        d.depends_on_men = true;
    }
    notes.extend(transfers(d));
    d.notes.splice(0..0, notes);
    for (wrap, edges) in [
        (
            Wrap::Cylinder,
            "The left and the right edge are joined: what leaves the board there comes in at the other one.",
        ),
        (Wrap::Torus, "Opposite edges are joined: what leaves the board at one comes in at the other."),
    ] {
        if piece.moves.iter().any(|m| m.chain.any_leg(&|leg| leg.wrap == wrap)) {
            d.notes.push(edges.into());
        }
    }
    if d.is_general && piece.moves.iter().any(|m| m.chain.any_leg(&|leg| leg.pass == Pass::Any)) {
        d.notes.push("Pieces on the way do not stop it where it passes any number of them.".into());
    }
    if !piece.immobilizes.is_empty() {
        d.notes.push("Its power to hold enemies in place is not drawn.".into());
    }
    if !piece.drops.is_empty() {
        d.notes.push("Its drops from the hand are not drawn.".into());
    }
}

/// Which piece is put where by which move. A general diagram says it only if it is the same for all.
fn transfers(d: &Diagram) -> Vec<String> {
    let all = &d.relocations;
    let name = |s: Square| d.board.name(s);
    if !all.is_empty() && all.iter().all(|r| r.to == d.at && r.mover == Some(r.from)) {
        return vec!["The piece changes places with the one on the square where it goes.".into()];
    }
    if d.is_general || all.len() > 12 {
        return Vec::new();
    }
    let said = |r: &Relocation| match r.mover {
        Some(mover) => {
            format!("The piece on {} is put on {} when it goes to {}.", name(r.from), name(r.to), name(mover))
        }
        None => format!("The piece on {} is put on {} when it is removed.", name(r.from), name(r.to)),
    };
    all.iter().map(said).collect()
}

/// The middle of the board; where four squares share it, the one on the owner's left and own half.
#[must_use]
pub fn middle(board: &Board, side: Side) -> Square {
    let square = Square::from_index((board.ranks() - 1) / 2 * board.files() + (board.files() - 1) / 2);
    match side {
        Side::White => square,
        Side::Black => board.turned(square),
    }
}

/// The marks in the order of the legend, with what they mean.
#[must_use]
pub fn legend(d: &Diagram) -> Vec<(Marks, &'static str)> {
    let used = d.used();
    let has = |m: Marks| used.contains(m);
    let any_square = |m: Marks| d.marks.iter().any(|&s| s & (Marks::MOVE | Marks::CAPTURE) == m);
    let may = |general: &'static str, exact: &'static str| if d.is_general { general } else { exact };
    let mut rows = Vec::new();
    let mut row = |shown: bool, mark: Marks, text: &'static str| {
        if shown {
            rows.push((mark, text));
        }
    };
    row(any_square(Marks::MOVE | Marks::CAPTURE), Marks::MOVE | Marks::CAPTURE, "moves or captures");
    row(any_square(Marks::MOVE), Marks::MOVE, may("moves, cannot capture", "moves"));
    row(any_square(Marks::CAPTURE), Marks::CAPTURE, may("captures, cannot move", "captures"));
    row(has(Marks::LEAP), Marks::LEAP, "leaps there: nothing between stops it");
    row(has(Marks::DESTROY), Marks::DESTROY, "captures a friend");
    row(has(Marks::EN_PASSANT), Marks::EN_PASSANT, "captures en passant");
    row(has(Marks::ROYAL_ONLY), Marks::ROYAL_ONLY, "captures royal pieces only");
    row(has(Marks::NOT_ROYAL), Marks::NOT_ROYAL, "captures no royal piece");
    let hops = Marks::HOP_MOVE | Marks::HOP_CAPTURE;
    let any_hop = |m: Marks| d.marks.iter().any(|&s| s & hops == m);
    row(any_hop(hops), hops, "moves or captures with a hurdle");
    row(any_hop(Marks::HOP_MOVE), Marks::HOP_MOVE, "moves with a hurdle");
    row(any_hop(Marks::HOP_CAPTURE), Marks::HOP_CAPTURE, "captures with a hurdle");
    row(has(Marks::SIDE), Marks::SIDE, may("may land here with a side effect", "lands here with a side effect"));
    row(has(Marks::VICTIM), Marks::VICTIM, may("may be captured as a side effect", "captured as a side effect"));
    row(has(Marks::LIFTED), Marks::LIFTED, may("a piece here may be carried away", "it may be carried away"));
    row(has(Marks::PLACED), Marks::PLACED, "a piece may be put down here");
    let blocks = |mark: Marks| d.marks.iter().any(|&m| blocks_only(m) && m.contains(mark));
    row(blocks(Marks::BLOCKER), Marks::BLOCKER, "a piece here blocks it");
    row(blocks(Marks::WAY), Marks::WAY, "blocks it together with others");
    row(has(Marks::BLOCKED), Marks::BLOCKED, "blocked: out of reach here");
    row(has(Marks::INITIAL), Marks::INITIAL, "only as its first move");
    row(has(Marks::PASS), Marks::PASS, "may stay here: passes the turn");
    row(has(Marks::VANISH), Marks::VANISH, "may be removed by its own move");
    rows
}

/// Whether a blocking square deserves a mark. Squares that the piece can reach block as a matter of course.
fn blocks_only(marks: Marks) -> bool {
    !marks.is_empty() && (Marks::BLOCKER | Marks::WAY).contains(marks)
}
