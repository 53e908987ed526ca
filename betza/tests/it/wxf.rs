//! Files of xiangqi games. What is expected is worked out by hand from the format's description.

use betza::pgn::{Claimed, GameRecord, Games, Reader};
use betza::wxf::{Records, begins};
use betza::{Played, Style};

fn games(text: &str) -> Vec<GameRecord> {
    Reader::with(Records::new(text.as_bytes()), Games::new()).map(|game| game.expect("a text is read")).collect()
}

fn game(text: &str) -> GameRecord {
    let mut all = games(text);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// The moves of a game in UCI.
fn uci(game: &GameRecord) -> Vec<String> {
    let mut position = game.start.clone().expect("a start");
    let text = |ply: &betza::pgn::Ply| {
        let Some(Played::Move(m)) = ply.played else { return format!("not played: {}", ply.text) };
        let text = position.text(m, Style::Uci);
        position.play(m).expect("it was played");
        text
    };
    game.line.plies.iter().map(text).collect()
}

fn faults(game: &GameRecord) -> Vec<String> {
    game.faults.iter().map(ToString::to_string).collect()
}

const GAME: &str = "\
FORMAT  WXF
GAME    Cup
RED     Lin Bai ; 1200 ;;
BLACK   Mei ; 1240 ; Jade
RESULT  0-1
DATE    2020-02-03 04:05:06
TEAM    North
START{
 1. R9+1 p1+1   2. R9.1 P3=4   3. R++1 c9-e7
COMMENT{two Rooks
stand on a file}COMMENT 4.N2+3 M7+9!? 5. G4+5+ {last} }END
";

#[test]
fn headers_moves_and_comments_are_read() {
    let text = GAME.replace("P3=4", "P3+1");
    assert!(begins(&text));
    let game = game(&text);
    assert_eq!(faults(&game), Vec::<String>::new());
    let tags = ["Variant", "Event", "White", "WhiteElo", "Black", "BlackElo", "Date", "Time"].map(|tag| game.tag(tag));
    let expected = ["xiangqi", "Cup", "Lin Bai", "1200", "Mei", "1240", "2020.02.03", "04:05:06"].map(Some);
    assert_eq!(tags, expected);
    // A Rook's file 9 is a for Red; Black counts from the other side. Ranks of two squares are from 0.
    let expected = ["a1a2", "a7a6", "a2i2", "c7c6", "i2i3", "c10e8", "h1g3", "g10i8", "f1e2"];
    assert_eq!(uci(&game), expected);
    assert_eq!(game.line.result, Some(Claimed::Black));
    let mut pgn = Vec::new();
    betza::pgn::write(&mut pgn, &game, Some(Style::Xiangqi)).expect("memory is written");
    let pgn = String::from_utf8(pgn).expect("text").replace('\n', " ");
    for said in
        ["{BLACK: Jade}", "{TEAM: North}", "3. R++1 E3+5 {two Rooks stand on a file} 4. H2+3 E7+9 5. A4+5 {last}"]
    {
        assert!(pgn.contains(said), "{said}: {pgn}");
    }
}

#[test]
fn illegal_moves_and_missing_ends_are_faults_with_their_place() {
    // A Pawn does not step aside before the river.
    let game = game(GAME.trim_end_matches("}END\n"));
    let faults = faults(&game);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].starts_with("9:25: error[illegal-move]: game 1: 'P3=4' is"), "{faults:?}");
    assert!(faults[1].starts_with("11:1: error[no-result]: game 1: the game has no end '}END'"), "{faults:?}");
}

#[test]
fn positions_are_read_and_setups_refused() {
    let ending = "FORMAT\tWXF\nFEN\t\t3k5/9/9/9/9/9/9/9/9/4K3h r\n\nSTART{\n1. K5+1 }END\n";
    let setup = "FORMAT WXF\nSETUP{\nRED K51\n}\nSTART{\n}END\n";
    let both = games(&format!("{ending}{setup}"));
    assert_eq!(both.len(), 2);
    assert_eq!(faults(&both[0]), Vec::<String>::new());
    assert_eq!(uci(&both[0]), ["e1e2"]);
    assert_eq!(both[0].line.result, Some(Claimed::Unknown));
    let refused = faults(&both[1]);
    assert!(refused.len() == 1 && refused[0].contains("error[fen]: game 2"), "{refused:?}");
}

#[test]
fn what_is_no_result_is_a_fault() {
    let game = game("FORMAT WXF\nRESULT red\nSTART{ }END\n");
    assert!(faults(&game)[0].starts_with("2:1: error[tag]: game 1: 'red' is no result"), "{:?}", faults(&game));
}
