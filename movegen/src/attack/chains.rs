//! Attacks by chains: moves of several legs.

use crate::compile::between::straight_between;
use crate::compile::chain_plans::ChainPlan;
use crate::compile::chain_plans::ChainThreats;
use crate::position::board::Position;
use crate::position::royals::royals_of;
use betza_compile::lower::{ChainMoves, ChainScratch, Kinds, MoveGroup, PieceTables, View};
use betza_compile::walk::EnPassant;
use betza_game::KindId;
use betza_ir::Condition;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Side, Square};
use std::any::Any;
use std::cell::RefCell;

/// Buffers for generating the chain moves of a piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch<const N: usize> {
    /// Working memory of the chain interpreter.
    pub chain: ChainScratch<N>,
    /// The moves of one piece, grouped by their effects.
    pub moves: ChainMoves<N>,
    /// The en-passant rights, as chains see them.
    pub rights: Vec<EnPassant>,
    /// The effects of one group of moves.
    pub effects: Vec<crate::position::effects::Effect>,
}

/// The widths of boards: one to four words, and large.
const WIDTHS: usize = 5;

thread_local! {
    /// Buffers that are not in use, at index `N - 1` for boards of `N` words, and last those for large boards.
    static SCRATCH: RefCell<[Vec<Box<dyn Any>>; WIDTHS]> = const { RefCell::new([const { Vec::new() }; WIDTHS]) };
}

/// Runs `work` with buffers that the thread keeps, so that nothing is allocated once it is warm. Calls may nest; each
/// gets buffers of its own.
pub(crate) fn with_scratch<const N: usize, R>(work: impl FnOnce(&mut Scratch<N>) -> R) -> R {
    let kept = SCRATCH.with(|kept| kept.borrow_mut()[N.min(WIDTHS) - 1].pop());
    let mut scratch: Box<Scratch<N>> = kept.and_then(|scratch| scratch.downcast().ok()).unwrap_or_default();
    let result = work(&mut scratch);
    SCRATCH.with(|kept| kept.borrow_mut()[N.min(WIDTHS) - 1].push(scratch));
    result
}

/// The kinds of the pieces on the board, for moves that imitate other pieces.
pub(crate) struct KindsOf<'a, const N: usize> {
    pub position: &'a Position<N>,
    /// The moves of each kind, for the side that moves.
    pub tables: &'a [PieceTables<N>],
}

impl<const N: usize> Kinds<N> for KindsOf<'_, N> {
    fn kind_of(&self, square: Square) -> Option<usize> {
        let cell = self.position.cell(square);
        cell.is_piece().then(|| cell.kind().index())
    }

    fn tables(&self, kind: usize) -> &PieceTables<N> {
        &self.tables[kind]
    }
}

/// A position with a changed occupancy, on which attacks by chains are tested.
#[derive(Clone, Copy)]
pub(crate) struct AttackQuery<'a, const N: usize> {
    pub position: &'a Position<N>,
    /// The attacking side.
    pub side: Side,
    pub occupied: &'a Bitboard<N>,
    /// Pieces of the attacking side that count as captured.
    pub gone: &'a Bitboard<N>,
}

impl<const N: usize> ChainThreats<N> {
    /// Returns the royal pieces of both sides.
    pub(crate) fn royals(&self, position: &Position<N>) -> Bitboard<N> {
        let of = |side| royals_of(position, side, self.royal_kinds.iter().copied(), &self.royalty);
        of(Side::White) | of(Side::Black)
    }

    /// Returns whether some piece would capture an enemy on `to` by a chain.
    #[inline(never)]
    pub fn attack(&self, query: &AttackQuery<'_, N>, to: Square) -> bool {
        self.attack_seen(query, to).0
    }

    /// Returns [`ChainThreats::attack`], and squares that decided it: as long as they hold what they do, and no enemy
    /// comes to another square, the answer stays.
    pub fn attack_seen(&self, query: &AttackQuery<'_, N>, to: Square) -> (bool, Bitboard<N>) {
        let mut looked = Bitboard::of(to);
        let found = self.find_attackers(query, to, true, &mut looked);
        (!found.is_empty(), looked)
    }

