//! Notations of which nobody says the dialect, names of pieces, and files of either.

use crate::program::{Scratch, betza};

/// The Pawn of chess, in what variant pages write: `betza` has neither `e` nor `i`, and the two dialects that have all
/// of it agree.
#[test]
fn where_the_readings_agree_one_is_given() {
    let r = betza(&["explain", "fmWfceFifmnD"]);
    assert_eq!(r.status, 0, "{}", r.err);
    assert!(r.out.starts_with("A Pawn of chess.\n"), "{}", r.out);
    // To `bex` the `e` does nothing here.
    assert_eq!(r.err, "note: read as xbetza and fsf; other dialects read it otherwise (`betza dialects` shows it)\n");
    // Plain pieces are the same in all dialects, and nothing is noted.
    for piece in ["WF", "fcFfmW", "WDA", "R4"] {
        let r = betza(&["explain", piece]);
        assert_eq!((r.err.as_str(), r.status), ("", 0), "{piece}");
    }
    let r = betza(&["show", "[F?R]", "--at", "d2"]);
    assert!(r.err.starts_with("note: read as xbetza and fsf"), "{}", r.err);
    assert!(r.out.contains(" 3 * * * . * * * *\n"), "{}", r.out);
    // Only `betza` has `t` before a bracket.
    assert_eq!(betza(&["explain", "t[FR]"]).out, betza(&["explain", "[F?R]"]).out);
}

/// `fK` is three squares where letters distribute over W and F (D5), and one square in `betza2` and `xbetza`.
#[test]
fn where_they_part_the_commands_are_printed() {
    for command in ["explain", "show"] {
        let r = betza(&[command, "fK"]);
        assert_eq!((r.out.as_str(), r.status), ("", 1), "{}", r.err);
        assert!(r.err.starts_with("error: the dialects read `fK` in 2 ways: name one\n"), "{}", r.err);
        for line in [
            format!("\n  betza {command} fK --dialect betza  # as betza, extended, bex and fsf\n"),
            format!("\n  betza {command} fK --dialect betza2  # as betza2 and xbetza\n"),
        ] {
            assert!(r.err.contains(&line), "{line}: {}", r.err);
        }
    }
    assert_eq!(betza(&["explain", "fK", "--dialect", "xbetza"]).status, 0);
    // `moves` keeps its default.
    assert_eq!(betza(&["moves", "--piece", "fK", "--at", "d4"]).out, "d4-c5\nd4-d5\nd4-e5\n3 moves\n");
}

/// A text that other dialects read but take for one of `xbetza` is of `xbetza`.
#[test]
fn a_text_is_of_the_dialect_that_does_not_suspect_it() {
    let r = betza(&["explain", "KNADcaKmcabK"]);
    assert!(r.out.starts_with("A Lion of chu shogi.\n"), "{}", r.out);
    assert!(r.err.starts_with("note: read as xbetza; other dialects read it otherwise"), "{}", r.err);
}

/// What no dialect reads is told by the one that understands most of it.
#[test]
fn errors_are_those_of_the_nearest_dialect() {
    let r = betza(&["explain", "fmWfceFifmn~D"]);
    assert_eq!(r.status, 1);
    let lines: Vec<&str> = r.err.lines().collect();
    let place = lines.iter().position(|l| l.ends_with("| fmWfceFifmn~D")).expect(&r.err);
    assert_eq!(lines[place + 1].find('^'), lines[place].find('~'), "{}", r.err);
}

