//! The laws of positions, for a range of seeds.

use crate::mixed::{mixed, mixed_over_any};
use crate::pairs::pair;
use crate::positions::Positions;
use crate::shrink::shrink;
use crate::subject::{Depth, Subject};
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Kind, Variant};
use betza_movegen::keys::DEFAULT_SEED;
use betza_testkit::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The most moves that are played from a random position, so that rights arise as they do in games.
const MOST_PLIES: usize = 3;

/// How many times fewer positions there are of games whose pieces change squares on their way, which are much slower.
const SLOWER: u64 = 20;

/// Where games come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    /// Pieces of chess and two from notations ([`pair`]).
    Pairs,
    /// Built-in games.
    BuiltIn,
    /// Some built-in games with random changes ([`mixed`]).
    Mixed,
    /// All built-in games with random changes ([`mixed_over_any`]).
    Any,
}

impl Games {
    /// The source with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Games> {
        match name {
            "pairs" => Some(Games::Pairs),
            "builtin" => Some(Games::BuiltIn),
            "mixed" => Some(Games::Mixed),
            "any" => Some(Games::Any),
            _ => None,
        }
    }

    /// Returns the text of a seed's game, as a game file.
    ///
    /// # Panics
    /// If there are no built-in games.
    #[must_use]
    pub fn text(self, seed: u64) -> String {
        let mut random = Random(seed);
        match self {
            Games::Pairs => pair(&mut random),
            Games::Mixed => mixed(&mut random),
            Games::Any => mixed_over_any(&mut random),
            Games::BuiltIn => {
                let names: Vec<&str> = betza_variants::names().collect();
                format!("format = 1\nparent = \"{}\"\nname = \"built-in\"\n", names[seed as usize % names.len()])
            }
        }
    }
}

/// What came of a seed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The positions that were looked at.
    pub positions: u64,
    /// Those of them that were held against the rules as they are written.
    pub by_rules: u64,
    /// Whether the game's time was over before all positions had been looked at.
    pub cut_short: bool,
    /// What was found, in words, with its seed and the smallest position; empty if all laws hold.
    pub found: Vec<String>,
}

/// How much is asked of a seed.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The positions.
    pub positions: u64,
    /// In one of how many positions the queries are asked.
    pub queries: usize,
    /// In one of how many the rules as they are written.
    pub rules: usize,
    /// Then the rest of the positions is left out: a piece may have so many paths that each takes seconds.
    pub until: Option<Instant>,
    /// The longest that a game's positions may take, for the same reason.
    pub game: Option<Duration>,
    /// The games are compiled as on large boards, and held against the same games with tables.
    pub large: bool,
}

/// Holds random positions of a seed's game against the laws. The game's rules may be such that it cannot be compiled;
/// then there are no positions. In one of eight the replies are found by making them.
///
/// # Panics
/// If a seed's game cannot be read although it should be.
#[must_use]
pub fn run(games: Games, seed: u64, effort: &Effort) -> Report {
    let &Effort { positions, queries, rules, until, game, large } = effort;
    let has_passed = |end: Option<Instant>| end.is_some_and(|end| Instant::now() > end);
    let game_ends = game.and_then(|most| Instant::now().checked_add(most));
    let text = games.text(seed);
    let mut report = Report::default();
    let Ok(loaded) = betza_variants::read_toml("laws", &text) else { return report };
    let compile = if large { Subject::as_large } else { Subject::new };
    let Ok(subject) = compile(&loaded.variant, DEFAULT_SEED) else { return report };
    let positions = if has_effects(subject.game().variant()) { positions.div_ceil(SLOWER) } else { positions };
    let source = Positions::new(subject.game());
    let mut random = Random(seed ^ 0x5eed);
    let mut tries = 0;
    while report.positions < positions && tries < 4 * positions && !has_passed(until) {
        if has_passed(game_ends) {
            report.cut_short = true;
            break;
        }
        tries += 1;
        let Some((mut setup, mut position)) = source.any(&mut random) else { continue };
        for _ in 0..=random.below(MOST_PLIES + 1) {
            let replies = random.one_in(8);
            let depth = Depth { replies, queries: random.one_in(queries), rules: random.one_in(rules) };
            report.positions += 1;
            report.by_rules += u64::from(depth.rules);
            if let Some(found) = fault(&subject, &setup, depth) {
                report.found.push(format!("FOUND by seed {seed} of {games:?}: {found}\n{text}"));
                return report;
            }
            let list = subject.game().legal_moves(&position);
            let Some(&m) = random.pick(&list) else { break };
            subject.game().make_listed(&mut position, m, &list);
            setup = subject.game().setup(&position);
            if subject.game().has_ended(&position) || has_passed(game_ends) {
                break;
            }
        }
    }
    report
}

/// Whether a game has pieces that change more squares than those where their moves begin and end.
fn has_effects(variant: &Variant) -> bool {
    variant.kinds.iter().any(Kind::has_side_effects)
}

/// The law that does not hold in a position and the smallest such position, in words. A panic is such a fault, too.
fn fault(subject: &Subject, setup: &Setup, depth: Depth) -> Option<String> {
    let text = |setup: &Setup| fen::write(subject.game().variant(), setup);
    let checked = catch_unwind(AssertUnwindSafe(|| {
        let fault = subject.check(setup, depth).err()?;
        let (smallest, fault) = shrink(subject, setup, depth, fault);
        Some(format!("{}: {}\n  {}\n  found in {}", fault.law, fault.how, text(&smallest), text(setup)))
    }));
    checked.unwrap_or_else(|_| Some(format!("panic\n  {}", text(setup))))
}
