//! Tables that answer a query by few lookups: magic bitboards for any fixed paths.
//!
//! The paths from a square are divided into groups that depend on few squares each. The occupancy of a group's squares,
//! multiplied by numbers that are found by trial, is the index into the group's table. Source: P. Kannan, "Magic
//! move-bitboard generation" (chess programming wiki). All pieces with paths of this kind have them, if the tables are
//! small: sliders, bent riders, hoppers, lame leapers. Others go by the rays of [`crate::lower::Reach`].
//!
//! A Griffon on d4 of 8x8 depends on 16 squares: four first ones, and twelve behind them. One lookup would take 524,288
//! bytes for this square alone, and two take 4,096. On 12x10 it depends on up to 31 squares. The least sizes of its
//! tables for all squares, in KiB:
//!
//! | board | one lookup | two | three | four | eight |
//! |---|---|---|---|---|---|
//! | 8x8 | 65,600 | 372 | 104 | 61 | 54 |
//! | 10x8 | 2,400,768 | 3,476 | 635 | 342 | 292 |
//! | 9x10 | 10,290,176 | 7,576 | 1,292 | 490 | 396 |
//! | 12x10 | 818,946,048 | 75,856 | 7,316 | 2,012 | 1,499 |

use crate::lower::Path;
use betza_ir::bitboard::{Bitboard, each_word};
use betza_ir::geometry::Square;
use betza_ir::sorted;
use std::cmp::Reverse;

/// The most lookups of a query. With more of them, rays are as fast.
const LOOKUPS: usize = 4;

/// The most squares on which a group depends: the numbers for it are found in a fraction of a millisecond.
const GROUP_BITS: u32 = 10;

/// The most bytes of the tables of all squares. They should stay in a processor's second-level cache.
const BUDGET: usize = 1 << 20;

/// So many divisions of the paths of a square are tried.
const DIVISIONS: u32 = 200;

/// So many numbers are tried for a table, before it is made twice as long.
const TRIALS: u32 = 2000;

/// A destination and a path to it.
pub(super) type PathTo<const N: usize> = (Square, Path<N>);

/// The tables of one question for all squares.
pub(super) struct Tabled<const N: usize> {
    /// How many groups each square has.
    lookups: usize,
    /// The groups, square after square.
    groups: Box<[Group<N>]>,
    data: Box<[Bitboard<N>]>,
}

/// The squares on which some paths from a square depend, and where they lead.
#[derive(Clone, Copy)]
struct Group<const N: usize> {
    mask: Bitboard<N>,
    factors: [u64; N],
    /// Where its table starts.
    start: u32,
    /// What leaves as many bits as the table's index has.
    shift: u32,
}

impl<const N: usize> Group<N> {
    #[inline(always)]
    fn index(&self, occupied: &Bitboard<N>) -> usize {
        let mut sum = 0_u64;
        each_word!(N, |i| sum = sum.wrapping_add((occupied.0[i] & self.mask.0[i]).wrapping_mul(self.factors[i])));
        (sum >> (self.shift & 63)) as usize
    }
}

impl<const N: usize> Tabled<N> {
    /// Makes the tables; `None` if they would be too large. `paths` has those of each square.
    pub fn new(paths: &[Vec<PathTo<N>>]) -> Option<Tabled<N>> {
        let atoms: Vec<Vec<Bitboard<N>>> = paths.iter().map(|paths| atoms(paths)).collect::<Option<_>>()?;
        let divided = (1..=LOOKUPS).find_map(|lookups| divisions(&atoms, lookups))?;
        let lookups = divided.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let mut maker = Maker::default();
        let mut groups = Vec::with_capacity(paths.len() * lookups);
        for (paths, masks) in paths.iter().zip(divided) {
            let mut left = paths.clone();
            for i in 0..lookups {
                let mask = masks.get(i).copied().unwrap_or_default();
                let (of_group, others) = left.into_iter().partition(|(_, path)| path.squares().is_subset(&mask));
                left = others;
                groups.push(maker.group(mask, of_group)?);
            }
            debug_assert!(left.is_empty(), "each path is in a group");
        }
        let size = size_of_val(&*maker.data);
        (size <= 2 * BUDGET).then(|| Tabled { lookups, groups: groups.into(), data: maker.data.into() })
    }

