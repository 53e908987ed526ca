//! What notation does not say: a game's board, start, and rules, as plain data.
//!
//! A [`Variant`] is complete and holds no text to be read later: whoever reads a game's file (native TOML, `variants.ini`, CECP) makes
//! one of these. Compiling it for play ([`crate::game::Game`]) either supports every rule that is set or says which one it
//! does not.

use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Board, Side};
use betza_compile::ir::{Condition, Piece};
use betza_compile::notation::Dialect;

/// A set of squares of any board.
pub type Region = Bitboard<4>;

/// A value for White and one for Black, indexed by [`Side::index`].
pub type BySide<T> = [T; 2];

/// A piece type: an index into [`Variant::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub u8);

impl KindId {
    /// The place in arrays that are indexed by kind.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The most piece types a game may have: a side, a kind, and one value for nothing fit into a byte.
pub const KIND_LIMIT: usize = 127;

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
    pub blast: Option<BlastRule>,
    /// A capture goes on as long as the captor can capture again, and all of it is one move, if the game has that (draughts).
    pub series: Option<SeriesRule>,
    /// A piece that captures turns into a wall, if it is of one of these kinds.
    pub petrifies: Vec<KindId>,
    /// What else becomes of pieces that have moved.
    pub aftermath: Aftermath,
    /// A piece with a friend right behind it moves as that one does, and not as itself (annan shogi).
    pub moves_as_behind: bool,
    /// Kinds that may not face each other along an open orthogonal line (the flying generals).
    pub flying_generals: Vec<KindId>,
    /// Moves may not stay in one of the cells of this grid (grid chess): each square's cell number.
    pub grid: Option<Vec<u8>>,
    /// Giving check is forbidden (racing kings, checkless); with `true` for checkless, mate is still allowed.
    pub no_checks: Option<NoChecks>,
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
    pub spurns: Vec<KindId>,
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

/// How pieces of a kind promote.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// The zone of each side.
    pub zone: BySide<Region>,
    /// Whether the move must end in the zone, or may also start there (shogi).
    pub from_zone_too: bool,
    /// What it may become.
    pub to: BySide<Vec<KindId>>,
    /// Whether it must.
    pub forced: Forced,
    /// Chu shogi: a move that starts in the zone promotes, wherever it ends, if it captures or ends on one of these squares, and not
    /// otherwise.
    pub starting_inside: Option<BySide<Region>>,
    /// Only on a capturing move, wherever it ends.
    pub by_capture: bool,
    /// Sittuyin: it promotes by a move of its own that stays where it is, or goes to an empty square as the new piece moves; from the
    /// zone, or from anywhere if it is its side's only one of its kind; never so that the new piece attacks an enemy. Reaching the zone does
    /// not promote.
    pub in_place: bool,
    /// At most so many pieces of a kind of one side may be on the board for a promotion to it.
    pub limits: Vec<(KindId, u8)>,
    /// These kinds may be chosen on these squares only, each by the rank's own piece say (chaturanga).
    pub only: Vec<(KindId, BySide<Region>)>,
    /// Only to pieces of the side's own that have been captured (Grand chess).
    pub from_captured: bool,
    /// FEN marks the piece as promoted (`Q~`) and it returns to this kind in a hand.
    pub remembers: bool,
}

/// Whether a promotion is compulsory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forced {
    /// Never.
    No,
    /// On every move that may promote.
    Always,
    /// Where the piece could never move again.
    WhenStuck,
    /// On every such move, if there is something to promote to; else the move is not allowed (Grand chess's last rank), from these squares.
    OnRegion(BySide<Region>),
}

/// Where a kind may be dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct DropRegion {
    /// Squares for each side, of those empty.
    pub region: BySide<Region>,
    /// At most so many pieces of the kind and owner on a file (shogi's two pawns: 1).
    pub per_file: Option<u8>,
    /// Not where it could never move again.
    pub not_stuck: bool,
    /// A drop of it may not give mate (shogi's pawn).
    pub no_mate: bool,
}

