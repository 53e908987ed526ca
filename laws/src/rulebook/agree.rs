//! Random play in which the generator and the rules as they are written must have the same moves.

use super::{Deed, Ruled};
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_movegen::AnyGame;
use betza_testkit::Random;
use std::collections::HashMap;

/// How many differences are shown of each sort.
const SHOWN: usize = 3;

/// What comparing gave.
pub enum Outcome {
    /// They agreed in all positions.
    Agrees,
    /// A piece had more ways to go than are followed.
    GaveUp,
    /// They differ, in words.
    Differs(String),
}

/// A position without its counters, as the game writes it.
fn text(game: &AnyGame, variant: &Variant, setup: &Setup) -> String {
    let plain = match game.position(setup) {
        Ok(position) => game.setup(&position),
        Err(e) => return format!("{} ({e})", fen::write(variant, setup)),
    };
    fen::write(variant, &Setup { halfmoves: 0, move_number: 1, ..plain })
}

/// Plays random moves and compares the positions after every legal move.
///
/// # Panics
/// If the game's start is not a position.
pub fn compare(game: &AnyGame, seed: u64, plies: usize) -> Outcome {
    let ruled = Ruled::new(game.variant());
    let mut setup = ruled.read(&game.variant().start);
    let mut random = Random(seed);
    for _ in 0..plies {
        let (outcome, children) = compare_at(game, &ruled, &setup);
        if !matches!(outcome, Outcome::Agrees) {
            return outcome;
        }
        let Some((_, after)) = random.pick(&children) else { break };
        setup = after.clone();
    }
    Outcome::Agrees
}

/// Compares the positions after every legal move of a position, in which everything that has moved is named
/// ([`Ruled::named`]). Returns the moves by the rules, too.
///
/// # Panics
/// If the generator does not take the position.
pub fn compare_at(game: &AnyGame, ruled: &Ruled<'_>, setup: &Setup) -> (Outcome, Vec<(Deed, Setup)>) {
    let variant = game.variant();
    let mut position = game.position(setup).expect("a position that the rules reach");
    let list = game.legal_moves(&position);
    // Where a series may go on in millions of ways, the rules would follow them all.
    if game.has_overflowed() {
        return (Outcome::GaveUp, Vec::new());
    }
    let children = ruled.children(setup);
    if ruled.gave_up.get() {
        return (Outcome::GaveUp, Vec::new());
    }
    let by_rules = children.iter().map(|(deed, after)| (text(game, variant, after), format!("{deed:?}"))).collect();
    let mut by_game: Vec<(String, String)> = Vec::new();
    for &m in list.iter() {
        let undo = game.make_listed(&mut position, m, &list);
        by_game.push((text(game, variant, &game.setup(&position)), format!("{m:?}")));
        game.unmake(&mut position, undo);
    }
    match difference(by_rules, by_game) {
        Some(found) => (Outcome::Differs(format!("{}\n{found}", fen::write(variant, setup))), children),
        None => (Outcome::Agrees, children),
    }
}

/// What one has and the other has not, or not as often.
fn difference(by_rules: Vec<(String, String)>, by_game: Vec<(String, String)>) -> Option<String> {
    let mut often: HashMap<&str, [usize; 2]> = HashMap::new();
    for (which, list) in [&by_rules, &by_game].into_iter().enumerate() {
        list.iter().for_each(|(text, _)| often.entry(text).or_default()[which] += 1);
    }
    if often.values().all(|[rules, game]| rules == game) {
        return None;
    }
    // Those of which one has none.
    let missing = |from: &[(String, String)], of: usize, what: &str| {
        let lacks = from.iter().filter(|(text, _)| often[text.as_str()][of] == 0);
        lacks.take(SHOWN).map(|(text, how)| format!("  {what}: {text}   {how}\n")).collect::<String>()
    };
    let said = missing(&by_rules, 1, "the rules alone have") + &missing(&by_game, 0, "the game alone has");
    if !said.is_empty() {
        return Some(said);
    }
    let more = |one: &[(String, String)]| {
        let differs = |text: &str| often[text][0] != often[text][1];
        let listed = one.iter().filter(|(text, _)| differs(text));
        listed.take(SHOWN).map(|(text, how)| format!("    {text}   {how}\n")).collect::<String>()
    };
    Some(format!("  not as often; the rules have\n{}  the game has\n{}", more(&by_rules), more(&by_game)))
}
