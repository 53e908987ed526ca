//! The pieces that players know by name. They are found by what they may do, and not by how that is written.

use super::chain;
use crate::compare::Random;
use betza_compile::walk::{self, EnPassant, Man, Outcome, Scene};
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::sorted;
use betza_ir::{Condition, Move, Piece, Sectors};
use betza_notation::names::{NAMES, Named};
use betza_notation::read;
use std::sync::OnceLock;

/// Moves sorted by the known pieces that have them.
pub(super) struct Known {
    /// Names with the moves of each.
    pub named: Vec<(&'static str, Vec<Move>)>,
    /// The other moves.
    pub rest: Vec<Move>,
}

/// A name, and the moves of the piece.
struct Entry {
    name: &'static str,
    moves: Moves,
    /// As in [`Named`].
    is_telling: bool,
}

/// What a walk finds, if it has an answer.
type Found = Option<Vec<Outcome>>;

/// The moves of a piece, with what the walk finds in the first two positions. Those tell most pieces apart.
struct Moves {
    piece: Piece,
    found: [OnceLock<Found>; 2],
}

impl Moves {
    fn new(moves: &[Move]) -> Moves {
        Moves { piece: Piece { moves: moves.to_vec(), ..Piece::default() }, found: Default::default() }
    }

    fn all(&self) -> &[Move] {
        &self.piece.moves
    }

    fn found(&self, number: usize) -> &Found {
        self.found[number].get_or_init(|| found(&self.piece, number as u64))
    }

    /// Whether two pieces have the same moves: the same IR in any order, or the same walk in many positions.
    fn same(&self, other: &Moves) -> bool {
        let (a, b) = (self.all(), other.all());
        if a.len() == b.len() && a.iter().all(|m| b.contains(m)) {
            return true;
        }
        let first = (0..self.found.len()).all(|n| self.found(n).is_some() && self.found(n) == other.found(n));
        first
            && (self.found.len() as u64..POSITIONS).all(|number| {
                let found = found(&self.piece, number);
                found.is_some() && found == self::found(&other.piece, number)
            })
    }
}

/// The name of a piece with exactly these moves, or with those of them that lead in some directions.
pub(super) fn piece(moves: &[Move]) -> Option<String> {
    let named = |moves: &[Move]| {
        let moves = Moves::new(moves);
        entries().iter().find(|entry| entry.moves.same(&moves))
    };
    let sectors = moves.first()?.sectors;
    if let Some(entry) = named(moves) {
        return Some(entry.name.to_owned());
    }
    if sectors == Sectors::ALL || moves.iter().any(|m| m.sectors != sectors) {
        return None;
    }
    let whole: Vec<Move> = moves.iter().map(|m| Move { sectors: Sectors::ALL, ..m.clone() }).collect();
    named(&whole).filter(|entry| entry.is_telling).map(|entry| format!("{}, in some directions only", entry.name))
}

/// Names the moves of known pieces among those of a piece.
pub(super) fn among(moves: &[Move]) -> Known {
    let mut known = Known { named: Vec::new(), rest: moves.to_vec() };
    for entry in entries().iter().filter(|entry| entry.is_telling) {
        let all = entry.moves.all();
        if all.iter().all(|m| known.rest.contains(m)) {
            known.rest.retain(|m| !all.contains(m));
            known.named.push((entry.name, all.to_vec()));
        }
    }
    // What remains may be a known piece in another form.
    let mut rest = Vec::new();
    for m in known.rest {
        let one = Moves::new(std::slice::from_ref(&m));
        let mut telling = entries().iter().filter(|entry| entry.is_telling && chain::is_special(&m));
        match telling.find(|entry| entry.moves.same(&one)) {
            Some(entry) => known.named.push((entry.name, vec![m])),
            None => rest.push(m),
        }
    }
    Known { rest, ..known }
}

fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let entry = |&Named(name, is_telling, dialect, text): &Named| {
            Some(Entry { name, moves: Moves::new(&read(text, dialect).ok()?.piece.moves), is_telling })
        };
        NAMES.iter().filter_map(entry).collect()
    })
}

/// Positions in which two pieces are compared.
const POSITIONS: u64 = 40;

/// Pieces with more partial paths than this have no name.
const PATH_LIMIT: usize = 1 << 13;

