//! XBoard's lines and the Interactive Diagram's text: read as their authors mean them, written so that they read back.

use betza_game::fen;
use betza_game::variant::{Forced, Variant};
use betza_notation::Severity;
use betza_perft::{Options, run};
use betza_variants::exchange::{Form, cecp, diagram, ini};
use betza_variants::{find, read_toml};
use std::sync::atomic::AtomicBool;

fn count(variant: &Variant, depth: u32) -> u128 {
    let setup = fen::read(variant, &variant.start).unwrap();
    run(variant, &setup, depth, &Options::default(), &(), &AtomicBool::new(false)).unwrap().nodes
}

/// Capablanca chess as the page on diagrams has its example; the count is a row of testdata/perft/reference.tsv.
const DIAGRAM: &str = "\
files=10
ranks=8
promoZone=1
promoChoice=QCARBN
graphicsDir=/graphics/
symmetry=mirror
Pawn:::pawn:a2-j2
Knight:N:::b1,i1
Bishop::::d1,g1
Rook::::a1,j1
Archbishop::::c1
Chancellor::::h1
Queen::::e1
King::KisO3::f1
";

#[test]
fn a_diagram_is_read() {
    let loaded = diagram::read("Capablanca", DIAGRAM).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(count(&loaded.variant, 3), 25_228);
    assert_eq!(loaded.variant.start, "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1");
    assert!(loaded.warnings.to_string().contains("5:1: warning[no-effect]: 'graphicsDir'"), "{}", loaded.warnings);
}

#[test]
fn lines_for_xboard_are_read() {
    let lines = "\
setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
piece P& fmWfceFifmnD
piece N& N
piece B& B
piece R& R
piece Q& Q
piece K& KisO2
";
    let loaded = cecp::read("Chess", lines).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(count(&loaded.variant, 4), 197_281);
    let error =
        cecp::read("x", "setup (PKpk) 8x8+0_fairy 8/8/8/8/8/8/8/8 w - - 0 1\npiece P& f(\n").unwrap_err().to_string();
    assert!(error.starts_with("x:2:11: error[notation]"), "{error}");
}

/// A game of which nothing is lost but when results come about is the same game in the other form.
#[test]
fn what_is_written_reads_back() {
    let mut whole: [Vec<&str>; 2] = Default::default();
    for name in betza_variants::names() {
        let game = find(name).unwrap().variant;
        let forms = [diagram::write(&game), cecp::write(&game)];
        for ((written, form), whole) in forms.iter().zip([Form::Diagram, Form::Cecp]).zip(&mut whole) {
            let is_idle = |rule: &String| rule.contains(" (results.") || rule.starts_with("the names of pieces");
            if !written.unsaid.iter().all(is_idle) {
                continue;
            }
            whole.push(name);
            let back = form.read(name, &written.text).unwrap_or_else(|e| panic!("{name}: {e}\n{}", written.text));
            assert_eq!(count(&back.variant, 3), count(&game, 3), "{name}\n{}", written.text);
        }
    }
    let [diagrams, lines] = whole;
    for name in ["chess", "capablanca", "berolina", "chancellor", "gustav3", "yarishogi", "makruk"] {
        assert!(
            diagrams.contains(&name),
            "{name} is not among {diagrams:?}: {:?}",
            diagram::write(&find(name).unwrap().variant)
        );
    }
    for name in ["chess", "capablanca", "berolina", "chancellor", "diana"] {
        assert!(
            lines.contains(&name),
            "{name} is not among {lines:?}: {:?}",
            cecp::write(&find(name).unwrap().variant)
        );
    }
}

