//! The search: alpha-beta with a window of one point for all but the first move, on the generator that is generic over
//! the board's width.
//!
//! Each thread is a [`Worker`] with a position of its own, on which it makes and takes back moves. What the threads
//! learn they share in the transposition table, and that is all that they do together ("lazy SMP").

use crate::clock::Clock;
use crate::order::{History, Ranked};
pub use crate::score::{DECIDED, DEEPEST, Ply, WIN};
use crate::table::{Bound, Found, Table};
use crate::values::{Sum, Values};
use betza::movegen::game::Game;
use betza::movegen::position::Position;
use betza::movegen::variant::{EndConditions, RepetitionWorth, Worth};
use betza::movegen::{Gen, MoveList, Outcome, Undo};
use betza::{Move, Side};
use std::time::Duration;

/// A loss by a rule about repetition that may yet be avoided.
const BAD_REPETITION: i32 = 5_000;

/// Squares of the positions between two looks at the clock: 512 boards of chess, or 25 of Taikyoku Shogi, where a
/// position takes 20 times as long.
const GLANCE: u64 = 512 * 64;

/// What an iteration has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its place among the lines that are asked for: 0 for that of the best move.
    pub place: usize,
    /// Its depth in plies.
    pub depth: u32,
    /// The score in centipawns, for the side to move.
    pub score: i32,
    /// The moves, best play of both sides as far as it is known. Never empty.
    pub moves: Vec<Move>,
    /// The positions searched, by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
}

impl Line {
    /// In how many moves the side to move wins, or loses if that is negative; `None` if neither is seen.
    pub fn mate(&self) -> Option<i32> {
        (self.score.abs() >= DECIDED).then(|| self.score.signum() * (self.plies_to_end() + 1) / 2)
    }

    /// The plies to the end of a game whose winner is seen ([`Line::mate`]).
    pub fn plies_to_end(&self) -> i32 {
        WIN - self.score.abs()
    }
}

/// What is kept of a position on the way from the start of the game to the one that is searched.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// [`Game::repetition_key`].
    pub key: u64,
    /// Whether the side to move is in check.
    pub check: bool,
}

impl Step {
    /// That of a position.
    pub fn of<const N: usize>(game: &Game<N>, position: &Position<N>) -> Step {
        Step { key: game.repetition_key(position), check: game.is_check(position) }
    }
}

/// What a node needs while its moves are tried. It is kept for the next node of the same depth.
#[derive(Default)]
struct Frame {
    list: MoveList,
    ranked: Vec<Ranked>,
    /// The best line from here.
    line: Vec<Move>,
}

/// A thread's search of one position.
pub struct Worker<'a, const N: usize> {
    game: &'a Game<N>,
    position: Position<N>,
    values: &'a Values,
    table: &'a Table,
    clock: &'a Clock,
    /// The positions since the game began, the present one last.
    path: Vec<Step>,
    /// The evaluation's sums of the positions searched, the present one's last.
    sums: Vec<Sum>,
    frames: Vec<Frame>,
    history: History,
    /// The moves that begin the better lines of this iteration, where several are asked for.
    better: Vec<Move>,
    /// The depth of this iteration.
    depth: i32,
    /// The positions since the last look at the clock.
    nodes: u64,
    /// The positions between two looks at it.
    glance: u64,
}

impl<'a, const N: usize> Worker<'a, N> {
    /// A search of a position. `path` has the positions of its game up to and with it, and `sum` is its evaluation.
    pub fn new(
        game: &'a Game<N>,
        position: &Position<N>,
        path: &[Step],
        sum: Sum,
        (values, table, clock): (&'a Values, &'a Table, &'a Clock),
    ) -> Worker<'a, N> {
        let frames = (0..=DEEPEST + 1).map(|_| Frame::default()).collect();
        let (position, path, sums) = (position.clone(), path.to_vec(), vec![sum]);
        let glance = GLANCE / u64::from(game.board().count()).max(1);
        Worker {
            game,
            position,
            values,
            table,
            clock,
            path,
            sums,
            frames,
            history: History::default(),
            better: Vec::new(),
            depth: 0,
            nodes: 0,
            glance,
        }
    }

