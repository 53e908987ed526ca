//! The moves of one kind: its parts, promotion and barriers.

use crate::compile::between::{Singles, straight_between};
use crate::compile::component::Component;
use crate::position::board::Position;
use crate::rules::promotion::plan::PromotionPlan;
use betza_game::KindId;
use betza_game::variant::Variant;
use betza_ir::Modes;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square};
use std::sync::{Arc, OnceLock};

/// The moves of one kind.
pub(crate) struct Mover<const N: usize> {
    pub kind: KindId,
    /// All parts of its moves.
    pub components: Vec<Component<N>>,
    /// The indices of the parts that capture en passant.
    pub en_passant: Vec<usize>,
    /// How it promotes, if it does.
    pub promotion: Option<PromotionPlan<N>>,
    /// Kinds that it can neither capture nor pass, not even as hurdles.
    pub barriers: Vec<KindId>,
    /// The single paths of each part, if the kind has barriers and the part has such paths.
    pub singles: Vec<Option<Arc<Singles<N>>>>,
    /// No two parts give the same move, so each part can be generated on its own.
    pub disjoint: bool,
    /// [`Mover::leaves_lines`], once it has been computed.
    leaves_lines: OnceLock<bool>,
}

impl<const N: usize> Mover<N> {
    /// Builds the moves of a kind from its parts.
    #[inline(never)]
    pub fn new(
        variant: &Variant,
        kind: KindId,
        components: Vec<Component<N>>,
        promotion: Option<PromotionPlan<N>>,
    ) -> Mover<N> {
        let may = variant.captures_en_passant(kind);
        let with_en_passant = |(_, p): &(usize, &Component<N>)| may && p.table.modes.contains(Modes::EN_PASSANT);
        let en_passant = components.iter().enumerate().filter(with_en_passant).map(|(i, _)| i).collect();
        let barriers = variant.kinds[kind.index()].barriers.clone();
        let single = |part| Singles::new(part, &variant.board).map(Arc::new);
        let singles = components.iter().map(|part| if barriers.is_empty() { None } else { single(part) }).collect();
        let disjoint = barriers.is_empty() && are_disjoint(&components, variant);
        let leaves_lines = OnceLock::new();
        Mover { kind, en_passant, promotion, barriers, singles, disjoint, leaves_lines, components }
    }

    /// Returns whether one of its paths depends on a square that does not lie straight between the ends of the path.
    /// Crooked riders have such paths, some lame leapers, and riders that go round joined edges.
    pub fn leaves_lines(&self, board: &Board) -> bool {
        let leaves = |from, to| !self.path_squares(from, to).is_subset(&straight_between(board, from, to).collect());
        *self.leaves_lines.get_or_init(|| {
            let targets =
                |from| self.components.iter().fold(Bitboard::EMPTY, |all, p| all | *p.table.reach.may_reach(from));
            board.squares().any(|from| targets(from).into_iter().any(|to| leaves(from, to)))
        })
    }

    /// Returns the squares whose occupants matter to its paths between two squares.
    pub fn path_squares(&self, from: Square, to: Square) -> Bitboard<N> {
        let of_part =
            |part: &Component<N>| part.table.reach.paths(from, to).fold(Bitboard::EMPTY, |all, p| all | p.squares());
        self.components.iter().fold(Bitboard::EMPTY, |all, part| all | of_part(part))
    }

    /// Returns the targets of a piece with barriers under an occupancy, without the barriers and what lies behind them.
    #[inline(never)]
    pub(crate) fn without_barred(
        &self,
        position: &Position<N>,
        part: usize,
        from: Square,
        targets: Bitboard<N>,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        let barriers = self.barriers_to(position, from, occupied);
        self.not_behind(barriers, part, from, targets.without(barriers), occupied)
    }

    /// Returns the squares that a piece with barriers attacks among its targets under an occupancy: none behind
    /// barriers. On the square of a barrier it would capture a royal that stood there instead.
    pub(crate) fn attacked_beside_barred(
        &self,
        position: &Position<N>,
        part: usize,
        from: Square,
        targets: Bitboard<N>,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        self.not_behind(self.barriers_to(position, from, occupied), part, from, targets, occupied)
    }

    /// Returns the barriers to a piece on `from`.
    fn barriers_to(&self, position: &Position<N>, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        (position.of_kinds(&self.barriers) & *occupied).without(Bitboard::of(from))
    }

    /// Returns those of the targets to which an open path of the part passes over none of these barriers.
    fn not_behind(
        &self,
        barriers: Bitboard<N>,
        part: usize,
        from: Square,
        targets: Bitboard<N>,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        let is_clear = |to: Square| match &self.singles[part] {
            Some(singles) => singles.between(from, to).is_disjoint(&barriers),
            None => {
                let mut paths = self.components[part].table.reach.paths(from, to);
                paths.any(|p| p.is_open(occupied) && p.squares().is_disjoint(&barriers))
            }
        };
        let mut open = targets;
        targets.for_each(|to| {
            if !is_clear(to) {
                open.remove(to);
            }
        });
        open
    }
}

/// Returns whether no two parts can lead from one square to another with the same effect.
fn are_disjoint<const N: usize>(components: &[Component<N>], variant: &Variant) -> bool {
    components.iter().enumerate().all(|(i, a)| {
        components[..i].iter().all(|b| {
            let (a, b) = (&a.table, &b.table);
            !a.modes.intersects(b.modes)
                || variant.board.squares().all(|s| a.reach.may_reach(s).is_disjoint(b.reach.may_reach(s)))
        })
    })
}