/// What a form says by other means than the native one: castling and drops by notations, promotion by the order of
/// pieces.
#[test]
fn rules_are_said_as_the_forms_say_them() {
    let text = |name: &str| diagram::write(&find(name).unwrap().variant).text;
    let has = |text: &str, line: &str| assert!(text.lines().any(|l| l == line), "{line} in {text}");
    // The king goes from f to h and d, the rooks stand one square in from the edge.
    has(&text("gustav3"), "King:K:KisjO2:king:f1,,f8");
    // Two pawns of a file, and a dead one, are forbidden by the notation; six pieces promote to the six that follow
    // them.
    let shogi = text("shogi");
    has(&shogi, "promoOffset=6");
    has(&shogi, "maxPromote=6");
    has(&shogi, "Pawn:P:fWf@8:pawn:a3,b3,c3,d3,e3,f3,g3,h3,i3,,a7,b7,c7,d7,e7,f7,g7,h7,i7");
    has(&shogi, "Knight:N:fN@7:knight:b1,h1,,b9,h9");
    // A king that does not stand in the middle goes to its right by one square for White and by two for Black.
    let diana = cecp::write(&find("diana").unwrap().variant).text;
    has(&diana, "piece K KirO1ilO2");
    has(&diana, "piece k KilO1irO2");
    let griffon = "format = 1\nname = \"g\"\nboard = \"8x8\"\nstart = \"4k3/8/8/8/8/8/8/G3K3 w - - 0 1\"\n\
        [pieces.G]\nname = \"Griffon\"\nmove = \"t[FR]\"\n[pieces.K]\nname = \"King\"\nmove = \"K\"\nroyal = true\n";
    let written = cecp::write(&read_toml("g", griffon).unwrap().variant);
    has(&written.text, "piece G& FyafsF");
    // What is written is not told as lost: of the Griffon only its name is, which no letter says.
    let told: Vec<&String> = written.unsaid.iter().filter(|rule| !rule.contains(" (results.")).collect();
    assert_eq!(told, ["the names of pieces: Griffon (G)"]);
}

/// XBoard's `8x8+5` is a board with holdings of five rows, for the first five pieces of the table: of crazyhouse all
/// but the king. What is only held at the start is dropped in its bughouse, where nothing is captured into a hand on
/// the same board.
#[test]
fn xboard_has_holdings_for_all_that_is_held() {
    let setup = |name: &str| {
        let text = cecp::write(&find(name).unwrap().variant).text;
        text.lines().next().unwrap().split_whitespace().nth(2).unwrap().to_owned()
    };
    assert_eq!(setup("crazyhouse"), "8x8+5_crazyhouse");
    assert_eq!(setup("pocketknight"), "8x8+5_bughouse");
    assert_eq!(setup("chess"), "8x8+0_fairy");
    // Seven kinds of shogi are held; the promoted ones are held as what they were.
    assert_eq!(setup("shogi"), "9x9+7_shogi");
    let again = Form::Cecp.read("p", &cecp::write(&find("pocketknight").unwrap().variant).text).unwrap().variant;
    let hands = again.hands.expect("it has hands");
    assert!(!hands.captures, "nothing but the Knight is ever held");
}

/// XBoard has no names, but who sees a P knows that it is a Pawn; in a `variants.ini` pieces have Fairy-Stockfish's
/// names.
#[test]
fn lost_names_are_told() {
    let names = |unsaid: Vec<String>| unsaid.into_iter().find(|rule| rule.starts_with("the names of pieces"));
    let game = |name: &str| find(name).unwrap().variant;
    assert_eq!(names(cecp::write(&game("chess")).unsaid), None);
    assert_eq!(names(ini::write(&game("chess")).unsaid), None);
    let grand = game("grand");
    assert_eq!(names(cecp::write(&grand).unsaid).as_deref(), Some("the names of pieces: Marshall (C), Cardinal (A)"));
    assert_eq!(names(ini::write(&grand).unsaid).as_deref(), Some("the names of pieces: Cardinal (A), Marshall (C)"));
    assert_eq!(names(diagram::write(&grand).unsaid), None, "a diagram has them");
}

/// A diagram that is written anew has neither the settings of the picture nor images with other names than the pieces.
#[test]
fn what_a_diagram_says_of_pictures_is_not_kept() {
    let text = "files=4\nranks=4\ngraphicsDir=/my.dir/\nsquareSize=35\nmaxPromote=0\nRook:R:R:rook:a1\nMarshall:M:RN:chancellor:b1\nKing:K:K::d1\n";
    let loaded = diagram::read("x", text).unwrap();
    let told = [
        "how the diagram looks: graphicsDir=/my.dir/, squareSize=35",
        "the image 'chancellor' of Marshall: its line asks for 'marshall'",
    ];
    assert_eq!(loaded.unkept, told);
    assert!(diagram::write(&loaded.variant).text.contains("\nMarshall:M:RN:marshall:b1,,b4\n"));
}

