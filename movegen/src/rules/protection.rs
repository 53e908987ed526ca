//! Protection: where a piece that captures could be taken back. In tai shogi, the Emperor captures nothing that is
//! protected ([`betza_game::variant::Variant::spares_protected`]). In chu shogi, a Lion may not capture a distant Lion
//! that is ([`betza_game::variant::TradingRule`]).
//!
//! A protector that captures nothing protected itself counts only if it could not be taken back in turn, and so on: the
//! sides capture on one square until one of them has nobody left who may. Which piece goes first can matter, because a
//! line opens behind it. Hence all orders are tried, but for pieces that stand in nobody's way and have nobody in
//! theirs: of these only the number matters.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::effects::Effects;
use crate::position::moves::Move;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Side, Square};
use betza_ir::hash::QuickMap;

/// The most stages of captures in turn that are looked at for one list of moves: hundredths of a second, on large
/// boards seconds.
///
/// No position of a game comes near it: it takes more than a dozen pieces that capture nothing protected, all aiming at
/// one square through each other. When it is used up, [`Game::note_overflow`] tells that moves may be missing, as for
/// chains of too many paths.
const PATIENCE: u32 = 1 << 14;

/// How many more stages may be looked at.
struct Patience(u32);

impl Patience {
    /// Returns whether there was some left, and takes one away.
    fn is_left(&mut self) -> bool {
        let left = self.0.checked_sub(1);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// What is known of protection in one position while the moves of one list are judged.
pub(crate) struct Protection<const N: usize> {
    /// The last piece that captures nothing protected, and squares that are surely protected from it.
    last: Option<(Square, Bitboard<N>)>,
    /// On what attacks on a square depend, for those that were asked for.
    lines: QuickMap<Square, Lines<N>>,
    patience: Patience,
}

impl<const N: usize> Protection<N> {
    /// Nothing is known.
    pub fn new() -> Protection<N> {
        Protection { last: None, lines: QuickMap::default(), patience: Patience(PATIENCE) }
    }
}

impl<const N: usize> Node<'_, N> {
    /// Returns whether the side to move has a piece that captures nothing protected.
    pub(crate) fn might_spare_protected(&self) -> bool {
        !self.position.of_kinds(&self.game.variant.spares_protected).is_disjoint(&self.own)
    }

    /// Returns whether a move captures something protected with a piece that may not.
    pub(crate) fn takes_protected(&self, m: Move, effects: &Effects, known: &mut Option<Box<Protection<N>>>) -> bool {
        let (game, position, from) = (self.game, self.position, m.origin_on::<N>());
        let spares = || game.variant.spares_protected.contains(&position.cell(from).kind_on::<N>());
        if m.enters() || game.variant.spares_protected.is_empty() || !spares() {
            return false;
        }
        let victims = game.victims(position, m, &effects.of(m));
        if victims.is_empty() {
            return false;
        }
        let known = known.get_or_insert_with(|| Box::new(Protection::new()));
        let protected = match &mut known.last {
            Some((square, protected)) if *square == from => protected,
            last => &last.insert((from, game.surely_protected(position, from))).1,
        };
        !victims.is_disjoint(protected)
            || victims.into_iter().any(|on| game.is_protected(position, from, on, Bitboard::EMPTY, known))
    }
}

impl<const N: usize> Game<N> {
    /// Returns squares on which an enemy could take the piece on `from` back if it captured there, and nothing on its
    /// way. There may be more: where it depends on what stands there, or on pieces that capture nothing protected
    /// themselves or capture by other moves than leaps and straight rides. There are none on boards whose pieces have
    /// tables.
    ///
    /// PERF: an Emperor of tai shogi reaches all of 180 enemies, most of which are protected; these are found at once.
    fn surely_protected(&self, p: &Position<N>, from: Square) -> Bitboard<N> {
        let them = p.cell(from).side().other();
        let is_plain = |square: &Square| !self.may_be_spared(p.cell(*square).kind_on::<N>());
        if !is_large(N) || !is_plain(&from) || self.rules.chooses_victims {
            return Bitboard::EMPTY;
        }
        let occupied = p.occupied().without(Bitboard::of(from));
        let protectors = p.side(them).without(p.of_kinds(&self.variant.spares_protected));
        let chains = &self.sides[them.index()].threats.chains;
        let attacks = |by| chains.plainly_attacked_from(p, p.cell(by).kind_on::<N>(), by, &occupied);
        let attacked = protectors.into_iter().fold(Bitboard::EMPTY, |all, by| all | attacks(by));
        (attacked & p.side(them)).into_iter().filter(is_plain).collect()
    }

