//! Diagrams: which squares a piece reaches, and how.
//!
//! All marks come from the walk. In a given position ([`with_men`]) it is walked once, and each move is sorted by its
//! effects. Without a position ([`general`]) it is walked on the empty board and with example pieces on each square in
//! turn, which shows hops, side effects and blocking squares.

pub mod svg;
#[cfg(test)]
mod tests;
pub mod text;

use crate::geometry::{Board, Side, Square};
use crate::ir::{Chain, Condition, Joint, Landing, Modes, Move, Part, Pass, Piece};
use crate::walk::{self, Man, Outcome, Scene, WalkError};
use bitflags::bitflags;
use std::collections::BTreeSet;

bitflags! {
    /// What a square is to the piece.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub struct Marks: u16 {
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
    /// Marks that are written as a word.
    const TAGS: Marks = Marks::INITIAL.union(Marks::EN_PASSANT).union(Marks::PASS).union(Marks::VANISH);
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
    /// Pieces that moves put elsewhere: from where, to where.
    pub relocations: BTreeSet<(Square, Square)>,
    /// Marks are possibilities under some conditions, because no position was given.
    pub is_general: bool,
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

    /// Takes over the marks that one move made. A square is [`Marks::INITIAL`] if every move that ends there is.
    fn absorb(&mut self, one: &Diagram, initial: bool) {
        for (mine, &theirs) in self.marks.iter_mut().zip(&one.marks) {
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

    /// Marks what an outcome does besides ending: victims, relocations, the mover's own removal. True if it does something.
    fn side_effects(&mut self, o: &Outcome) -> bool {
        let victims: Vec<Square> = o.captures.iter().copied().filter(|&c| Some(c) != o.to).collect();
        victims.iter().for_each(|&v| self.add(v, Marks::VICTIM));
        for &(from, to) in &o.relocations {
            self.add(from, Marks::LIFTED);
            self.add(to, Marks::PLACED);
            self.relocations.insert((from, to));
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

/// The diagram of a piece among these pieces, none of which has moved.
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
        all.absorb(&d, initial);
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
        all.notes.push(format!(
            "{unshown} {moves} of it {verb} another square, or more men than the examples tried; --at, --friends and --foes can set them up."
        ));
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
        notes.push(
            "Drawn for every way in which the other pieces may stand; --friends and --foes set one up.".to_owned(),
        );
    }
    d.notes.splice(0..0, notes);
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

/// Pairs of example pieces are tried on this many squares nearest to the piece: all of an 8x8 board, and fewer of
/// larger boards, where each try costs more.
fn pair_squares(board: &Board) -> usize {
    64 * 8 / board.files().max(board.ranks()).max(8)
}

/// One move, tried among example men.
struct Examples<'a> {
    /// The move ending in each mode, with the end allowed on an empty square.
    versions: Vec<(Modes, Piece)>,
    has_side_effects: bool,
    needs_men: bool,
    board: &'a Board,
    at: Square,
    side: Side,
}

impl<'a> Examples<'a> {
    fn new(one: &Piece, board: &'a Board, at: Square, side: Side) -> Examples<'a> {
        let modes = [Modes::MOVE, Modes::CAPTURE, Modes::DESTROY, Modes::EN_PASSANT];
        let versions = modes.into_iter().filter_map(|m| Some((m, ending_in(one, m)?))).collect();
        let has_side_effects = one.moves.iter().any(|m| m.chain.has_side_effects());
        let needs_men = !one.castlings.is_empty() || one.moves.iter().any(|m| m.chain.needs_men());
        Examples { versions, has_side_effects, needs_men, board, at, side }
    }

    fn draw(&self, d: &mut Diagram) -> Result<(), WalkError> {
        let ask = |version: &Piece, men: &[(Square, Side)]| {
            walk::moves(version, &scene(self.board, self.at, self.side, men), self.at)
        };
        let mut bare = Vec::new();
        for (mode, version) in &self.versions {
            let outcomes = ask(version, &[])?;
            outcomes.iter().for_each(|o| self.mark(d, *mode, o, &[]));
            bare.push(outcomes);
        }
        // If pieces elsewhere can only block, only squares without another mark are tried.
        let reached = d.used_squares();
        let of_interest = |s: &Square| *s != self.at && (self.needs_men || !reached.contains(s));
        let sides = if self.needs_men { &Side::BOTH[..] } else { &Side::BOTH[..1] };
        for ((mode, version), bare) in self.versions.iter().zip(&bare) {
            let mut helped = false;
            for square in self.board.squares().filter(of_interest) {
                for &side in sides {
                    let men = [(square, side)];
                    let found = ask(version, &men)?;
                    for o in found.iter().filter(|o| !bare.contains(o)) {
                        self.mark(d, *mode, o, &men);
                        helped = true;
                    }
                    let keeps = |o: &Outcome| o.to == Some(square) || found.iter().any(|f| f.to == o.to);
                    if !bare.iter().all(keeps) {
                        d.add(square, Marks::BLOCKER);
                    }
                }
            }
            if self.needs_men && !helped && (bare.is_empty() || self.has_side_effects) {
                let squares = pair_squares(self.board);
                if self.board.area() > squares {
                    let note = format!(
                        "What needs two other pieces at once is drawn for pieces on the {squares} nearest squares only."
                    );
                    if !d.notes.contains(&note) {
                        d.notes.push(note);
                    }
                }
                for men in self.pairs() {
                    for o in ask(version, &men)?.iter().filter(|o| !bare.contains(o)) {
                        self.mark(d, *mode, o, &men);
                    }
                }
            }
        }
        Ok(())
    }

    fn pairs(&self) -> Vec<[(Square, Side); 2]> {
        let away = |s: &Square| {
            let files = (self.board.file(*s) - self.board.file(self.at)).abs();
            let ranks = (self.board.rank(*s) - self.board.rank(self.at)).abs();
            files.max(ranks)
        };
        let mut near: Vec<Square> = self.board.squares().filter(|&s| s != self.at).collect();
        near.sort_by_key(away);
        near.truncate(pair_squares(self.board));
        let men: Vec<(Square, Side)> = near.into_iter().flat_map(|s| Side::BOTH.map(|side| (s, side))).collect();
        let with_later =
            |(i, &a): (usize, &(Square, Side))| men[i + 1..].iter().map(move |&b| [a, b]).collect::<Vec<_>>();
        men.iter().enumerate().flat_map(with_later).filter(|[a, b]| a.0 != b.0).collect()
    }

    /// Marks one outcome. With example pieces, it is an outcome that does not exist without them.
    fn mark(&self, d: &mut Diagram, mode: Modes, o: &Outcome, men: &[(Square, Side)]) {
        let quiet = !d.side_effects(o);
        let Some(to) = o.to else { return };
        // A move that captures on arrival and then has an effect there (`cW-xacK`) counts as a capture.
        let taken = men.iter().find(|m| m.0 == to && o.captures.contains(&to));
        let (mode, helped) = match taken {
            Some((_, owner)) if *owner == self.side => (Modes::DESTROY, false),
            Some(_) => (Modes::CAPTURE, men.len() > 1),
            None => (mode, !men.is_empty()),
        };
        if !quiet {
            d.add(to, Marks::SIDE);
        } else if to == self.at {
            d.add(to, Marks::PASS);
        } else {
            d.add(
                to,
                match (mode, helped) {
                    (Modes::MOVE, false) => Marks::MOVE,
                    (Modes::MOVE, true) => Marks::HOP_MOVE,
                    (Modes::CAPTURE, false) => Marks::CAPTURE,
                    (Modes::CAPTURE, true) => Marks::HOP_CAPTURE,
                    (Modes::DESTROY, _) => Marks::DESTROY,
                    _ => Marks::EN_PASSANT,
                },
            );
        }
    }
}

/// The piece with only those ends that `mode` allows, made on empty squares: where it could end if there were something to
/// capture. `None` if it never ends so. Castling ends as a move.
fn ending_in(piece: &Piece, mode: Modes) -> Option<Piece> {
    // A victim that is put down elsewhere (`u` in `xbetza`) must be there to be seen.
    let landing = |m: &Move| if m.chain.any_leg(&|leg| leg.unloads) { Landing::new(mode) } else { Landing::MOVE };
    let moves: Vec<Move> = piece
        .moves
        .iter()
        .filter(|m| ends_in(&m.chain, mode))
        .map(|m| Move { chain: chain_ending_in(&m.chain, mode, landing(m)), ..m.clone() })
        .collect();
    let castlings = if mode == Modes::MOVE { piece.castlings.clone() } else { Vec::new() };
    (!moves.is_empty() || !castlings.is_empty()).then(|| Piece { moves, castlings, ..Piece::default() })
}

fn ends_in(chain: &Chain, mode: Modes) -> bool {
    let stops = |j: &Joint| j.stop.is_some_and(|l| l.modes.contains(mode));
    chain.links.iter().any(|link| {
        stops(&link.joint)
            || match &link.part {
                Part::Group(g) => stops(&g.between) || ends_in(&g.body, mode),
                Part::Choice(chains) => chains.iter().any(|chain| ends_in(chain, mode)),
                Part::Leg(_) | Part::Effect(_) => false,
            }
    })
}

/// The chain with the ends that `mode` allows made as `landing` says.
fn chain_ending_in(chain: &Chain, mode: Modes, landing: Landing) -> Chain {
    let joint = |j: &Joint| Joint { stop: j.stop.filter(|l| l.modes.contains(mode)).map(|_| landing), ..*j };
    let mut chain = chain.clone();
    for link in &mut chain.links {
        link.joint = joint(&link.joint);
        match &mut link.part {
            Part::Group(g) => {
                g.between = joint(&g.between);
                g.body = chain_ending_in(&g.body, mode, landing);
            }
            Part::Choice(chains) => chains.iter_mut().for_each(|chain| *chain = chain_ending_in(chain, mode, landing)),
            Part::Leg(_) | Part::Effect(_) => {}
        }
    }
    chain
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
    row(has(Marks::DESTROY), Marks::DESTROY, "captures a friend");
    row(has(Marks::EN_PASSANT), Marks::EN_PASSANT, "captures en passant");
    let hops = Marks::HOP_MOVE | Marks::HOP_CAPTURE;
    let any_hop = |m: Marks| d.marks.iter().any(|&s| s & hops == m);
    row(any_hop(hops), hops, "moves or captures with a hurdle");
    row(any_hop(Marks::HOP_MOVE), Marks::HOP_MOVE, "moves with a hurdle");
    row(any_hop(Marks::HOP_CAPTURE), Marks::HOP_CAPTURE, "captures with a hurdle");
    row(has(Marks::SIDE), Marks::SIDE, may("may land here with a side effect", "lands here with a side effect"));
    row(has(Marks::VICTIM), Marks::VICTIM, may("may be captured as a side effect", "captured as a side effect"));
    row(has(Marks::LIFTED), Marks::LIFTED, may("a piece here may be carried away", "it may be carried away"));
    row(has(Marks::PLACED), Marks::PLACED, "a piece may be put down here");
    let blocks = d.marks.iter().any(|&m| blocks_only(m));
    row(blocks, Marks::BLOCKER, "a piece here blocks it");
    row(has(Marks::BLOCKED), Marks::BLOCKED, "blocked: out of reach here");
    row(has(Marks::INITIAL), Marks::INITIAL, "only as its first move");
    row(has(Marks::PASS), Marks::PASS, "may stay here: passes the turn");
    row(has(Marks::VANISH), Marks::VANISH, "may be removed by its own move");
    rows
}

/// Whether a blocking square deserves a mark. Squares that the piece can reach block as a matter of course.
fn blocks_only(marks: Marks) -> bool {
    marks == Marks::BLOCKER
}
