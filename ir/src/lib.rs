//! The IR: the moves of a piece, independent of any dialect.
//!
//! A [`Piece`] is a set of [`Move`]s. A move is a [`Chain`] of links that are walked one after the other. Each link has
//! a [`Part`] (a [`Leg`], a repeated [`Group`] of links, a choice of chains, or an [`Effect`]) and a [`Joint`], which
//! says what the square where the part ends must hold, what happens there, and whether the move may stop. Vectors are
//! in the owner's frame, which is White's frame of the board.
//!
//! Directions are resolved when a chain is built ([`draft`]): a leg holds the step vectors that it may take for every
//! heading in which it can be entered ([`Steps`]). So two notations with the same meaning give the same IR, whatever
//! letters they use. [`geometry`] has what all stages share: boards, squares, vectors and sides.

#![forbid(unsafe_code)]

pub mod bitboard;
pub mod draft;
pub mod geometry;
pub mod hash;
mod properties;
mod rules;
mod sectors;
pub mod sorted;
mod turned;

use crate::geometry::Vector;
pub use rules::{Acts, Condition, Joint, Landing, Modes, Transit, Victims};
pub use sectors::Sectors;

/// A compiled notation: everything that one piece may do.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Piece {
    /// The ways to move, in the order written, without repetition.
    pub moves: Vec<Move>,
    /// Marked royal by the notation (`k` in `extended`, `y` in `bex`).
    pub royal: bool,
    /// What the piece may promote to, as written; `None` if the notation names nothing.
    pub promotions: Option<Vec<String>>,
    /// Enemies that these moves could reach cannot move (`[xi..]`, docs/notation, X6). This is a standing effect; the
    /// piece does not make these moves.
    pub immobilizes: Vec<Move>,
    /// Castling moves of this piece (`O` in `xbetza`), for the variant's castling rule.
    pub castlings: Vec<Castling>,
    /// Where it may be dropped from the hand (`@` in `xbetza`).
    pub drops: Vec<Drop>,
    /// The types that its range captures may take ([`Piece::sweeping`]), as indices of types.
    pub sweeps: Vec<usize>,
}

impl Piece {
    /// Limits the range captures of the piece, which take friends and enemies on their way, to pieces of these types:
    /// on their way and where they end.
    #[must_use]
    pub fn sweeping(mut self, types: Vec<usize>) -> Piece {
        for chain in self.moves.iter_mut().map(|m| &mut m.chain).filter(|chain| chain.takes_friends_on_its_way()) {
            chain.take_only(Victims::SWEPT);
        }
        self.sweeps = types;
        self
    }

    /// A piece of these moves alone. Repeated moves are dropped, and a move of a single leg over vectors of several
    /// sizes (a King's step as one set of eight) is split by size, so that it equals its parts written out.
    #[must_use]
    pub fn of(moves: Vec<Move>) -> Piece {
        let mut piece = Piece::default();
        for m in moves {
            piece.push(m);
        }
        piece
    }

    /// Adds a move as [`Piece::of`] does.
    pub fn push(&mut self, m: Move) {
        for part in m.split_by_size() {
            if !self.moves.contains(&part) {
                self.moves.push(part);
            }
        }
    }
}

/// One way to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The path.
    pub chain: Chain,
    /// What must hold of the mover before it moves.
    pub condition: Condition,
    /// The directions that the overall displacement may have; for a path that returns to its origin, those of its first
    /// step (E2). [`Sectors::ALL`] if the legs alone decide.
    pub sectors: Sectors,
    /// The move leaves en-passant rights on the squares passed (`n` on a double step in `xbetza`).
    pub leaves_en_passant: bool,
}

impl Move {
    /// A move along this chain, without further conditions.
    #[must_use]
    pub fn new(chain: Chain) -> Move {
        Move { chain, condition: Condition::empty(), sectors: Sectors::ALL, leaves_en_passant: false }
    }

    fn split_by_size(self) -> Vec<Move> {
        let [Link { part: Part::Leg(Leg { steps: Steps::Turns(turns), .. }), .. }] = &self.chain.links[..] else {
            return vec![self];
        };
        let courses: Vec<&Course> = turns.iter().flat_map(|t| &t.courses).collect();
        let mut sizes: Vec<_> = courses.iter().map(|c| c.0[0].size()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        if sizes.len() < 2 || courses.iter().any(|c| c.0.len() > 1) {
            return vec![self];
        }
        let only = |size: (u16, u16)| {
            let mut part = self.clone();
            if let Part::Leg(Leg { steps: Steps::Turns(turns), .. }) = &mut part.chain.links[0].part {
                for turn in turns {
                    turn.courses.retain(|c| c.0[0].size() == size);
                }
            }
            part
        };
        sizes.into_iter().map(only).collect()
    }
}

/// Links walked one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Chain {
    /// The links, never empty in a chain made by [`draft::resolve`].
    pub links: Vec<Link>,
}

