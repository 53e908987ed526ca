//! Pieces by themselves: reading, writing, moves, tables.

use betza::{Dialect, Men, Piece, PieceMove, Side};

fn piece(text: &str) -> Piece {
    Piece::read(text, Dialect::Betza).expect("it reads")
}

fn to(name: &str) -> PieceMove {
    PieceMove { to: Some(name.to_owned()), captures: Vec::new(), relocations: Vec::new() }
}

fn takes(name: &str) -> PieceMove {
    PieceMove { captures: vec![name.to_owned()], ..to(name) }
}

#[test]
fn pieces_are_read_written_explained_and_drawn() {
    let pawn = Piece::read("fmWfceFifmnD", Dialect::Xbetza).expect("it reads");
    assert_eq!((pawn.text(), pawn.dialect()), ("fmWfceFifmnD", Dialect::Xbetza));
    let knight = piece("N");
    for dialect in Dialect::ALL {
        let text = knight.write(dialect).expect("every dialect has a knight");
        let again = Piece::read(&text, dialect).expect("what is written reads");
        assert_eq!(again.moves(&Men::alone((8, 8), "d4")), knight.moves(&Men::alone((8, 8), "d4")));
    }
    // Betza's own notation has no word for pieces that have not moved.
    let first = Piece::read("iD", Dialect::Xbetza).expect("it reads");
    assert_eq!(first.write(Dialect::Betza).map_err(|e| e.code()), Err("cannot-say"));
    assert!(knight.explain().contains("leap"), "{}", knight.explain());
    let svg = knight.svg((8, 8), "d4").expect("d4 is a square");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(knight.warnings().is_empty() && !knight.is_royal() && knight.promotions().is_none());
}

#[test]
fn moves_are_those_of_the_program() {
    // An enemy on d5 blocks the pawn, one on e5 is captured.
    let pawn = piece("mfWcfF");
    let men = Men { foes: vec!["d5".into(), "e5".into()], ..Men::alone((8, 8), "d4") };
    assert_eq!(pawn.moves(&men).expect("it has moves"), [takes("e5")]);
    // Black's pawn goes down.
    let men = Men { side: Side::Black, ..Men::alone((8, 8), "d4") };
    assert_eq!(pawn.moves(&men).expect("it has moves"), [to("d3")]);
    // Only a piece that has not moved leaps two.
    let first = Piece::read("iD", Dialect::Xbetza).expect("it reads");
    let men = Men { moved: vec!["a1".into()], ..Men::alone((3, 3), "a1") };
    assert_eq!(first.moves(&men), Ok(Vec::new()));
    assert_eq!(first.moves(&Men::alone((3, 3), "a1")).expect("it has moves"), [to("a3"), to("c1")]);
}

#[test]
fn errors_of_pieces_say_what_and_where() {
    let error = Piece::read("N)", Dialect::Betza).expect_err("it is no piece");
    assert!(!error.code().is_empty() && error.span().start <= 2 && !error.diagnostics().is_empty());
    assert!(error.to_string().contains(';'), "a reason and a remedy: {error}");
    let knight = piece("N");
    let codes = [
        (Men::alone((0, 8), "a1"), "board"),
        (Men::alone((8, 37), "a1"), "board"),
        (Men::alone((8, 8), "i1"), "square"),
        (Men::alone((8, 8), ""), "square"),
        (Men { foes: vec!["a1".into()], ..Men::alone((8, 8), "a1") }, "occupied"),
        (Men { foes: vec!["b1".into()], friends: vec!["b1".into()], ..Men::alone((8, 8), "a1") }, "occupied"),
        (Men { moved: vec!["z99".into()], ..Men::alone((8, 8), "a1") }, "square"),
    ];
    for (men, code) in codes {
        assert_eq!(knight.moves(&men).map_err(|e| e.code()), Err(code), "{men:?}");
    }
    assert_eq!(knight.svg((8, 8), "z9").map_err(|e| e.code()), Err("square"));
    // An error about a name has it, whichever of the question's names it is.
    let men = Men { friends: vec!["b1".into()], moved: vec!["zöö".into()], ..Men::alone((8, 8), "a1") };
    let error = knight.moves(&men).expect_err("it is no square");
    assert_eq!((error.name(), error.span()), (Some("zöö"), 0..5));
    let crowded = Men { foes: vec!["a1".into()], ..Men::alone((8, 8), "a1") };
    assert_eq!(knight.moves(&crowded).expect_err("two stand there").name(), None);
    assert_eq!(knight.svg((99, 8), "a1").map_err(|e| e.code()), Err("board"));
    for (board, stride, code) in
        [((0, 0), 8, "board"), ((8, 8), 7, "stride"), ((8, 8), 17, "stride"), ((17, 8), 17, "board")]
    {
        assert_eq!(knight.compile(board, Side::White, stride).map(|_| ()).map_err(|e| e.code()), Err(code));
    }
    for text in ["iD", "dN", "eF"] {
        let dependent = Piece::read(text, Dialect::Xbetza).expect("it reads").compile((8, 8), Side::White, 8);
        assert_eq!(dependent.map(|_| ()).map_err(|e| e.code()), Err("depends-on-more"), "{text}");
    }
}

