//! The kinds of pieces of a game.

use betza_game::setup::{Placed, Setup};
use betza_game::variant::KindId;
use betza_ir::geometry::{Side, Square};
use betza_movegen::AnyGame;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A kind of piece of a game.
pub struct KindInfo {
    /// What [`crate::Position`] calls it: its index in [`crate::Game::kinds`].
    pub id: KindId,
    /// The letters of White's and of Black's piece in FENs: `N` and `n`, `+P` and `+p`.
    pub letters: [String; 2],
    /// The name in English.
    pub name: String,
    /// The notation of its moves as the game's author wrote it, for White and for Black.
    pub notation: [String; 2],
    /// Whether pieces of the kind are royal.
    pub royal: bool,
    game: Arc<AnyGame>,
    mobility: OnceLock<f64>,
}

/// On so many boards mobility is measured.
const BOARDS: u64 = 16;

impl KindInfo {
    /// The kinds of a game.
    pub(crate) fn all(game: &Arc<AnyGame>) -> Vec<KindInfo> {
        let kinds = game.variant().kinds.iter().enumerate();
        let info = |(i, kind): (usize, &betza_game::variant::Kind)| KindInfo {
            id: KindId::from_index(i),
            letters: kind.letters.clone(),
            name: kind.name.clone(),
            notation: kind.notation.clone(),
            royal: kind.royal,
            game: Arc::clone(game),
            mobility: OnceLock::new(),
        };
        kinds.map(info).collect()
    }

    /// How many squares a piece of the kind attacks in the mean: White's, on every square of its region in turn, on
    /// boards of which every other square holds a random piece. It is measured when it is first asked for, with a fixed
    /// seed, so it is the same in every run.
    #[must_use]
    pub fn mobility(&self) -> f64 {
        *self.mobility.get_or_init(|| self.measure())
    }

    fn measure(&self) -> f64 {
        let variant = self.game.variant();
        let region = variant.kinds[self.id.index()].region[Side::White.index()];
        let squares: Vec<Square> =
            variant.board.squares().filter(|&s| region.is_none_or(|region| region.contains(s))).collect();
        let (mut attacked, mut asked) = (0_u64, 0_u64);
        for seed in 0..BOARDS {
            let board = half_full(variant, seed);
            for &square in &squares {
                let mut setup = board.clone();
                setup.men[square.index()] = Some(Placed { side: Side::White, kind: self.id, was: None });
                if let Ok(position) = self.game.position(&setup) {
                    attacked += u64::from(self.game.attacks_from(&position, square).count());
                    asked += 1;
                }
            }
        }
        if asked == 0 { 0.0 } else { attacked as f64 / asked as f64 }
    }
}

/// A board of which every other square, chosen at random, holds a random piece.
fn half_full(variant: &betza_game::variant::Variant, seed: u64) -> Setup {
    let mut state = seed;
    // SplitMix64 (S. Vigna).
    let mut random = |below: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % below as u64) as usize
    };
    let mut setup = Setup::empty(variant);
    for square in variant.board.squares() {
        if random(2) == 0 {
            let (side, kind) = (Side::BOTH[random(2)], KindId::from_index(random(variant.kinds.len())));
            setup.men[square.index()] = Some(Placed { side, kind, was: None });
        }
    }
    setup
}

impl fmt::Debug for KindInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KindInfo({} {:?} {})", self.id.0, self.letters, self.name)
    }
}
