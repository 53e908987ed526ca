//! A game compiled for play: its rules as tables and masks for one board width, with nothing for rules that it does
//! not have.

use crate::compile::between::Singles;
use crate::compile::component::components;
use crate::compile::error::CompileError;
use crate::compile::lookup::Lookups;
use crate::compile::mover::Mover;
use crate::compile::names::Names;
use crate::compile::processor::Processor;
use crate::compile::rules::{Rules, refuse, refused_on_large_boards};
use crate::compile::side::{SidePlan, side_plan};
use crate::compile::strategy::Strategy;
use crate::compile::tables::Tables;
use crate::position::board::Position;
use crate::position::keys::Keys;
use crate::position::list::{Gen, MoveList};
use crate::position::moves::Move;
use crate::units::kind_limit;
use betza_compile::lower::{Lowering, LowersPieces, PieceTables};
use betza_game::KindId;
use betza_game::needs::Needs;
use betza_game::rules::ends::EndRule;
use betza_game::setup::Setup;
use betza_game::variant::{Counting, Variant};
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Side, Square};
use betza_notation::{Dialect, read};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The functions by which the generator is entered.
///
/// Code that is generic over the width calls them by these pointers. So the generator is compiled with this crate, once
/// for each width, and not again in every crate that has such code.
#[derive(Clone, Copy)]
pub(crate) struct Entries<const N: usize> {
    /// Adds legal moves to a list.
    pub list: fn(&Game<N>, &Position<N>, Gen, &mut MoveList),
    /// Returns the number of legal moves.
    pub count: fn(&Game<N>, &Position<N>) -> u64,
    /// Returns whether one move is legal.
    pub has: fn(&Game<N>, &Position<N>, Move) -> bool,
}

/// A game compiled for boards of up to `64 * N` squares.
pub struct Game<const N: usize> {
    pub(crate) variant: Variant,
    pub(crate) board: Bitboard<N>,
    pub(crate) keys: Keys<N>,
    pub(crate) sides: [SidePlan<N>; 2],
    pub(crate) rules: Rules<N>,
    /// The processor that it is compiled for.
    pub(crate) processor: Processor,
    /// The tables that [`crate::compile::lookup::Targets`] address.
    pub(crate) lookups: Lookups<N>,
    /// The squares where each kind of each side starts: `starts[side * kinds + kind]`.
    pub(crate) starts: Vec<Bitboard<N>>,
    /// The bytes of all lowered tables.
    lowered_bytes: usize,
    pub(crate) entries: Entries<N>,
    /// How moves name the kinds, once the text of a move has asked it.
    pub(crate) names: OnceLock<Names>,
    /// Whether a piece had more chain moves than may be followed, so that generated moves may be incomplete.
    overflow: AtomicBool,
}

impl<const N: usize> Game<N> {
    /// Compiles a game for a processor. `start` is the start position, which says where each kind starts; `seed` is
    /// that of the Zobrist keys.
    ///
    /// # Errors
    /// If the generator does not support a rule of the game, or the game exceeds a limit.
    pub(crate) fn compile(
        processor: Processor,
        entries: Entries<N>,
        variant: &Variant,
        start: &Setup,
        seed: u64,
    ) -> Result<Game<N>, CompileError>
    where
        Lowering<N>: LowersPieces<N>,
    {
        let board = &variant.board;
        if board.area() > 64 * N {
            return Err(CompileError::Width { squares: board.area(), limit: 64 * N });
        }
        if variant.kinds.len() > kind_limit::<N>() {
            return Err(CompileError::TooManyKinds { given: variant.kinds.len() });
        }
        refuse(betza_game::rules::refused(variant))?;
        if is_large(N) {
            refuse(refused_on_large_boards(variant))?;
        }
        let starts = starts(variant, start);
        let mut lowering =
            Lowering::new(board).map_err(|error| CompileError::Piece { name: variant.name.clone(), error })?;
        if variant.counting == Counting::Paths {
            lowering = lowering.counting_paths();
        }
        let mut tables = Tables::new(board, processor);
        let white = side_plan(variant, Side::White, &mut lowering, &mut tables, &starts)?;
        let black = side_plan(variant, Side::Black, &mut lowering, &mut tables, &starts)?;
        let line = open_line(variant, &mut lowering, &mut tables)?;
        let sides = [white, black];
        let own = sides.iter().flat_map(|side| side.tables.iter()).map(PieceTables::own_memory).sum::<usize>();
        Ok(Game {
            board: board.squares().collect(),
            keys: Keys::new(variant.kinds.len(), seed),
            rules: Rules::new(variant, &sides, line)?,
            processor,
            entries,
            lookups: tables.finish(),
            variant: variant.clone(),
            starts,
            sides,
            lowered_bytes: lowering.memory_usage() + own,
            names: OnceLock::new(),
            overflow: AtomicBool::new(false),
        })
    }

