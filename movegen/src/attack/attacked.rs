//! The squares that a side attacks, looked up from each of its pieces.

use crate::compile::game::Game;
use crate::compile::program::{AttackMethod, Program, Step, Table};
use crate::compile::threats::Threats;
use crate::position::board::Position;
use crate::units::each_square;
use betza_game::KindId;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Side, Square};

/// One lookup of attacked squares: of one piece, or of all pieces of a kind that make the same shift.
#[derive(Clone, Copy)]
pub(crate) struct AttackLookup<const N: usize> {
    /// The attackers: one piece, or all that make the shift.
    pub(crate) pieces: Bitboard<N>,
    pub(crate) method: AttackMethod,
    /// What is looked up, by `method`: the number of a shift of the program, of a barred threat in
    /// [`Threats::others`], or the table of a step.
    pub(crate) index: u32,
}

/// What takes the lookups of a side.
///
/// PERF: a trait and not a closure, since its function can be inlined always. A closure that is not inlined is compiled
/// for any processor, so that it counts and gathers bits in software.
pub(crate) trait TakesLookups<const N: usize> {
    /// Takes one lookup.
    fn take(&mut self, context: &AttackContext<'_, N>, lookup: AttackLookup<N>);
}

/// Collects all attacked squares.
struct AllAttacked<const N: usize>(Bitboard<N>);

impl<const N: usize> TakesLookups<N> for AllAttacked<N> {
    #[inline(always)]
    fn take(&mut self, context: &AttackContext<'_, N>, lookup: AttackLookup<N>) {
        self.0 |= context.attacked_by(&lookup, lookup.pieces);
    }
}

/// The position in which the attacks of a side are looked up.
pub(crate) struct AttackContext<'a, const N: usize> {
    pub(crate) game: &'a Game<N>,
    pub(crate) threats: &'a Threats<N>,
    /// The captures of the attacking side.
    pub(crate) program: &'a Program<N>,
    pub(crate) position: &'a Position<N>,
    /// The occupancy without the royals of the attacked side, so that a slider also attacks the squares behind a
    /// royal.
    pub(crate) occupied: Bitboard<N>,
    /// Pieces that may make the moves of unmoved pieces.
    pub(crate) unmoved: Bitboard<N>,
}