/// The moves of a piece in the position of this number; `None` if the walk has no answer. In the first one the piece is
/// alone.
fn found(piece: &Piece, number: u64) -> Found {
    // Boards as large as they come tell a Rook from what goes up to ten squares, and a corner shows what crosses the
    // edges.
    let size = if number < 2 { 16 } else { 9 };
    let board = Board::new(size, size).ok()?;
    let mut random = Random::new(number);
    let mut scene = Scene::empty(&board);
    scene.mover = if number % 4 == 3 { Condition::empty() } else { Condition::all() };
    // From empty boards to some that are half full.
    let density = [0, 0, 1, 2, 3, 5][(number % 6) as usize];
    for square in board.squares() {
        if random.below(10) < density && number > 1 {
            let side = if random.below(2) == 0 { Side::White } else { Side::Black };
            let (moved, royal) = (random.below(2) == 0, random.below(3) == 0);
            scene.men[square.index()] = Some(Man { side, moved, royal, kind: None });
        }
    }
    let at = match number {
        0 => board.at(7, 7)?,
        1 => board.at(0, 0)?,
        _ => Square::from_index(random.below(board.area())),
    };
    // Every empty square next to it was passed by a double step, so that captures en passant show.
    if let Some(victim) = board.squares().find(|s| scene.men[s.index()].is_some_and(|man| man.side == Side::Black)) {
        let beside = [-1, 1].into_iter().flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        let squares = beside.filter_map(|(dx, dy)| board.at(board.file(at) + dx, board.rank(at) + dy));
        let empty = squares.filter(|s| scene.men[s.index()].is_none());
        scene.en_passant = empty.map(|square| EnPassant { square, victim }).collect();
    }
    scene.men[at.index()] = Some(Man { side: Side::White, moved: number % 4 == 3, royal: false, kind: None });
    let mut outcomes = walk::moves_within(PATH_LIMIT, piece, &scene, at).ok()?;
    for outcome in &mut outcomes {
        outcome.path.clear();
    }
    sorted::sort(&mut outcomes);
    outcomes.dedup();
    Some(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use betza_notation::Dialect::{Betza, Betza2, Bex, Extended, Fsf, Xbetza};

    #[test]
    fn every_name_can_be_read() {
        assert_eq!(entries().len(), NAMES.len());
    }

    /// One piece in several dialects, as their documents write it, has one name; what differs a little has none.
    #[test]
    fn names_go_by_what_a_piece_does() {
        let named = |text: &str, dialect| piece(&read(text, dialect).unwrap().piece.moves);
        for (name, texts) in [
            ("a Griffon (Gryphon)", &[("FtR", Extended), ("t[FR]", Betza), ("[F?R]", Xbetza), ("FyafsF", Xbetza)][..]),
            ("a Manticore", &[("WtB", Extended), ("[W?B]", Xbetza), ("WyafsW", Xbetza)]),
            ("a Mao (Horse of xiangqi)", &[("W-F", Betza2), ("W-F", Extended), ("mafsW", Xbetza), ("nN", Fsf)]),
            ("a Moa", &[("F-W", Betza2), ("F-W", Extended), ("mafsF", Xbetza)]),
            ("a Grasshopper", &[("gQ", Betza), ("Q+K", Extended), ("gQ", Xbetza), ("gRgB", Bex)]),
            ("a Cannon (Pao)", &[("mRcpR", Betza), ("mRcR+R", Extended), ("cpRmR", Bex)]),
            ("a Rose", &[("qN", Bex), ("qN", Betza), ("Nrf7Nlf7", Extended)]),
            ("a Lion of chu shogi", &[("KNADcaKmcabK", Xbetza)]),
        ] {
            for &(text, dialect) in texts {
                assert_eq!(named(text, dialect).as_deref(), Some(name), "{text} ({})", dialect.id());
            }
        }
        for (text, dialect) in [
            ("FtR3", Extended),
            ("W7", Betza),
            ("oW", Betza),
            ("mfWfceF", Xbetza),
            ("pQ", Betza),
            ("mRcgR", Betza),
            ("tR", Xbetza),
            ("kR", Xbetza),
            ("KNADcaK", Xbetza),
        ] {
            assert_eq!(named(text, dialect), None, "{text}");
        }
        let forward = named("fFtR", Extended);
        assert_eq!(forward.as_deref(), Some("a Griffon (Gryphon), in some directions only"));
    }
}
