//! Files of shogi games: CSA and KIF. What is expected is worked out by hand from the formats' descriptions.

use betza::kifu::{Format, Records};
use betza::pgn::{Claimed, GameRecord, Games, Line, Reader, write};
use betza::{Played, Style};

pub fn games(text: &str) -> Vec<GameRecord> {
    let format = Format::of(text).expect("the format is known by the first lines");
    Reader::with(Records::new(text.as_bytes(), format), Games::new())
        .map(|game| game.expect("a text is read"))
        .collect()
}

pub fn game(text: &str) -> GameRecord {
    let mut all = games(text);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// The moves of a line in USI, from the position before it.
pub fn usi(start: &betza::Position, line: &Line) -> Vec<String> {
    let mut position = start.clone();
    line.plies
        .iter()
        .map(|ply| {
            let Some(Played::Move(m)) = ply.played else { return format!("not played: {}", ply.text) };
            let text = position.text(m, Style::Usi);
            position.play(m).expect("it was played");
            text
        })
        .collect()
}

pub fn faults(game: &GameRecord) -> Vec<String> {
    game.faults.iter().map(ToString::to_string).collect()
}

/// The game of the test of branches: its third move may be another, in which the fourth may be, and so may the first.
const BRANCHES: &str = "\
# ---- a KIF file ----
開始日時：2024/05/01(水) 10:00:00
棋戦：Cup
手合割：平手
先手：Aoi
後手：Kaede
備考：windy
手数----指手---------消費時間--
*before the game
   1 ７六歩(77)   ( 0:07/00:00:07)+
   2 ３四歩(33)   ( 0:00/00:00:00)
*the usual reply
   3 ２二角成(88) ( 1:02/00:01:09)+
   4 同　銀(31)   ( 0:01/00:00:01)
   5 ４五角打
&seen
   6 投了
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)
   4 ８八角成(22)+
   5 同　銀(79)

変化：4手
   4 ８四歩(83)

変化：1手
   1 2六歩(27)
";

#[test]
fn branches_of_kif_are_variations() {
    let game = game(BRANCHES);
    assert_eq!(faults(&game), [""; 0]);
    let start = game.start.clone().expect("it starts somewhere");
    assert_eq!(usi(&start, &game.line), ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]);
    assert_eq!(game.line.result, Some(Claimed::White));
    let [first, second, third, fourth, fifth] = &game.line.plies[..] else { panic!("five moves") };
    assert_eq!(usi(&start, &first.variations[0]), ["2g2f"]);
    assert!(second.variations.is_empty() && fourth.variations.is_empty() && fifth.variations.is_empty());
    let mut before_third = start.clone();
    for text in ["7g7f", "3c3d"] {
        before_third.play(before_third.read_move_as(text, Style::Usi).unwrap()).unwrap();
    }
    let branch = &third.variations[0];
    assert_eq!(usi(&before_third, branch), ["2g2f", "2b8h+", "7i8h"]);
    before_third.play(before_third.read_move_as("2g2f", Style::Usi).unwrap()).unwrap();
    assert_eq!(usi(&before_third, &branch.plies[1].variations[0]), ["8c8d"]);
    // What is said is kept where it stands.
    assert_eq!(game.line.comments, ["備考：windy", "before the game"]);
    assert_eq!(first.comments, ["[%emt 0:00:07]"]);
    assert_eq!(second.comments, ["the usual reply"]);
    assert_eq!(third.comments, ["[%emt 0:01:02]"]);
    assert_eq!(fifth.comments, ["&seen", "投了", "まで5手で先手の勝ち"]);
    for (tag, value) in
        [("Date", "2024.05.01"), ("Time", "10:00:00"), ("Event", "Cup"), ("White", "Aoi"), ("Black", "Kaede")]
    {
        assert_eq!(game.tag(tag), Some(value), "{tag}");
    }
}

#[test]
fn games_of_kif_are_written_as_pgn_and_read_back() {
    let game = game(BRANCHES);
    let mut text = Vec::new();
    write(&mut text, &game, Some(Style::Usi)).unwrap();
    let back = Reader::new(text.as_slice()).next().expect("a game").unwrap();
    assert_eq!(faults(&back), [""; 0]);
    assert_eq!(usi(&back.start.clone().unwrap(), &back.line), usi(&game.start.clone().unwrap(), &game.line));
    assert_eq!(back.last.map(|p| p.fen()), game.last.map(|p| p.fen()));
}

