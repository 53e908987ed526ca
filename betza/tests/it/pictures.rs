//! Pictures of positions: whose pieces have which shape, and how boards look.

use betza::{Game, Side};

fn game(name: &str) -> Game {
    Game::builtin(name).expect("is built in")
}

/// The names of the pictures that a position uses, without their sides.
fn shapes(svg: &str) -> Vec<String> {
    let ids = svg.split("<g id=\"man-").skip(1).filter_map(|rest| rest.split('"').next());
    let mut names: Vec<String> = ids.map(|id| id.replace("white-", "").replace("black-", "")).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn pieces_of_chess_have_their_shapes_by_name() {
    let svg = game("chess").start().svg();
    assert_eq!(shapes(&svg), ["bishop", "king", "knight", "pawn", "queen", "rook"]);
    assert_eq!(svg.matches("<use class=\"man\"").count(), 32);
}

/// A piece of another family's does not make the game one of it.
#[test]
fn chess_with_a_gold_general_stays_chess() {
    let text = "format = 1\nparent = \"chess\"\nname = \"mine\"\nstart = \"rgbqkbgr/pppppppp/8/8/8/8/PPPPPPPP/RGBQKBGR w KQkq - 0 1\"\n\
        [pieces.G]\nname = \"Gold General\"\nmove = \"WfF\"\ndialect = \"betza\"\n";
    let svg = Game::from_toml(text).unwrap_or_else(|e| panic!("{e}")).start().svg();
    assert_eq!(shapes(&svg), ["bishop", "gold", "king", "pawn", "queen", "rook"]);
    // Wedges bear characters.
    assert!(!svg.contains('玉') && game("euroshogi").start().svg().contains('玉'));
}

/// Squares are named to the left and below; shogi's numbers stand above and to the right, and begin in White's far
/// right corner.
#[test]
fn files_and_ranks_are_named_at_the_edges() {
    let labels = |name: &str| {
        let svg = game(name).start().svg();
        let texts = svg.lines().filter(|line| line.contains("text-anchor=\"middle\" fill=\"#5d4420\""));
        texts
            .map(|line| {
                let number =
                    |key: &str| -> u32 { line.split_once(key).unwrap().1.split('"').next().unwrap().parse().unwrap() };
                let text = line.split('>').nth(1).unwrap().trim_end_matches("</text").to_owned();
                (number(" x=\""), number(" y=\""), text)
            })
            .collect::<Vec<_>>()
    };
    let chess = labels("chess");
    assert_eq!(chess.len(), 16);
    let shogi = labels("shogi");
    assert_eq!(shogi.len(), 36);
    let (top, right) = (shogi.iter().map(|l| l.1).min().unwrap(), shogi.iter().map(|l| l.0).max().unwrap());
    let mut above: Vec<_> = shogi.iter().filter(|l| l.1 == top).collect();
    above.sort();
    assert_eq!(above.iter().map(|l| &l.2[..]).collect::<String>(), "987654321");
    let mut beside: Vec<_> = shogi.iter().filter(|l| l.0 == right).map(|l| (l.1, &l.2[..])).collect();
    beside.sort();
    assert_eq!(beside.iter().map(|l| l.1).collect::<String>(), "123456789");
}

/// A Marshall of Grand chess and a Chancellor of Capablanca's move as Rook and Knight, and look alike.
#[test]
fn other_names_and_moves_lead_to_the_same_shape() {
    let text = |name: &str, notation: &str| {
        format!(
            "format = 1\nparent = \"chess\"\nname = \"mine\"\n[pieces.N]\nname = \"{name}\"\nmove = \"{notation}\"\n\
             dialect = \"betza\"\n"
        )
    };
    for (name, notation, shape) in [
        ("Marshall", "RN", "chancellor"),
        ("Thing of mine", "RN", "chancellor"),
        ("Thing of mine", "NR", "chancellor"),
        ("Thing of mine", "BN", "archbishop"),
        ("Thing of mine", "WfF", "gold"),
        ("Thing of mine", "NN", "nightrider"),
        ("Cardinal", "N", "archbishop"),
    ] {
        let game = Game::from_toml(&text(name, notation)).expect("is a game");
        let found = shapes(&game.start().svg());
        assert!(found.iter().any(|s| s == shape), "{name} {notation}: {found:?}");
    }
    let game = Game::from_toml(&text("Thing of mine", "fNbC")).expect("is a game");
    assert!(shapes(&game.start().svg()).iter().any(|s| s == "letters-4e"), "letters where there is no shape");
}

/// 玉 is U+7389, 王 U+738B; the second player's pieces are turned.
#[test]
fn shogi_has_wedges_with_kanji_on_plain_squares() {
    let shogi = game("shogi");
    let svg = shogi.position("lnsgkgsnl/1r5+B1/9/9/9/9/9/7R1/LNSGKGSNL w Pp 3").expect("is a position").svg();
    let found = shapes(&svg);
    assert!(
        ["shogi-plain-7389", "shogi-plain-738b", "shogi-red-99ac"].iter().all(|s| found.iter().any(|f| f == s)),
        "{found:?}"
    );
    assert!(svg.matches("rotate(180 20 20)").count() > 5, "Black's are turned");
    assert!(!svg.contains("#c9a26b"), "the board has no dark squares");
    assert_eq!(svg.matches("class=\"zone\"").count(), 4, "two dots where each zone begins");
    assert_eq!(svg.matches("class=\"held\"").count(), 2, "a pawn in each hand");
}

/// The board of xiangqi: 9 by 10 points have 10 rows of 8 steps, and 9 files of 9 steps of which 7 lack the river's;
/// two palaces with two diagonals each.
#[test]
fn xiangqi_has_lines_a_river_and_palaces() {
    let lines = |name: &str| {
        let svg = game(name).start().svg();
        let path = svg.split("class=\"lines\" d=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
        let path = path.expect("the board has lines");
        (path.matches("h40").count(), path.matches("v-40").count(), path.matches('L').count())
    };
    assert_eq!(lines("xiangqi"), (80, 81 - 7, 4));
    assert_eq!(lines("janggi"), (80, 81, 4), "janggi has no river");
    let found = shapes(&game("xiangqi").start().svg());
    // 帥 is U+5E25, 將 U+5C07; 楚 is U+695A, 漢 U+6F22.
    assert!(
        found.contains(&"xiangqi-plain-5e25".to_owned()) && found.contains(&"xiangqi-plain-5c07".to_owned()),
        "{found:?}"
    );
    let found = shapes(&game("janggi").start().svg());
    assert!(
        found.contains(&"janggi-plain-695a".to_owned()) && found.contains(&"janggi-plain-6f22".to_owned()),
        "{found:?}"
    );
}

#[test]
fn every_built_in_game_is_drawn_with_all_its_kinds() {
    for name in Game::names() {
        let game = game(name);
        let ground = game.start().ground_svg();
        let size = format!("viewBox=\"20 20 {} {}\"", 40 * u32::from(game.files()), 40 * u32::from(game.ranks()));
        assert!(ground.contains(&size) && !ground.contains("class=\"man\""), "{name}");
        for kind in game.kinds() {
            for side in Side::BOTH {
                let svg = game.piece_svg(kind.id, side);
                assert!(svg.starts_with("<svg") && svg.ends_with("</svg>") && svg.len() > 200, "{name} {}", kind.name);
            }
        }
    }
    assert_eq!(game("chess").piece_svg(betza::KindId(99), Side::White), "");
}

/// Walls are bricks, holes are nothing: a board of 3x3 with a hole in its midst has 8 squares and two outlines of 12
/// and 4 sides.
#[test]
fn holes_are_not_drawn_and_have_an_edge() {
    let text = "format = 1\nname = \"ring\"\nboard = \"3x3\"\nholes = \"b2\"\nstart = \"ppp/P*P/PPP w - - 0 1\"\n\
                [pieces.P]\nname = \"Thing\"\nmove = \"W\"\ndialect = \"betza\"\n";
    let svg = Game::from_toml(text).expect("is a game").start().ground_svg();
    assert_eq!(svg.matches("<rect").count(), 8);
    let edge = svg.split("class=\"edge\" d=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an edge");
    assert_eq!(edge.matches('M').count(), 12 + 4);
}
