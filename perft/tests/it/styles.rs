//! Random games, with the texts of all legal moves held against Fairy-Stockfish's `get_san`, as the Python package
//! pyffish gives it.
//!
//! `testdata/pyffish/README.md` says what is needed; `testdata/pyffish/styles.tsv` has what differs, with the reason.

use crate::pyffish::{Oracle, common_games, data, differing, rows, texts};
use betza_game::fen;
use betza_game::variant::{Flavour, Variant};
use betza_movegen::AnyGame;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::style::Style;
use betza_testkit::Random;
use serde_json::json;
use std::collections::BTreeMap;

/// So many plies of a random game of each variant are compared.
const PLIES: usize = 24;

/// Of so many moves of a position, chosen at random, the texts are asked for: Fairy-Stockfish takes its time.
const MOVES: usize = 8;

/// The games that are compared unless `BETZA_PYFFISH_GAMES` names others: at least one of each family and of each
/// notation.
const GAMES: &str = "chess,crazyhouse,atomic,giveaway,horde,3check,kingofthehill,placement,losalamos,capablanca,grand,seirawan,\
                     shatranj,shogi,minishogi,torishogi,gorogoro,xiangqi,minixiangqi,janggi,makruk,makpong,asean,cambodian";

/// The styles that players of a game use, with their names in pyffish.
fn styles(variant: &Variant) -> Vec<(Style, &'static str)> {
    let mut styles = vec![(Style::San, "SAN"), (Style::Lan, "LAN")];
    let is = |word: &str| variant.name.contains(word);
    if variant.flavour == Flavour::Sfen {
        styles.push((Style::ShogiHosking, "SHOGI_HOSKING"));
        styles.push((Style::ShogiHodges, "SHOGI_HODGES"));
        styles.push((Style::ShogiHodgesNumber, "SHOGI_HODGES_NUMBER"));
    }
    if is("xiangqi") {
        styles.push((Style::Xiangqi, "XIANGQI_WXF"));
    }
    if is("janggi") {
        styles.push((Style::Janggi, "JANGGI"));
    }
    if ["makruk", "makpong", "cambodian", "asean", "sittuyin"].contains(&variant.name.as_str()) {
        styles.push((Style::ThaiSan, "THAI_SAN"));
        styles.push((Style::ThaiLan, "THAI_LAN"));
    }
    styles
}

/// The first text in each style that differs in a random game.
fn compare(oracle: &mut Oracle, name: &str, variant: &Variant) -> Vec<(&'static str, String)> {
    let start = fen::read(variant, &variant.start).expect("its start reads");
    let game = AnyGame::compile(variant, &start, DEFAULT_SEED).expect("it compiles");
    let mut position = game.position(&start).expect("it is a position");
    let chess960 = variant.castling.as_ref().is_some_and(|c| c.any_files);
    let (mut random, mut played) = (Random(1), Vec::<String>::new());
    let mut differences: BTreeMap<&'static str, String> = BTreeMap::new();
    for _ in 0..PLIES {
        let list = game.legal_moves(&position);
        let uci = game.move_texts(&position, &list);
        if list.is_empty() {
            break;
        }
        let asked: Vec<usize> = (0..MOVES).map(|_| random.below(list.len())).collect();
        let marks: Vec<&str> = asked.iter().map(|&i| game.check_mark(&position, &list, i)).collect();
        for (style, notation) in styles(variant) {
            let moves: Vec<&str> = asked.iter().map(|&i| uci[i].as_str()).collect();
            let question = json!({"ask": "san", "game": name, "moves": played, "chess960": chess960,
                "notation": notation, "texts": moves});
            let answer = oracle.ask(&question);
            let theirs = answer["san"].as_array().expect("a list");
            let texts = game.styled_texts(&position, &list, &[], style);
            for (n, (theirs, &i)) in theirs.iter().zip(&asked).enumerate() {
                let ours = texts[i].clone() + if style.marks_checks() { marks[n] } else { "" };
                if theirs.as_str() != Some(&ours) {
                    let fen = fen::write(variant, &game.setup(&position));
                    let difference = || format!("{fen}: {}: theirs {theirs}, ours {ours}", uci[i]);
                    differences.entry(notation).or_insert_with(difference);
                }
            }
        }
        let next = random.below(list.len());
        drop(game.make_listed(&mut position, list[next], &list));
        played.push(uci[next].clone());
    }
    differences.into_iter().collect()
}

/// Games and notations in which texts differ.
fn known() -> Vec<(String, String)> {
    let row = |columns: Vec<String>| match &columns[..] {
        [game, notation, reason, ..] if !reason.is_empty() => (game.clone(), notation.clone()),
        _ => panic!("no reason: {columns:?}"),
    };
    rows("styles.tsv").into_iter().map(row).collect()
}

#[test]
fn texts_are_those_of_fairy_stockfish() {
    let mut oracle = match Oracle::start() {
        Ok(oracle) => oracle,
        Err(reason) => return println!("SKIPPED: {reason}"),
    };
    let ini = std::fs::read_to_string(data("custom.ini")).expect("the file can be read");
    let theirs = texts(&oracle.ask(&json!({"ini": ini}))["games"]);
    let only = std::env::var("BETZA_PYFFISH_GAMES").unwrap_or_else(|_| GAMES.to_owned());
    let wanted = |name: &str| only.split(',').any(|wanted| wanted == name);
    let (known, differing) = (known(), differing());
    let mut wrong = Vec::new();
    for (name, variant) in common_games(&theirs, &ini) {
        // With walls, how much of the origin they write depends on the wall that they happen to try.
        if differing.contains_key(&name) || !wanted(&name) || variant.walling.is_some() {
            continue;
        }
        for (notation, difference) in compare(&mut oracle, &name, &variant) {
            if !known.contains(&(name.clone(), notation.to_owned())) {
                wrong.push(format!("{name}\t{notation}\t{difference}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
