//! `betza show`: titles, sheets and PNG.

use crate::program::{Scratch, betza};

/// What stands between the tags of a picture's `<text>` and `<title>` elements.
fn texts(svg: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for part in svg.split("<t").skip(1).filter(|part| part.starts_with("ext") || part.starts_with("itle")) {
        let inner = part.split_once('>').map_or("", |(_, rest)| rest);
        all.push(inner.split('<').next().unwrap_or_default());
    }
    all
}

#[test]
fn a_title_takes_the_place_of_the_notation_which_stands_below_it() {
    let svg = Scratch::new("title.svg", b"");
    let r = betza(&["show", "WF", "--title", "King & <Man>", "--svg", svg.path()]);
    assert_eq!((r.err.as_str(), r.status), ("", 0));
    let drawn = std::fs::read_to_string(svg.path()).unwrap();
    let texts = texts(&drawn);
    assert!(texts.contains(&"King &amp; &lt;Man&gt;"), "{texts:?}");
    assert!(texts.contains(&"WF (betza)"), "{texts:?}");
}

#[test]
fn a_sheet_shows_each_piece_of_a_file_once() {
    let list = Scratch::new("pieces.txt", b"# two pieces\n\nMao: W-F\n  WD\n");
    let svg = Scratch::new("sheet.svg", b"");
    let arguments =
        ["show", "--sheet", list.path(), "--dialect", "extended", "--title", "Leapers", "--svg", svg.path()];
    let r = betza(&arguments);
    assert_eq!((r.err.as_str(), r.status), ("", 0));
    let headings: Vec<&str> = r.out.lines().filter(|line| *line == "Mao: W-F" || *line == "WD").collect();
    assert_eq!(headings, ["Mao: W-F", "WD"]);
    // Each board has eight ranks, and the piece stands on one square of each.
    assert_eq!(r.out.lines().filter(|line| line.starts_with(" 8 ")).count(), 2);
    let drawn = std::fs::read_to_string(svg.path()).unwrap();
    let texts = texts(&drawn);
    for title in ["Leapers", "Mao", "W-F", "WD"] {
        assert!(texts.contains(&title), "{title}: {texts:?}");
    }
    // Two boards of 64 squares, half of them dark, and at most a sample of each in the legend.
    assert!((64..70).contains(&drawn.matches("class=\"dark\"").count()));
}

/// As in the files that `check` and editors read.
#[test]
fn lines_of_a_sheet_may_name_their_dialect() {
    let list = Scratch::new("dialects.txt", b"bex: K--K # both ways\nGriffon: extended: FtR\nRook: R\n");
    let svg = Scratch::new("dialects.svg", b"");
    let r = betza(&["show", "--sheet", list.path(), "--svg", svg.path()]);
    assert_eq!(r.status, 0, "{}", r.err);
    let drawn = std::fs::read_to_string(svg.path()).unwrap();
    let texts = texts(&drawn);
    for text in ["K--K", "bex", "Griffon", "FtR (extended)", "Rook", "R"] {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
}

#[test]
fn a_sheet_that_cannot_be_drawn_is_an_error() {
    let empty = Scratch::new("empty.txt", b"# nothing\n");
    let r = betza(&["show", "--sheet", empty.path()]);
    assert_eq!(r.status, 1);
    assert!(r.err.contains("write one a line"), "{}", r.err);
    let wrong = Scratch::new("wrong.txt", b"King: K\nNobody: E\n");
    let r = betza(&["show", "--sheet", wrong.path()]);
    assert_eq!(r.status, 1);
    assert!(r.err.contains(&format!("{}, line 2: `Nobody: E`", wrong.path())), "{}", r.err);
    let r = betza(&["show", "K", "--sheet", empty.path()]);
    assert_eq!(r.status, 2);
}

/// The size in the header of a PNG is that of the SVG, twice as fine.
#[cfg(feature = "png")]
#[test]
fn a_png_is_the_picture_twice_as_fine() {
    let (svg, png) = (Scratch::new("size.svg", b""), Scratch::new("size.png", b""));
    let r = betza(&["show", "N", "--svg", svg.path(), "--png", png.path()]);
    assert_eq!((r.err.as_str(), r.status), ("", 0));
    let drawn = std::fs::read_to_string(svg.path()).unwrap();
    let sized = |name: &str| -> u32 {
        let (_, rest) = drawn.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let bytes = std::fs::read(png.path()).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (2 * sized("width"), 2 * sized("height")));
}

#[cfg(not(feature = "png"))]
#[test]
fn without_its_feature_png_is_refused_and_nothing_is_written() {
    let r = betza(&["show", "N", "--png", "/no/such/folder/x.png"]);
    assert_eq!((r.out.as_str(), r.status), ("", 1));
    assert!(r.err.contains("--features png") && r.err.contains("--svg"), "{}", r.err);
}