impl Chain {
    /// Returns whether it may capture a friend before its end.
    #[must_use]
    pub fn takes_friends_on_its_way(&self) -> bool {
        self.links.iter().any(|link| {
            let takes = |joint: &Joint| joint.onward.friend.contains(Acts::TAKE);
            takes(&link.joint)
                || match &link.part {
                    Part::Group(group) => takes(&group.between) || group.body.takes_friends_on_its_way(),
                    Part::Choice(chains) => chains.iter().any(Chain::takes_friends_on_its_way),
                    Part::Leg(_) | Part::Effect(_) => false,
                }
        })
    }

    /// Returns whether each move along it captures an enemy, on the way or at the end. It may be so, too, if this returns
    /// false: only plain legs are judged.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        let is_plain = |link: &Link| matches!(&link.part, Part::Leg(leg) if !leg.unloads);
        if !self.links.iter().all(is_plain) {
            return false;
        }
        for Link { joint: Joint { onward, stop }, .. } in &self.links {
            if stop.is_some_and(|landing| landing.modes != Modes::CAPTURE) {
                return false;
            }
            if onward.foe == Acts::TAKE && (onward.empty | onward.friend | onward.off).is_empty() {
                return true;
            }
        }
        true
    }

    /// Lets all its captures take only these victims.
    fn take_only(&mut self, victims: Victims) {
        let limit = |joint: &mut Joint| {
            joint.onward.victims |= victims;
            joint.stop.iter_mut().for_each(|stop| stop.victims |= victims);
        };
        for link in &mut self.links {
            limit(&mut link.joint);
            match &mut link.part {
                Part::Group(group) => {
                    limit(&mut group.between);
                    group.body.take_only(victims);
                }
                Part::Choice(chains) => chains.iter_mut().for_each(|chain| chain.take_only(victims)),
                Part::Leg(_) | Part::Effect(_) => {}
            }
        }
    }
}

/// One part of a chain and what holds of the square where it ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// What is walked or done.
    pub part: Part,
    /// What may follow. The last link of a group's body has none ([`Joint::NONE`]), because the group's own joints
    /// apply there.
    pub joint: Joint,
}

/// What a link does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Walks.
    Leg(Leg),
    /// Walks a whole chain several times.
    Group(Group),
    /// Walks one of several chains. Their last links have [`Joint::NONE`], because the joint of this link applies
    /// behind each of them.
    Choice(Vec<Chain>),
    /// Does something where the piece has arrived.
    Effect(Effect),
}

/// A leap or a ride.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// Where it may go, by the heading in which it is entered.
    pub steps: Steps,
    /// How many steps: at least, and at most (`None`: as far as the board goes).
    pub count: Count,
    /// A length that depends on an earlier leg.
    pub span: Span,
    /// What each single step needs of the squares it leaps over.
    pub footing: Footing,
    /// What the squares that the ride visits before its end must hold.
    pub pass: Pass,
    /// Which edges of the board are joined for this leg.
    pub wrap: Wrap,
    /// The first square is passed whatever it holds (`j` on a ride in `xbetza`). A leg of a single step then has no
    /// move.
    pub skips_first: bool,
    /// The leg ends neither where it started nor on the mover's origin (`z`, `q`; a ride across joined edges does so
    /// too, M8).
    pub avoids_origin: bool,
    /// A piece captured in this move, the last one before this leg or else the next, is put down where the leg started
    /// (`u` in `xbetza`).
    pub unloads: bool,
    /// The number of a leg that several alternatives of a choice have in common. In a frozen group, legs with the same
    /// number take the course that the first of them took. `None`: the leg is in one alternative only.
    pub same_as: Option<u16>,
}

impl Leg {
    /// A single plain leap over these steps.
    #[must_use]
    pub fn leap(steps: Steps) -> Leg {
        Leg {
            steps,
            count: Count::ONCE,
            span: Span::Free,
            footing: Footing::Leap,
            pass: Pass::Clear,
            wrap: Wrap::None,
            skips_first: false,
            avoids_origin: false,
            unloads: false,
            same_as: None,
        }
    }

