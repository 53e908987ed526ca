//! What a piece could do whatever the others do: premoves, and squares to which a board lets a piece be dragged.
//!
//! A piece is loosened: what its notation asks of other pieces (hurdles, victims, empty squares) is taken to hold. What
//! the loosened piece does on an empty board, by the walk, is what the piece could do among some other pieces. Where
//! two conditions exclude each other, it may be told a square too many, never one too few.

use crate::error::SquareError;
use crate::game::Game;
use crate::piece::{Piece, board_of, square};
use crate::position::Position;
use betza_compile::walk::{self, Man, Scene, WalkError};
use betza_game::variant::{Kind, KindId, Region};
use betza_ir as ir;
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::sorted::distinct;
use betza_ir::{
    Acts, Chain, Condition, Course, Effect, Footing, Group, Joint, Landing, Leg, Link, Modes, Move, Part, Pass, Steps,
    Transit, Turn, Victims,
};
use std::collections::BTreeSet;

/// What a side could do in its next turn, whatever the other side does before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Premove {
    /// A piece goes from a square to another. A king that castles is told both where it lands and where its partner
    /// stands.
    Go {
        /// From here.
        from: Square,
        /// To here.
        to: Square,
    },
    /// A piece is dropped from the hand.
    Drop {
        /// The kind.
        kind: KindId,
        /// On this square.
        to: Square,
    },
}

impl Piece {
    /// The squares of a board to which the piece could go from `at`, whatever stands on others, ascending. Moves that
    /// only an unmoved piece has are among them; those that end where they began are not.
    ///
    /// ```
    /// let cannon = betza::Piece::read("mRcpR", betza::Dialect::Betza)?;
    /// assert_eq!(cannon.reach((4, 4), "a1", betza::Side::White)?, ["b1", "c1", "d1", "a2", "a3", "a4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `board`, `square`; `needs-kinds` for a piece that captures as its victims do; `too-many-paths`.
    pub fn reach(&self, board: (u8, u8), at: &str, side: Side) -> Result<Vec<String>, SquareError> {
        let board = board_of(board)?;
        let at = square(&board, at)?;
        if self.ir().moves.iter().any(|m| m.chain.imitates()) {
            return Err(WalkError::NeedsKinds.into());
        }
        let found = walked(&loosened(self.ir()), &board, at, side, (true, Condition::all()))?;
        Ok(found.into_iter().map(|s| board.name(s)).collect())
    }
}

impl Position {
    /// Where the piece on a square could go in its side's next turn, whatever the other side does before, ascending.
    /// Empty if no piece stands there. Castling is among it while there is a right to it.
    #[must_use]
    pub fn reach(&self, from: Square) -> Vec<Square> {
        self.piece_at(from).map_or_else(Vec::new, |(side, kind)| {
            let mut found = of_piece(self, from, side, kind);
            found.extend(castlings(self, from, side, kind));
            found.remove(&from);
            found.into_iter().collect()
        })
    }

    /// What a side could do in its next turn, whatever the other side does before: moves by origin, then drops by kind.
    /// Every legal move after any legal move of the other side is among it, apart from moves that end where they began.
    ///
    /// ```
    /// use betza::{Game, Premove, Side};
    ///
    /// let game = Game::builtin("chess")?;
    /// let [a2, b3] = ["a2", "b3"].map(|name| game.square(name).unwrap());
    /// // A pawn could capture what comes there.
    /// assert!(game.start().premoves(Side::White).contains(&Premove::Go { from: a2, to: b3 }));
    /// # Ok::<(), betza::LoadError>(())
    /// ```
    #[must_use]
    pub fn premoves(&self, side: Side) -> Vec<Premove> {
        let game = self.game();
        let own = game.squares().filter(|&s| self.piece_at(s).is_some_and(|(of, _)| of == side));
        let goes = own.flat_map(|from| self.reach(from).into_iter().map(move |to| Premove::Go { from, to }));
        goes.chain(droppable(self, side).into_iter().flat_map(|kind| {
            let to = placing(game, side, kind);
            to.into_iter().map(move |to| Premove::Drop { kind, to })
        }))
        .collect()
    }
}

/// The squares that a piece of a game could come to by its notations.
fn of_piece(position: &Position, from: Square, side: Side, id: KindId) -> BTreeSet<Square> {
    let variant = position.game().variant();
    let kind = &variant.kinds[id.index()];
    let mut found = as_kind(position, from, side, kind);
    if variant.annan {
        // Another friend may come to stand behind it.
        let kinds = position.game().squares().filter_map(|s| position.piece_at(s)).filter(|&(of, _)| of == side);
        let kinds = distinct(kinds.map(|(_, kind)| kind));
        found.extend(kinds.into_iter().flat_map(|k| as_kind(position, from, side, &variant.kinds[k.index()])));
    }
    if variant.series.is_some() {
        // One capture follows the other.
        let mut open: Vec<Square> = found.iter().copied().collect();
        while let Some(square) = open.pop() {
            let next = as_kind(position, square, side, &capturing(kind, side));
            open.extend(next.into_iter().filter(|&s| found.insert(s)));
        }
    }
    if let Some(region) = kind.region[side.index()] {
        found.retain(|&s| region.contains(s));
    }
    found
}