#[test]
fn handicaps_of_kif_take_pieces_away_and_gote_begins() {
    let lance = game("手合割：香落ち\n下手：a\n上手：b\n   1 ３四歩(33)\n   2 ７六歩(77)\n   3 中断\n");
    assert_eq!(faults(&lance), [""; 0]);
    // Gote's left Lance stands on 1a, which Sente sees at the right.
    let fen = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(lance.start.as_ref().map(|p| p.fen()).as_deref(), Some(fen));
    assert_eq!(usi(lance.start.as_ref().unwrap(), &lance.line), ["3c3d", "7g7f"]);
    assert_eq!(lance.line.result, Some(Claimed::Unknown));
    // The left Knight, and the right Silver: Gote's right is Sente's left (http://kakinoki.o.oo7.jp/kif_format.html has
    // the names).
    for (name, first, last) in [
        ("左五枚落ち", "1nsgkgs2/9", "lnsgkgsnl"),
        ("左七枚落ち", "2sgkg3/9", "lnsgkgsnl"),
        ("右七枚落ち", "3gkgs2/9", "lnsgkgsnl"),
    ] {
        let fen = game(&format!("手合割：{name}\n   1 投了\n")).start.map(|p| p.fen()).unwrap_or_default();
        assert!(fen.starts_with(first) && fen.to_lowercase().contains(last), "{name}: {fen}");
    }
    // Digits of the other width, and the signs of the sides.
    let signed = game("手合割：平手\n   1 ▲７六歩(77)\n   2 △34歩(33)\n   3 ☗2六歩(27)\n");
    assert_eq!(faults(&signed), [""; 0]);
    assert_eq!(usi(signed.start.as_ref().unwrap(), &signed.line), ["7g7f", "3c3d", "2g2f"]);
    let two = game("手合割：二枚落ち\n   1 投了\n");
    // Gote was to move, and resigns.
    assert_eq!(two.line.result, Some(Claimed::White));
    let fen = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(two.start.map(|p| p.fen()).as_deref(), Some(fen));
}

#[test]
fn diagrams_of_kif_are_positions() {
    let text = "\
手合割：その他
後手の持駒：飛　金四 銀三　桂四　香四　歩十六
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v玉 ・|一
| ・ ・ ・ ・ ・ ・v歩 ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ 歩 ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・v馬|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 玉 ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ 龍|九
+---------------------------+
先手の持駒：角　銀
手数＝0  まで
   1 １五龍(19)
";
    let game = game(text);
    assert_eq!(faults(&game), [""; 0]);
    let fen = "7k1/6p2/7P1/9/8+b/9/K8/9/8+R b BSr4g3s4n4l16p 1";
    let start = game.start.clone().expect("the diagram is a position");
    assert_eq!(start.fen(), fen);
    assert_eq!(usi(&start, &game.line), ["1i1e"]);
}

#[test]
fn games_of_csa_have_times_comments_and_results() {
    let text = "\
'CSA encoding=UTF-8
V3.0
N+Aoi
N-Kaede
$EVENT:Cup
$START_TIME:2024/05/01 10:00:00
$MAX_MOVES:320
' passed over
PI
+
'*before the game
+7776FU,T7
-3334FU
T0
+8822UM
'*traded
T67.5
-3122GI,T1
+0045KA
%TORYO
/
PI82HI22KA
-
-3334FU
+2726FU
%SENNICHITE
";
    let all = games(text);
    assert_eq!(all.len(), 2);
    assert_eq!((faults(&all[0]), faults(&all[1])), (vec![], vec![]));
    let start = all[0].start.clone().unwrap();
    assert_eq!(usi(&start, &all[0].line), ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]);
    // Gote is to move and resigns.
    assert_eq!(all[0].line.result, Some(Claimed::White));
    assert_eq!(all[0].line.comments, ["MAX_MOVES: 320", "before the game"]);
    let comments: Vec<&[String]> = all[0].line.plies.iter().map(|ply| &ply.comments[..]).collect();
    assert_eq!(comments[0], ["[%emt 0:00:07]"]);
    assert_eq!(comments[2], ["traded", "[%emt 0:01:07]"]);
    for (tag, value) in
        [("Date", "2024.05.01"), ("Time", "10:00:00"), ("Event", "Cup"), ("White", "Aoi"), ("Black", "Kaede")]
    {
        assert_eq!(all[0].tag(tag), Some(value), "{tag}");
    }
    assert_eq!(all[1].place.game, 2);
    assert_eq!(usi(&all[1].start.clone().unwrap(), &all[1].line), ["3c3d", "2g2f"]);
    assert_eq!(all[1].line.result, Some(Claimed::Draw));
    let fen = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(all[1].start.as_ref().map(|p| p.fen()).as_deref(), Some(fen));
}