#[test]
fn names_are_pieces() {
    for (name, first) in [
        ("griffon", "A Griffon (Gryphon)."),
        ("Lion", "A Lion of chu shogi."),
        ("gold general", "A Gold General."),
        ("bede", "A Bede."),
        ("waffle", "A Phoenix."),
        ("hook mover", "A Hook Mover."),
        ("Cardinal", "An Archbishop (Bishop and Knight)."),
    ] {
        let r = betza(&["explain", name]);
        assert_eq!(r.out.lines().next(), Some(first), "{name}: {}", r.err);
        assert!(r.err.starts_with(&format!("note: {name} is `")), "{name}: {}", r.err);
    }
    assert_eq!(betza(&["show", "knight"]).out, betza(&["show", "N"]).out);
    assert_eq!(
        betza(&["moves", "--piece", "knight", "--at", "b1"]).out,
        betza(&["moves", "--piece", "N", "--at", "b1"]).out
    );
    assert_eq!(betza(&["translate", "griffon", "--to", "betza"]).out, "t[FR]\n");
    let names = Scratch::new("names.txt", b"griffon\nHunter: gold general\n");
    let r = betza(&["check", names.path()]);
    let told: Vec<&str> = r.out.lines().map(|line| line.split_once(": note: ").expect(line).1).collect();
    assert_eq!(told, ["griffon is `FtR` in extended", "gold general is `WfF` in betza"]);
    // A slip is no name, and the name that it is near to is told.
    for (slip, name) in [("grasshoper", "grasshopper"), ("archbishp", "archbishop")] {
        let r = betza(&["explain", slip]);
        assert!(r.err.contains(&format!("write the name `{name}`")), "{slip}: {}", r.err);
    }
    // Where a dialect is named, a name is no notation of it.
    let r = betza(&["explain", "griffon", "--dialect", "betza"]);
    assert_eq!(r.status, 1);
    assert!(r.err.contains("write `t[FR]`"), "{}", r.err);
}

/// A file that `show --sheet` draws is one that `check` reads.
#[test]
fn check_reads_sheets_and_finds_dialects() {
    let sheet = Scratch::new("named.txt", b"# pieces\nMao: xbetza: mafsW\nGriffon: extended: FtR\nRook: R\n");
    let r = betza(&["check", sheet.path()]);
    assert_eq!((r.out.as_str(), r.err.as_str(), r.status), ("", "", 0));
    assert_eq!(betza(&["show", "--sheet", sheet.path()]).status, 0);
    let lines = Scratch::new("lines.txt", b"Pawn: fmWfceFifmnD\nGeneral: fK\nWrong: R~\n");
    let r = betza(&["check", lines.path()]);
    let told: Vec<&str> = r.out.lines().collect();
    let at = |place: &str| format!("{}:{place}: ", lines.path());
    assert_eq!(
        told[0],
        at("1:7") + "note: read as xbetza and fsf; other dialects read it otherwise (`betza dialects` shows it)"
    );
    let parted = at("2:10")
        + "warning[read-differently]: the dialects part here: betza, extended, bex and fsf; betza2 and xbetza; ";
    assert!(told[1].starts_with(&parted) && told[1].contains("`betza: fK`"), "{}", told[1]);
    assert!(told[2].starts_with(&(at("3:9") + "error[")), "{}", told[2]);
    assert_eq!((told.len(), r.status), (3, 1));
    let r = betza(&["check", "--dialect", "xbetza", lines.path()]);
    assert_eq!(r.out.lines().count(), 1, "{}", r.out);
}

