//! Games of the Interactive Diagram and of XBoard in `testdata/exchange/`: read as expected there, or refused with the
//! reason. Those of `games.txt` are made for it, those of `real.txt` are published.

use betza_game::fen;
use betza_game::variant::{Forced, KindId, Region, SeveralRoyals, Variant};
use betza_ir::Piece;
use betza_movegen::AnyGame;
use betza_notation::Dialect;
use betza_perft::{Options, run};
use betza_variants::Loaded;
use betza_variants::exchange::Form;
use betza_variants::problem::Report;
use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::sync::atomic::AtomicBool;

const MADE: &str = include_str!("../../../testdata/exchange/games.txt");
const REAL: &str = include_str!("../../../testdata/exchange/real.txt");

struct Case<'a> {
    name: &'a str,
    form: Form,
    text: String,
    expected: Vec<&'a str>,
}

fn cases(text: &'static str) -> Vec<Case<'static>> {
    let mut cases: Vec<Case<'static>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix("= ") {
            let (name, form) = head.rsplit_once(": ").unwrap();
            let form = match form {
                "diagram" => Form::Diagram,
                "xboard" => Form::Cecp,
                other => panic!("{name}: {other}"),
            };
            cases.push(Case { name, form, text: String::new(), expected: Vec::new() });
            continue;
        }
        let case = cases.last_mut().unwrap();
        match line.strip_prefix("| ") {
            Some(text) => case.text.extend([text, "\n"]),
            None => case.expected.push(line),
        }
    }
    cases
}

fn kind(variant: &Variant, id: &str) -> KindId {
    let index = variant.kinds.iter().position(|kind| kind.id == id);
    KindId::from_index(index.unwrap_or_else(|| panic!("there is no {id}")))
}

/// A notation's moves in an order of their own, so that equal sets are equal.
fn moves_of(piece: &Piece) -> BTreeSet<String> {
    piece.moves.iter().map(|m| format!("{m:?}")).collect()
}

fn notation(text: &str) -> BTreeSet<String> {
    moves_of(&betza_notation::read(text, Dialect::Xbetza).unwrap().piece)
}

/// The first and the last rank of a region.
fn ranks(variant: &Variant, region: &Region) -> String {
    let board = &variant.board;
    let ranks: BTreeSet<i32> = board.squares().filter(|s| region.contains(*s)).map(|s| board.rank(s) + 1).collect();
    match (ranks.first(), ranks.last()) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) => format!("{first}-{last}"),
        _ => String::new(),
    }
}

/// Where kings may go by castling, and the files of the partners, as the file writes it.
fn castles(variant: &Variant) -> String {
    let Some(rule) = &variant.castling else { return "-".to_owned() };
    let letter = |file: u8| char::from(b'a' + file);
    let wing = |i: usize| -> String {
        let files: BTreeSet<char> =
            rule.also_to[0][i].iter().copied().chain([rule.king_to[0][i]]).map(letter).collect();
        files.into_iter().collect()
    };
    format!("{} {} {}{}", wing(0), wing(1), letter(rule.partner_file[0][0]), letter(rule.partner_file[0][1]))
}

/// A promotion as the file writes it: the ranks, and the pieces.
fn promotion(variant: &Variant, id: KindId) -> Option<String> {
    let promotion = variant.kinds[id.index()].promotion.as_ref()?;
    let ranks = ranks(variant, &promotion.zone[0]);
    let to: Vec<&str> = promotion.to[0].iter().map(|k| variant.kinds[k.index()].id.as_str()).collect();
    Some(format!("{ranks} {}", to.join(" ")))
}

/// The texts of the legal moves of the start.
fn legal(variant: &Variant) -> Vec<String> {
    let setup = fen::read(variant, &variant.start).unwrap();
    let game = AnyGame::compile(variant, &setup, 0).unwrap();
    let position = game.position(&setup).unwrap();
    game.move_texts(&position, &game.legal_moves(&position))
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// That the lines of a report begin as expected: `LINE:COLUMN CODE WORDS`.
fn reports(name: &str, severity: &str, report: &Report, expected: &[&str]) {
    let told = report.to_string();
    let told: Vec<&str> = told.lines().filter(|line| line.contains(&format!(": {severity}["))).collect();
    assert!(told.len() >= expected.len(), "{name}: expected {expected:?}, told {told:?}");
    for (line, said) in expected.iter().zip(&told) {
        let mut parts = line.splitn(3, ' ');
        let (place, code, words) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap_or(""));
        let start = format!("x:{place}: {severity}[{code}]: {words}");
        assert!(said.starts_with(&start), "{name}: expected '{start}', told '{said}'");
    }
}