    /// Returns whether an enemy could take the piece on `from` back if it captured on `on`, with `others` gone on the
    /// way. A protector counts even if it is one of them. One that may capture nothing protected counts if it may
    /// capture there. The answer is yes if there is too much to try. `known` is what is known of this position.
    pub(crate) fn is_protected(
        &self,
        p: &Position<N>,
        from: Square,
        on: Square,
        others: Bitboard<N>,
        known: &mut Protection<N>,
    ) -> bool {
        let Protection { lines, patience, .. } = known;
        let them = p.cell(from).side().other();
        let wary = p.of_kinds(&self.variant.spares_protected);
        // Who attacks a square may spare what stands there, and be barred by what stood there before.
        let is_plain = |square| !self.may_be_spared(p.cell(square).kind_on::<N>());
        let is_simple = !self.rules.chooses_victims && wary.is_disjoint(&others);
        if is_simple && is_plain(from) && is_plain(on) && wary.into_iter().all(is_plain) {
            let mut turns = PlainTurns { game: self, p, on, passed: others, wary, lines, known: QuickMap::default() };
            return turns.are_won_by(them, Bitboard::of(from), patience);
        }
        let mut turns = Turns { game: self, on, known: QuickMap::default() };
        let after = turns.after_capture(p, from, others);
        turns.are_won(&after, patience)
            || others.into_iter().any(|square| {
                let after = turns.after_capture(p, from, others.without(Bitboard::of(square)));
                self.captors(&after, on).contains(square) && turns.may_take(&after, square, patience)
            })
    }
}

/// Captures in turn on one square, in games where who may capture whom depends on the two pieces. Each is made.
struct Turns<'a, const N: usize> {
    game: &'a Game<N>,
    on: Square,
    /// Whether the piece on the square could be taken, by what stands there and which squares are occupied.
    known: QuickMap<(Cell, Bitboard<N>), bool>,
}

impl<const N: usize> Turns<'_, N> {
    /// Returns the position after the piece on `from` has captured on the square, with `others` gone on the way.
    fn after_capture(&self, p: &Position<N>, from: Square, others: Bitboard<N>) -> Position<N> {
        let (mut after, keys) = (p.clone(), &self.game.keys);
        let captor = after.lift::<false>(keys, from);
        others.into_iter().chain([self.on]).for_each(|square| _ = after.lift::<false>(keys, square));
        after.put::<false>(keys, self.on, captor);
        after.state.unmoved.remove(self.on);
        after
    }

    /// Returns whether an enemy may take the piece on the square.
    fn are_won(&mut self, p: &Position<N>, patience: &mut Patience) -> bool {
        let stage = (p.cell(self.on), p.occupied());
        if let Some(&is_won) = self.known.get(&stage) {
            return is_won;
        }
        if !patience.is_left() {
            self.game.note_overflow();
            return true;
        }
        let is_won = self.game.captors(p, self.on).into_iter().any(|captor| self.may_take(p, captor, patience));
        self.known.insert(stage, is_won);
        is_won
    }

    /// Returns whether the piece on `captor`, which could capture on the square, takes nothing protected or may do so.
    fn may_take(&mut self, p: &Position<N>, captor: Square, patience: &mut Patience) -> bool {
        if !self.game.variant.spares_protected.contains(&p.cell(captor).kind_on::<N>()) {
            return true;
        }
        let after = self.after_capture(p, captor, Bitboard::EMPTY);
        !self.are_won(&after, patience)
    }
}

