//! The drafts of games on boards of more than 16x16 (testdata/wide/README.md): that each start is whole, that all
//! pieces have what they name, and that each notation does what an independent reading of the piece says.

use betza_compile::walk::{self, Scene};
use betza_game::fen;
use betza_game::variant::Variant;
use betza_ir::Piece;
use betza_ir::geometry::{Board, Side, Square};
use betza_variants::read_toml;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// How the second side's start comes from the first one's.
#[derive(Clone, Copy)]
enum Second {
    /// Turned by 180 degrees.
    Turned,
    /// Opposite it, on the same files.
    Opposite,
}

/// The drafts, and what documents say of them: the files and ranks of the board, the pieces of a side and their kinds,
/// and the second side's start.
const DRAFTS: [(&str, usize, usize, usize, Second); 6] = [
    // Wikipedia: 96 pieces of 64 types.
    ("dai-dai", 17, 96, 64, Second::Turned),
    // Wikipedia: 96 pieces of 50 types.
    ("maka-dai-dai", 19, 96, 50, Second::Turned),
    // Wikipedia: 177 pieces of 93 types.
    ("tai", 25, 177, 93, Second::Turned),
    // Wikipedia: 402 pieces of 209 types.
    ("taikyoku", 36, 402, 209, Second::Turned),
    // The pictures of the author's book: two full ranks; the pieces of chess.
    ("classical-20", 20, 40, 6, Second::Opposite),
    // The author's "Even more guessing!" (croatian-chess.blogspot.com): 104 pieces of both sides, 6 types.
    ("croatian-ties-26", 26, 52, 6, Second::Opposite),
];

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata/wide").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn draft(name: &str) -> Variant {
    let loaded = read_toml(name, &file(&format!("{name}.toml"))).unwrap_or_else(|report| panic!("{report:#?}"));
    assert!(loaded.warnings.problems.is_empty(), "{name}: {:#?}", loaded.warnings);
    loaded.variant
}

#[test]
fn starts_are_whole_and_symmetrical() {
    for (name, size, pieces, kinds, second) in DRAFTS {
        let game = draft(name);
        assert_eq!((game.board.files(), game.board.ranks()), (size, size), "{name}");
        let start = fen::read(&game, &game.start).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(fen::read(&game, &fen::write(&game, &start)).as_ref(), Ok(&start), "{name}: its FEN reads back");
        let mut standing = BTreeSet::new();
        for square in game.board.squares() {
            let here = start.at(square).map(|man| (man.side, man.kind));
            let opposite = match second {
                Second::Turned => Some(game.board.turned(square)),
                Second::Opposite => game.board.at(game.board.file(square), size as i32 - 1 - game.board.rank(square)),
            };
            let opposite = opposite.and_then(|square| start.at(square)).map(|man| (man.side.other(), man.kind));
            assert_eq!(here, opposite, "{name}: {}", game.board.name(square));
            standing.extend(here.filter(|man| man.0 == Side::White).map(|man| man.1));
        }
        let first = start.men.iter().flatten().filter(|man| man.side == Side::White);
        assert_eq!((first.count(), standing.len()), (pieces, kinds), "{name}");
    }
}

/// A direction or a square, as files to the right and ranks forwards.
type Offset = (i32, i32);

const DIRECTIONS: [(&str, Offset); 8] = [
    ("f", (0, 1)),
    ("fr", (1, 1)),
    ("r", (1, 0)),
    ("br", (1, -1)),
    ("b", (0, -1)),
    ("bl", (-1, -1)),
    ("l", (-1, 0)),
    ("fl", (-1, 1)),
];

/// The board on which readings are compared, and its middle.
const SIZE: u32 = 15;
const MIDDLE: i32 = 7;

/// What stands around the piece; the rest of the board is empty.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Around {
    Nothing,
    /// Friends on all squares up to so many king's steps away.
    Friends(i32),
    /// Enemies on the eight squares beside it.
    Enemies,
}

