//! What pieces are worth, measured on the tables of the game.
//!
//! Every kind is put on random boards of which every other square is taken, and the squares that it attacks are
//! counted. A kind is worth as much as it attacks in the mean; a square is worth to it how much more or less it attacks
//! from there. A piece that can promote gains a part of the difference the nearer it comes to its promotion zone.
//! Nothing here knows what a knight is.

use betza::movegen::Change;
use betza::movegen::keys::DEFAULT_SEED;
use betza::movegen::setup::{Placed, Setup};
use betza::movegen::variant::{EndRule, Promotion, Variant, Worth};
use betza::movegen::width::AnyGame;
use betza::{KindId, Side, Square};
use std::ops::{AddAssign, SubAssign};

/// Centipawns for a piece by itself, and for each square that it attacks in the mean. With these a pawn of chess is
/// worth about 100.
const PRESENCE: f64 = 30.0;
const PER_SQUARE: f64 = 55.0;

/// How much of a better square counts.
const PLACE: f64 = 6.0;

/// What a piece one step before its promotion zone has already gained, as a part of the gain. Each further step halves
/// it.
const NEARLY_PROMOTED: f64 = 0.4;

/// So many random boards are made for each kind.
const BOARDS: u64 = 48;

/// So many where the board has more than 256 squares: it has room for hundreds of pieces of a kind at once.
const LARGE_BOARDS: u64 = 3;

/// A score in centipawns: one for full boards and one for empty ones. What counts lies between, by the pieces left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// With all pieces on the board.
    pub full: i32,
    /// With few pieces left.
    pub empty: i32,
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.full += other.full;
        self.empty += other.empty;
    }
}

impl SubAssign for Score {
    fn sub_assign(&mut self, other: Score) {
        self.full -= other.full;
        self.empty -= other.empty;
    }
}

/// A sum over the pieces of a position, as White sees it. It follows the game move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The pieces on their squares and in the hands.
    pub score: Score,
    /// The worth of all pieces of both sides, in centipawns.
    pub material: i32,
}

/// The values of a game.
pub struct Values {
    /// Centipawns for each kind, by its number. Royals that cannot be captured count 0.
    pub kinds: Vec<i32>,
    /// For each side and kind, each square of the board by its index.
    places: [Vec<Vec<Score>>; 2],
    /// The worth of all pieces at the start.
    pub start: i32,
    /// -1 in games that are won by losing all pieces, 1 in others.
    pub sign: i32,
}

impl Values {
    /// Measures a game.
    pub fn measure(game: &AnyGame, start: &betza::Position) -> Values {
        let variant = game.variant();
        let area = variant.board.area();
        let free = without_ends(game);
        let game = free.as_ref().unwrap_or(game);
        let measured: Vec<Vec<f64>> = (0..variant.kinds.len()).map(|k| attacked(game, KindId::from_index(k))).collect();
        let means: Vec<f64> = measured.iter().map(|places| mean(places, variant)).collect();
        let royal = |k: usize| variant.kinds[k].royal && variant.royalty.check;
        let worth = |k: usize| if royal(k) { 0.0 } else { PRESENCE + PER_SQUARE * means[k] };
        let place = |side: Side, k: usize, square: Square| {
            // What is measured for White holds for Black on the board turned round.
            let own = if side == Side::White { square } else { variant.board.turned(square) };
            let better = PLACE * (measured[k][own.index()] - means[k]);
            if royal(k) {
                // A royal hides while there is much that attacks it.
                return Score { full: -better as i32, empty: 2 * better as i32 };
            }
            let gain = variant.kinds[k].promotion.as_ref().map_or(0.0, |promotion| {
                let best = promotion.to[side.index()].iter().map(|to| worth(to.index())).fold(worth(k), f64::max);
                (best - worth(k)) * NEARLY_PROMOTED * nearness(variant, promotion, side, square)
            });
            let full = worth(k) + better + gain;
            Score { full: full as i32, empty: (full + gain) as i32 }
        };
        let places = Side::BOTH.map(|side| {
            let of_kind = |k: usize| (0..area).map(|i| place(side, k, Square::from_index(i))).collect();
            (0..variant.kinds.len()).map(of_kind).collect()
        });
        let kinds = (0..variant.kinds.len()).map(|k| worth(k) as i32).collect();
        let mut values = Values { kinds, places, start: 1, sign: if loses_to_win(variant) { -1 } else { 1 } };
        values.start = values.sum(start).material.max(1);
        values
    }

    /// The sum over a position.
    pub fn sum(&self, position: &betza::Position) -> Sum {
        let mut sum = Sum::default();
        for square in position.game().squares() {
            if let Some((side, kind)) = position.piece_at(square) {
                self.follow(&mut sum, Change::Put(square, side, kind));
            }
        }
        for side in Side::BOTH {
            position.hand(side).for_each(|(kind, n)| self.follow(&mut sum, Change::Hand(side, kind, n as i8)));
        }
        sum
    }

