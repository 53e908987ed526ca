//! Games as plain data: board, pieces, start position, and the rules that no notation says.
//!
//! A [`Variant`] is complete. Readers of game files (native TOML, `variants.ini`, CECP) make one, and nothing in it is
//! parsed later except the start position. The generator supports every rule that is set, or returns an
//! error that says which one it does not. The data of each rule is defined in its file under [`crate::rules`] and
//! re-exported here.

pub use crate::rules::castling::{CastlingRule, FurtherPartners};
pub use crate::rules::connecting::{Connection, Directions, Shape};
pub use crate::rules::en_passant::EnPassantRule;
pub use crate::rules::ends::{EndConditions, EndRule};
pub use crate::rules::entering::{EnteringPlace, EnteringRule};
pub use crate::rules::explosions::ExplosionRule;
pub use crate::rules::forbidden_checks::ForbiddenChecks;
pub use crate::rules::gating::GatingRule;
pub use crate::rules::hands::{DropRegion, HandRule};
pub use crate::rules::pass::PassRule;
pub use crate::rules::promotion::{Forced, Promotion};
pub use crate::rules::results::{
    ChaseRule, Counted, CountingLaw, CountingRule, MaterialRule, RepetitionWorth, ResultRules, ShakRule, Threshold,
    Worth,
};
pub use crate::rules::royalty::{Royalty, SeveralRoyals};
pub use crate::rules::series::{SeriesPromotion, SeriesRule};
pub use crate::rules::trading::TradingRule;
pub use crate::rules::transformation::Transformation;
pub use crate::rules::turning::Turning;
pub use crate::rules::walls::{WallPlace, Walling};
use crate::units::narrow;
pub use crate::units::{BySide, KIND_LIMIT, KindId, Region};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Side};
use betza_ir::{Condition, Piece};
use betza_notation::Dialect;

/// A game: its board, pieces, start and rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The id: lower case, without blanks.
    pub name: String,
    /// The name as people write it.
    pub title: String,
    /// The board with its holes.
    pub board: Board,
    /// The piece types, indexed by [`KindId`].
    pub kinds: Vec<Kind>,
    /// The start position in the game's own flavour of FEN.
    pub start: String,
    /// In which notation positions are written.
    pub flavour: Flavour,
    /// Which pieces are royal, and what their safety demands.
    pub royalty: Royalty,
    /// Castling, if the game has it.
    pub castling: Option<CastlingRule>,
    /// En passant, if the game has it.
    pub en_passant: Option<EnPassantRule>,
    /// Hands and drops, if the game has them.
    pub hands: Option<HandRule>,
    /// Where the board lets pieces from the hands be placed, if it matters.
    pub entering: Option<EnteringRule>,
    /// The enemies that change sides by a move, if any do.
    pub turning: Option<Turning>,
    /// The castling field of FENs names the files of unmoved pieces that have moves only for such pieces (cambodian
    /// chess). A piece of such a kind that stands where its kind starts and is not named has moved.
    pub unmoved_field: bool,
    /// Gating of pieces in hand onto squares that pieces leave by their first move, if the game has it.
    pub gating: Option<GatingRule>,
    /// When each side may pass.
    pub pass: BySide<PassRule>,
    /// A pass is written from and to the square of the side's first piece, and not of its king.
    pub pass_from_first: bool,
    /// Captures are compulsory: if there is one, only captures are legal.
    pub must_capture: bool,
    /// What a capture destroys around it, if captures explode.
    pub explosion: Option<ExplosionRule>,
    /// Captures in series, which are one move, if the game has them (draughts).
    pub series: Option<SeriesRule>,
    /// A piece of one of these kinds turns into a wall when it captures.
    pub petrifies: Vec<KindId>,
    /// The walls that moves place, if the game has such (Duck chess, the Game of the Amazons).
    pub walling: Option<Walling>,
    /// What else pieces become by moving.
    pub transformation: Transformation,
    /// A piece with a friend right behind it moves as that friend does, and not as itself (annan shogi).
    pub annan: bool,
    /// Pieces stand on two boards and change boards by moving (Alice chess): each kind of the first board, and the kind
    /// that it is on the second one. Empty if there is one board.
    pub second_board: Vec<(KindId, KindId)>,
    /// The game is one board of a match on two: what is captured goes to the hand of the partner on the other board
    /// (bughouse). Nothing that is played on this board alone depends on it.
    pub two_boards: bool,
    /// Kinds that may not face each other along an open orthogonal line (the flying generals).
    pub flying_generals: Vec<KindId>,
    /// A move must lead to another cell of this grid (grid chess). Indexed by square: the number of its cell.
    pub grid: Option<Vec<u8>>,
    /// The checks that are forbidden, if the game forbids any (racing kings, checkless chess).
    pub forbidden_checks: Option<ForbiddenChecks>,
    /// A piece of one of these kinds may not capture a piece of its own kind (the mutual immunity of atomar).
    pub mutually_immune: Vec<KindId>,
    /// A piece of one of these kinds may not capture what is protected: a piece on whose square an enemy could then
    /// capture it. An enemy of such a kind could if that square were not protected from it in turn (the Emperor of tai
    /// shogi).
    pub spares_protected: Vec<KindId>,
    /// Who captures a piece of one of these kinds must promote if it may, whatever its [`Promotion::forced`] says (maka
    /// dai dai shogi).
    pub forces_promotion: Vec<KindId>,
    /// Pieces that may not simply be traded for each other, if the game has such.
    pub trading: Option<TradingRule>,
    /// The ways in which the game ends other than by having no moves.
    pub ends: Vec<EndRule>,
    /// How positions without legal moves are judged, and the rules about the moves played.
    pub results: ResultRules,
    /// Whether perft counts moves in positions that have ended.
    pub end_conditions: EndConditions,
    /// Which moves count as the same one.
    pub counting: Counting,
    /// Where the rules and the start come from.
    pub sources: Vec<String>,
    /// Other ids of the game.
    pub aliases: Vec<String>,
}