    /// The same leg, walked this many times.
    #[must_use]
    pub fn times(mut self, count: Count) -> Leg {
        self.count = count;
        self
    }

    /// Whether it may take more than one step.
    #[must_use]
    #[inline]
    pub fn is_ride(&self) -> bool {
        self.count.max != Some(1)
    }

    /// Whether it stops before it would come back to the square where it started (B6, `z`, `q`).
    #[must_use]
    #[inline]
    pub fn goes_round(&self) -> bool {
        self.avoids_origin || self.wrap != Wrap::None
    }

    /// Whether it cannot end on the mover's origin (M8). A ride may pass that square, which counts as empty (M2).
    #[must_use]
    #[inline]
    pub fn never_ends_at_home(&self) -> bool {
        self.avoids_origin || self.wrap != Wrap::None && self.is_ride()
    }
}

/// The steps a leg may take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Steps {
    /// By heading, sorted by heading. A heading that is not listed has no steps.
    Turns(Vec<Turn>),
    /// One leap to any other square (`U` in `xbetza`).
    Anywhere,
}

impl Steps {
    /// The courses open in this heading (`None` at the start of a move).
    #[must_use]
    #[inline]
    pub fn courses(&self, heading: Option<Vector>) -> &[Course] {
        match self {
            Steps::Turns(turns) => {
                turns.binary_search_by(|t| t.heading.cmp(&heading)).map_or(&[][..], |i| &turns[i].courses)
            }
            Steps::Anywhere => &[],
        }
    }

    /// Whether a course turns on its way.
    #[must_use]
    #[inline]
    pub fn bends(&self) -> bool {
        matches!(self, Steps::Turns(turns) if turns.iter().flat_map(|turn| &turn.courses).any(|course| course.0.len() > 1))
    }
}

/// The courses that a leg may take in one heading.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The vector of the last step walked; `None` at the start of a move.
    pub heading: Option<Vector>,
    /// What may follow, sorted.
    pub courses: Vec<Course>,
}

/// The vectors of successive steps of a leap or ride, repeated from the start when used up: one vector for a straight
/// ride, two for a crooked one, the whole circle for a circular one. Never empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Course(pub Vec<Vector>);

impl Course {
    /// The same vector repeated.
    #[must_use]
    pub fn straight(vector: Vector) -> Course {
        Course(vec![vector])
    }

    /// The vector of the step with this number, from 0.
    #[must_use]
    #[inline]
    pub fn step(&self, number: usize) -> Vector {
        self.0[number % self.0.len()]
    }
}

/// How often something is repeated: at least `min` times, at most `max` (`None`: without limit).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The least number, at least 1.
    pub min: u16,
    /// The greatest number, if there is one.
    pub max: Option<u16>,
}

impl Count {
    /// Exactly once.
    pub const ONCE: Count = Count::exactly(1);
    /// Once or more.
    pub const UNLIMITED: Count = Count { min: 1, max: None };

    /// Exactly `n` times.
    #[must_use]
    pub const fn exactly(n: u16) -> Count {
        Count { min: n, max: Some(n) }
    }

    /// Once to `n` times.
    #[must_use]
    pub const fn up_to(n: u16) -> Count {
        Count { min: 1, max: Some(n) }
    }

    /// Whether `n` repetitions are enough and not too many.
    #[must_use]
    #[inline]
    pub fn allows(self, n: u16) -> bool {
        n >= self.min && self.max.is_none_or(|max| n <= max)
    }

    /// Whether a further repetition is allowed after `n`.
    #[must_use]
    #[inline]
    pub fn goes_on(self, n: u16) -> bool {
        self.max.is_none_or(|max| n < max)
    }
}

/// A length that depends on the nearest earlier leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Span {
    /// Any length that the count allows.
    #[default]
    Free,
    /// As many king steps as the nearest earlier leg took (`e` after an operator, E7, T5).
    SameKingSteps,
    /// As many steps as the previous leg (`i` on a later leg in `xbetza`).
    SameSteps,
}

