//! The rules, one room each: a file, or a folder whose `mod.rs` has the rule as plain data.
//!
//! A room holds all that there is of its rule. `plan` has the rule compiled to masks, `moves` its hooks in generating and making moves,
//! `replies` its part in counting without making moves. Its `ROOM` says what it asks of the generator ([`asks::Asks`]) and beside which
//! other rules it is refused. What the generator does not know is refused when a game is compiled, and so never ignored when it is played.
//!
//! [`asks::Strategy::choose`] turns all that the rooms ask into ways of generating and counting; [`whole`] generates where masks do not
//! suffice, and [`judge`] asks the rooms about single moves there.

pub(crate) mod annan;
pub(crate) mod asks;
pub(crate) mod castling;
pub(crate) mod compulsory;
pub(crate) mod en_passant;
pub(crate) mod ends;
pub(crate) mod explosions;
pub(crate) mod facing;
pub(crate) mod forbidden_checks;
pub(crate) mod gating;
pub(crate) mod hands;
pub(crate) mod immunity;
pub(crate) mod judge;
pub(crate) mod pass;
pub(crate) mod promotion;
pub(crate) mod room;
pub(crate) mod royalty;
pub(crate) mod series;
pub(crate) mod trading;
pub(crate) mod transformation;
pub(crate) mod walls;
pub(crate) mod whole;

use crate::compile::between::Singles;
use crate::compile::component::depends_on_more;
use crate::compile::error::CompileError;
use crate::compile::side::SidePlan;
use crate::rules::asks::{Asks, Strategy};
use crate::rules::en_passant::rights::DoubleSteps;
use crate::rules::ends::plan::EndPlans;
use crate::rules::explosions::plan::ExplosionPlan;
use crate::rules::hands::plan::HandPlan;
use crate::rules::promotion::plan::Promoted;
use crate::rules::room::Room;
use crate::rules::trading::plan::TradingPlan;
use crate::rules::transformation::moves::TransformationPlan;
use crate::state::cell::Cell;
use crate::units::KindId;
use crate::variant::{Kind, Variant};
use betza_compile::geometry::Side;

/// All rooms.
const ROOMS: [Room; 18] = [
    annan::ROOM,
    castling::moves::ROOM,
    compulsory::ROOM,
    en_passant::moves::ROOM,
    ends::plan::ROOM,
    explosions::plan::ROOM,
    facing::ROOM,
    forbidden_checks::moves::ROOM,
    gating::moves::ROOM,
    hands::plan::ROOM,
    immunity::ROOM,
    pass::moves::ROOM,
    promotion::plan::ROOM,
    royalty::first_moves::ROOM,
    series::moves::ROOM,
    trading::plan::ROOM,
    transformation::moves::ROOM,
    walls::moves::ROOM,
];

/// The rules of a game, compiled. What a game does not have is `None` or empty.
pub(crate) struct Rules<const N: usize> {
    /// How moves are generated and counted.
    pub strategy: Strategy,
    pub hands: HandPlan<N>,
    /// What double steps leave open.
    pub double_steps: DoubleSteps<N>,
    pub explosions: Option<ExplosionPlan<N>>,
    pub trading: Option<TradingPlan<N>>,
    pub transformation: Option<TransformationPlan>,
    /// What sees along open lines, where royals may face each other.
    pub line: Option<Singles<N>>,
    pub ends: EndPlans<N>,
    /// Promoted pieces that are remembered on the board.
    pub promoted: Promoted,
    /// Kinds for which [`crate::state::position::State::unmoved`] is kept.
    pub tracks_unmoved: Vec<bool>,
    /// Kinds that are walls to moves of some.
    pub barriers: Vec<bool>,
    /// Pieces whose moves reset the count of half moves, by [`Cell::index`]: those that promote or leave en-passant rights.
    pub resets_clock: [bool; 256],
}

/// Refuses what a game's rules, before they are compiled, are known not to go together.
///
/// # Errors
/// The first combination, in words.
pub(crate) fn check(variant: &Variant) -> Result<(), CompileError> {
    refuse(ROOMS.iter().flat_map(|room| (room.refusals)(variant)).find(|refusal| refusal.0).map(|refusal| refusal.1))
}

fn refuse(refusal: Option<&str>) -> Result<(), CompileError> {
    refusal.map_or(Ok(()), |rule| Err(CompileError::Unsupported(rule.to_owned())))
}

impl<const N: usize> Rules<N> {
    /// Compiles the rules of a game whose pieces are compiled. `line` sees along open files and ranks.
    ///
    /// # Errors
    /// A combination that is seen only once the pieces are compiled.
    pub fn new(
        variant: &Variant,
        sides: &[SidePlan<N>; 2],
        line: Option<Singles<N>>,
    ) -> Result<Rules<N>, CompileError> {
        let mut asks = ROOMS.iter().fold(Asks::empty(), |all, room| all | (room.asks)(variant));
        asks.set(Asks::CHAINS, sides.iter().any(|side| !side.threats.chains.plans.is_empty()));
        asks.set(Asks::KINDS_MATTER, sides.iter().flat_map(|side| side.tables.iter()).any(depends_on_more));
        if asks.contains(Asks::CHAINS) {
            refuse(ROOMS.iter().find_map(|room| (room.beside_chains)(variant)))?;
        }
        let explosions = ExplosionPlan::new(variant);
        if explosions.as_ref().is_some_and(|plan| explosions::plan::royals_outrun(plan, variant, sides)) {
            refuse(Some("captures that explode together with royal pieces that go farther than a king"))?;
        }
        let has_royals = sides.iter().any(|side| !side.royals.is_empty());
        let is_barrier = |k| variant.kinds.iter().any(|other| other.barriers.contains(&KindId(k as u8)));
        Ok(Rules {
            strategy: Strategy::choose(asks, variant.royalty.check, has_royals),
            hands: HandPlan::new(variant, sides),
            double_steps: DoubleSteps::new(variant, sides),
            explosions,
            trading: TradingPlan::new(variant, sides),
            transformation: TransformationPlan::new(variant),
            line,
            ends: EndPlans::new(variant),
            promoted: Promoted::new(variant),
            tracks_unmoved: variant.kinds.iter().map(Kind::ever_has_first_moves).collect(),
            barriers: (0..variant.kinds.len()).map(is_barrier).collect(),
            resets_clock: resets_clock(variant),
        })
    }
}

fn resets_clock(variant: &Variant) -> [bool; 256] {
    let mut resets_clock = [false; 256];
    for (i, kind) in variant.kinds.iter().enumerate() {
        let leaves_rights = kind.moves.iter().flat_map(|piece| &piece.moves).any(|m| m.leaves_en_passant);
        for side in Side::BOTH {
            let cell = Cell::new(side, KindId(i as u8));
            resets_clock[cell.index()] = leaves_rights || Promoted::is_remembered(kind);
        }
    }
    resets_clock
}