impl<'a, const N: usize> AttackContext<'a, N> {
    /// Returns the context for the attacks of side `by` on a side with these royals; `None` if its attacks depend on
    /// more than occupancy (chains).
    #[inline(always)]
    pub(crate) fn new(
        game: &'a Game<N>,
        position: &'a Position<N>,
        by: Side,
        royals: Bitboard<N>,
    ) -> Option<AttackContext<'a, N>> {
        let threats = &game.sides[by.index()].threats;
        let program = threats.program.as_ref().filter(|_| !is_large(N))?;
        let (occupied, unmoved) = (position.occupied().without(royals), position.state.unmoved);
        Some(AttackContext { game, threats, program, position, occupied, unmoved })
    }

    /// Gives each lookup of each piece of the side to `taker`.
    #[inline(always)]
    pub(crate) fn each_lookup(&self, taker: &mut impl TakesLookups<N>) {
        let unmoved = &self.unmoved;
        for (index, step) in self.program.shifts.iter().enumerate() {
            let pieces = step.pieces(self.position, unmoved);
            taker.take(self, AttackLookup { pieces, method: AttackMethod::Shift, index: index as u32 });
        }
        let Program { leaps, slots, rays, .. } = self.program;
        for (table, steps) in [(Table::Leap, leaps), (Table::Slot, slots), (Table::Ray, rays)] {
            let method = AttackMethod::Table(table);
            for step in &steps.plain {
                let pieces = step.pieces(self.position, unmoved);
                each_square!(pieces, |from| taker
                    .take(self, AttackLookup { pieces: Bitboard::of(from), method, index: step.table }));
            }
        }
        for (index, other) in self.threats.others.iter().enumerate().filter(|(_, other)| !other.barriers.is_empty()) {
            let pieces = other.pieces(self.position, self.threats.side);
            let (method, index) = (AttackMethod::Barred, index as u32);
            each_square!(pieces, |from| taker.take(self, AttackLookup { pieces: Bitboard::of(from), method, index }));
        }
    }

    /// Returns the squares that a piece of this kind attacks from `from`.
    #[inline(always)]
    pub(crate) fn attacked_from(&self, kind: KindId, from: Square) -> Bitboard<N> {
        let (piece, program) = (Bitboard::of(from), self.program);
        let takes = |step: &Step<N>| !step.applicable(piece, &self.unmoved).is_empty();
        let mut attacked = Bitboard::EMPTY;
        for &(method, index) in &self.threats.by_kind[kind.index()] {
            let number = index as usize;
            attacked |= match method {
                AttackMethod::Shift => {
                    let pieces = program.shifts[number].applicable(piece, &self.unmoved);
                    self.attacked_by(&AttackLookup { pieces, method, index }, pieces)
                }
                AttackMethod::Barred => {
                    let unmoved = self.threats.others[number].unmoved;
                    let pieces = if unmoved { piece & self.unmoved } else { piece };
                    self.attacked_by(&AttackLookup { pieces, method, index }, pieces)
                }
                // PERF: an arm for each table. One for all of them, by `Program::look`, takes 1.5% more instructions of
                // counting in chess and 3% in Kiwipete.
                AttackMethod::Table(Table::Leap) => match &program.leaps.plain[number] {
                    step if takes(step) => self.game.lookups.leap(step.table, from),
                    _ => continue,
                },
                AttackMethod::Table(Table::Slot) => match &program.slots.plain[number] {
                    step if takes(step) => self.game.lookups.slot(step.table, from, &self.occupied),
                    _ => continue,
                },
                AttackMethod::Table(Table::Ray) => match &program.rays.plain[number] {
                    step if takes(step) => {
                        program.look(&self.game.lookups, Table::Ray, step.table, from, &self.occupied)
                    }
                    _ => continue,
                },
            };
        }
        attacked
    }

    /// Returns the squares that `pieces`, a subset of the lookup's pieces, attack by it.
    #[inline(always)]
    pub(crate) fn attacked_by(&self, lookup: &AttackLookup<N>, pieces: Bitboard<N>) -> Bitboard<N> {
        let Some(from) = pieces.first() else { return Bitboard::EMPTY };
        match lookup.method {
            AttackMethod::Shift => {
                let empty = self.game.board.without(self.occupied);
                self.program.shifts[lookup.index as usize].targets(pieces, &empty)
            }
            AttackMethod::Barred => {
                let other = &self.threats.others[lookup.index as usize];
                other.attacked(&self.game.lookups, self.position, from, &self.occupied)
            }
            AttackMethod::Table(table) => {
                self.program.look(&self.game.lookups, table, lookup.index, from, &self.occupied)
            }
        }
    }

    /// Returns the squares whose change may alter which of `squares` the lookup attacks. `attacked` is what it attacks
    /// now.
    #[inline(always)]
    pub(crate) fn dependencies(
        &self,
        lookup: &AttackLookup<N>,
        attacked: Bitboard<N>,
        squares: Bitboard<N>,
    ) -> Bitboard<N> {
        let Some(from) = lookup.pieces.first() else { return Bitboard::EMPTY };
        let attacks_none = attacked.is_disjoint(&squares);
        match lookup.method {
            AttackMethod::Shift => {
                let step = &self.program.shifts[lookup.index as usize];
                if attacks_none && step.must_be_empty.is_empty() {
                    Bitboard::EMPTY
                } else {
                    step.watched(lookup.pieces)
                }
            }
            AttackMethod::Table(Table::Leap) if attacks_none => Bitboard::EMPTY,
            AttackMethod::Table(Table::Leap) => lookup.pieces,
            AttackMethod::Barred => lookup.pieces | self.threats.others[lookup.index as usize].watches[from.index()],
            AttackMethod::Table(table) => {
                let hidden = self.program.hidden_dependencies(&self.game.lookups, table, lookup.index, from);
                let farthest = || self.program.look(&self.game.lookups, table, lookup.index, from, &Bitboard::EMPTY);
                // On the empty board a ride reaches every square that it reaches on any other board.
                let never = attacks_none && hidden.is_empty() && farthest().is_disjoint(&squares);
                if never { Bitboard::EMPTY } else { lookup.pieces | attacked | hidden }
            }
        }
    }
}

/// Returns all squares that side `by` attacks once these royals of the other side are lifted off the board; `None` if
/// attacks depend on more than occupancy.
#[inline(always)]
pub(crate) fn attacked<const N: usize>(
    game: &Game<N>,
    position: &Position<N>,
    by: Side,
    royals: Bitboard<N>,
) -> Option<Bitboard<N>> {
    let context = AttackContext::new(game, position, by, royals)?;
    let mut all = AllAttacked(Bitboard::EMPTY);
    context.each_lookup(&mut all);
    Some(all.0)
}
