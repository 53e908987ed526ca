//! Random play, and the laws that hold in every game.

use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Flavour, Variant};
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::{AnyGame, AnyPosition};
use betza_testkit::Random;

/// Compiles a game.
///
/// # Panics
/// If its start cannot be read or its rules cannot be together.
pub fn compiled(variant: &Variant) -> AnyGame {
    let start = fen::read(variant, &variant.start).unwrap_or_else(|e| panic!("{}: {e}", variant.name));
    AnyGame::compile(variant, &start, DEFAULT_SEED).unwrap_or_else(|e| panic!("{}: {e}", variant.name))
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

/// Positions reached are read back from their texts, in the game's own notation and as FEN: the text, the key, the
/// moves and what the position itself says of the game's end are the same.
pub fn texts_read_back(game: &AnyGame, seed: u64) {
    let variant = game.variant();
    random_play(game, seed, 120, |game, position| {
        for flavour in [variant.flavour, Flavour::Fen] {
            let text = fen::write_as(variant, &game.setup(position), flavour);
            let place = format!("{}: {text}", variant.name);
            let setup = fen::read(variant, &text).unwrap_or_else(|e| panic!("{place}: {e}"));
            let anew = game.position(&setup).unwrap_or_else(|e| panic!("{place}: {e}"));
            assert_eq!(fen::write_as(variant, &game.setup(&anew), flavour), text, "{place}");
            // SFEN and PDN lack counters.
            let counters = game.setup(if flavour == Flavour::Fen { position } else { &anew });
            let (halfmoves, move_number) = (counters.halfmoves, counters.move_number);
            assert_eq!(game.setup(&anew), Setup { halfmoves, move_number, ..game.setup(position) }, "{place}");
            assert_eq!(anew.hash(), position.hash(), "{place}");
            assert_eq!(texts_of_moves(game, &anew), texts_of_moves(game, position), "{place}");
            assert_eq!(game.immediate_outcome(&anew), game.immediate_outcome(position), "{place}");
        }
    });
}

/// The texts of the legal moves, sorted.
fn texts_of_moves(game: &AnyGame, position: &AnyPosition) -> Vec<String> {
    let mut texts = game.move_texts(position, &game.legal_moves(position));
    texts.sort_unstable();
    texts
}
