//! A piece's tables against the walk in every state of the squares that its lookups depend on.
//!
//! A lookup (one line, one lame path, one leap, one hop) depends on few squares, and its answer on nothing else. So the
//! squares that matter from an origin are divided into groups: squares on which one path depends are in one group. In
//! each group every state of its squares (empty, friend, foe; unmoved or royal where a piece tells these apart) is set
//! up, and the moves by the tables must be the walk's. How lookups are joined to a piece is seen with both groups of
//! each pair blocked. A group with too many states is sampled. The generator's own tables, made of these, are not asked
//! here.

use betza_compile::lower::{ChainMoves, ChainScratch, Lowering, LowersPieces, PieceTables, View};
use betza_compile::walk::{self, Man, Outcome, Scene};
use betza_ir::bitboard::{Bitboard, words};
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::{Condition, Piece};
use betza_testkit::Random;
use std::fmt;

/// The most states of a group that are all set up.
pub const MOST_STATES: u64 = 1 << 22;

/// In how many sampled states that differ only where the walk does not look the tables are asked.
const STATES_OF_A_WALK: u64 = 16;

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Groups of squares whose every state was set up.
    pub groups: u64,
    /// Groups with too many states, which were sampled.
    pub sampled: u64,
    /// Positions in all.
    pub situations: u64,
    /// How many of them have no answer, as the walk or the tables have too much to do.
    pub unanswered: u64,
}

impl Extent {
    /// Adds what else was looked at.
    pub fn add(&mut self, other: Extent) {
        self.groups += other.groups;
        self.sampled += other.sampled;
        self.situations += other.situations;
        self.unanswered += other.unanswered;
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Extent { groups, sampled, situations, unanswered } = self;
        write!(f, "{groups} groups in every state, {sampled} sampled, {situations} positions, {unanswered} unanswered")
    }
}

/// A position in which tables and walk differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where the piece stands.
    pub from: String,
    /// What else stands on the board: `+` for friends, `-` for foes, each with its square.
    pub men: String,
    /// The moves that only one of them has.
    pub moves: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let men = if self.men.is_empty() { "no others" } else { &self.men };
        write!(f, "on {} among {men}: {}", self.from, self.moves)
    }
}

/// Compares a piece's tables with the walk on a board. Groups with more than [`MOST_STATES`] share `samples` positions.
/// `None` if the piece has no tables there, as it exceeds a limit.
///
/// # Errors
/// The first position in which they differ.
pub fn compare(
    piece: &Piece,
    board: &Board,
    side: Side,
    samples: u64,
    random: &mut Random,
) -> Result<Option<Extent>, Difference> {
    // Castling has no table.
    let piece = &Piece { castlings: Vec::new(), ..piece.clone() };
    match words(board) {
        1 => Comparison::<1>::new(piece, board, side).map_or(Ok(None), |c| c.run(samples, random).map(Some)),
        2 => Comparison::<2>::new(piece, board, side).map_or(Ok(None), |c| c.run(samples, random).map(Some)),
        3 => Comparison::<3>::new(piece, board, side).map_or(Ok(None), |c| c.run(samples, random).map(Some)),
        _ => Comparison::<4>::new(piece, board, side).map_or(Ok(None), |c| c.run(samples, random).map(Some)),
    }
}

/// A piece on a board, with its tables.
struct Comparison<'a, const N: usize> {
    piece: &'a Piece,
    board: &'a Board,
    side: Side,
    tables: PieceTables<N>,
    /// What may stand on a square besides nothing.
    men: Vec<Man>,
    /// Whether the mover has moved: both, if some move asks.
    moved: Vec<bool>,
}

impl<'a, const N: usize> Comparison<'a, N> {
    fn new(piece: &'a Piece, board: &'a Board, side: Side) -> Option<Comparison<'a, N>>
    where
        Lowering<N>: LowersPieces<N>,
    {
        let tables = Lowering::<N>::new(board).ok()?.piece(piece, side).ok()?;
        let tells_apart = tables.parts.iter().any(|part| !part.victims.is_empty())
            || tables.chains.iter().any(betza_compile::lower::ChainTable::depends_on_more);
        let man = |side: Side, moved, royal| Man { side, moved, royal, kind: None };
        let both = [side, side.other()];
        let mut men: Vec<Man> = both.map(|side| man(side, false, false)).to_vec();
        if tells_apart {
            men.extend(both.map(|side| man(side, true, false)));
            men.extend(both.map(|side| man(side, false, true)));
        }
        let conditions = piece.moves.iter().any(|m| !m.condition.is_empty());
        let moved = if conditions { vec![false, true] } else { vec![false] };
        Some(Comparison { piece, board, side, tables, men, moved })
    }