/// What the safety of royals demands.
#[derive(Clone, Debug, PartialEq)]
pub struct Royalty {
    /// Whether a move that leaves a royal of the mover capturable is illegal. Without it royals are captured like others.
    pub check: bool,
    /// With several royals of a side.
    pub several: SeveralRoyals,
    /// Kinds of which the last piece of a side is royal (`extinctionPseudoRoyal`).
    pub pseudo: Vec<KindId>,
    /// Pieces of those kinds are royal while their side has not more than this number of each kind.
    pub pseudo_count: u8,
    /// Those kinds are counted as one (sho shogi's King and Crown Prince).
    pub pseudo_together: bool,
    /// A piece that promotes to a royal is royal when its side's safety is judged after that move, and not only from the next one on.
    pub royal_at_once: bool,
    /// A royal in check may make moves of unmoved pieces.
    pub first_moves_in_check: bool,
    /// A royal that has such moves goes to no empty square otherwise until it has moved, castling and moves out of check apart (as Sjaak II
    /// has it).
    pub first_moves_only: bool,
    /// A royal loses such moves when an enemy of these kinds moves onto its file or rank, whatever stands between (ouk chatrang).
    pub first_moves_lost_to: Vec<KindId>,
    /// A royal in check may move only to capture the piece that gives it (makpong).
    pub stays_in_check: bool,
}

/// What must be safe of several royals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeveralRoyals {
    /// All of them.
    All,
    /// At least one (Spartan chess).
    One,
    /// The one on the first file, and there on the first rank; the others are not royal as long as it is there (cutechess's two kings).
    First,
}

/// Castling.
#[derive(Clone, Debug, PartialEq)]
pub struct CastlingRule {
    /// Kinds that castle as king.
    pub king: BySide<KindId>,
    /// Kinds that castle as partner.
    pub partners: BySide<Vec<KindId>>,
    /// The rank, from 0, of each side.
    pub rank: BySide<u8>,
    /// The king's file at the start, from 0; `None`: wherever it stands (960).
    pub king_file: Option<u8>,
    /// The files where the king lands: towards the last file (`K`), towards the first (`Q`).
    pub king_to: [u8; 2],
    /// Further files where it may choose to land on either wing; the partner comes to its side.
    pub also_to: [Vec<u8>; 2],
    /// The files of the partners at the start: of `K`, of `Q`.
    pub partner_file: [u8; 2],
    /// Rights may name any file (960, Shredder and X-FEN), and moves are written king takes partner.
    pub any_files: bool,
    /// The partner's square and what lies between are as usual, but the king may castle out of or through check.
    pub ignores_check: bool,
}

/// En passant.
#[derive(Clone, Debug, PartialEq)]
pub struct EnPassantRule {
    /// Kinds that may capture so; they use the capturing moves of which [`betza_compile::ir::Modes::EN_PASSANT`] is set.
    pub captors: Vec<KindId>,
    /// Kinds that can be captured so, after a move that left the right.
    pub victims: Vec<KindId>,
    /// Squares where it is possible, for the capturing side.
    pub region: BySide<Region>,
}

/// Hands and drops.
#[derive(Clone, Debug, PartialEq)]
pub struct HandRule {
    /// Captured pieces go to the captor's hand.
    pub captures: bool,
    /// Captured pieces go to the hand of the side that lost them (Grand chess-like stocks are in [`Promotion::from_captured`]).
    pub captures_return: bool,
    /// Whether pieces in hand may be dropped at all.
    pub drops: bool,
    /// Pieces of these kinds must be dropped before anything else is done.
    pub must_drop: Vec<KindId>,
    /// A king and a partner get the right to castle by being dropped on the squares where castling wants them (placement chess).
    pub castling_by_drop: bool,
    /// Pieces may be dropped promoted as well.
    pub drop_promoted: bool,
    /// Drops may give check.
    pub drop_checks: bool,
    /// A piece in hand keeps its promoted state (loop chess).
    pub keeps_promoted: bool,
    /// Bishops of one side may not be dropped on squares of one colour (placement chess).
    pub opposite_coloured: Vec<KindId>,
}

/// Gating (Seirawan chess).
#[derive(Clone, Debug, PartialEq)]
pub struct GatingRule {
    /// Kinds in hand that may be gated.
    pub kinds: Vec<KindId>,
    /// The rank, from 0, that FEN's file letters of gates are about, for each side.
    pub rank: BySide<u8>,
}

/// When a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PassRule {
    /// Never.
    #[default]
    Never,
    /// Always, unless in check.
    Always,
    /// When it has no other move.
    Stalemate,
}

