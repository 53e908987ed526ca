//! Atoms: a capital, a suffix, a number.

use betza_ir::Count;
use betza_ir::geometry::{Vector, orbit};
use std::ops::Range;

/// The leapers by their letters, in the order in which a writer prefers them.
pub(super) const LEAPERS: [(char, (u16, u16)); 11] = [
    ('W', (1, 0)),
    ('F', (1, 1)),
    ('D', (2, 0)),
    ('N', (2, 1)),
    ('A', (2, 2)),
    ('H', (3, 0)),
    ('C', (3, 1)),
    ('Z', (3, 2)),
    ('G', (3, 3)),
    ('L', (3, 1)),
    ('J', (3, 2)),
];

/// What a suffix adds to the longer and to the shorter coordinate.
pub(super) const SUFFIXES: [(char, (u16, u16)); 2] = [('X', (3, 0)), ('Y', (2, 2))];

/// A capital with what belongs to it.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub letter: char,
    pub span: Range<usize>,
    /// The leap, suffix included; (1,0) for `K`, `Q`, `R` and `U`.
    pub size: (u16, u16),
    /// `R`, `B` or `Q`: a ride without a number.
    pub slides: bool,
    /// The number; `Some(None)` for `0` and for a doubled capital.
    pub number: Option<Option<u16>>,
    /// The capital is doubled.
    pub doubled: bool,
}

impl Atom {
    /// The leap of a capital without suffix, and whether it slides; `None` for other capitals.
    pub fn leap(letter: char) -> Option<((u16, u16), bool)> {
        match letter {
            'K' | 'U' => Some(((1, 0), false)),
            'Q' | 'R' => Some(((1, 0), true)),
            'B' => Some(((1, 1), true)),
            _ => LEAPERS.iter().find(|l| l.0 == letter).map(|l| (l.1, false)),
        }
    }

    /// `U`: any other square of the board.
    pub fn is_universal(&self) -> bool {
        self.letter == 'U'
    }

    /// `K` and `Q`: orthogonal and diagonal steps in one.
    pub fn is_eightfold(&self) -> bool {
        matches!(self.letter, 'K' | 'Q')
    }

    /// King steps of one leap.
    pub fn king_steps(&self) -> u16 {
        self.size.0
    }

    fn is_oblique(&self) -> bool {
        self.size.1 != 0 && self.size.0 != self.size.1
    }

    /// The atom's own vectors, `K` and `Q` as one set of eight.
    pub fn vectors(&self) -> Vec<Vector> {
        if self.is_eightfold() { self.ring() } else { orbit(self.size.0, self.size.1) }
    }

    /// The vectors that direction letters choose from together: where `K` and `Q` distribute, those of each part.
    pub fn sets(&self, distributes: bool) -> Vec<Vec<Vector>> {
        let (long, _) = self.size;
        if distributes && self.is_eightfold() { vec![orbit(long, 0), orbit(long, long)] } else { vec![self.vectors()] }
    }

    /// The eight vectors among which a later leg turns: those of the atom and of its fellow (W and F, D and A, ...), or
    /// an oblique atom's own.
    pub fn ring(&self) -> Vec<Vector> {
        let (long, short) = self.size;
        if self.is_oblique() { orbit(long, short) } else { [orbit(long, 0), orbit(long, long)].concat() }
    }

    /// How often the leg steps after so many exchanges of step and slide (`g`, `y`). The first one drops the number.
    pub fn count(&self, exchanges: usize) -> Count {
        let single = |slides: bool| if slides { Count::UNLIMITED } else { Count::ONCE };
        if exchanges > 0 {
            let is_step = matches!(self.letter, 'W' | 'F' | 'K') && self.king_steps() == 1;
            let slides = self.slides || (self.number.is_some() && !is_step);
            return single(slides != (exchanges % 2 == 1));
        }
        match self.number {
            Some(Some(n)) => Count::up_to(n),
            Some(None) => Count::UNLIMITED,
            None => single(self.slides),
        }
    }
}
