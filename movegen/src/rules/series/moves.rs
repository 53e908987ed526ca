//! Generation of captures in series: a depth-first search that makes each capture and generates the next ones from
//! there.
//!
//! Captured pieces stay where they are as obstacles until the move ends, and cannot be captured twice. Where a piece
//! may land on several squares behind the one it captures, it may not choose a square from which it cannot go on if it
//! can go on from another. Sources: the rules of the International Draughts Federation (FMJD, annex 1) and of the World
//! Checkers and Draughts Federation; [`SeriesRule`] has what the games differ in.
//!
//! A step that has effects other than captures ends the move.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::{Forward, Sink};
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::effects::Effect;
use crate::position::list::MoveList;
use crate::position::moves::{Move, MoveType};
use betza_game::KindId;
use betza_game::rules::series::{SeriesPromotion, SeriesRule};
use betza_game::variant::Counting;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use betza_ir::hash::QuickSet;

/// The most steps that are followed at one node. Real positions have dozens; artificial ones could have millions.
const STEPS: usize = 1 << 16;

/// One capture of a series, as the ordinary generator gives it.
struct Step {
    from: Square,
    to: Square,
    becomes: Option<KindId>,
    /// Where the captured pieces stand.
    captured: Vec<Square>,
    /// The effects other than captures. If there are any, the series ends.
    besides: Vec<Effect>,
}

/// Takes the moves of a node and keeps the captures.
struct Steps<'a, const N: usize> {
    game: &'a Game<N>,
    position: &'a Position<N>,
    steps: Vec<Step>,
}

impl<const N: usize> Steps<'_, N> {
    /// Keeps a move if it captures.
    fn add(&mut self, m: Move, becomes: Option<KindId>, effects: &[Effect]) {
        let (from, to) = (m.origin_on::<N>(), m.destination_on::<N>());
        let mut captured: Vec<Square> = effects.iter().filter_map(|e| e.captured()).collect();
        for square in self.game.captured(self.position, m, effects) {
            if !captured.contains(&square) {
                captured.push(square);
            }
        }
        if !captured.is_empty() {
            let is_more = |e: &&Effect| !matches!(e, Effect::Capture(_) | Effect::Via(_));
            let besides = effects.iter().filter(is_more).copied().collect();
            self.steps.push(Step { from, to, becomes, captured, besides });
        }
    }
}

impl<const N: usize> Sink<N> for Steps<'_, N> {
    fn given(&self) -> u64 {
        self.steps.len() as u64
    }
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        let captures = match kind {
            MoveType::EnPassant => targets,
            MoveType::Castling | MoveType::Drop | MoveType::Pass => Bitboard::EMPTY,
            _ => targets & self.position.occupied(),
        };
        captures.for_each(|to| self.add(Move::of::<N>(kind, from, to), None, &[]));
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for &kind in to {
            let captures = targets & self.position.occupied();
            captures.for_each(|to| self.add(Move::of::<N>(MoveType::Plain, from, to), Some(kind), &[]));
        }
    }
    fn drops(&mut self, _: KindId, _: Bitboard<N>) {}
    fn single(&mut self, m: Move) {
        self.with_effects(m, &[]);
    }
    fn with_effects(&mut self, m: Move, effects: &[Effect]) {
        self.add(m, m.piece_on::<N>(), effects);
    }
    fn chain(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, effects: &[Effect]) {
        targets.for_each(|to| self.add(Move::of::<N>(MoveType::Chain, from, to), becomes, effects));
    }
}

/// A series as far as it has been followed.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Path {
    /// Where the series began.
    from: Square,
    /// Where the piece is now.
    to: Square,
    /// The kind to which the piece has promoted.
    becomes: Option<KindId>,
    /// Where the captured pieces stand, in the order of capture.
    captured: Vec<Square>,
    /// The squares on which the piece has landed, the last one included.
    stations: Vec<Square>,
    /// The effects of the last step other than captures.
    besides: Vec<Effect>,
}

/// The search at one node.
struct Found<'a, const N: usize> {
    game: &'a Game<N>,
    rule: SeriesRule,
    /// The series that have ended.
    paths: Vec<Path>,
    /// The number of steps followed so far, at most [`STEPS`].
    steps: usize,
}