/// An Interactive Diagram's text and XBoard's lines are read wherever games are.
#[test]
fn games_in_other_forms_are_read() {
    let diagram = "files=8\nranks=8\npromoZone=1\npromoChoice=QRBN\nPawn::::a2-h2\nKnight:N:::b1,g1\nBishop::::c1,f1\nRook::::a1,h1\nQueen::::d1\nKing:K:KisO2::e1\n";
    let lines = "setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    for (name, text) in [("game.diagram", diagram), ("xboard.txt", lines)] {
        let file = Scratch::new(name, text.as_bytes());
        let r = betza(&["perft", "3", "--file", file.path()]);
        assert!(r.out.contains("Nodes searched: 8902\n"), "{name}: {}{}", r.out, r.err);
        assert_eq!(betza(&["check", file.path()]).status, 0, "{name}");
        let r = betza(&["translate-game", file.path()]);
        assert!(r.out.starts_with("format = 1\n"), "{name}: {}{}", r.out, r.err);
        let native = Scratch::new(&format!("{name}.toml"), r.out.as_bytes());
        let r = betza(&["perft", "3", "--file", native.path()]);
        assert!(r.out.contains("Nodes searched: 8902\n"), "{name}: {}{}", r.out, r.err);
        for (to, ending) in [("ini", "ini"), ("diagram", "txt"), ("xboard", "txt")] {
            let r = betza(&["translate-game", native.path(), "--to", to]);
            assert_eq!(r.status, 0, "{name} {to}: {}", r.err);
            let back = Scratch::new(&format!("{name}-{to}.{ending}"), r.out.as_bytes());
            let r = betza(&["perft", "3", "--file", back.path()]);
            assert!(r.out.contains("Nodes searched: 8902\n"), "{name} {to}: {}{}", r.out, r.err);
        }
    }
    let wrong = Scratch::new("wrong.diagram", b"files=8\nmorph=x\nKing::K::e1\nNobody::::a1\n");
    let r = betza(&["check", wrong.path()]);
    assert!(r.out.contains(":2:1: error[unsupported]: 'morph' is a rule"), "{}", r.out);
    assert!(r.out.contains("Nobody has no moves") && r.status == 1, "{}", r.out);
    let none = Scratch::new("none.txt", b"just words\n");
    let r = betza(&["translate-game", none.path()]);
    assert!(r.status == 1 && r.err.contains("none of the forms"), "{}", r.err);
}

/// The start of chess, drawn by hand, and a position with a hand.
#[test]
fn a_board_is_drawn() {
    let svg = Scratch::new("board.svg", b"");
    let r = betza(&["board", "chess", "--svg", svg.path()]);
    let rows = [
        " 8 r n b q k b n r",
        " 7 p p p p p p p p",
        " 6 . . . . . . . .",
        " 5 . . . . . . . .",
        " 4 . . . . . . . .",
        " 3 . . . . . . . .",
        " 2 P P P P P P P P",
        " 1 R N B Q K B N R",
        "   a b c d e f g h",
        "",
        "White to move",
        "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ];
    assert_eq!(r.out.lines().collect::<Vec<_>>(), rows, "{}", r.err);
    let drawn = std::fs::read_to_string(svg.path()).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
    let r = betza(&["board", "crazyhouse", "--fen", "4k3/8/8/8/8/8/8/4K3[NNp] b - - 0 1"]);
    assert!(r.out.contains("\nWhite holds 2 N\nBlack holds 1 p\nBlack to move\n"), "{}{}", r.out, r.err);
    assert_eq!(betza(&["board", "nosuchgame"]).status, 1);
}

/// The page and the sheet name every piece and hold a picture of each and of the board.
#[test]
fn a_sheet_has_all_of_a_game() {
    let (html, svg) = (Scratch::new("sheet.html", b""), Scratch::new("game-sheet.svg", b""));
    let r = betza(&["sheet", "capablanca", "--html", html.path(), "--svg", svg.path()]);
    assert_eq!((r.out.as_str(), r.err.as_str(), r.status), ("", "", 0));
    let page = std::fs::read_to_string(html.path()).unwrap();
    assert!(page.starts_with("<!doctype html>\n") && page.ends_with("</html>\n"));
    // Eight pieces and the board.
    assert_eq!(page.matches("<img ").count(), 9);
    let sheet = std::fs::read_to_string(svg.path()).unwrap();
    assert!(sheet.starts_with("<svg ") && sheet.ends_with("</svg>\n"));
    assert_eq!(sheet.matches("<svg ").count(), sheet.matches("</svg>").count());
    assert_eq!(sheet.matches("class=\"frame\"").count(), 8);
    for text in ["Archbishop", "Chancellor", "Castling: ", "An Archbishop (Bishop and Knight)."] {
        assert!(page.contains(text) && sheet.contains(text), "{text}");
    }
    // Nothing is fetched from elsewhere.
    for text in [&page, &sheet] {
        assert!(!text.contains("href=\"http") && !text.contains("src=\"http") && !text.contains("<script"));
    }
    let printed = betza(&["sheet", "capablanca"]);
    assert_eq!(printed.out, page);
}

/// Where the sides move otherwise, both are drawn and told.
#[test]
fn a_sheet_has_the_moves_of_both_sides() {
    let text = "format = 1\nname = \"two\"\nparent = \"chess\"\n[pieces.N]\nname = \"Sentry\"\n\
                move = { white = \"W\", black = \"F\" }\n";
    let (game, svg) = (Scratch::new("two.toml", text.as_bytes()), Scratch::new("two.svg", b""));
    let page = betza(&["sheet", "--file", game.path()]);
    assert_eq!((page.err.as_str(), page.status), ("", 0));
    // Six pieces, one of them twice, and the board.
    assert_eq!(page.out.matches("<img ").count(), 8);
    let parts = ["<p>White's <code>W, ", "one square orthogonally", "<p>Black's <code>F, ", "one square diagonally"];
    let mut rest = page.out.as_str();
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} is missing, or out of order: {}", page.out)).1;
    }
    assert!(page.out.contains("The moves of Black's Sentry"));
    assert_eq!(betza(&["sheet", "--file", game.path(), "--svg", svg.path()]).status, 0);
    let sheet = std::fs::read_to_string(svg.path()).unwrap();
    assert!(sheet.contains("Black's Sentry (N n)") && sheet.contains("White's Sentry (N n)"));
}

