//! The laws of play in games that nobody designed: rules, pieces and boards of the built-in ones, mixed at random.

use crate::played::{Random, compiled, making_and_unmaking_restores, on_all_cores, replies_are_those_after_each_move};
use crate::ruled::{Verdict, compare};
use betza_movegen::fen;
use betza_perft::Options;
use betza_perft::session::{Session, Watch};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Games to lay changes over, by board, hands, gates, promotion and royalty.
const PARENTS: [&str; 16] = [
    "chess",
    "chess960",
    "crazyhouse",
    "seirawan",
    "placement",
    "sittuyin",
    "makruk",
    "berolina",
    "capablanca",
    "losalamos",
    "minishogi",
    "janggi",
    "3check",
    "atomic",
    "annanshogi",
    "spartan",
];

/// Changes. `P` stands for a piece, `PS` for a list of pieces, `R` for a region, `M` for a notation, after a `$` each.
const CHANGES: &[&str] = &[
    "must_capture = true",
    "pass = \"always\"",
    "pass = \"stalemate\"",
    "petrifies = $PS",
    "flying_generals = [\"K\"]",
    "mutually_immune = $PS",
    "no_checks = \"any\"",
    "no_checks = \"unless-mate\"",
    "moves_as_behind = true",
    "end_conditions = \"ignore\"",
    "royalty.check = false",
    "royalty.several = \"one\"",
    "royalty.several = \"first\"",
    "royalty.pseudo = $PS",
    "royalty.pseudo = $PS\nroyalty.pseudo_count = 2",
    "royalty.pseudo = $PS\nroyalty.pseudo_together = true",
    "royalty.royal_at_once = false",
    "royalty.first_moves_in_check = false",
    "royalty.first_moves_only = true",
    "royalty.first_moves_lost_to = $PS",
    "royalty.stays_in_check = true",
    "castling.ignores_check = true",
    "castling.any_files = true",
    "castling = false",
    "en_passant.captors = $PS",
    "en_passant.victims = $PS",
    "en_passant.region = \"$R\"",
    "hands.captures = true",
    "hands.captures_return = true\nhands.captures = true",
    "hands.keeps_promoted = true\nhands.captures = true",
    "hands.drop_promoted = true\nhands.captures = true",
    "hands.drop_checks = false\nhands.captures = true",
    "hands.opposite_coloured = $PS\nhands.captures = true",
    "hands.must_drop = $PS\nhands.captures = true",
    "hands.castling_by_drop = true\nhands.captures = true",
    "blast.spares = $PS",
    "blast.immune = $PS",
    "blast.captor_too = false",
    "trading.pieces = $PS",
    "trading.pieces = $PS\ntrading.trifles = $PS",
    "series.promotion = \"ends\"",
    "series.promotion = \"goes-on\"",
    "series.promotion = \"at-end\"\nseries.most = true",
    "aftermath.becomes.$P = \"$P\"",
    "aftermath.becomes.$P = \"$P\"\naftermath.becomes.$P = \"$P\"",
    "aftermath.becomes.$P = \"$P\"\naftermath.limits.$P = 2",
    "aftermath.turncoats = $PS",
    "aftermath.forward_until_capture = $PS",
    "pieces.$P.royal = true",
    "pieces.$P.royal = false",
    "pieces.$P.region = \"$R\"",
    "pieces.$P.spurns = $PS",
    "pieces.$P.in_hand = \"$P\"",
    "pieces.$P.inside = { region = \"$R\", move = \"$M\" }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, from_zone_too = true, forced = \"no\" }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, from_zone_too = true, forced = \"when-stuck\" }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, from_zone_too = true, forced = \"no\", only_promoted = \"$R\" }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, starting_inside = \"$R\", forced = \"no\" }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, forced = { region = \"$R\" } }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, by_capture = true }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, in_place = true }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, limits = { $P = 2 } }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, only = { $P = \"$R\" } }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, from_captured = true }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, remembers = true }",
    "pieces.$P.drop = { region = \"$R\" }",
    "pieces.$P.drop = { per_file = 1, not_stuck = true }",
    "pieces.$P.drop = { no_mate = true }",
    "[[ends]]\nwhen = \"extinct\"\npieces = $PS",
    "[[ends]]\nwhen = \"extinct\"\npieces = $PS\ntogether = true\ncount = 1",
    "[[ends]]\nwhen = \"extinct\"\npieces = $PS\nreply = true\nopponent = 2",
    "[[ends]]\nwhen = \"reached\"\npieces = $PS\nregion = \"$R\"",
    "[[ends]]\nwhen = \"reached\"\npieces = $PS\nregion = \"$R\"\nreply = true",
    "[[ends]]\nwhen = \"reached\"\npieces = $PS\nregion = \"$R\"\nsafe = true",
    "[[ends]]\nwhen = \"checks\"\ncount = 2",
    "[[ends]]\nwhen = \"bikjang\"",
    "[[ends]]\nwhen = \"passes\"",
    "[[ends]]\nwhen = \"bared\"",
    "[[ends]]\nwhen = \"reached\"\npieces = $PS\nregion = \"$R\"\ncount = 2\nblocked = true",
    "[[ends]]\nwhen = \"reached\"\npieces = $PS\nregion = \"$R\"\ncount = 2\nsafe = true\nreply = true",
    "[[ends]]\nwhen = \"in-a-row\"\npieces = $PS\ncount = 3\ndirections = [\"vertical\", \"diagonal\"]",
    "[[ends]]\nwhen = \"in-line\"\npieces = $PS\ncount = 3\ndirections = [\"vertical\"]\nvalue = \"loss\"",
    "[[ends]]\nwhen = \"in-a-block\"\npieces = $PS\ncount = 2",
    "[[ends]]\nwhen = \"in-a-chain\"\npieces = $PS\nfrom = \"$R\"\nto = \"rank 4\"",
    "[[ends]]\nwhen = \"castled\"\nwings = { white = \"K\", black = \"KQ\" }",
    "castling.ends_opposite = true",
    "walling = \"duck\"",
    "walling = \"arrow\"",
    "walling = \"past\"",
    "walling = { place = \"static\", region = \"$R\" }",
    "walling = { place = \"edge\", region = \"$R\", instead = true }",
    "entering = \"enclosing\"\nhands.captures = true",
    "entering = { place = \"beside-own\", opening = \"$R\" }\nhands.captures = true",
    "entering = \"apart\"\nhands.endless = true",
    "entering = \"edges\"\nhands.captures = true",
    "entering = \"top\"\nhands.captures = true",
    "turning = \"enclosed\"\nroyalty.check = false",
    "turning = \"around\"\nroyalty.check = false",
    "turning = \"around-if-joined\"\nroyalty.check = false\nhands.captures = true",
];

