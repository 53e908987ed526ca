//! A piece's tables against the walk in every state of the squares that its lookups depend on.
//!
//! A lookup (one line, one lame path, one leap, one hop) depends on few squares, and its answer on nothing else. So the
//! squares that matter from an origin are divided into groups: squares on which one path depends are in one group. In
//! each group every state of its squares (empty, friend, foe; unmoved or royal where a piece tells these apart) is set up,
//! and the moves by the tables must be the walk's. How lookups are joined to a piece is seen with both groups of each pair
//! blocked. A group with too many states is sampled. The generator's own tables, made of these, are not asked here.

use betza_compile::lower::{ChainMoves, ChainScratch, Lowering, LowersPieces, PieceTables, View};
use betza_compile::walk::{self, Man, Outcome, Scene};
use betza_ir::bitboard::{Bitboard, words};
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::{Condition, Piece};
use betza_testkit::Random;
use std::collections::BTreeSet;
use std::fmt;

/// The most states of a group that are all set up.
pub const MOST_STATES: u64 = 1 << 22;

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Groups of squares whose every state was set up.
    pub groups: u64,
    /// Groups with too many states, which were sampled.
    pub sampled: u64,
    /// Positions in all.
    pub situations: u64,
}

impl Extent {
    /// Adds what else was looked at.
    pub fn add(&mut self, other: Extent) {
        self.groups += other.groups;
        self.sampled += other.sampled;
        self.situations += other.situations;
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
        write!(f, "on {} among {}: {}", self.from, self.men, self.moves)
    }
}

/// Compares a piece's tables with the walk on a board. `samples` positions of a group are set up that has more than
/// [`MOST_STATES`]. `None` if the piece has no tables there, as it exceeds a limit.
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
        // Castling has no table.
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

    fn run(&self, samples: u64, random: &mut Random) -> Result<Extent, Difference> {
        let mut extent = Extent::default();
        let (mut scratch, mut found) = (ChainScratch::new(), ChainMoves::new());
        for from in self.board.squares() {
            let groups = self.groups(from);
            for &moved in &self.moved {
                let mut scene = Scene::empty(self.board);
                scene.men[from.index()] = Some(Man { side: self.side, moved, royal: false, kind: None });
                scene.mover = if moved { Condition::empty() } else { Condition::all() };
                let mut look = |scene: &Scene<'_>| {
                    extent.situations += 1;
                    self.agree(scene, from, &mut scratch, &mut found)
                };
                for group in &groups {
                    let squares: Vec<Square> = group.into_iter().collect();
                    let states = (self.men.len() as u64 + 1).checked_pow(squares.len() as u32);
                    match states.filter(|&states| states <= MOST_STATES) {
                        Some(states) => {
                            every_state(&mut look, self, &mut scene, &squares, states)?;
                        }
                        None => {
                            for _ in 0..samples {
                                for square in &squares {
                                    let any = random.below(2 * self.men.len() + 2);
                                    scene.men[square.index()] = self.men.get(any).copied();
                                }
                                look(&scene)?;
                            }
                        }
                    }
                    squares.iter().for_each(|square| scene.men[square.index()] = None);
                }
                let foe = Man { side: self.side.other(), moved: false, royal: false, kind: None };
                // How lookups are joined: all pairs of groups, both blocked by foes.
                for (i, one) in groups.iter().enumerate() {
                    for other in &groups[..i] {
                        for square in *one | *other {
                            scene.men[square.index()] = Some(foe);
                        }
                        look(&scene)?;
                        for square in *one | *other {
                            scene.men[square.index()] = None;
                        }
                    }
                }
                let large = |group: &&Bitboard<N>| {
                    let states = (self.men.len() as u64 + 1).checked_pow(group.count());
                    states.is_none_or(|states| states > MOST_STATES)
                };
                let sampled = groups.iter().filter(large).count() as u64;
                extent.sampled += sampled;
                extent.groups += groups.len() as u64 - sampled;
            }
        }
        Ok(extent)
    }

    /// Whether tables and walk have the same moves in a position.
    fn agree(
        &self,
        scene: &Scene<'_>,
        from: Square,
        scratch: &mut ChainScratch<N>,
        found: &mut ChainMoves<N>,
    ) -> Result<(), Difference> {
        // What has too many paths is an error of both.
        let Ok(walked) = walk::moves(self.piece, scene, from) else { return Ok(()) };
        let view = View::of_scene(scene, from);
        found.clear();
        if self.tables.moves(&view, from, scratch, found).is_err() {
            return Ok(());
        }
        let tabled = found.outcomes(&(view.own | view.enemy).without(Bitboard::of(from)));
        type Key = (Option<Square>, Vec<Square>, Vec<(Square, Square)>);
        let keys = |outcomes: &[Outcome]| -> BTreeSet<Key> {
            outcomes.iter().map(|o| (o.to, o.captures.clone(), o.relocations.clone())).collect()
        };
        let (by_walk, by_tables) = (keys(&walked), keys(&tabled));
        if by_walk == by_tables {
            return Ok(());
        }
        let name = |square: Square| self.board.name(square);
        let text = |keys: BTreeSet<&Key>| {
            keys.iter().map(|key| key.0.map_or("gone".to_owned(), name)).collect::<Vec<_>>().join(" ")
        };
        let (walk_only, tables_only) =
            (by_walk.difference(&by_tables).collect(), by_tables.difference(&by_walk).collect());
        let men = self.board.squares().filter(|s| *s != from).filter_map(|s| {
            scene.men[s.index()].map(|man| format!("{}{}", if man.side == self.side { '+' } else { '-' }, name(s)))
        });
        Err(Difference {
            from: name(from),
            men: men.collect::<Vec<_>>().join(" "),
            moves: format!("only the walk has {}; only the tables have {}", text(walk_only), text(tables_only)),
        })
    }
}

/// Sets up every state of a group's squares and looks at each.
fn every_state<const N: usize>(
    look: &mut impl FnMut(&Scene<'_>) -> Result<(), Difference>,
    comparison: &Comparison<'_, N>,
    scene: &mut Scene<'_>,
    squares: &[Square],
    states: u64,
) -> Result<(), Difference> {
    let kinds = comparison.men.len() as u64 + 1;
    for state in 0..states {
        let mut rest = state;
        for square in squares {
            scene.men[square.index()] = (rest % kinds).checked_sub(1).map(|man| comparison.men[man as usize]);
            rest /= kinds;
        }
        look(scene)?;
    }
    Ok(())
}
