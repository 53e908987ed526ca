//! The moves of one kind: its parts, promotion and barriers.

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
}

impl<const N: usize> Mover<N> {
    /// The moves of a kind, from its parts.
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

/// Whether no two parts can lead from one square to another with the same effect.
fn are_disjoint<const N: usize>(components: &[Component<N>], variant: &Variant) -> bool {
    components.iter().enumerate().all(|(i, a)| {
        components[..i].iter().all(|b| {
            let (a, b) = (&a.table, &b.table);
            !a.modes.intersects(b.modes)
                || variant.board.squares().all(|s| a.reach.may_reach(s).is_disjoint(b.reach.may_reach(s)))
        })
    })
}