#[test]
fn joined_edges_are_those_of_the_board_and_not_of_the_stride() {
    let cylinder = Piece::read("oR1", Dialect::Xbetza).expect("it reads");
    let tables = cylinder.compile((8, 8), Side::White, 12).expect("it depends on nothing else");
    let (occupied, mut out) = ([0; 2], [0; 2]);
    tables.attacks(0, &occupied, &mut out);
    // A wazir on a1 of a board whose left and right edges are joined: b1, h1, a2.
    assert_eq!(squares(&out, 12), [(1, 0), (7, 0), (0, 1)]);
}

/// The squares of a set of the tables, as file and rank.
fn squares(set: &[u64], stride: usize) -> Vec<(usize, usize)> {
    let bits = (0..64 * set.len()).filter(|i| set[i / 64] >> (i % 64) & 1 != 0);
    bits.map(|i| (i % stride, i / stride)).collect()
}

#[test]
fn tables_are_what_the_moves_are_with_any_stride() {
    let texts = ["N", "R", "mRcpR", "NN", "fR", "mWcF", "WvR", "nA", "[W?fsF]", "oR", "oN", "zB"];
    for text in texts {
        for dialect in [Dialect::Betza, Dialect::Xbetza, Dialect::Extended] {
            let Ok(piece) = Piece::read(text, dialect) else { continue };
            for (board, strides) in [((8, 8), [8, 12]), ((5, 7), [5, 16]), ((9, 10), [9, 12])] {
                for side in Side::BOTH {
                    for stride in strides {
                        let Ok(tables) = piece.compile(board, side, stride) else { continue };
                        one(&piece, board, side, usize::from(stride), &tables);
                    }
                }
            }
        }
    }
}

fn name(file: usize, rank: usize) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// Holds the tables against [`Piece::moves`], with enemies on every third square.
fn one(piece: &Piece, board: (u8, u8), side: Side, stride: usize, tables: &betza::Attacks) {
    let (files, ranks) = (usize::from(board.0), usize::from(board.1));
    let words = tables.words();
    assert_eq!(words, (stride * ranks).div_ceil(64));
    let from = (files / 2, ranks / 2);
    let foes: Vec<(usize, usize)> = (0..files * ranks)
        .map(|i| (i % files, i / files))
        .filter(|&(f, r)| (f * 7 + r * 5) % 3 == 0 && (f, r) != from)
        .collect();
    let mut occupied = vec![0; words];
    for (f, r) in foes.iter().copied().chain([from]) {
        let i = r * stride + f;
        occupied[i / 64] |= 1 << (i % 64);
    }
    let men =
        Men { side, foes: foes.iter().map(|&(f, r)| name(f, r)).collect(), ..Men::alone(board, &name(from.0, from.1)) };
    let moves = piece.moves(&men).expect("it has moves");
    let split = |captures: bool| {
        let some = moves.iter().filter(|m| m.captures.is_empty() != captures);
        let mut names: Vec<String> = some.filter_map(|m| m.to.clone()).collect();
        names.sort();
        names
    };
    let here = (from.1 * stride + from.0) as u16;
    let mut out = vec![!0; words + 1];
    let named = |set: &[u64]| {
        let mut names: Vec<String> = squares(&set[..words], stride).into_iter().map(|(f, r)| name(f, r)).collect();
        names.sort();
        names
    };
    tables.quiets(here, &occupied, &mut out);
    assert_eq!(named(&out), split(false), "{} {board:?} {stride}", piece.text());
    assert_eq!(out[words], 0);
    tables.captures(here, &occupied, &mut out);
    assert_eq!(named(&out), split(true), "{} {board:?} {stride}", piece.text());
    // Whoever attacks a square is among those from which the square is attacked.
    tables.attacks(here, &occupied, &mut out);
    let attacked = squares(&out, stride);
    let mut depends = vec![0; words];
    tables.depends_on(here, &mut depends);
    for (f, r) in attacked {
        let mut back = vec![0; words];
        tables.attackers((r * stride + f) as u16, &occupied, &mut back);
        assert!(squares(&back, stride).contains(&from), "{} {board:?} {stride}", piece.text());
        assert!(squares(&depends, stride).contains(&(f, r)));
    }
    assert!(tables.bytes() > 0);
    bounds(tables, here, &occupied, words);
    // Too short slices, squares off the board, and gaps of the stride have no squares.
    let mut short = vec![!0; words - 1];
    tables.attacks(here, &occupied, &mut short);
    assert!(short.iter().all(|&w| w == 0));
    out.fill(!0);
    tables.attacks(here, &occupied[..words - 1], &mut out);
    assert!(out.iter().all(|&w| w == 0));
    let gap = if stride > files { files as u16 } else { u16::MAX };
    for off in [u16::MAX, (ranks * stride) as u16, gap] {
        for ask in
            [betza::Attacks::attacks, betza::Attacks::quiets, betza::Attacks::captures, betza::Attacks::attackers]
        {
            out.fill(!0);
            ask(tables, off, &occupied, &mut out);
            assert!(out.iter().all(|&w| w == 0), "{off}");
        }
    }
}

