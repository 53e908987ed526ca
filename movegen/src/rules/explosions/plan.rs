//! Explosions as masks: what a capture destroys, and where a royal is safe beside another one.

use crate::compile::side::SidePlan;
use crate::position::board::Position;
use betza_compile::lower::PieceTables;
use betza_game::KindId;
use betza_game::variant::Variant;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use betza_ir::geometry::Vector;

/// The explosions of a game, compiled.
pub(crate) struct ExplosionPlan<const N: usize> {
    /// The squares around each square: at most eight.
    pub ring: Box<[Bitboard<N>]>,
    /// The squares around each square where a royal that stands there shields one of the other side: all of `ring`, but
    /// on the same file or rank if generals may not face each other.
    shielded: Box<[Bitboard<N>]>,
    /// Kinds that an explosion next to them does not destroy.
    spared: Vec<KindId>,
    /// Kinds that survive their own captures although captors are destroyed.
    immune: Vec<KindId>,
    /// Captors are destroyed. Where they are not, a royal can capture an enemy royal beside it.
    pub captor_too: bool,
    /// What is destroyed next to the destination turns into walls.
    pub petrifies: bool,
    /// Some royals are destroyed by their own captures and not by explosions beside them.
    pub spares_royals: bool,
}

impl<const N: usize> ExplosionPlan<N> {
    /// Compiles the rule; `None` if the game does not have it.
    #[inline(never)]
    pub fn new(variant: &Variant) -> Option<ExplosionPlan<N>> {
        let rule = variant.explosion.as_ref()?;
        let board = &variant.board;
        let around = |is_meant: &dyn Fn(&Vector) -> bool| -> Box<[Bitboard<N>]> {
            let mut around = vec![Bitboard::EMPTY; board.area()];
            for from in board.squares() {
                let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| Vector::new(x, y))).filter(is_meant);
                around[from.index()] = steps.filter_map(|v| board.step(from, v)).filter(|&s| s != from).collect();
            }
            around.into()
        };
        let may_face = variant.flying_generals.is_empty();
        let spared = rule.spares.iter().chain(&rule.immune).copied().collect();
        Some(ExplosionPlan {
            ring: around(&|_| true),
            shielded: around(&|v| may_face || v.dx != 0 && v.dy != 0),
            spared,
            immune: rule.immune.clone(),
            captor_too: rule.captor_too,
            petrifies: rule.petrifies,
            spares_royals: betza_game::rules::explosions::needs::spares_royals(variant, rule),
        })
    }

    /// Returns the pieces that an explosion next to them does not destroy.
    pub fn spared(&self, position: &Position<N>) -> Bitboard<N> {
        position.of_kinds(&self.spared)
    }

    /// Returns the squares next to these royals, where a royal of the other side cannot be captured without destroying
    /// one of them, and need not be safe from being faced. Empty if captors survive. A royal that explosions spare has
    /// no such squares.
    pub fn touching(&self, royals: Bitboard<N>, position: &Position<N>) -> Bitboard<N> {
        if !self.captor_too {
            return Bitboard::EMPTY;
        }
        let royals = royals.without(self.spared(position));
        royals.into_iter().fold(Bitboard::EMPTY, |touching, royal| touching | self.shielded[royal.index()])
    }

    /// Returns whether an explosion next to a piece of this kind leaves it on the board.
    pub fn spares(&self, kind: KindId) -> bool {
        self.spared.contains(&kind)
    }

    /// Returns whether a captor of this kind is destroyed by its capture.
    pub fn destroys_captor(&self, kind: KindId) -> bool {
        self.captor_too && !self.immune.contains(&kind)
    }
}

/// Returns whether some royal moves farther than an explosion reaches. The masks assume that a royal attacks only the
/// squares next to it.
#[inline(never)]
pub(crate) fn royals_outrun<const N: usize>(
    plan: &ExplosionPlan<N>,
    variant: &Variant,
    sides: &[SidePlan<N>; 2],
) -> bool {
    let outruns = |side: &SidePlan<N>| {
        let mut tables = side.royals.iter().map(|mover| &side.tables[mover.kind.index()]);
        let beyond = |tables: &PieceTables<N>, s: Square| !tables.may_reach(s).is_subset(&plan.ring[s.index()]);
        tables.any(|tables| variant.board.squares().any(|s| beyond(tables, s)))
    };
    sides.iter().any(outruns)
}