/// Games that take longer are named.
const LONG: Duration = Duration::from_secs(60);

/// Regions of every board here.
const REGIONS: [&str; 8] =
    ["all", "rank 5", "ranks 4-5", "ranks 3-5", "files a-c", "a1-c3 d4", "all except ranks 1-2", "files b-d"];

/// Notations of the dialect that engines send to XBoard.
const NOTATIONS: &str = include_str!("../../../testdata/cases/betza_strings_seen.txt");

/// A game's text, and what it changes of its parent.
fn mixed(random: &mut Random) -> String {
    let parent = PARENTS[random.below(PARENTS.len())];
    let variant = betza_variants::find(parent).expect("built in").variant;
    let ids: Vec<&str> = variant.kinds.iter().map(|k| k.id.as_str()).collect();
    let notations: Vec<&str> = NOTATIONS.lines().filter(|l| !l.starts_with('#')).collect();
    let fill = |text: &str, random: &mut Random| {
        let mut parts = text.split('$');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        let piece = |random: &mut Random| ids[random.below(ids.len())];
        for part in parts {
            let (new, rest) = if let Some(rest) = part.strip_prefix("PS") {
                let mut list: Vec<_> = (0..=random.below(3)).map(|_| format!("{:?}", piece(random))).collect();
                list.sort_unstable();
                list.dedup();
                (format!("[{}]", list.join(", ")), rest)
            } else if let Some(rest) = part.strip_prefix('P') {
                let id = piece(random);
                (if filled.ends_with('"') { id.to_owned() } else { format!("{id:?}") }, rest)
            } else if let Some(rest) = part.strip_prefix('R') {
                (REGIONS[random.below(REGIONS.len())].to_owned(), rest)
            } else {
                (notations[random.below(notations.len())].to_owned(), &part[1..])
            };
            filled += &new;
            filled += rest;
        }
        filled
    };
    let (mut rules, mut tables) = (String::new(), String::new());
    for _ in 0..=random.below(5) {
        let change = fill(CHANGES[random.below(CHANGES.len())], random);
        let text = if change.starts_with('[') { &mut tables } else { &mut rules };
        *text += &change;
        text.push('\n');
    }
    for _ in 0..random.below(3) {
        rules += &fill("pieces.$P = { move = \"$M\", dialect = \"xbetza\" }\n", random);
    }
    format!("format = 1\nparent = \"{parent}\"\nname = \"mixed\"\n{rules}{tables}")
}