impl<const N: usize> Node<'_, N> {
    /// Gives the sink the moves of a game with captures in series: the series, and the quiets if captures are not
    /// compulsory or there are none.
    pub(crate) fn series_moves<S: Sink<N>>(&self, sink: &mut S) {
        let Some(rule) = self.game.variant.series else { return };
        let steps = self.capturing_steps();
        if steps.is_empty() {
            return self.all_moves(sink);
        }
        if !self.game.variant.must_capture {
            let mut list = MoveList::default();
            self.all_moves(&mut list);
            let quiets = list.moves.iter().filter(|m| !self.captures(**m, &list.effects));
            quiets.for_each(|&m| sink.listed(m, &list.effects));
        }
        let mut found = Found { game: self.game, rule, paths: Vec::new(), steps: 0 };
        let origins: Bitboard<N> = steps.iter().map(|step| step.from).collect();
        for from in origins {
            let path =
                Path { from, to: from, becomes: None, captured: Vec::new(), stations: Vec::new(), besides: Vec::new() };
            let own = steps.iter().filter(|step| step.from == from).collect();
            found.follow(self.position, own, &path);
        }
        found.give(sink);
    }

    /// Returns the captures.
    fn capturing_steps(&self) -> Vec<Step> {
        let mut found = Steps { game: self.game, position: self.position, steps: Vec::new() };
        self.all_moves(&mut Forward(&mut found));
        found.steps
    }
}

impl<const N: usize> Found<'_, N> {
    /// Follows all captures of one piece from the end of a path, in the position there.
    fn follow(&mut self, position: &Position<N>, steps: Vec<&Step>, path: &Path) {
        // The paths that end with one of these steps, with what the step captured; and what the other steps captured,
        // with where they landed.
        let mut ended: Vec<(Path, Vec<Square>)> = Vec::new();
        let mut gone_on: Vec<(Square, Vec<Square>)> = Vec::new();
        for step in steps {
            self.steps += 1;
            if self.steps > STEPS {
                return self.game.note_overflow();
            }
            let mut next = path.clone();
            next.to = step.to;
            next.captured.extend(&step.captured);
            next.stations.push(next.to);
            next.becomes = step.becomes.or(path.becomes);
            next.besides = step.besides.clone();
            if !step.besides.is_empty() || (step.becomes.is_some() && self.rule.promotion == SeriesPromotion::Ends) {
                ended.push((next, step.captured.clone()));
                continue;
            }
            let kind = match self.rule.promotion {
                SeriesPromotion::GoesOn => step.becomes,
                SeriesPromotion::Ends | SeriesPromotion::AtEnd => None,
            };
            let after = carried(self.game, position, step, kind);
            let more = self.game.with_node(&after, |node| {
                node.free = Bitboard::of(next.to);
                node.of_pieces_only = true;
                node.capturing_steps()
            });
            if more.is_empty() {
                ended.push((next, step.captured.clone()));
                continue;
            }
            if self.rule.promotion == SeriesPromotion::AtEnd {
                next.becomes = None;
            }
            gone_on.push((next.to, step.captured.clone()));
            self.follow(&after, more.iter().collect(), &next);
        }
        // A piece must land where it can go on. If it may land there as several kinds, it may choose one that cannot go
        // on.
        let may_end = |(path, captured): &(Path, Vec<Square>)| {
            let mut squares = gone_on.iter().filter(|(_, other)| other == captured).map(|(to, _)| *to).peekable();
            squares.peek().is_none() || squares.any(|to| to == path.to)
        };
        self.paths.extend(ended.into_iter().filter(may_end).map(|(path, _)| path));
    }

    /// Gives the sink the legal series, each once. Two paths are the same move if they have the same ends and capture
    /// the same pieces, in the same order if the game counts paths.
    fn give<S: Sink<N>>(self, sink: &mut S) {
        let most = self.paths.iter().map(|p| p.captured.len()).max().unwrap_or(0);
        let mut seen = QuickSet::default();
        for mut path in self.paths.into_iter().filter(|p| !self.rule.most || p.captured.len() == most) {
            if self.game.variant.counting == Counting::Distinct {
                path.captured.sort_unstable();
            }
            if !seen.insert(Path { stations: Vec::new(), ..path.clone() }) {
                continue;
            }
            let last = path.to;
            let captured = path.captured.iter().filter(|&&s| s != last).map(|&s| Effect::Capture(s));
            let stations = path.stations.iter().map(|&s| Effect::Via(s));
            let effects: Vec<Effect> = captured.chain(path.besides.iter().copied()).chain(stations).collect();
            sink.chain(path.from, Bitboard::of(last), path.becomes, &effects);
        }
    }
}

/// Makes a step for the next one to go on from. Captured pieces become friends of the captor, which block its way and
/// cannot be captured.
fn carried<const N: usize>(game: &Game<N>, position: &Position<N>, step: &Step, kind: Option<KindId>) -> Position<N> {
    let mut after = position.clone();
    let mover = after.lift::<false>(&game.keys, step.from);
    for &square in &step.captured {
        let cell = after.lift::<false>(&game.keys, square);
        if square != step.to {
            after.put::<false>(&game.keys, square, Cell::on::<N>(mover.side(), cell.kind_on::<N>()));
        }
    }
    after.state.unmoved.remove(step.from);
    after.state.en_passant = Bitboard::EMPTY;
    after.put::<false>(&game.keys, step.to, kind.map_or(mover, |kind| Cell::on::<N>(mover.side(), kind)));
    after
}
