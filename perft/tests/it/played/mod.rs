//! Random play, and the laws that hold in every game.

use betza_movegen::fen;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::variant::Variant;
use betza_movegen::width::{AnyGame, AnyPosition};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// A game, which must compile.
pub fn compiled(variant: &Variant) -> AnyGame {
    betza_perft::game(variant, DEFAULT_SEED).unwrap_or_else(|e| panic!("{}: {e}", variant.name))
}

/// Plays random moves from the start, and calls `visit` on every position.
pub fn random_play(game: &AnyGame, seed: u64, plies: usize, mut visit: impl FnMut(&AnyGame, &mut AnyPosition)) {
    let variant = game.variant();
    let setup = fen::read(variant, &variant.start).expect("the start is a position");
    let mut position = game.position(&setup).expect("the start can be set up");
    let mut random = Random(seed);
    for _ in 0..plies {
        visit(game, &mut position);
        let moves = game.legal_moves(&position);
        if moves.is_empty() {
            return;
        }
        let m = moves[random.below(moves.len())];
        game.make(&mut position, m, &moves.effects);
    }
}

/// Making a move and taking it back restores the position, and a position reached has the hash of the same one set up.
pub fn making_and_unmaking_restores(game: &AnyGame, seed: u64) {
    let variant = game.variant();
    let name = &variant.name;
    random_play(game, seed, 80, |game, position| {
        let before = position.clone();
        let list = game.legal_moves(position);
        for &m in list.iter() {
            let undo = game.make(position, m, &list.effects);
            let anew = game.position(&game.setup(position)).expect("a position reached can be set up");
            assert_eq!(
                position.hash(),
                anew.hash(),
                "{name}: {m:?} from {}",
                fen::write(variant, &game.setup(&before))
            );
            assert_eq!(game.setup(position), game.setup(&anew), "{name}: {m:?}");
            game.unmake(position, m, &undo);
            assert!(*position == before, "{name}: {m:?} from {}", fen::write(variant, &game.setup(&before)));
        }
    });
}

/// Replies counted together are as many as those generated after each move.
pub fn replies_are_those_after_each_move(game: &AnyGame, seed: u64) {
    let variant = game.variant();
    let name = &variant.name;
    random_play(game, seed, 60, |game, position| {
        let before = position.clone();
        let list = game.legal_moves(position);
        let mut each = 0;
        for &m in list.iter() {
            let undo = game.make(position, m, &list.effects);
            each += game.count_moves(position);
            game.unmake(position, m, &undo);
        }
        let together = game.count_replies(position, &list);
        assert_eq!(together, each, "{name}: {}", fen::write(variant, &game.setup(&before)));
        assert!(*position == before, "{name}: {}", fen::write(variant, &game.setup(&before)));
    });
}
