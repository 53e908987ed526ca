//! A game has the same moves and counts whatever processor it is compiled for.

use betza_game::fen;
use betza_laws::play::{compiled, random_play};
use betza_movegen::AnyGame;
use betza_movegen::Processor;
use betza_movegen::keys::DEFAULT_SEED;
use betza_testkit::on_all_cores;

/// So many plies of a random game are compared.
const PLIES: usize = 30;

/// The texts in order, as lists need not have the same order.
fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

#[test]
fn games_are_the_same_on_every_processor() {
    let processors = [Processor::portable(), Processor::detect().without_tables()];
    on_all_cores(betza_variants::names(), |name| {
        let game = compiled(&betza_variants::find(name).expect("a name of the list").variant);
        let variant = game.variant();
        let start = fen::read(variant, &variant.start).expect("the start is a position");
        let others = processors
            .map(|processor| AnyGame::compile_for(processor, variant, &start, DEFAULT_SEED).expect("it compiles"));
        random_play(&game, 1, PLIES, |game, position| {
            let setup = game.setup(position);
            let moves = game.legal_moves(position);
            let texts = sorted(game.move_texts(position, &moves));
            let replies = game.count_replies(position, &moves);
            for (other, processor) in others.iter().zip(processors) {
                let case = format!("{name}, {processor:?}: {}", fen::write(variant, &setup));
                let mut position = other.position(&setup).expect("it can be set up");
                let moves = other.legal_moves(&position);
                assert_eq!(sorted(other.move_texts(&position, &moves)), texts, "{case}");
                assert_eq!(other.count_moves(&position), moves.len() as u64, "{case}");
                assert_eq!(other.count_replies(&mut position, &moves), replies, "{case}");
            }
        });
    });
}
