//! The moves of one kind with all that they need.

use crate::compile::between::Singles;
use crate::compile::component::Component;
use crate::rules::promotion::plan::PromotionPlan;
use crate::units::KindId;
use crate::variant::Variant;
use betza_compile::ir::Modes;
use std::sync::Arc;

/// The moves of one kind.
pub(crate) struct Mover<const N: usize> {
    pub kind: KindId,
    /// All tables, for a piece alone.
    pub components: Vec<Component<N>>,
    /// Parts with en passant captures, by index.
    pub en_passant: Vec<usize>,
    pub promotion: Option<PromotionPlan<N>>,
    /// Pieces of these kinds are walls to it.
    pub barriers: Vec<KindId>,
    /// Of each part, where it barriers and they are such, the single paths.
    pub singles: Vec<Option<Arc<Singles<N>>>>,
    /// No two parts give the same move, so they need not be united.
    pub disjoint: bool,
}

impl<const N: usize> Mover<N> {
    /// A kind's moves with all that they need.
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
        Mover { kind, en_passant, promotion, barriers, singles, disjoint, components }
    }
}

/// Whether no two components can lead from one square to another with the same effect.
fn are_disjoint<const N: usize>(components: &[Component<N>], variant: &Variant) -> bool {
    components.iter().enumerate().all(|(i, a)| {
        components[..i].iter().all(|b| {
            let (a, b) = (&a.table, &b.table);
            !a.modes.intersects(b.modes)
                || variant.board.squares().all(|s| a.reach.may_reach(s).is_disjoint(b.reach.may_reach(s)))
        })
    })
}
