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
use crate::generate::sink::Sink;
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
use std::collections::HashSet;

/// The most steps that are followed at one node. Real positions have dozens; artificial ones could have millions.
const STEPS: usize = 1 << 16;

/// One capture of a series.
struct Step {
    /// The capture as the ordinary generator gives it.
    m: Move,
    /// Where the captured pieces stand.
    captured: Vec<Square>,
    /// The effects other than captures. If there are any, the series ends.
    besides: Vec<Effect>,
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
        let mut list = MoveList::default();
        self.all_moves(&mut list);
        let steps = self.capturing_steps(&list);
        if steps.is_empty() || !self.game.variant.must_capture {
            list.moves
                .iter()
                .filter(|m| !self.captures(**m, &list.effects))
                .for_each(|&m| sink.listed(m, &list.effects));
        }
        let mut found = Found { game: self.game, rule, paths: Vec::new(), steps: 0 };
        let origins: HashSet<Square> = steps.iter().map(|s| s.m.from()).collect();
        for from in self.own.into_iter().filter(|s| origins.contains(s)) {
            let path =
                Path { from, to: from, becomes: None, captured: Vec::new(), stations: Vec::new(), besides: Vec::new() };
            let own = steps.iter().filter(|s| s.m.from() == from).collect();
            found.follow(self.position, own, &path);
        }
        found.give(sink);
    }

    /// Returns the captures of a list, as steps.
    fn capturing_steps(&self, list: &MoveList) -> Vec<Step> {
        let step = |&m: &Move| {
            let effects = list.effects.of(m);
            let mut captured: Vec<Square> = effects.iter().filter_map(|e| e.captured()).collect();
            if m.kind == MoveType::EnPassant {
                captured.push(self.position.state.passer());
            } else if self.game.captured(self.position, m, &effects).contains(m.to()) && !captured.contains(&m.to()) {
                captured.push(m.to());
            }
            let is_more = |e: &&Effect| !matches!(e, Effect::Capture(_) | Effect::Via(_));
            Step { m, captured, besides: effects.iter().filter(is_more).copied().collect() }
        };
        list.moves.iter().filter(|m| self.captures(**m, &list.effects)).map(step).collect()
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
            next.to = step.m.to();
            next.captured.extend(&step.captured);
            next.stations.push(next.to);
            next.becomes = step.m.piece().or(path.becomes);
            next.besides = step.besides.clone();
            let promotes = step.m.piece().is_some();
            if !step.besides.is_empty() || (promotes && self.rule.promotion == SeriesPromotion::Ends) {
                ended.push((next, step.captured.clone()));
                continue;
            }
            let kind = match self.rule.promotion {
                SeriesPromotion::GoesOn => step.m.piece(),
                SeriesPromotion::Ends | SeriesPromotion::AtEnd => None,
            };
            let after = carried(self.game, position, step, kind);
            let mut list = MoveList::default();
            let more = self.game.with_node(&after, |node| {
                node.free = Bitboard::of(next.to);
                node.of_pieces_only = true;
                node.all_moves(&mut list);
                node.capturing_steps(&list)
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
        let mut seen = HashSet::new();
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
    let (from, to) = (step.m.from(), step.m.to());
    let mover = after.lift::<false>(&game.keys, from);
    for &square in &step.captured {
        let cell = after.lift::<false>(&game.keys, square);
        if square != to {
            after.put::<false>(&game.keys, square, Cell::on::<N>(mover.side(), cell.kind_on::<N>()));
        }
    }
    after.state.unmoved.remove(from);
    after.state.en_passant = Bitboard::EMPTY;
    after.put::<false>(&game.keys, to, kind.map_or(mover, |kind| Cell::on::<N>(mover.side(), kind)));
    after
}