    /// Searches deeper and deeper until the clock stops it, and gives the lines of each iteration. The last one given
    /// of place 0 is the best. `first` is the depth of the first iteration.
    pub fn run(&mut self, first: i32, mut give: impl FnMut(Line)) {
        let limits = &self.clock.limits;
        let deepest = limits.depth.map_or(DEEPEST - 1, |d| (d as usize).clamp(1, DEEPEST - 1)) as i32;
        let list = self.game.legal_moves(&self.position);
        let number = list.iter().filter(|m| self.is_asked_for(m)).count();
        let is_forced = self.clock.is_of_game() && number == 1;
        let mut scores = vec![0; limits.lines.clamp(1, number.max(1))];
        for depth in first.min(deepest)..=deepest {
            self.depth = depth;
            self.better.clear();
            for (place, score) in scores.iter_mut().enumerate() {
                *score = self.around(*score);
                let moves = self.frames[0].line.clone();
                let Some(&best) = moves.first() else { return };
                self.better.push(best);
                let (nodes, time) = (self.clock.nodes() + self.nodes, self.clock.elapsed());
                // The score of an iteration that was given up is no score of all moves.
                if !self.clock.has_stopped() || depth == first {
                    give(Line { place, depth: depth as u32, score: *score, moves, nodes, time });
                }
            }
            let score = scores[0];
            let is_won = limits.mate.is_some_and(|n| score >= WIN - 2 * (n as usize).min(DEEPEST) as i32);
            // A win or a loss that is nearer than the depth has been seen in full.
            let is_seen = WIN - score.abs() <= depth && self.clock.is_of_game();
            if is_won || is_seen || is_forced || !self.clock.goes_on() {
                return;
            }
        }
    }

    /// Whether a move of the position that is searched is one of those to try.
    fn is_asked_for(&self, m: &Move) -> bool {
        let only = &self.clock.limits.only;
        (only.is_empty() || only.contains(m)) && !self.better.contains(m)
    }

    /// Searches the root in a window around the score that is expected, and in a wider one if it lies outside.
    fn around(&mut self, expected: i32) -> i32 {
        let mut margin = if self.depth >= 4 { 40 } else { 2 * WIN };
        loop {
            let (alpha, beta) = ((expected - margin).max(-WIN), (expected + margin).min(WIN));
            let score = self.node(self.depth, alpha, beta, 0, false);
            let is_inside = (score > alpha || alpha == -WIN) && (score < beta || beta == WIN);
            if is_inside || self.clock.has_stopped() {
                return score;
            }
            margin *= 4;
        }
    }

    /// The score of the present position, for the side to move, searched to a depth. It is exact if it lies between
    /// `alpha` and `beta`, and a bound otherwise.
    fn node(&mut self, depth: i32, alpha: i32, beta: i32, ply: Ply, may_pass: bool) -> i32 {
        self.frames[ply].line.clear();
        if ply > 0
            && let Some(score) = self.by_rules_of_the_past(ply)
        {
            return score;
        }
        let check = self.is_check();
        let depth = depth + i32::from(check && ply < 2 * self.depth as usize);
        if depth <= 0 || ply >= DEEPEST {
            return self.quiescence(alpha, beta, ply);
        }
        if self.count() {
            return 0;
        }
        let is_main = beta - alpha > 1;
        let found = self.table.find(self.position.hash(), ply);
        if let Some(found) = found.filter(|found| !is_main && found.depth >= depth) {
            let decides = match found.bound {
                Bound::Exact => true,
                Bound::Lower => found.score >= beta,
                Bound::Upper => found.score <= alpha,
            };
            if decides {
                return found.score;
            }
        }
        if may_pass && !is_main && !check && depth >= 3 && self.evaluate() >= beta && self.may_pass() {
            let undo = self.game.make_null(&mut self.position);
            self.enter(self.sums[self.sums.len() - 1]);
            let score = -self.node(depth - 3 - depth / 6, -beta, 1 - beta, ply + 1, false);
            self.leave(undo);
            if score >= beta && !self.clock.has_stopped() {
                // What passing wins need not be won by moving.
                return if score >= DECIDED { beta } else { score };
            }
        }
        // The frame is out of its place while the nodes below use theirs.
        let mut frame = std::mem::take(&mut self.frames[ply]);
        let best = found.and_then(|found| found.best);
        let score = self.moves(&mut frame, depth, (alpha, beta), ply, best);
        self.frames[ply] = frame;
        score
    }

