//! What notation does not say: a game's board, start and rules, as plain data.
//!
//! A [`Variant`] is complete and holds no text to be read later: whoever reads a game's file (native TOML, `variants.ini`, CECP) makes
//! one of these. Compiling it for play ([`crate::compile::game::Game`]) supports every rule that is set, or says which one it does not.
//! The data of each rule is defined in that rule's room under `rules/` and re-exported here.

pub use crate::rules::castling::CastlingRule;
pub use crate::rules::en_passant::EnPassantRule;
pub use crate::rules::ends::{EndConditions, EndRule};
pub use crate::rules::explosions::ExplosionRule;
pub use crate::rules::forbidden_checks::ForbiddenChecks;
pub use crate::rules::gating::GatingRule;
pub use crate::rules::hands::{DropRegion, HandRule};
pub use crate::rules::pass::PassRule;
pub use crate::rules::promotion::{Forced, Promotion};
pub use crate::rules::royalty::{Royalty, SeveralRoyals};
pub use crate::rules::series::{SeriesPromotion, SeriesRule};
pub use crate::rules::trading::TradingRule;
pub use crate::rules::transformation::Transformation;
pub use crate::rules::walls::Walling;
use crate::units::narrow;
pub use crate::units::{BySide, KIND_LIMIT, KindId, Region};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Board, Side};
use betza_compile::ir::{Condition, Piece};
use betza_compile::notation::Dialect;

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The id: lower case, no blanks.
    pub name: String,
    /// The name as people write it.
    pub title: String,
    /// The board and its holes.
    pub board: Board,
    /// The piece types.
    pub kinds: Vec<Kind>,
    /// The start position in the game's own flavour of FEN.
    pub start: String,
    /// How positions are written.
    pub flavour: Flavour,
    /// What the safety of royals demands.
    pub royalty: Royalty,
    /// Castling, if the game has it.
    pub castling: Option<CastlingRule>,
    /// En passant, if the game has it.
    pub en_passant: Option<EnPassantRule>,
    /// Hands and drops, if the game has them.
    pub hands: Option<HandRule>,
    /// The castling field of FENs names the files of those unmoved pieces that have moves for it (cambodian): whatever stands where its
    /// kind starts and is not named has moved.
    pub unmoved_field: bool,
    /// Gating of pieces in hand onto squares that first-moving pieces leave, if the game has it.
    pub gating: Option<GatingRule>,
    /// When a side may pass.
    pub pass: BySide<PassRule>,
    /// Captures are compulsory.
    pub must_capture: bool,
    /// What a capture destroys around it, if anything.
    pub explosion: Option<ExplosionRule>,
    /// A capture goes on as long as the captor can capture again, and all of it is one move, if the game has that (draughts).
    pub series: Option<SeriesRule>,
    /// A piece that captures turns into a wall, if it is of one of these kinds.
    pub petrifies: Vec<KindId>,
    /// The wall that each move also places, if the game has that (Duck chess, the Game of the Amazons).
    pub walling: Option<Walling>,
    /// What else becomes of pieces that have moved.
    pub transformation: Transformation,
    /// A piece with a friend right behind it moves as that one does, and not as itself (annan shogi).
    pub annan: bool,
    /// Kinds that may not face each other along an open orthogonal line (the flying generals).
    pub flying_generals: Vec<KindId>,
    /// Moves may not stay in one of the cells of this grid (grid chess): each square's cell number.
    pub grid: Option<Vec<u8>>,
    /// Giving check is forbidden (racing kings, checkless); with `true` for checkless, mate is still allowed.
    pub forbidden_checks: Option<ForbiddenChecks>,
    /// A bare-board capture rule: two pieces of one of these kinds may not capture each other's kind when protected, and so on, are not
    /// covered; a kind here may not capture a piece of the same kind (atomar's mutual immunity).
    pub mutually_immune: Vec<KindId>,
    /// Pieces that may not simply be traded for each other, if the game has such.
    pub trading: Option<TradingRule>,
    /// The ways in which a game ends other than by having no moves.
    pub ends: Vec<EndRule>,
    /// Whether perft counts moves in positions that have ended.
    pub end_conditions: EndConditions,
    /// What counts as one move.
    pub counting: Counting,
    /// Where the rules and the start come from.
    pub sources: Vec<String>,
    /// Other names of the game.
    pub aliases: Vec<String>,
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Moves that differ in destination, effects or promotion.
    #[default]
    Distinct,
    /// Sequences of the squares where legs end, with their effects; a direct move is one of its own.
    Paths,
}

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flavour {
    /// Forsyth-Edwards, with its extensions for large boards, hands and holes.
    Fen,
    /// Shogi's: ranks from the top, Black (first player) has capitals, hands as a field of counts, a move number.
    Sfen,
    /// Portable Draughts Notation: the side to move and the numbers of each side's squares, `W:W21-32:BK1,2`.
    Pdn,
}

