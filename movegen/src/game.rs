//! A game compiled for play: every rule that it has, as tables and masks for one board width; nothing of what it has not.

use crate::between::Singles;
use crate::blast::BlastPlan;
use crate::chains::ChainPlan;
use crate::drops::DropPlan;
use crate::ends::{self, EndPlan};
use crate::generate::apart::SightRule;
use crate::generate::special::Special;
use crate::keys::Keys;
use crate::lookup::{Lookups, Tables, Targets};
use crate::moves::MoveType;
use crate::passing::Passing;
use crate::plan::{Fits, Landing, Mover, Program};
use crate::position::Cell;
use crate::promotion::PromotionPlan;
use crate::rules::{Counting, EndRule, KIND_LIMIT, Kind, KindId, Region, SeveralRoyals, Variant};
use crate::setup::Setup;
use crate::threats::Threats;
use crate::trading::TradingPlan;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use betza_compile::ir::{Condition, Modes, Victims};
use betza_compile::lower::{ChainTable, LowerError, Lowering, MoveTable, PieceTables};
use betza_compile::notation::{Dialect, read};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Why a game cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// A rule that the generator does not know, in words.
    Unsupported(String),
    /// More piece types than [`KIND_LIMIT`].
    TooManyKinds {
        /// How many the game has.
        given: usize,
    },
    /// The board needs more words than this width has.
    Width {
        /// The board's squares.
        squares: usize,
        /// The most squares.
        limit: usize,
    },
    /// A piece cannot be lowered.
    Piece {
        /// Its name.
        name: String,
        /// Why.
        error: LowerError,
    },
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Unsupported(rule) => write!(f, "the generator has no rule for this: {rule}"),
            CompileError::TooManyKinds { given } => {
                write!(f, "the game has {given} kinds of pieces, the limit is {KIND_LIMIT}")
            }
            CompileError::Width { squares, limit } => {
                write!(f, "a board of {squares} squares does not fit into {limit} bits")
            }
            CompileError::Piece { name, error } => write!(f, "{name}: {error}"),
        }
    }
}

impl std::error::Error for CompileError {}

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
    /// Kinds for which [`crate::position::State::unmoved`] is kept.
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

/// What captured pieces are in hand.
pub(crate) struct Gain {
    /// The kind in hand of each kind.
    pub kinds: Vec<KindId>,
    /// Promoted pieces stay what they are.
    pub keeps_promoted: bool,
    /// They come to the hand of the side that lost them.
    pub returns: bool,
}

/// What one side may do.
pub(crate) struct SidePlan<const N: usize> {
    /// The kinds that are not royal, then the royal ones.
    pub movers: Vec<Mover<N>>,
    pub royals: Vec<Mover<N>>,
    /// The first two royal kinds; [`Cell::EMPTY`] where there are fewer.
    pub royal_cells: [Cell; 2],
    /// Who is royal is more than those two kinds.
    pub picks_royals: bool,
    /// What generals threaten each other with and never do.
    pub faces: Vec<Mover<N>>,
    /// The same as they are generated where no move needs a test of its own.
    pub program: Program<N>,
    pub royal_program: Program<N>,
    /// The place of each kind in `movers`.
    pub mover_of: Vec<Option<usize>>,
    /// What it threatens.
    pub threats: Threats<N>,
    /// Kinds that may be dropped, and where.
    pub drops: Vec<DropPlan<N>>,
    pub tables: Arc<[PieceTables<N>]>,
}

/// One table of a kind's moves, with what narrows it.
pub(crate) struct Part<const N: usize> {
    pub table: MoveTable<N>,
    pub from: Origins<N>,
    /// The class of squares on which it may land, if it is a plain one.
    pub fits: Option<Fits>,
    /// The table's reach, by the best means.
    pub targets: Targets<N>,
}

/// Which pieces a part is for.
pub(crate) enum Origins<const N: usize> {
    Any,
    Unmoved,
    On(Bitboard<N>),
}

impl<const N: usize> Origins<N> {
    /// The squares for which it holds, and whether only for pieces that have not moved.
    pub fn narrowed(&self) -> (Bitboard<N>, bool) {
        match self {
            Origins::Any => (Bitboard::FULL, false),
            Origins::Unmoved => (Bitboard::FULL, true),
            Origins::On(mask) => (*mask, false),
        }
    }
}

impl<const N: usize> Part<N> {
    /// The type of its moves.
    #[inline]
    pub fn move_type(&self) -> MoveType {
        if self.table.leaves_en_passant { MoveType::Passing } else { MoveType::Plain }
    }

    /// Whether it can capture a royal.
    pub fn threatens(&self) -> bool {
        self.table.modes.contains(Modes::CAPTURE) && !self.table.victims.contains(Victims::NOT_ROYAL)
    }

