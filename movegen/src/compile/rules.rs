//! The rules of a game, compiled for one board width: the plans of all of them, in one place.

use crate::compile::between::Singles;
use crate::compile::clock::Clock;
use crate::compile::component::{Component, chooses_victims, depends_on_more};
use crate::compile::error::CompileError;
use crate::compile::mating_power::MatingPower;
use crate::compile::side::SidePlan;
use crate::compile::strategy::{Generate, Strategy};
use crate::rules::alice::plan::AlicePlan;
use crate::rules::castling::plan::PartnersPlan;
use crate::rules::en_passant::plan::DoubleSteps;
use crate::rules::ends::plan::EndPlans;
use crate::rules::entering::plan::EnteringPlan;
use crate::rules::explosions::plan::ExplosionPlan;
use crate::rules::hands::plan::HandPlan;
use crate::rules::promotion::plan::Promoted;
use crate::rules::royalty::plan::RoyalPromotion;
use crate::rules::trading::plan::TradingPlan;
use crate::rules::transformation::plan::TransformationPlan;
use crate::rules::turning::plan::TurningPlan;
use betza_game::needs::Needs;
use betza_game::rules::castling::CastlingRule;
use betza_game::rules::ends::EndRule;
use betza_game::variant::Variant;
use betza_game::{BySide, KindId};
use std::sync::OnceLock;

/// The rules of a game, compiled for one board width. A rule that the game does not have is `None` or empty.
pub(crate) struct Rules<const N: usize> {
    /// How moves are generated, made and counted.
    pub strategy: Strategy,
    /// Which pieces may be dropped, and what captures bring to the hands.
    pub hands: HandPlan<N>,
    /// The en-passant rights that double steps leave.
    pub double_steps: DoubleSteps<N>,
    /// Where pieces may enter.
    pub entering: Option<EnteringPlan<N>>,
    /// The two boards, where there are two.
    pub alice: Option<AlicePlan>,
    /// A rule of its own says what attacks what: not each piece by its own moves on one board.
    pub attacks_by_rule: bool,
    /// Which enemies moves turn over.
    pub turning: Option<TurningPlan<N>>,
    /// What captures destroy.
    pub explosions: Option<ExplosionPlan<N>>,
    /// Pieces that may not simply be traded.
    pub trading: Option<TradingPlan<N>>,
    /// What becomes of pieces by moving.
    pub transformation: Option<TransformationPlan>,
    /// The squares between any two squares on a file or rank, in games where it matters that royals face each other.
    pub facing_lines: Option<Singles<N>>,
    /// The ends of the game, and what is counted for them.
    pub ends: EndPlans<N>,
    /// The promotions that change which pieces are royal, by side.
    pub royal_promotions: BySide<Vec<RoyalPromotion<N>>>,
    /// Castling does more than move two pieces.
    pub castling_counts: bool,
    /// Kings choose among squares or partners.
    pub chooses_castling: bool,
    /// The castlings of a game with several partners of a side.
    pub partners: Option<PartnersPlan<N>>,
    /// A move without effects only moves a piece and captures: no captured piece comes to a hand, no promotion is
    /// remembered, no piece moves to where it stands, and no rule does more.
    pub moves_are_plain: bool,
    /// The occupancy after a move without effects tells whether it leaves the royal safe, and masks tell where it may
    /// land (`generate/arrivals.rs`).
    pub occupancy_decides: bool,
    /// Which promotions are remembered on the board.
    pub promoted: Promoted,
    /// Some promotions take the new piece out of a hand.
    pub promotes_from_hands: bool,
    /// Whether [`crate::position::board::State::unmoved`] is kept for a kind, by [`KindId::index`].
    pub tracks_unmoved: Vec<bool>,
    /// Some piece may take a piece of its own side off the board, or itself, and royals must be safe.
    pub may_give_up_royals: bool,
    /// Whether a kind is a barrier to moves of some kind ([`Kind::barriers`]), by [`KindId::index`].
    pub barriers: Vec<bool>,
    /// Some pieces take some enemies and spare others, so that who attacks a square may spare what stands there.
    pub chooses_victims: bool,
    /// Whether some pieces may not capture a royal that they attack ([`Variant::may_spare_royals`]).
    pub may_spare_royals: bool,
    /// Whether a royal may be captured en passant after its own move ([`Variant::royals_may_pass`]).
    pub royals_may_pass: bool,
    /// Which moves reset the half-move clock.
    pub clock: Clock<N>,
    /// How much each kind helps to mate, by [`KindId::index`]; empty if games are won in other ways, too. PERF: found
    /// on first use, since reading the notations of weak pieces takes longer than compiling some games.
    pub mating_powers: OnceLock<Vec<MatingPower>>,
}

/// Turns a refusal, if there is one, into an error.
pub(crate) fn refuse(refusal: Option<&str>) -> Result<(), CompileError> {
    refusal.map_or(Ok(()), |rule| Err(CompileError::Unsupported(rule.to_owned())))
}

