//! The laws of positions, generation and counting, over random play.

use betza_compile::walk::Outcome;
use betza_game::fen;
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{Region, Variant};
use betza_ir::geometry::{Side, Square};
use betza_laws::play::{
    compiled, making_and_unmaking_restores, random_play, replies_are_those_after_each_move, texts_read_back,
};
use betza_laws::walked::{Walked, men};
use betza_movegen::effects::Effect;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::moves::MoveType;
use betza_movegen::table::Table;
use betza_movegen::{AnyGame, AnyPosition};
use betza_perft::Options;
use betza_perft::count::Count;
use betza_testkit::on_all_cores;
use quickcheck::QuickCheck;
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

/// Games whose pieces leap, slide, hop, promote, castle and leave squares open, on boards of one word and of two, and
/// pieces with side effects.
const GAMES: [&str; 13] = [
    "lionchess",
    "chains",
    "ultima",
    "chess",
    "chess960",
    "losalamos",
    "shatranj",
    "makruk",
    "capablanca",
    "chancellor",
    "amazon",
    "berolina",
    "nightrider",
];

/// Games with rules that the walk does not know, of one and of two words: gates, blasts, drops that bring castling,
/// promotion in place, captors that change sides or turn into walls, movers that become others, borrowed moves,
/// captures in series, walls between royals, walls that moves place, pieces that are turned over.
const SPECIAL: [&str; 24] = [
    "seirawan",
    "seirawan960",
    "shouse",
    "atomic",
    "placement",
    "sittuyin",
    "crazyhouse",
    "janggi",
    "andernach",
    "gryphon",
    "simplifiedgryphon",
    "petrified",
    "annanshogi",
    "twokings",
    "shoot",
    "checkers",
    "russian",
    "international",
    "duck",
    "isolation",
    "snailtrail",
    "flipello",
    "ataxx",
    "cfour",
];

/// Of these, those that look the same after half a turn of the board but for the king's and queen's places: without
/// castling, nothing in their rules tells left from right.
const TURNABLE: [&str; 13] = [
    "chess",
    "losalamos",
    "shatranj",
    "makruk",
    "berolina",
    "nightrider",
    "gryphon",
    "checkers",
    "russian",
    "international",
    "snailtrail",
    "flipello",
    "ataxx",
];

/// A game of pieces with side effects: a Checkers man, a Lion, a Locust, a rifle, a swapper, a bomb and a withdrawer.
const CHAINS: &str = r#"
format = 1
name = "chains"
board = "7x8"
dialect = "xbetza"
start = "lcvkxsb/ppppppp/7/7/7/7/PPPPPPP/LCVKXSB w - - 0 1"

[pieces.P]
name = "Checkers man"
move = "fmFfcafmF"

[pieces.L]
name = "Lion"
move = "KNADcaKmcabK"

[pieces.C]
name = "Locust"
move = "mQcafmQ"

[pieces.V]
name = "Rifle"
move = "mRRxebR"
dialect = "extended"

[pieces.S]
name = "Swapper"
move = "mB+[xwK]"
dialect = "bex"

[pieces.X]
name = "Bomb"
move = "mcK-xxacK"
dialect = "betza2"

[pieces.B]
name = "Withdrawer"
move = "mQ+[cw]Q"
dialect = "bex"

[pieces.K]
name = "King"
move = "K"
royal = true
"#;

/// A game in which pieces hold others in place, imitate, and capture between and in line.
const ULTIMA: &str = r#"
format = 1
name = "ultima"
board = "6x7"
dialect = "bex"
start = "iclkwi/pppppp/6/6/6/PPPPPP/ICLKWI w - - 0 1"

[pieces.P]
name = "Pawn"
move = "mR--[ccD]"

[pieces.I]
name = "Immobilizer"
move = "[x!iK]--mQ--[xiK]"

[pieces.C]
name = "Chameleon"
move = "mQ+[ci]"

[pieces.L]
name = "Long leaper"
move = "mQ+mQ--cQ"

[pieces.W]
name = "Withdrawer"
move = "mQ+[cw]Q"

[pieces.K]
name = "King"
move = "K"
royal = true
"#;