/// A kind with those of its moves alone that change more than the destination.
fn capturing(kind: &Kind, side: Side) -> Kind {
    let mut kind = kind.clone();
    kind.moves[side.index()].moves.retain(|m| m.chain.has_side_effects());
    kind
}

/// The squares that the piece on a square could come to if it were of this kind.
fn as_kind(position: &Position, from: Square, side: Side, kind: &Kind) -> BTreeSet<Square> {
    let variant = position.game().variant();
    let unmoved = position.any().state().unmoved.contains(from);
    let mut conditions = Condition::ON_START;
    conditions.set(Condition::IN_DOUBLE_STEP_REGION, kind.double_step_region[side.index()].contains(from));
    let mut found = BTreeSet::new();
    let mut add = |piece: &ir::Piece, conditions: Condition, stays: &dyn Fn(Square) -> bool| {
        let imitates = piece.moves.iter().any(|m| m.chain.imitates());
        let piece = if imitates { imitator(&variant.kinds, side) } else { piece.clone() };
        // A piece with too many paths is told to reach every square.
        let all = || variant.board.squares().collect();
        let reached = walked(&loosened(&piece), &variant.board, from, side, (unmoved, conditions));
        found.extend(reached.unwrap_or_else(|_| all()).into_iter().filter(|&s| stays(s)));
    };
    add(&kind.moves[side.index()], conditions, &|_| true);
    for inside in &kind.inside {
        let region = inside.region[side.index()];
        if region.contains(from) {
            conditions.set(Condition::IN_DOUBLE_STEP_REGION, inside.leaves);
            add(&inside.moves[side.index()], conditions, &|s| inside.leaves || region.contains(s));
        }
    }
    found
}

/// A piece that captures as any kind does.
fn imitator(kinds: &[Kind], side: Side) -> ir::Piece {
    let moves = kinds.iter().flat_map(|kind| &kind.moves[side.index()].moves);
    let captures = moves.filter(|m| !m.chain.imitates()).map(|m| m.landing_only(Modes::CAPTURE));
    ir::Piece::of(captures.collect())
}

/// Where a king could land by castling, and where its partners stand.
fn castlings(position: &Position, from: Square, side: Side, kind: KindId) -> BTreeSet<Square> {
    let variant = position.game().variant();
    let Some(rule) = variant.castling.as_ref().filter(|rule| rule.king[side.index()] == kind) else {
        return BTreeSet::new();
    };
    let board = &variant.board;
    let rank = i32::from(rule.rank[side.index()]);
    if board.rank(from) != rank {
        return BTreeSet::new();
    }
    let rights = position.any().state().castling;
    let has_right = |wing: usize| rights & (1 << (2 * side.index() + wing)) != 0;
    let mut found = BTreeSet::new();
    for wing in (0..2).filter(|&wing| has_right(wing)) {
        found.extend(rule.landings(side, wing).into_iter().filter_map(|file| board.at(i32::from(file), rank)));
        let is_partner = |s: &Square| {
            let is_there = |kind| rule.partners[side.index()].contains(&kind);
            position.piece_at(*s).is_some_and(|(of, kind)| of == side && is_there(kind))
        };
        found.extend(board.squares().filter(|&s| board.rank(s) == rank).filter(is_partner));
    }
    found
}

/// The kinds that a side could drop.
fn droppable(position: &Position, side: Side) -> BTreeSet<KindId> {
    let Some(rule) = position.game().variant().hands.as_ref().filter(|rule| rule.drops) else {
        return BTreeSet::new();
    };
    let kinds = position.game().kinds();
    if rule.endless {
        return kinds.iter().map(|kind| kind.id).collect();
    }
    let mut held: BTreeSet<KindId> = position.hand(side).map(|(kind, _)| kind).collect();
    if rule.captures_return {
        // What the other side captures comes back.
        let own = position.game().squares().filter_map(|s| position.piece_at(s));
        held.extend(own.filter(|&(of, _)| of == side).map(|(_, kind)| kind));
    }
    if rule.drop_promoted {
        let variant = position.game().variant();
        let promotions = held.iter().filter_map(|kind| variant.kinds[kind.index()].promotion.as_ref());
        let promoted: Vec<KindId> = promotions.flat_map(|p| p.to[side.index()].iter().copied()).collect();
        held.extend(promoted);
    }
    held
}