    /// Returns where the paths from a square lead.
    #[inline(always)]
    pub fn at(&self, square: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let first = square.index() * self.lookups;
        let groups = self.groups.get(first..first + self.lookups).unwrap_or_default();
        groups.iter().fold(Bitboard::EMPTY, |all, group| {
            let entry = self.data.get(group.start as usize + group.index(occupied));
            all | entry.copied().unwrap_or_default()
        })
    }

    /// Returns how many lookups a query takes.
    pub fn lookups(&self) -> usize {
        self.lookups
    }

    /// Returns the bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.groups) + size_of_val(&*self.data)
    }
}

/// Returns the sets of squares on which whole paths depend, without those that are in others; `None` if they are too
/// many squares.
fn atoms<const N: usize>(paths: &[PathTo<N>]) -> Option<Vec<Bitboard<N>>> {
    let mut masks: Vec<Bitboard<N>> = paths.iter().map(|(_, path)| path.squares()).filter(|m| !m.is_empty()).collect();
    let all = masks.iter().fold(Bitboard::EMPTY, |all, mask| all | *mask);
    if all.count() > LOOKUPS as u32 * GROUP_BITS {
        return None;
    }
    sorted::sort_by_key(&mut masks, |mask| (Reverse(mask.count()), *mask));
    let mut atoms: Vec<Bitboard<N>> = Vec::new();
    for mask in masks {
        if !atoms.iter().any(|atom| mask.is_subset(atom)) {
            atoms.push(mask);
        }
    }
    Some(atoms)
}

/// Returns the entries of a table for these squares. Beyond what fits, larger ones count alike.
fn entries<const N: usize>(mask: &Bitboard<N>) -> usize {
    1 << mask.count().min(24)
}

/// Returns for each square the masks of its groups; `None` if they do not fit.
fn divisions<const N: usize>(atoms: &[Vec<Bitboard<N>>], lookups: usize) -> Option<Vec<Vec<Bitboard<N>>>> {
    let mut left = BUDGET / size_of::<Bitboard<N>>();
    let mut all = Vec::with_capacity(atoms.len());
    for atoms in atoms {
        let mut search = Division { lookups, least: usize::MAX, best: Vec::new(), left: DIVISIONS };
        search.go(atoms, &mut Vec::new());
        if search.best.iter().any(|mask| mask.count() > GROUP_BITS) {
            return None;
        }
        left = left.checked_sub(search.least)?;
        all.push(search.best);
    }
    Some(all)
}

/// The search for the groups of a square that take the fewest entries.
struct Division<const N: usize> {
    lookups: usize,
    least: usize,
    best: Vec<Bitboard<N>>,
    left: u32,
}

impl<const N: usize> Division<N> {
    fn go(&mut self, atoms: &[Bitboard<N>], groups: &mut Vec<Bitboard<N>>) {
        let size = groups.iter().map(entries).sum();
        // The first way to the end is the greedy one, so there is one if the search ends early.
        if size >= self.least || self.left == 0 && self.least != usize::MAX {
            return;
        }
        self.left = self.left.saturating_sub(1);
        let Some((atom, atoms)) = atoms.split_first() else {
            (self.least, self.best) = (size, groups.clone());
            return;
        };
        let more = |group: &Bitboard<N>| entries(&(*group | *atom)) - entries(group);
        let mut ways: Vec<(usize, usize)> = groups.iter().enumerate().map(|(i, group)| (more(group), i)).collect();
        if groups.len() < self.lookups {
            ways.push((entries(atom), groups.len()));
        }
        ways.sort_unstable();
        for (_, i) in ways {
            if i == groups.len() {
                groups.push(*atom);
                self.go(atoms, groups);
                groups.pop();
            } else {
                let before = groups[i];
                groups[i] |= *atom;
                self.go(atoms, groups);
                groups[i] = before;
            }
        }
    }
}