/// The Pawn of chess is one text in both dialects. What differs is when `i` holds, which no bare board shows.
#[test]
fn dialects_and_translate_agree() {
    let r = betza(&["dialects", "fmWfceFifmnD"]);
    assert!(r.out.contains("read by xbetza and fsf\n") && !r.out.contains("only"), "{}", r.out);
    for (from, to) in [("xbetza", "fsf"), ("fsf", "xbetza")] {
        let r = betza(&["translate", "fmWfceFifmnD", "--from", from, "--to", to]);
        assert_eq!((r.out.as_str(), r.status), ("fmWfceFifmnD\n", 0), "{}", r.err);
        assert!(r.err.starts_with(&format!("note: `i` of {to} holds ")), "{}", r.err);
    }
}

/// Two diagrams in the source of a page: each is checked, and each can be had.
#[test]
fn pages_with_several_diagrams() {
    let diagram = |satellite: &str, rows: &str| {
        format!("<div class='idiagram'>\nfiles=6\nranks=6\nsatellite={satellite}\nmaxPromote=0\n{rows}\n</div>\n")
    };
    let page = format!(
        "<html><body><p>Files=6 &amp; ranks=6</p>{}<hr>{}</body></html>",
        diagram("first", "Rook:R:R::a1\nKing:K:K::d1"),
        diagram("second", "Griffon:G:Z(:griffon:a1\nKing:K:K::d1")
    );
    let file = Scratch::new("page.html", page.as_bytes());
    let path = file.path();
    let checked = betza(&["check", path]);
    assert_eq!(checked.status, 1, "{}", checked.out);
    // The fault is the second diagram's, and stands where it is in the page.
    assert!(checked.out.contains("page.html:14:12: error[notation]"), "{}", checked.out);
    let several = betza(&["translate-game", path]);
    assert!(several.err.contains("has 2 diagrams: name one"), "{}", several.err);
    let first = betza(&["translate-game", path, "first"]);
    assert!(first.out.contains("start = \"r2k2/6/6/6/6/R2K2 w - - 0 1\""), "{}\n{}", first.out, first.err);
    let none = betza(&["translate-game", path, "third"]);
    assert!(none.err.contains("name one of them: first, second"), "{}", none.err);
    let perft = betza(&["perft", "--file", path, "1"]);
    assert!(perft.err.contains("the page has 2 diagrams, and one game is asked for: first, second"), "{}", perft.err);
}
