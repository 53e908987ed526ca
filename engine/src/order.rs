//! In which order moves are tried. The sooner a good one comes, the less is searched.
//!
//! First the move that the table has; then captures that win material, the greatest victim first, and promotions; then
//! the quiet moves that were good in positions near by (killers) and elsewhere (history); last captures that lose
//! material.

use crate::score::{DEEPEST, Ply};
use betza::movegen::MoveList;
use betza::movegen::game::Game;
use betza::movegen::moves::MoveType;
use betza::movegen::position::Position;
use betza::{Move, Side};

/// A move with its rank.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// The move.
    pub m: Move,
    /// Moves of higher rank are tried first.
    rank: i32,
    /// It captures nothing and does not promote.
    pub is_quiet: bool,
    /// It is a capture that loses material.
    pub loses: bool,
}

impl Ranked {
    /// The best of the moves that were not tried, brought to its place behind those that were.
    pub fn next(ranked: &mut [Ranked], tried: usize) -> Ranked {
        let best = (tried..ranked.len()).max_by_key(|&i| (ranked[i].rank, std::cmp::Reverse(i))).unwrap_or(tried);
        ranked.swap(tried, best);
        ranked[tried]
    }
}

const WINNING: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
const LOSING: i32 = -(1 << 24);

/// How many moves the history tells apart, for each side.
const ENTRIES: usize = 1 << 14;

/// What was learned about quiet moves.
pub struct History {
    killers: Vec<[Option<Move>; 2]>,
    /// How good moves were, by side and the move's hash.
    good: [Vec<i32>; 2],
}

impl Default for History {
    fn default() -> History {
        History { killers: vec![[None; 2]; DEEPEST + 2], good: [vec![0; ENTRIES], vec![0; ENTRIES]] }
    }
}

impl History {
    /// Ranks the moves of a list. `values` are those of the kinds, `first` is the move to begin with.
    #[allow(clippy::too_many_arguments, reason = "a struct for them would be read once")]
    pub fn rank<const N: usize>(
        &self,
        game: &Game<N>,
        position: &Position<N>,
        values: &[i32],
        list: &MoveList,
        first: Option<Move>,
        ply: Ply,
        ranked: &mut Vec<Ranked>,
    ) {
        ranked.clear();
        let good = &self.good[position.turn().index()];
        // Where captures explode, an exchange tells nothing.
        let exchanges = game.variant().explosion.is_none();
        ranked.extend(list.iter().map(|&m| {
            let taken = taken(position, values, list, m);
            let value = |kind: betza::KindId| values[kind.index()];
            let mover = position.cell(m.from());
            let own = if mover.is_piece() && !m.enters() { value(mover.kind()) } else { 0 };
            let gain = m.promotion().map_or(0, |kind| value(kind) - own);
            let captures = taken.is_some();
            let loses = captures && exchanges && !game.see_ge(position, m, values, 0);
            let rank = match taken {
                _ if first == Some(m) => i32::MAX,
                Some(taken) if loses => LOSING + taken,
                Some(taken) => WINNING + 16 * (taken + gain) - own,
                None if gain > 0 => WINNING + 16 * gain,
                None if self.killers[ply].contains(&Some(m)) => KILLER,
                None => good[entry(m)],
            };
            Ranked { m, rank, is_quiet: !captures && gain <= 0, loses }
        }));
    }

    /// A quiet move was good enough at a depth, those tried before it were not.
    pub fn was_good(&mut self, side: Side, m: Move, before: &[Ranked], depth: i32, ply: Ply) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let good = &mut self.good[side.index()];
        let bonus = (depth * depth).min(400);
        let mut learn = |m: Move, bonus: i32| {
            // What is known pulls back, so that no number leaves its bounds.
            let known = &mut good[entry(m)];
            *known += 32 * bonus - *known * bonus.abs() / 512;
        };
        learn(m, bonus);
        before.iter().filter(|other| other.is_quiet).for_each(|other| learn(other.m, -bonus));
    }
}

/// The place of a move in the history.
fn entry(m: Move) -> usize {
    (m.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize
}

/// What a move captures in centipawns, own pieces negative; `None` if it captures nothing.
fn taken<const N: usize>(position: &Position<N>, values: &[i32], list: &MoveList, m: Move) -> Option<i32> {
    let value = |square| {
        let cell = position.cell(square);
        let value = if cell.is_piece() { values[cell.kind().index()] } else { 0 };
        if cell.is_piece() && cell.side() == position.turn() { -value } else { value }
    };
    match m.kind {
        MoveType::Castling | MoveType::Drop | MoveType::Pass => None,
        MoveType::EnPassant => Some(values[position.cell(m.from()).kind().index()]),
        MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion => {
            position.cell(m.to()).is_piece().then(|| value(m.to()))
        }
        MoveType::Chain => {
            let on_the_way = list.effects.of(m).iter().filter_map(|effect| effect.captured()).collect::<Vec<_>>();
            let ends_on = (m.to() != m.from() && position.cell(m.to()).is_piece()).then(|| m.to());
            let squares = on_the_way.into_iter().filter(|&square| Some(square) != ends_on).chain(ends_on);
            squares.map(value).reduce(|sum, value| sum + value)
        }
    }
}