/// Which moves count as the same one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Moves of a piece are the same if they agree in destination, effects and promotion.
    #[default]
    Distinct,
    /// Moves are the same if also the squares on which their legs end are the same, in order. A direct move differs
    /// from one in legs.
    Paths,
}

/// A notation for positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flavour {
    /// Forsyth-Edwards Notation, with extensions for large boards, hands, walls and holes.
    Fen,
    /// Shogi's SFEN: capitals for the first player, who is called `b`, the hands as a field with counts, and a move
    /// number.
    Sfen,
    /// Portable Draughts Notation: the side to move and the numbers of each side's squares, `W:W21-32:BK1,2`.
    Pdn,
}

/// One piece type.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// The id, in capitals: one character or several.
    pub id: String,
    /// The letters of White's and Black's piece in FENs: `N` and `n`, `+P` and `+p`.
    pub letters: BySide<String>,
    /// Other letters for the piece that FENs of the game use (both sets for xiangqi).
    pub synonyms: Vec<BySide<String>>,
    /// The name in English.
    pub name: String,
    /// The notation as its author wrote it, for each side.
    pub notation: BySide<String>,
    /// The dialect of the notation.
    pub dialect: Dialect,
    /// The meaning of the notation, for each side, as seen by the piece's owner. The sides differ in some games.
    pub moves: BySide<Piece>,
    /// Whether pieces of the kind are royal.
    pub royal: bool,
    /// The squares to which pieces of the kind are confined, by side; `None` if they may go everywhere.
    pub region: BySide<Option<Region>>,
    /// The squares from which [`betza_ir::Condition::IN_DOUBLE_STEP_REGION`] holds, by side.
    pub double_step_region: BySide<Region>,
    /// How it promotes, if it does.
    pub promotion: Option<Promotion>,
    /// The kind that comes to a hand when it is captured; `None` if the kind itself. A piece that the board remembers
    /// as promoted (`Q~` in crazyhouse) gives its former kind.
    pub in_hand: Option<KindId>,
    /// Where it may be dropped.
    pub drop: DropRegion,
    /// Further moves that it has within regions (along a palace's diagonals, or beyond the river).
    pub inside: Vec<Inside>,
    /// Barriers: pieces of these kinds, of either side, which it neither captures nor hops over (janggi's cannon).
    pub barriers: Vec<KindId>,
    /// Range captures, which take friends and enemies on their way, take only pieces of a lower grade, if any piece of
    /// the game has a grade above 0 ([`Variant::grade_range_captures`]).
    pub grade: u8,
}