/// One piece type.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// The id in FEN, in capitals: one character or, between brackets in files, several.
    pub id: String,
    /// The letters for White's and Black's piece in FEN: `N` and `n`, `+P` and `+p`.
    pub letters: BySide<String>,
    /// Other letters that FENs of the game use (both Xiangqi sets).
    pub synonyms: Vec<BySide<String>>,
    /// The name in English.
    pub name: String,
    /// The notation as its author wrote it, for each side, and its dialect.
    pub notation: BySide<String>,
    /// The dialect of the notation.
    pub dialect: Dialect,
    /// What it may do, in its owner's frame; one for each side because some games differ.
    pub moves: BySide<Piece>,
    /// Whether its safety matters.
    pub royal: bool,
    /// Squares to which each side's pieces of the kind are confined.
    pub region: BySide<Option<Region>>,
    /// Squares from which [`betza_compile::ir::Condition::IN_DOUBLE_STEP_REGION`] holds.
    pub double_step_region: BySide<Region>,
    /// How it promotes by moving.
    pub promotion: Option<Promotion>,
    /// The kind that comes to the captor's hand; `None`: itself. A promoted piece of crazyhouse (`Q~`) always gives its
    /// [`Promotion`]'s origin.
    pub in_hand: Option<KindId>,
    /// Where it may be dropped.
    pub drop: DropRegion,
    /// Moves that it has besides, only from and to squares of a region (a palace's diagonals, a soldier beyond the river).
    pub inside: Vec<Inside>,
    /// Pieces of these kinds, of either side, are walls to its moves: it neither captures nor hops over them (Janggi's cannon).
    pub barriers: Vec<KindId>,
}

impl Kind {
    /// What it moves by on a side: everywhere, and inside regions.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = &Piece> {
        std::iter::once(&self.moves[side.index()]).chain(self.inside.iter().map(move |i| &i.moves[side.index()]))
    }

    /// Whether it has moves on a side that only unmoved pieces have.
    pub(crate) fn has_first_moves(&self, side: Side) -> bool {
        self.pieces(side).flat_map(|p| &p.moves).any(|m| m.condition.contains(Condition::UNMOVED))
    }

    /// Whether it has such moves on either side.
    pub(crate) fn ever_has_first_moves(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.has_first_moves(side))
    }

    /// Where its pieces may come onto the board.
    pub(crate) fn placing_region<const N: usize>(&self, side: Side) -> Bitboard<N> {
        narrow(&self.drop.region[side.index()])
    }

    /// Whether it promotes by a move of its own.
    pub(crate) fn promotes_in_place(&self) -> bool {
        self.promotion.as_ref().is_some_and(|p| p.in_place)
    }

    /// Whether it may promote to a kind of which the test holds.
    pub(crate) fn promotes_to(&self, test: impl FnMut(&KindId) -> bool) -> bool {
        self.promotion.as_ref().is_some_and(|p| p.to.iter().flatten().any(test))
    }
}

/// Moves that are bound to a region: they start and end on its squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Inside {
    /// The squares of each side.
    pub region: BySide<Region>,
    /// The notation as its author wrote it, for each side, in the kind's dialect.
    pub notation: BySide<String>,
    /// The moves of each side.
    pub moves: BySide<Piece>,
}

impl Variant {
    /// The kind with this id.
    #[must_use]
    pub fn kind(&self, id: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| k.id == id).map(|i| KindId(i as u8))
    }

    /// Whether pieces of a kind are royal, always or while few enough are left.
    pub(crate) fn may_be_royal(&self, kind: KindId) -> bool {
        self.kinds[kind.index()].royal || self.royalty.pseudo.contains(&kind)
    }

    /// The kinds that are royal, always or while few enough are left.
    pub(crate) fn royal_kinds(&self) -> impl Iterator<Item = KindId> {
        (0..self.kinds.len()).map(|k| KindId(k as u8)).filter(|&k| self.may_be_royal(k))
    }

    /// Whether pieces of a kind castle, as king or as partner.
    pub(crate) fn castles(&self, kind: KindId) -> bool {
        let rule = self.castling.as_ref();
        rule.is_some_and(|c| c.king.contains(&kind) || c.partners.iter().flatten().any(|&p| p == kind))
    }

    /// Whether sides hold pieces beside the board.
    pub(crate) fn has_hands(&self) -> bool {
        self.hands.is_some() || self.gating.is_some()
    }

    /// Whether captures explode, so that their room generates them.
    pub(crate) fn captures_apart(&self) -> bool {
        self.explosion.is_some()
    }

    /// Whether there may be walls in a position.
    pub(crate) fn has_walls(&self) -> bool {
        !self.petrifies.is_empty() || self.walling.is_some()
    }

    /// Whether some captors turn into walls or change otherwise, or some movers do.
    pub(crate) fn transforms(&self) -> bool {
        !self.transformation.is_empty() || !self.petrifies.is_empty()
    }

    /// Whether pieces of a kind capture en passant, as far as the rules go.
    pub(crate) fn captures_en_passant(&self, kind: KindId) -> bool {
        self.en_passant.as_ref().is_some_and(|rule| rule.captors.contains(&kind))
    }

    /// How many checks win, where the game counts them.
    #[must_use]
    pub fn checks_to_win(&self) -> Option<u8> {
        self.ends.iter().find_map(|e| if let EndRule::Checks(n) = e { Some(*n) } else { None })
    }

    /// The notation of every kind as one side moves it, in the order of [`Variant::kinds`].
    #[must_use]
    pub fn pieces(&self, side: Side) -> Vec<Piece> {
        self.kinds.iter().map(|k| k.moves[side.index()].clone()).collect()
    }
}
