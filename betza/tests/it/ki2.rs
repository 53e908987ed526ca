//! Games in KI2, whose moves name no origins. What is expected is worked out by hand from the rules of notation.

use crate::kifu::{faults, game, usi};
use betza::pgn::Claimed;

#[test]
fn moves_without_origins_are_played_with_branches_and_comments() {
    let text = "\
開始日時：2024/05/01
手合割：平手
先手：Aoi
後手：Kaede

▲７六歩 △３四歩
*the usual reply
▲２二角成△同　銀 ▲４五角
まで5手で先手の勝ち

変化：3手
▲２六歩    △８八角成    ▲同　銀
";
    let game = game(text);
    assert_eq!(faults(&game), [""; 0]);
    let start = game.start.clone().expect("it starts somewhere");
    // No Bishop on the board goes to 4e: it is dropped.
    assert_eq!(usi(&start, &game.line), ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]);
    assert_eq!(game.line.plies[1].comments, ["the usual reply"]);
    assert_eq!(game.line.result, Some(Claimed::White));
    let mut before_third = start.clone();
    for ply in &game.line.plies[..2] {
        let Some(betza::Played::Move(m)) = ply.played else { panic!("it was played") };
        before_third.play(m).expect("it is legal");
    }
    assert_eq!(usi(&before_third, &game.line.plies[2].variations[0]), ["2g2f", "2b8h+", "7i8h"]);
}

#[test]
fn right_and_left_are_as_the_owner_sees_them() {
    let after = |moves: &str| {
        let game = game(&format!("手合割：平手\n{moves}\n"));
        assert_eq!(faults(&game), [""; 0], "{moves}");
        usi(&game.start.clone().expect("a start"), &game.line)
    };
    assert_eq!(after("▲５八金右 △５二金右"), ["4i5h", "6a5b"]);
    assert_eq!(after("☗５八金左 ☖５二金左"), ["6i5h", "4a5b"]);
    assert_eq!(after("▲６八銀 △４二銀上"), ["7i6h", "3a4b"]);
}

/// Golds of Sente's on 5e, 6e, 6d and 5c may all go to 5d; his Silver on 2c may promote by going back or ahead.
fn golds(moves: &str) -> Vec<String> {
    let text = format!(
        "\
手合割：その他
後手の持駒：飛二　角二　銀三　桂四　香四　歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 金 ・ ・ 銀 ・|三
| ・ ・ ・ 金 ・ ・ ・ ・ ・|四
| ・ ・ ・ 金 金 ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ 玉|九
+---------------------------+
先手の持駒：歩
{moves}
"
    );
    let game = game(&text);
    let told = faults(&game);
    if told.is_empty() { usi(&game.start.clone().expect("a start"), &game.line) } else { told }
}

#[test]
fn words_tell_pieces_apart() {
    for (text, usi) in [
        ("▲５四金直", "5e5d"),
        ("▲５四金左上", "6e5d"),
        ("▲５四金寄", "6d5d"),
        ("▲５四金引", "5c5d"),
        ("▲５四金右上", "5e5d"),
        ("▲１四銀引不成", "2c1d"),
        ("▲２二銀成", "2c2b+"),
        ("▲１二銀上成", "2c1b+"),
        ("▲５六歩打", "P*5f"),
        ("▲５六歩", "P*5f"),
    ] {
        assert_eq!(golds(text), [usi], "{text}");
    }
    let both = golds("▲５四金上");
    assert!(
        both.len() == 1 && both[0].contains("error[ambiguous-move]: game 1: '▲５四金上' may come from 55, 65;"),
        "{both:?}"
    );
    let none = golds("▲５九金引");
    assert!(none.len() == 1 && none[0].contains("illegal-move") && none[0].contains("no 金 of the side"), "{none:?}");
    let other = golds("△９二玉");
    assert!(other.len() == 1 && other[0].contains("illegal-move") && other[0].contains("not to move"), "{other:?}");
    let strange = golds("▲５四金東");
    assert!(strange.len() == 1 && strange[0].contains("move-text") && strange[0].contains("KI2"), "{strange:?}");
}