/// Makes tables one behind the other.
struct Maker<const N: usize> {
    data: Vec<Bitboard<N>>,
    random: u64,
    /// The trial in which an entry was last written.
    written: Vec<u32>,
    trial: u32,
}

impl<const N: usize> Default for Maker<N> {
    fn default() -> Self {
        Maker { data: Vec::new(), random: 0x9e37_79b9_7f4a_7c15, written: Vec::new(), trial: 0 }
    }
}

impl<const N: usize> Maker<N> {
    /// Returns a number by xorshift.
    fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// Makes the table of these paths; `None` if no numbers are found.
    fn group(&mut self, mask: Bitboard<N>, paths: Vec<PathTo<N>>) -> Option<Group<N>> {
        let start = self.data.len();
        let occupancies = subsets(mask);
        let leads = |occupied: &Bitboard<N>| {
            paths.iter().filter(|(_, path)| path.is_open(occupied)).map(|(to, _)| *to).collect()
        };
        let answers: Vec<Bitboard<N>> = occupancies.iter().map(leads).collect();
        let bits = mask.count();
        for index_bits in bits..=bits + 2 {
            // No bits: the sum is 0.
            let shift = 64 - index_bits.max(1);
            self.data.resize(start + (1 << index_bits), Bitboard::EMPTY);
            self.written.resize(self.written.len().max(1 << index_bits), 0);
            for _ in 0..TRIALS {
                let group = Group { mask, factors: self.factors(&mask, index_bits), start: start as u32, shift };
                if self.fits(&group, &occupancies, &answers) {
                    return Some(group);
                }
            }
        }
        None
    }

    /// Returns numbers that move each square of a mask to a bit of its own among the highest, beside what else they do.
    fn factors(&mut self, mask: &Bitboard<N>, index_bits: u32) -> [u64; N] {
        let lowest = 64 - index_bits;
        let (mut factors, mut free) = ([0; N], u64::MAX.checked_shl(lowest).unwrap_or(0));
        for (word, factor) in factors.iter_mut().enumerate() {
            let mut left = mask.0[word];
            while left != 0 {
                // The highest squares have the least choice.
                let from = 63 - left.leading_zeros();
                let choice = free >> from << from;
                if choice == 0 {
                    left ^= 1 << from;
                    continue;
                }
                let mut bits = choice;
                for _ in 0..(self.random() >> 33) as u32 % choice.count_ones() {
                    bits &= bits - 1;
                }
                // What else this number moves to free bits has its own, too.
                let by = bits.trailing_zeros() - from;
                let moved = (left << by) & free;
                *factor |= 1 << by;
                free ^= moved;
                left ^= moved >> by;
            }
        }
        factors
    }

    /// Fills the table by these numbers; `false` if two answers meet in an entry.
    fn fits(&mut self, group: &Group<N>, occupancies: &[Bitboard<N>], answers: &[Bitboard<N>]) -> bool {
        self.trial += 1;
        let table = &mut self.data[group.start as usize..];
        for (occupied, answer) in occupancies.iter().zip(answers) {
            let index = group.index(occupied);
            if self.written[index] != self.trial {
                self.written[index] = self.trial;
                table[index] = *answer;
            } else if table[index] != *answer {
                return false;
            }
        }
        true
    }
}

/// Returns all subsets of a set.
fn subsets<const N: usize>(mask: Bitboard<N>) -> Vec<Bitboard<N>> {
    let mut all = vec![Bitboard::EMPTY];
    for square in mask {
        let with: Vec<Bitboard<N>> = all.iter().map(|set| *set | Bitboard::of(square)).collect();
        all.extend(with);
    }
    all
}

#[cfg(test)]
mod tests {
    use crate::lower::{Lowering, LowersPieces};
    use crate::single::fixed::{Asked, FixedPiece};
    use betza_ir::bitboard::Bitboard;
    use betza_ir::geometry::{Board, Side, Square};
    use betza_ir::{Modes, Piece};
    use betza_notation::{Dialect, read};
    use betza_testkit::Random;