fn game(name: &str) -> Variant {
    if let Some((_, text)) = [("chains", CHAINS), ("ultima", ULTIMA)].into_iter().find(|(n, _)| *n == name) {
        return betza_variants::read_toml(name, text).unwrap_or_else(|e| panic!("{e:?}")).variant;
    }
    betza_variants::find(name).unwrap_or_else(|e| panic!("{name}: {e}")).variant
}

/// The same compiled, once for all tests.
fn ready(name: &'static str) -> Arc<AnyGame> {
    type Once = Arc<OnceLock<Arc<AnyGame>>>;
    static READY: LazyLock<Mutex<HashMap<&str, Once>>> = LazyLock::new(Mutex::default);
    let once = Arc::clone(READY.lock().expect("nothing panics under it").entry(name).or_default());
    Arc::clone(once.get_or_init(|| Arc::new(compiled(&game(name)))))
}

/// A move as what it does: from, to, captures, relocations.
type Deed = (Square, Option<Square>, Vec<Square>, Vec<(Square, Square)>);

/// The legal moves other than castling by the walk and a test of the royal's safety: some enemy move takes it or none
/// does.
fn legal_by_walk(walked: &Walked<'_>, setup: &Setup) -> BTreeSet<Deed> {
    let safe = |from: Square, m: &Outcome| {
        walked.keeps_royals(setup, from, m) && walked.royals_are_safe(&walked.after(setup, from, m), setup.turn)
    };
    let legal = walked.moves(setup, setup.turn).into_iter().filter(|(from, m)| safe(*from, m));
    legal.map(|(from, m)| (from, m.to, m.captures, m.relocations)).collect()
}

/// The same from the generator.
fn legal_by_tables(game: &AnyGame, position: &AnyPosition) -> Vec<Deed> {
    let list = game.legal_moves(position);
    let mut deeds: Vec<Deed> = Vec::new();
    for &m in list.iter().filter(|m| m.kind != MoveType::Castling) {
        let effects = list.effects.of(m);
        let mut captures: Vec<Square> =
            effects.iter().filter_map(|e| if let Effect::Capture(s) = e { Some(*s) } else { None }).collect();
        let moved = |e: &Effect| if let Effect::Relocate(was, now) = e { Some((*was, *now)) } else { None };
        let relocations: Vec<(Square, Square)> = effects.iter().filter_map(moved).collect();
        let to = (!effects.contains(&Effect::Vanish)).then_some(m.to());
        if m.kind == MoveType::EnPassant {
            captures.push(position.state().passer());
        }
        let leaves = |s: Square| s == m.from() || relocations.iter().any(|r| r.0 == s);
        captures.extend(to.filter(|&t| position.cell(t).is_piece() && !leaves(t)));
        captures.sort_unstable();
        deeds.push((m.from(), to, captures, relocations));
    }
    deeds
}

fn generation_is_the_walk(name: &'static str, seed: u64) {
    let game = ready(name);
    let variant = game.variant();
    let walked = Walked::new(variant);
    // Every fifth position: the walk is slow, and positions a ply apart are much alike.
    let mut ply = seed % 5;
    random_play(&game, seed, 80, |game, position| {
        ply += 1;
        if !ply.is_multiple_of(5) {
            return;
        }
        let setup = game.setup(position);
        let (list, slow) = (legal_by_tables(game, position), legal_by_walk(&walked, &setup));
        let fast: BTreeSet<Deed> = list.iter().cloned().collect();
        assert_eq!(fast, slow, "{name}, {}", fen::write(variant, &setup));
        let moves = game.legal_moves(position);
        if moves.iter().all(|m| m.piece().is_none()) {
            assert_eq!(list.len(), fast.len(), "{name}: a move twice, {}", fen::write(variant, &setup));
        }
        assert_eq!(game.count_moves(position), moves.len() as u64, "{name}: {}", fen::write(variant, &setup));
        let texts = game.move_texts(position, &moves);
        for (text, &m) in texts.iter().zip(moves.iter()) {
            assert_eq!(
                game.read_move(position, &moves, text),
                Some(m),
                "{name}: {text}, {}",
                fen::write(variant, &setup)
            );
        }
    });
}