const SETTINGS: [Around; 5] =
    [Around::Nothing, Around::Friends(1), Around::Friends(2), Around::Friends(3), Around::Enemies];

/// The squares `from`, `from + 1`, ... `to` steps away, as far as they are on the board.
fn line(start: Offset, step: Offset, from: i32, to: i32) -> impl Iterator<Item = Offset> {
    let at = move |n| (start.0 + step.0 * n, start.1 + step.1 * n);
    (from..=to).map(at).take_while(|(x, y)| x.abs() <= MIDDLE && y.abs() <= MIDDLE)
}

/// The words of an item that are directions.
fn directions<'a>(words: &'a [&str]) -> impl Iterator<Item = Offset> + 'a {
    words.iter().map(|word| DIRECTIONS.iter().find(|known| known.0 == *word).unwrap_or_else(|| panic!("{word}?")).1)
}

/// The destinations that one item of a reading has.
fn destinations(item: &str, around: Around) -> BTreeSet<Offset> {
    let words: Vec<&str> = item.split_whitespace().collect();
    let (name, rest) = (words[0].trim_end_matches(|c: char| c.is_ascii_digit()), &words[1..]);
    let limit: i32 = words[0][name.len()..].parse().unwrap_or(99);
    // The first square of a line, and how far a slide along it comes.
    let near = if let Around::Friends(depth) = around { depth + 1 } else { 1 };
    let reach = |limit| if around == Around::Nothing { limit } else { 1 };
    let is_beyond = |at: &Offset| at.0.abs().max(at.1.abs()) >= near;
    let ring = || DIRECTIONS.iter().map(|known| known.1);
    // A move of several steps captures beside itself, or goes out and comes back over an empty square.
    let home = (near == 1).then_some((0, 0));
    match name {
        "step" => directions(rest).flat_map(|d| line((0, 0), d, near, 1)).collect(),
        "slide" => directions(rest).flat_map(|d| line((0, 0), d, near, reach(limit))).collect(),
        // What moves without capturing, and what only captures.
        "quiet" => match around {
            Around::Nothing => directions(rest).flat_map(|d| line((0, 0), d, 1, limit.min(MIDDLE))).collect(),
            _ => BTreeSet::new(),
        },
        "take" => match around {
            Around::Enemies => directions(rest).flat_map(|d| line((0, 0), d, 1, 1)).collect(),
            _ => BTreeSet::new(),
        },
        // Leaps that go on in the same direction until they meet something.
        "ride" => rest.iter().flat_map(|text| ride(offset(text), around)).collect(),
        "leap" => rest.iter().map(|text| offset(text)).filter(is_beyond).collect(),
        "leapslide" => {
            let first: i32 = rest[0].parse().expect("a number");
            let lines = directions(&rest[1..]).filter(|_| first >= near);
            lines.flat_map(|d| line((0, 0), d, first, first + limit)).collect()
        }
        // Over friends and enemies alike, but not to end on a friend.
        "over" | "sweep" => directions(rest).flat_map(|d| line((0, 0), d, near, 99)).collect(),
        "hook" => {
            let first = |d: &Offset| match rest[0] {
                "orthogonal" => d.0 * d.1 == 0,
                "diagonal" => d.0 * d.1 != 0,
                "forward" => d.0 != 0 && d.1 == 1,
                other => panic!("{other}?"),
            };
            let ends = ring().filter(first).flat_map(|d| line((0, 0), d, near, reach(99)).map(move |end| (d, end)));
            let turned = |(d, end): (Offset, Offset)| {
                let sides = [(-d.1, d.0), (d.1, -d.0)].into_iter().filter(move |_| around == Around::Nothing);
                sides.flat_map(move |side| line(end, side, 1, 99)).chain([end])
            };
            ends.flat_map(turned).collect()
        }
        "lion" => {
            let two = (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y)));
            two.filter(is_beyond).chain(home).collect()
        }
        "lion-line" => directions(rest).flat_map(|d| line((0, 0), d, near, 2)).chain(home).collect(),
        "triple" => ring().flat_map(|d| line((0, 0), d, near, 3)).chain(home).collect(),
        "rifle" => home.into_iter().filter(|_| around == Around::Enemies).collect(),
        "anywhere" => {
            let all = (-MIDDLE..=MIDDLE).flat_map(|x| (-MIDDLE..=MIDDLE).map(move |y| (x, y)));
            all.filter(is_beyond).collect()
        }
        other => panic!("{other}?"),
    }
}