    /// Returns the game with a strategy that makes every move to test whether it is legal, and that counts no replies
    /// without making the moves. It has the same moves and is slower; tests compare what masks find with it.
    #[must_use]
    pub fn testing_each_move(mut self) -> Game<N> {
        let checks = self.variant.royalty.check && self.variant.royal_kinds().next().is_some();
        self.rules.strategy = Strategy::choose(self.rules.strategy.needs | Needs::judged(checks), checks);
        self
    }

    /// Records that generated moves may be incomplete.
    pub(crate) fn note_overflow(&self) {
        self.overflow.store(true, Relaxed);
    }

    /// Returns the bytes that the tables of the game take: the lowered ones, the generator's lookups, threats and keys.
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        let threats = self.sides.iter().map(|side| side.threats.memory_usage()).sum::<usize>();
        self.lowered_bytes + self.lookups.memory_usage() + threats + self.keys.memory_usage()
    }

    /// Returns whether some piece had more chain moves than may be followed ([`betza_compile::lower::STEP_LIMIT`]), or
    /// could be taken back in more ways than are tried (`rules/protection.rs`). If so, moves may be missing from
    /// what was generated since the game was compiled.
    #[must_use]
    pub fn has_overflowed(&self) -> bool {
        self.overflow.load(Relaxed)
    }

    /// Returns the compiled moves of a kind as a side has them.
    pub(crate) fn mover(&self, side: Side, kind: KindId) -> Option<&Mover<N>> {
        let plan = &self.sides[side.index()];
        let other = plan.mover_of[kind.index()].map(|place| &plan.movers[place]);
        other.or_else(|| plan.royals.iter().find(|m| m.kind == kind))
    }

    /// Returns the rules from which the game was compiled.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Returns all squares of the board.
    #[must_use]
    pub fn board(&self) -> Bitboard<N> {
        self.board
    }
}

/// Returns the squares where each kind of each side starts, as in [`Game::starts`].
#[inline(never)]
fn starts<const N: usize>(variant: &Variant, start: &Setup) -> Vec<Bitboard<N>> {
    let kinds = variant.kinds.len();
    let mut starts = vec![Bitboard::EMPTY; 2 * kinds];
    for (i, placed) in start.men.iter().enumerate() {
        if let Some(p) = placed {
            starts[p.side.index() * kinds + p.kind.index()].insert(Square::from_index(i));
        }
    }
    starts
}

/// Returns the paths along open files and ranks, in games where royals may face each other (bikjang).
#[inline(never)]
fn open_line<const N: usize>(
    variant: &Variant,
    lowering: &mut impl LowersPieces<N>,
    tables: &mut Tables<'_, N>,
) -> Result<Option<Singles<N>>, CompileError> {
    if !variant.ends.contains(&EndRule::Bikjang) {
        return Ok(None);
    }
    let error = |error| CompileError::Piece { name: "R".to_owned(), error };
    let lowered = read("R", Dialect::Betza).ok().map(|r| lowering.piece(&r.piece, Side::White)).transpose();
    let part =
        lowered.map_err(error)?.and_then(|l| components(&l.parts, Bitboard::EMPTY, Bitboard::EMPTY, tables).pop());
    Ok(part.and_then(|part| Singles::new(&part, &variant.board)))
}