    /// The squares that matter from an origin, divided into groups.
    fn groups(&self, from: Square) -> Vec<Bitboard<N>> {
        let mut groups: Vec<Bitboard<N>> = Vec::new();
        let mut join = |mut set: Bitboard<N>| {
            set.remove(from);
            let (touching, others): (Vec<_>, Vec<_>) = groups.drain(..).partition(|group| !group.is_disjoint(&set));
            groups = others;
            groups.push(touching.into_iter().fold(set, |all, group| all | group));
        };
        for part in self.tables.parts.iter().chain(&self.tables.passes) {
            for (to, path) in part.reach.paths_from(from) {
                join(path.squares() | Bitboard::of(to));
            }
        }
        for chain in &self.tables.chains {
            join(chain.depends_on(from) | chain.may_capture(from));
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// How many states a group has, if not more than [`MOST_STATES`].
    fn states(&self, group: &Bitboard<N>) -> Option<u64> {
        (self.men.len() as u64 + 1).checked_pow(group.count()).filter(|&states| states <= MOST_STATES)
    }

    fn run(&self, samples: u64, random: &mut Random) -> Result<Extent, Difference> {
        let mut extent = Extent::default();
        let origins: Vec<_> = self.board.squares().map(|from| (from, self.groups(from))).collect();
        let groups = || origins.iter().flat_map(|(_, groups)| groups);
        let large = groups().filter(|group| self.states(group).is_none()).count() * self.moved.len();
        extent.sampled = large as u64;
        extent.groups = (groups().count() * self.moved.len() - large) as u64;
        let samples = samples.div_ceil(extent.sampled.max(1));
        for (from, groups) in &origins {
            for &moved in &self.moved {
                let mut stage = Stage::new(self, *from, moved);
                for group in groups {
                    let squares: Vec<Square> = group.into_iter().collect();
                    if self.states(group).is_some() {
                        let walked = stage.walk();
                        stage.branch(&walked, &squares)?;
                    } else {
                        stage.sample(&squares, samples, random)?;
                    }
                }
                let foe = Man { side: self.side.other(), moved: false, royal: false, kind: None };
                // How lookups are joined: all pairs of groups, both blocked by foes.
                for (i, one) in groups.iter().enumerate() {
                    for other in &groups[..i] {
                        (*one | *other).into_iter().for_each(|square| stage.put(square, Some(foe)));
                        stage.look(&stage.walk())?;
                        (*one | *other).into_iter().for_each(|square| stage.put(square, None));
                    }
                }
                extent.situations += stage.situations;
                extent.unanswered += stage.unanswered;
            }
        }
        Ok(extent)
    }
}

/// What the walk has found in a position, and the squares that it has looked at, in that order.
struct Walked {
    /// `None` if it has too many paths.
    moves: Option<Vec<Outcome>>,
    looks: Vec<Square>,
}

/// A board with a mover, on which states are set up and looked at.
struct Stage<'a, const N: usize> {
    comparison: &'a Comparison<'a, N>,
    from: Square,
    scene: Scene<'a>,
    /// The same position as the tables see it.
    view: View<'static, N>,
    scratch: ChainScratch<N>,
    found: ChainMoves<N>,
    situations: u64,
    unanswered: u64,
}

impl<'a, const N: usize> Stage<'a, N> {
    fn new(comparison: &'a Comparison<'a, N>, from: Square, moved: bool) -> Stage<'a, N> {
        let mut scene = Scene::empty(comparison.board);
        scene.mover = if moved { Condition::empty() } else { Condition::all() };
        let mut view = View::of(Bitboard::EMPTY, Bitboard::EMPTY);
        view.mover = scene.mover;
        let mut stage = Stage {
            comparison,
            from,
            scene,
            view,
            scratch: ChainScratch::new(),
            found: ChainMoves::new(),
            situations: 0,
            unanswered: 0,
        };
        stage.put(from, Some(Man { side: comparison.side, moved, royal: false, kind: None }));
        stage
    }

    /// Puts a man on a square, or nothing.
    fn put(&mut self, square: Square, man: Option<Man>) {
        self.scene.men[square.index()] = man;
        let here = Bitboard::of(square);
        let own = self.comparison.side;
        let is_in = |set: &mut Bitboard<N>, is_in: fn(Man, Side) -> bool| {
            *set = set.without(here);
            if man.is_some_and(|man| is_in(man, own)) {
                *set |= here;
            }
        };
        is_in(&mut self.view.own, |man, own| man.side == own);
        is_in(&mut self.view.enemy, |man, own| man.side != own);
        is_in(&mut self.view.unmoved, |man, _| !man.moved);
        is_in(&mut self.view.royal, |man, _| man.royal);
        is_in(&mut self.view.swept, |_, _| true);
    }

    fn walk(&self) -> Walked {
        let (moves, looks) = walk::moves_and_looks(self.comparison.piece, &self.scene, self.from);
        Walked { moves: moves.ok(), looks }
    }

    /// Looks at every state of some squares that are empty now. `walked` is the walk's answer while they are.
    fn branch(&mut self, walked: &Walked, squares: &[Square]) -> Result<(), Difference> {
        let Some(next) = walked.looks.iter().find(|look| squares.contains(look)) else {
            return self.every_state(walked, squares);
        };
        let rest: Vec<Square> = squares.iter().copied().filter(|square| square != next).collect();
        self.branch(walked, &rest)?;
        for man in &self.comparison.men {
            self.put(*next, Some(*man));
            let walked = self.walk();
            self.branch(&walked, &rest)?;
        }
        self.put(*next, None);
        Ok(())
    }