/// Captures in turn on one square, by pieces that spare nobody and are spared by nobody but for protection. Nothing is
/// made: captors leave the board, and the square stays occupied.
struct PlainTurns<'a, const N: usize> {
    game: &'a Game<N>,
    /// The position before the first capture.
    p: &'a Position<N>,
    on: Square,
    /// Nothing on these squares is in the way.
    passed: Bitboard<N>,
    /// The pieces of both sides that capture nothing protected.
    wary: Bitboard<N>,
    lines: &'a mut QuickMap<Square, Lines<N>>,
    /// Whether the side whose turn it is could take, by the captors that have gone, but for alike ones, and the number of
    /// all of them. The sides take turns, so that these tell whose turn it is and how many alike ones of each side are
    /// left.
    known: QuickMap<(Bitboard<N>, u32), bool>,
}

/// On what attacks on one square depend.
#[derive(Clone, Copy)]
struct Lines<const N: usize> {
    /// The squares whose piece may open or close an attack of either side by leaving.
    seen: Bitboard<N>,
    /// The pieces on none of these squares whose attacks nothing can open or close.
    alike: Bitboard<N>,
}

impl<const N: usize> PlainTurns<'_, N> {
    /// Returns the pieces of a side that attack the square when these have gone.
    fn captors(&self, by: Side, gone: Bitboard<N>) -> Bitboard<N> {
        self.game.sides[by.index()].threats.attackers(self.p, self.on, &self.occupied(gone)).without(gone)
    }

    /// Returns the occupied squares when these pieces have captured.
    fn occupied(&self, gone: Bitboard<N>) -> Bitboard<N> {
        self.p.occupied().without(self.passed | gone) | Bitboard::of(self.on)
    }

    /// Returns on what attacks on the square depend.
    fn lines(&mut self) -> Lines<N> {
        *self.lines.entry(self.on).or_insert_with(|| {
            let (mut seen, mut bound) = (Bitboard::EMPTY, Bitboard::EMPTY);
            for side in Side::BOTH {
                self.game.sides[side.index()].threats.each_line(self.p, self.on, |from, squares| {
                    seen |= squares;
                    if !squares.is_empty() {
                        bound.insert(from);
                    }
                });
            }
            Lines { seen, alike: self.p.occupied().without(seen | bound) }
        })
    }

    /// Returns whether a side could take what has captured on the square, after captures by `gone`.
    fn are_won_by(&mut self, by: Side, gone: Bitboard<N>, patience: &mut Patience) -> bool {
        if self.wary.is_disjoint(&self.p.side(by)) {
            return self.game.sides[by.index()].threats.attacks(self.p, self.on, &self.occupied(gone), &gone);
        }
        let captors = self.captors(by, gone);
        if !captors.is_subset(&self.wary) {
            return true;
        }
        if captors.is_empty() {
            return false;
        }
        let (Lines { seen, alike }, replies) = (self.lines(), self.captors(by.other(), gone));
        if seen.is_disjoint(&(captors | replies)) {
            // Whoever goes, nothing else changes: the side with more captors takes last, unless the other one has some
            // that may take anything.
            return replies.is_subset(&self.wary) && captors.count() > replies.count();
        }
        let stage = (gone.without(alike), gone.count());
        if let Some(&is_won) = self.known.get(&stage) {
            return is_won;
        }
        if !patience.is_left() {
            self.game.note_overflow();
            return true;
        }
        // One of those that are alike stands for all.
        let each = captors.without(alike).into_iter().chain((captors & alike).into_iter().take(1));
        let is_won = each.into_iter().any(|captor| !self.are_won_by(by.other(), gone | Bitboard::of(captor), patience));
        self.known.insert(stage, is_won);
        is_won
    }
}