    fn piece(text: &str, dialect: Dialect) -> Piece {
        read(text, dialect).expect("it reads").piece
    }

    /// Sliders, bent riders, hoppers and lame leapers with any occupancy, bits off the board among them.
    #[test]
    fn tables_answer_as_paths_do() {
        let mut random = Random(39);
        let xbetza = ["[F?R]", "[W?B]", "[D?B]", "mafsF", "sR", "fRrbB"].map(|text| (text, Dialect::Xbetza));
        let betza = ["Q", "NN", "qN", "zB", "nCnZ", "pR", "gQ", "fpRlzB"].map(|text| (text, Dialect::Betza));
        for (text, dialect) in xbetza.into_iter().chain(betza) {
            for (files, ranks) in [(8, 8), (10, 8), (5, 13)] {
                let (board, piece) = (Board::new(files, ranks).expect("a board"), piece(text, dialect));
                let fixed = FixedPiece::new(&board, &piece, Side::Black, board.files()).expect("it has tables");
                let tables = Lowering::<2>::new(&board).and_then(|mut l| l.piece(&piece, Side::Black)).expect("small");
                let captures = || tables.parts.iter().filter(|part| part.modes.contains(Modes::CAPTURE));
                for _ in 0..2000 {
                    let at = Square::from_index(random.below(board.area()));
                    let occupied = Bitboard([random.bits() & random.bits(), random.bits() & random.bits()]);
                    let targets = |all, part: &crate::lower::MoveTable<2>| all | part.reach.targets(at, &occupied);
                    let expected = captures().fold(Bitboard::<2>::EMPTY, targets);
                    let mut found = [0; 2];
                    let words = fixed.words();
                    assert!(fixed.ask(Asked::Attacks, at.index() as u16, &occupied.0[..words], &mut found[..words]));
                    assert_eq!(Bitboard(found), expected, "{text} on {board} from {at:?}");
                    let sources = |all, part: &crate::lower::MoveTable<2>| all | part.reach.sources(at, &occupied);
                    let expected = captures().fold(Bitboard::<2>::EMPTY, sources);
                    let mut found = [0; 2];
                    assert!(fixed.ask(Asked::Attackers, at.index() as u16, &occupied.0[..words], &mut found[..words]));
                    assert_eq!(Bitboard(found), expected, "{text} on {board} to {at:?}");
                }
            }
        }
    }

    /// The lines behind its four first steps fall into two groups that depend on few squares each.
    #[test]
    fn a_griffon_takes_two_lookups() {
        let lookups = |text, dialect| {
            let board = Board::new(8, 8).expect("a board");
            FixedPiece::new(&board, &piece(text, dialect), Side::White, 8).expect("it has tables").lookups()
        };
        assert_eq!(lookups("[F?R]", Dialect::Xbetza), Some(2));
        assert_eq!(lookups("N", Dialect::Betza), Some(1));
    }
    /// From d4: c3, c5, e3, e5, and of the rays behind them all squares but the last, found by hand.
    #[test]
    fn a_griffon_depends_on_sixteen_squares() {
        let board = Board::new(8, 8).expect("a board");
        let piece = piece("[F?R]", Dialect::Xbetza);
        let tables = Lowering::<1>::new(&board).and_then(|mut l| l.piece(&piece, Side::White)).expect("small");
        let from = board.parse_square("d4").expect("a square");
        let paths: Vec<_> = tables.parts.iter().flat_map(|part| part.reach.paths_from(from)).collect();
        let atoms = super::atoms(&paths).expect("few squares");
        let all = atoms.iter().fold(Bitboard::EMPTY, |all, atom| all | *atom);
        let squares = "c3 c5 e3 e5 b3 b5 f3 f5 g3 g5 c2 c6 c7 e2 e6 e7";
        assert_eq!(all, squares.split(' ').map(|name| board.parse_square(name).expect("a square")).collect());
        let divided = super::divisions(&[atoms], 2).expect("it fits");
        assert_eq!(divided[0].iter().map(Bitboard::count).collect::<Vec<_>>(), [8, 8]);
    }
}