#[test]
fn positions_of_csa_are_read_by_ranks_and_by_pieces() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let ranks = "\
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
+
+7776FU
";
    let by_ranks = game(ranks);
    assert_eq!(faults(&by_ranks), [""; 0]);
    assert_eq!(by_ranks.start.as_ref().map(|p| p.fen()).as_deref(), Some(start));
    assert_eq!(by_ranks.tag("FEN"), None);
    // A mating problem: Gote has all that neither stands nor is held.
    let problem = game("P-21OU32FU15UM\nP+23FU97OU19RY00KA00GI\nP-00AL\n+\n+1915RY\n");
    assert_eq!(faults(&problem), [""; 0]);
    let fen = "7k1/6p2/7P1/9/8+b/9/K8/9/8+R b BSr4g3s4n4l16p 1";
    assert_eq!(problem.start.as_ref().map(|p| p.fen()).as_deref(), Some(fen));
    assert_eq!(usi(problem.start.as_ref().unwrap(), &problem.line), ["1i1e"]);
}

#[test]
fn what_is_wrong_has_a_place_and_a_reason() {
    let one = |text: &str| faults(&game(text));
    // A Silver is named where a Pawn stands; then Sente's move stands where Gote's is due; then one that is not legal.
    assert_eq!(
        one("PI\n+\n+7776GI\n"),
        ["3:1: error[illegal-move]: game 1: '+7776GI' names 銀, and on 77 stands 歩; name the piece that moves"]
    );
    let sides = one("PI\n+\n+7776FU\n+2726FU\n");
    assert!(
        sides.len() == 1 && sides[0].starts_with("4:1: error[illegal-move]: game 1: '+2726FU' is a move of"),
        "{sides:?}"
    );
    let far = one("PI\n+\n+7775FU\n");
    assert!(far.len() == 1 && far[0].starts_with("3:1: error[illegal-move]: game 1: '+7775FU'"), "{far:?}");
    let strange = one("手合割：平手\n   1 ７六歩(77)\n   2 ３四と(33)\n");
    assert_eq!(
        strange,
        ["3:1: error[illegal-move]: game 1: '３四と(33)' names と, and on 33 stands 歩; name the piece that moves"]
    );
    for (text, code) in [
        ("PI\n+\n+77x6FU\n", "move-text"),
        ("PI\n+\n%NONSENSE\n", "tag"),
        ("PI\n+\nnonsense\n", "tag"),
        ("P1-XX\n+\n", "fen"),
        ("手合割：七枚落ち\n", "fen"),
        ("手合割：平手\n   1 ７六歩(77)\n変化：9手\n", "stray-variation"),
        ("手合割：平手\n   2 ７六歩(77)\n", "move-text"),
        ("手合割：平手\n   1 ７六歩\n", "move-text"),
        ("手合割：平手\nnonsense\n", "tag"),
        ("手合割：その他\n先手の持駒：x\n", "fen"),
    ] {
        let game = game(text);
        let codes: Vec<&str> = game.faults.iter().map(|fault| fault.code).collect();
        assert_eq!(codes.first(), Some(&code), "{text}: {codes:?}");
    }
}

/// The last line alone tells who has won.
#[test]
fn the_sentence_at_the_end_of_kif_is_a_result() {
    for (sentence, result) in [
        ("まで1手で先手の勝ち", Claimed::White),
        ("まで1手で後手の反則勝ち", Claimed::Black),
        ("まで1手で千日手", Claimed::Draw),
        ("まで1手で中断", Claimed::Unknown),
    ] {
        let game = game(&format!("手合割：平手\n   1 ７六歩(77)\n{sentence}\n"));
        assert_eq!((faults(&game), game.line.result), (Vec::new(), Some(result)), "{sentence}");
    }
}

#[test]
fn a_branch_instead_of_the_end_is_a_comment() {
    let game = game("手合割：平手\n   1 ７六歩(77)\n   2 投了\n変化：2手\n   2 ３四歩(33)\n");
    assert_eq!(faults(&game), [""; 0]);
    assert_eq!(game.line.plies.len(), 1);
    assert_eq!(game.line.plies[0].comments, ["投了", "変化：2手", "３四歩(33)"]);
    assert_eq!(game.line.result, Some(Claimed::White));
}
