//! The parts of a kind's moves: lowered tables with their conditions.

use crate::compile::landing::LandingClass;
use crate::compile::lookup::Targets;
use crate::compile::tables::Tables;
use crate::position::moves::MoveType;
use betza_compile::lower::{ChainTable, End, MoveTable, PieceTables};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use betza_ir::{Condition, Modes, Victims};
use std::borrow::Cow;

/// One part of a kind's moves: a table, the pieces that it applies to, and where it may land.
pub(crate) struct Component<const N: usize> {
    pub table: MoveTable<N>,
    /// The pieces that have these moves.
    pub from: Origins<N>,
    /// The squares on which it may land; `None` if only some victims may be captured.
    pub class: Option<LandingClass>,
    /// The destinations of the table, by the fastest lookup.
    pub targets: Targets<N>,
}

/// Which pieces a part applies to.
pub(crate) enum Origins<const N: usize> {
    /// All pieces.
    Any,
    /// Pieces that have not moved.
    Unmoved,
    /// Pieces on these squares.
    On(Bitboard<N>),
}

impl<const N: usize> Origins<N> {
    /// Returns the squares on which the part applies, and whether only to pieces that have not moved.
    pub fn narrowed(&self) -> (Bitboard<N>, bool) {
        match self {
            Origins::Any => (Bitboard::FULL, false),
            Origins::Unmoved => (Bitboard::FULL, true),
            Origins::On(mask) => (*mask, false),
        }
    }
}

impl<const N: usize> Component<N> {
    /// Returns the type of its moves.
    #[inline]
    pub fn move_type(&self) -> MoveType {
        if self.table.leaves_en_passant { MoveType::DoubleStep } else { MoveType::Plain }
    }

    /// Returns whether it can capture a royal.
    pub fn threatens(&self) -> bool {
        self.table.modes.contains(Modes::CAPTURE) && !self.table.victims.contains(Victims::NOT_ROYAL)
    }

    /// Returns the pieces of `set` that the part applies to. `unmoved` are those that have not moved.
    #[inline]
    pub fn origins(&self, set: Bitboard<N>, unmoved: Bitboard<N>) -> Bitboard<N> {
        match &self.from {
            Origins::Any => set,
            Origins::Unmoved => set & unmoved,
            Origins::On(mask) => set & *mask,
        }
    }
}

/// Builds the parts of a kind's moves. `starts_here` has the squares where the kind starts, `double_step_region` those
/// from which it may take double steps.
#[inline(never)]
pub(crate) fn components<const N: usize>(
    lowered: &[MoveTable<N>],
    starts_here: Bitboard<N>,
    double_step_region: Bitboard<N>,
    tables: &mut Tables<'_, N>,
) -> Vec<Component<N>> {
    let mut component = |table: &MoveTable<N>| {
        let mut from = None;
        if table.condition.contains(Condition::ON_START) {
            from = Some(starts_here);
        }
        if table.condition.contains(Condition::IN_DOUBLE_STEP_REGION) {
            from = Some(from.map_or(double_step_region, |f| f & double_step_region));
        }
        let from = match from {
            Some(mask) => Origins::On(mask),
            None if table.condition.contains(Condition::UNMOVED) => Origins::Unmoved,
            None => Origins::Any,
        };
        let targets = tables.targets(&table.reach);
        Component { table: table.clone(), from, class: LandingClass::new(table.modes, table.victims), targets }
    };
    parted_by_ends(lowered).iter().map(|table| component(table)).collect()
}

/// Splits the tables whose paths depend on their own ends into moves and captures, and returns all tables. So the
/// destinations of a part never depend on what stands on them, and it attacks the same squares whether or not a royal
/// stands there.
fn parted_by_ends<const N: usize>(lowered: &[MoveTable<N>]) -> Vec<Cow<'_, MoveTable<N>>> {
    let captures = Modes::CAPTURE | Modes::DESTROY;
    let mut parts = Vec::with_capacity(lowered.len());
    for table in lowered {
        if table.reach.sees_ends() {
            parts.extend(table.ending_on(End::Empty, !captures).map(Cow::Owned));
            parts.extend(table.ending_on(End::Occupied, captures).map(Cow::Owned));
        } else {
            parts.push(Cow::Borrowed(table));
        }
    }
    parts
}

/// Returns whether what a piece captures depends on more than which squares hold friends and enemies.
pub(crate) fn depends_on_more<const N: usize>(tables: &PieceTables<N>) -> bool {
    tables.immobilizes.is_some() || tables.chains.iter().any(ChainTable::depends_on_more)
}

/// Returns whether a piece takes some enemies and spares others.
pub(crate) fn chooses_victims<const N: usize>(tables: &PieceTables<N>) -> bool {
    depends_on_more(tables) || tables.parts.iter().any(|part| !part.victims.is_empty())
}

/// Returns the squares from which a piece has no move in any position.
pub(crate) fn stuck<const N: usize>(board: &betza_ir::geometry::Board, tables: &PieceTables<N>) -> Bitboard<N> {
    let goes_nowhere = |s: &Square| tables.may_reach(*s).without(Bitboard::of(*s)).is_empty();
    board.squares().filter(goes_nowhere).collect()
}