    /// Asks the tables in every state of squares that the walk has not looked at.
    fn every_state(&mut self, walked: &Walked, squares: &[Square]) -> Result<(), Difference> {
        let Some((first, rest)) = squares.split_first() else { return self.look(walked) };
        for man in std::iter::once(None).chain(self.comparison.men.iter().copied().map(Some)) {
            self.put(*first, man);
            self.every_state(walked, rest)?;
        }
        self.put(*first, None);
        Ok(())
    }

    /// Looks at this many random states of some squares, up to [`STATES_OF_A_WALK`] for each walk.
    fn sample(&mut self, squares: &[Square], samples: u64, random: &mut Random) -> Result<(), Difference> {
        let mut left = samples;
        while left > 0 {
            self.put_any(squares, random);
            let walked = self.walk();
            let unseen: Vec<Square> = squares.iter().copied().filter(|square| !walked.looks.contains(square)).collect();
            // On fewer squares states would often be the same.
            let several = if unseen.len() < 4 { 1 } else { left.min(STATES_OF_A_WALK) };
            for _ in 0..several {
                self.look(&walked)?;
                self.put_any(&unseen, random);
            }
            left -= several;
        }
        squares.iter().for_each(|square| self.put(*square, None));
        Ok(())
    }

    /// Puts any men on some squares; every other one stays empty.
    fn put_any(&mut self, squares: &[Square], random: &mut Random) {
        for square in squares {
            let any = random.below(2 * self.comparison.men.len() + 2);
            self.put(*square, self.comparison.men.get(any).copied());
        }
    }

    /// Whether the tables have the moves of the walk in the position that is set up.
    fn look(&mut self, walked: &Walked) -> Result<(), Difference> {
        self.situations += 1;
        self.found.clear();
        let tables = &self.comparison.tables;
        let answered = tables.moves(&self.view, self.from, &mut self.scratch, &mut self.found).is_ok();
        let Some(walked) = walked.moves.as_ref().filter(|_| answered) else {
            self.unanswered += 1;
            return Ok(());
        };
        let occupied = (self.view.own | self.view.enemy).without(Bitboard::of(self.from));
        let mut tabled = self.found.outcomes(&occupied);
        // They are in order, and a path does not make a move another one (M7).
        tabled.dedup_by(|a, b| a.key() == b.key());
        if tabled.len() == walked.len() && tabled.iter().zip(walked).all(|(a, b)| a.key() == b.key()) {
            return Ok(());
        }
        Err(self.difference(walked, &tabled))
    }

    fn difference(&self, walked: &[Outcome], tabled: &[Outcome]) -> Difference {
        let board = self.comparison.board;
        let name = |square: Square| board.name(square);
        let only = |these: &[Outcome], those: &[Outcome]| {
            let missing = these.iter().filter(|o| !those.iter().any(|other| other.key() == o.key()));
            let names: Vec<String> = missing.map(|o| o.to.map_or("gone".to_owned(), name)).collect();
            if names.is_empty() { "no other".to_owned() } else { names.join(" ") }
        };
        let men = board.squares().filter(|s| *s != self.from).filter_map(|s| {
            let man = self.scene.men[s.index()]?;
            Some(format!("{}{}", if man.side == self.comparison.side { '+' } else { '-' }, name(s)))
        });
        Difference {
            from: name(self.from),
            men: men.collect::<Vec<_>>().join(" "),
            moves: format!("only the walk has {}; only the tables have {}", only(walked, tabled), only(tabled, walked)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Lowering, LowersPieces, compare};
    use betza_ir::Piece;
    use betza_ir::geometry::{Board, Side};
    use betza_notation::{Dialect, read};
    use betza_testkit::Random;

    fn piece(notation: &str) -> Piece {
        read(notation, Dialect::Betza).expect("reads").piece
    }

    /// On three squares in a row a rook has a line of two squares from either end: 9 states. In the middle it has two
    /// of one square: twice 3 states, and both blocked.
    #[test]
    fn every_state_is_set_up() {
        let board = Board::parse("3x1").expect("a board");
        let extent =
            compare(&piece("R"), &board, Side::White, 1, &mut Random(0)).expect("no difference").expect("tables");
        assert_eq!((extent.groups, extent.sampled, extent.situations), (4, 0, 9 + 3 + 3 + 1 + 9));
    }

    #[test]
    fn tables_of_another_piece_are_found() {
        let board = Board::parse("4x1").expect("a board");
        let (rook, short) = (piece("R"), piece("R2"));
        let mut comparison = Comparison::<1>::new(&rook, &board, Side::White).expect("tables");
        comparison.tables = Lowering::<1>::new(&board).and_then(|mut l| l.piece(&short, Side::White)).expect("tables");
        let difference = comparison.run(1, &mut Random(0)).expect_err("they differ");
        assert_eq!(
            difference.to_string(),
            "on a1 among no others: only the walk has d1; only the tables have no other"
        );
    }
}