/// Check is what the walk says of the royal, and who attacks what is the same asked from either end.
fn attacks_agree(name: &'static str, seed: u64) {
    let game = ready(name);
    let variant = game.variant();
    let walked = Walked::new(variant);
    let mut ply = seed % 3;
    random_play(&game, seed, 60, |game, position| {
        ply += 1;
        if !ply.is_multiple_of(3) {
            return;
        }
        let setup = game.setup(position);
        let text = fen::write(variant, &setup);
        let checked = !walked.royals_are_safe(&setup, setup.turn);
        assert_eq!(game.is_check(position), checked, "{name}, {text}");
        for by in Side::BOTH {
            let mut forward = vec![Region::EMPTY; variant.board.area()];
            for (from, _) in men(&setup, by) {
                for to in game.attacks_from(position, from) {
                    forward[to.index()].insert(from);
                }
            }
            for to in variant.board.squares() {
                let attackers = game.attackers_to(position, to, by);
                assert_eq!(attackers, forward[to.index()], "{name}: {by:?} on {}, {text}", variant.board.name(to));
                assert_eq!(game.is_attacked(position, to, by), !attackers.is_empty(), "{name}, {text}");
            }
        }
    });
}

fn counts_ignore_threads_and_tables(name: &'static str, seed: u64) {
    let game = ready(name);
    let variant = game.variant();
    let mut last = None;
    random_play(&game, seed, 30, |game, position| last = Some(game.setup(position)));
    let setup = last.expect("one position at least");
    let count = |threads, hash_mebibytes, seed| {
        let options = Options { threads, hash_mebibytes, seed };
        betza_perft::run(variant, &setup, 3, &options, &(), &AtomicBool::new(false)).expect("counts")
    };
    let plain = count(1, 0, DEFAULT_SEED);
    assert_eq!(plain, count(3, 0, DEFAULT_SEED));
    assert_eq!(plain, count(2, 1, DEFAULT_SEED));
    assert_eq!(plain, count(1, 1, seed));
}

/// The board turned by 180 degrees, sides swapped, without castling rights.
fn turned(variant: &Variant, setup: &Setup) -> Setup {
    let turn = |s: &Square| variant.board.turned(*s);
    let mut men = vec![None; setup.men.len()];
    for (i, placed) in setup.men.iter().enumerate() {
        let at = turn(&Square::from_index(i));
        men[at.index()] = placed.map(|p| Placed { side: p.side.other(), ..p });
    }
    let mut walls: Vec<Square> = setup.walls.iter().map(turn).collect();
    walls.sort_unstable();
    let [white, black] = setup.hands.clone();
    Setup {
        men,
        walls,
        hands: [black, white],
        turn: setup.turn.other(),
        castling: Vec::new(),
        en_passant: setup.en_passant.iter().map(turn).collect(),
        en_passant_victim: setup.en_passant_victim.as_ref().map(turn),
        moved: Vec::new(),
        ..setup.clone()
    }
}

fn turning_the_board_changes_no_count(name: &'static str, seed: u64) {
    let game = ready(name);
    let variant = game.variant();
    random_play(&game, seed, 40, |game, position| {
        let setup = Setup { castling: Vec::new(), ..game.setup(position) };
        let stop = AtomicBool::new(false);
        let count = |setup: &Setup| {
            let position = game.position(setup).expect("can be set up");
            Count { game, table: None, known: None, progress: &(), stop: &stop }.alone(&position, 2)
        };
        assert_eq!(count(&setup), count(&turned(variant, &setup)), "{name}, {}", fen::write(variant, &setup));
    });
}

/// Checks a law on random games, as many in all as a test command can afford.
fn check(cases: u64, law: fn(u64, usize) -> bool) {
    QuickCheck::new().tests(cases).quickcheck(law as fn(u64, usize) -> bool);
}

#[test]
fn what_is_generated_is_what_the_walk_allows() {
    check(40, |seed, which| {
        generation_is_the_walk(GAMES[which % GAMES.len()], seed);
        true
    });
}

#[test]
fn attacks_are_the_same_from_either_end() {
    check(60, |seed, which| {
        attacks_agree(GAMES[which % GAMES.len()], seed);
        true
    });
}