    /// The pieces of `set` for which the part counts.
    #[inline]
    pub fn origins(&self, set: Bitboard<N>, unmoved: Bitboard<N>) -> Bitboard<N> {
        match &self.from {
            Origins::Any => set,
            Origins::Unmoved => set & unmoved,
            Origins::On(mask) => set & *mask,
        }
    }
}

/// A region as a set of this width.
pub(crate) fn narrow<const N: usize>(region: &Region) -> Bitboard<N> {
    let mut words = [0; N];
    words.copy_from_slice(&region.0[..N]);
    Bitboard(words)
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
        crate::support::check(variant)?;
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
        let remembers = |k: &crate::rules::Kind| k.promotion.as_ref().is_some_and(|p| p.remembers);
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
        crate::support::check_plans(variant, &sides, blast.as_ref())?;
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
            gathers_bits: crate::processor::gathers_bits(),
            lookups: tables.finish(),
            variant: variant.clone(),
            tracks_unmoved,
            starts,
            remembers_promotion: promoted_from.is_some(),
            promoted_from,
            resets_clock,
            counts_checks,
            ends: ends::plan(variant),
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

    /// Whether a piece of the side that stands on this square and has not moved may leave one from its hand behind.
    pub(crate) fn is_gate(&self, side: Side, square: Square) -> bool {
        let rank = self.variant.gating.as_ref().map(|g| i32::from(g.rank[side.index()]));
        rank == Some(self.variant.board.rank(square))
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

fn gain(variant: &Variant) -> Option<Gain> {
    let hands = variant.hands.as_ref().filter(|h| h.captures || h.captures_return)?;
    let in_hand = |(i, k): (usize, &crate::rules::Kind)| k.in_hand.unwrap_or(KindId(i as u8));
    Some(Gain {
        kinds: variant.kinds.iter().enumerate().map(in_hand).collect(),
        keeps_promoted: hands.keeps_promoted,
        returns: hands.captures_return,
    })
}

fn side_plan<const N: usize>(
    variant: &Variant,
    side: Side,
    lowering: &mut Lowering<N>,
    tables: &mut Tables<'_, N>,
    starts: &[Bitboard<N>],
) -> Result<SidePlan<N>, CompileError> {
    let mut movers = Vec::new();
    let mut royals = Vec::new();
    let mut chains = Vec::new();
    let mut lowered_kinds = Vec::new();
    let starts_of = |kind: KindId| starts[side.index() * variant.kinds.len() + kind.index()];
    let at_start = |kind: KindId| starts_of(kind).count();
    for (i, kind) in variant.kinds.iter().enumerate() {
        let piece = &kind.moves[side.index()];
        let mut lowered: PieceTables<N> =
            lowering.piece(piece, side).map_err(|error| CompileError::Piece { name: kind.name.clone(), error })?;
        let keep = confine(variant, side, kind, lowering, &mut lowered)?;
        if !kind.spurns.is_empty() && !lowered.chains.is_empty() {
            let what = format!("the piece {} moves by chains to which other pieces are walls", kind.name);
            return Err(CompileError::Unsupported(what));
        }
        let starts_here = starts_of(KindId(i as u8));
        let parts = parts(&lowered.parts, starts_here, narrow(&kind.double_step_region[side.index()]), tables);
        let id = KindId(i as u8);
        let promotion = PromotionPlan::new(variant, side, id, &lowered, at_start);
        let mover = Mover::new(variant, id, parts, promotion);
        let list = if kind.royal { &mut royals } else { &mut movers };
        chains.extend(ChainPlan::new(variant, side, id, &lowered, &keep, starts_here, list.len()));
        list.push(mover);
        lowered_kinds.push(lowered);
    }
    let faces = flying_generals(variant, side, lowering, tables)?;
    let drops = DropPlan::all(variant, side, &lowered_kinds);
    let tables: Arc<[PieceTables<N>]> = lowered_kinds.into();
    let all = movers.iter().chain(&royals).chain(&faces);
    let start_of = |kind: KindId| starts[side.index() * variant.kinds.len() + kind.index()];
    let steps = Program::of_threats(variant, side, all.clone().filter(|mover| mover.spurns.is_empty()), start_of);
    let threats = Threats::new(variant, side, all, chains, steps, &tables);
    let place = |kind: usize| movers.iter().position(|m| m.kind.index() == kind);
    Ok(SidePlan {
        program: Program::new(variant, side, &movers, start_of),
        // Each royal alone: its moves are asked whether they are safe.
        royal_program: Program::new(variant, side, &royals, |_| Bitboard::EMPTY),
        mover_of: (0..variant.kinds.len()).map(place).collect(),
        drops,
        movers,
        royal_cells: [0, 1].map(|i| royals.get(i).map_or(Cell::EMPTY, |m: &Mover<N>| Cell::new(side, m.kind))),
        picks_royals: royals.len() > 2
            || !variant.royalty.pseudo.is_empty()
            || variant.royalty.several == SeveralRoyals::First,
        royals,
        faces,
        threats,
        tables,
    })
}

/// The tables of a kind, each with what narrows it.
fn parts<const N: usize>(
    lowered: &[MoveTable<N>],
    starts_here: Bitboard<N>,
    double_step_region: Bitboard<N>,
    tables: &mut Tables<'_, N>,
) -> Vec<Part<N>> {
    let part = |table: &MoveTable<N>| {
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
        Part { table: table.clone(), from, fits: Fits::new(table.modes, table.victims), targets }
    };
    lowered.iter().map(part).collect()
}

/// Generals that may not face each other threaten each other along open lines. They have no moves by it, for no legal move comes
/// to that.
fn flying_generals<const N: usize>(
    variant: &Variant,
    side: Side,
    lowering: &mut Lowering<N>,
    tables: &mut Tables<'_, N>,
) -> Result<Vec<Mover<N>>, CompileError> {
    let Ok(line) = read("cR", Dialect::Betza) else { return Ok(Vec::new()) };
    let mover = |&kind: &KindId| {
        let error = |error| CompileError::Piece { name: variant.kinds[kind.index()].name.clone(), error };
        let lowered = lowering.piece(&line.piece, side).map_err(error)?;
        let parts = parts(&lowered.parts, Bitboard::EMPTY, Bitboard::EMPTY, tables);
        Ok(Mover::new(variant, kind, parts, None))
    };
    variant.flying_generals.iter().map(mover).collect()
}

/// Narrows a kind's tables to the squares where its moves may start and end, and adds the moves that are bound to a region. Gives where
/// moves from each square may end, for moves that are no tables.
fn confine<const N: usize>(
    variant: &Variant,
    side: Side,
    kind: &Kind,
    lowering: &mut Lowering<N>,
    lowered: &mut PieceTables<N>,
) -> Result<Vec<Bitboard<N>>, CompileError> {
    let board = &variant.board;
    let area = board.area();
    // Where moves from each square may end.
    let mut keep = vec![Bitboard::FULL; area];
    if let Some(region) = &kind.region[side.index()] {
        keep.fill(narrow(region));
    }
    if let Some(cells) = &variant.grid {
        for from in board.squares() {
            keep[from.index()] &= board.squares().filter(|to| cells[to.index()] != cells[from.index()]).collect();
        }
    }
    if keep.iter().any(|k| *k != Bitboard::FULL) {
        for table in &mut lowered.parts {
            table.reach = table.reach.narrowed(board, &keep);
        }
    }
    for inside in &kind.inside {
        let region: Bitboard<N> = narrow(&inside.region[side.index()]);
        let more = lowering
            .piece(&inside.moves[side.index()], side)
            .map_err(|error| CompileError::Piece { name: kind.name.clone(), error })?;
        if !more.chains.is_empty() || !more.passes.is_empty() || more.immobilizes.is_some() {
            let what = format!("the piece {} moves inside a region by chains or passes", kind.name);
            return Err(CompileError::Unsupported(what));
        }
        let mut bound = vec![Bitboard::EMPTY; area];
        for from in region & board.squares().collect() {
            bound[from.index()] = keep[from.index()] & region;
        }
        lowered.parts.extend(more.parts.into_iter().map(|mut table| {
            table.reach = table.reach.narrowed(board, &bound);
            table
        }));
    }
    Ok(keep)
}

/// Whether what a piece captures depends on more than which squares hold friends and enemies.
pub(crate) fn depends_on_more<const N: usize>(tables: &PieceTables<N>) -> bool {
    tables.immobilizes.is_some() || tables.chains.iter().any(ChainTable::depends_on_more)
}

/// The squares from which a piece could never move, whatever stands elsewhere.
pub(crate) fn stuck<const N: usize>(board: &betza_compile::geometry::Board, tables: &PieceTables<N>) -> Bitboard<N> {
    let goes_nowhere = |s: &Square| tables.may_reach(*s).without(Bitboard::of(*s)).is_empty();
    board.squares().filter(goes_nowhere).collect()
}

/// Which squares a landing may be on.
#[inline]
pub(crate) fn landings<const N: usize>(
    modes: Modes,
    victims: Victims,
    landing: &Landing<N>,
    royals: Bitboard<N>,
) -> Bitboard<N> {
    let class = |modes: Modes| Fits::new(modes, Victims::empty()).map_or(Bitboard::EMPTY, |f| landing.class(f));
    let mut captured = class(modes & (Modes::CAPTURE | Modes::DESTROY));
    if victims.contains(Victims::ROYAL) {
        captured &= royals;
    }
    if victims.contains(Victims::NOT_ROYAL) {
        captured = captured.without(royals);
    }
    captured | class(modes & Modes::MOVE)
}
