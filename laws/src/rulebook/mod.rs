//! The rules of games as `variants/FORMAT.md` has them, written for obviousness and not for speed, apart from the
//! generator: positions are [`Setup`]s, what pieces may do is the walk's ([`betza_compile::walk`]), and a move is legal
//! if the position after it is.

mod after;
mod agree;
mod boards;
mod castle;
mod ends;
mod enter;
mod hand;
mod promote;
mod reach;
mod royals;
mod series;
mod trade;
mod walls;

pub use agree::{Outcome as Verdict, compare, compare_at};

use crate::walked::trades::men;
use betza_compile::walk::Outcome;
use betza_game::fen;
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{ForbiddenChecks, KindId, PassRule, Variant};
use betza_ir::Piece;
use betza_ir::geometry::{Side, Square};
use std::cell::Cell;
use std::collections::BTreeSet;

/// A game as its rules are written.
pub struct Ruled<'a> {
    variant: &'a Variant,
    /// The notation of each kind, by side, without castling.
    kinds: [Vec<Piece>; 2],
    /// Who stands where at the start.
    start: Vec<Option<Placed>>,
    /// A piece had more ways to go than the walk follows, so nothing can be said.
    gave_up: Cell<bool>,
}

/// What a side may do when it is its turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// A piece moves as its notation says.
    Move {
        /// Its origin.
        from: Square,
        /// What the walk says of the move.
        does: Outcome,
        /// What it promotes to.
        becomes: Option<KindId>,
        /// What it leaves behind on its origin.
        gates: Option<KindId>,
    },
    /// A piece promotes without being moved as itself, in place or on another square.
    InPlace {
        /// Its origin.
        from: Square,
        /// Its destination.
        to: Square,
        /// What it promotes to.
        becomes: KindId,
    },
    /// A king castles.
    Castle {
        /// The king's origin.
        king: Square,
        /// The partner's origin.
        partner: Square,
        /// The king's destination.
        king_to: Square,
        /// The partner's destination.
        partner_to: Square,
        /// What is left behind, and where.
        gates: Option<(KindId, Square)>,
    },
    /// A piece comes to the board from a hand.
    Drop {
        /// The kind as which it is in hand.
        held: KindId,
        /// The kind as which it is on the board.
        kind: KindId,
        /// Where it is placed.
        to: Square,
    },
    /// A move that also places a wall.
    Walled {
        /// The move.
        deed: Box<Deed>,
        /// Where the wall is placed.
        wall: Square,
    },
    /// The turn passes.
    Pass,
}

impl Deed {
    /// Where it leaves a piece from the hand behind.
    fn gate(&self) -> Option<Square> {
        match self {
            Deed::Move { from, gates: Some(_), .. } => Some(*from),
            Deed::Castle { gates: Some((_, origin)), .. } => Some(*origin),
            _ => None,
        }
    }

    /// Whether something is captured.
    fn captures(&self) -> bool {
        !self.captured().is_empty()
    }

    /// The squares of what is captured.
    fn captured(&self) -> &[Square] {
        match self {
            Deed::Walled { deed, .. } => deed.captured(),
            Deed::Move { does, .. } => &does.captures,
            _ => &[],
        }
    }
}

/// How many pieces of a kind a side has on the board.
fn count(setup: &Setup, side: Side, kind: KindId) -> usize {
    men(setup, side).filter(|m| m.1 == kind).count()
}