/// The squares on which a side may drop a kind if they are empty.
fn placing(game: &Game, side: Side, kind: KindId) -> Region {
    game.variant().kinds[kind.index()].drop.region[side.index()]
}

/// Where a loosened piece comes to on an empty board, but for its own square. `mover` says whether it is unmoved and
/// what else holds of it.
fn walked(
    piece: &ir::Piece,
    board: &Board,
    at: Square,
    side: Side,
    mover: (bool, Condition),
) -> Result<BTreeSet<Square>, WalkError> {
    let mut scene = Scene::empty(board);
    scene.men[at.index()] = Some(Man { side, moved: !mover.0, royal: false, kind: None });
    scene.mover = mover.1 - Condition::UNMOVED;
    let found = walk::moves(piece, &scene, at)?;
    Ok(found.into_iter().filter_map(|o| o.to).filter(|&to| to != at).collect())
}

/// A piece whose moves ask nothing of other pieces.
fn loosened(piece: &ir::Piece) -> ir::Piece {
    let moves = piece.moves.iter().map(|m| Move { chain: chain(&m.chain), leaves_en_passant: false, ..m.clone() });
    ir::Piece { moves: moves.filter(|m| !m.chain.links.is_empty()).collect(), ..ir::Piece::default() }
}

fn chain(of: &Chain) -> Chain {
    let mut links: Vec<Link> = Vec::new();
    for link in &of.links {
        let joint = joint(&link.joint);
        let part = match &link.part {
            Part::Leg(leg) => Part::Leg(self::leg(leg)),
            Part::Group(group) => {
                let (body, between) = (chain(&group.body), self::joint(&group.between));
                Part::Group(Group { body, between, ..group.clone() })
            }
            Part::Choice(chains) => Part::Choice(chains.iter().map(chain).collect()),
            // It ends on the square of the enemy with whom it changes places.
            Part::Effect(Effect::SwapPlaces(moves)) => {
                Part::Choice(moves.iter().map(|m| open_end(chain(&m.chain))).collect())
            }
            Part::Effect(effect @ (Effect::Return | Effect::Vanish)) => Part::Effect(effect.clone()),
            // What happens elsewhere does not move the piece.
            Part::Effect(_) => {
                if let Some(before) = links.last_mut() {
                    before.joint = Joint { onward: joint.onward, stop: before.joint.stop.or(joint.stop) };
                }
                continue;
            }
        };
        links.push(Link { part, joint });
    }
    Chain { links }
}

/// A chain whose end is judged by what follows it.
fn open_end(mut chain: Chain) -> Chain {
    if let Some(last) = chain.links.last_mut() {
        last.joint = Joint::NONE;
    }
    chain
}

fn joint(of: &Joint) -> Joint {
    let Transit { empty, friend, foe, off, .. } = of.onward;
    let passes = |acts: Acts| if acts.is_empty() { Acts::empty() } else { Acts::PASS };
    let onward = Transit {
        empty: passes(empty | friend | foe),
        friend: Acts::empty(),
        foe: Acts::empty(),
        off: passes(off),
        victims: Victims::empty(),
    };
    Joint { onward, stop: of.stop.filter(|landing| !landing.modes.is_empty()).map(|_| Landing::MOVE) }
}

fn leg(of: &Leg) -> Leg {
    let mut leg = Leg { footing: Footing::Leap, pass: Pass::Any, unloads: false, ..of.clone() };
    if matches!(of.footing, Footing::Hurdle | Footing::HurdleAtEnd)
        && let Steps::Turns(turns) = &mut leg.steps
    {
        // A step to the next square has no room for a hurdle.
        let has_room = |course: &Course| {
            let (long, _) = course.step(0).size();
            long > 1
        };
        turns.iter_mut().for_each(|turn: &mut Turn| turn.courses.retain(has_room));
    }
    let needs_one_between = match of.pass {
        Pass::Hop | Pass::HopOnto => true,
        // The squares under a long leap count, too.
        Pass::TakeOne | Pass::TakeApart => !has_long_steps(&of.steps),
        Pass::Clear | Pass::Any | Pass::UpToPiece => false,
    };
    if needs_one_between {
        leg.count.min = leg.count.min.max(2 + u16::from(of.skips_first));
    }
    leg
}

/// Whether a step leads over squares in its own line.
fn has_long_steps(steps: &Steps) -> bool {
    let Steps::Turns(turns) = steps else { return true };
    turns.iter().flat_map(|turn| &turn.courses).flat_map(|course| &course.0).any(|&v| v.reduced() != v)
}