    /// Returns the pieces that would capture an enemy on `to` by a chain.
    pub fn attackers(&self, query: &AttackQuery<'_, N>, to: Square) -> Bitboard<N> {
        self.find_attackers(query, to, false, &mut Bitboard::of(to))
    }

    /// Returns these pieces, or the first one that is found. Adds the squares that decided it to `looked`.
    #[inline(never)]
    fn find_attackers(
        &self,
        query: &AttackQuery<'_, N>,
        to: Square,
        one_is_enough: bool,
        looked: &mut Bitboard<N>,
    ) -> Bitboard<N> {
        let mut found = Bitboard::EMPTY;
        for plan in self.plans.iter() {
            for from in self.candidates(plan, query, to) {
                if self.captures(plan, query, from, to, looked) {
                    found.insert(from);
                    if one_is_enough {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// Returns the squares on which a piece of this kind on `from` would capture an enemy by a chain.
    pub fn attacks_from(&self, position: &Position<N>, side: Side, kind: KindId, from: Square) -> Bitboard<N> {
        let (occupied, none) = (&position.occupied(), &Bitboard::EMPTY);
        let query = AttackQuery { position, side, occupied, gone: none };
        let tables = &self.tables[kind.index()];
        let mut attacked = self.plainly_attacked_from(position, kind, from, occupied);
        for plan in self.plans.iter().filter(|plan| plan.kind == kind) {
            let rest = tables.may_capture_otherwise(from).without(attacked | Bitboard::of(from));
            let mut looked = Bitboard::EMPTY;
            attacked |= rest.into_iter().filter(|&to| self.captures(plan, &query, from, to, &mut looked)).collect();
        }
        attacked
    }

    /// Returns those of the squares of [`ChainThreats::attacks_from`] that are attacked by a leap or a straight ride,
    /// on large boards, with this occupancy.
    pub fn plainly_attacked_from(
        &self,
        position: &Position<N>,
        kind: KindId,
        from: Square,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        if !is_large(N) {
            return Bitboard::EMPTY;
        }
        let tables = &self.tables[kind.index()];
        self.plans.iter().filter(|plan| plan.kind == kind).fold(Bitboard::EMPTY, |all, plan| {
            all | tables.plain_attacks(plan.conditions(position, from), from, occupied) & plan.keep(from)
        })
    }

    /// Does what [`Threats::each_line`](crate::compile::threats::Threats::each_line) does, for chains.
    pub fn each_line(
        &self,
        position: &Position<N>,
        side: Side,
        to: Square,
        mut report: impl FnMut(Square, Bitboard<N>),
    ) {
        for plan in self.plans.iter() {
            let tables = &self.tables[plan.kind.index()];
            for from in position.pieces(side, plan.kind) & plan.capture_sources(tables, to) {
                let squares = if tables.plainly_attacks(plan.conditions(position, from), from, to, &Bitboard::FULL) {
                    Bitboard::EMPTY
                } else if is_large(N) && tables.is_plain() {
                    straight_between(tables.board(), from, to).collect()
                } else {
                    tables.capture_depends_on(from, to)
                };
                report(from, squares);
            }
        }
    }

    /// Returns the pieces of the plan's kind that could capture an enemy on `to` by a chain in some position.
    #[inline(always)]
    fn candidates(&self, plan: &ChainPlan<N>, query: &AttackQuery<'_, N>, to: Square) -> Bitboard<N> {
        let pieces = query.position.pieces(query.side, plan.kind);
        // PERF: most kinds of a large game are no longer, or not yet, on the board.
        if pieces.is_empty() {
            return pieces;
        }
        let sources = plan.capture_sources(&self.tables[plan.kind.index()], to);
        (pieces & sources).without(*query.gone | Bitboard::of(to))
    }

    /// Returns the position as pieces of a kind see it. The caller sets `mover` to [`ChainPlan::conditions`] of each
    /// piece. A wall stands in the way as a friend does; [`off_walls`] removes the moves that do something to it.
    pub fn view<'a>(
        &self,
        plan: &ChainPlan<N>,
        position: &Position<N>,
        side: Side,
        kinds: &'a dyn Kinds<N>,
        en_passant: &'a [EnPassant],
    ) -> View<'a, N> {
        View {
            own: position.side(side) | position.walls(),
            enemy: position.side(side.other()),
            unmoved: position.state.unmoved,
            royal: if plan.depends_on_more { self.royals(position) } else { Bitboard::EMPTY },
            swept: position.of_kinds(&plan.sweeps),
            mover: Condition::empty(),
            en_passant,
            kinds: Some(kinds),
            wanted: None,
        }
    }

    /// Returns whether the piece on `from` would capture an enemy on `to` by a chain. Adds its square, and those on which
    /// the answer depends besides `to`, to `looked`.
    fn captures(
        &self,
        plan: &ChainPlan<N>,
        query: &AttackQuery<'_, N>,
        from: Square,
        to: Square,
        looked: &mut Bitboard<N>,
    ) -> bool {
        looked.insert(from);
        let AttackQuery { position, side, occupied, gone, .. } = *query;
        let target = Bitboard::of(to);
        // What stands on the target counts as an enemy, a wall too. Walls that a move has placed may be left aside.
        let walls = (position.walls() & *occupied).without(target);
        let stand = position.side(side) & (*occupied | Bitboard::of(from));
        let own = (stand | walls).without(*gone | target);
        let enemy = occupied.without(own) | target;
        let (tables, keep) = (&self.tables[plan.kind.index()], plan.keep(from));
        if is_large(N) {
            *looked |= tables.capture_depends_on(from, to);
            let is_direct =
                keep.contains(to) && tables.plainly_attacks(plan.conditions(position, from), from, to, &(own | enemy));
            if is_direct || tables.is_plain() {
                return is_direct;
            }
        }
        with_scratch(|scratch: &mut Scratch<N>| {
            let kinds = KindsOf { position, tables: &self.tables };
            let mover = plan.conditions(position, from);
            let mut view = View { own, enemy, mover, wanted: Some(to), ..self.view(plan, position, side, &kinds, &[]) };
            view.royal |= target;
            if plan.sweeps_royals && !position.cell(to).is_piece() {
                view.swept |= target;
            }
            let mut found = false;
            scratch.chain.looked = Bitboard::EMPTY;
            let result = tables.each_chain_group(&view, from, &mut scratch.chain, &mut scratch.moves, |group| {
                found |= off_walls(group, walls).is_some_and(|group| captures_on(&group, keep, to));
            });
            *looked |= if result.is_ok() { scratch.chain.looked } else { Bitboard::FULL };
            // A piece whose chains exceed the step limit counts as an attacker.
            result.is_err() || found
        })
    }
}

/// Returns the moves of a group that leave the walls alone; `None` if a capture or relocation of the group touches one.
#[inline]
pub(crate) fn off_walls<const N: usize>(mut group: MoveGroup<'_, N>, walls: Bitboard<N>) -> Option<MoveGroup<'_, N>> {
    if !walls.is_empty() {
        let touched = group.relocations.iter().flat_map(|&(was, now)| [was, now]).chain(group.captures.iter().copied());
        if touched.into_iter().any(|square| walls.contains(square)) {
            return None;
        }
        group.to = group.to.without(walls);
    }
    Some(group)
}

/// Returns whether some move of a group captures the piece on `square`.
fn captures_on<const N: usize>(group: &MoveGroup<'_, N>, keep: Bitboard<N>, square: Square) -> bool {
    let ends = group.to & keep;
    let lands = ends.contains(square) && group.relocations.iter().all(|r| r.0 != square);
    lands || (group.captures.contains(&square) && (group.vanishes || !ends.is_empty()))
}