impl<'a> Ruled<'a> {
    /// A game by its rules.
    ///
    /// # Panics
    /// If its start is not a position.
    pub fn new(variant: &'a Variant) -> Ruled<'a> {
        let bare = |piece: &Piece| Piece { castlings: Vec::new(), ..piece.clone() };
        let of = |side: Side| variant.kinds.iter().map(|k| bare(&k.moves[side.index()])).collect();
        let start = fen::read(variant, &variant.start).expect("the start is a position").men;
        Ruled { variant, kinds: [of(Side::White), of(Side::Black)], start, gave_up: Cell::new(false) }
    }

    /// Reads a position in which everything that has moved is named, whatever other fields say of it.
    ///
    /// # Panics
    /// If the text is not a position.
    pub fn read(&self, text: &str) -> Setup {
        self.named(fen::read(self.variant, text).expect("a position"))
    }

    /// Names everything that has moved in a position, where the fields of gates say it otherwise.
    pub fn named(&self, mut setup: Setup) -> Setup {
        if let Some(gating) = &self.variant.gating {
            // Of a side that has nothing to leave behind, nothing is said there.
            let holds = |side: Side| self.variant.may_gate(|kind| setup.hands[side.index()][kind.index()] > 0);
            for side in Side::BOTH.into_iter().filter(|&side| holds(side)).collect::<Vec<_>>() {
                let rank = i32::from(gating.rank[side.index()]);
                let first: Vec<Square> =
                    men(&setup, side).map(|m| m.0).filter(|&s| self.variant.board.rank(s) == rank).collect();
                for square in first {
                    let has_moved = !setup.gating.contains(&square);
                    self.set_moved(&mut setup, square, has_moved);
                }
            }
        }
        setup
    }

    /// Whether what stands on a square stands where its kind starts.
    fn is_home(&self, setup: &Setup, square: Square) -> bool {
        let who = |man: Option<Placed>| man.map(|m| (m.side, m.kind));
        setup.at(square).is_some() && who(setup.at(square)) == who(self.start[square.index()])
    }

    /// Whether what stands on a square has moved since the game began.
    fn has_moved(&self, setup: &Setup, square: Square) -> bool {
        self.is_home(setup, square) == setup.moved.contains(&square)
    }

    /// Says of a square whether what stands there has moved: a position names what has moved although it stands where
    /// its kind starts, and what has not although it stands elsewhere.
    fn set_moved(&self, setup: &mut Setup, square: Square, has_moved: bool) {
        setup.moved.retain(|&s| s != square);
        if self.is_home(setup, square) == has_moved {
            setup.moved.push(square);
            setup.moved.sort_unstable();
        }
    }

    /// The legal moves, and the position after each.
    pub fn children(&self, setup: &Setup) -> Vec<(Deed, Setup)> {
        if self.has_ended(setup) { Vec::new() } else { self.lawful(setup) }
    }

    /// The leaves `depth` plies below a position in which everything that has moved is named; `None` if a piece had
    /// more ways to go than the walk follows.
    pub fn leaves(&self, setup: &Setup, depth: u32) -> Option<u128> {
        if depth == 0 {
            return Some(1);
        }
        let children = self.children(setup);
        if self.gave_up.get() {
            return None;
        }
        if depth == 1 {
            return Some(children.len() as u128);
        }
        children.iter().map(|(_, after)| self.leaves(after, depth - 1)).sum()
    }

    /// The same, whether or not the game has ended.
    fn lawful(&self, setup: &Setup) -> Vec<(Deed, Setup)> {
        self.lawful_by(setup, true)
    }

    /// The same, with or without what the rules say of checks given. Mate is to have no moves without: else it could
    /// depend on itself.
    fn lawful_by(&self, setup: &Setup, minds_checks: bool) -> Vec<(Deed, Setup)> {
        let side = setup.turn;
        let mut moves: Vec<(Deed, Setup)> = self.of_both_boards(setup);
        if !self.variant.second_board.is_empty() {
            moves.retain(|(deed, after)| self.is_lawful(setup, deed, after));
            return moves;
        }
        moves.extend(self.drops(setup, side));
        moves.extend(self.steps(setup, side));
        moves.extend(self.promotions_in_place(setup, side));
        moves.extend(self.castlings(setup, side));
        moves = self.with_walls(setup, moves);
        if self.variant.turning.is_some() {
            moves =
                moves.into_iter().map(|(deed, after)| (deed.clone(), self.with_turned(setup, &deed, after))).collect();
        }
        moves.retain(|(deed, after)| self.is_lawful(setup, deed, after));
        moves.retain(|(deed, after)| !minds_checks || self.may_check(setup, deed, after));
        let must_drop = self.must_drop(setup, side);
        let is_due = |deed: &Deed| matches!(deed, Deed::Drop { held, .. } if must_drop.contains(held));
        let must = moves.iter().any(|(deed, _)| is_due(deed));
        if must {
            moves.retain(|(deed, _)| is_due(deed));
        }
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        moves.dedup_by(|a, b| a.0 == b.0);
        if let Some(most) = self.variant.series.filter(|s| s.most).and_then(|_| moves.iter().map(taken).max()) {
            moves.retain(|m| [0, most].contains(&taken(m)));
        }
        if self.variant.must_capture && moves.iter().any(|(deed, _)| deed.captures()) {
            moves.retain(|(deed, _)| deed.captures());
        } else if !must {
            let pass = self.pass(setup, moves.is_empty());
            moves.extend(pass.filter(|(deed, after)| !minds_checks || self.may_check(setup, deed, after)));
        }
        moves
    }

    /// Passing, if it is allowed.
    fn pass(&self, setup: &Setup, is_stuck: bool) -> Option<(Deed, Setup)> {
        let side = setup.turn;
        let may = match self.variant.pass[side.index()] {
            PassRule::Never => false,
            PassRule::Always => true,
            PassRule::Stalemate => is_stuck,
        };
        let mut after = self.begun(setup);
        after.passes = (setup.passes + 1).min(2);
        self.count_check(&mut after, setup);
        let is_faced = self.ends_by_facing() && self.royals_face(setup);
        let has_men = men(setup, side).next().is_some();
        (may && has_men && (is_faced || !self.variant.royalty.check || !self.is_in_check(setup, side)))
            .then_some((Deed::Pass, after))
    }

    /// Whether a move, that a piece could make, may be made.
    fn is_lawful(&self, before: &Setup, deed: &Deed, after: &Setup) -> bool {
        let side = before.turn;
        // No royal turns itself into a wall, even where it need not be safe or ends the game.
        if let Deed::Move { from, does, .. } = deed
            && !does.captures.is_empty()
            && before.at(*from).is_some_and(|man| self.variant.petrifies.contains(&man.kind))
            && self.royals(before, side).contains(from)
        {
            return false;
        }
        if self.variant.royalty.check && self.variant.explosion.is_none() && self.gives_up_royals(before, deed) {
            return false;
        }
        if self.variant.explosion.is_some()
            && self.variant.royalty.check
            && self.lost_all_royals(before, after, side.other())
        {
            return !self.lost_royals(before, after, side);
        }
        let is_blown_up = self.variant.explosion.is_some() && self.lost_royals(before, after, side);
        if self.variant.royalty.check
            && (is_blown_up || !self.is_safe(after, side, &self.asked_royals(before, after, side, deed)))
        {
            return false;
        }
        // What is placed besides neither blocks a check nor comes between royals (docs/rules.md, R45).
        let mut without = after.clone();
        if let Some(gate) = deed.gate() {
            without.men[gate.index()] = None;
        }
        if let Deed::Walled { wall, .. } = deed
            && !self.walls_block_checks()
        {
            without.walls.retain(|s| s != wall);
        }
        let is_safe_without = || self.is_safe(&without, side, &self.asked_royals(before, &without, side, deed));
        if self.variant.royalty.check && without != *after && !is_safe_without() {
            return false;
        }
        if self.faces_a_general(&without, side) {
            return false;
        }
        // A wall alone counts as a pass, which the rule allows.
        let passes = matches!(deed, Deed::Walled { deed, .. } if **deed == Deed::Pass);
        passes || !(self.ends_by_facing() && self.royals_face(before) && self.royals_face(&without))
    }

    /// Whether a move may give the check or mate that it gives.
    fn may_check(&self, before: &Setup, deed: &Deed, after: &Setup) -> bool {
        let side = before.turn;
        let gives_check = || self.is_in_check(after, side.other());
        let gives_mate = || gives_check() && self.lawful_by(after, false).is_empty();
        match self.variant.forbidden_checks {
            Some(ForbiddenChecks::Any) if gives_check() => return false,
            Some(ForbiddenChecks::UnlessMate) if gives_check() && !gives_mate() => return false,
            _ => {}
        }
        if let Deed::Drop { kind, .. } = deed {
            let may_check = self.variant.hands.as_ref().is_none_or(|h| h.drop_checks);
            let no_mate = self.variant.kinds[kind.index()].drop.no_mate;
            return (may_check || !gives_check()) && !(no_mate && gives_mate());
        }
        true
    }

    /// The royals that must be safe after a move: those of then, or, if it promotes and the game asks so, those of
    /// before.
    fn asked_royals(&self, before: &Setup, after: &Setup, side: Side, deed: &Deed) -> BTreeSet<Square> {
        // What a piece becomes by every move is no promotion.
        let by_moving = |from: Square, kind: KindId| {
            before.at(from).is_some_and(|man| self.variant.transformation.becomes.contains(&(man.kind, kind)))
        };
        let moved = match deed {
            Deed::Walled { deed, .. } => return self.asked_royals(before, after, side, deed),
            _ if self.variant.royalty.royal_at_once => None,
            Deed::Move { from, becomes: Some(kind), .. } if by_moving(*from, *kind) => None,
            Deed::Move { from, does, becomes: Some(_), .. } => does.to.map(|to| (*from, to)),
            Deed::InPlace { from, to, .. } => Some((*from, *to)),
            _ => None,
        };
        let Some((from, to)) = moved else { return self.royals(after, side) };
        let royals = self.royals(before, side).into_iter().map(|s| if s == from { to } else { s });
        royals.filter(|s| after.at(*s).is_some_and(|man| man.side == side)).collect()
    }
}

/// How many pieces a move takes.
fn taken((deed, _): &(Deed, Setup)) -> usize {
    if let Deed::Move { does, .. } = deed { does.captures.len() } else { 0 }
}