    /// Tries the moves of a node.
    fn moves(
        &mut self,
        frame: &mut Frame,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        ply: Ply,
        first: Option<Move>,
    ) -> i32 {
        let key = self.position.hash();
        let (before, is_main, check) = (alpha, beta - alpha > 1, self.is_check());
        let Frame { list, ranked, line } = frame;
        self.game.list_moves(&self.position, list);
        if let Some(score) = self.by_end(list, ply) {
            return score;
        }
        self.history.rank(self.game, &self.position, &self.values.kinds, list, first, ply, ranked);
        let is_part = ply == 0 && !(self.clock.limits.only.is_empty() && self.better.is_empty());
        if is_part {
            ranked.retain(|ranked| self.is_asked_for(&ranked.m));
        }
        let hopeless = !is_main && !check && depth <= 2 && self.evaluate() + 150 * depth <= alpha;
        let (mut best, mut best_move) = (-WIN, None);
        for tried in 0..ranked.len() {
            let Ranked { m, is_quiet, .. } = Ranked::next(ranked, tried);
            if hopeless && is_quiet && best > -DECIDED {
                continue;
            }
            let undo = self.make(m, list);
            // Moves that are ranked low are looked at less deeply; those that turn out well are searched again.
            let reduced = if depth >= 3 && tried >= 3 && is_quiet && !check && !self.is_check() {
                1 + i32::from(tried >= 12) + depth / 8
            } else {
                0
            };
            let mut score = alpha + 1;
            if tried > 0 {
                score = -self.node(depth - 1 - reduced, -alpha - 1, -alpha, ply + 1, true);
                if score > alpha && reduced > 0 {
                    score = -self.node(depth - 1, -alpha - 1, -alpha, ply + 1, true);
                }
            }
            if tried == 0 || score > alpha && score < beta {
                score = -self.node(depth - 1, -beta, -alpha, ply + 1, true);
            }
            self.leave(undo);
            if self.clock.has_stopped() {
                return best.max(alpha);
            }
            if score > best {
                best = score;
                if score > alpha || ply == 0 && tried == 0 {
                    best_move = Some(m);
                    line.clear();
                    line.push(m);
                    line.extend_from_slice(&self.frames[ply + 1].line);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if is_quiet {
                    self.history.was_good(self.position.turn(), m, &ranked[..tried], depth, ply);
                }
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > before => Bound::Exact,
            _ => Bound::Upper,
        };
        // The score of some of the moves is none of the position.
        if !is_part {
            self.table.keep(key, ply, Found { best: best_move, score: best, depth, bound });
        }
        best
    }

    /// The score once captures are over: each side may stop where it stands, or capture.
    fn quiescence(&mut self, mut alpha: i32, beta: i32, ply: Ply) -> i32 {
        if self.count() {
            return 0;
        }
        let variant = self.game.variant();
        if !variant.ends.is_empty()
            && (variant.end_conditions == EndConditions::Ignore || self.game.has_ended(&self.position))
            && let Some(outcome) = self.game.immediate_outcome(&self.position)
        {
            return self.worth(outcome, ply);
        }
        let stand = self.evaluate();
        let check = self.is_check();
        // Where captures are compulsory, nobody may stop while there is one.
        let may_stop = !check && !variant.must_capture;
        if ply >= DEEPEST || may_stop && stand >= beta {
            return stand;
        }
        let mut frame = std::mem::take(&mut self.frames[ply]);
        let Frame { list, ranked, .. } = &mut frame;
        list.clear();
        self.game.generate(&self.position, if check { Gen::All } else { Gen::Captures }, list);
        let mut best = if may_stop || !check && list.is_empty() { stand } else { -WIN + ply as i32 };
        let ended = if check { self.by_end(list, ply) } else { None };
        alpha = alpha.max(best);
        self.history.rank(self.game, &self.position, &self.values.kinds, list, None, ply, ranked);
        for tried in 0..if ended.is_some() { 0 } else { ranked.len() } {
            let Ranked { m, loses, .. } = Ranked::next(ranked, tried);
            if may_stop && loses && self.values.sign > 0 {
                break;
            }
            let undo = self.make(m, list);
            let score = -self.quiescence(-beta, -alpha, ply + 1);
            self.leave(undo);
            if self.clock.has_stopped() {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.frames[ply] = frame;
        ended.unwrap_or(best)
    }

    /// The score of a position that has ended, of which `list` has the legal moves.
    fn by_end(&self, list: &MoveList, ply: Ply) -> Option<i32> {
        let variant = self.game.variant();
        // Where counting goes on after the end, so do lists of moves. With few pieces it may be that none can mate.
        let goes_on = variant.end_conditions == EndConditions::Ignore && !variant.ends.is_empty();
        let is_bare = self.sums[self.sums.len() - 1].material < self.values.start / 8;
        if list.is_empty() || goes_on || is_bare {
            let outcome = self.game.immediate_outcome(&self.position);
            return outcome.map(|outcome| self.worth(outcome, ply)).or(list.is_empty().then_some(0));
        }
        None
    }

    /// What a result is worth to the side to move.
    fn worth(&self, outcome: Outcome, ply: Ply) -> i32 {
        match outcome.winner() {
            Some(side) if side == self.position.turn() => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
            None => 0,
        }
    }

    /// The score by the move rule or by repetition, if one applies. A position that comes about again once is taken for
    /// one that will come about as often as the rule demands.
    fn by_rules_of_the_past(&self, ply: Ply) -> Option<i32> {
        let variant = self.game.variant();
        let results = &variant.results;
        let clock = usize::from(self.position.state().halfmoves);
        if results.move_rule.is_some_and(|rule| clock >= 2 * usize::from(rule.claim)) {
            return Some(0);
        }
        results.repetition?;
        let last = self.path.len() - 1;
        // Pieces that come back from hands may bring back any position.
        let reach = if variant.hands.is_some() { last } else { clock.min(last) };
        let again = (4..=reach).step_by(2).find(|back| self.path[last - back].key == self.path[last].key)?;
        let all_in_check = |first: usize| (first..again).step_by(2).all(|back| self.path[last - back].check);
        let bad = |is_ours: bool| {
            let score = BAD_REPETITION - ply as i32;
            Some(if is_ours { -score } else { score })
        };
        if results.perpetual_check && (all_in_check(0) || all_in_check(1)) {
            // Who gives the checks is the one who must stop.
            return if all_in_check(0) && all_in_check(1) { Some(0) } else { bad(all_in_check(1)) };
        }
        match results.repetition_worth {
            RepetitionWorth::ToMover(Worth::Draw) => Some(0),
            RepetitionWorth::ToMover(worth) => bad(worth == Worth::Loss),
            RepetitionWorth::Wins(side) => bad(side != self.position.turn()),
        }
    }

    /// The evaluation in centipawns, for the side to move.
    fn evaluate(&self) -> i32 {
        let sum = &self.sums[self.sums.len() - 1];
        let turn = self.position.turn();
        let score = self.values.score(sum, turn);
        // With little left, the side that is ahead brings its royal near the other one.
        if sum.material < self.values.start / 3 && score.abs() > 200 {
            let royal = |side: Side| self.game.royals(&self.position, side).first();
            if let (Some(own), Some(other)) = (royal(turn), royal(turn.other())) {
                let board = &self.game.variant().board;
                let apart = |of: i32, from: i32| (of - from).abs();
                let files = apart(board.file(own), board.file(other));
                let ranks = apart(board.rank(own), board.rank(other));
                return score - score.signum() * 5 * (files + ranks);
            }
        }
        score
    }

    /// Whether passing tells something: there are pieces enough that moving is worth more, and nothing forces moves.
    fn may_pass(&self) -> bool {
        let sum = &self.sums[self.sums.len() - 1];
        !self.game.variant().must_capture && sum.material > self.values.start / 5
    }

    fn is_check(&self) -> bool {
        self.path[self.path.len() - 1].check
    }

    fn make(&mut self, m: Move, list: &MoveList) -> Undo<N> {
        let undo = self.game.make_listed(&mut self.position, m, list);
        let mut sum = self.sums[self.sums.len() - 1];
        self.game.changes(&self.position, &undo, |change| self.values.follow(&mut sum, change));
        self.enter(sum);
        undo
    }

    fn enter(&mut self, sum: Sum) {
        self.sums.push(sum);
        self.path.push(Step::of(self.game, &self.position));
    }

    fn leave(&mut self, undo: Undo<N>) {
        self.game.unmake(&mut self.position, undo);
        self.sums.pop();
        self.path.pop();
    }

    /// Counts this position, and says whether the search has stopped.
    fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.glance || self.clock.limits.nodes.is_some() {
            self.clock.count(std::mem::take(&mut self.nodes));
        }
        self.clock.has_stopped()
    }
}
