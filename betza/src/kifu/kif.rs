//! Games in the formats KIF and KI2, which differ in how moves are written.

use super::Numbered;
use super::diagram::{Diagram, of_japanese};
use super::ki2;
use super::moves::{KANJI_DIGITS, square};
use crate::pgn::parts::{Part, Placed, date, time};
use crate::pgn::{Claimed, Fault, Place};
use betza_ir::geometry::Side;

/// Whether a line is one of the first of such a file.
pub(super) fn begins(line: &str) -> bool {
    let is_comment = line.starts_with('#') && (line.contains("KIF") || line.contains("棋譜"));
    let header = line.split_once('：').map(|(name, _)| name);
    let is_known = |name: &str| TAGS.iter().any(|(kif, _)| *kif == name) || DATES.iter().any(|(kif, _)| *kif == name);
    let is_ki2 = ki2::signed(line).is_some() && square(line).is_some();
    is_comment || is_ki2 || line.starts_with("手数--") || header.is_some_and(|name| name == "手合割" || is_known(name))
}

/// What the format calls what PGN has tags for.
const TAGS: [(&str, &str); 10] = [
    ("棋戦", "Event"),
    ("場所", "Site"),
    ("先手", "White"),
    ("下手", "White"),
    ("後手", "Black"),
    ("上手", "Black"),
    ("戦型", "Opening"),
    ("表題", "Title"),
    ("持ち時間", "TimeLimit"),
    ("手合割", "Handicap"),
];

/// The dates.
const DATES: [(&str, [&str; 2]); 3] =
    [("開始日時", ["Date", "Time"]), ("対局日", ["Date", "Time"]), ("終了日時", ["EndDate", "EndTime"])];