impl Kind {
    /// Returns all its moves on a side: those that it has everywhere, then those within each region.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = &Piece> {
        std::iter::once(&self.moves[side.index()]).chain(self.inside.iter().map(move |i| &i.moves[side.index()]))
    }

    /// Returns all its moves on both sides.
    pub fn all_pieces(&self) -> impl Iterator<Item = &Piece> {
        Side::BOTH.into_iter().flat_map(|side| self.pieces(side))
    }

    /// Returns whether some of its moves do more than moving and capturing on the destination.
    #[must_use]
    pub fn has_side_effects(&self) -> bool {
        self.all_pieces().any(Piece::has_side_effects)
    }

    /// Returns the kinds that its range captures may take, if they are limited ([`Piece::sweeping`]).
    pub fn sweeps(&self, side: Side) -> impl Iterator<Item = KindId> {
        self.moves[side.index()].sweeps.iter().map(|&kind| KindId::from_index(kind))
    }

    /// Returns whether it has moves, on a side, that only unmoved pieces may make.
    pub fn has_first_moves(&self, side: Side) -> bool {
        self.pieces(side).flat_map(|p| &p.moves).any(|m| m.condition.contains(Condition::UNMOVED))
    }

    /// Returns whether it has moves, on some side, that only unmoved pieces may make.
    pub fn ever_has_first_moves(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.has_first_moves(side))
    }

    /// Returns the squares on which its pieces may be dropped or gated.
    pub fn placing_region<const N: usize>(&self, side: Side) -> Bitboard<N> {
        narrow(&self.drop.region[side.index()])
    }

    /// Returns whether it promotes by a move of its own.
    pub fn promotes_in_place(&self) -> bool {
        self.promotion.as_ref().is_some_and(|p| p.in_place)
    }

    /// Returns whether it promotes only to pieces that its side holds ([`Promotion::from_hand`]).
    pub fn promotes_from_hand(&self) -> bool {
        self.promotion.as_ref().is_some_and(|p| p.from_hand)
    }

    /// Returns whether it may promote, on some side, to a kind for which the test holds.
    #[must_use]
    pub fn promotes_to(&self, test: impl FnMut(&KindId) -> bool) -> bool {
        self.promotion.as_ref().is_some_and(|p| p.to.iter().flatten().any(test))
    }
}

/// Moves within a region: they start on its squares, and end there unless they may leave it.
#[derive(Clone, Debug, PartialEq)]
pub struct Inside {
    /// The region, for each side.
    pub region: BySide<Region>,
    /// They may end anywhere, and [`betza_ir::Condition::IN_DOUBLE_STEP_REGION`] holds on all squares of the
    /// region.
    pub leaves: bool,
    /// The notation as its author wrote it, for each side, in the kind's dialect.
    pub notation: BySide<String>,
    /// The meaning of the notation, for each side.
    pub moves: BySide<Piece>,
}

impl Variant {
    /// Limits the range captures of each kind to kinds of a lower grade, if any kind has a grade above 0. It is called
    /// whenever the kinds have changed.
    pub fn grade_range_captures(&mut self) {
        let grades: Vec<u8> = self.kinds.iter().map(|kind| kind.grade).collect();
        if grades.iter().all(|&grade| grade == 0) {
            return;
        }
        for kind in &mut self.kinds {
            let lower = || (0..grades.len()).filter(|&other| grades[other] < kind.grade).collect::<Vec<usize>>();
            kind.moves = std::mem::take(&mut kind.moves).map(|piece| piece.sweeping(lower()));
        }
    }

    /// Returns all kinds, in the order of [`Variant::kinds`].
    pub fn kind_ids(&self) -> impl DoubleEndedIterator<Item = KindId> + ExactSizeIterator + Clone + use<> {
        (0..self.kinds.len()).map(KindId::from_index)
    }

