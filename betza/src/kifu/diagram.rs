//! Positions of shogi as files of games give them, by pieces and squares.

use crate::pgn::parts::Part;
use betza_ir::geometry::Side;

/// A kind of piece: its SFEN letters, its name in CSA, and its names in Japanese, the usual one first.
pub(super) struct Kind {
    pub sfen: &'static str,
    pub csa: &'static str,
    pub japanese: &'static [&'static str],
    /// How many pieces of the kind and its promoted form a set has.
    pub of_a_set: usize,
}

const fn kind(sfen: &'static str, csa: &'static str, japanese: &'static [&'static str], of_a_set: usize) -> Kind {
    Kind { sfen, csa, japanese, of_a_set }
}

/// Those that can be held come first.
pub(super) const KINDS: [Kind; 14] = [
    kind("R", "HI", &["飛"], 2),
    kind("B", "KA", &["角"], 2),
    kind("G", "KI", &["金"], 4),
    kind("S", "GI", &["銀"], 4),
    kind("N", "KE", &["桂"], 4),
    kind("L", "KY", &["香"], 4),
    kind("P", "FU", &["歩"], 18),
    kind("K", "OU", &["玉", "王"], 2),
    kind("+R", "RY", &["龍", "竜"], 0),
    kind("+B", "UM", &["馬"], 0),
    kind("+S", "NG", &["成銀", "全"], 0),
    kind("+N", "NK", &["成桂", "圭"], 0),
    kind("+L", "NY", &["成香", "杏"], 0),
    kind("+P", "TO", &["と"], 0),
];

/// How many kinds can be held.
const HELD: usize = 7;

/// The kind with this name in CSA.
pub(super) fn of_csa(name: &str) -> Option<usize> {
    KINDS.iter().position(|kind| kind.csa == name)
}

/// The kind whose Japanese name begins a text, and the rest of it. Longer names win: `成銀` is a promoted Silver.
pub(super) fn of_japanese(text: &str) -> Option<(usize, &str)> {
    let names = KINDS.iter().enumerate().flat_map(|(i, kind)| kind.japanese.iter().map(move |name| (i, *name)));
    let longest = names.filter(|(_, name)| text.starts_with(name)).max_by_key(|(_, name)| name.len())?;
    Some((longest.0, &text[longest.1.len()..]))
}

/// A position. Files are counted from Sente's right, ranks from Gote's side, both from 0: `2八` is file 1, rank 7.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Diagram {
    board: [[Option<(Side, usize)>; 9]; 9],
    hands: [[usize; HELD]; 2],
}

impl Diagram {
    pub fn empty() -> Diagram {
        Diagram { board: [[None; 9]; 9], hands: [[0; HELD]; 2] }
    }

    /// The same board with what another diagram has in hand.
    pub fn with_hands_of(self, other: &Diagram) -> Diagram {
        Diagram { hands: other.hands, ..self }
    }

    /// The start of a game without handicap.
    pub fn start() -> Diagram {
        let mut all = Diagram::empty();
        for (file, name) in ["L", "N", "S", "G", "K", "G", "S", "N", "L"].into_iter().enumerate() {
            let kind = KINDS.iter().position(|kind| kind.sfen == name);
            (all.board[0][file], all.board[8][file]) = (kind.map(|k| (Side::Black, k)), kind.map(|k| (Side::White, k)));
        }
        let [rook, bishop, pawn] = ["HI", "KA", "FU"].map(|name| of_csa(name).unwrap_or_default());
        (all.board[1][7], all.board[7][1]) = (Some((Side::Black, rook)), Some((Side::White, rook)));
        (all.board[1][1], all.board[7][7]) = (Some((Side::Black, bishop)), Some((Side::White, bishop)));
        all.board[2] = [Some((Side::Black, pawn)); 9];
        all.board[6] = [Some((Side::White, pawn)); 9];
        all
    }

    /// The tags of a start position; none for that of a game without handicap.
    pub fn tags(&self, turn: Side) -> Vec<Part> {
        if *self == Diagram::start() && turn == Side::White {
            return Vec::new();
        }
        vec![Part::Tag("SetUp", "1".to_owned()), Part::Tag("FEN", self.sfen(turn))]
    }

    /// Puts a piece on a square, or takes away what stands there. False if it is no square.
    pub fn put(&mut self, file: usize, rank: usize, piece: Option<(Side, usize)>) -> bool {
        let square = self.board.get_mut(rank).and_then(|row| row.get_mut(file));
        square.map(|square| *square = piece).is_some()
    }

    /// Gives a side pieces in hand. False if the kind cannot be held.
    pub fn hold(&mut self, side: Side, kind: usize, count: usize) -> bool {
        let held = self.hands[side.index()].get_mut(kind);
        held.map(|held| *held += count).is_some()
    }

    /// Gives a side all pieces of a set that are neither on the board nor in a hand, Kings apart.
    pub fn hold_the_rest(&mut self, side: Side) {
        let base = |kind: usize| KINDS[kind].sfen.trim_start_matches('+');
        for (kind, of_a_set) in KINDS.iter().map(|kind| kind.of_a_set).enumerate().take(HELD) {
            let on_board = self.board.as_flattened().iter().flatten().filter(|(_, k)| base(*k) == base(kind)).count();
            let used = on_board + self.hands[0][kind] + self.hands[1][kind];
            self.hands[side.index()][kind] += of_a_set.saturating_sub(used);
        }
    }

    /// The position as SFEN.
    pub fn sfen(&self, turn: Side) -> String {
        let cased = |side: Side, sfen: &str| if side == Side::White { sfen.to_owned() } else { sfen.to_lowercase() };
        let mut text = String::new();
        for (rank, row) in self.board.iter().enumerate() {
            if rank > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for square in row.iter().rev() {
                let Some((side, kind)) = *square else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push_str(&std::mem::take(&mut empty).to_string());
                }
                text.push_str(&cased(side, KINDS[kind].sfen));
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
        }
        text.push_str(if turn == Side::White { " b " } else { " w " });
        let before = text.len();
        for side in Side::BOTH {
            for (kind, &count) in self.hands[side.index()].iter().enumerate().filter(|(_, count)| **count > 0) {
                if count > 1 {
                    text.push_str(&count.to_string());
                }
                text.push_str(&cased(side, KINDS[kind].sfen));
            }
        }
        if text.len() == before {
            text.push('-');
        }
        text + " 1"
    }
}
