//! A game compiled for play: every rule that it has, as tables and masks for one board width; nothing of what it has not.

use crate::compile::between::Singles;
use crate::compile::component::{depends_on_more, parts};
use crate::compile::error::CompileError;
use crate::compile::lookup::Lookups;
use crate::compile::side::{SidePlan, side_plan};
use crate::compile::tables::Tables;
use crate::count::by_capture::SightRule;
use crate::rules::en_passant::rights::Passing;
use crate::rules::ends::EndRule;
use crate::rules::ends::plan::{EndPlan, end_plans};
use crate::rules::explosions::plan::BlastPlan;
use crate::rules::hands::plan::{Gain, gain};
use crate::rules::special::Special;
use crate::rules::trading::plan::TradingPlan;
use crate::state::cell::Cell;
use crate::state::keys::Keys;
use crate::state::setup::Setup;
use crate::units::{KIND_LIMIT, KindId};
use crate::variant::{Counting, Kind, Variant};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use betza_compile::lower::{Lowering, PieceTables};
use betza_compile::notation::{Dialect, read};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A game for boards of up to `64 * N` squares.
pub struct Game<const N: usize> {
    pub(crate) variant: Variant,
    pub(crate) board: Bitboard<N>,
    pub(crate) keys: Keys,
    pub(crate) sides: [SidePlan<N>; 2],
    /// The processor gathers bits quickly, so there are tables that need it.
    pub(crate) gathers_bits: bool,
    /// Most moves leave most replies as they are: there are no rules about all moves of a position, and captures and moves do no more
    /// than change who stands where.
    pub(crate) goes_by_sight: bool,
    /// The rule that asks for some moves to be counted apart then.
    pub(crate) sight_rule: Option<SightRule>,
    /// What [`Targets`] look up.
    pub(crate) lookups: Lookups<N>,
    /// Kinds for which [`crate::state::position::State::unmoved`] is kept.
    pub(crate) tracks_unmoved: Vec<bool>,
    /// The squares where pieces of each side and kind start.
    pub(crate) starts: Vec<Bitboard<N>>,
    /// Promoted pieces are remembered on the board.
    pub(crate) remembers_promotion: bool,
    /// The kind that remembered promotions come from.
    pub(crate) promoted_from: Option<KindId>,
    /// Pieces whose moves reset the count of half moves, by [`Cell::index`]: those that promote or leave en passant rights.
    pub(crate) resets_clock: [bool; 256],
    /// What becomes of captured pieces, if they come to a hand.
    pub(crate) gain: Option<Gain>,
    /// What double steps leave open.
    pub(crate) passing: Passing<N>,
    /// No move but castling takes more than one piece off the board, and none puts further ones on it.
    pub(crate) moves_singly: bool,
    /// Making a move has to look at more than what it moves and captures.
    pub(crate) makes_more: bool,
    /// Checks are counted.
    pub(crate) counts_checks: bool,
    /// Passes in a row are counted.
    pub(crate) counts_passes: bool,
    /// A move is noted before it is made: passes are counted, or trades.
    pub(crate) takes_notes: bool,
    /// Pieces that may not simply be traded.
    pub(crate) trading: Option<TradingPlan<N>>,
    /// What sees along open lines, where royals may face each other.
    pub(crate) line: Option<Singles<N>>,
    /// The ways in which it ends.
    pub(crate) ends: Vec<EndPlan<N>>,
    /// Drops may bring about rights to castle.
    pub(crate) castles_dropped: bool,
    /// Kinds that are walls to moves of some.
    pub(crate) walls: Vec<bool>,
    /// The kind that is in hand where each kind is dropped.
    pub(crate) held_as: Vec<KindId>,
    /// What captures destroy, if they explode.
    pub(crate) blast: Option<BlastPlan<N>>,
    /// Rules that go beyond what masks say of a piece's moves, if it has any.
    pub(crate) special: Option<Special>,
    /// More counts than where pieces stand (who is held in place, what they are): safety is judged by playing moves to see.
    pub(crate) plays_out: bool,
    /// The bytes of all lowered tables.
    lowered_bytes: usize,
    /// A piece had more ways to go than may be followed: what was generated is not complete.
    overflow: AtomicBool,
}