/// Returns a rule that needs the fixed paths of pieces, which are programs on large boards, if the game has one.
pub(crate) fn refused_on_large_boards(variant: &Variant) -> Option<&'static str> {
    let rules = [
        (
            !variant.flying_generals.is_empty(),
            "generals that may not face each other, on a board of more than 256 squares",
        ),
        (variant.ends.contains(&EndRule::Bikjang), "bikjang on a board of more than 256 squares"),
        (
            variant.royalty.first_moves_only,
            "royals that go only by their first moves, on a board of more than 256 squares",
        ),
        // The letters of FENs name files up to the 26th.
        (
            variant.board.files() > 26 && (variant.castling.is_some() || variant.gating.is_some()),
            "castling and gates on a board of more than 26 files",
        ),
    ];
    rules.into_iter().find(|(has, _)| *has).map(|(_, rule)| rule)
}

impl<const N: usize> Rules<N> {
    /// Compiles the rules of a game whose pieces are compiled. `facing_lines` has the squares between any two on a file
    /// or rank, if the game needs them.
    ///
    /// # Errors
    /// The first unsupported combination that can be seen only once the pieces are compiled.
    #[inline(never)]
    pub fn new(
        variant: &Variant,
        sides: &[SidePlan<N>; 2],
        facing_lines: Option<Singles<N>>,
    ) -> Result<Rules<N>, CompileError> {
        // The compiled pieces have needs too.
        let mut needs = betza_game::rules::needs(variant);
        needs.set(Needs::BARRIERS, variant.kinds.iter().any(|kind| !kind.barriers.is_empty()));
        needs.set(Needs::CHAINS, sides.iter().any(|side| !side.threats.chains.plans.is_empty()));
        needs.set(Needs::KINDS_MATTER, sides.iter().flat_map(|side| side.tables.iter()).any(depends_on_more));
        if needs.contains(Needs::CHAINS) {
            refuse(betza_game::rules::refused_beside_chains(variant))?;
        }
        let explosions = ExplosionPlan::new(variant);
        if explosions.as_ref().is_some_and(|plan| crate::rules::explosions::plan::royals_outrun(plan, variant, sides)) {
            refuse(Some("captures that explode together with royal pieces that go farther than a king"))?;
        }
        let checks = variant.royalty.check && variant.royal_kinds().next().is_some();
        let is_barrier = |k| variant.kinds.iter().any(|other| other.barriers.contains(&KindId::from_index(k)));
        // What is placed on a gate may be the hurdle of a check, which the masks of moves without gating do not know.
        if checks && variant.gating.is_some() && sides.iter().any(|side| side.threats.has_unusual()) {
            needs |= Needs::JUDGED_BY_MAKING;
        }
        let (strategy, hands) = (Strategy::choose(needs, checks), HandPlan::new(variant, sides));
        let promoted = Promoted::new(variant);
        let stays = |part: &Component<N>| variant.board.squares().any(|s| part.table.reach.may_reach(s).contains(s));
        let parts = || sides.iter().flat_map(|side| &side.movers).flat_map(|mover| &mover.components);
        let ends = EndPlans::new(variant);
        let plain = !strategy.makes_more && hands.gain.is_none() && promoted.from.is_none() && !ends.counts_passes;
        let more_decides = Needs::CHAINS | Needs::KINDS_MATTER | Needs::BARRIERS;
        let by_masks = strategy.generate == Generate::ByMasks && !strategy.needs.intersects(more_decides);
        Ok(Rules {
            occupancy_decides: by_masks && variant.royalty.check && variant.royalty.pseudo.is_empty(),
            moves_are_plain: plain && !parts().any(stays),
            strategy,
            hands,
            double_steps: DoubleSteps::new(variant, sides),
            entering: EnteringPlan::new(variant),
            alice: AlicePlan::new(variant),
            attacks_by_rule: variant.annan || !variant.second_board.is_empty(),
            turning: TurningPlan::new(variant),
            explosions,
            trading: TradingPlan::new(variant, sides),
            transformation: TransformationPlan::new(variant),
            facing_lines,
            ends,
            royal_promotions: [0, 1].map(|side| RoyalPromotion::all(variant, &sides[side])),
            chooses_castling: variant.castling.as_ref().is_some_and(CastlingRule::has_choice),
            partners: PartnersPlan::new(variant, sides),
            castling_counts: betza_game::rules::castling::needs::has_consequences(variant),
            promoted,
            promotes_from_hands: variant.promotes_from_hands(),
            may_give_up_royals: variant.royalty.check && variant.explosion.is_none() && variant.may_take_friends(),
            tracks_unmoved: variant.tracks_unmoved().collect(),
            barriers: (0..variant.kinds.len()).map(is_barrier).collect(),
            chooses_victims: sides.iter().flat_map(|side| side.tables.iter()).any(chooses_victims),
            may_spare_royals: variant.may_spare_royals(),
            royals_may_pass: variant.royals_may_pass(),
            clock: Clock::new(variant, sides),
            mating_powers: OnceLock::new(),
        })
    }
}