    /// Returns the kind with this id, if the game has it.
    #[must_use]
    pub fn kind(&self, id: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| k.id == id).map(KindId::from_index)
    }

    /// Returns whether pieces of a kind are royal or may become so while few are left.
    pub fn may_be_royal(&self, kind: KindId) -> bool {
        self.kinds[kind.index()].royal || self.royalty.pseudo.contains(&kind)
    }

    /// Returns the kinds that are royal or may become so while few are left.
    pub fn royal_kinds(&self) -> impl Iterator<Item = KindId> {
        self.kind_ids().filter(|&k| self.may_be_royal(k))
    }

    /// Returns whether pieces of a kind can never capture, because they are royal and would turn into walls. They
    /// attack nothing.
    #[must_use]
    pub fn never_captures(&self, kind: KindId) -> bool {
        let is_royal = self.kinds[kind.index()].royal && self.royalty.several != SeveralRoyals::First;
        is_royal && self.petrifies.contains(&kind)
    }

    /// Returns whether pieces of a kind may promote so that other pieces are royal than before, be it only from the
    /// next move on: to a royal, from one, or so that fewer are left of a kind whose last ones are royal.
    pub fn changes_royals(&self, kind: KindId) -> bool {
        self.kinds[kind.index()].promotes_to(|to| self.may_be_royal(*to) || self.may_be_royal(kind))
    }

    /// Returns whether pieces of a kind may promote so that other pieces must be safe in the same move than before, or
    /// so that they are barriers to other moves than before.
    pub fn promotes_royals(&self, kind: KindId) -> bool {
        let barriers = |to: &KindId| self.kinds.iter().any(|k| k.barriers.contains(&kind) != k.barriers.contains(to));
        self.royalty.royal_at_once && self.changes_royals(kind) || self.kinds[kind.index()].promotes_to(barriers)
    }

    /// Returns whether pieces like those that are captured may come to the board again from hands.
    #[must_use]
    pub fn captured_come_back(&self) -> bool {
        self.hands.as_ref().is_some_and(|hands| hands.captures || hands.captures_return || hands.endless)
    }

    /// Returns whether a side that holds these kinds has a piece to leave behind on a gate, or may still get one. If
    /// not, its gates mean nothing any more: no position has them (docs/rules, R37).
    pub fn may_gate(&self, holds: impl Fn(KindId) -> bool) -> bool {
        let Some(rule) = &self.gating else { return false };
        self.captured_come_back() || rule.kinds.iter().any(|&kind| holds(kind))
    }

    /// Returns whether some captures are forbidden one by one: trades, those of protected pieces, and those by which a
    /// piece should have promoted.
    #[must_use]
    pub fn forbids_captures(&self) -> bool {
        self.trading.is_some() || !self.spares_protected.is_empty() || !self.forces_promotion.is_empty()
    }

    /// Returns whether some pieces may not capture a royal that they attack, because it bars them
    /// ([`Kind::barriers`]) or is protected ([`Variant::spares_protected`]).
    #[must_use]
    pub fn may_spare_royals(&self) -> bool {
        !self.spares_protected.is_empty() || self.kinds.iter().any(|k| k.barriers.iter().any(|&k| self.may_be_royal(k)))
    }

    /// Returns whether pieces of a kind castle, as king or as partner.
    pub fn castles(&self, kind: KindId) -> bool {
        let rule = self.castling.as_ref();
        rule.is_some_and(|c| c.king.contains(&kind) || c.partners.iter().flatten().any(|&p| p == kind))
    }

    /// Returns whether sides hold pieces beside the board.
    pub fn has_hands(&self) -> bool {
        self.hands.is_some() || self.gating.is_some() || self.promotes_from_hands()
    }

    /// Returns whether some pieces promote only to pieces that their side holds.
    pub fn promotes_from_hands(&self) -> bool {
        self.kinds.iter().any(Kind::promotes_from_hand)
    }

    /// Returns whether pieces of a kind are covered: by every move they turn out to be a piece that their side holds.
    #[must_use]
    pub fn is_covered(&self, kind: KindId) -> bool {
        let Some(rule) = &self.kinds[kind.index()].promotion else { return false };
        let anywhere = |zone: &Region| self.board.squares().all(|square| zone.contains(square));
        rule.from_hand && !rule.by_capture && rule.forced == Forced::Always && rule.zone.iter().all(anywhere)
    }

    /// Returns whether pieces of a kind stand on the second board.
    #[must_use]
    pub fn is_on_second(&self, kind: KindId) -> bool {
        self.second_board.iter().any(|&(_, second)| second == kind)
    }

    /// Returns the kind that a kind is on the other board; `None` if the game has one board.
    #[must_use]
    pub fn twin(&self, kind: KindId) -> Option<KindId> {
        let twin = |&(first, second): &(KindId, KindId)| match kind {
            k if k == first => Some(second),
            k if k == second => Some(first),
            _ => None,
        };
        self.second_board.iter().find_map(twin)
    }

    /// Returns whether FENs have the hands: not if everything is in hand at all times.
    pub fn shows_hands(&self) -> bool {
        self.has_hands() && !self.hands.as_ref().is_some_and(|hands| hands.endless)
    }

    /// Returns whether a rule generates the captures itself ([`crate::needs::Needs::CAPTURES_APART`]): they explode.
    pub fn captures_apart(&self) -> bool {
        self.explosion.is_some()
    }

    /// Returns whether some piece may take a piece of its own side off the board, or itself.
    pub fn may_take_friends(&self) -> bool {
        let mut moves = self.kinds.iter().flat_map(Kind::all_pieces).flat_map(|piece| &piece.moves);
        moves.any(|m| m.chain.may_take_friends())
    }

    /// Returns whether there may be walls in a position. Boards of games that turn pieces over are set up with walls
    /// too, as in Ataxx with blocked squares.
    #[must_use]
    pub fn has_walls(&self) -> bool {
        !self.petrifies.is_empty()
            || self.walling.is_some()
            || self.turning.is_some()
            || self.explosion.as_ref().is_some_and(|rule| rule.petrifies)
    }

    /// Returns whether a wall that a move places saves a royal from a check: it does in games with pieces that are
    /// royal while few are left, and where captures explode (as Fairy-Stockfish has it).
    pub fn walls_block_checks(&self) -> bool {
        !self.royalty.pseudo.is_empty() || self.explosion.is_some()
    }

    /// Returns whether some pieces become something else by moving or capturing.
    pub fn transforms(&self) -> bool {
        !self.transformation.is_empty() || !self.petrifies.is_empty()
    }

    /// Returns whether the rules allow pieces of a kind to capture en passant.
    pub fn captures_en_passant(&self, kind: KindId) -> bool {
        self.en_passant.as_ref().is_some_and(|rule| rule.captors.contains(&kind))
    }

    /// Returns whether a piece that has just moved and is of this kind now may be captured en passant: it is a victim,
    /// or was one before it became what it is by moving.
    pub fn may_have_passed(&self, kind: KindId) -> bool {
        let Some(rule) = &self.en_passant else { return false };
        let mut becomes = self.transformation.becomes.iter();
        rule.victims.contains(&kind) || becomes.any(|(was, is)| *is == kind && rule.victims.contains(was))
    }

    /// Returns whether it matters of each kind whether it has moved: of those that have moves for unmoved pieces only,
    /// and of all if some piece captures only what has not moved.
    pub fn tracks_unmoved(&self) -> impl Iterator<Item = bool> {
        let asks = |piece: &Piece| piece.moves.iter().any(|m| m.chain.asks_who_has_moved());
        let all = self.kinds.iter().any(|kind| kind.all_pieces().any(asks));
        self.kinds.iter().map(move |kind| all || kind.ever_has_first_moves())
    }

    /// Returns whether a royal that must be safe may be captured en passant after its own move, which is then illegal.
    #[must_use]
    pub fn royals_may_pass(&self) -> bool {
        self.royalty.check && self.royal_kinds().any(|kind| self.may_have_passed(kind))
    }

    /// Returns the number of checks that wins, if the game counts them.
    #[must_use]
    pub fn checks_to_win(&self) -> Option<u8> {
        self.ends.iter().find_map(|e| if let EndRule::Checks(n) = e { Some(*n) } else { None })
    }

    /// Returns the notation of every kind as one side moves it, in the order of [`Variant::kinds`].
    #[must_use]
    pub fn pieces(&self, side: Side) -> Vec<Piece> {
        self.kinds.iter().map(|k| k.moves[side.index()].clone()).collect()
    }
}