/// The ship of Tamerlane II is a Griffon that goes on up and down the board. A diagram of 2016 has `[F?fqR]` for it,
/// where docs/notation/xbetza.md has `v[F?R]`, as `q` bends moves of one leg.
#[test]
fn a_notation_that_is_not_read_is_helped_by_the_pieces_name() {
    let text = |ship: &str| format!("maxPromote=0\nship::{ship}::d1\nking:K:K::e1\n");
    let told = diagram::read("x", &text("[F?fqR]")).unwrap_err().to_string();
    assert!(told.contains("`z` and `q` bend a move of one leg only"), "{told}");
    assert!(told.contains("; or v[F?R], if the piece moves as what players know as ship"), "{told}");
    assert!(diagram::read("x", &text("v[F?R]")).is_ok());
}

/// In an array that is turned the kings stand on files e and d of 8: White castles to g and c, Black to b and f, each
/// with what stands in the corners.
#[test]
fn kings_of_turned_arrays_castle_each_in_its_way() {
    let text = "symmetry=rotate\nmaxPromote=0\nRook:R:R:rook:a1,h1\nKing:K:KisO2:king:e1\n";
    let loaded = diagram::read("x", text).unwrap_or_else(|e| panic!("{e}"));
    let game = loaded.variant;
    assert_eq!(game.start, "r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let rule = game.castling.as_ref().unwrap();
    // Wing 0 is towards file h: the king of d8 goes to f8 there, and to b8 on the other.
    assert_eq!((rule.king_file, rule.king_to), (Some([4, 3]), [[6, 2], [5, 1]]));
    assert_eq!(rule.partner_file, [[7, 0]; 2]);
    // What is written is read as the same game.
    let written = diagram::write(&game);
    assert!(written.text.contains("\nKing:K:KisO2:king:e1,,d8\n"), "{}", written.text);
    assert!(!written.unsaid.iter().any(|rule| rule.contains("castling")), "{:?}", written.unsaid);
    assert_eq!(diagram::read("x", &written.text).unwrap().variant.castling, game.castling);
    // A variants.ini has one file for both sides.
    let ini = ini::write(&game);
    assert!(ini.unsaid.iter().any(|rule| rule.contains("castling.king_file")), "{:?}", ini.unsaid);
}

#[test]
fn what_a_form_does_not_say_is_told() {
    let told = |unsaid: Vec<String>, start: &str| {
        assert!(unsaid.iter().any(|rule| rule.starts_with(start)), "{start}: {unsaid:?}")
    };
    // In English, with the key behind.
    told(
        diagram::write(&find("xiangqi").unwrap().variant).unsaid,
        "these may not face each other on an open line: K (flying_generals = [\"K\"])",
    );
    told(
        cecp::write(&find("omega").unwrap().variant).unsaid,
        "squares that the board lacks (`*` in its FEN): b1-k1 a2-a11 l2-l11 b12-k12 (holes = ",
    );
    told(diagram::write(&find("grid").unwrap().variant).unsaid, "a move must leave its cell of the grid: ");
    told(
        diagram::write(&find("xiangqi").unwrap().variant).unsaid,
        "Advisor: squares to which it is confined: d1-f3 (pieces.A.region = \"d1-f3\")",
    );
    let crazyhouse = find("crazyhouse").unwrap().variant;
    // A pawn that is dropped has not moved, or has, as the program will have it.
    told(diagram::write(&crazyhouse).unsaid, "P: its first moves are those of a piece that has not moved");
    assert!(
        diagram::write(&crazyhouse).text.contains("\nPawn:P:fmWfceFifmnDj@7:"),
        "{}",
        diagram::write(&crazyhouse).text
    );
}

/// The demo of the page on diagrams, in our words: a King with the castling of its name, pieces by their names alone, a
/// Lion that is not on the board. Rooks stand in the corners of both sides; the array with the king in the corner's
/// place has none to castle with.
#[test]
fn names_and_rights_of_diagrams() {
    let text = "<div class=\"idiagram\">\nfiles=10\nsymmetry=mirror\nroyal=8\npromoChoice=NBRACQ\nPawn::::a2-j2\nKnight:N:::b1,i1\nBishop::::d1,g1\n\
        Rook::::a1,j1\nArchbishop::::c1\nChancellor::::h1\nQueen::::e1\nKing::::f1\nLion::::\n</div>\n";
    let loaded = diagram::read("Demo", text).unwrap_or_else(|e| panic!("{e}"));
    assert!(loaded.variant.start.ends_with(" w KQkq - 0 1"), "{}", loaded.variant.start);
    let lion = loaded.variant.kinds.iter().find(|kind| kind.name == "Lion").unwrap();
    assert_eq!(lion.notation[0], "KNADcaKmcabK");
    // Gross Chess names its pieces so.
    for (name, moves) in
        [("Wizard", "FC"), ("Champion", "WAD"), ("Marshall", "RN"), ("Vao", "mBcpB"), ("Cannon", "mRcpR")]
    {
        let one = format!("files=8\nranks=8\nKing::K::e1\n{name}::::a1\n");
        let game = diagram::read("x", &one).unwrap_or_else(|e| panic!("{name}: {e}")).variant;
        let same = |a: &str, b: &str| {
            let read = |text| betza_notation::read(text, betza_notation::Dialect::Xbetza).unwrap().piece;
            let (mut a, mut b) = (read(a).moves, read(b).moves);
            a.sort_by_key(|m| format!("{m:?}"));
            b.sort_by_key(|m| format!("{m:?}"));
            a == b
        };
        assert!(same(&game.kinds[1].notation[0], moves), "{name}: {}", game.kinds[1].notation[0]);
    }
    let rights = |rows: &str| {
        let text = format!("files=8\nranks=8\n{rows}");
        let start = diagram::read("x", &text).unwrap_or_else(|e| panic!("{e}")).variant.start;
        start.split(' ').nth(2).unwrap().to_owned()
    };
    assert_eq!(rights("King:K:KisO2::e1\nRook:R:R::a1\n"), "Qq");
    // The partner is the outermost man, as in the diagram of Gross Chess, whose rooks stand a square from the edge.
    assert_eq!(rights("King:K:KisO2::e1\nRook:R:R::b1\n"), "Qq");
    assert_eq!(rights("King:K:KisO2::e1\n"), "-");
    assert_eq!(rights("King:K:KisjO2::e1\nRook:R:R::b1\n"), "Qq");
    assert_eq!(rights("King:K:K::e1\nRook:R:R::a1,h1\n"), "-");
}

/// A rule that is not read is said to be one, and refuses the game where it changes the moves.
#[test]
fn rules_of_diagrams_are_no_pictures() {
    let with = |line: &str| {
        let text = format!("files=8\n{line}\nKing::K::e1\nRook::::a1\n");
        diagram::read("x", &text).map_or_else(|report| report.to_string(), |loaded| loaded.warnings.to_string())
    };
    assert!(
        with("shuffle=RBNQ").starts_with("x:2:1: warning[unsupported]: 'shuffle' is a rule"),
        "{}",
        with("shuffle=RBNQ")
    );
    for rule in ["morph=*P*", "captureMatrix=0"] {
        let told = with(rule);
        if rule.ends_with("=0") {
            assert_eq!(told, "", "switched off");
        } else {
            assert!(told.starts_with("x:2:1: error[unsupported]: 'morph' is a rule"), "{told}");
        }
    }
    assert!(with("squareSize=36").contains("is about the picture"), "{}", with("squareSize=36"));
    let pictures = with("squareSize=36\nrimColor=#111\nlightShade=#eee");
    assert!(pictures.contains("'squareSize', 'rimColor', 'lightShade' are about the picture"), "{pictures}");
    assert!(with("frobnicate=1").contains("if it is a rule, it is not kept"), "{}", with("frobnicate=1"));
}

/// XBoard's manual: pieces of the table without a `piece` line move as XBoard's piece in that place. The count is that
/// of chess.
#[test]
fn pieces_without_a_line_keep_xboards_moves() {
    let lines = "setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let loaded = cecp::read("Chess", lines).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(count(&loaded.variant, 4), 197_281);
    // The eighth place is the Archbishop's, the ninth the Chancellor's; the pawn promotes to all that are there.
    let lines = "setup (PNBRQ..ACKpnbrq..ack) 10x8+0_capablanca rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1\n";
    let loaded = cecp::read("Capablanca", lines).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(count(&loaded.variant, 3), 25_228);
    let unknown = "setup (P................V.Kp................v.k) 8x8+0_fairy 4k3/8/8/8/8/8/8/V3K3 w - - 0 1\n";
    let told = cecp::read("x", unknown).unwrap_err().to_string();
    assert!(told.contains("the piece V has no piece line"), "{told}");
}

/// The letters of other variants are other pieces: C is no King in xiangqi, and P goes straight ahead in shogi.
#[test]
fn letters_without_a_line_are_those_of_the_variant() {
    let xiangqi = "setup (PH.R.AE.K.C..ph.r.ae.k.c..) 9x10+0_xiangqi rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1\n";
    let report = cecp::read("x", xiangqi).expect_err("nobody says how its pieces move").to_string();
    assert!(
        report.contains("the piece C has no piece line, and which moves XBoard gives it in its variant 'xiangqi'"),
        "{report}"
    );
    let shogi =
        "setup (PNBRLSGKpnbrlsgk) 9x9+7_shogi lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - - 0 1\n";
    let shogi = cecp::read("x", shogi).unwrap_or_else(|e| panic!("{e}")).variant;
    // As published (testdata/perft/reference.tsv).
    assert_eq!(count(&shogi, 3), 25_470);
    let form = |id: &str| shogi.kinds.iter().find(|kind| kind.id == id).map(|kind| kind.notation[0].clone());
    assert_eq!((form("+B"), form("+G")), (Some("BW".to_owned()), None));
}

#[test]
fn a_text_is_taken_for_what_it_is() {
    let chess = find("chess").unwrap().variant;
    for (text, form) in [
        (DIAGRAM, Some(Form::Diagram)),
        ("<div class=\"idiagram\">\nfiles=9\n</div>", Some(Form::Diagram)),
        (&cecp::write(&chess).text, Some(Form::Cecp)),
        (&diagram::write(&chess).text, Some(Form::Diagram)),
        (&betza_variants::write_toml(&chess), Some(Form::Toml)),
        ("[x:chess]\ncustomPiece1 = a:NB\n", Some(Form::Ini)),
        ("Mao: W-F\nbex: K--K # both\nGriffon: extended: FtR\n", None),
        ("imfW2+mfW+cfF=Q,R,B,N\n[F?R]\n", None),
    ] {
        assert_eq!(Form::of(text), form, "{text}");
    }
}

/// Letters are given to pieces without ids until none is left.
#[test]
fn ids_run_out() {
    let text = format!("promoChoice=AB\n{}", "::W::\n".repeat(27));
    let told = diagram::read("x", &text).unwrap_err().to_string();
    assert!(told.starts_with("x:28:2: error[missing-key]: the piece has neither an id nor a name"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

/// However many pieces a text names, it is told once that they are too many.
#[test]
fn kinds_run_out() {
    let told = diagram::read("x", &"Page::W::\n".repeat(20_000)).unwrap_err().to_string();
    assert_eq!(told.matches("a game has at most 1024 kinds of pieces").count(), 1, "{told}");
    assert!(told.contains("x:1025:1: error[bad-value]"), "{told}");
    let lines: String = (0..20_000).map(|n| format!("piece a{n}& W\n")).collect();
    let told = cecp::read("x", &format!("{lines}setup (PKpk) 8x8+0_fairy 8/8/8/8/8/8/8/8 w - - 0 1\n")).unwrap_err();
    assert_eq!(told.to_string().matches("a game has at most 1024 kinds of pieces").count(), 1, "{told}");
}

/// What a page has around its diagrams, and how people copy them.
#[test]
fn texts_of_diagrams_come_in_many_layouts() {
    let start = |text: &str| diagram::read("x", text).unwrap_or_else(|e| panic!("{e}\n{text}")).variant.start;
    let plain = "files=5\nranks=5\nmaxPromote=0\nSilver General:S:FfW:silver:b1\nKing:K:K::c1\n";
    let expected = start(plain);
    assert_eq!(expected, "1sk2/5/5/5/1SK2 w - - 0 1");
    for text in [
        plain.replace('\n', "\r\n"),
        format!("```\n{plain}```\n"),
        format!("<div class=idiagram><!-- my game -->\n{plain}<!-- that is all -->\n</div>"),
        format!("<pre class=\"idiagram\">{plain}</pre>"),
        format!("<!-- <div class=idiagram> -->\n<div class='x idiagram y'>\n<!--\n{plain}-->\n</div>"),
        plain.replace('\n', " "),
        plain.replace('\n', "<br />"),
        plain.replace("Silver General", "Silver&#32;General"),
        format!("  {}", plain.replace('\n', "\n\t  ")),
    ] {
        assert_eq!(Form::of(&text), Some(Form::Diagram), "{text}");
        assert_eq!(start(&text), expected, "{text}");
    }
}

/// Diagrams of a page are told apart by their names, or by their numbers.
#[test]
fn diagrams_of_a_page_have_names() {
    let one = |satellite: &str| format!("<div class=\"idiagram\">\nfiles=4\n{satellite}King:K:K::a1\n</div>\n");
    let named = format!("{}{}", one("satellite=a\n"), one("satellite=b\n"));
    assert_eq!(diagram::names(&named), ["a", "b"]);
    let partly = format!("{}{}", one("satellite=a\n"), one(""));
    assert_eq!(diagram::names(&partly), ["1", "2"]);
    assert!(diagram::read_part("x", &partly, "2").is_ok());
    let told = diagram::read("x", &partly).unwrap_err().to_string();
    assert!(told.contains("the page has 2 diagrams, and one game is asked for: 1, 2"), "{told}");
}

#[test]
fn holes_are_written_to_diagrams() {
    for name in ["omega", "gustav3", "troitzky"] {
        let game = find(name).unwrap().variant;
        let written = diagram::write(&game);
        assert!(!written.unsaid.iter().any(|rule| rule.contains("holes")), "{name}: {:?}", written.unsaid);
        let again = diagram::read(name, &written.text).unwrap_or_else(|report| panic!("{name}: {report}")).variant;
        assert!(!game.board.holes().is_empty(), "{name}");
        assert_eq!(again.board.holes(), game.board.holes(), "{name}");
        assert!(cecp::write(&game).unsaid.iter().any(|rule| rule.contains(" (holes = ")), "{name}");
    }
}

/// A game whose King comes before its Pawn, which need not promote.
#[test]
fn royals_and_promotion_are_those_of_the_pieces_that_are_written() {
    let text = "format = 1\nname = \"own\"\nboard = \"5x5\"\nstart = \"1k3/ppppp/5/PPPPP/1K1U1 w - - 0 1\"\ndialect = \"xbetza\"\n\
        [pieces.U]\nname = \"Page\"\nmove = \"fW\"\n[pieces.K]\nname = \"King\"\nmove = \"K\"\nroyal = true\n\
        [pieces.Q]\nname = \"Queen\"\nmove = \"Q\"\n\
        [pieces.P]\nname = \"Pawn\"\nmove = \"fmWfceF\"\npromotion = { zone = \"ranks 5\", to = [\"Q\"], forced = \"no\" }\n";
    let game = read_toml("own.toml", text).unwrap_or_else(|report| panic!("{report}")).variant;
    let written = diagram::write(&game);
    let again =
        diagram::read("own", &written.text).unwrap_or_else(|report| panic!("{report}\n{}", written.text)).variant;
    let kind = |id: &str| again.kinds.iter().find(|k| k.id == id).unwrap();
    let royals: Vec<&str> = again.kinds.iter().filter(|k| k.royal).map(|k| k.id.as_str()).collect();
    assert_eq!(royals, ["K"], "{}", written.text);
    let promotion = kind("P").promotion.as_ref().unwrap();
    assert_eq!((&promotion.forced, again.kinds[promotion.to[0][0].index()].id.as_str()), (&Forced::No, "Q"));
    assert!(again.kinds.iter().all(|k| k.id == "P" || k.promotion.is_none()));
}

/// What is written can be read, or it is told why not.
#[test]
fn what_cannot_be_read_back_is_told() {
    for name in betza_variants::names() {
        let game = find(name).unwrap().variant;
        let both = [(diagram::write(&game), Form::Diagram), (cecp::write(&game), Form::Cecp)];
        for (written, form) in both {
            if let Err(report) = form.read(name, &written.text) {
                let error = report.problems.iter().find(|p| p.severity == Severity::Error).unwrap();
                assert!(written.unsaid.contains(&error.message), "{name}, {}: {report}", form.name());
            }
        }
    }
}

/// A board of four corners less: rows named `hole` list the squares.
#[test]
fn holes_of_diagrams_are_read() {
    let text = "files=4\nranks=4\nhole::::a1,d1,a4,d4\nKing::K::b1\n";
    let game = diagram::read("x", text).unwrap_or_else(|e| panic!("{e}")).variant;
    assert_eq!(game.start, "*k1*/4/4/*K1* w - - 0 1");
    assert_eq!(game.board.holes().len(), 4);
}