impl<const N: usize> Game<N> {
    /// Compiles a game. `start` is its start position, which says where each kind starts.
    ///
    /// # Errors
    /// What the generator cannot do, or a limit that the game exceeds.
    pub fn compile(variant: &Variant, start: &Setup, seed: u64) -> Result<Game<N>, CompileError> {
        let board = &variant.board;
        if board.area() > 64 * N {
            return Err(CompileError::Width { squares: board.area(), limit: 64 * N });
        }
        if variant.kinds.len() > KIND_LIMIT {
            return Err(CompileError::TooManyKinds { given: variant.kinds.len() });
        }
        crate::rules::support::check(variant)?;
        let kinds = variant.kinds.len();
        let mut starts = vec![Bitboard::EMPTY; 2 * kinds];
        for (i, placed) in start.men.iter().enumerate() {
            if let Some(p) = placed {
                starts[p.side.index() * kinds + p.kind.index()].insert(Square::from_index(i));
            }
        }
        let mut lowering =
            Lowering::new(board).map_err(|error| CompileError::Piece { name: variant.name.clone(), error })?;
        if variant.counting == Counting::Paths {
            lowering = lowering.counting_paths();
        }
        let mut tables = Tables::new(board);
        let white = side_plan(variant, Side::White, &mut lowering, &mut tables, &starts)?;
        let black = side_plan(variant, Side::Black, &mut lowering, &mut tables, &starts)?;
        let line = if variant.ends.contains(&EndRule::Bikjang) {
            let error = |error| CompileError::Piece { name: "R".to_owned(), error };
            let lowered = read("R", Dialect::Betza).ok().map(|r| lowering.piece(&r.piece, Side::White)).transpose();
            let lowered = lowered.map_err(error)?;
            let part = lowered.and_then(|l| parts(&l.parts, Bitboard::EMPTY, Bitboard::EMPTY, &mut tables).pop());
            part.and_then(|part| Singles::new(&part, board))
        } else {
            None
        };
        let has_first_moves = |kind: &Kind| Side::BOTH.into_iter().any(|side| kind.has_first_moves(side));
        let tracks_unmoved = variant.kinds.iter().map(has_first_moves).collect();
        let remembers = |k: &crate::variant::Kind| k.promotion.as_ref().is_some_and(|p| p.remembers);
        let mut remembered = (0..kinds).filter(|&k| remembers(&variant.kinds[k])).map(|k| KindId(k as u8));
        let promoted_from = remembered.next();
        if remembered.next().is_some() {
            return Err(CompileError::Unsupported("several kinds whose promotion is remembered".to_owned()));
        }
        let mut resets_clock = [false; 256];
        for (i, k) in variant.kinds.iter().enumerate() {
            let resets = k.moves.iter().flat_map(|p| &p.moves).any(|m| m.leaves_en_passant) || remembers(k);
            for side in Side::BOTH {
                resets_clock[Cell::new(side, KindId(i as u8)).index()] = resets;
            }
        }
        let mut held_as: Vec<KindId> = (0..kinds).map(|k| KindId(k as u8)).collect();
        for plan in white.drops.iter().chain(&black.drops) {
            held_as[plan.kind.index()] = plan.held;
        }
        let sides = [white, black];
        let counts_checks = variant.ends.iter().any(|e| matches!(e, EndRule::Checks(_)));
        let [white, black] = &sides;
        let own = [white, black].iter().flat_map(|side| side.tables.iter()).map(PieceTables::own_memory).sum::<usize>();
        let lowered_bytes = lowering.memory_usage() + own;
        let plays_out = [white, black].iter().any(|side| side.tables.iter().any(depends_on_more));
        let moves_by_chains = [white, black].iter().any(|side| !side.threats.chains.plans.is_empty());
        let special = Special::new(variant, plays_out, moves_by_chains);
        let blast = BlastPlan::new(variant);
        crate::rules::support::check_plans(variant, &sides, blast.as_ref())?;
        let has_royals = [white, black].iter().any(|side| !side.royals.is_empty());
        let sight_rule = SightRule::new(variant, special.as_ref(), has_royals);
        let has_rules = blast.is_some() || !special.as_ref().is_none_or(Special::is_only_about_facing);
        let goes_by_sight = (sight_rule.is_some() || !has_rules) && !moves_by_chains && !plays_out;
        let further = variant.en_passant.is_some() || variant.gating.is_some() || blast.is_some();
        let moves_singly = !further && !moves_by_chains;
        let counts_passes = variant.ends.iter().any(|e| matches!(e, EndRule::Bikjang | EndRule::Passes));
        let loses_moves = !variant.royalty.first_moves_lost_to.is_empty();
        let takes_notes = counts_passes || variant.trading.is_some();
        Ok(Game {
            makes_more: counts_checks || takes_notes || loses_moves || variant.blast.is_some(),
            board: board.squares().collect(),
            keys: Keys::new(kinds, board.area(), seed),
            gain: gain(variant),
            passing: Passing::new(variant, &sides),
            gathers_bits: crate::compile::processor::gathers_bits(),
            lookups: tables.finish(),
            variant: variant.clone(),
            tracks_unmoved,
            starts,
            remembers_promotion: promoted_from.is_some(),
            promoted_from,
            resets_clock,
            counts_checks,
            ends: end_plans(variant),
            counts_passes,
            takes_notes,
            trading: TradingPlan::new(variant, &sides),
            sides,
            line,
            castles_dropped: variant.hands.as_ref().is_some_and(|h| h.castling_by_drop),
            walls: (0..kinds).map(|k| variant.kinds.iter().any(|o| o.spurns.contains(&KindId(k as u8)))).collect(),
            held_as,
            blast,
            goes_by_sight,
            sight_rule,
            moves_singly,
            special,
            plays_out,
            lowered_bytes,
            overflow: AtomicBool::new(false),
        })
    }

    /// Notes that what was generated is not complete.
    pub(crate) fn note_overflow(&self) {
        self.overflow.store(true, Relaxed);
    }

    /// The bytes that its tables take: the lowered ones, the generator's lookups, threats and keys.
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        let threats = self.sides.iter().map(|side| side.threats.memory_usage()).sum::<usize>();
        self.lowered_bytes + self.lookups.memory_usage() + threats + self.keys.memory_usage()
    }

    /// Whether some piece had more ways to go than may be followed ([`betza_compile::lower::STEP_LIMIT`]): what was generated since the
    /// game was compiled may lack moves.
    #[must_use]
    pub fn has_overflowed(&self) -> bool {
        self.overflow.load(Relaxed)
    }

    /// The rules that it was compiled from.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// All squares of the board.
    #[must_use]
    pub fn board(&self) -> Bitboard<N> {
        self.board
    }
}