/// What a capture destroys.
#[derive(Clone, Debug, PartialEq)]
pub struct BlastRule {
    /// Kinds that the blast around spares, though not the capture itself (atomic's pawns).
    pub spares: Vec<KindId>,
    /// Kinds that no explosion destroys, not even that of their own captures; they can be captured.
    pub immune: Vec<KindId>,
    /// The captor is destroyed too.
    pub captor_too: bool,
}

/// Pieces that may not simply be traded for each other: chu shogi's Lions.
#[derive(Clone, Debug, PartialEq)]
pub struct TradingRule {
    /// The kinds. One of them may capture another more than a king's step away only if nothing protects that one, or if it captures
    /// something else in the same move that is not of [`TradingRule::trifles`]. When a piece of another kind has captured one, the
    /// other side's pieces of other kinds may not capture one in reply, except on the same square.
    pub kinds: Vec<KindId>,
    /// What is too little to make up for a trade.
    pub trifles: Vec<KindId>,
}

/// Captures in series: what is captured on the way stays on the board, as an obstacle, until the move ends, and is captured once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeriesRule {
    /// What promotion on the way does.
    pub promotion: SeriesPromotion,
    /// Only moves that capture as many as any are allowed (international draughts).
    pub most: bool,
}

/// What becomes of a piece that reaches its promotion zone while it captures in series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeriesPromotion {
    /// It promotes, and the move ends there (English draughts).
    Ends,
    /// It promotes and goes on as what it has become (Russian draughts).
    GoesOn,
    /// It promotes only where the move ends (international draughts).
    AtEnd,
}

/// What becomes of pieces that have moved, promotion apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aftermath {
    /// A piece of the first kind that has moved, but not by castling or promoting, becomes one of the second (gryphon chess).
    pub becomes: Vec<(KindId, KindId)>,
    /// A piece may not move while its side has so many of the kind that it would become.
    pub limits: Vec<(KindId, u8)>,
    /// Pieces of these kinds that capture go over to the other side (Andernach chess).
    pub turncoats: Vec<KindId>,
    /// Pieces of these kinds move only forward until their side has captured something: while the other has as many as at the start.
    pub forward_until_capture: Vec<KindId>,
}

impl Aftermath {
    /// Whether nothing becomes of them.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Aftermath::default()
    }
}

/// Which checks are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoChecks {
    /// Any check (racing kings).
    Any,
    /// Any that is not mate (checkless).
    UnlessMate,
}

/// A way in which a game ends. Whether moves are counted afterwards, [`EndConditions`] says.
#[derive(Clone, Debug, PartialEq)]
pub enum EndRule {
    /// A side's pieces of any one of these kinds (or of all together if `together`) are down to `count` or fewer.
    Extinct {
        /// The kinds.
        kinds: Vec<KindId>,
        /// The number.
        count: u8,
        /// Whether they are counted together.
        together: bool,
        /// Only while the other side has at least so many of them, hands included on both sides.
        opponent: u8,
        /// While the side that is down is itself to move, the other needs one more than `opponent`: it might be brought down in reply
        /// (shatranj's bare king).
        reply: bool,
    },
    /// A piece of one of these kinds stands in its side's region.
    Reached {
        /// The kinds.
        kinds: BySide<Vec<KindId>>,
        /// The regions.
        region: BySide<Region>,
        /// The other side still has one move to reach its own (racing kings).
        reply: bool,
        /// Only if the other side could not capture it there (dobutsu).
        safe: bool,
    },
    /// A side has given this many checks. FEN has the counts that are left (`3+3`) or given (`+0+0`).
    Checks(u8),
    /// The royals faced each other on an open line and still do after the reply, which can only be a pass: any other move must end
    /// that (janggi's bikjang). In that position a pass is allowed in check too.
    Bikjang,
    /// Both sides have passed, one after the other.
    Passes,
    /// One side has only royals left.
    Bared,
}

/// Whether perft goes on after the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndConditions {
    /// A position that has ended has no moves.
    Stop,
    /// Ends do not matter for counting.
    Ignore,
}

impl Variant {
    /// The kind with this id.
    #[must_use]
    pub fn kind(&self, id: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| k.id == id).map(|i| KindId(i as u8))
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
