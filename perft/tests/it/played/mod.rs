//! Random play, and the laws that hold in every game.

use betza_movegen::fen;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::variant::Variant;
use betza_movegen::width::{AnyGame, AnyPosition};
use std::sync::Mutex;

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

/// The stack of a thread that plays: in a build for tests, positions and what is found of them take much room in every function.
const STACK: usize = 16 << 20;

/// Does the same with every item, on all cores. What comes of them is given in the items' order.
///
/// Plain threads: one of a pool that waits for others takes up further work meanwhile, on top of what is on its stack.
pub fn on_all_cores<T, R: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let (items, results) = (Mutex::new(items.into_iter().enumerate()), Mutex::new(Vec::new()));
    let take = || items.lock().expect("taking does not panic").next();
    let run = || {
        while let Some((number, item)) = take() {
            let result = work(item);
            results.lock().expect("keeping does not panic").push((number, result));
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).expect("a thread");
        let running: Vec<_> = (0..threads).map(start).collect();
        for thread in running {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    let mut results = results.into_inner().expect("keeping does not panic");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
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
        game.make_listed(&mut position, m, &moves);
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
            let undo = game.make_listed(position, m, &list);
            let anew = game.position(&game.setup(position)).expect("a position reached can be set up");
            assert_eq!(
                position.hash(),
                anew.hash(),
                "{name}: {m:?} from {}",
                fen::write(variant, &game.setup(&before))
            );
            assert_eq!(game.setup(position), game.setup(&anew), "{name}: {m:?}");
            game.unmake(position, undo);
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
            let undo = game.make_listed(position, m, &list);
            each += game.count_moves(position);
            game.unmake(position, undo);
        }
        let together = game.count_replies(position, &list);
        assert_eq!(together, each, "{name}: {}", fen::write(variant, &game.setup(&before)));
        assert!(*position == before, "{name}: {}", fen::write(variant, &game.setup(&before)));
    });
}