#[test]
fn unmaking_a_move_restores_the_position_and_its_hash() {
    check(60, |seed, which| {
        making_and_unmaking_restores(&ready(GAMES[which % GAMES.len()]), seed);
        true
    });
    for (i, name) in SPECIAL.iter().enumerate() {
        for seed in 0..3 {
            making_and_unmaking_restores(&ready(name), 3 * i as u64 + seed);
        }
    }
}

#[test]
fn replies_are_counted_as_they_are_generated() {
    let names: Vec<&str> = betza_variants::names().collect();
    let law = |(seed, name): (usize, &str)| replies_are_those_after_each_move(&compiled(&game(name)), seed as u64);
    on_all_cores(names.into_iter().enumerate(), law);
}

#[test]
fn positions_reached_are_what_their_texts_say() {
    let names: Vec<&str> = betza_variants::names().collect();
    let law = |(seed, name): (usize, &str)| {
        let game = compiled(&game(name));
        (0..2).for_each(|other| texts_read_back(&game, 1000 * other + seed as u64));
    };
    on_all_cores(names.into_iter().enumerate(), law);
}

/// Pieces whose paths bend, zigzag, circle, or need squares beside their line to be empty or occupied: dialect and
/// move.
const ODD_PATHS: [(&str, &str); 12] = [
    ("extended", "(FtlF)r0"),
    ("extended", "FtlF"),
    ("extended", "WtlF"),
    ("betza", "zB"),
    ("betza", "zR"),
    ("betza", "qN"),
    ("betza", "t[FR]"),
    ("betza", "t[WB]"),
    ("betza", "nCnZ"),
    ("betza", "nDnA"),
    ("betza", "nNN"),
    ("betza", "gQ"),
];

#[test]
fn replies_of_odd_paths_are_counted_as_they_are_generated() {
    let law = |(which, (dialect, text)): (usize, (&str, &str))| {
        // It takes the place of knights and bishops; rooks and queens pin it.
        let text = format!(
            "format = 1\nname = \"odd\"\nparent = \"nocastle\"\nstart = \"rxxqkxxr/pppppppp/8/8/8/8/PPPPPPPP/RXXQKXXR w - - 0 1\"\n\
             [pieces.X]\nname = \"Odd\"\ndialect = \"{dialect}\"\nmove = \"{text}\"\n\
             [pieces.P]\npromotion = {{ zone = \"rank 8\", to = [\"Q\", \"X\"] }}\n"
        );
        let variant = betza_variants::read_toml("odd", &text).unwrap_or_else(|e| panic!("{e:?}")).variant;
        let game = compiled(&variant);
        (0..20).for_each(|seed| replies_are_those_after_each_move(&game, 100 * which as u64 + seed));
    };
    on_all_cores(ODD_PATHS.into_iter().enumerate(), law);
}

#[test]
fn what_is_lost_may_be_gated() {
    // Captured pieces come to the hand of the side that loses them, which may then gate them.
    let text = "format = 1\nname = \"returns\"\nparent = \"seirawan\"\nhands.captures_return = true\n";
    let variant = betza_variants::read_toml("returns", text).unwrap_or_else(|e| panic!("{e:?}")).variant;
    let game = compiled(&variant);
    (0..20).for_each(|seed| replies_are_those_after_each_move(&game, seed));
}

#[test]
fn counts_do_not_depend_on_threads_tables_or_seeds() {
    check(30, |seed, which| {
        counts_ignore_threads_and_tables(GAMES[which % GAMES.len()], seed);
        true
    });
    check(30, |seed, which| {
        counts_ignore_threads_and_tables(SPECIAL[which % SPECIAL.len()], seed);
        true
    });
}

#[test]
fn turning_the_board_and_swapping_sides_changes_no_count() {
    check(40, |seed, which| {
        turning_the_board_changes_no_count(TURNABLE[which % TURNABLE.len()], seed);
        true
    });
}

#[test]
fn a_table_under_pressure_still_counts_exactly() {
    let variant = game("chess");
    let chess = betza_perft::game(&variant, DEFAULT_SEED).expect("compiles");
    let start = chess.position(&fen::read(&variant, &variant.start).expect("reads")).expect("sets up");
    let table = Table::new(0).expect("one bucket");
    let stop = AtomicBool::new(false);
    let count = Count { game: &chess, table: Some(&table), known: None, progress: &(), stop: &stop };
    assert_eq!(count.alone(&start, 4), 197_281);
}