    /// Follows one change of a move.
    pub fn follow(&self, sum: &mut Sum, change: Change) {
        let (side, kind, score, pieces) = match change {
            Change::Put(square, side, kind) => (side, kind, self.places[side.index()][kind.index()][square.index()], 1),
            Change::Lift(square, side, kind) => {
                let Score { full, empty } = self.places[side.index()][kind.index()][square.index()];
                (side, kind, Score { full: -full, empty: -empty }, -1)
            }
            Change::Hand(side, kind, n) => {
                let worth = self.kinds[kind.index()] * i32::from(n);
                (side, kind, Score { full: worth, empty: worth }, i32::from(n))
            }
            Change::Wall(_) | Change::Clear(_) => return,
        };
        sum.material += self.kinds[kind.index()] * pieces;
        if side == Side::White { sum.score += score } else { sum.score -= score }
    }

    /// The score of a sum in centipawns, as a side sees it.
    pub fn score(&self, sum: &Sum, side: Side) -> i32 {
        let left = sum.material.clamp(0, self.start);
        let white = (sum.score.full * left + sum.score.empty * (self.start - left)) / self.start;
        self.sign * if side == Side::White { white } else { -white }
    }
}

/// The mean over the squares where a kind may stand at all.
fn mean(places: &[f64], variant: &Variant) -> f64 {
    let squares = variant.board.squares().count();
    places.iter().sum::<f64>() / squares.max(1) as f64
}

/// Whether a side that has lost everything has won.
fn loses_to_win(variant: &Variant) -> bool {
    let wins = |end: &EndRule| matches!(end, EndRule::Extinct { together: true, worth: Worth::Win, kinds, .. } if kinds.len() == variant.kinds.len());
    variant.ends.iter().any(wins)
}

/// How near a square is to a promotion zone: 1 for one step or less, half of that for each step more, counted in ranks.
fn nearness(variant: &Variant, promotion: &Promotion, side: Side, square: Square) -> f64 {
    let rank = |square: Square| variant.board.rank(square);
    let steps = promotion.zone[side.index()].into_iter().map(|zone| (rank(zone) - rank(square)).abs()).min();
    steps.map_or(0.0, |steps| 0.5_f64.powi((steps - 1).max(0)))
}

/// Whether a game's board has so many squares that its pieces have no tables.
fn is_large(variant: &Variant) -> bool {
    variant.board.area() > 256
}

/// A large game in which nothing ends: its pieces are measured by their legal moves, also where kings are missing. Its
/// pieces capture what is protected, too: to ask for protection of each capture on half a board of Emperors takes seconds.
fn without_ends(game: &AnyGame) -> Option<AnyGame> {
    let variant = game.variant();
    if !is_large(variant) {
        return None;
    }
    let spares_protected = Vec::new();
    let free = Variant { ends: Vec::new(), must_capture: false, spares_protected, ..variant.clone() };
    AnyGame::compile(&free, &Setup::empty(variant), DEFAULT_SEED).ok()
}

/// How many squares White's pieces of a kind attack in the mean from each square, by its index, on boards of which
/// every other square holds a random piece. On large boards, the squares to which they may go.
fn attacked(game: &AnyGame, kind: KindId) -> Vec<f64> {
    let variant = game.variant();
    let area = variant.board.area();
    let (mut attacked, mut boards) = (vec![0_u64; area], vec![0_u64; area]);
    let mut random = Random(u64::from(kind.0) + 1);
    let region = variant.kinds[kind.index()].region[Side::White.index()];
    let is_large = is_large(variant);
    for _ in 0..if is_large { LARGE_BOARDS } else { BOARDS } {
        let mut setup = Setup::empty(variant);
        for square in variant.board.squares() {
            if random.below(2) == 0 {
                continue;
            }
            let other = KindId::from_index(random.below(variant.kinds.len()));
            let (side, kind) = if random.below(2) == 0 { (Side::White, kind) } else { (Side::Black, other) };
            if side == Side::Black || region.is_none_or(|region| region.contains(square)) {
                setup.men[square.index()] = Some(Placed { side, kind, was: None });
            }
        }
        let Ok(position) = game.position(&setup) else { continue };
        if is_large {
            let mut ends: Vec<(Square, Square)> =
                game.legal_moves(&position).iter().filter(|m| !m.enters()).map(|m| (m.from(), m.to())).collect();
            ends.sort_unstable();
            ends.dedup();
            ends.iter().for_each(|(from, _)| attacked[from.index()] += 1);
        }
        for square in position.pieces(Side::White, kind) {
            if !is_large {
                attacked[square.index()] += u64::from(game.attacks_from(&position, square).count());
            }
            boards[square.index()] += 1;
        }
    }
    attacked.iter().zip(boards).map(|(&n, of)| if of == 0 { 0.0 } else { n as f64 / of as f64 }).collect()
}

/// Random numbers: SplitMix64 (S. Vigna).
pub struct Random(pub u64);

impl Random {
    /// The next number of 64 bits.
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.word() % limit.max(1) as u64) as usize
    }
}
