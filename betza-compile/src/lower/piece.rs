//! The tables of one piece of one side on one board.

use super::chain::{ChainScratch, ChainTable, STEP_LIMIT, View};
use super::ends::End;
use super::error::ChainError;
use super::moves::{ChainMoves, MoveGroup, SideEffects};
use super::reach::Reach;
use super::two_legs::TwoLegs;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::{Castling, Condition, Modes, Victims};
use std::sync::Arc;
use std::time::Duration;

/// The moves of one piece of one side on one board.
#[derive(Clone, Debug)]
pub struct PieceTables<const N: usize> {
    /// The moves along fixed paths. Two parts may lead to the same square, so unite their targets before counting
    /// (docs/notation, M7). No part leads back to the origin.
    pub parts: Vec<MoveTable<N>>,
    /// Turn passes along fixed paths (M8), which lead from a square to itself.
    pub passes: Vec<MoveTable<N>>,
    /// The moves that are run as programs. They may coincide with moves of `parts` and of other chains.
    pub chains: Vec<ChainTable<N>>,
    /// Enemies that these moves could capture cannot move (`[xi..]`). This is a standing effect; the table makes no
    /// moves.
    pub immobilizes: Option<Box<PieceTables<N>>>,
    /// Castling as the notation writes it, for the variant's rule.
    pub castlings: Vec<Castling>,
    /// How long it took to compile them.
    pub build_time: Duration,
    /// All of `chains` together, if they have this form.
    pub(super) two_legs: Option<Arc<TwoLegs<N>>>,
    board: Arc<Board>,
    pub(super) side: Side,
    counts_paths: bool,
}

/// Fixed paths with one modality and one kind of lookup.
#[derive(Clone, Debug)]
pub struct MoveTable<const N: usize> {
    /// What the end of a path may hold.
    pub modes: Modes,
    /// Which pieces may be captured there.
    pub victims: Victims,
    /// What must hold of the mover.
    pub condition: Condition,
    /// The move leaves en-passant rights on [`MoveTable::passed`].
    pub leaves_en_passant: bool,
    /// Where paths lead.
    pub reach: Reach<N>,
    pub(super) passed: Vec<(Square, Square, Bitboard<N>)>,
    /// How long it took to build.
    pub(super) build_time: Duration,
}

impl<const N: usize> MoveTable<N> {
    /// Returns the part of the table with these modes whose paths have such an end; `None` if it has no such mode.
    #[must_use]
    pub fn ending_on(&self, end: End, modes: Modes) -> Option<MoveTable<N>> {
        let modes = self.modes & modes;
        (!modes.is_empty()).then(|| MoveTable { modes, reach: self.reach.ending_on(end), ..self.clone() })
    }

    /// Returns the squares where a move leaves en-passant rights.
    #[must_use]
    pub fn passed(&self, from: Square, to: Square) -> Bitboard<N> {
        let found = self.passed.binary_search_by_key(&(from, to), |p| (p.0, p.1));
        found.map_or(Bitboard::EMPTY, |i| self.passed[i].2)
    }

    /// Returns the squares where the mover may go without capture, and those where it captures, en passant apart.
    #[inline]
    #[must_use]
    pub fn destinations(&self, view: &View<'_, N>, from: Square) -> (Bitboard<N>, Bitboard<N>) {
        let occupied = view.own | view.enemy;
        let targets = self.reach.targets(from, &occupied);
        let mut victims = Bitboard::EMPTY;
        if self.modes.contains(Modes::CAPTURE) {
            victims |= view.enemy;
        }
        if self.modes.contains(Modes::DESTROY) {
            victims |= view.own.without(Bitboard::of(from));
        }
        if !self.victims.is_empty() {
            victims &= view.takeable(self.victims);
        }
        let quiet = if self.modes.contains(Modes::MOVE) { targets.without(occupied) } else { Bitboard::EMPTY };
        (quiet, targets & victims)
    }
}

impl<const N: usize> PieceTables<N> {
    pub(super) fn new(board: Arc<Board>, counts_paths: bool) -> PieceTables<N> {
        PieceTables {
            parts: Vec::new(),
            passes: Vec::new(),
            chains: Vec::new(),
            immobilizes: None,
            castlings: Vec::new(),
            build_time: Duration::ZERO,
            two_legs: None,
            board,
            side: Side::White,
            counts_paths,
        }
    }

    /// Returns the board for which they were compiled.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the owner.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Adds the moves of all chains from a square, each once.
    ///
    /// # Errors
    /// [`ChainError`]; the moves added so far are then incomplete.
    pub fn chain_moves(
        &self,
        view: &View<'_, N>,
        from: Square,
        scratch: &mut ChainScratch<N>,
        out: &mut ChainMoves<N>,
    ) -> Result<(), ChainError> {
        scratch.budget = STEP_LIMIT;
        self.chains.iter().try_for_each(|chain| chain.generate(view, from, scratch, out))
    }