/// What is attacked with some occupancy, and that nothing but what is between decides about it.
fn bounds(tables: &betza::Attacks, here: u16, occupied: &[u64], words: usize) {
    let set = |ask: &dyn Fn(&mut [u64])| {
        let mut out = vec![!0; words];
        ask(&mut out);
        out
    };
    let has = |set: &[u64], square: u16| set[usize::from(square) / 64] >> (square % 64) & 1 != 0;
    let may = set(&|out| tables.may_attack(here, out));
    let now = set(&|out| tables.attacks(here, occupied, out));
    assert!(now.iter().zip(&may).all(|(now, may)| now & !may == 0));
    let mut is_blockable = false;
    for to in (0..64 * words as u16).filter(|&to| tables.has(to)) {
        let between = set(&|out| tables.between(here, to, out));
        let back = set(&|out| tables.may_be_attacked_from(to, out));
        assert_eq!(has(&may, to), has(&back, here), "{to}");
        assert!(has(&may, to) || between.iter().all(|&w| w == 0), "{to}");
        is_blockable |= between.iter().any(|&w| w != 0);
        let only: Vec<u64> = occupied.iter().zip(&between).map(|(o, b)| o & b).collect();
        assert_eq!(has(&set(&|out| tables.attacks(here, &only, out)), to), has(&now, to), "{to}");
    }
    // A rider that stands where it can only step is blocked elsewhere.
    assert!(tables.is_blockable() || !is_blockable);
    assert!(!tables.has(u16::MAX));
}

#[test]
fn between_are_the_squares_that_decide_about_an_attack() {
    let between = |text: &str, dialect: Dialect, from: u16, to: u16| {
        let tables = Piece::read(text, dialect).expect("it reads").compile((8, 8), Side::White, 8);
        let mut out = [!0];
        tables.expect("it depends on nothing else").between(from, to, &mut out);
        (0..64_u16).filter(|s| out[0] >> s & 1 != 0).collect::<Vec<_>>()
    };
    // From a1 (0) to d1 (3): b1 and c1. The Moa goes to c2 (10) over b2 (9), the Falcon to b4 (25) by three ways: a2
    // a3, a2 b3, b2 b3. The Grasshopper lands on d1 behind c1 if b1 is empty. Knights leap; a Rook never comes to c2.
    assert_eq!(between("R", Dialect::Betza, 0, 3), [1, 2]);
    assert_eq!(between("mafsF", Dialect::Xbetza, 0, 10), [9]);
    assert_eq!(between("nC", Dialect::Betza, 0, 25), [8, 9, 16, 17]);
    assert_eq!(between("Q+K", Dialect::Extended, 0, 3), [1, 2]);
    assert!(between("N", Dialect::Betza, 0, 10).is_empty());
    assert!(between("R", Dialect::Betza, 0, 10).is_empty());
    assert!(between("R", Dialect::Betza, 64, 0).is_empty());
}

#[test]
fn moves_are_words_and_back() {
    let position = betza::Game::builtin("capablanca").expect("it is built in").start();
    for m in position.legal_moves() {
        assert_eq!(betza::Move::from_bits(m.to_bits()), Some(m));
    }
    // A type that there is not, and effects that there are not.
    assert_eq!(betza::Move::from_bits(8 << 16), None);
    assert_eq!(betza::Move::from_bits(u64::MAX), None);
}

fn tables(text: &str, dialect: Dialect) -> betza::Attacks {
    let piece = Piece::read(text, dialect).expect("it reads");
    piece.compile((8, 8), Side::White, 8).expect("it depends on the occupancy alone")
}