/// What the squares between the ends of one step must hold: leaps and lame leaps (L1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Footing {
    /// Anything: a true leap.
    #[default]
    Leap,
    /// Some shortest path of king steps is empty (`n`).
    Clear,
    /// Some shortest path of king steps has exactly one piece on it (`j`).
    Hurdle,
    /// Some shortest path of king steps has exactly one piece on it, on its last square before the end (`g` on a leap
    /// in `xbetza`). Used only for leaps of three or more king steps; for shorter ones it equals [`Footing::Hurdle`].
    HurdleAtEnd,
    /// The one path along the longer axis first and then diagonally is empty (the Xiangqi horse, the Janggi elephant).
    OrthogonalFirst,
}

/// What the squares that a ride visits before its end must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Pass {
    /// All are empty.
    #[default]
    Clear,
    /// Exactly one is occupied (`p`, and `j` on a ride).
    Hop,
    /// Exactly one is occupied, and it is the last one: it lands right behind (`g`).
    HopOnto,
    /// They may hold anything (`jj`).
    Any,
    /// Exactly one is occupied, by an enemy, who is captured (`[cj]`). The squares are those in steps of the move's
    /// direction in lowest terms, so the squares under straight leaps count (X8).
    TakeOne,
    /// One or more are occupied, by enemies no two of whom stand on adjacent squares of the path, and all are captured
    /// (`[cl]`). Squares as for [`Pass::TakeOne`].
    TakeApart,
    /// All are empty, the end is empty too, and the next square of the ride, still within its range, is occupied (`y`
    /// in `extended`).
    UpToPiece,
}

/// Edges of the board that are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Wrap {
    /// None.
    #[default]
    None,
    /// Left and right (`o`).
    Cylinder,
    /// Left and right, top and bottom (`oo` in `xbetza`).
    Torus,
}

/// A chain repeated as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// What is repeated. The last link's joint is [`Joint::NONE`].
    pub body: Chain,
    /// How many copies.
    pub count: Count,
    /// The joint between copies. Its `stop` is for moves that end between copies in another way than behind the group.
    pub between: Joint,
    /// Every copy takes the vectors that the first one took (`*` in `bex`). Otherwise the first leg of each copy reads
    /// its directions in the heading of the copy before.
    pub frozen: bool,
}

/// Something that happens where the piece has arrived.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The enemy directly beyond is captured, in the last leg's direction from start to end reduced to lowest terms;
    /// without one the move fails (`[ca]`).
    Approach,
    /// The enemy directly behind the square from which the last leg started, opposite to that direction, is captured;
    /// without one the move fails (`[cw]`).
    Withdraw,
    /// One enemy that these moves could capture from here is captured; without one the move fails (`[crM]`).
    Ranged(Vec<Move>),
    /// Every enemy between here and a friend that these moves would reach is captured, if there are any (`[ccM]`).
    Custodial(Vec<Move>),
    /// Swaps places with one enemy that these moves reach from here; without one the move fails (`[xwM]`).
    SwapPlaces(Vec<Move>),
    /// The mover goes back to its origin (`[xo]`).
    Return,
    /// The mover is removed (`[cu]`).
    Vanish,
    /// The mover captures as its victim's type captures, from here (`[ci]`). It is the only part of its move.
    Imitate,
    /// Fragments fly along every path of the chain; each that is not blocked carries out its side effects (`x`, `xx` in
    /// `betza2`, T6). It is the last part of the move.
    Erupt {
        /// The fragments' paths, one chain for each alternative.
        fragments: Vec<Chain>,
        /// The mover is removed first (`xx`).
        explodes: bool,
    },
}

/// A castling move as `xbetza` writes it: the king goes `steps` squares along its rank toward an unmoved partner at the
/// edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Castling {
    /// Squares that the king goes.
    pub steps: u8,
    /// Towards the owner's left.
    pub left: bool,
    /// Towards the owner's right.
    pub right: bool,
    /// The partner stands this many squares in from the edge (`j`: 1).
    pub inset: u8,
    /// Only an unmoved king.
    pub condition: Condition,
}

/// Where a piece may be dropped (`@` in `xbetza`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drop {
    /// The number of ranks from the owner's back rank; `None`: everywhere.
    pub ranks: Option<u8>,
    /// Not on the owner's back rank.
    pub spares_back_rank: bool,
    /// A file that holds this many such pieces of the owner is closed: 1 for `f`, 2 for `ff`.
    pub file_limit: Option<u8>,
    /// A square colour that holds this many such pieces of the owner is closed: 1 for `s`.
    pub colour_limit: Option<u8>,
    /// A board that holds this many such pieces of the owner is closed: 1 for `b`.
    pub board_limit: Option<u8>,
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