    /// Reports the moves of all chains from a square and the turn passes, each move once, grouped by side effects.
    /// `out` is reusable memory.
    ///
    /// # Errors
    /// [`ChainError`]; then no move is reported.
    #[inline]
    pub fn each_chain_group(
        &self,
        view: &View<'_, N>,
        from: Square,
        scratch: &mut ChainScratch<N>,
        out: &mut ChainMoves<N>,
        report: impl FnMut(MoveGroup<'_, N>),
    ) -> Result<(), ChainError> {
        if let Some(table) = &self.two_legs {
            let passes = !self.passes.is_empty() && self.may_pass(view, from);
            if let Some(wanted) = view.wanted {
                scratch.looked |= table.depends_on(from, wanted);
            }
            table.each(view, from, passes, report);
            return Ok(());
        }
        out.clear();
        self.chain_moves(view, from, scratch, out)?;
        self.pass_moves(view, from, out);
        out.groups().for_each(report);
        Ok(())
    }

    /// Returns an upper bound of the squares on which a capture of an enemy on `to` by a chain from here depends.
    #[must_use]
    pub fn capture_depends_on(&self, from: Square, to: Square) -> Bitboard<N> {
        match &self.two_legs {
            Some(table) => table.depends_on(from, to),
            None => self.chains.iter().fold(Bitboard::EMPTY, |all, chain| all | chain.depends_on(from)),
        }
    }

    /// Returns whether a turn pass along a fixed path is open.
    fn may_pass(&self, view: &View<'_, N>, from: Square) -> bool {
        let occupied = view.own | view.enemy;
        self.passes.iter().any(|pass| {
            view.mover.contains(pass.condition)
                && pass.modes.contains(Modes::MOVE)
                && pass.reach.targets(from, &occupied).contains(from)
        })
    }

    /// Adds all moves from a square except castling, each once.
    ///
    /// # Errors
    /// As [`PieceTables::chain_moves`].
    pub fn moves(
        &self,
        view: &View<'_, N>,
        from: Square,
        scratch: &mut ChainScratch<N>,
        out: &mut ChainMoves<N>,
    ) -> Result<(), ChainError> {
        scratch.budget = STEP_LIMIT;
        self.moves_but(true, view, from, scratch, out)
    }

    /// Does [`PieceTables::moves`], with or without those that capture as their victims do.
    pub(super) fn moves_but(
        &self,
        with_imitators: bool,
        view: &View<'_, N>,
        from: Square,
        scratch: &mut ChainScratch<N>,
        out: &mut ChainMoves<N>,
    ) -> Result<(), ChainError> {
        self.fixed_moves(view, from, out);
        let chains = self.chains.iter().filter(|chain| with_imitators || !chain.imitates);
        chains.into_iter().try_for_each(|chain| chain.generate(view, from, scratch, out))
    }

    /// Adds the moves along fixed paths.
    fn fixed_moves(&self, view: &View<'_, N>, from: Square, out: &mut ChainMoves<N>) {
        let occupied = view.own | view.enemy;
        for part in self.parts.iter().filter(|part| view.mover.contains(part.condition)) {
            let (quiet, taking) = part.destinations(view, from);
            if part.leaves_en_passant {
                for to in quiet | taking {
                    self.add_plain(out, Bitboard::of(to), part.passed(from, to));
                }
            } else {
                self.add_plain(out, quiet | taking, Bitboard::EMPTY);
            }
            if part.modes.contains(Modes::EN_PASSANT) && !view.en_passant.is_empty() {
                let targets = part.reach.targets(from, &occupied).without(occupied);
                self.en_passant(part, view, from, targets, out);
            }
        }
        self.pass_moves(view, from, out);
    }

    /// Adds the captures en passant on some of these squares.
    fn en_passant(
        &self,
        part: &MoveTable<N>,
        view: &View<'_, N>,
        from: Square,
        targets: Bitboard<N>,
        out: &mut ChainMoves<N>,
    ) {
        for to in view.en_passant.iter().map(|right| right.square).collect::<Bitboard<N>>() & targets {
            let rights = view.en_passant.iter().filter(|right| right.square == to);
            let mut victims: Vec<Square> = rights.map(|right| right.victim).collect();
            victims.retain(|&v| v != from && (view.own | view.enemy).contains(v));
            victims.sort_unstable();
            victims.dedup();
            let path = if self.counts_paths { &[to][..] } else { &[] };
            let passed = part.passed(from, to);
            out.add(Bitboard::of(to), SideEffects { captures: &victims, relocations: &[], path }, passed);
        }
    }

    /// Adds the turn passes along fixed paths.
    pub fn pass_moves(&self, view: &View<'_, N>, from: Square, out: &mut ChainMoves<N>) {
        let occupied = view.own | view.enemy;
        for pass in self.passes.iter().filter(|pass| view.mover.contains(pass.condition)) {
            if !pass.modes.intersects(Modes::MOVE | Modes::EN_PASSANT) {
                continue;
            }
            let home = pass.reach.targets(from, &occupied) & Bitboard::of(from);
            if pass.modes.contains(Modes::MOVE) && !home.is_empty() {
                self.add_plain(out, home, pass.passed(from, from));
            }
            // When an effect depends on moves, the mover may stand on an en-passant square already, and captures there
            // too.
            if pass.modes.contains(Modes::EN_PASSANT) && !view.en_passant.is_empty() {
                self.en_passant(pass, view, from, home, out);
            }
        }
    }

    fn add_plain(&self, out: &mut ChainMoves<N>, to: Bitboard<N>, passed: Bitboard<N>) {
        if to.is_empty() {
            return;
        }
        if self.counts_paths {
            for square in to {
                out.add(Bitboard::of(square), SideEffects { path: &[square], ..SideEffects::default() }, passed);
            }
        } else {
            out.add(to, SideEffects::default(), passed);
        }
    }

    /// Returns the enemies (and, where the piece may destroy them, friends) that some move from here takes off the
    /// board.
    ///
    /// # Errors
    /// As [`PieceTables::chain_moves`].
    pub fn captures(
        &self,
        view: &View<'_, N>,
        from: Square,
        scratch: &mut ChainScratch<N>,
        out: &mut ChainMoves<N>,
    ) -> Result<Bitboard<N>, ChainError> {
        out.clear();
        self.moves(view, from, scratch, out)?;
        let occupied = (view.own | view.enemy).without(Bitboard::of(from));
        let mut all = Bitboard::EMPTY;
        for group in out.groups() {
            let moved: Bitboard<N> = group.relocations.iter().map(|r| r.0).collect();
            all |= (group.to & occupied).without(moved);
            all |= group.captures.iter().copied().collect();
        }
        Ok(all)
    }

    /// Returns an upper bound of the squares whose piece can be captured from here on some position. En-passant
    /// captures count by their destination.
    #[must_use]
    pub fn may_capture(&self, from: Square) -> Bitboard<N> {
        let takes = Modes::CAPTURE | Modes::DESTROY;
        let parts = self.parts.iter().filter(|p| p.modes.intersects(takes)).map(|p| *p.reach.may_reach(from));
        let all = parts.chain(self.chains.iter().map(|c| c.may_capture(from)));
        all.fold(Bitboard::EMPTY, |all, some| all | some)
    }

    /// Returns whether its chains have no moves from here, since all of them capture enemies and can reach none.
    #[must_use]
    pub fn lacks_victims(&self, from: Square, enemies: &Bitboard<N>) -> bool {
        let lacks = |chain: &ChainTable<N>| chain.must_capture && chain.may_capture(from).is_disjoint(enemies);
        self.passes.is_empty() && self.chains.iter().all(lacks)
    }

    /// Returns an upper bound of the destinations from here on some position.
    #[must_use]
    pub fn may_reach(&self, from: Square) -> Bitboard<N> {
        let parts = self.parts.iter().chain(&self.passes).map(|p| *p.reach.may_reach(from));
        let all = parts.chain(self.chains.iter().map(|c| c.bounds.ends.of(from)));
        all.fold(Bitboard::EMPTY, |all, some| all | some)
    }

    /// Returns an upper bound of the squares on which a chain from here may capture en passant.
    #[must_use]
    pub fn may_end_en_passant(&self, from: Square) -> Bitboard<N> {
        let chains = self.chains.iter().filter(|chain| chain.program.modes().contains(Modes::EN_PASSANT));
        chains.fold(Bitboard::EMPTY, |all, chain| all | chain.bounds.ends.of(from))
    }

    /// Returns where chains lead from a square of an empty board, first moves and moves of some squares only apart.
    #[must_use]
    pub fn on_empty_board(&self, from: Square) -> Bitboard<N> {
        let (view, mut out) = (View::of(Bitboard::of(from), Bitboard::EMPTY), ChainMoves::default());
        let complete = self.chain_moves(&view, from, &mut ChainScratch::new(), &mut out).is_ok();
        let all = out.groups().fold(Bitboard::EMPTY, |all, group| all | group.to);
        if complete { all } else { Bitboard::EMPTY }
    }

    /// Returns an upper bound of the squares whose contents can matter to moves from here.
    #[must_use]
    pub fn depends_on(&self, from: Square) -> Bitboard<N> {
        let parts = self.parts.iter().chain(&self.passes).map(|p| *p.reach.depends_on(from));
        let all = parts.chain(self.chains.iter().map(|c| c.depends_on(from)));
        all.fold(Bitboard::EMPTY, |all, some| all | some)
    }
}