#[test]
fn moves_to_empty_squares_and_attacks_are_told_apart() {
    let tables = |text| tables(text, Dialect::Xbetza);
    for (text, quiets, attacks, is_hopper) in [
        ("N", false, false, false),
        ("mNcR", false, true, false),
        ("mRcN", true, false, false),
        ("[F?R]", true, true, false),
        // Over a hurdle: captures alone, all moves, moves alone.
        ("mRcpR", true, true, true),
        ("gQ", true, true, true),
        ("mpRcR", true, true, false),
    ] {
        let tables = tables(text);
        let told = (tables.quiets_are_blockable(), tables.is_blockable(), tables.is_hopper());
        assert_eq!(told, (quiets, attacks, is_hopper), "{text}");
    }
    let may_move = |text, from| {
        let mut out = [!0];
        tables(text).may_move(from, &mut out);
        (0..64_u16).filter(|s| out[0] >> s & 1 != 0).collect::<Vec<_>>()
    };
    // From a1 up the file; from h8 (63) nowhere. A Grasshopper lands behind the neighbours of a1: c1 to h1, a3 to a8,
    // c3 to h8.
    assert_eq!(may_move("mfRcB", 0), [8, 16, 24, 32, 40, 48, 56]);
    assert!(may_move("mfRcB", 63).is_empty());
    let behind = [2, 3, 4, 5, 6, 7, 16, 18, 24, 27, 32, 36, 40, 45, 48, 54, 56, 63];
    assert_eq!(may_move("gQ", 0), behind);
}

#[test]
fn mobility_is_the_mean_over_the_board() {
    let attacks = |text, empty| tables(text, Dialect::Xbetza).mobility(empty).attacks;
    let near = |is: f64, expected: f64| assert!((is - expected).abs() < 1e-9, "{is} for {expected}");
    // All leaps of a Knight on 8x8 are 8 * 7 * 6 = 336, whatever stands there.
    near(attacks("N", 0.69), 336.0 / 64.0);
    // A Rook goes to 14 squares of an empty board; on a full one to the 4 * 8 * 7 = 224 neighbours.
    near(attacks("R", 1.0), 14.0);
    near(attacks("R", 0.0), 224.0 / 64.0);
    // With every other square empty: along a line of n squares 1 + 1/2 + 1/4 + ... = 2 - 2 / 2^n; of the 8 lengths
    // there are 8 each in 4 directions. The sum over n = 0 to 7 of 2 - 2 / 2^n is 16 - 2 * (2 - 1 / 128).
    near(attacks("R", 0.5), 32.0 * (16.0 - 2.0 * (2.0 - 1.0 / 128.0)) / 64.0);
    // A Grasshopper on a full board lands two squares away: 4 * 8 * 6 and 4 * 6 * 6. A Cannon has no hurdle on an
    // empty one.
    near(attacks("gQ", 0.0), (192.0 + 144.0) / 64.0);
    near(attacks("mRcpR", 1.0), 0.0);
    let both = tables("mNcK", Dialect::Xbetza).mobility(0.5);
    near(both.quiets, 336.0 / 64.0);
    near(both.attacks, 420.0 / 64.0);
    // A Falcon's squares: 8 * 7 * 5 of the Camel, 8 * 6 * 5 of the Zebra. On a full board every path to them is
    // blocked.
    let falcon = tables("nCnZ", Dialect::Betza);
    near(falcon.mobility(1.0).attacks, (280.0 + 240.0) / 64.0);
    near(falcon.mobility(0.0).attacks, 0.0);
}

#[test]
fn a_cache_keeps_tables_by_notation_side_and_board() {
    let cache = betza::TableCache::new(2);
    let griffon = Piece::read("[F?R]", Dialect::Xbetza).expect("it reads");
    let compile = |board, side, stride| cache.compile(&griffon, board, side, stride).expect("it has tables");
    let first = compile((8, 8), Side::White, 8);
    assert!(first.is_shared_with(&compile((8, 8), Side::White, 8)));
    let black = compile((8, 8), Side::Black, 8);
    assert!(!first.is_shared_with(&black));
    // The third makes the first one go, which was asked for longest ago.
    assert!(!first.is_shared_with(&compile((8, 8), Side::White, 12)));
    assert!(black.is_shared_with(&compile((8, 8), Side::Black, 8)));
    assert!(!first.is_shared_with(&compile((8, 8), Side::White, 8)));
    // The same text in another dialect is another piece.
    let kept = betza::TableCache::new(8);
    let [a, b] = [Dialect::Betza, Dialect::Xbetza].map(|dialect| {
        let piece = Piece::read("N", dialect).expect("it reads");
        kept.compile(&piece, (8, 8), Side::White, 8).expect("it has tables")
    });
    assert!(!a.is_shared_with(&b));
    let lion = Piece::read("KNADcaKmcabK", Dialect::Xbetza).expect("it reads");
    assert_eq!(kept.compile(&lion, (8, 8), Side::White, 8).expect_err("it has effects").code(), "depends-on-more");
    let asked = || kept.compile(&griffon, (16, 16), Side::White, 16).expect("it has tables");
    let threads = std::thread::scope(|s| [s.spawn(asked), s.spawn(asked)].map(|t| t.join().expect("it ends")));
    assert!(threads[0].is_shared_with(&threads[1]));
}
