//! What a move does: the squares it captures on, all its changes, its legs.

use crate::game::Game;
use crate::position::Position;
use betza_compile::walk::{self, EnPassant, Man, Scene};
use betza_game::variant::{KindId, Region};
use betza_ir::geometry::{Board, Side, Square};
use betza_movegen::AnyPosition;
use betza_movegen::cell::Cell;
use betza_movegen::effects::Effect;
use betza_movegen::moves::{Move, MoveType};
use betza_movegen::{Gen, MoveList};

/// One thing that a move does to the board or to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// A piece leaves a square: it moves on, is captured, or becomes another piece.
    Lift {
        /// The square.
        square: Square,
        /// The piece's side before the move.
        side: Side,
        /// The piece's kind before the move.
        kind: KindId,
    },
    /// A piece stands on a square that was empty, or held another piece.
    Put {
        /// The square.
        square: Square,
        /// The piece's side after the move.
        side: Side,
        /// The piece's kind after the move.
        kind: KindId,
    },
    /// A wall goes.
    LiftWall {
        /// Its square.
        square: Square,
    },
    /// A wall is placed.
    PutWall {
        /// Its square.
        square: Square,
    },
    /// The number of pieces in a hand changes.
    Hand {
        /// Whose hand.
        side: Side,
        /// Which pieces.
        kind: KindId,
        /// The number before the move.
        before: u8,
        /// The number after the move.
        after: u8,
    },
}

impl Position {
    /// The legal moves that capture: those whose [`Position::captured`] is not empty.
    #[must_use]
    pub fn captures(&self) -> Vec<Move> {
        let mut list = MoveList::default();
        self.engine().generate(self.any(), Gen::Captures, &mut list);
        list.moves
    }

    /// The squares of all pieces but the mover that a move takes off the board, ascending: the occupant of the
    /// destination, what is captured in passing or on the way, what an explosion takes. Empty if the move is not legal
    /// here.
    #[must_use]
    pub fn captured(&self, m: Move) -> Vec<Square> {
        if self.is_legal(m) { self.engine().captured_by(self.any(), m).into_iter().collect() } else { Vec::new() }
    }

    /// All that a move does to the board and to the hands. Empty if it is not legal here.
    #[must_use]
    pub fn changes(&self, m: Move) -> Vec<Change> {
        self.after(m).map_or_else(Vec::new, |after| between(self.game(), self.any(), &after))
    }

    /// The squares where a move stops or bends, from the origin to where the mover ends; of castling, where the king
    /// lands. Empty if the move is not legal here.
    #[must_use]
    pub fn legs(&self, m: Move) -> Vec<Square> {
        if self.is_legal(m) { legs(self, m) } else { Vec::new() }
    }
}

/// What differs between two positions: first what leaves its square, then what is put, each by square; then the hands.
fn between(game: &Game, before: &AnyPosition, after: &AnyPosition) -> Vec<Change> {
    let mut changes = Vec::new();
    let changed: Vec<Square> = game.squares().filter(|&s| before.cell(s) != after.cell(s)).collect();
    for &square in &changed {
        match before.cell(square) {
            Cell::EMPTY => {}
            Cell::WALL => changes.push(Change::LiftWall { square }),
            cell => changes.push(Change::Lift { square, side: cell.side(), kind: cell.kind() }),
        }
    }
    for &square in &changed {
        match after.cell(square) {
            Cell::EMPTY => {}
            Cell::WALL => changes.push(Change::PutWall { square }),
            cell => changes.push(Change::Put { square, side: cell.side(), kind: cell.kind() }),
        }
    }
    for side in Side::BOTH {
        for info in game.kinds() {
            let kind = info.id;
            let (before, after) = (before.in_hand(side, kind), after.in_hand(side, kind));
            if before != after {
                changes.push(Change::Hand { side, kind, before, after });
            }
        }
    }
    changes
}

/// The squares where a legal move stops or bends, origin and end included.
fn legs(position: &Position, m: Move) -> Vec<Square> {
    let (from, to) = (m.from(), m.to());
    match m.kind {
        MoveType::Drop | MoveType::Pass => vec![to],
        MoveType::Castling => {
            let landing = position.any().castling_landing(to);
            vec![from, landing.map_or(to, |(king, _)| king)]
        }
        MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion | MoveType::EnPassant | MoveType::Chain => {
            let effects = position.effects(m);
            let via = |e: &Effect| if let Effect::Via(square) = e { Some(*square) } else { None };
            let named: Vec<Square> = effects.iter().filter_map(via).collect();
            let bends = if named.is_empty() { walked(position, m, &effects) } else { Some(named) };
            let stops = bends.unwrap_or_else(|| {
                let victims = effects.iter().filter_map(|e| e.captured()).filter(|&s| s != to && s != from);
                victims.chain([to]).collect()
            });
            std::iter::once(from).chain(stops).collect()
        }
    }
}

/// Where the legs of a move end, as the walk finds them; `None` if the notation alone has no such move.
fn walked(position: &Position, m: Move, effects: &[Effect]) -> Option<Vec<Square>> {
    let (variant, now) = (position.game().variant(), position.any());
    let mover = now.cell(m.from());
    if !mover.is_piece() || variant.series.is_some() {
        return None;
    }
    let holes = variant.board.holes().iter().copied().chain(now.walls());
    let board: Board = variant.board.clone().with_holes(holes);
    let pieces = variant.pieces(mover.side());
    let state = now.state();
    let man = |square: Square| {
        let cell = now.cell(square);
        cell.is_piece().then(|| Man {
            side: cell.side(),
            moved: !state.unmoved.contains(square),
            royal: variant.kinds[cell.kind().index()].royal,
            kind: Some(cell.kind().index()),
        })
    };
    let mut scene = Scene { kinds: Some(&pieces), ..Scene::empty(&board) };
    scene.men = (0..board.area()).map(|i| man(Square::from_index(i))).collect();
    scene.mover = betza_ir::Condition::all();
    scene.en_passant =
        state.en_passant.into_iter().map(|square| EnPassant { square, victim: state.passer() }).collect();
    let vanishes = effects.contains(&Effect::Vanish);
    let captured = position.engine().captured(now, m, effects);
    let ends = |o: &&walk::Outcome| o.to == (!vanishes).then_some(m.to());
    let takes = |o: &&walk::Outcome| o.captures.iter().copied().collect::<Region>() == captured;
    let found: Vec<walk::Outcome> = variant.kinds[mover.kind().index()]
        .pieces(mover.side())
        .filter_map(|piece| walk::paths(piece, &scene, m.from()).ok())
        .flatten()
        .filter(|o| ends(&o))
        .collect();
    // Of several ways the one with the fewest legs is told.
    let shortest = |all: Vec<&walk::Outcome>| all.into_iter().map(|o| &o.path).min_by_key(|path| path.len()).cloned();
    shortest(found.iter().filter(takes).collect()).filter(|path| !path.is_empty())
}