/// Handicaps by name: the squares from which Gote's pieces are taken, file and rank from 1. Others are told by a
/// diagram.
const HANDICAPS: [(&str, &[(usize, usize)]); 16] = [
    ("平手", &[]),
    ("香落ち", &[(1, 1)]),
    ("右香落ち", &[(9, 1)]),
    ("角落ち", &[(2, 2)]),
    ("飛車落ち", &[(8, 2)]),
    ("飛香落ち", &[(8, 2), (1, 1)]),
    ("二枚落ち", &[(8, 2), (2, 2)]),
    ("三枚落ち", &[(8, 2), (2, 2), (1, 1)]),
    ("四枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
    ("五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)]),
    ("左五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)]),
    ("六枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)]),
    ("左七枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)]),
    ("右七枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)]),
    ("八枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)]),
    ("十枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)]),
];

/// The parts of a game.
pub(super) fn parts(lines: &[Numbered], game: u64) -> Vec<Placed> {
    let place = Place { game, line: lines.first().map_or(1, |line| line.0), column: 1 };
    let mut reading = Reading::new(place);
    for (number, line) in lines {
        reading.place = Place { game, line: *number, column: 1 };
        reading.line(line.trim_end());
    }
    reading.into_parts()
}

/// A move, and what is written behind it. The first node is the start and has no move.
struct Node {
    text: String,
    place: Place,
    notes: Vec<Part>,
    /// The moves that follow: that of the game, or of its branch, and branches in place of it.
    next: Vec<usize>,
    end: Option<Claimed>,
}

struct Reading {
    place: Place,
    tags: Vec<Placed>,
    faults: Vec<Placed>,
    diagram: Diagram,
    has_diagram: bool,
    /// The ranks of the diagram that have been read.
    ranks: usize,
    /// The side to move first.
    turn: Side,
    nodes: Vec<Node>,
    /// The nodes from the start to the last move.
    line: Vec<usize>,
    /// Whether the branch that is being read stands where the line before it ends: its moves are kept as comments.
    instead_of_end: bool,
}

impl Reading {
    fn new(place: Place) -> Reading {
        let start = Node { text: String::new(), place, notes: Vec::new(), next: Vec::new(), end: None };
        Reading {
            place,
            tags: vec![Placed { place, part: Part::Tag("Variant", "shogi".to_owned()) }],
            faults: Vec::new(),
            diagram: Diagram::start(),
            has_diagram: false,
            ranks: 0,
            turn: Side::White,
            nodes: vec![start],
            line: vec![0],
            instead_of_end: false,
        }
    }

    fn tag(&mut self, part: Part) {
        self.tags.push(Placed { place: self.place, part });
    }

    fn fault(&mut self, code: &'static str, message: String, remedy: &str) {
        let part = Part::Fault(Fault::error(self.place, code, message, remedy));
        self.faults.push(Placed { place: self.place, part });
    }

    /// The node of the last move.
    fn last(&mut self) -> &mut Node {
        let at = self.line.last().copied().unwrap_or_default();
        &mut self.nodes[at]
    }

    fn note(&mut self, text: String) {
        self.last().notes.push(Part::Comment(text));
    }

    fn line(&mut self, line: &str) {
        let begun = self.nodes.len() > 1;
        let Some(sign) = line.trim_start().chars().next() else { return };
        if sign == '#' || line.starts_with("手数") {
            return;
        }
        if let Some(comment) = line.strip_prefix('*') {
            return self.note(comment.trim().to_owned());
        }
        if line.starts_with('&') || line.starts_with("まで") {
            return self.sentence(line);
        }
        if let Some(branch) = line.strip_prefix("変化") {
            return self.branch(branch);
        }
        if !begun && (sign == '|' || sign == '+' || line.contains("９ ８ ７")) {
            return self.rank(line);
        }
        match line {
            "先手番" | "下手番" => return self.turn = Side::White,
            "後手番" | "上手番" => return self.turn = Side::Black,
            _ => {}
        }
        if let Some((number, rest)) = numbered(line) {
            return self.numbered_ply(number, rest);
        }
        if ki2::signed(line.trim_start()).is_some() {
            return ki2::moves(line).for_each(|text| self.ply(text, 0));
        }
        match line.split_once(['：', ':']) {
            Some((name, value)) => self.header(name.trim(), value.trim()),
            None => self.fault("tag", format!("'{line}' is no line of KIF"), "write a comment with * before it"),
        }
    }

    fn header(&mut self, name: &str, value: &str) {
        if let Some((_, tags)) = DATES.iter().find(|(kif, _)| *kif == name) {
            return date(*tags, value).into_iter().for_each(|part| self.tag(part));
        }
        if let Some(side) = name.strip_suffix("の持駒").and_then(side) {
            if !self.hand(side, value) {
                self.fault("fen", format!("'{value}' are no pieces in hand"), "write them as in 飛 歩二");
            }
            return;
        }
        if name == "手合割" {
            self.handicap(value);
        }
        match TAGS.iter().find(|(kif, _)| *kif == name) {
            Some((_, tag)) => self.tag(Part::Tag(tag, value.to_owned())),
            None => self.note(format!("{name}：{value}")),
        }
    }

    fn handicap(&mut self, name: &str) {
        let Some((_, taken)) = HANDICAPS.iter().find(|(known, _)| *known == name) else {
            if name != "その他" {
                self.fault("fen", format!("'{name}' is no handicap known here"), "write その他 and a diagram");
            }
            return;
        };
        for (file, rank) in *taken {
            self.diagram.put(file - 1, rank - 1, None);
        }
        if !taken.is_empty() {
            self.turn = Side::Black;
        }
    }

    /// Reads a line of a diagram: `|v香v桂 ・ ・|一`.
    fn rank(&mut self, line: &str) {
        if !self.has_diagram {
            // Hands stand above and below the board.
            let empty = Diagram::empty().with_hands_of(&self.diagram);
            (self.diagram, self.has_diagram) = (empty, true);
        }
        let Some(marks) = line.trim_start().strip_prefix('|') else { return };
        let mut rest = marks;
        for file in (0..9).rev() {
            let (owner, mark) = match rest.strip_prefix(['v', 'V', '▽']) {
                Some(mark) => (Side::Black, mark),
                None => (Side::White, rest.trim_start_matches([' ', '^', '▲'])),
            };
            let is_read = if let Some(after) = mark.strip_prefix('・') {
                rest = after;
                self.diagram.put(file, self.ranks, None)
            } else if let Some((kind, after)) = of_japanese(mark) {
                rest = after;
                self.diagram.put(file, self.ranks, Some((owner, kind)))
            } else {
                false
            };
            if !is_read {
                self.fault("fen", format!("'{line}' is no rank of a diagram"), "write it as in |v香v桂 ・ ・ ・|一");
                break;
            }
        }
        self.ranks += 1;
    }

    /// Reads pieces in hand: `飛　角二　歩十八`.
    fn hand(&mut self, side: Side, value: &str) -> bool {
        let words = value.split([' ', '　']).filter(|word| !word.is_empty() && *word != "なし");
        let pieces: Vec<&str> = words.collect();
        pieces.into_iter().all(|word| {
            let Some((kind, count)) = of_japanese(word) else { return false };
            let count = if count.is_empty() { Some(1) } else { number(count) };
            count.is_some_and(|count| self.diagram.hold(side, kind, count))
        })
    }

    /// Goes back to where a branch begins: `：12手`.
    fn branch(&mut self, text: &str) {
        let digits = text.trim_start_matches(['：', ':', ' ']).split('手').next().unwrap_or_default().trim();
        let Some(number) = digits.parse().ok().filter(|number| (1..=self.line.len()).contains(number)) else {
            let remedy = "name the number of a move of the line before";
            return self.fault("stray-variation", format!("the branch '変化{text}' begins nowhere"), remedy);
        };
        self.line.truncate(number);
        self.instead_of_end = self.last().end.is_some() && self.last().next.is_empty();
        if self.instead_of_end {
            self.note(format!("変化{text}"));
        }
    }

    /// Reads what stands behind the number of a move.
    fn numbered_ply(&mut self, number: usize, rest: &str) {
        let (text, seconds) = timed(rest);
        let expected = self.line.len();
        if number != expected && !self.instead_of_end {
            let message = format!("the move has the number {number}, and is the line's number {expected}");
            self.fault("move-text", message, "number the moves in turn, and name branches by 変化");
        }
        self.ply(text, seconds);
    }

    /// Reads a move, or an end in its place.
    fn ply(&mut self, text: &str, seconds: u64) {
        if self.instead_of_end {
            return self.note(text.to_owned());
        }
        let expected = self.line.len();
        let turn = if expected % 2 == 1 { self.turn } else { self.turn.other() };
        if let Some(claimed) = result(text, turn) {
            let note = Part::Comment(text.to_owned());
            let last = self.last();
            last.notes.push(note);
            last.end = Some(claimed);
            return;
        }
        let sign = ki2::signed(text).map_or("", |_| &text[..text.chars().next().map_or(0, char::len_utf8)]);
        let text = match text[sign.len()..].strip_prefix('同') {
            // The square of the move before.
            Some(piece) => {
                let before = ki2::unsigned(&self.last().text);
                let square = square(before).map_or("", |(_, rest)| &before[..before.len() - rest.len()]);
                format!("{sign}{square}{}", piece.trim_start())
            }
            None => text.to_owned(),
        };
        let node = self.nodes.len();
        self.last().next.push(node);
        let notes = time(seconds).into_iter().collect();
        self.nodes.push(Node { text, place: self.place, notes, next: Vec::new(), end: None });
        self.line.push(node);
    }

    /// Reads `まで12手で後手の勝ち`, or a bookmark.
    fn sentence(&mut self, line: &str) {
        let claimed = if line.starts_with('&') {
            None
        } else if line.contains("千日手") || line.contains("持将棋") || line.contains("引き分け") {
            Some(Claimed::Draw)
        } else if line.contains("中断") {
            Some(Claimed::Unknown)
        } else {
            let winner = line.split_once("手で").and_then(|(_, rest)| side(rest.split('の').next()?.trim()));
            winner.filter(|_| line.contains("勝")).map(Claimed::won_by)
        };
        self.note(line.to_owned());
        let last = self.last();
        if last.end.is_none() && last.next.is_empty() {
            last.end = claimed;
        }
    }

    /// The whole game: tags, the start, its moves, each followed by the branches in its place.
    fn into_parts(mut self) -> Vec<Placed> {
        enum Step {
            /// What follows a node.
            After(usize),
            Branch(usize),
            Close,
        }
        let mut parts = std::mem::take(&mut self.tags);
        let place = self.place;
        parts.extend(self.diagram.tags(self.turn).into_iter().map(|part| Placed { place, part }));
        parts.append(&mut self.faults);
        tell(&mut parts, &mut self.nodes[0]);
        let mut steps = vec![Step::After(0)];
        while let Some(step) = steps.pop() {
            match step {
                Step::After(at) => {
                    let node = &mut self.nodes[at];
                    let next = std::mem::take(&mut node.next);
                    let Some((&first, branches)) = next.split_first() else {
                        let place = node.place;
                        parts.extend(node.end.map(|claimed| Placed { place, part: Part::Result(claimed) }));
                        continue;
                    };
                    tell(&mut parts, &mut self.nodes[first]);
                    steps.push(Step::After(first));
                    steps.extend(branches.iter().rev().map(|&branch| Step::Branch(branch)));
                }
                Step::Branch(at) => {
                    parts.push(Placed { place: self.nodes[at].place, part: Part::Open });
                    tell(&mut parts, &mut self.nodes[at]);
                    steps.push(Step::Close);
                    steps.push(Step::After(at));
                }
                Step::Close => parts.push(Placed { place: self.place, part: Part::Close }),
            }
        }
        parts.push(Placed { place: self.place, part: Part::End });
        parts
    }
}

/// Tells a move and what stands behind it.
fn tell(parts: &mut Vec<Placed>, node: &mut Node) {
    let place = node.place;
    if !node.text.is_empty() {
        parts.push(Placed { place, part: Part::Move(std::mem::take(&mut node.text)) });
    }
    parts.extend(node.notes.drain(..).map(|part| Placed { place, part }));
}

fn side(name: &str) -> Option<Side> {
    match name {
        "先手" | "下手" => Some(Side::White),
        "後手" | "上手" => Some(Side::Black),
        _ => None,
    }
}

/// A number in Japanese, up to 19.
fn number(text: &str) -> Option<usize> {
    let digit = |c: char| KANJI_DIGITS.iter().position(|d| *d == c).map(|d| d + 1);
    let mut chars = text.chars();
    match (chars.next()?, chars.next(), chars.next()) {
        ('十', None, None) => Some(10),
        ('十', Some(c), None) => digit(c).map(|d| 10 + d),
        (c, None, None) => digit(c),
        _ => None,
    }
}

/// A line of a move: its number, and the rest.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at(digits);
    Some((number.parse().ok()?, rest.strip_prefix([' ', '　'])?.trim_start()))
}

/// A move and its seconds: `７六歩(77)   ( 0:16/00:00:16)`. A `+` at the end says that branches follow.
fn timed(text: &str) -> (&str, u64) {
    let text = text.trim_end_matches(['+', ' ']);
    let open = text.char_indices().rev().find(|(_, c)| *c == '(').map(|(i, _)| i);
    let Some((own, times)) = open.filter(|_| text.ends_with(')')).map(|i| text.split_at(i)) else {
        return (text.trim_end(), 0);
    };
    let Some((spent, _)) = times[1..].split_once('/').filter(|(spent, _)| spent.contains(':')) else {
        return (text, 0);
    };
    let seconds =
        spent.trim().split(':').try_fold(0, |sum: u64, part| sum.checked_mul(60)?.checked_add(part.parse().ok()?));
    (own.trim_end(), seconds.unwrap_or(0))
}

/// What an end means that stands in place of a move; `turn` is the side to move.
fn result(text: &str, turn: Side) -> Option<Claimed> {
    Some(match text {
        // The side to move gives up, is mated, has no time left, has played what is illegal, or has not come.
        "投了" | "詰み" | "切れ負け" | "反則負け" | "不戦敗" => Claimed::won_by(turn.other()),
        // The side to move has won by its King's entry, or since the other has played what is illegal, or not come.
        "入玉勝ち" | "反則勝ち" | "不戦勝" => Claimed::won_by(turn),
        "千日手" | "持将棋" => Claimed::Draw,
        "中断" | "不詰" | "封じ手" => Claimed::Unknown,
        _ => return None,
    })
}
