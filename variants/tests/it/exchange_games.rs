//! Games of the Interactive Diagram and of XBoard in `testdata/exchange/games.txt`: read as expected there, or refused with the reason.

use betza_game::fen;
use betza_game::variant::{KindId, Variant};
use betza_ir::Piece;
use betza_movegen::AnyGame;
use betza_notation::Dialect;
use betza_variants::Loaded;
use betza_variants::exchange::Form;
use betza_variants::problem::Report;
use std::collections::BTreeSet;
use std::panic::catch_unwind;

const GAMES: &str = include_str!("../../../testdata/exchange/games.txt");

struct Case<'a> {
    name: &'a str,
    form: Form,
    text: String,
    expected: Vec<&'a str>,
}

fn cases() -> Vec<Case<'static>> {
    let mut cases: Vec<Case<'static>> = Vec::new();
    for line in GAMES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
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

/// A promotion as the file writes it: the ranks, and the pieces.
fn promotion(variant: &Variant, id: KindId) -> Option<String> {
    let promotion = variant.kinds[id.index()].promotion.as_ref()?;
    let board = &variant.board;
    let ranks: BTreeSet<i32> =
        board.squares().filter(|s| promotion.zone[0].contains(*s)).map(|s| board.rank(s) + 1).collect();
    let (first, last) = (ranks.first()?, ranks.last()?);
    let ranks = if first == last { first.to_string() } else { format!("{first}-{last}") };
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
    let told: Vec<&str> = told.lines().collect();
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
            "warns" => {}
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

#[test]
fn games_from_elsewhere_are_read_or_refused_with_the_reason() {
    let cases = cases();
    assert!(cases.len() >= 30, "{}", cases.len());
    // Each case tells what is wrong with it: the others go on.
    let failed: Vec<&str> =
        cases.iter().filter(|case| catch_unwind(|| as_expected(case)).is_err()).map(|case| case.name).collect();
    assert_eq!(failed, [""; 0]);
}