/// The game, if its rules can be together.
fn read(text: &str) -> Option<Session> {
    let variant = betza_variants::read_toml("mixed", text).ok()?.variant;
    let setup = fen::read(&variant, &variant.start).ok()?;
    let session = Session::new(&variant, &Options { threads: 1, ..Options::default() }).ok()?;
    session.divide(&setup, 1, Watch { progress: &(), stop: &AtomicBool::new(false) }).ok()?;
    Some(session)
}

#[test]
fn the_laws_hold_whatever_rules_come_together() {
    let seeds = std::env::var("MIXED_SEED").map_or(0, |s| s.parse().expect("a number"));
    let cases: u64 = std::env::var("MIXED_CASES").map_or(240, |s| s.parse().expect("a number"));
    let play = |seed: u64| {
        let text = mixed(&mut Random(seed));
        let Some(session) = read(&text) else { return false };
        let law = || {
            replies_are_those_after_each_move(session.game(), seed);
            making_and_unmaking_restores(session.game(), seed);
        };
        if catch_unwind(AssertUnwindSafe(law)).is_err() {
            panic!("seed {seed}:\n{text}");
        }
        true
    };
    let played = on_all_cores(seeds..seeds + cases, play).into_iter().filter(|&was_played| was_played).count() as u64;
    assert!(played * 4 > cases, "{played} games of {cases} could be played");
}

/// `MIXED_SEED`, `MIXED_CASES` and `MIXED_PLIES` play others; `MIXED_GAME` names a file with a game to play instead, `MIXED_ONLY` a text that
/// the games have.
#[test]
fn mixed_games_go_by_their_rules() {
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |s| s.parse().expect("a number"));
    let (first, cases, plies) = (number("MIXED_SEED", 0), number("MIXED_CASES", 60), number("MIXED_PLIES", 14));
    let only = std::env::var("MIXED_ONLY").unwrap_or_default();
    if let Ok(path) = std::env::var("MIXED_GAME") {
        let text = std::fs::read_to_string(path).expect("a game file");
        let variant = betza_variants::read_toml("mixed", &text).expect("a game").variant;
        if let Verdict::Differs(how) = compare(&compiled(&variant), first, plies as usize) {
            panic!("{how}");
        }
        return;
    }
    // What each game that could be played has wrong.
    let play = |seed: u64| {
        let text = mixed(&mut Random(seed));
        let session = if text.contains(&only) { read(&text)? } else { return None };
        let play = || compare(session.game(), seed, plies as usize);
        let started = Instant::now();
        let fault = match catch_unwind(AssertUnwindSafe(play)) {
            Ok(Verdict::Agrees | Verdict::GaveUp) => String::new(),
            Ok(Verdict::Differs(how)) => format!("==== seed {seed}:\n{text}{how}\n"),
            Err(_) => format!("==== seed {seed}: panic\n{text}\n"),
        };
        // Thousands of games take long: who waits sees at once what was found, and which games have very many moves.
        let taken = started.elapsed();
        if !fault.is_empty() || taken > LONG {
            eprintln!("seed {seed}, {} s\n{fault}", taken.as_secs());
        }
        Some(fault)
    };
    let faults: Vec<String> = on_all_cores(first..first + cases, play).into_iter().flatten().collect();
    let (played, faults) = (faults.len(), faults.concat());
    println!("{played} played of {cases}");
    assert!(faults.is_empty(), "{faults}");
}