/// The squares that a ride by this leap reaches. The friends up to so many king's steps away stop it where it meets
/// one.
fn ride(leap: Offset, around: Around) -> impl Iterator<Item = Offset> {
    let is_friend = move |at: &Offset| matches!(around, Around::Friends(depth) if at.0.abs().max(at.1.abs()) <= depth);
    line((0, 0), leap, 1, 99).take_while(move |at| !is_friend(at))
}

/// Reads `(x,y)`.
fn offset(text: &str) -> Offset {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let (x, y) = inner.and_then(|inner| inner.split_once(',')).unwrap_or_else(|| panic!("{text}?"));
    (x.parse().expect("a number"), y.parse().expect("a number"))
}

/// The destinations that the walk finds, in the same setting.
fn walked(board: &Board, piece: &Piece, around: Around) -> BTreeSet<Offset> {
    let at = |(x, y): Offset| board.at(MIDDLE + x, MIDDLE + y).expect("a square of the board");
    let within = |depth: i32| {
        let all = (-depth..=depth).flat_map(|x| (-depth..=depth).map(move |y| (x, y)));
        all.filter(|&offset| offset != (0, 0)).map(at).collect()
    };
    let (friends, foes): (Vec<Square>, Vec<Square>) = match around {
        Around::Nothing => (Vec::new(), Vec::new()),
        Around::Friends(depth) => (within(depth), Vec::new()),
        Around::Enemies => (Vec::new(), within(1)),
    };
    let middle = at((0, 0));
    let scene = Scene::bare(board, Side::White, middle, &friends, &foes, &[]);
    let moves = walk::moves(piece, &scene, middle).unwrap_or_else(|error| panic!("{error}"));
    let ends = moves.iter().filter_map(|found| found.to);
    ends.map(|to| (board.file(to) - MIDDLE, board.rank(to) - MIDDLE)).collect()
}

#[test]
fn notations_do_what_another_reading_says() {
    let board = Board::new(SIZE, SIZE).expect("a board");
    let mut faults = String::new();
    for (name, ..) in DRAFTS {
        let game = draft(name);
        let mut kinds: BTreeMap<&str, _> = game.kinds.iter().map(|kind| (kind.id.as_str(), kind)).collect();
        let text = file(&format!("{name}.check.tsv"));
        let rows = text.lines().filter(|row| !row.starts_with('#') && !row.starts_with("id\t"));
        for row in rows {
            let [ids, title, reading, _] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{name}: {row}") };
            for id in ids.split(' ') {
                let kind = kinds.remove(id).unwrap_or_else(|| panic!("{name}: no {id}, or twice"));
                for around in SETTINGS {
                    let said: BTreeSet<_> = reading.split("; ").flat_map(|item| destinations(item, around)).collect();
                    let found = walked(&board, &kind.moves[0], around);
                    if said != found {
                        let only = |a: &BTreeSet<Offset>, b: &BTreeSet<Offset>| format!("{:?}", a - b);
                        faults += &format!(
                            "{name}: {title} ({id}), {}, amid {around:?}: only the walk {}, only the reading {}\n",
                            kind.notation[0],
                            only(&found, &said),
                            only(&said, &found)
                        );
                    }
                }
            }
        }
        assert!(kinds.is_empty(), "{name}: nobody has read {:?}", kinds.keys());
    }
    assert!(faults.is_empty(), "{faults}");
}