fn holds(case: &Case<'_>, loaded: &Loaded) {
    let (name, variant) = (case.name, &loaded.variant);
    let moves = legal(variant);
    let mut promoting = 0;
    let mut hands = false;
    for line in &case.expected {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (id, second) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "start" => assert_eq!(variant.start, rest, "{name}"),
            "piece" => assert_eq!(
                moves_of(&variant.kinds[kind(variant, id).index()].moves[0]),
                notation(second),
                "{name}: {line}"
            ),
            "black" => assert_eq!(
                moves_of(&variant.kinds[kind(variant, id).index()].moves[1]),
                notation(second),
                "{name}: {line}"
            ),
            "royal" => {
                let royal = variant.kinds.iter().filter(|k| k.royal).map(|k| k.id.clone()).collect();
                assert_eq!(words(rest), royal, "{name}");
            }
            "promotes" => {
                promoting += 1;
                assert_eq!(promotion(variant, kind(variant, id)).as_deref(), Some(second), "{name}: {line}");
            }
            "remembers" => {
                let promotion = variant.kinds[kind(variant, id).index()].promotion.as_ref();
                assert!(promotion.is_some_and(|p| p.remembers), "{name}: {line}");
            }
            "hands" => hands = true,
            "held" => assert_eq!(
                variant.kinds[kind(variant, id).index()].in_hand,
                Some(kind(variant, second)),
                "{name}: {line}"
            ),
            "moves" => {
                let (square, to) = rest.split_once(':').unwrap();
                let found = moves.iter().filter_map(|m| m.strip_prefix(square)).map(str::to_owned).collect();
                assert_eq!(words(to), found, "{name}: {line}");
            }
            "legal" => assert_eq!(moves.len().to_string(), rest, "{name}: {moves:?}"),
            "warns" | "from" => {}
            "kinds" => assert_eq!(variant.kinds.len().to_string(), rest, "{name}"),
            "castles" => assert_eq!(castles(variant), rest, "{name}"),
            "several" => assert_eq!(variant.royalty.several, SeveralRoyals::One, "{name}"),
            "stays" => {
                let promotion = variant.kinds[kind(variant, id).index()].promotion.as_ref().unwrap();
                let Forced::OnRegion(region) = &promotion.forced else { panic!("{name}: {:?}", promotion.forced) };
                assert_eq!(ranks(variant, &region[0]), second, "{name}: {line}");
            }
            "limit" | "only" => {
                let promotion = variant.kinds[kind(variant, id).index()].promotion.as_ref().unwrap();
                let (to, value) = second.split_once(' ').unwrap();
                let to = kind(variant, to);
                let limit = promotion.limits.iter().find(|(k, _)| *k == to).map(|(_, n)| n.to_string());
                let only = promotion.only.iter().find(|(k, _)| *k == to).map(|(_, region)| ranks(variant, &region[0]));
                assert_eq!(if word == "limit" { limit } else { only }.as_deref(), Some(value), "{name}: {line}");
            }
            "count" => {
                let setup = fen::read(variant, &variant.start).unwrap();
                let depth = id.parse().unwrap();
                let found = run(variant, &setup, depth, &Options::default(), &(), &AtomicBool::new(false)).unwrap();
                assert_eq!(found.nodes.to_string(), second, "{name}: {line}");
            }
            other => panic!("{name}: '{other}' is no expectation"),
        }
    }
    let promotions = variant.kinds.iter().filter(|k| k.promotion.is_some()).count();
    assert_eq!(promotions, promoting, "{name}: the kinds that promote");
    assert_eq!(variant.hands.as_ref().is_some_and(|h| h.captures), hands, "{name}: hands");
}

fn as_expected(case: &Case<'_>) {
    let with = |word: &str| -> Vec<&str> { case.expected.iter().filter_map(|line| line.strip_prefix(word)).collect() };
    let (refused, warnings) = (with("refused "), with("warns "));
    let form = Form::of(&case.text);
    assert!(!refused.is_empty() || form == Some(case.form), "{}: {form:?}", case.name);
    match case.form.read("x", &case.text) {
        Ok(loaded) => {
            assert!(refused.is_empty(), "{}: it is read", case.name);
            reports(case.name, "warning", &loaded.warnings, &warnings);
            let told = loaded.warnings.to_string();
            assert_eq!(told.lines().count(), warnings.len(), "{}: {told}", case.name);
            holds(case, &loaded);
        }
        Err(report) => {
            assert!(!refused.is_empty(), "{}: {report}", case.name);
            reports(case.name, "error", &report, &refused);
        }
    }
}

/// That all cases of a file are as expected. Each tells what is wrong with it: the others go on.
fn all_as_expected(cases: &[Case<'_>]) {
    let failed: Vec<&str> =
        cases.iter().filter(|case| catch_unwind(|| as_expected(case)).is_err()).map(|case| case.name).collect();
    assert_eq!(failed, [""; 0]);
}

#[test]
fn games_made_for_the_forms_are_read_or_refused_with_the_reason() {
    all_as_expected(&cases(MADE));
}

#[test]
fn games_from_elsewhere_are_read_or_refused_with_the_reason() {
    let cases = cases(REAL);
    assert!(cases.len() >= 30, "{}", cases.len());
    for case in &cases {
        assert!(case.expected.iter().any(|line| line.starts_with("from ")), "{}: no source", case.name);
    }
    all_as_expected(&cases);
}

/// A game that is read can be written again: what is read of that has the same moves, or it is told what it lacks.
#[test]
fn games_from_elsewhere_are_written_as_they_are() {
    let count = |variant: &Variant| {
        let setup = fen::read(variant, &variant.start).unwrap();
        run(variant, &setup, 2, &Options::default(), &(), &AtomicBool::new(false)).unwrap().nodes
    };
    for case in cases(REAL) {
        let Ok(Loaded { variant, .. }) = case.form.read("x", &case.text) else { continue };
        let again = betza_variants::read_toml("x", &betza_variants::write_toml(&variant)).unwrap().variant;
        assert_eq!(count(&again), count(&variant), "{}: as a game file", case.name);
        let written = match case.form {
            Form::Diagram => betza_variants::exchange::diagram::write(&variant),
            _ => betza_variants::exchange::cecp::write(&variant),
        };
        if written.unsaid.iter().all(|rule| rule.contains(" (results.") || rule.starts_with("the names of pieces")) {
            let back = case.form.read("x", &written.text).unwrap_or_else(|report| panic!("{}: {report}", case.name));
            assert_eq!(count(&back.variant), count(&variant), "{}: {}", case.name, written.text);
        }
    }
}
